"""The event log in a SQL database. The differences between SQLite and PostgreSQL are in `opening`.

Reading uses SQLAlchemy. The few statements of a commit go directly to the driver: every table waits for them, and for a
small commit SQLAlchemy would take longer than SQLite itself.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from threading import Lock
from time import monotonic
from types import NoneType
from typing import Any

from sqlalchemy import Engine, Executable, PoolProxiedConnection, Select, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

from pokerroom.log import Envelope, Head, beginning
from pokerroom.log.envelope import moment
from pokerroom.room.ports import (
    Batch,
    CommandRepeated,
    Committed,
    Fenced,
    StoreError,
    StoreFailed,
    StreamConflict,
    causes_of,
    first_in,
    goes_on,
    refuse_repeated,
)
from pokerroom.store.damage import damage_in
from pokerroom.store.failures import said_by
from pokerroom.store.faults import failure
from pokerroom.store.lease import Lease, Terms
from pokerroom.store.leasing import leased
from pokerroom.store.projected import ProjectedTables, fetched
from pokerroom.store.schema import event, projection

PAGE = 1000
"""How many events are in memory at a time while a stream is read."""

# Values are marked as SQLite does.
TAKE_POSITIONS = "UPDATE log_end SET position = position + ? WHERE epoch = ? RETURNING position"
"""It finds no row once another process has taken the lease."""
INSERT = """
    INSERT INTO event (position, stream, sequence, at, "by", cause, tag, version, body, hash, leads, asked) VALUES
"""
COLUMNS = 12
ONE_EVENT = "(" + ", ".join("?" * COLUMNS) + ")"
TOGETHER = (64, 16, 4, 1)
"""How many rows a statement inserts. Few sizes, so that each is prepared once; few statements, because between two of
them another thread may take the interpreter and keep the commit waiting.
"""

STATEMENTS = {size: INSERT + ", ".join([ONE_EVENT] * size) for size in TOGETHER}
HASH_AT = "SELECT hash FROM event WHERE stream = ? AND sequence = ?"
PUT = """
    INSERT INTO projection (name, key, value) VALUES (?, ?, ?)
    ON CONFLICT (name, key) DO UPDATE SET value = excluded.value
