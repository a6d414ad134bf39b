"""A room from its record: every stream folded again, from its start or from where a checkpoint left it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pokerroom.log import Envelope, Head
from pokerroom.room.answers import NOT_SAID
from pokerroom.room.checkpoint import Checkpoint, take_up
from pokerroom.room.ports import Committed, EventStore, StoreFailed
from pokerroom.room.processes import Process, Recorded
from pokerroom.room.room import Room
from pokerroom.room.streams import Stream, table_of

UNFIT = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What folding raises; a codec's error is one of them."""


def reopened(store: EventStore, room: Room, *, point: Checkpoint | None = None) -> Room:
    """The room from its record, with what processes still owe; from `point` on if that fits."""
    # Before anything is read: what others record meanwhile is followed from here, and what is known by then is skipped.
    room.ends = dict(store.ends())
    heads, room.shards = store.heads(), store.shards
    if point is not None and all(holds(store, head, heads) for head in point.heads):
        take_up(room, point)
        for name, sequence in point.opened.items():
            with fitting(name):
                fold_again(room, store, name, opened=sequence)
    strangers = sorted(name for name in heads if not any(each.holds(name) for each in room.declared.streams))
    if strangers:
        raise StoreFailed(f"no stream of the room is called {', '.join(strangers)}")
    # A target before its source: it says which of the source's events are still due.
    for stream in sorted(room.declared.streams, key=lambda each: is_source(room, each)):
        for name in sorted(filter(stream.holds, heads)):
            with fitting(name):
                fold_stream(room, store, stream, table_of(name))
        drop_what_is_done(room, stream)
    room.sort_tables()
    return room


@contextmanager
def fitting(name: str) -> Iterator[None]:
    """Events of a stream that are none, or do not fit what came before them, are told in words."""
    try:
        yield
    except UNFIT as error:
        why = " ".join(str(error).split()) or type(error).__name__
        raise StoreFailed(f"the events of {name!r} do not fit one another: {why}") from error


def is_source(room: Room, stream: Stream[Any]) -> bool:
    return any(each.source is stream for each in room.declared.processes)


def holds(store: EventStore, head: Head, heads: Mapping[str, Head]) -> bool:
    """Whether the record has exactly this event and so, by its hash, all before it."""
    last = heads.get(head.stream)
    if last is None or last.sequence <= head.sequence:
        return bool(last == head)
    return next(store.read(head.stream, after=head.sequence - 1)).envelope.hash == head.hash


def fold_again(room: Room, store: EventStore, name: str, *, opened: int) -> None:
    """Fold what a checkpoint does not keep of a stream, from the event that opened it."""
    stream, table, last = room.declared.stream(name), table_of(name), room.heads[name].sequence
    assert stream.kept is not None
    state = room.state(stream, table)
    for envelope, event in stream.events(store, table, after=opened - 1, keys=room.keys):
        if envelope.sequence > last:
            break
        state = stream.kept.refold(state, event)
    room.put(stream, table, state)


def fold_stream(room: Room, store: EventStore, stream: Stream[Any], table: str) -> None:
    news = store.read(stream.named(table), after=room.head(stream.named(table)).sequence)
    take_in(room, stream, table, ((each, stream.read(each.envelope, room.keys)) for each in news))


def take_in(room: Room, stream: Stream[Any], table: str, news: Iterable[tuple[Committed, Any]]) -> None:
    """Fold the events that come next in a stream, with what they lead to elsewhere."""
    readers = [each for each in room.declared.processes if each.source is stream]
    noted, state = note(room, stream, table, news), room.state(stream, table)
    if not readers:
        room.put(stream, table, stream.folded(state, (event for _, event in noted)))
        return
    for envelope, event in noted:
        after = stream.apply(state, event)
        recorded = Recorded(table, envelope.sequence, envelope.at, state, (event,), after)
        for process in readers:
            if type(event) in process.idle:
                continue
            room.due[process.name] += process.due(recorded, room.state(process.target))
        state = after
    room.put(stream, table, state)


def note(
    room: Room, stream: Stream[Any], table: str, news: Iterable[tuple[Committed, Any]]
) -> Iterator[tuple[Envelope, Any]]:
    """What the room remembers of events beside the state; it does when they have been gone through."""
    name, envelope, cause = stream.named(table), None, ""
    for committed, event in news:
        envelope = committed.envelope
        if envelope.cause != cause:
            cause = envelope.cause
            room.answered.remember(name, cause, committed.asked or NOT_SAID)
        room.in_clear += stream.is_in_clear(envelope, event)
        room.note_opening(stream, name, envelope.sequence, (event,))
        yield envelope, event
    if envelope is not None:
        room.heads[name] = Head(name, envelope.sequence, envelope.hash)


def drop_what_is_done(room: Room, stream: Stream[Any]) -> None:
    """Drop what was due at a checkpoint and this target has received since."""
    for process in room.declared.processes:
        if process.target is stream:
            drop_done(room, process)


def drop_done(room: Room, process: Process) -> None:
    target = room.state(process.target)
    room.due[process.name] = [each for each in room.due[process.name] if not process.is_done(target, each)]
