"""Whose turn it is: everybody who may be called to a seat, in the order of the house, and why some are passed over."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pokerroom.room.lists.events import Passed, PassedFor
from pokerroom.room.lists.rules import Queue
from pokerroom.room.lists.state import FloorTable, Lists


class Candidate(NamedTuple):
    player: str
    queue: Queue


class Turn(NamedTuple):
    """Who is next, if anybody, and who was ahead of them."""

    next: Candidate | None
    passed: tuple[Passed, ...]


def turn(lists: Lists, table: str, let_go: tuple[str, ...] = ()) -> Turn:
    """Who is to be called to a seat of a table; `let_go` are those who have let it go."""
    passed: list[Passed] = []
    for candidate in candidates(lists, lists.tables[table]):
        why = _hindrance(lists, candidate.player, let_go)
        if why is None:
            return Turn(candidate, tuple(passed))
        passed.append(Passed(candidate.player, candidate.queue, why))
    return Turn(None, tuple(passed))


def _hindrance(lists: Lists, player: str, let_go: tuple[str, ...]) -> PassedFor | None:
    if lists.hold_of(player) is not None:
        return PassedFor.HOLDS_ANOTHER
    return PassedFor.LET_IT_GO if player in let_go else None


def candidates(lists: Lists, table: FloorTable) -> Iterator[Candidate]:
    for queue in lists.rules.order:
        for player in QUEUES[queue](lists, table):
            yield Candidate(player, queue)


def must_move(lists: Lists, table: FloorTable) -> Iterator[str]:
    feeders = {each.name for each in lists.tables.values() if each.feeds == table.name}
    for player, seated in lists.seated.items() if feeders else ():
        if seated.place.table in feeders and player not in lists.must_leave and player not in lists.barred:
            yield player


def table_changes(lists: Lists, table: FloorTable) -> Iterator[str]:
    if table.feeds is not None:
        return
    for request in lists.changes:
        seated = lists.seat_of(request.player)
        assert seated is not None
        other = lists.tables[seated.place.table]
        if other != table and other.wanted == table.wanted and request.to in {None, table.name}:
            yield request.player


def waiting(lists: Lists, table: FloorTable) -> Iterator[str]:
    yield from lists.lists[table.wanted].players


QUEUES: Mapping[Queue, Callable[[Lists, FloorTable], Iterator[str]]] = {
    Queue.MUST_MOVE: must_move,
    Queue.TABLE_CHANGE: table_changes,
    Queue.LIST: waiting,
}
