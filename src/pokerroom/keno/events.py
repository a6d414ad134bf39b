"""What happens at keno, with every decision in it: reading the record needs no rule."""

from datetime import datetime

import msgspec

from pokerroom.keno.rate_card import RateCard
from pokerroom.keno.reports import Win, WinnersReport
from pokerroom.keno.requests import Attendant
from pokerroom.keno.tickets import Ticket
from pokerroom.rules.citation import Citation


class Fact(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    rule: Citation
    by: Attendant
    at: datetime


class RateCardPosted(Fact, frozen=True, tag=True, kw_only=True):
    card: RateCard
    automatic_reports: bool
    settings: str


class KenoGameOpened(Fact, frozen=True, tag=True, kw_only=True):
    number: int
    commitment: bytes
    """To the numbers that will be drawn: published before the first ticket is sold."""
    key: str
    nonce: bytes
    """Tells nothing without the key of this name."""


class TicketIssued(Fact, frozen=True, tag=True, kw_only=True):
    ticket: Ticket


class TicketVoided(Fact, frozen=True, tag=True, kw_only=True):
    ticket: str
    patron: str
    amount: int


class KenoGameDrawn(Fact, frozen=True, tag=True, kw_only=True):
    number: int
    balls: tuple[int, ...]
    """In the order drawn."""
    secret: bytes
    wagered: int
    """By all tickets in this game."""
    wins: tuple[Win, ...]

    @property
    def won(self) -> int:
        return sum(each.amount for each in self.wins)


class WinnersReported(Fact, frozen=True, tag=True, kw_only=True):
    report: WinnersReport


class TicketTaken(Fact, frozen=True, tag=True, kw_only=True):
    """A runner has a winning ticket, and its patron a receipt with its serial number."""

    ticket: str
    amount: int


class TicketRedeemed(Fact, frozen=True, tag=True, kw_only=True):
    ticket: str
    patron: str
    amount: int
    brought_by: str = ""
    """The runner who took it from the patron."""


Event = (
    RateCardPosted
    | KenoGameOpened
    | TicketIssued
    | TicketVoided
    | KenoGameDrawn
    | WinnersReported
    | TicketTaken
    | TicketRedeemed
)
