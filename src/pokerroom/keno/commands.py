"""What is asked at keno. Chance arrives with a command, as a deck does at a table: nothing here draws."""

from datetime import datetime

import msgspec

from pokerroom.keno.rate_card import RateCard
from pokerroom.keno.requests import Attendant, Request


class Asked(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    by: Attendant
    at: datetime


class PostRateCard(Asked, frozen=True, tag=True, kw_only=True):
    """Sell by this card from now on."""

    card: RateCard
    automatic_reports: bool = True
    """Whether the winning ticket report is made after each game without a supervisor's request."""
    settings: str = ""
    """The filing that the card was approved by."""


class OpenGame(Asked, frozen=True, tag=True, kw_only=True):
    """Sell tickets for the next game. What will be drawn is decided already, and `commitment` published."""

    commitment: bytes
    key: str
    """With the key of this name and the nonce, the room works out what was decided; nobody else can."""
    nonce: bytes


class Issue(Asked, frozen=True, tag=True, kw_only=True):
    """Issue a ticket on a request."""

    request: Request
    id: str
    key: str
    """Of the room, under which the rest of its serial number follows from the id."""
    picked: tuple[int, ...] = ()
    """What the system chose for a quick-pick."""
    patron: str = ""


class VoidTicket(Asked, frozen=True, tag=True, kw_only=True):
    """Take a ticket back and return its price, before the draw of its first game begins."""

    ticket: str


class DrawGame(Asked, frozen=True, tag=True, kw_only=True):
    """Begin the draw of the game on sale, and end its sale."""

    balls: tuple[int, ...]
    secret: bytes
    """With it anybody can check the numbers against the commitment."""


class ReportWinners(Asked, frozen=True, tag=True, kw_only=True):
    """Make the winning ticket report of a game."""

    game: int


class TakeToRedeem(Asked, frozen=True, tag=True, kw_only=True):
    """A runner takes a winning ticket from a patron to redeem it, and gives a receipt with its serial number."""

    ticket: str


class Redeem(Asked, frozen=True, tag=True, kw_only=True):
    """Pay what a ticket has won, once. Whoever asks has the whole serial number."""

    ticket: str


Command = PostRateCard | OpenGame | Issue | VoidTicket | DrawGame | ReportWinners | TakeToRedeem | Redeem
