"""The streams beside tables and ledger: the filing register, the lists, conduct and the opening of decks."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom.log import CodecError, Envelope
from pokerroom.room import filing, lists
from pokerroom.room.auditing.findings import UNFIT, Check, Examined, Notes, reason
from pokerroom.room.filing import Register
from pokerroom.room.lists import Lists
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.streams import CODECS, CONDUCT, FILING, LISTS, OPENINGS
from pokerroom.table import conduct
from pokerroom.table.conduct import Conduct


def opened(known: None, event: Any) -> None:
    """The opening of a deck changes nothing; it is kept for those who look."""


FOLDS: Mapping[str, tuple[Any, Callable[[Any, Any], Any]]] = {
    FILING: (Register(), filing.apply),
    LISTS: (Lists(), lists.apply),
    CONDUCT: (Conduct(), conduct.apply),
    OPENINGS: (None, opened),
}
"""What each stream starts from, and how an event changes it."""


def events_of(store: EventStore, stream: str, notes: Notes) -> Iterator[tuple[Envelope, Any]]:
    codec = CODECS[stream]
    envelope: Envelope | None = None
    try:
        for committed in store.read(stream):
            envelope = committed.envelope
            try:
                yield envelope, codec.decode(envelope.tag, envelope.version, envelope.body)
            except CodecError as error:
                notes.find(Check.REGISTERS, envelope, f"the record cannot be read: {error}")
    except StoreError as error:
        if envelope is not None:
            notes.find(Check.REGISTERS, envelope, f"what comes after it cannot be read: {error}")


def folded(store: EventStore, stream: str) -> tuple[Any, Examined]:
    """What a stream comes to, and what is wrong with it."""
    notes = Notes()
    state, fold = FOLDS[stream]
    for envelope, event in events_of(store, stream, notes):
        notes.counts[f"{stream} events"] += 1
        try:
            state = fold(state, event)
        except UNFIT as error:
            what = f"{envelope.tag} does not fit what came before it: {reason(error)}"
            notes.find(Check.REGISTERS, envelope, what)
    return state, notes.told()
