"""An audit of the record: every stream folded again, and held against the rules, the decks, the filing and the books.

`examine_books`, `examine_table` and `examine_register` each read what they need once and keep what grows with tables
and accounts alone. The chains and signed heads are the store's to check.
"""

from collections.abc import Iterable

from pokerroom.room.auditing.booked import Booked
from pokerroom.room.auditing.bookkeeping import Bookkeeping, BooksExamined
from pokerroom.room.auditing.findings import Check, Examined, Finding, Notes, moment_text
from pokerroom.room.auditing.registers import FOLDS, folded
from pokerroom.room.auditing.removals import Removals, removals_in
from pokerroom.room.auditing.tables import Following
from pokerroom.room.filing import Register
from pokerroom.room.ports import EventStore
from pokerroom.room.streams import DEALS, FILING, LEDGER, TABLES, table_of, table_stream
from pokerroom.shuffle.seal import Keys

__all__ = [
    "REGISTERS",
    "Booked",
    "BooksExamined",
    "Check",
    "Examined",
    "Finding",
    "Notes",
    "Removals",
    "examine_books",
    "examine_register",
    "examine_table",
    "filed",
    "moment_text",
    "removals_in",
    "strangers",
    "tables_of",
]

REGISTERS = tuple(FOLDS)


def examine_books(store: EventStore) -> BooksExamined:
    return Bookkeeping(store).examined()


def filed(store: EventStore) -> Register:
    register: Register = folded(store, FILING)[0]
    return register


def examine_table(
    store: EventStore,
    stream: str,
    register: Register,
    *,
    removals: Removals | None = None,
    keys: Keys | None = None,
    booked: Booked | None = None,
    decide_again: bool = False,
) -> Examined:
    """One table's stream, its decks and what the books hold of it; its orders decided again where that is asked."""
    following = Following(
        store,
        stream,
        register,
        booked or Booked(),
        removals=removals or Removals(),
        keys=keys,
        decide_again=decide_again,
    )
    return following.examined()


def examine_register(store: EventStore, stream: str) -> Examined:
    return folded(store, stream)[1]


def tables_of(streams: Iterable[str], booked: Iterable[str] = ()) -> list[str]:
    """The streams of all tables: those there are, and those that decks or books speak of."""
    there = set(streams)
    spoken_of = {table_stream(table_of(each)) for each in there if each.startswith(DEALS)}
    return sorted({each for each in there if each.startswith(TABLES)} | spoken_of | set(booked))


def strangers(store: EventStore) -> Examined:
    """Streams that are none of the room's."""
    notes = Notes()
    for stream, head in store.heads().items():
        if not stream.startswith((TABLES, DEALS)) and stream not in {LEDGER, *REGISTERS}:
            notes.add(Finding(Check.REGISTERS, stream, head.sequence, None, "no stream of the room is called so"))
    return notes.told()
