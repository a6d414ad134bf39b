"""Keno tickets: what the computer prints from a request, and what a ticket wins."""

from collections.abc import Collection
from datetime import datetime

import msgspec

from pokerroom.keno.rate_card import Pay, Wager
from pokerroom.keno.requests import Attendant, Form, PatronsPart, RequestKind
from pokerroom.words import Saying, saying, term


class Ticket(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """It holds the pays of the card it was sold by, so that a later card changes nothing for it."""

    id: str
    """The portion of its serial number that is no secret."""
    key: str
    """Of the room, under which the other portion follows from this one."""
    first: int
    games: int
    spots: tuple[int, ...]
    """In order; exactly those of its request."""
    wager: Wager
    rate: int
    conditioning: str
    pays: tuple[Pay, ...]
    quick_pick: bool = False
    kind: RequestKind
    form: Form
    patrons_part: PatronsPart | None = None
    """What a patron who gave the form to a runner has kept of it."""
    by: Attendant
    patron: str = ""
    """Whose bank paid for it and is paid; empty where it was bought in cash, and belongs to its bearer."""
    at: datetime

    @property
    def numbers(self) -> range:
        """The games that it plays."""
        return range(self.first, self.first + self.games)

    @property
    def last(self) -> int:
        return self.numbers[-1]

    @property
    def price(self) -> int:
        return self.rate * self.games

    @property
    def name(self) -> Saying:
        """`three-spot`, by the number of spots, 15.1 "Spots"."""
        return saying("keno.spots", count=len(self.spots))

    @property
    def type_name(self) -> Saying:
        """`five-spot straight`, 15.2(c)1."""
        return saying("keno.ticket", spots=self.name, wager=term(self.wager))

    def caught(self, balls: Collection[int]) -> int:
        return len(set(self.spots) & set(balls))

    def wins(self, balls: Collection[int]) -> int:
        """What it wins in a game with these numbers."""
        caught = self.caught(balls)
        return sum(pay.pays for pay in self.pays if pay.caught == caught) * self.rate
