"""The projections of a record in tables of its database: they follow the events beside whoever writes those.

Events are read in the order of their commits, a run at a time, and what they change is stored in one transaction with
the position they end at: after a crash the rest is taken in from there. The position is raised from what it was when
the run began, so that of two who follow one record only one stores a run.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from itertools import islice
from math import inf
from threading import Lock
from time import monotonic
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Executable, Select, bindparam, create_engine, event as hooks, select, tuple_
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from pokerroom.room.ports import Committed, EventStore, StoreError, StoreFailed
from pokerroom.room.projections import PROJECTIONS
from pokerroom.room.projections.declaring import ProjectedUpTo, R, RowTable
from pokerroom.room.projections.folding import Folding, Place
from pokerroom.store.closing import close_for_good
from pokerroom.store.columns import key_values, read_back, written
from pokerroom.store.failures import FAILURES
from pokerroom.store.faults import failure
from pokerroom.store.schema import PROJECTED, metadata, projected_up_to

RUN = 256
"""Events taken in by one transaction: a few milliseconds in which SQLite has no other writer."""
PAGE = 1000
"""Rows in memory at a time while a whole table is read."""
ALONE = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "SELECT pg_advisory_xact_lock(5469208)"}
"""What keeps every other process from storing projections until the end of the transaction."""
MOST_KNOWN = 20_000
"""Rows remembered from one run to the next."""
PATIENCE = 5.0
"""Seconds that a reader waits for the rows to have caught up."""
AT_A_TIME = 16
"""Runs in one piece beside a room, which may have to close: some tenths of a second. Counted, not timed, so that a room
whose clock a test owns does the same twice."""


class StillCatchingUp(StoreError):
    """Rows are being made again from a long record: whoever asked comes back later."""

    def __init__(self, position: int, end: int) -> None:
        super().__init__(f"the lists are being made again from the record: {100 * position // max(end, 1)} % is done")


class Known(NamedTuple):
    """Rows that the last run looked up, as they were at its end: they are so as long as the position is."""

    position: int = -1
    rows: Mapping[Place, Any] = MappingProxyType({})


class ProjectedTables:
    """`Projected`, in a database. It may be used by any number of threads."""

    def __init__(
        self, store: EventStore, engine: Engine, *, turn: AbstractContextManager[Any] | None = None, make: bool = False
    ) -> None:
        """`turn` is taken by whoever writes to the database; `make` makes the tables where nothing migrates them."""
        self._store, self._engine = store, engine
        self._turn = turn or Lock()
        self._following = Lock()
        self._known = Known()
        if make:
            metadata.create_all(engine, tables=[*PROJECTED.values(), projected_up_to])

    def caught_up(self, *, however_long: bool = False) -> "ProjectedTables":
        """The same, once it has taken in all that was durable when this was called."""
        self._store.settle(patience=PATIENCE)
        end, give_up = self._store.end(), inf if however_long else monotonic() + PATIENCE
        if not self._following.acquire(timeout=-1 if however_long else PATIENCE):
            raise StillCatchingUp(self.up_to().position, end)
        try:
            position = self._follow(end, give_up)
        finally:
            self._following.release()
        if position < end:
            raise StillCatchingUp(position, end)
        return self

    def advance(self) -> bool:
        """Take in some of what there is, unless somebody does; whether there was more to take in."""
        if not self._following.acquire(blocking=False):
            return False
        try:
            end = self._store.end()
            return self._follow(end, runs=AT_A_TIME) < end
        finally:
            self._following.release()

    def rebuild(self) -> None:
        """Forget all rows, and make them again from the first event on."""
        with self._following:
            with self._writing() as connection:
                begin_again(connection)
            self._follow(self._store.end())

    def follow(self, end: int) -> None:
        """Take in the events up to a position."""
        with self._following:
            self._follow(end)

    def up_to(self) -> ProjectedUpTo:
        return up_to_in(self._fetched(select(projected_up_to)))

    def get(self, table: RowTable[R], *key: Any) -> R | None:
        values = key_values(table, table.key, key)
        found = self._fetched(one_row(table), **dict(zip(table.key, values, strict=True)))
        return read_back(table, tuple(found[0])) if found else None

    def find(
        self,
        table: RowTable[R],
        order: tuple[str, ...],
        *equal: Any,
        since: Any = None,
        before: Any = None,
        most: int | None = None,
        latest_first: bool = False,
    ) -> Sequence[R]:
        statement, values = finding(
            table, order, equal, since=since, before=before, most=most, latest_first=latest_first
        )
        return [read_back(table, tuple(row)) for row in self._fetched(statement, **values)]

    def stored(self, table: RowTable[Any]) -> Iterator[tuple[Any, ...]]:
        """Every row of a table as it is stored, in the order of its key, a page in memory at a time."""
        stored, after = PROJECTED[table], None
        key = [stored.c[name] for name in table.key]
        place = [table.columns.index(name) for name in table.key]
        while True:
            statement = select(stored).order_by(*key).limit(PAGE)
            if after is not None:
                statement = statement.where(tuple_(*key) > tuple_(*after))
            page = self._fetched(statement)
            yield from (tuple(row) for row in page)
            if len(page) < PAGE:
                return
            after = [page[-1][each] for each in place]

    def close(self) -> None:
        close_for_good(self._engine)

    def _follow(self, end: int, give_up: float = inf, *, runs: float = inf) -> int:
        """Up to a position, until a moment, or for so many runs: the position it has come to."""
        if not is_current(self.up_to()):
            self._begin_again_where_needed()
        position = self.up_to().position
        while position < end and runs > 0:
            position, runs = self._take_in(position, end), runs - 1
            if monotonic() > give_up:
                break
        return position

    def _take_in(self, position: int, end: int) -> int:
        """The next run of events; the position that the rows have then come to, by us or by somebody else."""
        read = self._store.read_all(after=position, tags=PROJECTIONS.tags)
        run = [each for each in islice(read, RUN) if each.position <= end]
        until = run[-1].position if len(run) == RUN else end
        known, self._known = self._known, Known()
        folding = Folding(PROJECTIONS, self, dict(known.rows) if known.position == position else {})
        try:
            for committed in run:
                take(folding, committed)
        except StoreFailed:
            # Rows that somebody else has brought further do not fit the events before; only rows of our own must.
            if self.up_to().position == position:
                raise
        else:
            self._store_run(folding, position, until)
        return self.up_to().position

    def _store_run(self, folding: Folding, position: int, until: int) -> None:
        with self._writing() as connection:
            if not connection.execute(RAISE, {"before": position, "until": until}).rowcount:
                return
            store_changes(connection, folding)
        rows = folding.known()
        self._known = Known(until, rows if len(rows) < MOST_KNOWN else {})

    def _begin_again_where_needed(self) -> None:
        with self._writing() as connection:
            # Somebody else may have done so meanwhile.
            if not is_current(up_to_in(connection.execute(select(projected_up_to)).all())):
                begin_again(connection)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._turn:
            try:
                with self._engine.connect() as connection, connection.begin():
                    connection.exec_driver_sql(ALONE[self._engine.dialect.name])
                    yield connection
            except SQLAlchemyError as error:
                raise failure("the projections could not be stored", error) from error

    def _fetched(self, statement: Select[Any], **values: Any) -> Sequence[Any]:
        return fetched(self._engine, statement, values, "the projections could not be read")


def fetched(
    engine: Engine, statement: Executable, values: Mapping[str, Any], what: str, *, again: bool = True
) -> Sequence[Any]:
    """All rows of a look-up. A connection that ended while nobody used it is replaced once."""
    try:
        with engine.connect() as connection:
            return connection.execute(statement, values).all()
    except FAILURES as error:
        if not (again and getattr(error, "connection_invalidated", False)):
            raise failure(what, error) from error
    return fetched(engine, statement, values, what, again=False)


UNFIT = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What an event raises that does not fit what came before it; a codec's error is one of them."""

