"""A room that follows its record: what other processes have recorded takes effect here as it did there.

Each process has the states of all streams and decides for those that it holds. The others it follows: events are folded
in the order of their stream, each held against the chain, and what they mean for other streams becomes due, or is no
longer. A room that has followed is the room that would be reopened, so that it can go on with any stream at any time.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pokerroom.log import follows, head_of
from pokerroom.room.ports import ChainBroken, Committed, StoreFailed
from pokerroom.room.reopening import drop_what_is_done, fitting, take_in
from pokerroom.room.room import Done, Room
from pokerroom.room.shards import shard_of
from pokerroom.room.streams import Stream, table_of


def follow(room: Room, committed: Iterable[Committed]) -> list[Done]:
    """Let it all take effect: what happened, command by command."""
    return list(following(room, committed))


def following(room: Room, committed: Iterable[Committed]) -> Iterator[Done]:
    """What happened, command by command, each when it has taken effect and nothing after it has.

    Events that the room knows already are skipped. One that does not come next, or cannot be read, is raised.
    """
    for events in by_command(committed, room.shards):
        news = [each for each in events if each.envelope.sequence > room.head(each.envelope.stream).sequence]
        if news:
            yield taken(room, news)


def by_command(committed: Iterable[Committed], shards: int) -> Iterator[list[Committed]]:
    """The events of each command together, as they stand in its shard; commands in the order in which they began."""
    commands: list[list[Committed]] = []
    last: dict[int, list[Committed]] = {}
    for each in committed:
        shard = shard_of(each.envelope.stream, shards)
        command = last.get(shard)
        if command is None or command[-1].envelope.cause != each.envelope.cause:
            last[shard] = command = []
            commands.append(command)
        command.append(each)
    yield from commands


def taken(room: Room, news: Sequence[Committed]) -> Done:
    """One command takes effect. Nothing of it does where one of its events cannot be read, or does not come next."""
    by_stream: dict[str, list[Committed]] = {}
    for each in news:
        by_stream.setdefault(each.envelope.stream, []).append(each)
    events: list[tuple[str, Any]] = []
    for stream, table, run in [read_run(room, name, of_one) for name, of_one in by_stream.items()]:
        name = stream.named(table)
        with fitting(name):
            take_in(room, stream, table, run)
        drop_what_is_done(room, stream)
        events += ((name, event) for _, event in run)
    return Done(news[0].envelope.cause, tuple(events))


Run = tuple[Stream[Any], str, list[tuple[Committed, Any]]]
"""Events that follow one another in a stream, read."""


def read_run(room: Room, name: str, committed: Sequence[Committed]) -> Run:
    head = room.head(name)
    for each in committed:
        if not follows(each.envelope, head):
            raise ChainBroken(name, each.envelope.sequence)
        head = head_of(each.envelope)
    try:
        stream = room.declared.stream(name)
    except KeyError:
        raise StoreFailed(f"no stream of the room is called {name}") from None
    with fitting(name):
        return stream, table_of(name), [(each, stream.read(each.envelope, room.keys)) for each in committed]
