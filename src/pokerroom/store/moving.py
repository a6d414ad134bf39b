"""A record moved to another database: from SQLite to PostgreSQL, back, or between two of a kind.

Everything goes, as it is: positions, hashes, what was asked, rows, projections. Marks in both say how far a move has
come, so that no room opens on half a house, nor on two: what arrives is marked before it can be seen, the old record is
marked when all of it has arrived, and only then is the mark of the new one taken away. A move that was cut short at any
moment is started again, or called off.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, Table, func, inspect, select
from sqlalchemy.engine import make_url

from pokerroom.room.ports import EventStore, StoreError, StoreFailed
from pokerroom.store.archived import FOLDER, ROW as ARCHIVE, ArchivedStore
from pokerroom.store.audit import holds
from pokerroom.store.backup import NOT_COPIED, TOGETHER, begin_anew, copy, copy_counting, empty, reading, writing
from pokerroom.store.opening import open_database
from pokerroom.store.schema import event, metadata, projection

ROW = "moved"

Told = Callable[[int, int], None]
"""How many rows of how many."""


class Arriving(msgspec.Struct, frozen=True, tag=True):
    """Of a record that is being moved here."""

    source: str
    at: datetime

    def __str__(self) -> str:
        return f"is being moved here from {self.source} since {self.at:%Y-%m-%d %H:%M} UTC"


class Left(msgspec.Struct, frozen=True, tag=True):
    """Of a record that was moved away; what is still here is a copy."""

    target: str
    at: datetime

    def __str__(self) -> str:
        return f"was moved to {self.target} at {self.at:%Y-%m-%d %H:%M} UTC"


Mark = Arriving | Left
READ: msgspec.json.Decoder[Mark] = msgspec.json.Decoder(Mark)


class MovedError(StoreError):
    """No room opens here: the record is elsewhere, or not here yet."""


def refuse_moved(store: EventStore, name: str) -> None:
    """Asked before a room opens."""
    match mark_in(store):
        case Left() as left:
            raise MovedError(f"the record {name!r} {left}: open it there")
        case Arriving() as arriving:
            raise MovedError(f"the record {name!r} {arriving}, and not all of it is here: start that move again")


def mark_in(store: EventStore) -> Mark | None:
    found = store.row(ROW, "")
    if found is None:
        return None
    try:
        return READ.decode(found)
    except msgspec.MsgspecError:
        raise StoreFailed(f"the row {ROW!r} of the record says nothing that is known") from None


class Pair(NamedTuple):
    """Both databases of a move, to which nobody else writes meanwhile."""

    name: str
    source: str
    target: str
    old: ArchivedStore
    new: ArchivedStore

    @property
    def is_done(self) -> bool:
        """Whether the record was moved before, and this move has only others to finish."""
        return self.has_left and mark_in(self.new) is None and self.new.end() >= self.old.end()

    @property
    def has_left(self) -> bool:
        return isinstance(mark_in(self.old), Left)


def held(records: Iterable[tuple[str, str, str]], stack: ExitStack) -> list[Pair]:
    """By name and both addresses. All the sources first: if one is in use, nothing is made elsewhere."""
    records = tuple(records)
    old = [stack.enter_context(closing(open_database(source, writing=True))) for _, source, _ in records]
    new = [stack.enter_context(closing(open_database(target, writing=True))) for _, _, target in records]
    for store in (*old, *new):
        store.settle()  # Of a divided record the end is where its order is settled, and some of it may lie behind.
    return [Pair(*each, *both) for each, *both in zip(records, old, new, strict=True)]


def refuse_unfit(pair: Pair) -> None:
    """What cannot be moved, or not to there."""
    before, there = mark_in(pair.old), mark_in(pair.new)
    if isinstance(before, Arriving):
        raise MovedError(f"{shown(pair.source)} {before}: finish that move first")
    if isinstance(before, Left):
        if isinstance(there, Arriving) or (pair.is_done and contains(pair.new, pair.old)):
            return
        raise MovedError(f"{shown(pair.source)} {before}, and {shown(pair.target)} does not hold it")
    if there is None and pair.new.end():
        raise StoreFailed(f"{shown(pair.target)} holds a record already, and is left as it is")
    if isinstance(there, Left) and not contains(pair.old, pair.new):
        raise StoreFailed(
            f"{shown(pair.target)} holds another record, which {there}: it is no earlier state of this one, and is "
            f"left as it is"
        )


def contains(whole: EventStore, part: EventStore) -> bool:
    """Whether every event of one record is in the other: each hash binds all before it."""
    return all(holds(whole, head) for head in part.heads().values())


def shown(url: str) -> str:
    """Without a password."""
    return make_url(url).render_as_string(hide_password=True)


def copied(pair: Pair, told: Told) -> int:
    """All of a record into the target, marked there; all of it or nothing. How many events there are."""
    with reading(pair.source) as old, writing(pair.target) as new:
        tables = tables_of(old)
        whole, done = sum(count_of(old, each) for each in tables), 0

        def tell(more: int) -> None:
            nonlocal done
            done += more
            told(done, whole)

        empty(new)
        counts = {table: copy(old, new, table, tell) for table in tables}
        copy_counting(old, new)
        put(new, Arriving(shown(pair.source), datetime.now(UTC)))
    pair.new.lease_anew()
    pair.new.settle()
    return counts[event]


def tables_of(connection: Connection) -> list[Table]:
    there = inspect(connection).get_table_names()
    return [each for each in metadata.sorted_tables if each.name in there and each not in NOT_COPIED]


def count_of(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def refuse_different(pair: Pair, told: Told) -> None:
    """Every row of both compared, value by value."""
    with reading(pair.source) as old, reading(pair.target) as new:
        tables = tables_of(old)
        whole, done = sum(count_of(old, each) for each in tables), 0
        for table in tables:
            for ours, theirs in zip_longest(rows_of(old, table), rows_of(new, table)):
                if ours != theirs:
                    raise StoreFailed(different(table, ours, theirs))
                done += 1
                if done % TOGETHER == 0:
                    told(done, whole)


def rows_of(connection: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
    rows = connection.execution_options(yield_per=TOGETHER).execute(in_order(table))
    return (tuple(each) for each in rows)


def in_order(table: Table) -> Select[Any]:
    """Without what each has its own of: the marks of moves, and where its files lie."""
    found = select(*table.c).order_by(*table.primary_key)
    return found.where(table.c.name.not_in((ROW, ARCHIVE))) if table is projection else found


def different(table: Table, ours: tuple[Any, ...] | None, theirs: tuple[Any, ...] | None) -> str:
    row = ours or theirs or ()
    place = ", ".join(f"{column.name} {row[at]!r}" for at, column in enumerate(table.c) if column.primary_key)
    how = "was not copied" if theirs is None else "is only in the copy" if ours is None else "differs in the copy"
    return f"the row of {table.name} with {place} {how}: the move is not finished, and the old record is what counts"


def leave(pair: Pair) -> None:
    """Mark the old record as moved away; or, if somebody has written to it after all, nothing happens."""
    with writing(pair.source) as connection:
        put(connection, Left(shown(pair.target), datetime.now(UTC)))
    try:
        # Asked after the mark: whoever takes the lease from now on sees it.
        refuse_overtaken(pair)
    except BaseException:
        unmark(pair.source)
        raise


def refuse_overtaken(pair: Pair) -> None:
    for store in (pair.old, pair.new):
        assert store.lease is not None
        store.lease.renew()
        if store.lease.lost:  # One shard is enough.
            raise MovedError(next(iter(store.lease.lost.values())))
    if pair.old.end() != pair.new.end():
        raise StoreFailed(f"{shown(pair.source)} was written to meanwhile: start the move again")


def arrive(pair: Pair) -> None:
    """The record is there, and a room may open on it."""
    unmark(pair.target)


def call_off(pair: Pair) -> None:
    """The target is emptied of what arrived, and the source is what it was before the move."""
    there = mark_in(pair.new)
    if there is None and pair.new.end():
        raise MovedError(f"{shown(pair.target)} holds a record that is in use: a move that is done is not called off")
    if isinstance(there, Arriving):
        with writing(pair.target) as connection:
            begin_anew(connection)
        pair.new.lease_anew()
    if pair.has_left:
        unmark(pair.source)


def say_where(pair: Pair, folder: Path) -> None:
    """In the new record, where the files of its archive lie."""
    with writing(pair.target) as connection:
        connection.execute(projection.delete().where(projection.c.name == ARCHIVE))
        connection.execute(projection.insert(), {"name": ARCHIVE, "key": FOLDER, "value": str(folder).encode()})


def put(connection: Connection, mark: Mark) -> None:
    take_away(connection)
    connection.execute(projection.insert(), {"name": ROW, "key": "", "value": msgspec.json.encode(mark)})


def unmark(url: str) -> None:
    with writing(url) as connection:
        take_away(connection)


def take_away(connection: Connection) -> None:
    connection.execute(projection.delete().where(projection.c.name == ROW))
