"""The lists of a room: who waits for what, who sits where, and which seats are held for whom."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from pokerroom.room.lists.commands import Wanted
from pokerroom.room.lists.rules import ListRules, Queue
from pokerroom.rules.citation import Citation


class Place(NamedTuple):
    table: str
    seat: int


class ListEntry(msgspec.Struct, frozen=True, gc=False):
    player: str
    name: str
    phone: str
    since: datetime


class WaitingList(msgspec.Struct, frozen=True, gc=False):
    is_open: bool
    """Otherwise it is an interest list: the game is not open yet."""
    entries: tuple[ListEntry, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(entry.player for entry in self.entries)


class FloorTable(msgspec.Struct, frozen=True, gc=False):
    """A table as the lists see it."""

    name: str
    wanted: Wanted
    seats: int
    feeds: str | None = None
    """The main game that its players must move to."""


class Seated(msgspec.Struct, frozen=True, gc=False):
    player: str
    place: Place
    since: datetime


class ChangeRequest(msgspec.Struct, frozen=True, gc=False):
    player: str
    to: str | None
    since: datetime


class Hold(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A seat kept for one person: offered, accepted, or locked by a floorperson."""

    place: Place
    player: str
    queue: Queue | None
    """None for a locked seat."""
    accepted: bool = False
    until: datetime


class Barring(msgspec.Struct, frozen=True, gc=False):
    reason: str
    rule: Citation | None


class Lists(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    rules: ListRules = ListRules()
    at: datetime | None = None
    """The time of the last record."""
    lists: Mapping[Wanted, WaitingList] = {}
    tables: Mapping[str, FloorTable] = {}
    seated: Mapping[str, Seated] = {}
    """By player, in the order in which they must move."""
    taken: Mapping[Place, str] = {}
    """Who sits where."""
    changes: tuple[ChangeRequest, ...] = ()
    holds: tuple[Hold, ...] = ()
    let_go: Mapping[Place, tuple[str, ...]] = {}
    """Who let a vacant seat go, since it was last called for everybody."""
    must_leave: tuple[str, ...] = ()
    """Players who would not move to the main game, or were required to leave, while they still have a seat."""
    barred: Mapping[str, Barring] = {}
    seatings: Mapping[Wanted, tuple[datetime, ...]] = {}
    """When somebody who waited for a game last got a seat there: as far back as an expected wait looks."""

    def waits(self, player: str, wanted: Wanted) -> bool:
        found = self.lists.get(wanted)
        return found is not None and player in found.players

    def seat_of(self, player: str) -> Seated | None:
        return self.seated.get(player)

    def seated_at(self, place: Place) -> Seated | None:
        player = self.taken.get(place)
        return None if player is None else self.seated[player]

    def hold_of(self, player: str) -> Hold | None:
        return next((each for each in self.holds if each.player == player), None)

    def hold_at(self, place: Place) -> Hold | None:
        return next((each for each in self.holds if each.place == place), None)

    def change_of(self, player: str) -> ChangeRequest | None:
        return next((each for each in self.changes if each.player == player), None)

    def knows(self, player: str) -> bool:
        """Whether the player waits, sits, has a seat held or wants another table."""
        waits = any(player in found.players for found in self.lists.values())
        return waits or player in self.seated or self.hold_of(player) is not None

    def places_of(self, table: str) -> Iterator[Place]:
        return (Place(table, seat) for seat in range(self.tables[table].seats)) if table in self.tables else iter(())

    def is_vacant(self, place: Place) -> bool:
        """Whether nobody has the seat and it is held for nobody."""
        table = self.tables.get(place.table)
        return (
            table is not None
            and place.seat < table.seats
            and place not in self.taken
            and all(hold.place != place for hold in self.holds)
        )

    def vacant(self, table: str) -> tuple[Place, ...]:
        return tuple(place for place in self.places_of(table) if self.is_vacant(place))

    @property
    def all_vacant(self) -> tuple[Place, ...]:
        gone = self.taken.keys() | {each.place for each in self.holds}
        return tuple(place for table in self.tables for place in self.places_of(table) if place not in gone)


class ListLength(msgspec.Struct, frozen=True, gc=False):
    wanted: Wanted
    is_open: bool
    waiting: int
    longest: timedelta | None
    """How long the first of them has waited."""


def lengths(lists: Lists, moment: datetime) -> tuple[ListLength, ...]:
    """Which lists there are, and how long: what an announcement under 14.18 may say about them."""
    return tuple(_length(wanted, lists.lists[wanted], moment) for wanted in sorted(lists.lists))


def _length(wanted: Wanted, found: WaitingList, moment: datetime) -> ListLength:
    longest = max((moment - entry.since for entry in found.entries), default=None)
    return ListLength(wanted, found.is_open, len(found.entries), longest)
