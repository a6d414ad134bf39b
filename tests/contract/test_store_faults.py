"""Faults of real databases: those that pass are told from those that do not, and said without an address."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event as hooks

from pokerroom.log import beginning
from pokerroom.room.ports import StoreAway, StoreFailed
from pokerroom.store import SqlStore, Writer, audit_log, open_store
from pokerroom.store.faults import DISK_ERRORS, DISK_FULL, DOES_NOT_ANSWER, LOCKED, READ_ONLY, failure
from pokerroom.store.opening import sqlite_module
from tests.contract.recording import batch, record

MORE_PAGES = 40


def opened(url: str) -> SqlStore:
    store = open_store(url)
    assert isinstance(store, SqlStore)
    return store


def on_connecting(store: SqlStore, what: Callable[[Any, object], None]) -> None:
    """Do something to every connection from now on."""
    hooks.listen(store._engine, "connect", what)
    store._engine.dispose()


class Full:
    """A database that may grow no further: SQLite's own limit, so that any machine can have it full."""

    def __init__(self, store: SqlStore, path: Path) -> None:
        self.is_so = True
        with closing(sqlite_module().connect(path)) as connection:
            self._most = connection.execute("PRAGMA page_count").fetchone()[0] + MORE_PAGES
        on_connecting(store, self._limit)

    def _limit(self, connection: Any, _record: object) -> None:
        pages = self._most if self.is_so else 2**30
        connection.execute(f"PRAGMA max_page_count = {pages}").close()


def test_a_full_sqlite_database_takes_all_that_waited_once_there_is_room(tmp_path: Path) -> None:
    with closing(opened(f"sqlite:///{tmp_path}/log.db")) as store:
        full = Full(store, tmp_path / "log.db")
        with Writer(store) as writer:
            number, head, taken = 0, beginning("table/1"), Future[int]()
            while writer.trouble is None:
                number += 1
                following = batch(head, f"c-{number}", *range(100))
                taken, head = writer.submit(following), following.heads["table/1"]
                wait_for(taken, writer)
            assert writer.trouble.reason == DISK_FULL
            assert not taken.done()
            full.is_so = False
            assert taken.result(20) == 100 * number
        assert audit_log(store).clean


def wait_for(taken: Future[int], writer: Writer) -> None:
    """Until it is written, or cannot be."""
    while not taken.done() and writer.trouble is None:
        time.sleep(0.001)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite_module().connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def impatient(store: SqlStore) -> None:
    on_connecting(store, lambda connection, _: connection.execute("PRAGMA busy_timeout = 1").close())


def test_a_database_that_another_process_has_locked_comes_back(tmp_path: Path) -> None:
    with closing(opened(f"sqlite:///{tmp_path}/log.db")) as store:
        impatient(store)
        with locked(tmp_path / "log.db"), pytest.raises(StoreAway) as refused:
            store.append(batch("table/1", "c", 1))
        assert refused.value.reason == LOCKED
        assert store.append(batch("table/1", "c", 1)) == (1,)


def test_connections_that_were_ended_are_replaced_by_who_writes_and_who_reads(postgres_url: str) -> None:
    with closing(opened(f"{postgres_url}&application_name=ours")) as store, Writer(store) as writer:
        head = record(store, "table/1", (1,))
        for number in range(3):
            with psycopg.connect(postgres_url, autocommit=True) as other:
                ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ours'"
                assert other.execute(ended).fetchall()
            assert len(list(store.read("table/1"))) == 1 + number, "a reader is not told of it"
            following = batch(head, f"c-{number}", 2)
            assert writer.append(following) == 2 + number
            head = following.heads["table/1"]
        assert writer.halted == {}


def test_a_postgresql_that_may_not_be_written_to_for_a_while_comes_back(postgres_url: str) -> None:
    with closing(opened(postgres_url)) as store:
        read_only = True

        def forbid(connection: psycopg.Connection[object], _record: object) -> None:
            connection.read_only = read_only

        on_connecting(store, forbid)
        with pytest.raises(StoreAway) as refused:
            store.append(batch("table/1", "c", 1))
        assert refused.value.reason == READ_ONLY
        read_only = False
        assert store.append(batch("table/1", "c", 1)) == (1,)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (psycopg.errors.DiskFull("x"), DISK_FULL),
        (psycopg.errors.AdminShutdown("x"), DOES_NOT_ANSWER),
        (psycopg.OperationalError("connection failed: 10.1.2.3"), DOES_NOT_ANSWER),
        (OSError("x"), DISK_ERRORS),
    ],
)
def test_what_passes_is_said_without_the_words_of_the_driver(error: Exception, reason: str) -> None:
    found = failure("the events could not be stored", error)
    assert isinstance(found, StoreAway)
    assert found.reason == reason


@pytest.mark.parametrize(
    "error",
    [
        psycopg.errors.PipelineAborted("x"),
        psycopg.errors.ProgramLimitExceeded("x"),
        psycopg.errors.UndefinedTable("x"),
        psycopg.DataError("x"),
    ],
)
def test_what_would_fail_every_time_does_not_pass(error: Exception) -> None:
    found = failure("the events could not be stored", error)
    assert isinstance(found, StoreFailed)
    assert not isinstance(found, StoreAway)


def test_a_table_that_is_missing_is_no_fault_that_passes(tmp_path: Path) -> None:
    with closing(opened(f"sqlite:///{tmp_path}/log.db")) as store:
        with closing(sqlite_module().connect(tmp_path / "log.db")) as other:
            other.execute("DROP TABLE event")
        with pytest.raises(StoreFailed) as refused:
            store.append(batch("table/1", "c", 1))
        assert not isinstance(refused.value, StoreAway)
