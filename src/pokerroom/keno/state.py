"""What keno has come to: the card, the game on sale, the games drawn lately, and the tickets that still matter."""

from collections.abc import Iterator, Mapping
from datetime import datetime

import msgspec

from pokerroom.keno.rate_card import RateCard
from pokerroom.keno.reports import Win, WinnersReport
from pokerroom.keno.tickets import Ticket

REMEMBERED = 200
"""Games drawn that are remembered with all their tickets; older ones with unpaid winners alone."""


class OnSale(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    number: int
    commitment: bytes
    key: str
    nonce: bytes
    at: datetime


class Drawn(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    number: int
    balls: tuple[int, ...]
    commitment: bytes
    secret: bytes
    at: datetime
    tickets: int
    wagered: int
    won: int
    report: WinnersReport | None = None


class Held(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A ticket, and what has become of it."""

    ticket: Ticket
    wins: tuple[Win, ...] = ()
    voided: bool = False
    taken_by: str = ""
    """The runner who took it to redeem it."""
    paid: datetime | None = None

    @property
    def won(self) -> int:
        return sum(win.amount for win in self.wins)

    @property
    def owed(self) -> int:
        return 0 if self.paid else self.won


class Keno(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    name: str
    card: RateCard | None = None
    automatic_reports: bool = True
    settings: str = ""
    number: int = 0
    """Of the last game opened."""
    on_sale: OnSale | None = None
    drawn: tuple[Drawn, ...] = ()
    """The last games, oldest first."""
    tickets: Mapping[str, Held] = {}

    @property
    def first_open(self) -> int:
        """The first game that a ticket can still be in."""
        return self.number if self.on_sale is not None else self.number + 1

    def in_game(self, number: int) -> Iterator[Held]:
        """The tickets that play in a game."""
        return (each for each in self.tickets.values() if not each.voided and number in each.ticket.numbers)

    def game_drawn(self, number: int) -> Drawn | None:
        return next((each for each in self.drawn if each.number == number), None)
