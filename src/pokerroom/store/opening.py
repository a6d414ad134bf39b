"""From a URL to a store that is ready: finds or creates the database, makes it durable, and migrates it."""

import importlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from types import ModuleType
from typing import Any

from sqlalchemy import Engine, create_engine, event as hooks
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from pokerroom.room.ports import StoreError, StoreFailed
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.store.archived import ArchivedStore
from pokerroom.store.failures import FAILURES
from pokerroom.store.faults import failure
from pokerroom.store.lease import Terms
from pokerroom.store.lease_postgresql import NOTICE_THE_VANISHED, NOTICES_THE_SERVER_VANISHED
from pokerroom.store.leasing import hold_of, leased
from pokerroom.store.memory import MemoryStore
from pokerroom.store.migrations import migrate
from pokerroom.store.private import private_file

BUSY_MS = 30_000
"""How long SQLite waits for another process to finish its commit."""

ENGINE: dict[str, Any] = {
    # Readers are few and take a connection for a page at a time; none waits for another.
    "max_overflow": -1,
    # What is stored may be secret and must not appear in the text of an error.
    "hide_parameters": True,
}

PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 10_000, **NOTICES_THE_SERVER_VANISHED}
"""How long to wait for a PostgreSQL that is not there, for one that has fallen silent, and for one that owes us nothing
but an answer; an address may say otherwise."""

ALONE = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "SELECT pg_advisory_xact_lock(5469207)"}
"""Keeps every other process from migrating until the end of the transaction."""


def open_store(url: str, *, writing: bool = False, owner: str = "", terms: Terms | None = None) -> ProjectingStore:
    """`sqlite:///PATH`, `postgresql://...`, or `memory:` for what need not be kept.

    One process at a time writes to a database. `writing` makes sure of it before anything there is changed, and says
    who the `owner` is; otherwise the first append does.
    """
    if url == "memory:":
        return MemoryStore()
    return open_database(url, writing=writing, owner=owner, terms=terms)


def open_database(
    url: str, *, writing: bool = False, owner: str = "", terms: Terms | None = None, is_at_rest: bool = False
) -> ArchivedStore:
    with opening(url) as engine:
        terms = terms or Terms()
        if writing:
            hold_of(engine, terms).refuse_held()
        make_current(engine)
        lease = leased(engine, owner=owner, terms=terms) if writing else None
    return ArchivedStore(engine, engine_for(url, durable=False), lease=lease, terms=terms, is_at_rest=is_at_rest)


def join_database(url: str, *, owner: str = "", address: str = "", terms: Terms | None = None) -> ArchivedStore:
    """For one of several processes that share a record: it holds no shard until it takes one by the store's `lease`."""
    with opening(url) as engine:
        terms = terms or Terms()
        make_current(engine)
        lease = leased(engine, owner=owner, address=address, shards=(), terms=terms)
    return ArchivedStore(engine, engine_for(url, durable=False), lease=lease, terms=terms)


@contextmanager
def opening(url: str) -> Iterator[Engine]:
    engine = engine_for(url)
    try:
        yield engine
    except (*FAILURES, driver_error(engine)) as error:
        engine.dispose()
        raise failure(f"{engine.url} cannot be opened", error) from error
    except StoreError:
        engine.dispose()
        raise


def make_current(engine: Engine) -> None:
    with engine.connect() as connection, connection.begin():
        # One process at a time.
        connection.exec_driver_sql(ALONE[engine.dialect.name])
        migrate(connection)


def driver_error(engine: Engine) -> type[Exception]:
    found: type[Exception] = engine.dialect.import_dbapi().Error
    return found