RAISE = (
    projected_up_to.update()
    .where(projected_up_to.c.position == bindparam("before"))
    .values(position=bindparam("until"))
)


def take(folding: Folding, committed: Committed) -> None:
    try:
        folding.take(committed)
    except UNFIT as error:
        envelope = committed.envelope
        where = f"event {envelope.sequence} of {envelope.stream!r}"
        raise StoreFailed(f"{where} does not fit the projections: {error!r}") from error


def up_to_in(rows: Sequence[Any]) -> ProjectedUpTo:
    """What says nothing that could be ours counts as missing: then all rows are made again."""
    rows = [row for row in rows if tuple(map(type, row)) == (str, int, int)]
    return ProjectedUpTo({row[0]: row[1] for row in rows}, frozenset(row[2] for row in rows))


def is_current(up_to: ProjectedUpTo) -> bool:
    return up_to.versions == PROJECTIONS.versions and len(up_to.positions) == 1


def begin_again(connection: Connection) -> None:
    for table in (*PROJECTED.values(), projected_up_to):
        connection.execute(table.delete())
    versions = PROJECTIONS.versions.items()
    connection.execute(
        projected_up_to.insert(), [{"name": name, "version": version, "position": 0} for name, version in versions]
    )


def store_changes(connection: Connection, folding: Folding) -> None:
    # As the driver takes it: SQLAlchemy would take longer over a row than SQLite does.
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    for table, rows in folding.changes().items():
        put = [written(table, row) for row in rows.values() if row is not None]
        gone = [key_values(table, table.key, key) for key, row in rows.items() if row is None]
        if put:
            connection.exec_driver_sql(putting(table, mark), put)
        if gone:
            connection.exec_driver_sql(removing(table, mark), gone)


