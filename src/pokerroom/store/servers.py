"""The servers of a cluster, in the database that they share: who they are, where they are reached, what they do.

Beside the record and no part of it: a server that only stands by writes its own row here and nothing else. The table is
made when a server first joins, because whoever stands by migrates nothing. Servers of several versions may share it:
columns are only ever added, each with a default, and a word that this version does not know is read as one it does.

A server holds shards of the record as the `process` that its row names: the rows of shards say so as their owner.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, text

from pokerroom.room.ports import StoreFailed
from pokerroom.store.closing import close_for_good
from pokerroom.store.failures import FAILURES
from pokerroom.store.faults import failure
from pokerroom.store.opening import ALONE, engine_for

GONE_AFTER = 3.0
"""Seconds without a word after which a server counts as gone; they say one each second."""

NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
EXISTS = "SELECT to_regclass('server') IS NOT NULL"
MAKE = """
    CREATE TABLE IF NOT EXISTS server (
        name text COLLATE "C" PRIMARY KEY,
        process text NOT NULL,
        address text NOT NULL,
        software text NOT NULL,
        does text NOT NULL,
        asked text NOT NULL DEFAULT '',
        since bigint NOT NULL,
        seen bigint NOT NULL
    )
"""
SINCE_SHARDS = """
    ALTER TABLE server
        ADD COLUMN IF NOT EXISTS session integer,
        ADD COLUMN IF NOT EXISTS drained boolean NOT NULL DEFAULT false,
        ADD COLUMN IF NOT EXISTS takes integer[] NOT NULL DEFAULT '{}',
        ADD COLUMN IF NOT EXISTS tables integer NOT NULL DEFAULT 0,
        ADD COLUMN IF NOT EXISTS rounds integer NOT NULL DEFAULT 0
"""
"""What came with servers that share the tables of a room."""
TAKE_NAME = f"""
    INSERT INTO server (name, process, address, software, does, since, seen, session)
    VALUES (:name, :process, :address, :software, :does, {NOW}, {NOW}, pg_backend_pid())
    ON CONFLICT (name) DO UPDATE SET process = excluded.process, address = excluded.address,
        software = excluded.software, does = excluded.does, since = excluded.since, seen = excluded.seen,
        session = excluded.session,
        asked = CASE WHEN server.process = excluded.process THEN server.asked ELSE '' END,
        takes = CASE WHEN server.process = excluded.process THEN server.takes ELSE '{{}}' END
    WHERE server.process = excluded.process OR server.seen < {NOW} - :gone
    RETURNING asked
"""  # noqa: S608  names of our own, here and below
SAY = f"""
    UPDATE server SET does = :does, seen = {NOW}, since = CASE WHEN does = :does THEN since ELSE {NOW} END,
        session = pg_backend_pid(), tables = :tables, rounds = :rounds
    WHERE name = :name AND process = :process RETURNING asked
"""  # noqa: S608
LISTED = f"""
    SELECT to_jsonb(server), {NOW} - seen, EXISTS (
        SELECT 1 FROM pg_stat_activity WHERE pid = coalesce((to_jsonb(server) ->> 'session')::int, pg_backend_pid())
    ) FROM server ORDER BY name
"""  # noqa: S608
"""The row as it is: a column that an earlier version did not make is missing in it, and is no error. Such a version
names no session, and none is asked for."""
ASK = "UPDATE server SET asked = :what WHERE name = :name"
DRAIN = "UPDATE server SET drained = :drained WHERE name = :name"
HAND_OVER = """
    UPDATE server SET takes = array_remove(takes, :shard)
        || CASE WHEN name = :name THEN ARRAY[CAST(:shard AS integer)] ELSE '{}' END
"""
LEAVE = f"""
    WITH gone AS (DELETE FROM server WHERE name = :name AND process = :process AND NOT drained)
    UPDATE server SET asked = '', takes = '{{}}', tables = 0, rounds = 0, seen = {NOW} - :gone
    WHERE name = :name AND process = :process AND drained
"""  # noqa: S608


class Doing(StrEnum):
    """What a server does."""

    STANDING_BY = "standing by"
    OPENING = "opening the room"
    SERVING = "serving"
    """The whole room; or, where its record is divided, the desk and a share of the tables."""
    TABLES = "serving tables"
    """A share of the tables. The desk is another's."""

    @classmethod
    def _missing_(cls, _: object) -> "Doing":
        """What a later version calls by a word of its own is nothing that this one counts on."""
        return cls.STANDING_BY


