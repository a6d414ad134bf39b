"""Whether a record is the one that was signed last, asked before a room opens on it.

An older copy is a sound record by itself. Only what was signed elsewhere can tell that events are missing; a room does
not go on from there unless two people say that they restored it, and know what was lost.
"""

from collections.abc import Iterator
from datetime import datetime

from pokerroom.log import Head
from pokerroom.room.ports import EventStore
from pokerroom.store.audit import holds
from pokerroom.store.heads import NOTHING, HeadsError, HeadsFile, Reach, Restored, signable

PATIENCE = 5.0
"""Seconds to wait for a commit under way."""


class RolledBackError(HeadsError):
    """The record is not the one that was signed."""


def refuse_rolled_back(store: EventStore, heads: HeadsFile, name: str) -> None:
    lost = tuple(losses(store, heads))
    if lost:
        raise RolledBackError(
            f"the record {name!r} is not the one that was signed last: {'; '.join(lost)}. An older copy lies in its "
            f"place, or another record. Put the right one back; or, if two people have restored it on purpose, they "
            f"say so with `pokerroom accept-restore`"
        )


def losses(store: EventStore, heads: HeadsFile) -> Iterator[str]:
    """What was signed and is no longer there."""
    present = store.heads()
    for head in heads.listed:
        yield from lost_of(store, head, present.get(head.stream))
    reach = None if heads.last is None else heads.last.reach
    if reach is None or is_reached(store, reach):
        return
    end = store.end()
    if end < reach.position:
        yield f"events {end + 1} to {reach.position} of the whole log are missing"
    else:
        yield f"event {reach.position} of the whole log is not the one that was signed"


def lost_of(store: EventStore, signed: Head, present: Head | None) -> Iterator[str]:
    last = 0 if present is None else present.sequence
    if last < signed.sequence:
        yield f"events {last + 1} to {signed.sequence} of {signed.stream!r} are missing"
    elif not holds(store, signed):
        yield f"event {signed.sequence} of {signed.stream!r} is another"


def is_reached(store: EventStore, reach: Reach) -> bool:
    if not reach.position:
        return True
    found = next(store.read_all(after=reach.position - 1), None)
    return found is not None and (found.position, found.envelope.hash) == (reach.position, reach.hash)


def accept(store: EventStore, heads: HeadsFile, restored: Restored, *, at: datetime) -> None:
    """From now on the record as it is counts. What was lost stays named in the file of heads, under a signature."""
    store.settle(patience=PATIENCE)
    reach = NOTHING.after(map(signable, store.read_all()))
    heads.write(store.heads(), at=at, reach=reach, restored=restored)
