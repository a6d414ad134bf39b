"""The state of a room at a point of its record, stored with the events so that it need not read them all to open.

The events are the only truth. A checkpoint is a derived row: it is used if its seal, the code that made it and the hash
of the last event of every stream it covers all fit, and thrown away otherwise; an audit never looks at it. Each stream
declares what of it is kept, and how: cards never are.
"""

import hmac
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from pokerroom.log import Head
from pokerroom.room.answers import Answers
from pokerroom.room.processes import Process
from pokerroom.room.room import Room
from pokerroom.room.streams import Stream, table_of
from pokerroom.shuffle.seal import Keys

ROW = "checkpoint"
DOMAIN = b"pokerroom checkpoint 2"
SEAL = 32

OF_THE_ROOM = "room/"
"""The prefixes of ids that the room gives its own orders: nobody repeats one of those, nor a process's."""

ENCODER = msgspec.json.Encoder()


class Checkpoint(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    code: str
    """The program that made it. Other code may fold the same events into something else."""
    heads: tuple[Head, ...]
    """The last event of every stream it covers; the others are read from their start."""
    states: dict[str, msgspec.Raw]
    """The state of each of these streams, in the form it declares."""
    opened: dict[str, int]
    """Of streams that are not kept whole, where what is missing was opened."""
    answered: dict[str, dict[str, bytes]]
    due: dict[str, msgspec.Raw]
    """For each process, what is due and follows from these streams: by kind."""


class Standing(NamedTuple):
    """The room at one moment. Its values do not change, so another thread may write them."""

    heads: Mapping[str, Head]
    states: Mapping[str, tuple[Stream[Any], Any]]
    opened: Mapping[str, int]
    answered: Mapping[str, Mapping[str, bytes]]
    due: Mapping[str, tuple[Process, tuple[Any, ...]]]


def standing(room: Room) -> Standing:
    """The state of all streams that are kept."""
    found = ((name, room.declared.stream(name)) for name in room.heads)
    kept = {name: stream for name, stream in found if stream.kept is not None}
    return Standing(
        heads={name: room.heads[name] for name in kept},
        states={name: (stream, room.state(stream, table_of(name))) for name, stream in kept.items()},
        opened={name: room.opened[name] for name in kept if name in room.opened},
        answered={name: dict(room.answered.of.get(name, {})) for name in kept},
        due={process.name: (process, tuple(room.due[process.name])) for process in room.declared.processes},
    )


def written(now: Standing, *, code: str, keys: Keys) -> bytes:
    """The stored form, under a seal that only the holder of the deck keys can make."""
    point = Checkpoint(
        code=code,
        heads=tuple(now.heads.values()),
        states={name: state_kept(*each) for name, each in now.states.items()},
        opened=dict(now.opened),
        answered={stream: repeatable(ids, now.due) for stream, ids in now.answered.items()},
        due={name: due_kept(*each) for name, each in now.due.items()},
    )
    body = ENCODER.encode(point)
    return seal_of(body, keys) + body


def state_kept(stream: Stream[Any], state: Any) -> msgspec.Raw:
    assert stream.kept is not None
    return msgspec.Raw(ENCODER.encode(stream.kept.write(state)))


def due_kept(process: Process, due: tuple[Any, ...]) -> msgspec.Raw:
    return msgspec.Raw(ENCODER.encode([[each for each in due if type(each) is kind] for kind in process.kinds]))


def repeatable(ids: Mapping[str, bytes], processes: Iterable[str]) -> dict[str, bytes]:
    """Of the orders answered those that somebody may repeat."""
    ours = (OF_THE_ROOM, *(f"{name}/" for name in processes))
    return {id_: asked for id_, asked in ids.items() if not id_.startswith(ours)}


def seal_of(body: bytes, keys: Keys) -> bytes:
    return hmac.digest(hmac.digest(keys.current.secret, DOMAIN, "sha256"), body, "sha256")


def read_back(value: bytes, *, code: str, keys: Keys) -> Checkpoint | None:
    """The checkpoint, if it was made with these keys by this code."""
    body = value[SEAL:]
    if not hmac.compare_digest(value[:SEAL], seal_of(body, keys)):
        return None
    try:
        if msgspec.json.decode(body, type=Made).code != code:
            return None
        return msgspec.json.decode(body, type=Checkpoint)
    except msgspec.MsgspecError:
        return None


class Made(msgspec.Struct):
    """The part of one that says what made it."""

    code: str


def take_up(room: Room, point: Checkpoint) -> None:
    """The room as it was then, except for what its streams do not keep."""
    room.heads = {head.stream: head for head in point.heads}
    for name, kept in point.states.items():
        stream = room.declared.stream(name)
        room.put(stream, table_of(name), state_read(stream, kept))
    room.opened = dict(point.opened)
    room.answered = Answers(point.answered)
    for process in room.declared.processes:
        room.due[process.name] = due_read(process, point.due[process.name])


def state_read(stream: Stream[Any], kept: msgspec.Raw) -> Any:
    assert stream.kept is not None
    return stream.kept.read(msgspec.json.decode(kept, type=stream.kept.form))


def due_read(process: Process, kept: msgspec.Raw) -> list[Any]:
    form: Any = tuple[tuple(list[kind] for kind in process.kinds)]  # type: ignore[misc,valid-type]
    return [each for of_kind in msgspec.json.decode(kept, type=form) for each in of_kind]
