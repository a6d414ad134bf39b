"""From conduct to tables and lists: a player required to leave is removed from every table and list, 14.16(b).

All of it is one commit with the order that requires it, or none of it happens. In a divided record no commit has the
tables: each gets an order of its own, under an id that follows from that of conduct, until none is owed.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pokerroom.room.lists import Lists, commands as on_lists
from pokerroom.table.conduct import Conduct, RequireToLeave
from pokerroom.table.seating import Table, commands as at_table
from pokerroom.table.seating.events import SeatVacated


def from_tables(tables: Mapping[str, Table], asked: RequireToLeave) -> dict[str, at_table.RemovePlayer]:
    """The commands to each table at which the player has a seat."""
    removal = at_table.RemovePlayer(by=asked.by, at=asked.at, player=asked.player, hand=asked.hand)
    return {name: removal for name, table in tables.items() if table.seat_of(asked.player) is not None}


class Owed(NamedTuple):
    """A removal that a table has not carried out yet, and the id of the order for it."""

    id: str
    table: str
    command: at_table.RemovePlayer


def owed(conduct: Conduct, tables: Mapping[str, Table]) -> Iterator[Owed]:
    """What is due at tables where somebody sits who was required to leave, and was not told so there."""
    in_force = {each.player: each for each in conduct.removals if each.stands and each.took_effect}
    for name, table in tables.items() if in_force else ():
        for _, place in table.seated:
            removal = None if place.must_leave else in_force.get(place.player)
            if removal is not None and removal.hand is not None and removal.by is not None:
                asked = at_table.RemovePlayer(by=removal.by, at=removal.at, player=removal.player, hand=removal.hand)
                yield Owed(f"conduct/{removal.player}/{removal.at.isoformat()}/{name}", name, asked)


def keeps_seat(events: Iterable[Any], player: str) -> bool:
    """Whether the player keeps the seat until a round of play is over."""
    return not any(isinstance(event, SeatVacated) and event.player == player for event in events)


def from_lists(lists: Lists, asked: RequireToLeave, *, still_at: frozenset[str]) -> list[on_lists.Command]:
    """The commands to the lists, while the player keeps a seat at some tables until a round of play is over."""
    if not lists.knows(asked.player):
        return []
    said: dict[str, Any] = {"by": asked.by, "at": asked.at, "player": asked.player}
    seated = lists.seat_of(asked.player)
    remove = on_lists.Remove(**said)
    if seated is None or seated.place.table in still_at:
        return [remove]
    return [remove, on_lists.LeaveSeat(table=seated.place.table, **said)]
