"""The event log in memory, for tests and tools: it keeps every promise except durability."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from threading import Lock

from pokerroom.log import Head, beginning, head_of
from pokerroom.room.ports import (
    Batch,
    CommandRepeated,
    Committed,
    StreamConflict,
    causes_of,
    first_in,
    goes_on,
    refuse_repeated,
)
from pokerroom.store.projected import ProjectedTables, memory_engine


class MemoryStore:
    """An `EventStore`."""

    def __init__(self) -> None:
        self._log: list[Committed] = []
        self._streams: dict[str, list[Committed]] = {}
        self._causes: dict[tuple[str, str], int] = {}
        self._rows: dict[tuple[str, str], bytes] = {}
        self._lock = Lock()

    def append(self, *batches: Batch) -> int:
        first = first_in(batches)
        refuse_repeated(batches)
        with self._lock:
            self._refuse_conflicts(batches, first)
            self._causes.update(((each.stream, each.cause), each.sequence) for each in causes_of(batches))
            for batch in batches:
                self._keep(batch)
            return len(self._log)

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        yield from self._streams.get(stream, [])[after:]

    def read_all(self, *, after: int = 0, tags: Collection[str] = ()) -> Iterator[Committed]:
        yield from (each for each in self._log[after:] if not tags or each.envelope.tag in tags)

    def end(self) -> int:
        return len(self._log)

    @cached_property
    def projected(self) -> ProjectedTables:
        """In a SQLite of their own in memory, made when somebody first asks."""
        return ProjectedTables(self, memory_engine(), make=True)

    def heads(self) -> Mapping[str, Head]:
        with self._lock:
            return {stream: head_of(kept[-1].envelope) for stream, kept in self._streams.items()}

    def caused(self, stream: str, cause: str) -> tuple[Committed, ...]:
        first = self._causes.get((stream, cause))
        events: list[Committed] = []
        for each in self.read(stream, after=first - 1) if first else ():
            if each.envelope.cause != cause:
                break
            events.append(each)
        return tuple(events)

    def row(self, name: str, key: str) -> bytes | None:
        return self._rows.get((name, key))

    def rows(self, name: str) -> Iterator[tuple[str, bytes]]:
        with self._lock:
            found = sorted((key, value) for (of, key), value in self._rows.items() if of == name)
        yield from found

    def damage(self, *, thorough: bool = True) -> Iterator[str]:  # noqa: ARG002  there is no file, and no page
        return iter(())

    def close(self) -> None:
        pass

    def _refuse_conflicts(self, batches: Sequence[Batch], first: Mapping[str, Batch]) -> None:
        for each in causes_of(batches):
            if (each.stream, each.cause) in self._causes:
                raise CommandRepeated(each.stream, each.cause, self.caused(each.stream, each.cause)[0].asked)
        for stream, batch in first.items():
            kept = self._streams.get(stream)
            if not goes_on(batch, head_of(kept[-1].envelope) if kept else beginning(stream)):
                raise StreamConflict(stream, batch.first[stream].sequence)

    def _keep(self, batch: Batch) -> None:
        for envelope, leads in zip(batch.envelopes, batch.leads, strict=True):
            committed = Committed(len(self._log) + 1, envelope, batch.asked if leads else None)
            self._log.append(committed)
            self._streams.setdefault(envelope.stream, []).append(committed)
        for row in batch.rows:
            if row.value is None:
                self._rows.pop((row.name, row.key), None)
            else:
                self._rows[row.name, row.key] = row.value
