"""From the tables to the waiting lists: which tables are open, who has a seat there, and who is called to one.

The commands to the lists follow from the present state of both, so after a stop anywhere in between they are worked out
again, and nothing is requested that has been done.
"""

from collections.abc import Iterable, Mapping, Set as AbstractSet
from datetime import datetime
from typing import Any, NamedTuple

from pokerroom.room import lists
from pokerroom.room.lists import Lists, Wanted, commands as on_lists
from pokerroom.rules.refusal import Refusal
from pokerroom.rules.staff import Official
from pokerroom.table.seating import Table


class Listing(NamedTuple):
    """The lists at one moment, and who keeps them."""

    lists: Lists
    at: datetime
    by: Official

    def after(self, commands: Iterable[on_lists.Command]) -> "Listing":
        """The lists after these commands; a refused one changes nothing."""
        state = self.lists
        for command in commands:
            outcome = lists.perform(state, command)
            state = state if isinstance(outcome, Refusal) else outcome[0]
        return self._replace(lists=state)


def seat_held(player: str, table: str, seat: int, at: datetime) -> on_lists.TakeSeat:
    """The first step to a seat: the lists hold it, and then the table seats the player."""
    return on_lists.TakeSeat(at=at, by=player, player=player, table=table, seat=seat)


def seat_released(state: Lists, player: str, table: str, at: datetime) -> list[on_lists.Command]:
    """What follows when a table has not seated the player, or has let them go."""
    seated = state.seat_of(player)
    if seated is None or seated.place.table != table:
        return []
    return [on_lists.LeaveSeat(at=at, by=player, player=player, table=table)]


def table_listed(now: Listing, table: Table, wanted: Wanted | None) -> list[on_lists.Command]:
    """The lists know a table while it is open, by what is posted; `wanted` is None when it is closed."""
    known, name = now.lists.tables.get(table.name), table.name
    if wanted == (None if known is None else known.wanted):
        return []
    asked: dict[str, Any] = {"at": now.at, "by": now.by, "table": name}
    if wanted is None:
        return [on_lists.RemoveTable(**asked)]
    kind = on_lists.AddTable if known is None else on_lists.RelistTable
    return [kind(wanted=wanted, seats=len(table.places), **asked)]


def reconciled(
    now: Listing,
    tables: Mapping[str, Table],
    wanted: Mapping[str, Wanted | None],
    *,
    coming: AbstractSet[tuple[str, str]] = frozenset(),
) -> list[on_lists.Command]:
    """The lists after a stop in the middle of a seating: they follow the tables.

    `coming` are players with money held for a table, which may seat them yet.
    """
    commands = gone(now, tables, coming)
    for name, table in tables.items():
        commands += table_listed(now.after(commands), table, wanted[name])
        commands += unlisted(now.after(commands), table)
    return commands


def gone(
    now: Listing, tables: Mapping[str, Table], coming: AbstractSet[tuple[str, str]] = frozenset()
) -> list[on_lists.Command]:
    """Seats that the lists have given away, no table has, and nobody is coming to."""
    commands: list[on_lists.Command] = []
    for seated in now.lists.seated.values():
        table = tables.get(seated.place.table)
        is_coming = (seated.player, seated.place.table) in coming
        if table is None or (table.seat_of(seated.player) != seated.place.seat and not is_coming):
            commands += seat_released(now.lists, seated.player, seated.place.table, now.at)
    return commands


def unlisted(now: Listing, table: Table) -> list[on_lists.Command]:
    """Seats of an open table that the lists do not know of."""
    if table.name not in now.lists.tables:
        return []
    missing = [(place.player, seat) for seat, place in table.seated if now.lists.seat_of(place.player) is None]
    return [seat_held(player, table.name, seat, now.at) for player, seat in missing]


def next_call(now: Listing, *, but: AbstractSet[str] = frozenset()) -> on_lists.CallNext | None:
    """Offer a vacant seat to whoever waits for one, except at these tables; called again, the next one."""
    for name, table in now.lists.tables.items():
        waiting = now.lists.lists.get(table.wanted)
        somebody = waiting is not None and (waiting.entries or now.lists.changes)
        if somebody and name not in but and now.lists.vacant(name) and lists.turn(now.lists, name).next is not None:
            return on_lists.CallNext(at=now.at, by=now.by, table=name)
    return None