@cache
def putting(table: RowTable[Any], mark: str) -> str:
    columns = ", ".join(f'"{name}"' for name in table.columns)
    key = ", ".join(f'"{name}"' for name in table.key)
    changes = ", ".join(f'"{name}" = excluded."{name}"' for name in table.columns if name not in table.key)
    instead = f"UPDATE SET {changes}" if changes else "NOTHING"
    marks = ", ".join([mark] * len(table.columns))
    return f'INSERT INTO "{table.name}" ({columns}) VALUES ({marks}) ON CONFLICT ({key}) DO {instead}'  # noqa: S608  names of our own


@cache
def removing(table: RowTable[Any], mark: str) -> str:
    named = " AND ".join(f'"{name}" = {mark}' for name in table.key)
    return f'DELETE FROM "{table.name}" WHERE {named}'  # noqa: S608  names of our own


@cache
def one_row(table: RowTable[Any]) -> Select[Any]:
    stored = PROJECTED[table]
    return select(stored).where(*(stored.c[name] == bindparam(name) for name in table.key))


def finding(
    table: RowTable[Any],
    order: tuple[str, ...],
    equal: tuple[Any, ...],
    *,
    since: Any,
    before: Any,
    most: int | None,
    latest_first: bool,
) -> tuple[Select[Any], dict[str, Any]]:
    """The statement of a look-up, and its values."""
    if order != table.key and order not in table.indexes:
        raise LookupError(f"{table.name} has no index on {', '.join(order)}: it would be read from end to end")
    values = dict(zip(order, key_values(table, order, equal), strict=False))
    bounds = (bound(table, order[len(equal) :], since), bound(table, order[len(equal) :], before))
    for name, bounding in zip(("since", "before"), bounds, strict=True):
        values |= {f"{name}_{place}": value for place, value in enumerate(bounding)}
    if most is not None:
        values["most"] = most
    shape = Shape(table, order, len(equal), len(bounds[0]), len(bounds[1]), most is not None, latest_first)
    return statement_of(shape), values


def bound(table: RowTable[Any], order: tuple[str, ...], given: Any) -> tuple[Any, ...]:
    if given is None:
        return ()
    return key_values(table, order, given if isinstance(given, tuple) else (given,))


class Shape(NamedTuple):
    """What a look-up is like, whatever it looks for."""

    table: RowTable[Any]
    order: tuple[str, ...]
    equal: int
    """How many columns are equal to a value, and how many bound the rest from below and from above."""
    since: int
    before: int
    limited: bool
    latest_first: bool


@cache
def statement_of(shape: Shape) -> Select[Any]:
    stored = PROJECTED[shape.table]
    columns = [stored.c[name] for name in shape.order]
    statement = select(stored).where(*(each == bindparam(each.name) for each in columns[: shape.equal]))
    if shape.since:
        statement = statement.where(bounded(columns[shape.equal :], "since", shape.since, operator.ge))
    if shape.before:
        statement = statement.where(bounded(columns[shape.equal :], "before", shape.before, operator.lt))
    if shape.limited:
        statement = statement.limit(bindparam("most"))
    # Equal columns stand in the order too: without them some databases do not see that the index has it.
    return statement.order_by(*(each.desc() if shape.latest_first else each.asc() for each in columns))


def bounded(columns: Sequence[Any], name: str, count: int, compared: Callable[[Any, Any], Any]) -> Any:
    values = [bindparam(f"{name}_{place}", type_=columns[place].type) for place in range(count)]
    return compared(tuple_(*columns[:count]), tuple_(*values)) if count > 1 else compared(columns[0], values[0])


def memory_engine() -> Engine:
    """A SQLite in memory: one connection, which threads use one after the other."""
    engine = create_engine(
        "sqlite://",
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        hide_parameters=True,
        connect_args={"check_same_thread": False},
    )
    hooks.listen(engine, "connect", begin_when_told)
    return engine


def begin_when_told(connection: Any, _record: object) -> None:
    """The driver begins no transaction by itself."""
    connection.isolation_level = None
