"""What other processes have recorded since one last looked. Nobody waits for the order over all shards to be settled.

Within one shard commits become visible in their order. A commit counts its positions in the row of its shard and holds
that row until it is over, and a database shows a commit to others before it lets go of its rows: whoever counts next
does so when the one before can be seen. So where an event of a shard is seen, all before it in that shard are. And what
stands in the row of a shard is never counted again: a look at the rows first, and at the events then, finds everything
up to where the rows stood.

One range of positions is read, from the lowest end of those shards where something is new. A shard that stands still is
carried along by every renewal of a lease, so that the range stays short.
"""

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any

from sqlalchemy import Engine, PoolProxiedConnection
from sqlalchemy.exc import SQLAlchemyError

from pokerroom.room.ports import Committed, Since, StoreFailed
from pokerroom.room.shards import last_up_to
from pokerroom.store.faults import failure

NOT_FOLLOWED = 2**62
"""For where a shard ends that nobody asks about: beyond any position."""

# Values are marked as SQLite does.
ENDS = "SELECT shard, position FROM shard ORDER BY shard"
SINCE = """
    SELECT position, stream, sequence, at, "by", cause, tag, version, body, hash, asked FROM event
    WHERE position > ? AND position > {} ORDER BY position LIMIT ?
"""
"""Given the lowest end of a shard, the ends of all in their order, how many they are, and how much is read."""
SINCE_SQLITE = SINCE.format("json_extract(?, '$[' || (position % ?) || ']')")
SINCE_POSTGRESQL = SINCE.format("(CAST(? AS bigint[]))[1 + mod(position, ?)]").replace("?", "%s")


class Looking:
    """Looks at what was recorded, on a connection of its own and without a transaction: most looks find little, and
    what is around them would cost several times as much.
    """

    def __init__(self, engine: Engine, read: Callable[[Any], Committed]) -> None:
        self._engine, self._read = engine, read
        self._errors: Any = engine.dialect.import_dbapi().Error
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._connection: PoolProxiedConnection | None = None
        self._lock, self._shards = Lock(), 0

    def since(self, ends: Mapping[int, int], *, page: int) -> Since:
        """At most so many events, and more only where one command has more."""
        now: Mapping[int, int] = dict(self._fetched(ENDS))
        self._shards = self._shards or len(now)
        if len(now) != self._shards:
            raise StoreFailed(
                f"the record was divided into {len(now)} shards and had {self._shards}: whoever follows it begins anew"
            )
        active = {shard: end for shard, end in ends.items() if now[shard] > end}
        if not active:
            return Since((), ends, is_all=True)
        after = ",".join(str(active.get(shard, NOT_FOLLOWED)) for shard in range(len(now)))
        written = f"[{after}]" if self._is_sqlite else f"{{{after}}}"
        statement, lowest = SINCE_SQLITE if self._is_sqlite else SINCE_POSTGRESQL, min(active.values())

        def reading(most: int) -> list[Committed]:
            return [self._read(row) for row in self._fetched(statement, lowest, written, len(now), most)]

        return gathered(reading, ends, now, page)

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _fetched(self, statement: str, *values: object, again: bool = True) -> Sequence[Any]:
        """A connection that ended while nobody used it is replaced once."""
        with self._lock:
            is_new = self._connection is None
            try:
                cursor = self._connected().cursor()
                cursor.execute(statement, values)
                found: Sequence[Any] = cursor.fetchall()
                cursor.close()
            except (self._errors, SQLAlchemyError, OSError) as error:
                self._drop()
                if is_new or not again:
                    raise failure("the store could not be read", error) from error
            else:
                return found
        return self._fetched(statement, *values, again=False)

    def _connected(self) -> PoolProxiedConnection:
        if self._connection is None:
            self._connection = self._engine.raw_connection()
            if not self._is_sqlite:
                self._connection.driver_connection.autocommit = True  # type: ignore[union-attr]
            self._connection.detach()
        return self._connection

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def gathered(
    read: Callable[[int], Sequence[Committed]], ends: Mapping[int, int], now: Mapping[int, int], page: int
) -> Since:
    """Whole commands, given what reads the next so many events, and where the shards stood before."""
    while True:
        found = read(page)
        if len(found) < page:
            return Since(found, reached(ends, now, found), is_all=True)
        whole = whole_commands(found, len(now))
        if whole:
            return Since(whole, reached(ends, now, whole, up_to=whole[-1].position), is_all=False)
        page *= 2


def whole_commands(found: Sequence[Committed], shards: int) -> Sequence[Committed]:
    """A page that is full, without the commands that may go on behind it.

    A command has consecutive positions of its shard. It may go on where the next of them is beyond the page.
    """
    last = found[-1].position
    ends: dict[int, Committed] = {each.position % shards: each for each in found if each.position > last - shards}
    cut = last + 1
    for each in reversed(found):
        end = ends.get(each.position % shards)
        if end is not None and each.envelope.cause == end.envelope.cause:
            cut = each.position
        else:
            ends.pop(each.position % shards, None)
        if not ends:
            break
    return [each for each in found if each.position < cut]


def reached(
    ends: Mapping[int, int], now: Mapping[int, int], found: Sequence[Committed], *, up_to: int = NOT_FOLLOWED
) -> Mapping[int, int]:
    """Where each shard ends for whoever has these events, if the rows of the shards stood at `now` before."""
    shards = len(now)
    last = {each.position % shards: each.position for each in found}
    return {
        shard: max(end, last.get(shard, 0), last_up_to(min(now[shard], up_to), shard, shards))
        for shard, end in ends.items()
    }
