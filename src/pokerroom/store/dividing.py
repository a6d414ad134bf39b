"""Divides a record into shards, so that several processes can write it; or makes it one again.

Nobody else may hold any of it meanwhile. Everything counted later stands after all that was counted before, and every
lease of before is worth nothing afterwards.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, func, inspect, select

from pokerroom.room.ports import StoreFailed
from pokerroom.room.shards import MOST, Layout, begun, divided
from pokerroom.store.backup import writing
from pokerroom.store.lease import RecordHeld
from pokerroom.store.opening import open_database, opening
from pokerroom.store.schema import event, layout, shard


def divide(url: str, shards: int, *, owner: str = "") -> Layout:
    """From now on so many shards count; it changes nothing where as many do already."""
    if not 1 <= shards <= MOST:
        raise StoreFailed(f"a record has from 1 to {MOST} shards, not {shards}")
    store = open_database(url, writing=True, owner=owner)
    try:
        if store.shards == shards:
            return store.layouts()[-1]
        with writing(url) as connection:
            return laid_out(connection, shards)
    finally:
        store.close()


def divide_new(url: str, shards: int, *, owner: str = "") -> None:
    """Divide a record in which nothing stands yet; any other stays as it is. Several servers may come to it at once."""
    while shards > 1 and is_new(url):
        try:
            divide(url, shards, owner=owner)
        except RecordHeld:
            continue  # Another founds it; to be told so took a while.


def is_new(url: str) -> bool:
    """Whether nothing was ever recorded there, nor divided."""
    with looking(url) as connection:
        there = inspect(connection).get_table_names()
        counted = (
            (event, select(event.c.position).limit(1)),
            (layout, select(layout.c.after).limit(1)),
            # What was archived since is counted still.
            (shard, select(shard.c.shard).where(shard.c.events > 0)),
        )
        return not any(table.name in there and connection.execute(found).first() for table, found in counted)


def shards_in(url: str) -> int:
    """Into how many shards a record is divided; 1 where there is none yet. Nothing is migrated or locked."""
    with looking(url) as connection:
        if not inspect(connection).has_table(shard.name):
            return 1
        return connection.execute(select(func.count()).select_from(shard)).scalar_one()


@contextmanager
def looking(url: str) -> Iterator[Connection]:
    with opening(url) as engine:
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()


def laid_out(connection: Connection, shards: int) -> Layout:
    end, events, epoch = connection.execute(
        select(func.max(shard.c.position), func.sum(shard.c.events), func.max(shard.c.epoch))
    ).one()
    new = divided(end, shards)
    connection.execute(shard.delete())
    for number, position in enumerate(begun(new)):
        # Epochs go on from the highest there was: none is used twice, in whichever shard.
        row = {"shard": number, "position": position, "events": 0 if number else int(events), "epoch": epoch}
        connection.execute(shard.insert(), row)
    # Where nothing was counted since the last division, this one takes its place.
    connection.execute(layout.delete().where(layout.c.after >= new.after))
    connection.execute(layout.insert(), new._asdict())
    return new
