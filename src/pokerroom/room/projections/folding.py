"""The projections of a room put together: which events they read, and what a run of them does to the rows."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pokerroom.room.ports import Committed
from pokerroom.room.projections.declaring import Fold, Occurrence, Projection, R, Removed, Rows, RowTable
from pokerroom.room.streams import Stream, kind_of, table_of

Place = tuple[RowTable[Any], tuple[Any, ...]]
"""A table and the key of a row in it."""


class Projections:
    """All of them, in the order in which they hear of an event: each may look at the rows of those before it."""

    def __init__(self, declared: Sequence[Projection]) -> None:
        self.declared = tuple(declared)
        self.tables = tuple(table for each in declared for table in each.tables)
        self.of_rows = {table.row: table for table in self.tables}
        self.streams: dict[str, Stream[Any]] = {}
        self._folds: dict[tuple[str, str], list[Fold]] = {}
        for projection in declared:
            for stream, folds in projection.folds.items():
                self.streams[stream.name] = stream
                for kind, fold in folds.items():
                    self._folds.setdefault((stream.name, stream.codec.tag_of(kind)), []).append(fold)
        self.tags = frozenset(tag for _, tag in self._folds)
        """Events with any other tag need not be read."""

    @property
    def versions(self) -> Mapping[str, int]:
        return {each.name: each.version for each in self.declared}

    def folds(self, committed: Committed) -> Sequence[Fold]:
        envelope = committed.envelope
        return self._folds.get((kind_of(envelope.stream), envelope.tag), ())

    def read(self, committed: Committed) -> Occurrence:
        envelope = committed.envelope
        event = self.streams[kind_of(envelope.stream)].read(envelope)
        table = table_of(envelope.stream)
        return Occurrence(
            committed.position, envelope.stream, table, envelope.sequence, envelope.at, envelope.by, event
        )


class Folding:
    """Rows as a run of events changes them, before any of it is stored."""

    def __init__(self, projections: Projections, stored: Rows, known: dict[Place, Any]) -> None:
        """`known` are rows that were looked up before and have not changed since; what is looked up here joins them."""
        self._projections, self._stored, self._known = projections, stored, known
        self._changed: dict[Place, Any] = {}

    def get(self, table: RowTable[R], *key: Any) -> R | None:
        place = (table, key)
        found: R | None
        if place in self._changed:
            found = self._changed[place]
        elif place in self._known:
            found = self._known[place]
        else:
            found = self._known[place] = self._stored.get(table, *key)
        return found

    def take(self, committed: Committed) -> None:
        folds = self._projections.folds(committed)
        if folds:
            self.fold(folds, self._projections.read(committed))

    def fold(self, folds: Sequence[Fold], occurrence: Occurrence) -> None:
        for fold in folds:
            for change in fold(self, occurrence):
                self._put(change)

    def _put(self, change: msgspec.Struct | Removed) -> None:
        if isinstance(change, Removed):
            self._changed[change.table, change.key] = None
        else:
            table = self._projections.of_rows[type(change)]
            self._changed[table, table.key_of(change)] = change

    def changes(self) -> Mapping[RowTable[Any], Mapping[tuple[Any, ...], Any]]:
        """What is to be stored, by table and key; none where the row is to go."""
        found: dict[RowTable[Any], dict[tuple[Any, ...], Any]] = {}
        for (table, key), row in self._changed.items():
            found.setdefault(table, {})[key] = row
        return found

    def known(self) -> dict[Place, Any]:
        """The rows that were looked up, as they are when all this is stored."""
        return {place: self._changed.get(place, row) for place, row in self._known.items()}
