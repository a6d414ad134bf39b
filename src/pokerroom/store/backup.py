"""A copy of a record while it is in use, and a record made from a copy.

A backup is a SQLite database like any record, of whichever database it was made: it can be audited as it lies. What is
sealed in the record is sealed in its backup; keys are in neither.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, Table, func, inspect, select

from pokerroom.room.ports import StoreFailed
from pokerroom.store.failures import FAILURES, said_by
from pokerroom.store.opening import engine_for, open_database
from pokerroom.store.schema import event, log_end, metadata, projection
from pokerroom.store.verifying import Verifying

COPIED = (event, projection)
"""All that a record consists of. Reports are made again from it."""

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
            counts = [copy(old, new, table) for table in COPIED]
            copy_end(old, new)
        verify(target)
    finally:
        store.close()
    return Copied(*counts)


def copy_tables(source: str, target: str) -> None:
    """Whatever a record of any version holds, its projections too, into an empty database of this version."""
    with reading(source) as old, writing(target) as new:
        there = inspect(old).get_table_names()
        for table in metadata.sorted_tables:
            if table.name in there and table is not log_end:
                copy(old, new, table)
        copy_end(old, new)


def copy_end(old: Connection, new: Connection) -> None:
    new.execute(log_end.update().values(position=old.execute(select(log_end.c.position)).scalar_one()))


def verify(url: str) -> int:
    """Every event held against its chain; how many there are."""
    store = open_database(url)
    try:
        verifying = Verifying(store)
        while not verifying.is_done:
            verifying.step(TOGETHER)
        if verifying.fault:
            raise StoreFailed(f"the copy is broken: {verifying.fault}")
        return verifying.position
    finally:
        store.close()


def refuse_used(url: str) -> None:
    with reading(url) as connection:
        if connection.execute(select(func.count()).select_from(event)).scalar_one():
            raise StoreFailed(f"{connection.engine.url} holds a record already, and is left as it is")


def copy(old: Connection, new: Connection, table: Table) -> int:
    """A table of one database into the other; one of an earlier version may lack a column."""
    there = {each["name"] for each in inspect(old).get_columns(table.name)}
    columns = [each for each in table.c if each.name in there]
    rows = old.execution_options(yield_per=TOGETHER).execute(select(*columns).order_by(*table.primary_key))
    count = 0
    for part in rows.mappings().partitions(TOGETHER):
        new.execute(table.insert(), [dict(each) for each in part])
        count += len(part)
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
