"""A record for whoever only reads it: nothing of it is written, migrated or locked, and a room that is open goes on.

A SQLite record is read in a copy of its files, in a folder of the reader's own that is gone afterwards; the copy is
what is migrated, where it is of an earlier version. A PostgreSQL record is read as it lies, in transactions that may
not write; one of an earlier version in a copy, too. No lease is needed for either. No process copies a record that it
has open itself: to close a file takes away the locks that SQLite has on it in the same process.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import NamedTuple

from sqlalchemy import Connection, event as hooks, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from pokerroom.room.ports import StoreFailed
from pokerroom.store.archived import ArchivedStore
from pokerroom.store.backup import copy_tables
from pokerroom.store.migrations import current_version, is_known
from pokerroom.store.opening import engine_for, open_database, sqlite_module
from pokerroom.store.private import FILE

BESIDE = ("-wal", "-journal")
"""What belongs to the content of a SQLite database besides its file."""
TRIES = 3
"""How often the files are copied, where the log begins anew while they are."""
VERSION = "SELECT version_num FROM alembic_version"


class Readable(NamedTuple):
    """Where a record can be read as it was at one moment, by any process, as long as `to_read` lasts."""

    url: str
    snapshot: str = ""
    """Of that moment, in a PostgreSQL."""


@contextmanager
def to_read(url: str) -> Iterator[Readable]:
    if is_sqlite(url):
        with private_copy(Path(make_url(url).database or "")) as copied:
            yield Readable(f"sqlite:///{copied}")
    elif version_of(url) == current_version():
        with snapshot(url) as taken:
            yield Readable(url, taken)
    else:
        with migrated_copy(url) as copied:
            yield Readable(f"sqlite:///{copied}")


def open_to_read(source: Readable) -> ArchivedStore:
    if is_sqlite(source.url):
        return open_database(source.url, is_at_rest=True)
    engine = engine_for(source.url, reads_only=True)
    if source.snapshot:
        hooks.listen(engine, "begin", partial(join, snapshot=source.snapshot))
    # Without a snapshot more may come to stand between what can be read already.
    return ArchivedStore(engine, engine, is_at_rest=bool(source.snapshot), reads_only=True)


def join(connection: Connection, *, snapshot: str) -> None:
    """Every transaction sees the record as it was when the audit began, whatever is committed meanwhile."""
    connection.exec_driver_sql(f"SET TRANSACTION SNAPSHOT '{snapshot}'")


@contextmanager
def snapshot(url: str) -> Iterator[str]:
    engine = engine_for(url, reads_only=True)
    try:
        with engine.connect() as connection:
            yield str(connection.execute(text("SELECT pg_export_snapshot()")).scalar())
    finally:
        engine.dispose()


def is_sqlite(url: str) -> bool:
    try:
        return make_url(url).get_backend_name() == "sqlite"
    except ArgumentError:
        return False  # What is wrong with the address, `engine_for` says.


@contextmanager
def own_folder(needed: int) -> Iterator[Path]:
    """For a copy of so many bytes; nobody else can read it."""
    there = Path(gettempdir())
    free = shutil.disk_usage(there).free
    if free < needed:
        raise StoreFailed(
            f"a copy of the record needs {needed:,} bytes and {there} has {free:,} free: TMPDIR can name another folder"
        )
    with TemporaryDirectory(prefix="pokerroom-audit-") as folder:
        yield Path(folder)


@contextmanager
def private_copy(path: Path) -> Iterator[Path]:
    """The files of a SQLite database as they are at one moment."""
    with own_folder(sum(each.stat().st_size for each in files_of(path) if each.exists())) as folder:
        copied = folder / path.name
        if not any(copy_at_once(path, copied) for _ in range(TRIES)):
            copy_by_sqlite(path, copied)
        # Made this version's before anybody reads it: readers may be several.
        open_database(f"sqlite:///{copied}").close()
        yield copied


def files_of(path: Path) -> list[Path]:
    return [path, *(path.with_name(f"{path.name}{each}") for each in BESIDE)]


def copy_at_once(path: Path, copied: Path) -> bool:
    """Whether what was copied is of one moment.

    What is committed meanwhile goes to the end of the log beside the file, where a half-copied commit does not count,
    and pages that move from the log into the file are in the log still. Only a log that begins anew tears the copy.
    """
    before = mark_of(path)
    for old, new in zip(files_of(path), files_of(copied), strict=True):
        new.unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            shutil.copyfile(old, new)
            new.chmod(FILE)
    return mark_of(path) == before


def mark_of(path: Path) -> bytes | tuple[int, int]:
    """The beginning of the log, whose salt changes when it begins anew; without a log, what is known of the file."""
    try:
        with path.with_name(f"{path.name}-wal").open("rb") as log:
            return log.read(32)
    except FileNotFoundError:
        known = path.stat()
        return known.st_size, known.st_mtime_ns


def copy_by_sqlite(path: Path, copied: Path) -> None:
    """Of a room so busy that its log always begins anew: a reader of SQLite's own keeps it from doing so meanwhile."""
    for each in files_of(copied):
        each.unlink(missing_ok=True)
    sqlite = sqlite_module()
    with (
        closing(sqlite.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite.connect(copied)) as new,
    ):
        try:
            old.backup(new)
        except sqlite.Error as error:
            raise StoreFailed(f"{path} cannot be copied: {error}") from error


class UnknownVersion(StoreFailed):
    """A newer version of the software has changed the tables."""

    def __init__(self, version: str) -> None:
        super().__init__(
            f"the database is of version {version}, which this software does not know: "
            f"it reads up to {current_version()}"
        )


def version_of(url: str) -> str:
    """The version of a database, which this software must know."""
    engine = engine_for(url, reads_only=True)
    try:
        with engine.connect() as connection:
            version = str(connection.execute(text(VERSION)).scalar())
    except SQLAlchemyError as error:
        raise StoreFailed(f"{engine.url} holds no record that can be read: {error}") from error
    finally:
        engine.dispose()
    if not is_known(version):
        raise UnknownVersion(version)
    return version


@contextmanager
def migrated_copy(url: str) -> Iterator[Path]:
    """A record of an earlier version, in a SQLite database of this one's."""
    with own_folder(size_of(url)) as folder:
        copied = folder / "record.sqlite3"
        with closing(open_database(f"sqlite:///{copied}")):
            copy_tables(url, f"sqlite:///{copied}")
        yield copied


def size_of(url: str) -> int:
    engine = engine_for(url, reads_only=True)
    try:
        with engine.connect() as connection:
            return int(connection.execute(text("SELECT pg_total_relation_size('event')")).scalar() or 0)
    finally:
        engine.dispose()
