"""The stream of tables among friends: made by whom, paused, resumed and ended.

What happens at such a table is in the stream of the table, like anywhere else. A table that has ended stays known, so
that whoever still has its link is told so, and its name is given to no other.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.log import Codec
from pokerroom.room.friends import commands
from pokerroom.room.keeping import kept_whole
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.streams import Stream, kinds_of

MOST_EACH = 2
"""Tables of one host that are open at a time."""
MOST = 100
"""Such tables in the room at a time."""
ROOM = "the room"
"""Who ends a table where nobody is any more."""


class FriendsTableMade(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    table: str
    id: str
    key: str
    at: datetime
    host: str
    settings: str
    bots: bool


class FriendsTablePaused(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    table: str
    at: datetime


class FriendsTableResumed(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    table: str
    at: datetime


class FriendsTableEnded(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    table: str
    at: datetime
    by: str
    """The host, or the room where nobody was at the table any more."""


Event = FriendsTableMade | FriendsTablePaused | FriendsTableResumed | FriendsTableEnded


class FriendsTable(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    table: str
    id: str
    key: str
    at: datetime
    host: str
    settings: str
    bots: bool
    paused: bool = False
    ended: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.ended is None


class Friends(msgspec.Struct, frozen=True, gc=False):
    tables: Mapping[str, FriendsTable] = {}

    @property
    def open_ones(self) -> tuple[FriendsTable, ...]:
        return tuple(each for each in self.tables.values() if each.is_open)

    def hosted_by(self, player: str) -> tuple[FriendsTable, ...]:
        return tuple(each for each in self.open_ones if each.host == player)

    def by_id(self, id: str) -> FriendsTable | None:  # noqa: A002
        return next((each for each in self.tables.values() if each.id == id), None)


def perform(friends: Friends, command: commands.Command) -> Any:
    decided = make(friends, command) if isinstance(command, commands.MakeTable) else hosted(friends, command)
    if isinstance(decided, Refusal):
        return decided
    after = friends
    for event in decided:
        after = apply(after, event)
    return after, decided


def make(friends: Friends, command: commands.MakeTable) -> tuple[Event, ...] | Refusal:
    if len(friends.hosted_by(command.by)) >= MOST_EACH:
        return Refusal(Code.TOO_MANY_TABLES, facts={"most": MOST_EACH})
    if len(friends.open_ones) >= MOST:
        return Refusal(Code.NO_ROOM_FOR_TABLES, facts={"most": MOST})
    return (
        FriendsTableMade(
            table=f"Friends {len(friends.tables) + 1}",
            id=command.id,
            key=command.key,
            at=command.at,
            host=command.by,
            settings=command.settings,
            bots=command.bots,
        ),
    )


def hosted(friends: Friends, command: commands.Hosted) -> tuple[Event, ...] | Refusal:
    found = friends.tables.get(command.table)
    if found is None:
        return Refusal(Code.NOT_AMONG_FRIENDS, facts={"table": command.table})
    is_room = command.by == ROOM and isinstance(command, commands.End)
    if command.by != found.host and not is_room:
        return Refusal(Code.NOT_THE_HOST, facts={"host": found.host})
    if not found.is_open:
        return () if isinstance(command, commands.End) else Refusal(Code.FRIENDS_TABLE_ENDED)
    match command:
        case commands.Pause():
            return () if found.paused else (FriendsTablePaused(table=found.table, at=command.at),)
        case commands.Resume():
            return (FriendsTableResumed(table=found.table, at=command.at),) if found.paused else ()
        case _:
            return (FriendsTableEnded(table=found.table, at=command.at, by=command.by),)


def apply(friends: Friends, event: Event) -> Friends:
    match event:
        case FriendsTableMade():
            if event.table in friends.tables:
                raise ValueError(f"{event.table} is the name of another table")
            now = FriendsTable(**msgspec.structs.asdict(event))
        case FriendsTablePaused() | FriendsTableResumed():
            now = replace(friends.tables[event.table], paused=isinstance(event, FriendsTablePaused))
        case _:
            now = replace(friends.tables[event.table], ended=event.at)
    return Friends({**friends.tables, now.table: now})


FRIENDS: Stream[Friends] = Stream(
    name="friends",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Friends(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Friends),
)
