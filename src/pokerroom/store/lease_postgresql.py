"""The leases of a PostgreSQL database: a time until which each lasts, and a lock of the owner's session.

The session's lock shows at once that an owner has died; the time shows that one is frozen or cut off, whose session
lives on. Either is enough to take the lease. Whoever takes it from a session that lives on ends that session, which
also lets go of what else its process held, and a commit left half-way: nobody waits for a process that does not go on.

How long a lease lasts stands in a row of its own, its tenure. A commit holds the row of its shard until it is over, and
that may be as long as a replica is away: renewals wait for no commit, and nobody loses a shard because it is slow.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import RLock
from time import monotonic, sleep
from typing import Any, NamedTuple

from sqlalchemy import Engine

from pokerroom.log.envelope import microseconds
from pokerroom.room.ports import StoreFailed
from pokerroom.store.counting import settling
from pokerroom.store.lease import LOOKS_EVERY, Held, RecordHeld, Terms

CLASS = 5469209
"""The upper half of the key of the first shard's lock, and of the others' in order; the lower half is the table that
the lease stands in."""
HERE = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
"""The locks of every database are in one list, and its numbers of tables are each database's own."""
NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
STARTED = "(extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint"
TIMELINE = """
    CASE WHEN pg_is_in_recovery() THEN 0
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint END AS timeline
"""
"""It grows by one whenever a replica takes the place of its server. The first digits of a file of the log say it."""
RUN = f"""
    SELECT timeline, concat_ws(
        ' ', {STARTED}, (extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()) * 1000000)::bigint, timeline
    ) AS run FROM (SELECT {TIMELINE}) AS now
"""  # noqa: S608  names of our own, here and below
"""Which run of the server this is. It is another after a start, after one of its processes crashed, and where it was a
replica until now: the sessions of the run before have ended, and their locks with them.
"""
TAKES_AT_MOST = 250
"""Milliseconds that whoever takes a lease waits for a commit under way."""

KNOWN = """
    SELECT to_regclass('shard') IS NOT NULL, EXISTS (
        SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('log_end') AND attname = 'epoch'
    )
"""
"""Before version 11 the time stood in the row of the shard. Before version 8 there was one lease, and it stood
elsewhere; before version 5 there was none."""
HELD = f"""
    SELECT shard, epoch, owner, address, since, coalesce(until, 0) AS until, position, coalesce(session, 0) AS session,
        coalesce(until > {NOW} AND session = 0, false) AS is_spared,
        coalesce(until > 0 AND tenure.run <> this.run, false) AS is_of_past
    FROM shard CROSS JOIN this LEFT JOIN tenure USING (shard, epoch)
"""  # noqa: S608
FORMER = """
    SELECT {shard} AS shard, epoch, owner, {address} AS address, since, until, position, {session} AS session,
        until BETWEEN {started} - {lasts} AND {started} + {lasts} AND {now} < {started} + {lasts} AS is_spared,
        false AS is_of_past
    FROM {table}
"""
SEEN = f"""
    WITH this AS MATERIALIZED ({RUN}), locked AS (
        SELECT classid::bigint - {CLASS} AS shard, min(pid) AS pid FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
        AND objid = '{{table}}'::regclass::oid AND objsubid = 1 AND {HERE} GROUP BY classid
    ), seen AS (
        SELECT held.*, pid AS locked_by, NOT is_spared AND (
            pid IS NULL OR (pid = session AND until <= {NOW})
        ) AS is_free FROM ({{held}}) AS held LEFT JOIN locked USING (shard)
    )
"""  # noqa: S608
"""A lease is free once no session has its lock, or it has run out while its owner's session has it. One whose lock
another session has than its owner's is being taken at this moment."""
COLUMNS = "shard, epoch, owner, address, since, until, position, session, locked_by, is_free, is_of_past"


def seen_in(table: str, held: str) -> str:
    return f"{SEEN.format(table=table, held=held)} SELECT {COLUMNS} FROM seen ORDER BY shard"  # noqa: S608


