"""An audit of the record: every stream is folded again and checked against the rules, the decks, the filing and the
books.

The registry lists each stream with one of these audits. What an audit needs to know about another stream is learned
first, once; then every stream is examined on its own, and keeps only what grows with tables and accounts. Chains and
signed heads are checked by the store.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from pokerroom.room.auditing.banked import Wrong, examine_banked, nothing_more
from pokerroom.room.auditing.booked import Booked
from pokerroom.room.auditing.bookkeeping import Bookkeeping, BooksExamined
from pokerroom.room.auditing.boxes import examine_box
from pokerroom.room.auditing.findings import Check, Examined, Finding, Notes, moment_text
from pokerroom.room.auditing.linked import letters_examined, wrong_on_link
from pokerroom.room.auditing.registers import folded
from pokerroom.room.auditing.removals import Removals, removals_in
from pokerroom.room.auditing.tables import Following
from pokerroom.room.auditing.talk import examine_talk
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.filing import Register
from pokerroom.room.filing.stream import FILING
from pokerroom.room.ports import EventStore
from pokerroom.room.processes.banking import Banked
from pokerroom.room.streams import Stream, table_of
from pokerroom.room.tables import DEALS, TABLES
from pokerroom.room.talk import TALK
from pokerroom.shuffle.seal import Keys

__all__ = [
    "Audit",
    "Booked",
    "BooksExamined",
    "Check",
    "Examined",
    "Finding",
    "Means",
    "Notes",
    "Removals",
    "examine_books",
    "examine_table",
    "filed",
    "moment_text",
    "removals_in",
    "tables_of",
]


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """What an examination has to work with."""

    keys: Keys | None = None
    decide_again: bool = False
    known: Mapping[str, Any] = {}
    """What was learned about other streams, by their names."""


class Audit(NamedTuple):
    """How a stream is checked against its rules."""

    examine: Callable[[EventStore, str, Means], Examined] | None
    """None where it is examined together with another stream."""
    learn: Callable[[EventStore], Any] | None = None
    """What others need to know about it."""
    named: Callable[[Iterable[str], Means], list[str]] = lambda streams, _means: list(streams)
    """Which of the existing streams to examine; others may mention one that is missing."""


def plain(stream: Stream[Any], *, learn: Callable[[EventStore], Any] | None = None) -> Audit:
    """An audit of a stream that is checked only against itself."""
    return Audit(lambda store, _name, _means: folded(store, stream)[1], learn)


def examine_books(store: EventStore, games: Iterable[Stream[Any]] = (TABLES,)) -> BooksExamined:
    return Bookkeeping(store, games).examined()


def books_examined(_store: EventStore, _name: str, means: Means) -> Examined:
    books: BooksExamined = means.known[LEDGER.name]
    return books.examined


def filed(store: EventStore) -> Register:
    return folded(store, FILING)[0]


def table_examined(store: EventStore, name: str, means: Means) -> Examined:
    known = means.known
    return examine_table(
        store,
        name,
        known[FILING.name],
        removals=known[CONDUCT.name],
        keys=means.keys,
        booked=known[LEDGER.name].booked.get(name),
        decide_again=means.decide_again,
    )


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
    """One table's stream, its decks and what the books hold about it; its orders are decided again if requested."""
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


def tables_of(streams: Iterable[str], booked: Iterable[str] = ()) -> list[str]:
    """The streams of all tables: those that exist, and those that decks or books mention."""
    there = set(streams)
    spoken_of = {TABLES.named(table_of(each)) for each in there if DEALS.holds(each)}
    return sorted({each for each in (*there, *booked) if TABLES.holds(each)} | spoken_of)


def boxes_of(streams: Iterable[str]) -> list[str]:
    return sorted(each for each in streams if BOXES.holds(each))


def of_books(*banked: Banked) -> Audit:
    """Of the ledger, which the tables lead to and these games."""
    games = (TABLES, *(each.stream for each in banked))
    return Audit(
        books_examined, learn=partial(examine_books, games=games), named=lambda _streams, _means: [LEDGER.name]
    )


def of_banked(game: Banked, wrong: Wrong = nothing_more) -> Audit:
    """Of a game that the house banks: folded again, compared with the books, and by its own rules."""

    def examine(store: EventStore, name: str, means: Means) -> Examined:
        booked = means.known[LEDGER.name].booked.get(name) or Booked()
        return examine_banked(store, name, game, booked=booked, wrong=wrong, keys=means.keys)

    def named(streams: Iterable[str], means: Means) -> list[str]:
        """Those that exist, and those that the books mention."""
        return sorted({each for each in (*streams, *means.known[LEDGER.name].booked) if game.stream.holds(each)})

    return Audit(examine, named=named)


def of_link(money: Banked) -> Audit:
    """Of a casino's record of a multi-casino system: against the books, and against its own payouts."""
    of_money = of_banked(money, wrong_on_link)

    def examine(store: EventStore, name: str, means: Means) -> Examined:
        assert of_money.examine is not None
        return of_money.examine(store, name, means) + letters_examined(store)

    return Audit(examine, named=of_money.named)


OF_BOXES = Audit(lambda store, name, _means: examine_box(store, name), named=lambda streams, _means: boxes_of(streams))
OF_FILING = plain(FILING, learn=filed)
OF_CONDUCT = plain(CONDUCT, learn=removals_in)
OF_TABLES = Audit(table_examined, named=lambda streams, means: tables_of(streams, means.known[LEDGER.name].booked))
OF_TALK = Audit(lambda store, _name, _means: examine_talk(store), named=lambda _streams, _means: [TALK.name])
WITH_TABLES = Audit(None)
