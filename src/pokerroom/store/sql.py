"""The event log in a SQL database. The differences between SQLite and PostgreSQL are in `opening`.

Reading uses SQLAlchemy. The few statements of a commit go directly to the driver: every table waits for them, and for a
small commit SQLAlchemy would take longer than SQLite itself.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from threading import Lock
from time import monotonic, sleep
from types import NoneType
from typing import Any

from sqlalchemy import Engine, Executable, PoolProxiedConnection, Select, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

from pokerroom.log import Envelope, Head, beginning
from pokerroom.log.envelope import moment
from pokerroom.room.ports import (
    FOLLOWED_AT_ONCE,
    Batch,
    Bus,
    CommandRepeated,
    Committed,
    Fenced,
    Since,
    StoreError,
    StoreFailed,
    StreamConflict,
    causes_of,
    first_in,
    goes_on,
    refuse_repeated,
)
from pokerroom.room.shards import Layout, settled_by
from pokerroom.store.closing import close_for_good
from pokerroom.store.counting import ENDS, LAST, LAYOUTS, SHARDS, Numbering, counting, layouts_from, settled, settling
from pokerroom.store.damage import InFiles, damage_in
from pokerroom.store.failures import FAILURES, said_by
from pokerroom.store.faults import failure
from pokerroom.store.following import Looking
from pokerroom.store.lease import LOOKS_EVERY, NOT_HELD, Lease, Terms
from pokerroom.store.leasing import leased
from pokerroom.store.projected import ProjectedTables, fetched
from pokerroom.store.schema import event, projection
from pokerroom.store.sending import send_all

PAGE = 1000
"""How many events are in memory at a time while a stream is read."""

# Values are marked as SQLite does.
INSERT = """
    INSERT INTO event
    (position, epoch, stream, sequence, at, "by", cause, tag, version, body, hash, leads, asked) VALUES
"""
COLUMNS = 12
"""Whose values are given row by row."""
TOGETHER = (64, 16, 4, 1)
"""How many rows a statement inserts. Few sizes, so that each is prepared once; few statements, because between two of
them another thread may take the interpreter and keep the commit waiting.
"""

COMES_AFTER = "SELECT pg_logical_emit_message(true, 'pokerroom', '')"
"""Changes nothing and is a line of the log of the database, so that its commit is waited for like any other."""

HASH_AT = "SELECT hash FROM event WHERE stream = ? AND sequence = ?"
PUT = """
    INSERT INTO projection (name, key, value) VALUES (?, ?, ?)
    ON CONFLICT (name, key) DO UPDATE SET value = excluded.value