SEEN_NOW = seen_in("shard", HELD)
FREE = f"{SEEN.format(table='shard', held=HELD)} SELECT shard, is_of_past FROM seen WHERE is_free OR is_of_past"  # noqa: S608
SPARE = f"""
    WITH this AS MATERIALIZED ({RUN})
    UPDATE tenure SET until = {NOW} + %s, session = 0, run = this.run FROM this
    WHERE until > 0 AND tenure.run <> this.run
"""  # noqa: S608
"""What the sessions of the run before held is their owners' for a while yet: they live, and come back to it."""
KEY = f"((({CLASS} + %s)::bigint << 32) | 'shard'::regclass::oid::bigint)"
LOCK = f"SELECT pg_try_advisory_lock({KEY})"
UNLOCK = f"SELECT pg_advisory_unlock({KEY})"
TAKE = f"""
    WITH this AS MATERIALIZED ({RUN}), taken AS (
        UPDATE shard SET epoch = greatest(epoch + 1, (timeline - 1) << 32), owner = %s, address = %s, since = %s
        FROM this WHERE shard = %s AND epoch = %s RETURNING shard, epoch, position, owner, since
    ), lasting AS (
        INSERT INTO tenure (shard, epoch, until, session, run)
        SELECT shard, epoch, {NOW} + %s, %s, run FROM taken, this
        ON CONFLICT (shard) DO UPDATE SET
            epoch = excluded.epoch, until = excluded.until, session = excluded.session, run = excluded.run
    )
    INSERT INTO lease (shard, epoch, "after", owner, since) SELECT * FROM taken RETURNING epoch
"""  # noqa: S608
"""Each timeline has epochs of its own: one that was taken just before the server was lost, and that its replica did not
hear of, is not taken again. Two who had it could both commit."""
OURS = """
    SELECT tenure.shard FROM tenure JOIN shard USING (shard, epoch)
    JOIN unnest(%s::int[], %s::bigint[]) AS ours (shard, epoch) USING (shard, epoch)
"""
"""Given the shards and their epochs."""
IN_ORDER = f"WITH this AS MATERIALIZED ({RUN}), ours AS ({OURS} ORDER BY tenure.shard FOR NO KEY UPDATE OF tenure)"
"""Rows are locked in the order of shards, by everybody: nobody waits in a circle."""
RENEW = f"""
    {IN_ORDER} UPDATE tenure SET until = {NOW} + %s, session = pg_backend_pid(), run = this.run
    FROM ours, this WHERE tenure.shard = ours.shard RETURNING tenure.shard
"""  # noqa: S608
RELEASE = f"{IN_ORDER} UPDATE tenure SET until = 0 FROM ours WHERE tenure.shard = ours.shard"  # noqa: S608
END_SESSION = "SELECT pg_terminate_backend(%s)"
END_COMMIT = """
    SELECT pg_terminate_backend(pid) FROM pg_locks JOIN shard ON transactionid = shard.xmax
    WHERE shard.shard = %s AND locktype = 'transactionid' AND granted AND pid <> pg_backend_pid()
"""
END_IDLE = """
    SELECT set_config('idle_session_timeout', %s, false)
    WHERE EXISTS (SELECT 1 FROM pg_settings WHERE name = 'idle_session_timeout')
"""
"""Whoever froze with a lock before it was a lease: from PostgreSQL 14 on the server ends such a session."""
NOTICE_THE_VANISHED = (
    "SET tcp_keepalives_idle TO 3",
    "SET tcp_keepalives_interval TO 1",
    "SET tcp_keepalives_count TO 3",
)
"""The server asks whether we are still there: by default it would wait for two hours."""
NOTICES_THE_SERVER_VANISHED: Mapping[str, int] = {
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
}
"""Likewise we ask whether the server is there: of one that has heard everything, and vanished before it answered, the
other limits say nothing.
"""
PROMPT: Mapping[str, int] = {"connect_timeout": 2, "tcp_user_timeout": 2000, **NOTICES_THE_SERVER_VANISHED}
"""A server that does not answer must not keep the thread that renews."""


class Seen(NamedTuple):
    shard: int
    epoch: int
    owner: str
    address: str
    since: int
    until: int
    position: int
    session: int
    """That its owner had when the lease was taken or renewed; 0 where it has not come back to it since."""
    locked_by: int | None
    """The session that has its lock."""
    is_free: bool
    is_of_past: bool
    """Whether it was renewed last while the server ran before."""

    @property
    def held(self) -> Held:
        seen = (self.epoch, self.owner, self.since, self.shard, self.address, self.position)
        return Held(*seen, is_free=self.is_free, until=self.until)


