"""Who follows the floor of which room, and what each push tells them: only what has changed.

Several times a second the board compares the states that its rows were made from with those of now. States are values:
the same one is the same row, so that a board of 200 tables costs next to nothing while nothing happens, and nothing
that happens can be missed.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from pokerroom.live.board.rows import TableSources, as_watched, list_row, people_row, table_row, wait_row
from pokerroom.live.connections import Connection
from pokerroom.live.entrance.permissions import FLOOR
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.telling import seconds
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.duty import DUTY
from pokerroom.room.friends import FRIENDS
from pokerroom.room.lists import Hold, Wanted
from pokerroom.room.lists.state import Lists, WaitingList
from pokerroom.room.lists.stream import LISTS
from pokerroom.wire import floor

ENCODER = msgspec.json.Encoder()


class Board:
    """The floor of one room as it was told last. Tables among friends are nobody's but their own."""

    def __init__(self, name: str, live: LiveRoom, actors: Mapping[str, TableActor]) -> None:
        self._name, self._live, self._actors = name, live, actors
        self.followers: dict[Connection, None] = {}
        self._seen: dict[str, TableSources] = {}
        self._tables: dict[str, floor.FloorTable] = {}
        self._waiting: dict[Wanted, WaitingList] = {}
        self._lists: dict[Wanted, floor.FloorList] = {}
        self._waits: dict[Wanted, floor.ExpectedWait] = {}
        self._of_people: tuple[Any, ...] = ()
        self._people: floor.FloorPeople | None = None

    def follow(self, connection: Connection) -> None:
        """All of it first, from what the others have been told already."""
        self.push()
        self.followers[connection] = None
        send(self._whole(), (connection,))

    def push(self) -> None:
        """Tell those who follow it what has changed since the last time."""
        changed = self._changed()
        if changed is not None and self.followers:
            send(changed, self.followers)

    def _whole(self) -> floor.FloorBoard:
        return floor.FloorBoard(
            room=self._name,
            whole=True,
            now=seconds(self._live.moment()),
            tables=tuple(self._tables.values()),
            lists=tuple(self._lists.values()),
            waits=tuple(self._waits.values()),
            people=self._people,
        )

    def _changed(self) -> floor.FloorBoard | None:
        lists = self._live.room.state(LISTS)
        queues, ended = self._changed_lists(lists)
        tables, gone = self._changed_tables(lists)
        waits, people = self._changed_waits(lists), self._changed_people(lists)
        if not (tables or gone or queues or ended or waits or people):
            return None
        return floor.FloorBoard(
            room=self._name,
            whole=False,
            now=seconds(self._live.moment()),
            tables=tables,
            gone=gone,
            lists=queues,
            ended=ended,
            waits=waits,
            people=people,
        )

    def _changed_tables(self, lists: Lists) -> tuple[tuple[floor.FloorTable, ...], tuple[str, ...]]:
        now, changed = dict(self._seen_now(lists)), []
        for name, seen in now.items():
            before = self._seen.get(name)
            if before is not None and before.same_as(seen):
                continue
            row = table_row(seen, self._live.name_of)
            if self._tables.get(name) != row:
                self._tables[name] = row
                changed.append(row)
        gone = tuple(name for name in self._tables if name not in now)
        for name in gone:
            del self._tables[name]
        self._seen = now
        return tuple(changed), gone

    def _seen_now(self, lists: Lists) -> Iterator[tuple[str, TableSources]]:
        held: dict[str, tuple[Hold, ...]] = {}
        for hold in lists.holds:
            held[hold.place.table] = (*held.get(hold.place.table, ()), hold)
        room, private = self._live.room, self._live.room.state(FRIENDS).tables
        for name, actor in self._actors.items():
            if actor.live is self._live and name not in private:
                listed = lists.tables.get(name)
                feeds = None if listed is None else listed.feeds
                halted = actor.halted is not None
                box, notices = room.state(BOXES, name), actor.consoles.notices
                yield name, TableSources(actor.table, box, held.get(name, ()), feeds, halted, notices)

    def _shown(self, lists: Lists) -> Mapping[Wanted, WaitingList]:
        private = self._live.room.state(FRIENDS).tables
        return {wanted: found for wanted, found in lists.lists.items() if wanted.limits not in private}

    def _changed_lists(self, lists: Lists) -> tuple[tuple[floor.FloorList, ...], tuple[tuple[str, str], ...]]:
        shown = self._shown(lists)
        changed = {
            wanted: list_row(wanted, found) for wanted, found in shown.items() if self._waiting.get(wanted) is not found
        }
        ended = tuple(wanted for wanted in self._lists if wanted not in shown)
        self._waiting = dict(shown)
        self._lists = {wanted: row for wanted, row in (self._lists | changed).items() if wanted in shown}
        return tuple(changed.values()), tuple((each.game, each.limits) for each in ended)

    def _changed_waits(self, lists: Lists) -> tuple[floor.ExpectedWait, ...]:
        now = self._live.moment()
        waits = {wanted: wait_row(lists, wanted, now) for wanted in self._lists}
        changed = tuple(row for wanted, row in waits.items() if self._waits.get(wanted) != row)
        self._waits = waits
        return changed

    def _changed_people(self, lists: Lists) -> floor.FloorPeople | None:
        room = self._live.room
        day = room.state(LEDGER).open_day
        date = None if day is None else day.date.isoformat()
        behaved, duty = room.state(CONDUCT), room.state(DUTY)
        made_from = (lists.changes, lists.barred, behaved, duty, date)
        if len(self._of_people) == len(made_from) and all(map(is_same, self._of_people, made_from)):
            return None
        self._of_people = made_from
        people = people_row(lists, behaved, duty, self._live.name_of, date)
        if people == self._people:
            return None
        self._people = people
        return people


def send(board: floor.FloorBoard, to: Iterable[Connection]) -> None:
    """To those who walk the floor as it is, and to those who watch over it without what only the floor needs."""
    encoded: dict[bool, bytes] = {}
    for connection in to:
        walks = connection.identity.role in FLOOR
        if walks not in encoded:
            encoded[walks] = ENCODER.encode(board if walks else as_watched(board))
        connection.send(encoded[walks])


def is_same(before: object, now: object) -> bool:
    return before is now or (isinstance(now, str) and before == now)


class Boards:
    """The board of every room of the house."""

    def __init__(self, rooms: Mapping[str, LiveRoom], actors: Mapping[str, TableActor]) -> None:
        self._rooms, self._actors = rooms, actors
        self._boards: dict[str, Board] = {}

    def follow(self, connection: Connection, room: str) -> Refusal | None:
        """From now on, and no other board of the house any more; `room` by its name in addresses."""
        live = self._rooms.get(room.replace("-", " "))
        if live is None or not connection.identity.works_in(live.name):
            return Refusal(Code.NO_SUCH_ROOM)
        self.leave(connection)
        if room not in self._boards:
            self._boards[room] = Board(room, live, self._actors)
        self._boards[room].follow(connection)
        return None

    def leave(self, connection: Connection) -> None:
        for board in self._boards.values():
            board.followers.pop(connection, None)

    def push(self) -> None:
        """Tell everybody who follows a board what has changed; a board that nobody follows costs nothing."""
        for board in self._boards.values():
            if board.followers:
                board.push()
