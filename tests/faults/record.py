"""The record of a live room, read on after each death of its server: what was written once never changes.

Chips are counted from the record alone: those issued are those in the banks, at the tables and in the house's hands.
"""

from collections.abc import Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from pokerroom.ledger.accounts import Kind
from pokerroom.live.tables.recent import next_entry
from pokerroom.live.tables.telling import Entry, seconds
from pokerroom.room.books import LEDGER
from pokerroom.room.registry import REGISTRY
from pokerroom.room.streams import table_of
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Keys, Place, Sealed, from_store, read_keys
from pokerroom.store import open_store
from pokerroom.table import seating
from pokerroom.table.seating import Table

ROUTES = ((Kind.CAGE, Kind.BANK), (Kind.BANK, Kind.CAGE), (Kind.BANK, Kind.STAKES), (Kind.STAKES, Kind.BANK))
"""The ways by which money comes into the room and leaves it, and goes to a table and comes back."""
BY_HOLD = ((Kind.BANK, Kind.HELD), (Kind.HELD, Kind.BANK), (Kind.HELD, Kind.STAKES))
"""The ways to a table that no commit shares with the books: money is held, and let go again or paid in there."""


class Chips(NamedTuple):
    """What was issued, and where it lies."""

    issued: int
    banks: int
    held: int
    """For tables that have not said yet what became of it."""
    leaving: int
    """Cashed out at a table and not yet written in the books."""
    tables: int
    house: int

    @property
    def found(self) -> int:
        return self.banks + self.held + self.leaving + self.tables + self.house


class Record:
    def __init__(self, url: str, deck_keys: Path) -> None:
        self.url, self.deck_keys = url, deck_keys
        self.hashes: dict[str, list[bytes]] = {}
        self.causes: dict[tuple[str, str], list[int]] = {}
        """The numbers of the events that each order led to in each stream."""
        self.entries: dict[str, list[Entry]] = {}
        self.tables: dict[str, Table] = {}
        self.moved = dict.fromkeys(ROUTES + BY_HOLD, 0)
        self.bought: dict[str, int] = {}

    @cached_property
    def keys(self) -> Keys:
        """The server makes them when it starts for the first time."""
        return read_keys(self.deck_keys)

    def read_on(self) -> None:
        with closing(open_store(self.url)) as store:
            for stream in store.heads():
                known = self.hashes.setdefault(stream, [])
                # One event more than is new: it must still be the one that was there.
                for committed in store.read(stream, after=max(0, len(known) - 1)):
                    envelope = committed.envelope
                    if envelope.sequence == len(known):
                        assert envelope.hash == known[-1], f"{envelope} is not the event it was"
                        continue
                    assert envelope.sequence == len(known) + 1, f"{envelope} follows number {len(known)}"
                    known.append(envelope.hash)
                    self.causes.setdefault((stream, envelope.cause), []).append(envelope.sequence)
                    self._take(stream, envelope)

    def _take(self, stream: str, envelope: Any) -> None:
        if stream != LEDGER.name and not TABLES.holds(stream):
            return
        event = REGISTRY.stream(stream).read(envelope)
        if stream == LEDGER.name:
            self._book(event)
            return
        if isinstance(event, Sealed):
            event = from_store(event, Place(stream, envelope.sequence), self.keys)
        name = table_of(stream)
        known = self.entries.setdefault(name, [])
        known.append(next_entry(known[-1] if known else None, envelope.sequence, seconds(envelope.at), event))
        self.tables[name] = seating.apply(self.tables.get(name) or seating.new_table(name), event)

    def _book(self, event: Any) -> None:
        for transfer in getattr(event, "transfers", ()):
            route = transfer.debit.kind, transfer.credit.kind
            if route in self.moved:
                self.moved[route] += transfer.amount
            if route in {(Kind.BANK, Kind.STAKES), (Kind.HELD, Kind.STAKES)}:
                table = transfer.credit.table
                self.bought[table] = self.bought.get(table, 0) + transfer.amount

    @property
    def holds(self) -> bool:
        """Whether anything was ever held for a table."""
        return self.moved[Kind.BANK, Kind.HELD] > 0

    @property
    def unbooked(self) -> int:
        """Bought in at tables, and not yet written in the books."""
        return sum(table.bought_in for table in self.tables.values()) - sum(self.bought.values())

    @property
    def chips(self) -> Chips:
        deposited, withdrawn, bought, returned = (self.moved[route] for route in ROUTES)
        held, released, paid_in = (self.moved[route] for route in BY_HOLD)
        tables = self.tables.values()
        return Chips(
            issued=deposited - withdrawn,
            banks=deposited - withdrawn - bought + returned - held + released,
            held=held - released - paid_in - self.unbooked,
            leaving=sum(table.cashed_out for table in tables) - returned,
            tables=sum(table.at_stake for table in tables),
            house=sum(table.in_rake_area + table.inventory + table.in_bad_beat_box for table in tables),
        )

    @property
    def in_progress(self) -> list[str]:
        """Tables in the middle of a round of play."""
        return [name for name, table in self.tables.items() if table.dealing is not None]

    def events_of(self, table: str, cause: str) -> Sequence[int]:
        return self.causes.get((TABLES.named(table), cause), ())

    def reread(self) -> None:
        """All of it once more: every event is where it was, and what it was."""
        with closing(open_store(self.url)) as store:
            for stream, known in self.hashes.items():
                assert [each.envelope.hash for each in store.read(stream)] == known, stream