class Asked(StrEnum):
    """What the cluster asks of a server."""

    NOTHING = ""
    GIVE_UP = "give up"
    """Close in order, so that another opens the room."""
    TAKE = "take"
    """Open the room once nobody has it; the others leave it to this one."""

    @classmethod
    def _missing_(cls, _: object) -> "Asked":
        return cls.NOTHING


class Listed(NamedTuple):
    """A server as its row says."""

    name: str
    process: str
    address: str
    software: str
    does: Doing
    asked: Asked
    since: int
    """Microseconds since 1970."""
    silent: float
    """Seconds since its last word."""
    has_session: bool = True
    """Whether the session by which it said so has not ended: it ends with its process."""
    drained: bool = False
    """Whether it takes no table and gives up those it has, as long as another server can have them."""
    takes: frozenset[int] = frozenset()
    """The shards that it was asked to take."""
    tables: int = 0
    """Open tables that it runs, as it said last, and rounds of play under way there."""
    rounds: int = 0

    @property
    def is_there(self) -> bool:
        return self.has_session and self.silent < GONE_AFTER


class NameTaken(StoreFailed):
    """Another server of the cluster has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"another server of the cluster is called {name!r}: give this one a name, `cluster.name`")


class Servers:
    """The table of servers. Whatever the database says of an error is told as a failure of the store."""

    def __init__(self, url: str) -> None:
        self._engine: Engine = engine_for(url, durable=False)

    def join(self, name: str, process: str, address: str, software: str) -> None:
        """Refuses a name that another process uses."""
        values = {"process": process, "address": address, "software": software, "does": Doing.STANDING_BY.value}
        found = self._run(TAKE_NAME, makes=True, name=name, gone=round(GONE_AFTER * 1_000_000), **values)
        if not found:
            raise NameTaken(name)

    def say(self, name: str, process: str, does: Doing, *, tables: int = 0, rounds: int = 0) -> Asked | None:
        """What is asked of the server that says what it does; None if its row is gone or another's."""
        found = self._run(SAY, name=name, process=process, does=does.value, tables=tables, rounds=rounds)
        return Asked(found[0][0]) if found else None

    def listed(self) -> list[Listed]:
        """Empty where no cluster was ever here."""
        if not self._run(EXISTS)[0][0]:
            return []
        return [as_listed(*row) for row in self._run(LISTED)]

    def ask(self, name: str, what: Asked) -> None:
        self._run(ASK, name=name, what=what.value)

    def drain(self, name: str, *, drained: bool = True) -> None:
        """It stays so, also when the server is started anew, until somebody says otherwise."""
        self._run(DRAIN, makes=True, name=name, drained=drained)

    def hand_over(self, shard: int, name: str) -> None:
        """Ask a server to take a shard, and nobody else any more. It holds until that server leaves."""
        self._run(HAND_OVER, makes=True, name=name, shard=shard)

    def leave(self, name: str, process: str) -> None:
        """Of a server that is drained it stays known that it is."""
        self._run(LEAVE, name=name, process=process, gone=round(GONE_AFTER * 1_000_000))

    def close(self) -> None:
        close_for_good(self._engine)

    def _run(self, statement: str, *, makes: bool = False, **values: object) -> Sequence[Any]:
        try:
            with self._engine.connect() as connection, connection.begin():
                if makes:
                    make(connection)
                answer = connection.execute(text(statement), values)
                return answer.all() if answer.returns_rows else ()
        except FAILURES as error:
            raise failure("the servers of the cluster could not be read", error) from error


def as_listed(row: Mapping[str, Any], silent: int, has_session: bool) -> Listed:
    known = {name: row[name] for name in ("name", "process", "address", "software", "since")}
    later = {name: row[name] for name in ("drained", "tables", "rounds") if name in row}
    return Listed(
        **known,
        does=Doing(row["does"]),
        asked=Asked(row["asked"]),
        silent=silent / 1_000_000,
        has_session=has_session,
        takes=frozenset(row.get("takes", ())),
        **later,
    )


def make(connection: Connection) -> None:
    """Several servers may come to an empty database at once."""
    connection.exec_driver_sql(ALONE["postgresql"])
    connection.exec_driver_sql(MAKE)
    connection.exec_driver_sql(SINCE_SHARDS)