class Session:
    """A connection of its own, made when it is needed: locks belong to sessions."""

    def __init__(self, engine: Engine, sets_up: str) -> None:
        self._engine, self._sets_up = engine, sets_up
        self._connection: Any = None
        self._is_over = False

    @property
    def has_ended(self) -> bool:
        return self._connection is not None and self._connection.closed

    @property
    def number(self) -> int:
        found: int = self.connected().info.backend_pid
        return found

    def run(self, statement: str, *values: object) -> list[Any]:
        found = self.connected().execute(statement, values or None)
        return list(found.fetchall()) if found.description else []

    def connected(self) -> Any:
        if self._connection is None:
            dialect = self._engine.dialect
            given, named = dialect.create_connect_args(self._engine.url)
            self._connection = dialect.connect(*given, **{**PROMPT, **named, "autocommit": True})
            if self._is_over:
                self.close()
                raise StoreFailed(f"{self._engine.url} was closed here meanwhile")
            self._connection.execute("; ".join((*NOTICE_THE_VANISHED, self._sets_up)))
        return self._connection

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def end(self) -> None:
        """Close it for good, whoever waits for it in another thread."""
        self._is_over = True
        self.close()


class SessionHold:
    """Any number of threads may use it. One session renews; what may have to wait is done by others beside it."""

    def __init__(self, engine: Engine, terms: Terms) -> None:
        self._engine, self._terms = engine, terms
        # That a renewal is lost with a crash of the server harms nobody, and so it waits for no disk.
        patience = round(terms.renewed_every * 1000)
        self._main = Session(engine, f"SET synchronous_commit TO off; SET lock_timeout TO {patience}")
        # A lease that is taken is on the server's own disk. If its replica does not hear of it, nothing came of it.
        self._taking = Session(engine, f"SET synchronous_commit TO local; SET lock_timeout TO {TAKES_AT_MOST}")
        # Where an order is settled, and a shard fell back, it would count what readers have passed.
        self._settling = Session(engine, "SET synchronous_commit TO on")
        self._turn = RLock()
        self._locked: set[int] = set()
        self._claimed: set[int] = set()
        """Of which we have the lock, and may soon have the lease."""
        self._lasts, self._returns = (round(each * 1_000_000) for each in (terms.lasts, terms.returns_within))
        self._refusals: Any = engine.dialect.import_dbapi().errors

    def refuse_held(self) -> None:
        try:
            for each in self._seen():
                self.await_free(each.shard)
        finally:
            self.close()

    def await_free(self, shard: int) -> None:
        """Until the lease has run out, or its owner is seen to live: whoever does renews it."""
        first = now = self._seen_of(shard)
        give_up = monotonic() + 2 * self._terms.lasts + self._terms.returns_within
        while not now.is_free:
            if (now.until > first.until and now.session) or monotonic() > give_up:
                raise RecordHeld(self._engine.url, now.held, self._terms)
            sleep(LOOKS_EVERY)
            now = self._seen_of(shard)

    def take(self, shard: int, owner: str, address: str) -> int | None:
        with self._dropping_what_broke():
            seen = self._claim(shard)
            if seen is None:
                return None
            session = self._main.number
        epoch = None
        try:
            epoch = self._taken(seen, session, owner, address)
        finally:
            with self._dropping_what_broke():
                self._claimed.discard(shard)
                if epoch is None:
                    self._unlock(shard)
        return epoch

    def _claim(self, shard: int) -> Seen | None:
        """It as it is, if it is free, and its lock is ours now."""
        if not self._locked:
            self._drop()  # A session that had nothing to do may have ended unnoticed.
        seen = self._seen_of(shard)
        if not seen.is_free:
            return None
        if seen.locked_by is not None:
            self._main.run(END_SESSION, seen.locked_by)
        if not self._lock(shard):
            return None
        self._claimed.add(shard)
        return seen

    def _taken(self, seen: Seen, session: int, owner: str, address: str) -> int | None:
        """Beside renewals, which wait for none of it."""
        values = (owner, address, microseconds(datetime.now(UTC)), seen.shard, seen.epoch, self._lasts, session)
        try:
            found = self._run_beside(TAKE, *values)
        except self._refusals.LockNotAvailable:
            self._taking.run(END_COMMIT, seen.shard)
            return None
        return int(found[0][0]) if found else None

    def _run_beside(self, statement: str, *values: object) -> list[Any]:
        """Once more, if the session has ended: it is used seldom, and the statement takes what is as it was seen."""
        try:
            return self._taking.run(statement, *values)
        except BaseException:
            if not self._taking.has_ended:
                raise
            self._taking.close()
            return self._taking.run(statement, *values)

    def renew(self, epochs: Mapping[int, int]) -> Collection[int]:
        with self._turn:
            try:
                for shard in epochs.keys() - self._locked:
                    self._lock(shard)
                ours = {shard for (shard,) in self._main.run(RENEW, [*epochs], [*epochs.values()], self._lasts)}
                # Of a lease that another took and gave back meanwhile we may have got the lock: nobody could take it.
                for shard in self._locked - ours - self._claimed:
                    self._unlock(shard)
            except self._refusals.LockNotAvailable:
                raise  # Somebody takes one of them. The session has our locks, and stays.
            except BaseException:
                self._drop()
                raise
        return ours

    def settle(self) -> None:
        try:
            self._settling.run(settling("postgresql"))
        except BaseException:
            self._settling.close()
            raise

    def held(self) -> tuple[Held, ...]:
        with self._dropping_what_broke():
            return tuple(each.held for each in self._seen())

    def free(self) -> frozenset[int]:
        with self._dropping_what_broke():
            found = self._main.run(FREE)
            if any(is_of_past for _, is_of_past in found):
                self._main.run(SPARE, self._returns)
                found = self._main.run(FREE)
            return frozenset(shard for shard, _ in found)

    def release(self, epochs: Mapping[int, int]) -> None:
        with self._dropping_what_broke():
            # First the lock: of one that has it without a lease, others would end the session, and with it all of ours.
            for shard in epochs:
                self._unlock(shard)
            if epochs:
                self._main.run(RELEASE, [*epochs], [*epochs.values()])

    def beside(self) -> "SessionHold":
        return SessionHold(self._engine, self._terms)

    def close(self) -> None:
        for each in (self._settling, self._taking):
            each.end()
        with self._turn:
            self._drop()

    def _drop(self) -> None:
        self._main.close()
        self._locked = set()

    @contextmanager
    def _dropping_what_broke(self) -> Iterator[None]:
        """A session that ended is replaced at the next call; one that lives has our locks, and stays."""
        with self._turn:
            try:
                yield
            except BaseException:
                if self._main.has_ended:
                    self._drop()
                raise

    def _seen(self) -> Sequence[Seen]:
        try:
            seen = self._seen_at_once()
            if any(each.is_of_past for each in seen):
                self._main.run(SPARE, self._returns)
                seen = self._seen_at_once()
        except self._refusals.UndefinedTable:
            return self._seen_before()
        if not seen:
            raise StoreFailed(f"{self._engine.url} lacks the row that counts its events")
        return seen

    def _seen_at_once(self) -> list[Seen]:
        return [Seen(*row) for row in self._main.run(SEEN_NOW)]

    def _seen_before(self) -> list[Seen]:
        """In a database of an earlier version, whose server may run yet."""
        has_shards, has_lease = self._main.run(KNOWN)[0]
        if has_shards:
            table, columns = "shard", {"shard": "shard", "address": "address", "session": "session"}
        elif has_lease:
            # It noted no session: -1 is nobody's.
            table, columns = "log_end", {"shard": "0", "address": "''", "session": "-1"}
        else:
            return []
        held = FORMER.format(table=table, started=STARTED, now=NOW, lasts=self._lasts, **columns)
        return [Seen(*row) for row in self._main.run(seen_in(table, held))]

    def _seen_of(self, shard: int) -> Seen:
        with self._turn:
            found = next((each for each in self._seen() if each.shard == shard), None)
        if found is None:
            raise StoreFailed(f"{self._engine.url} has no shard {shard}")
        return found

    def _lock(self, shard: int) -> bool:
        if not self._locked:
            self._main.run(END_IDLE, str(round(2000 * self._terms.lasts)))
        if shard not in self._locked and self._main.run(LOCK, shard)[0][0]:
            self._locked.add(shard)
        return shard in self._locked

    def _unlock(self, shard: int) -> None:
        if shard in self._locked:
            self._locked.discard(shard)
            self._main.run(UNLOCK, shard)
        if not self._locked:
            self._main.run(END_IDLE, "0")
