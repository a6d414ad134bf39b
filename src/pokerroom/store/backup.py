"""A copy of a record while it is in use, and a record made from a copy.

A backup is a SQLite database like any record, of whichever database it was made: it can be audited as it lies. What is
sealed in the record is sealed in its backup; keys are in neither.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, Table, func, inspect, select, text

from pokerroom.room.ports import StoreFailed
from pokerroom.store.archived import archived_order
from pokerroom.store.failures import FAILURES, said_by
from pokerroom.store.opening import engine_for, open_database
from pokerroom.store.schema import event, layout, lease, metadata, projection, shard, tenure
from pokerroom.store.verifying import Verifying

COPIED = (event, projection, archived_order)
"""All that a record consists of. Reports are made again from it."""
COUNTED = (shard, lease, layout)
"""How it was counted, and by whom."""
NOT_COPIED = (*COUNTED, tenure)
"""Nobody holds a copy."""

TOGETHER = 1000
SNAPSHOT = {"sqlite": "BEGIN", "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"}
"""So that everything read is of one moment, whatever is committed meanwhile."""


class Copied(msgspec.Struct, frozen=True):
    events: int
    rows: int


def back_up(url: str, path: Path) -> Copied:
    """Copy a record, open or not, into a new file; it is verified before this returns."""
    if path.exists():
        raise StoreFailed(f"{path} exists and is left as it is")
    return copied(url, f"sqlite:///{path}")


def restore(path: Path, url: str) -> Copied:
    """Make a record of a backup, in a database that holds none."""
    if not path.is_file():
        raise StoreFailed(f"{path} is not a file with a backup in it")
    return copied(f"sqlite:///{path}", url)


def copied(source: str, target: str) -> Copied:
    store = open_database(target, writing=True)
    try:
        refuse_used(target)
        with reading(source) as old, writing(target) as new:
            counts = [copy(old, new, table) for table in COPIED if inspect(old).has_table(table.name)]
            copy_counting(old, new)
        verify(target)
    finally:
        store.close()
    return Copied(*counts[:2])


def copy_tables(source: str, target: str) -> None:
    """Whatever a record of any version holds, its projections too, into an empty database of this version."""
    with reading(source) as old, writing(target) as new:
        there = inspect(old).get_table_names()
        for table in metadata.sorted_tables:
            if table.name in there and table not in NOT_COPIED:
                copy(old, new, table)
        copy_counting(old, new)


def copy_counting(old: Connection, new: Connection) -> None:
    """In the place of what the new database has counted, which is nothing. Nobody holds what was copied."""
    for table in COUNTED:
        new.execute(table.delete())
    if not inspect(old).has_table(shard.name):
        # Of a version before there were shards.
        end = old.execute(text("SELECT position FROM log_end")).scalar_one()
        new.execute(shard.insert(), {"shard": 0, "position": end, "events": end})
        return
    for table in COUNTED:
        copy(old, new, table)


def empty(connection: Connection) -> None:
    """Of everything but where the log ends: whoever holds that row keeps its lease from being renewed."""
    for table in metadata.sorted_tables:
        if table not in NOT_COPIED:
            connection.execute(table.delete())


def begin_anew(connection: Connection) -> None:
    """As a database is before its first event, whatever the record was divided into that was there."""
    empty(connection)
    for table in (layout, lease):
        connection.execute(table.delete())
    for table in (shard, tenure):
        connection.execute(table.delete().where(table.c.shard > 0))
    connection.execute(shard.update().values(position=0, events=0))


def verify(url: str) -> int:
    """Every event held against its chain; how many there are."""
    store = open_database(url)
    try:
        verifying = Verifying(store)
        while not verifying.is_done:
            verifying.step(TOGETHER)
        if verifying.fault or verifying.missing:
            raise StoreFailed(f"the copy is broken: {verifying.fault or verifying.missing}")
        return verifying.position
    finally:
        store.close()


def refuse_used(url: str) -> None:
    with reading(url) as connection:
        if connection.execute(select(func.count()).select_from(event)).scalar_one():
            raise StoreFailed(f"{connection.engine.url} holds a record already, and is left as it is")


def copy(old: Connection, new: Connection, table: Table, told: Callable[[int], None] = lambda _more: None) -> int:
    """A table of one database into the other; one of an earlier version may lack a column.

    `told` hears how many rows more there are.
    """
    there = {each["name"] for each in inspect(old).get_columns(table.name)}
    columns = [each for each in table.c if each.name in there]
    rows = old.execution_options(yield_per=TOGETHER).execute(select(*columns).order_by(*table.primary_key))
    count = 0
    for part in rows.mappings().partitions(TOGETHER):
        new.execute(table.insert(), [dict(each) for each in part])
        count += len(part)
        told(len(part))
    return count


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    with disposing(url) as engine, engine.connect() as connection:
        connection.exec_driver_sql(SNAPSHOT[engine.dialect.name])
        yield connection
        connection.rollback()


@contextmanager
def writing(url: str) -> Iterator[Connection]:
    """All of it or nothing."""
    with disposing(url) as engine, engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


@contextmanager
def disposing(url: str) -> Iterator[Engine]:
    engine = engine_for(url)
    try:
        yield engine
    except FAILURES as error:
        raise StoreFailed(f"{engine.url} cannot be copied: {said_by(error)}") from error
    finally:
        engine.dispose()
