"""A record of which the older days lie in files. Whoever reads it sees no difference, unless a file is gone.

A file holds all events between two positions. The database keeps of each stream the end, from an event that is in a
file too: a stream is read from the database as far back as it goes there, and before that from the files. So heads,
what is open, and the chain of what comes next never need a file. Which order ids were used on days in files stands in
a table, and a trigger refuses them as the index of the events does.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Executable,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    and_,
    bindparam,
    func,
    select,
)
from sqlalchemy.engine import URL

from pokerroom.log import Head, beginning
from pokerroom.room.archived import ARCHIVED, DayArchived, Files
from pokerroom.room.ports import ArchiveAway, Batch, CommandRepeated, Committed, StoreError, causes_of, refuse_repeated
from pokerroom.store.damage import InFiles
from pokerroom.store.parquet import Events, digest_of
from pokerroom.store.schema import Name, event, metadata
from pokerroom.store.sql import SqlStore

ROW, FOLDER = "archive", "folder"
"""The row that says where the files lie on this machine."""

archived_order = Table(
    "archived_order",
    metadata,
    Column("stream", Name, nullable=False),
    Column("cause", Name, nullable=False),
    Column("sequence", BigInteger, nullable=False, comment="of the event that leads it"),
    Column("asked", LargeBinary, nullable=True),
    PrimaryKeyConstraint("stream", "cause"),
    sqlite_with_rowid=False,
)

FIRST_AT_HAND = select(func.min(event.c.sequence)).where(event.c.stream == bindparam("stream"))
LAST_ARCHIVED = select(func.max(event.c.sequence)).where(event.c.stream == ARCHIVED.name)
USED = select(archived_order.c.sequence, archived_order.c.asked).where(
    archived_order.c.stream == bindparam("stream"), archived_order.c.cause == bindparam("cause")
)


class ArchivedStore(SqlStore):
    """An `EventStore` over a database and the files of its archive."""

    _files = Files()
    """The archived days as they were last read."""

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        files = self.files()
        first = self._fetched(FIRST_AT_HAND, stream=stream)[0][0] if files.days else None
        if first is None or after >= first - 1:
            return super().read(stream, after=after)
        return self._read_through(files, stream, after=after, first=first)

    def _read_through(self, files: Files, stream: str, *, after: int, first: int) -> Iterator[Committed]:
        for day in files.days:
            end = next((each.sequence for each in day.ends if each.stream == stream), 0)
            if end > after and after < first - 1:
                yield from self._events(day).of(stream, after=after, before=first)
                after = min(end, first - 1)
        yield from super().read(stream, after=after)

    def read_all(self, *, after: int = 0, tags: Collection[str] = ()) -> Iterator[Committed]:
        files = self.files()
        if after >= files.last:
            return super().read_all(after=after, tags=tags)
        return self._read_all_through(files, after=after, tags=tags)

    def _read_all_through(self, files: Files, *, after: int, tags: Collection[str]) -> Iterator[Committed]:
        for day in files.days:
            if day.last > after:
                yield from self._events(day).after(after, tags)
        yield from super().read_all(after=files.last, tags=tags)

    def caused(self, stream: str, cause: str) -> tuple[Committed, ...]:
        at_hand = super().caused(stream, cause)
        if at_hand or not self.files().days:
            return at_hand
        events: list[Committed] = []
        for sequence, _ in self._fetched(USED, stream=stream, cause=cause):
            for each in self.read(stream, after=sequence - 1):
                if each.envelope.cause != cause:
                    break
                events.append(each)
        return tuple(events)

    def files(self) -> Files:
        """The archived days, read again where there are more than when they were last read."""
        count = self._fetched(LAST_ARCHIVED)[0][0] or 0
        if count != len(self._files.days):
            events = (ARCHIVED.read(each.envelope) for each in super().read(ARCHIVED.name))
            self._files = ARCHIVED.folded(Files(), events)
        return self._files

    def _in_files(self) -> InFiles:
        files = self.files()
        return InFiles(files.last, sum(day.events for day in files.days))

    def fetched(self, statement: Executable, **values: object) -> Sequence[Any]:
        """For whoever archives: what a statement finds in the database alone."""
        return self._fetched(statement, **values)

    def path_of(self, day: DayArchived) -> Path:
        return self.folder() / day.file

    def folder(self) -> Path:
        """Where the files lie: where the record says, or else beside it."""
        said = self.row(ROW, FOLDER)
        beside = beside_database(self._engine.url)
        if said is None:
            return beside or Path("archive")
        folder = Path(said.decode(errors="replace"))
        return beside if beside is not None and beside.is_dir() and not folder.is_dir() else folder

    def _events(self, day: DayArchived) -> Events:
        try:
            return opened(self.path_of(day), day)
        except ArchiveAway as gone:
            raise ArchiveAway(str(gone), gone.reason, up_to=self._files.last) from None

    def let_go(self, stream: str, *, before: int) -> int:
        """Remove events of a stream that lie in files; the ids of their orders stay known. How many there were."""
        gone = and_(event.c.stream == stream, event.c.sequence < before)
        with self._lock, self._engine.begin() as connection:
            if self._is_sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            orders = select(event.c.stream, event.c.cause, event.c.sequence, event.c.asked).where(gone, event.c.leads)
            connection.execute(archived_order.insert().from_select(list(archived_order.c.keys()), orders))
            return connection.execute(event.delete().where(gone)).rowcount

    def give_back_space(self) -> None:
        """To the disk, or in PostgreSQL to later events."""
        with self._lock, self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM" if self._is_sqlite else "VACUUM (ANALYZE) event")

    def _conflict(self, batches: Sequence[Batch], first: Mapping[str, Batch], error: Exception) -> StoreError:
        refuse_repeated(batches)
        for each in causes_of(batches):
            for _, asked in self._fetched(USED, stream=each.stream, cause=each.cause):
                return CommandRepeated(each.stream, each.cause, asked)
        return super()._conflict(batches, first, error)


def beside_database(url: URL) -> Path | None:
    """Where the files of a SQLite record lie, if nobody says otherwise."""
    if url.get_backend_name() != "sqlite":
        return None
    path = Path(str(url.database)).resolve()
    return path.with_name(f"{path.name}.archive")


def opened(path: Path, day: DayArchived) -> Events:
    """The file as it was archived, or a sentence that says which is gone."""
    try:
        known = path.stat()
        return verified(path, day.digest, (known.st_size, known.st_mtime_ns, known.st_ino))
    except OSError:
        why = f"is not at {path}: put it back, or say where it lies with `pokerroom archive HOUSE --files FOLDER`"
    except AlteredError as error:
        why = f"is not the one that was archived: {error}"
    raise away(day, why, up_to=day.last)


def away(day: DayArchived, why: str, *, up_to: int) -> ArchiveAway:
    lie = f"the events of {day.date} lie in the file {day.file}"
    return ArchiveAway(f"{lie}, which {why}", f"{lie} of the archive, which is missing or altered", up_to=up_to)


class AlteredError(Exception):
    """A file is not what the record says of it."""


@lru_cache(maxsize=8)
def verified(path: Path, digest: bytes, _state: tuple[int, int, int]) -> Events:
    """Its digest is compared once, and again when the file has changed."""
    found = digest_of(path)
    if found != digest:
        raise AlteredError(f"its digest is {found.hex()}, and {digest.hex()} was recorded")
    return Events(path)


def archived_days(store: Any) -> int:
    """How many days of a record lie in files."""
    try:
        return len(store.files().days) if isinstance(store, ArchivedStore) else 0
    except (StoreError, ValueError):
        return 0  # `archive_faults` says why.


def archive_faults(store: Any) -> Iterator[str]:
    """What is wrong with the archive of a record, if it has one: files gone or altered, or that do not join."""
    if not isinstance(store, ArchivedStore):
        return
    try:
        files = store.files()
    except (StoreError, ValueError) as error:
        yield f"which days lie in files cannot be read: {error}"
        return
    heads: dict[str, Head] = {}
    for day in files.days:
        for start in day.starts:
            if start != heads.get(start.stream, beginning(start.stream)):
                yield f"the file {day.file} does not go on where the files before it end in {start.stream!r}"
        heads |= {each.stream: each for each in day.ends}
        try:
            opened(store.path_of(day), day)
        except StoreError as error:
            yield str(error)
