"""Checks every stream of a record against its rules, as the registry lists them."""

from collections.abc import Iterable, Iterator
from typing import Any

from pokerroom.room.auditing import Check, Examined, Finding, Means, Notes
from pokerroom.room.books import LEDGER
from pokerroom.room.ports import EventStore
from pokerroom.room.recounting import recounted
from pokerroom.room.registry import REGISTRY, Entry
from pokerroom.room.streams import kind_of
from pokerroom.room.talk import TALK
from pokerroom.shuffle.seal import Keys

GAMES = tuple(each.source for each in REGISTRY.processes)
REGISTERS = tuple(each.name for each in REGISTRY.streams if not each.of_tables and each not in (LEDGER, TALK, *GAMES))
"""The streams besides games, ledger and talk, of which the room has one each."""


def learned(store: EventStore) -> dict[str, Any]:
    """What the examination of one stream needs to know about others, by their names."""
    entries = REGISTRY.entries.items()
    return {name: each.audit.learn(store) for name, each in entries if each.audit.learn is not None}


def to_examine(streams: Iterable[str], means: Means) -> Iterator[tuple[Entry, str]]:
    """The streams of a record, and those that must exist and do not."""
    for entry in REGISTRY.entries.values():
        if entry.audit.examine is not None:
            there = [name for name in streams if entry.stream.of_tables or entry.stream.holds(name)]
            yield from ((entry, name) for name in entry.audit.named(there, means))


def examine(store: EventStore, name: str, means: Means) -> Examined:
    look = REGISTRY.entries[kind_of(name)].audit.examine
    return Examined() if look is None else look(store, name, means)


def examine_record(store: EventStore, *, keys: Keys | None = None, decide_again: bool = False) -> Examined:
    """Examine the whole record, one stream after the other."""
    means = Means(keys=keys, decide_again=decide_again, known=learned(store))
    whole = strangers(store)
    for _, name in to_examine(store.heads(), means):
        whole += examine(store, name, means)
    return whole + recounted(store)


def strangers(store: EventStore) -> Examined:
    """Streams that do not belong to the room."""
    notes = Notes()
    for stream, head in store.heads().items():
        if kind_of(stream) not in REGISTRY.entries:
            notes.add(Finding(Check.REGISTERS, stream, head.sequence, None, "no stream of the room is called so"))
    return notes.told()
