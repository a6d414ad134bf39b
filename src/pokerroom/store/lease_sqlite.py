"""The lease of a SQLite database: a locked file beside it, and the epoch in it.

SQLite lies on the machine of its process, so the operating system knows whether the owner lives: a lock is free at the
moment its owner ends, and a frozen owner keeps it until somebody ends it. The lock is not on the database itself, for
to close a second handle on that would let go of SQLite's own locks. Where the lock fails, as when somebody removes the
file or the file system knows no locks, the epoch still keeps the earlier owner from writing.
"""

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from pokerroom.log.envelope import microseconds
from pokerroom.room.ports import StoreFailed
from pokerroom.store.file_lock import FileLock
from pokerroom.store.lease import Held, RecordHeld, Terms

TAKE = "UPDATE log_end SET epoch = epoch + 1, owner = ?, since = ? RETURNING epoch"
HELD = text("SELECT epoch, owner, since FROM log_end")
UNKNOWN = Held(0, "", 0)


class FileHold:
    extends = ""

    def __init__(self, engine: Engine, terms: Terms) -> None:
        self._engine, self._terms = engine, terms
        # Every path to a file leads to the same lock.
        path = Path(str(engine.url.database)).resolve()
        self._lock = FileLock(path.with_name(f"{path.name}.lock"))

    def refuse_held(self) -> None:
        self._lock_or_refuse()
        self._lock.release()

    def take(self, owner: str) -> int:
        self._lock_or_refuse()
        try:
            return self._next_epoch(owner)
        except BaseException:
            self._lock.release()
            raise

    def renew(self, epoch: int) -> bool:
        if not self._lock.is_held:
            # Somebody removed the file. If somebody else has locked the new one, the epoch is soon another.
            self._lock.take()
        return self.held().epoch == epoch

    def held(self) -> Held:
        with self._engine.connect() as connection:
            return Held(*connection.execute(HELD).one())

    def release(self, _epoch: int) -> None:
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
            return self.held()
        except SQLAlchemyError:  # Not yet of this version.
            return UNKNOWN

    def _next_epoch(self, owner: str) -> int:
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            taken = connection.exec_driver_sql(TAKE, (owner, microseconds(datetime.now(UTC)))).scalar_one_or_none()
            connection.exec_driver_sql("COMMIT")
        if taken is None:
            raise StoreFailed(f"{self._engine.url} lacks the row that counts its events")
        return int(taken)
