"""The lease of a PostgreSQL database: a time until which it lasts, and a lock of the owner's session.

The session's lock shows at once that an owner has died; the time shows that one is frozen or cut off, whose session
lives on. Either is enough to take the lease. Whoever takes it from a session that lives on ends that session, which
also ends a commit left half-way: nobody waits for a process that does not go on.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from time import monotonic, sleep
from typing import Any, NamedTuple

from sqlalchemy import Engine

from pokerroom.log.envelope import microseconds
from pokerroom.room.ports import StoreFailed
from pokerroom.store.lease import Held, RecordHeld, Terms

CLASS = 5469209
"""The upper half of the key of our locks; the lower half is the table that the lease stands in."""
LOOKS_EVERY = 0.05
HERE = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
"""The locks of every database are in one list, and its numbers of tables are each database's own."""
NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

IS_KNOWN = "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('log_end') AND attname = 'epoch'"
SEEN = f"""
    SELECT epoch, owner, since, until, until > {NOW}, (
        SELECT min(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
        AND classid = {CLASS} AND objid = 'log_end'::regclass::oid AND objsubid = 1
        AND {HERE}
    ) FROM log_end
"""  # noqa: S608  names of our own, here and below
LOCK = f"SELECT pg_try_advisory_lock(({CLASS}::bigint << 32) | 'log_end'::regclass::oid::bigint)"
TAKE = f"""
    UPDATE log_end SET epoch = epoch + 1, owner = %s, since = %s, until = {NOW} + %s WHERE epoch = %s RETURNING epoch
"""  # noqa: S608
RENEW = f"UPDATE log_end SET until = {NOW} + %s WHERE epoch = %s"  # noqa: S608
RELEASE = "UPDATE log_end SET until = 0 WHERE epoch = %s"
END_SESSION = "SELECT pg_terminate_backend(%s)"
END_COMMITS = f"""
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE {HERE} AND relation = 'log_end'::regclass
    AND granted AND mode = 'RowExclusiveLock' AND pid <> pg_backend_pid()
"""  # noqa: S608
NOTICE_THE_VANISHED = (
    "SET tcp_keepalives_idle TO 3",
    "SET tcp_keepalives_interval TO 1",
    "SET tcp_keepalives_count TO 3",
)
"""The server asks whether we are still there: by default it would wait for two hours."""
PROMPT: Mapping[str, int] = {
    "connect_timeout": 2,
    "tcp_user_timeout": 2000,
}
"""A server that does not answer must not keep the thread that renews."""


class Seen(NamedTuple):
    held: Held
    until: int
    is_current: bool
    session: int | None
    """Of its owner, while it lives."""

    @property
    def is_free(self) -> bool:
        return self.session is None or not self.is_current


class SessionHold:
    def __init__(self, engine: Engine, terms: Terms) -> None:
        self._engine, self._terms = engine, terms
        self._session: Any = None
        self._is_locked = False
        self._lasts = round(terms.lasts * 1_000_000)
        self.extends = f", until = {NOW} + {self._lasts}"
        self._refusals: Any = engine.dialect.import_dbapi().errors

    def refuse_held(self) -> None:
        try:
            if self._run(IS_KNOWN):
                self._await_free()
        finally:
            self._drop()

    def take(self, owner: str) -> int:
        try:
            while (epoch := self._taken(owner, self._await_free())) is None:
                sleep(LOOKS_EVERY)
        except BaseException:
            self._drop()
            raise
        return epoch

    def renew(self, epoch: int) -> bool:
        try:
            if not self._is_locked:
                self._is_locked = self._lock()
            return bool(self._changed(RENEW, self._lasts, epoch))
        except BaseException:
            self._drop()
            raise

    def held(self) -> Held:
        # By a new session: whoever took the lease has ended ours.
        self._drop()
        return self._seen().held

    def release(self, epoch: int) -> None:
        try:
            self._changed(RELEASE, epoch)
        finally:
            self._drop()

    def _await_free(self) -> Seen:
        """Until the lease has run out, or its owner is seen to live: whoever does renews it."""
        first = now = self._seen()
        give_up = monotonic() + 2 * self._terms.lasts
        while not now.is_free:
            if now.until != first.until or monotonic() > give_up:
                raise RecordHeld(self._engine.url, now.held, self._terms)
            sleep(LOOKS_EVERY)
            now = self._seen()
        return now

    def _taken(self, owner: str, seen: Seen) -> int | None:
        """None if somebody else was quicker, or is about to be out of the way."""
        if seen.session is not None:
            self._run(END_SESSION, seen.session)
        if not self._lock():
            return None
        self._is_locked = True
        try:
            self._changed("SET synchronous_commit TO on")
            found = self._run(TAKE, owner, microseconds(datetime.now(UTC)), self._lasts, seen.held.epoch)
        except self._refusals.LockNotAvailable:
            self._run(END_COMMITS)
            return None
        finally:
            self._changed("SET synchronous_commit TO off")
        return int(found[0][0]) if found else None

    def _seen(self) -> Seen:
        found = self._run(SEEN)
        if not found:
            raise StoreFailed(f"{self._engine.url} lacks the row that counts its events")
        epoch, owner, since, until, is_current, session = found[0]
        return Seen(Held(epoch, owner, since), until, is_current, session)

    def _lock(self) -> bool:
        return bool(self._run(LOCK)[0][0])

    def _run(self, statement: str, *values: object) -> list[Any]:
        found: list[Any] = self._connected().execute(statement, values).fetchall()
        return found

    def _changed(self, statement: str, *values: object) -> int:
        return int(self._connected().execute(statement, values).rowcount)

    def _connected(self) -> Any:
        """A session of our own: locks belong to sessions."""
        if self._session is None:
            dialect = self._engine.dialect
            given, named = dialect.create_connect_args(self._engine.url)
            self._session = dialect.connect(*given, **{**PROMPT, **named, "autocommit": True})
            self._is_locked = False
            for setting in (*NOTICE_THE_VANISHED, f"SET lock_timeout TO {round(self._terms.renewed_every * 1000)}"):
                self._session.execute(setting)
            # That a renewal is lost with a crash of the server harms nobody, and so it never holds up a commit.
            self._session.execute("SET synchronous_commit TO off")
        return self._session

    def _drop(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session, self._is_locked = None, False