"""
REMOVE = "DELETE FROM projection WHERE name = ? AND key = ?"

STORED = tuple(column for column in event.c if column.name not in {"epoch", "leads"})
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
IS_SETTLED = event.c.position <= settled()
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
        self,
        engine: Engine,
        beside: Engine | None = None,
        *,
        lease: Lease | None = None,
        terms: Terms | None = None,
        is_at_rest: bool = False,
        reads_only: bool = False,
    ) -> None:
        """`beside` connects to the same database for what can be made again: its commits need not wait for the disk.

        Without a lease the first append takes one: whoever only reads needs none. Of a record at rest everything can be
        read, for nothing will come to stand between.
        """
        self._engine, self._is_at_rest, self._reads_only = engine, is_at_rest, reads_only
        self._shards = self._seen = 0
        self._epochs: Mapping[int, int] = {}
        self.lease, self._terms = lease, terms or Terms()
        self.bus: Bus | None = None
        """Where others follow what is committed here, they are woken by it."""
        self._dialect = engine.dialect.name
        self._is_sqlite = self._dialect == "sqlite"
        self._errors: Any = engine.dialect.import_dbapi() if engine.dialect.dbapi is None else engine.dialect.dbapi
        # What this process has appended. An event never moves, so what is known here stays true.
        self._known: dict[str, Head] = {}
        self._writer: PoolProxiedConnection | None = None
        self._cursor: Any = None
        self._lock = Lock()
        self._looking = Looking(engine, committed_from)
        # SQLite has one writer at a time, and who finds it busy sleeps a while: in one process they queue here instead.
        self.projected = ProjectedTables(self, beside or engine, turn=self._lock if self._is_sqlite else None)

    @property
    def shards(self) -> int:
        # It changes while nobody holds any of them.
        if not self._shards:
            self._shards = self._count_shards()
        return self._shards

    def _count_shards(self) -> int:
        return int(self._fetched(SHARDS)[0][0]) or 1

    def layouts(self) -> Sequence[Layout]:
        return layouts_from(self._fetched(LAYOUTS))

    def append(self, *batches: Batch) -> tuple[int, ...]:
        first = first_in(batches)
        try:
            ends = self._commit(batches, first)
        except (self._errors.IntegrityError, StreamConflict) as error:
            raise self._conflict(batches, first, error) from error
        except (self._errors.Error, SQLAlchemyError, OSError) as error:
            raise failure("the events could not be stored", error) from error
        for batch in batches:
            self._known.update(batch.heads)
        self.saw(max(ends, default=0))
        if self.bus is not None:
            self.bus.publish({end % self.shards: end for end in ends})
        return ends

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        return self._paged(ONE_STREAM, after, lambda last: last.envelope.sequence, stream=stream)

    def read_all(self, *, after: int = 0, tags: Collection[str] = ()) -> Iterator[Committed]:
        statement, values = (WITH_TAGS, {"tags": sorted(tags)}) if tags else (ALL_STREAMS, {})
        return self._paged(self._up_to_settled(statement), after, lambda last: last.position, **values)

    def end(self) -> int:
        return int(self._fetched(self._up_to_settled(LAST))[0][0] or 0)

    def ends(self) -> Mapping[int, int]:
        return {row.shard: row.position for row in self._fetched(ENDS)}

    def read_since(self, ends: Mapping[int, int], *, page: int = FOLLOWED_AT_ONCE) -> Since:
        found = self._looking.since(ends, page=page)
        if found.events:
            self.saw(found.events[-1].position)
        return found

    def settle(self, *, patience: float = 0.0) -> bool:
        if self.shards == 1 or self._is_at_rest:
            return True
        wanted, give_up = int(self._fetched(LAST)[0][0] or 0), monotonic() + patience
        while True:
            if not self._reads_only:  # Whoever may write carries it along each second.
                self._carry_along()
            if settled_by([row.position for row in self._fetched(ENDS)]) >= wanted:
                return True
            if monotonic() >= give_up:
                return False
            sleep(LOOKS_EVERY)

    def make_durable(self) -> None:
        # What a commit has left that was ended while it waited for a replica can be read, and may be on one machine.
        # Whoever commits after it waits for both. In SQLite nothing can be read that was not committed to the end.
        if not self._is_sqlite:
            try:
                with self._engine.connect() as connection, connection.begin():
                    connection.exec_driver_sql(COMES_AFTER)
            except FAILURES as error:
                raise failure("what is stored could not be made durable", error) from error

    def saw(self, position: int) -> None:
        # Threads may be in each other's way here: whoever reads and then appends does both in one thread.
        self._seen = max(self._seen, position)

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
        return damage_in(self._fetched, is_sqlite=self._is_sqlite, thorough=thorough, files=self._in_files())

    def _in_files(self) -> InFiles:
        return InFiles()

    def lease_anew(self) -> None:
        """After the rows that say who has the lease were replaced by another record's, take it above theirs."""
        with self._lock:
            if self.lease is not None:
                self.lease.close()
                self.lease = None
            self._shards = 0
            self._leased()

    def close(self) -> None:
        with self._lock:
            if self.bus is not None:
                self.bus.close()
                self.bus = None
            if self._writer is not None:
                self._writer.close()
                self._writer = self._cursor = None
            if self.lease is not None:
                self.lease.close()
                self.lease = None
        self._looking.close()
        close_for_good(self._engine)
        self.projected.close()

    def _commit(self, batches: Sequence[Batch], first: Mapping[str, Batch]) -> tuple[int, ...]:
        """Commit on the one writing connection, in a transaction; after a failure a new connection replaces it."""
        with self._lock:
            lease = self._leased()
            if lease.epochs is not self._epochs:
                # While we held nothing, the record may have been divided anew. Until that is known it is what it was:
                # whoever asks meanwhile waits for no database.
                self._shards, self._epochs = self._count_shards(), lease.epochs
            numbering = Numbering(batches, self.shards)
            refuse_others(lease, numbering)
            if self._writer is None:
                self._open_writer()
            try:
                if self._is_sqlite:
                    # The lock is taken first: a transaction that waits for it half-way may find that what it read is
                    # out of date.
                    self._cursor.execute("BEGIN IMMEDIATE")
                    ends = self._write(lease, numbering, first)
                    self._cursor.execute("COMMIT")
                else:
                    # Statements whose answer nobody waits for are sent together with the commit.
                    with self._cursor.connection.pipeline():
                        ends = self._write(lease, numbering, first)
                        send_all(self._cursor.connection)
                        self._cursor.connection.commit()
            except BaseException:
                assert self._writer is not None
                self._writer.invalidate()
                self._writer = self._cursor = None
                raise
            if not all(lease.holds(share.shard) for share in numbering.shares):
                lease.hurry()
        return ends

    def _open_writer(self) -> None:
        self._writer = self._engine.raw_connection()
        self._cursor = self._writer.cursor()

    def _leased(self) -> Lease:
        """The lease that lets us write."""
        if self.lease is None:
            self.lease = leased(self._engine, terms=self._terms)
        # Of a divided record each batch is refused by itself: to hold nothing at the moment is nothing final.
        if self.lease.fenced and self._shards <= 1:
            raise Fenced(self.lease.fenced, self.lease.lost)
        return self.lease

    def _write(self, lease: Lease, numbering: Numbering, first: Mapping[str, Batch]) -> tuple[int, ...]:
        epochs = lease.epochs
        ends, values = numbering.placed(self._take_positions(lease, numbering, epochs))
        self._refuse_strays(first)
        for shard, rows in values.items():
            for statement, part in insertions(rows, epochs[shard]):
                self._cursor.execute(self._marked(statement), part)
        self._put_rows(numbering.batches)
        return ends

    def _marked(self, statement: str) -> str:
        return statement if self._is_sqlite else as_psycopg(statement)

    def _fetched(self, statement: Executable, **values: object) -> Sequence[Any]:
        return fetched(self._engine, statement, values, "the store could not be read")

    def _paged(
        self, statement: Select[Any], after: int, last: Callable[[Committed], int], **values: object
    ) -> Iterator[Committed]:
        # A page is its own transaction: a slow reader holds up neither the writer nor the checkpoints of SQLite.
        while rows := self._fetched(statement, **values, after=after, page=PAGE):
            if self.shards > 1:
                self.saw(rows[-1].position)
            for committed in map(committed_from, rows):
                if last(committed) <= after:
                    raise StoreFailed(f"the event at position {committed.position} is not in its order")
                yield committed
                after = last(committed)

    def _up_to_settled(self, statement: Select[Any]) -> Select[Any]:
        return statement if self._is_at_rest or self.shards == 1 else statement.where(IS_SETTLED)

    def _carry_along(self) -> None:
        try:
            with self._engine.connect() as connection, connection.begin():
                connection.exec_driver_sql(settling(self._dialect))
        except FAILURES as error:
            raise failure("the order of the record could not be settled", error) from error

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

    def _take_positions(self, lease: Lease, numbering: Numbering, epochs: Mapping[int, int]) -> Mapping[int, int]:
        """The last of each shard. If the lease of one has been taken, nothing of what follows counts."""
        # The rows are locked until the commit, across processes: a shard's positions are in the order of its commits.
        # All are asked for before an answer is waited for.
        asked = []
        for share in numbering.shares:
            cursor = self._cursor if len(numbering.shares) == 1 else self._cursor.connection.cursor()
            values = numbering.values(share, self._seen, epochs.get(share.shard, 0))
            cursor.execute(self._marked(counting(self._dialect)), values)
            asked.append((share.shard, cursor))
        lasts = {}
        for shard, cursor in asked:
            found = cursor.fetchone()
            if found is None:
                raise lease.lose(shard)
            lasts[shard] = int(found[0])
            if cursor is not self._cursor:
                cursor.close()
        return lasts

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


@lru_cache(maxsize=1024)
def as_psycopg(statement: str) -> str:
    return statement.replace("?", "%s")


@lru_cache(maxsize=1024)
def inserting(size: int, epoch: int) -> str:
    """So many events. Their epoch is the same for long, and so it is a part of the statement."""
    one = f"(?, {epoch:d}, {', '.join('?' * (COLUMNS - 1))})"
    return INSERT + ", ".join([one] * size)


def insertions(values: list[object], epoch: int) -> Iterator[tuple[str, list[object]]]:
    """Statements that insert rows with these values, row after row."""
    first = 0
    for size in TOGETHER:
        width = size * COLUMNS
        while len(values) - first >= width:
            yield inserting(size, epoch), values[first : first + width]
            first += width


def refuse_others(lease: Lease, numbering: Numbering) -> None:
    """What belongs to a shard that another process has is not even tried."""
    missing = [share.shard for share in numbering.shares if share.shard not in lease.epochs]
    if missing:
        raise Fenced(next((lease.lost[shard] for shard in missing if shard in lease.lost), NOT_HELD), missing)


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
