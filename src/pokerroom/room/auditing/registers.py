"""A stream that is checked only against itself: every event can be read, and fits what came before it."""

from collections.abc import Iterator
from typing import Any

from pokerroom.log import CodecError, Envelope
from pokerroom.room.auditing.findings import UNFIT, Check, Examined, Notes, reason
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.streams import State, Stream


def events_of(
    store: EventStore, stream: Stream[Any], notes: Notes, check: Check = Check.REGISTERS
) -> Iterator[tuple[Envelope, Any]]:
    envelope: Envelope | None = None
    try:
        for committed in store.read(stream.name):
            envelope = committed.envelope
            try:
                yield envelope, stream.read(envelope)
            except CodecError as error:
                notes.find(check, envelope, f"the record cannot be read: {error}")
    except StoreError as error:
        if envelope is not None:
            notes.find(check, envelope, f"what comes after it cannot be read: {error}")


def folded(store: EventStore, stream: Stream[State]) -> tuple[State, Examined]:
    """The state that a stream leads to, and what is wrong with it."""
    notes, state = Notes(), stream.first("")
    for envelope, event in events_of(store, stream, notes):
        notes.counts[f"{stream.name} events"] += 1
        try:
            state = stream.apply(state, event)
        except UNFIT as error:
            what = f"{envelope.tag} does not fit what came before it: {reason(error)}"
            notes.find(Check.REGISTERS, envelope, what)
    return state, notes.told()
