"""The event log in memory, for tests and tools: it keeps every promise except durability."""

from bisect import bisect_right, insort
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from threading import Lock

from pokerroom.log import Head, beginning, head_of
from pokerroom.room.ports import (
    FOLLOWED_AT_ONCE,
    Batch,
    CommandRepeated,
    Committed,
    Since,
    StreamConflict,
    causes_of,
    first_in,
    goes_on,
    refuse_repeated,
    shard_for,
)
from pokerroom.room.shards import UNDIVIDED, Layout, begun, divided, last_up_to, settled_by
from pokerroom.store.following import NOT_FOLLOWED, gathered
from pokerroom.store.projected import ProjectedTables, memory_engine

PLACE = attrgetter("position")


class MemoryStore:
    """An `EventStore`."""

    def __init__(self, shards: int = 1) -> None:
        self._layout = UNDIVIDED if shards == 1 else divided(0, shards)
        self._ends = list(begun(self._layout))
        self._seen = 0
        self._log: list[Committed] = []
        self._streams: dict[str, list[Committed]] = {}
        self._causes: dict[tuple[str, str], int] = {}
        self._rows: dict[tuple[str, str], bytes] = {}
        self._lock = Lock()

    @property
    def shards(self) -> int:
        return self._layout.shards

    def layouts(self) -> Sequence[Layout]:
        return (self._layout,)

    def append(self, *batches: Batch) -> tuple[int, ...]:
        first = first_in(batches)
        refuse_repeated(batches)
        shards = [shard_for(batch, self.shards) for batch in batches]
        with self._lock:
            self._refuse_conflicts(batches, first)
            self._causes.update(((each.stream, each.cause), each.sequence) for each in causes_of(batches))
            return tuple(self._keep(batch, shard) for batch, shard in zip(batches, shards, strict=True))

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        yield from self._streams.get(stream, [])[after:]

    def read_all(self, *, after: int = 0, tags: Collection[str] = ()) -> Iterator[Committed]:
        first, last = (bisect_right(self._log, each, key=PLACE) for each in (after, settled_by(self._ends)))
        yield from (each for each in self._log[first:last] if not tags or each.envelope.tag in tags)

    def end(self) -> int:
        settled = bisect_right(self._log, settled_by(self._ends), key=PLACE)
        return self._log[settled - 1].position if settled else 0

    def ends(self) -> Mapping[int, int]:
        return dict(enumerate(self._ends))

    def read_since(self, ends: Mapping[int, int], *, page: int = FOLLOWED_AT_ONCE) -> Since:
        with self._lock:
            now, log = self.ends(), self._log[bisect_right(self._log, min(ends.values(), default=0), key=PLACE) :]
            found = [each for each in log if each.position > ends.get(each.position % self.shards, NOT_FOLLOWED)]
        return gathered(lambda most: found[:most], ends, now, page)

    def make_durable(self) -> None:
        """It ends with the process."""

    def settle(self, *, patience: float = 0.0) -> bool:  # noqa: ARG002  nobody else commits
        with self._lock:
            last = max(self._ends)
            self._ends = [max(end, last_up_to(last, shard, self.shards)) for shard, end in enumerate(self._ends)]
        return True

    def saw(self, position: int) -> None:
        self._seen = max(self._seen, position)

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

    def _keep(self, batch: Batch, shard: int) -> int:
        """The position of its last event."""
        position = max(self._ends[shard], last_up_to(self._seen, shard, self.shards))
        for envelope, leads in zip(batch.envelopes, batch.leads, strict=True):
            position += self.shards
            committed = Committed(position, envelope, batch.asked if leads else None)
            insort(self._log, committed, key=PLACE)
            self._streams.setdefault(envelope.stream, []).append(committed)
        for row in batch.rows:
            if row.value is None:
                self._rows.pop((row.name, row.key), None)
            else:
                self._rows[row.name, row.key] = row.value
        self._ends[shard], self._seen = position, max(self._seen, position)
        return position
