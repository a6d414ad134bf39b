"""The lease of a SQLite database: a locked file beside it, and the epochs in it.

SQLite lies on the machine of its process, so the operating system knows whether the owner lives: a lock is free at the
moment its owner ends, and a frozen owner keeps it until somebody ends it. The lock is not on the database itself, for
to close a second handle on that would let go of SQLite's own locks. Where the lock fails, as when somebody removes the
file or the file system knows no locks, the epoch still keeps the earlier owner from writing. One process has the whole
file: all shards, where a record that was divided lies in one.
"""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from pokerroom.log.envelope import microseconds
from pokerroom.room.ports import StoreFailed
from pokerroom.store.counting import settling
from pokerroom.store.file_lock import FileLock
from pokerroom.store.lease import Held, RecordHeld, Terms

TAKE = "UPDATE shard SET epoch = epoch + 1, owner = ?, address = ?, since = ? WHERE shard = ? RETURNING epoch"
NOTE = """
    INSERT INTO lease (shard, epoch, "after", owner, since)
    SELECT shard, epoch, position, owner, since FROM shard WHERE shard = ?
"""
HELD = text("SELECT epoch, owner, since, shard, address, position FROM shard ORDER BY shard")
UNKNOWN = Held(0, "", 0)


class FileHold:
    def __init__(self, engine: Engine, terms: Terms) -> None:
        self._engine, self._terms = engine, terms
        # Every path to a file leads to the same lock.
        path = Path(str(engine.url.database)).resolve()
        self._lock = FileLock(path.with_name(f"{path.name}.lock"))
        self._ours: set[int] = set()

    def refuse_held(self) -> None:
        self._lock_or_refuse()
        self._lock.release()

    def await_free(self, _shard: int) -> None:
        if not self._lock.is_held:
            self._lock_or_refuse()

    def take(self, shard: int, owner: str, address: str) -> int | None:
        self.await_free(shard)
        epoch = self._next_epoch(shard, owner, address)
        self._ours.add(shard)
        return epoch

    def renew(self, epochs: Mapping[int, int]) -> Collection[int]:
        if not self._lock.is_held:
            # Somebody removed the file. If somebody else has locked the new one, the epoch is soon another.
            self._lock.take()
        return {each.shard for each in self.held() if epochs.get(each.shard) == each.epoch}

    def settle(self) -> None:
        with self._engine.connect() as connection:
            connection.exec_driver_sql(settling("sqlite"))

    def free(self) -> frozenset[int]:
        """Whoever has the file has all of it."""
        return frozenset()

    def held(self) -> tuple[Held, ...]:
        with self._engine.connect() as connection:
            found = tuple(Held(*row) for row in connection.execute(HELD))
        if not found:
            raise lacking(self._engine)
        return found

    def release(self, epochs: Mapping[int, int]) -> None:
        self._ours -= epochs.keys()
        if not self._ours:
            self._lock.release()

    def beside(self) -> "FileHold":
        return FileHold(self._engine, self._terms)

    def close(self) -> None:
        self._lock.release()

    def _lock_or_refuse(self) -> None:
        try:
            ours = self._lock.take()
        except OSError as error:
            raise StoreFailed(f"{self._engine.url} cannot be locked: {error}") from None
        if not ours:
            raise RecordHeld(self._engine.url, self._owner(), self._terms)

    def _owner(self) -> Held:
        try:
            return self.held()[0]
        except (SQLAlchemyError, StoreFailed):  # Not yet of this version.
            return UNKNOWN

    def _next_epoch(self, shard: int, owner: str, address: str) -> int:
        values = (owner, address, microseconds(datetime.now(UTC)), shard)
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            taken = connection.exec_driver_sql(TAKE, values).scalar_one_or_none()
            if taken is not None:
                connection.exec_driver_sql(NOTE, (shard,))
            connection.exec_driver_sql("COMMIT")
        if taken is None:
            raise lacking(self._engine)
        return int(taken)


def lacking(engine: Engine) -> StoreFailed:
    return StoreFailed(f"{engine.url} lacks the row that counts its events")