def engine_for(url: str, *, durable: bool = True, reads_only: bool = False) -> Engine:
    """Connections to a database; those whose commits need not be durable are for what can be made again.

    A PostgreSQL refuses whatever a connection that only reads would write.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreFailed(
            f"{url!r} is not the address of a database: expected sqlite:///PATH or postgresql://..."
        ) from None
    match parsed.get_backend_name():
        case "sqlite":
            return sqlite_engine(parsed, make_durable if durable else make_derived)
        case "postgresql":
            connected = make_reading if reads_only else make_synchronous if durable else make_asynchronous
            return postgres_engine(parsed, connected)
        case other:
            raise StoreFailed(f"the log is kept in SQLite or PostgreSQL, not in {other}")


def sqlite_module() -> ModuleType:
    """The newest SQLite available: a distribution's own may have a bug that loses what was in a write-ahead log."""
    try:
        return importlib.import_module("pysqlite3.dbapi2")
    except ImportError:
        return sqlite3


def sqlite_engine(url: URL, connected: Callable[[Any, object], None]) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise StoreFailed("a SQLite database without a file keeps nothing: name one, or say memory:")
    folder = Path(str(url.database)).resolve().parent
    if not folder.is_dir():
        raise StoreFailed(f"{folder} is not a folder to keep a database in")
    close_record(Path(str(url.database)))
    engine = create_engine(url, module=sqlite_module(), **ENGINE)
    hooks.listen(engine, "connect", connected)
    return engine


def close_record(path: Path) -> None:
    """The files of a database are their owner's alone; SQLite makes those beside it like the database itself."""
    try:
        for each in (path, *(path.with_name(f"{path.name}{beside}") for beside in ("-wal", "-shm"))):
            if each == path or each.exists():
                private_file(each)
    except OSError as error:
        raise StoreFailed(f"{path} cannot be opened: {error}") from None


def make_durable(connection: Any, _record: object) -> None:
    # The driver's automatic transactions are switched off: a reader needs none, and the writer begins its own.
    connection.isolation_level = None
    # A flipped byte must reach the audit as a text that does not fit, not stop it.
    connection.text_factory = lossy_text
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}").close()
    switch_to_wal(connection)
    connection.execute("PRAGMA synchronous = FULL").close()


def make_derived(connection: Any, record: object) -> None:
    make_durable(connection, record)
    # A power cut may take back the last commits, in their order: never one of the events before one that follows them.
    connection.execute("PRAGMA synchronous = NORMAL").close()


def switch_to_wal(connection: Any) -> None:
    """SQLite does not wait by itself where two processes make this change of a new file at once."""
    give_up = monotonic() + BUSY_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
        except sqlite_module().OperationalError as error:
            if "locked" not in str(error) or monotonic() > give_up:
                raise
            sleep(0.01)
        else:
            return


def lossy_text(raw: bytes) -> str:
    return raw.decode(errors="replace")


def postgres_engine(url: URL, connected: Callable[[Any, object], None]) -> Engine:
    try:
        patience = {name: value for name, value in PATIENCE.items() if name not in url.query}
        engine = create_engine(url.set(drivername="postgresql+psycopg"), connect_args=patience, **ENGINE)
    except ModuleNotFoundError:
        raise StoreFailed("PostgreSQL needs the extra: pip install 'pokerroom[postgres]'") from None
    hooks.listen(engine, "connect", connected)
    return engine


ON_DISK = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
"""Whatever the server's settings are, a commit returns when it is on disk. Stricter settings are kept."""
SEES_THE_LATEST = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED"
"""A commit that waited for a renewal of the lease goes on with what that has left."""


def make_synchronous(connection: Any, _record: object) -> None:
    set_up(connection, ON_DISK)


def make_asynchronous(connection: Any, _record: object) -> None:
    set_up(connection, "SET synchronous_commit TO off")


def set_up(connection: Any, commits: str) -> None:
    before, connection.autocommit = connection.autocommit, True
    connection.execute("; ".join((SEES_THE_LATEST, *NOTICE_THE_VANISHED, commits)))
    connection.autocommit = before


def make_reading(connection: Any, _record: object) -> None:
    before, connection.autocommit = connection.autocommit, True
    connection.execute("SET default_transaction_read_only TO on")
    connection.execute("SET default_transaction_isolation TO 'repeatable read'")
    connection.autocommit = before