"""
REMOVE = "DELETE FROM projection WHERE name = ? AND key = ?"

STORED = tuple(column for column in event.c if column is not event.c.leads)
"""What an event and its position are made of."""

ONE_STREAM = (
    select(*STORED)
    .where(event.c.stream == bindparam("stream"), event.c.sequence > bindparam("after"))
    .order_by(event.c.sequence)
    .limit(bindparam("page"))
)
ALL_STREAMS = (
    select(*STORED).where(event.c.position > bindparam("after")).order_by(event.c.position).limit(bindparam("page"))
)
WITH_TAGS = ALL_STREAMS.where(event.c.tag.in_(bindparam("tags", expanding=True)))
END = select(func.max(event.c.position))
LED_BY = select(event.c.sequence, event.c.asked).where(
    event.c.stream == bindparam("stream"), event.c.cause == bindparam("cause"), event.c.leads
)
VALUE = select(projection.c.value).where(projection.c.name == bindparam("name"), projection.c.key == bindparam("key"))
VALUES = (
    select(projection.c.key, projection.c.value)
    .where(projection.c.name == bindparam("name"), projection.c.key > bindparam("after"))
    .order_by(projection.c.key)
    .limit(bindparam("page"))
)


def stream_heads() -> Select[Any]:
    """The last event of every stream, found by stepping from stream to stream: the events between are not read."""
    first = select(func.min(event.c.stream).label("stream")).cte("streams", recursive=True)
    following = select(func.min(event.c.stream)).where(event.c.stream > first.c.stream).scalar_subquery()
    # Without repetitions, so that a damaged index that leads in a circle comes to an end.
    streams = first.union(select(following).where(first.c.stream.is_not(None)))
    last = (
        select(func.max(event.c.sequence))
        .where(event.c.stream == streams.c.stream)
        .correlate(streams)
        .scalar_subquery()
    )
    return select(event.c.stream, event.c.sequence, event.c.hash).join(
        streams, (event.c.stream == streams.c.stream) & (event.c.sequence == last)
    )


HEADS = stream_heads()


class SqlStore:
    """An `EventStore`; made by `open_store`. Any number of threads may use it."""

    def __init__(
        self, engine: Engine, beside: Engine | None = None, *, lease: Lease | None = None, terms: Terms | None = None
    ) -> None:
        """`beside` connects to the same database for what can be made again: its commits need not wait for the disk.

        Without a lease the first append takes one: whoever only reads needs none.
        """
        self._engine = engine
        self.lease, self._terms = lease, terms or Terms()
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._errors: Any = engine.dialect.import_dbapi() if engine.dialect.dbapi is None else engine.dialect.dbapi
        # What this process has appended. An event never moves, so what is known here stays true.
        self._known: dict[str, Head] = {}
        self._writer: PoolProxiedConnection | None = None
        self._cursor: Any = None
        self._lock = Lock()
        # SQLite has one writer at a time, and who finds it busy sleeps a while: in one process they queue here instead.
        self.projected = ProjectedTables(self, beside or engine, turn=self._lock if self._is_sqlite else None)

    def append(self, *batches: Batch) -> int:
        first = first_in(batches)
        try:
            last = self._commit(batches, first)
        except (self._errors.IntegrityError, StreamConflict) as error:
            raise self._conflict(batches, first, error) from error
        except (self._errors.Error, SQLAlchemyError, OSError) as error:
            raise failure("the events could not be stored", error) from error
        for batch in batches:
            self._known.update(batch.heads)
        return last

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        return self._paged(ONE_STREAM, after, lambda last: last.envelope.sequence, stream=stream)

    def read_all(self, *, after: int = 0, tags: Collection[str] = ()) -> Iterator[Committed]:
        if tags:
            return self._paged(WITH_TAGS, after, lambda last: last.position, tags=sorted(tags))
        return self._paged(ALL_STREAMS, after, lambda last: last.position)

    def end(self) -> int:
        return int(self._fetched(END)[0][0] or 0)

    def heads(self) -> Mapping[str, Head]:
        return {head.stream: head for head in map(head_from, self._fetched(HEADS))}

    def caused(self, stream: str, cause: str) -> tuple[Committed, ...]:
        led = self._fetched(LED_BY, stream=stream, cause=cause)
        if not led:
            return ()
        events: list[Committed] = []
        for each in self.read(stream, after=led[0][0] - 1):
            if each.envelope.cause != cause:
                break
            events.append(each)
        return tuple(events)

    def row(self, name: str, key: str) -> bytes | None:
        found = self._fetched(VALUE, name=name, key=key)
        return value_from(name, key, found[0][0]) if found else None

    def rows(self, name: str) -> Iterator[tuple[str, bytes]]:
        after = ""
        # An empty key sorts before all others and is not above any.
        if (unnamed := self.row(name, "")) is not None:
            yield "", unnamed
        while page := self._fetched(VALUES, name=name, after=after, page=PAGE):
            for key, value in page:
                yield key, value_from(name, key, value)
            if page[-1][0] <= after:
                raise StoreFailed(f"the rows of {name!r} are not in their order")
            after = page[-1][0]

    def damage(self, *, thorough: bool = True) -> Iterator[str]:
        return damage_in(self._fetched, is_sqlite=self._is_sqlite, thorough=thorough)

    def close(self) -> None:
        with self._lock:
            if self._writer is not None:
                self._writer.close()
                self._writer = self._cursor = None
            if self.lease is not None:
                self.lease.close()
                self.lease = None
        self._engine.dispose()
        self.projected.close()

    def _commit(self, batches: Sequence[Batch], first: Mapping[str, Batch]) -> int:
        """Commit on the one writing connection, in a transaction; after a failure a new connection replaces it."""
        with self._lock:
            lease = self._leased()
            if self._writer is None:
                self._open_writer()
            began, lapsed = monotonic(), not lease.holds()
            try:
                if self._is_sqlite:
                    # The lock is taken first: a transaction that waits for it half-way may find that what it read is
                    # out of date.
                    self._cursor.execute("BEGIN IMMEDIATE")
                    last = self._write(lease, batches, first)
                    self._cursor.execute("COMMIT")
                else:
                    # Statements whose answer nobody waits for are sent together with the commit.
                    with self._cursor.connection.pipeline():
                        last = self._write(lease, batches, first)
                        self._cursor.connection.commit()
            except BaseException:
                assert self._writer is not None
                self._writer.invalidate()
                self._writer = self._cursor = None
                raise
            if lapsed:
                lease.confirm(began)
        return last

    def _open_writer(self) -> None:
        self._writer = self._engine.raw_connection()
        self._cursor = self._writer.cursor()

    def _leased(self) -> Lease:
        """The lease that lets us write."""
        if self.lease is None:
            self.lease = leased(self._engine, terms=self._terms)
        if self.lease.fenced:
            raise Fenced(self.lease.fenced)
        return self.lease

    def _write(self, lease: Lease, batches: Sequence[Batch], first: Mapping[str, Batch]) -> int:
        last = self._take_positions(lease, sum(len(batch.envelopes) for batch in batches))
        self._refuse_strays(first)
        self._insert_events(batches, last)
        self._put_rows(batches)
        return last

    def _marked(self, statement: str) -> str:
        return statement if self._is_sqlite else as_psycopg(statement)

    def _fetched(self, statement: Executable, **values: object) -> Sequence[Any]:
        return fetched(self._engine, statement, values, "the store could not be read")

    def _paged(
        self, statement: Select[Any], after: int, last: Callable[[Committed], int], **values: object
    ) -> Iterator[Committed]:
        # A page is its own transaction: a slow reader holds up neither the writer nor the checkpoints of SQLite.
        while rows := self._fetched(statement, **values, after=after, page=PAGE):
            for committed in map(committed_from, rows):
                if last(committed) <= after:
                    raise StoreFailed(f"the event at position {committed.position} is not in its order")
                yield committed
                after = last(committed)

    def _refuse_strays(self, first: Mapping[str, Batch]) -> None:
        """The first new event of each stream must follow one that is stored."""
        for stream, batch in first.items():
            before, sequence = self._known.get(stream), batch.first[stream].sequence
            if before is None or before.sequence != sequence - 1:
                self._cursor.execute(self._marked(HASH_AT), (stream, sequence - 1))
                found = self._cursor.fetchone()
                before = Head(stream, sequence - 1, found[0]) if found else beginning(stream)
            if not goes_on(batch, before):
                raise StreamConflict(stream, sequence)

    def _take_positions(self, lease: Lease, count: int) -> int:
        """The last of them. If our lease has been taken, nothing of what follows counts."""
        # A lease that has run out is renewed by the commit itself.
        statement = TAKE_POSITIONS if lease.holds() else TAKE_POSITIONS.replace(" WHERE", f"{lease.extends} WHERE")
        # This row is locked until the commit, across processes: the order of positions is that of commits.
        self._cursor.execute(self._marked(statement), (count, lease.epoch))
        found = self._cursor.fetchone()
        if found is None:
            raise lease.lose()
        return int(found[0])

    def _insert_events(self, batches: Sequence[Batch], last: int) -> None:
        count = sum(len(batch.envelopes) for batch in batches)
        for statement, values in insertions(values_of(batches, last - count)):
            self._cursor.execute(self._marked(statement), values)

    def _put_rows(self, batches: Sequence[Batch]) -> None:
        final = {(row.name, row.key): row.value for batch in batches for row in batch.rows}
        put = [(*place, value) for place, value in final.items() if value is not None]
        removed = [place for place, value in final.items() if value is None]
        if put:
            self._cursor.executemany(self._marked(PUT), put)
        if removed:
            self._cursor.executemany(self._marked(REMOVE), removed)

    def _conflict(self, batches: Sequence[Batch], first: Mapping[str, Batch], error: Exception) -> StoreError:
        """Which of the events conflicts: a command stored before is the more useful answer."""
        refuse_repeated(batches)
        for each in causes_of(batches):
            for _, asked in self._fetched(LED_BY, stream=each.stream, cause=each.cause):
                return CommandRepeated(each.stream, each.cause, asked)
        heads = self.heads()
        for stream, batch in first.items():
            if not goes_on(batch, heads.get(stream, beginning(stream))):
                return StreamConflict(stream, batch.first[stream].sequence)
        return StoreFailed(f"the events could not be stored: {said_by(error)}")


@cache
def as_psycopg(statement: str) -> str:
    return statement.replace("?", "%s")


def insertions(values: list[object]) -> Iterator[tuple[str, list[object]]]:
    """Statements that insert rows with these values, row after row."""
    first = 0
    for size in TOGETHER:
        width = size * COLUMNS
        while len(values) - first >= width:
            yield STATEMENTS[size], values[first : first + width]
            first += width


def values_of(batches: Sequence[Batch], before: int) -> list[object]:
    """The values of the rows of `event`, row after row, in the order of its columns. The writer's busiest loop."""
    values: list[object] = []
    position = before
    for batch in batches:
        for record in batch.records:
            position += 1
            values.append(position)
            values += record
    return values


TYPES_OF_EVENTS = frozenset(
    (int, str, int, int, str, str, str, int, bytes, bytes, asked) for asked in (bytes, NoneType)
)
"""Of the columns that an event is read from."""


def head_from(row: Any) -> Head:
    if tuple(map(type, row)) != (str, int, bytes):
        raise StoreFailed(f"the last event of stream {row[0]!r} is no event")
    return Head(*row)


def value_from(name: str, key: object, value: object) -> bytes:
    if type(key) is not str or type(value) is not bytes:
        raise StoreFailed(f"the row {key!r} of {name!r} is not what is kept there")
    return value


def committed_from(row: Any) -> Committed:
    position, stream, sequence, at, by, cause, tag, version, body, hashed, asked = row
    # SQLite keeps whatever somebody put into a column, of any type.
    if tuple(map(type, row)) not in TYPES_OF_EVENTS:
        raise StoreFailed(f"what stands at position {position} is no event")
    try:
        return Committed(position, Envelope(stream, sequence, moment(at), by, cause, tag, version, body, hashed), asked)
    except OverflowError:
        raise StoreFailed(f"the event at position {position} has no time") from None
