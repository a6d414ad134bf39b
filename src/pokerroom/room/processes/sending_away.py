"""From conduct to tables and lists: a player required to leave is removed from every table and list, 14.16(b).

All of it is one commit with the order that requires it, or none of it happens.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pokerroom.room.lists import Lists, commands as on_lists
from pokerroom.table.conduct import RequireToLeave
from pokerroom.table.seating import Table, commands as at_table
from pokerroom.table.seating.events import SeatVacated


def from_tables(tables: Mapping[str, Table], asked: RequireToLeave) -> dict[str, at_table.RemovePlayer]:
    """The commands to each table at which the player has a seat."""
    removal = at_table.RemovePlayer(by=asked.by, at=asked.at, player=asked.player, hand=asked.hand)
    return {name: removal for name, table in tables.items() if table.seat_of(asked.player) is not None}


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
