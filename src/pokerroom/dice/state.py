"""A mini-dice table: the state that the events of its record fold into."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from pokerroom.dice.commands import Promise, Proof, ShakenBy, Trouble
from pokerroom.dice.odds import LEAST, PayTable, pay_table
from pokerroom.dice.refusals import Refusal
from pokerroom.dice.wagers import DECIDED_BY, Bet
from pokerroom.rules.staff import Official

DICE_LAST = timedelta(hours=24)
"""How long a set of dice may stay on a table, 13.3(a)2."""

MIXED = 3
"""How often the shaker is shaken at least, each time, 13.5(c), (d)."""


class Phase(StrEnum):
    """Where a round of play has come to."""

    CLOSED = "closed"
    BETTING = "betting"
    BETS_CLOSED = "no more bets"
    OFFERED = "offered"
    HELD = "held"
    BY_DEALER = "dealer shakes again"
    RETURNED = "returned"
    SETTLING = "settling"


class Wager(msgspec.Struct, frozen=True, gc=False):
    amount: int
    instrument: str = "chip"


class Place(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A seat that somebody has."""

    player: str
    chips: int
    """Before the player, besides what lies on the layout."""
    wagers: Mapping[Bet, Wager] = {}
    refused: bool = False
    """Has refused the shaker since anybody new has shaken it."""
    leaving: bool = False

    @property
    def staked(self) -> int:
        return sum(wager.amount for wager in self.wagers.values())


class Shaker(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A shaker at the table, with the dice sealed in it."""

    name: str
    dice: str
    placed: datetime
    works: bool | None = None
    """What the floorperson found; None before the inspection."""

    @property
    def until(self) -> datetime:
        """The last moment at which these dice may be shaken."""
        return self.placed + DICE_LAST


class Incident(msgspec.Struct, frozen=True, gc=False):
    at: datetime
    trouble: Trouble
    note: str


class Result(msgspec.Struct, frozen=True, gc=False):
    number: int
    faces: tuple[int, ...]
    total: int
    promise: Promise | None = None
    proof: Proof | None = None
    shaken_by: int | None = None
    """The seat of the player who shook last; None for the dealer."""


class DiceTable(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    name: str
    phase: Phase = Phase.CLOSED
    shaken_by: ShakenBy = ShakenBy.DEALER
    least: int = 0
    most: int = 0
    unit: int = 100
    printed: Mapping[str, str] = {}
    """The odds as printed."""
    places: tuple[Place | None, ...] = ()
    shaker: Shaker | None = None
    dealer: Official | None = None
    """Who attends the shaker."""
    incidents: tuple[Incident, ...] = ()
    """Troubles with the shaker that is, or was last, at the table."""
    number: int = 0
    """Of the round of play in progress, or the next."""
    promise: Promise | None = None
    covered: bool = False
    shakes: int = 0
    """How often it was shaken since it was covered, or since the dealer took it on behalf of the players."""
    holder: int | None = None
    """The seat with the right to shake after the dealer; None if the dealer has it."""
    previous: int | None = None
    """The seat that had it last: offers start at its left, 13.7(b)."""
    skipped: int | None = None
    """The seat that has just given it up, which this circle of offers leaves out (reading AMB-153)."""
    offered: int | None = None
    invalid: int = 0
    """How often its holder has returned it too early."""
    added: bytes = b""
    """What has been added to electronic dice by shaking them."""
    result: Result | None = None
    """Of the last shake."""

    @property
    def is_open(self) -> bool:
        return self.phase is not Phase.CLOSED

    @property
    def odds(self) -> PayTable:
        found = pay_table(self.printed)
        return LEAST if isinstance(found, Refusal) else found

    @property
    def seated(self) -> list[tuple[int, Place]]:
        return [(seat, place) for seat, place in enumerate(self.places) if place is not None]

    def seat_of(self, player: str) -> int | None:
        return next((seat for seat, place in self.seated if place.player == player), None)

    def at(self, seat: int) -> Place:
        place = self.places[seat]
        assert place is not None, f"nobody has seat {seat}"
        return place

    @property
    def wagers(self) -> list[tuple[int, Bet, Wager]]:
        """All that lies on the layout, seat by seat."""
        return [(seat, bet, wager) for seat, place in self.seated for bet, wager in place.wagers.items()]

    @property
    def losing(self) -> list[tuple[int, Bet, Wager]]:
        """What the last shake has lost and is not collected yet."""
        return self._decided("loses")

    @property
    def winning(self) -> list[tuple[int, Bet, Wager]]:
        """What the last shake has won and is not paid yet."""
        return self._decided("wins")

    def _decided(self, by: str) -> list[tuple[int, Bet, Wager]]:
        if self.result is None or self.phase is not Phase.SETTLING:
            return []
        total = self.result.total
        return [each for each in self.wagers if total in getattr(DECIDED_BY[each[1]], by)]

    @property
    def queue(self) -> list[int]:
        """The seats that the shaker is still to be offered to, in turn, clockwise from the last holder's left."""
        start = 0 if self.previous is None else self.previous + 1
        count = len(self.places)
        seats = [(start + step) % count for step in range(count)]
        return [seat for seat in seats if self._may_be_offered(seat)]

    def _may_be_offered(self, seat: int) -> bool:
        place = self.places[seat]
        return place is not None and not place.refused and seat != self.skipped


def new_table(name: str) -> DiceTable:
    return DiceTable(name=name)
