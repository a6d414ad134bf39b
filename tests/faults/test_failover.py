"""Three servers share a room on a PostgreSQL with a replica: that is away for a while, and then it takes its place.

While the replica is frozen no order is recorded, everybody waits, and no table changes its server. After the failover
every server comes back to the tables that it had, and they go on.
"""

import asyncio
import signal
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.faults.cluster import PATIENCE, Cluster, three_servers
from tests.faults.guests import Guest
from tests.faults.happening import FEW, every_table_goes_on, people
from tests.faults.life import audit_of, check, until_heard
from tests.faults.record import Record
from tests.faults.test_passing_faults import two_schemas
from tests.postgres import Replicated, replicated

__all__ = ["replicated"]

pytestmark = pytest.mark.soak

SHARDS, SEED = 13, 70
FROZEN_FOR = 10.0
STANDS_FOR = 5.0
HEARD = 40
OWNERS = "SELECT shard, epoch, owner FROM shard ORDER BY shard"


def owners(url: str) -> list[tuple[int, int, str]]:
    with psycopg.connect(url) as database:
        return database.execute(OWNERS).fetchall()


async def settled(url: str) -> list[tuple[int, int, str]]:
    """Who has what, once the shares of the servers are level and nothing moves any more."""
    async with asyncio.timeout(PATIENCE):
        before = await asyncio.to_thread(owners, url)
        while True:
            await asyncio.sleep(STANDS_FOR)
            now = await asyncio.to_thread(owners, url)
            if now == before:
                return now
            before = now


async def everybody_waits(guests: list[Guest], database: Replicated) -> None:
    for guest in guests:
        guest.watch_clock()
    database.replica.signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(FROZEN_FOR)
    finally:
        database.replica.signal(signal.SIGCONT)


async def replaced(cluster: Cluster, database: Replicated) -> None:
    await asyncio.to_thread(database.fail_over)
    for each in cluster.servers:
        each.line.lead_to(database.replica.folder)


async def through_both(folder: Path, database: Replicated, record: Record) -> None:
    async with three_servers(folder, database.primary, shards=SHARDS) as cluster:
        await cluster.until_served()
        async with people(cluster, Random(SEED), FEW) as guests:
            await cluster.until_spread(record.url)
            await until_heard(guests, HEARD)
            before = await settled(record.url)
            await everybody_waits(guests, database)
            last = await every_table_goes_on(guests, "the replica was frozen")
            assert owners(record.url) == before, "no shard was taken from anybody"
            print(f"a replica frozen for {FROZEN_FOR:.0f} s: {last.longest:.2f} s without news")  # noqa: T201
            for guest in guests:
                guest.watch_clock()
            await replaced(cluster, database)
            record.url = record.url.replace(str(database.primary.folder.name), str(database.replica.folder.name))
            last = await every_table_goes_on(guests, "the replica took the server's place")
            await asyncio.sleep(FROZEN_FOR)
            assert owners(record.url) == before, "everybody came back to what they had"
            await until_heard(guests, HEARD)
            print(f"a failover: {last.longest:.2f} s without news")  # noqa: T201
        await cluster.close(record.url)
        record.read_on()
        check(record, guests, "after a failover")


def test_no_table_changes_its_server_while_a_replica_is_away_or_takes_the_databases_place(
    tmp_path: Path, replicated: Replicated
) -> None:
    url, _ = two_schemas(replicated.primary)
    record = Record(url, tmp_path / "deck-keys")
    asyncio.run(through_both(tmp_path, replicated, record))
    record.reread()
    found = audit_of(record.url, tmp_path / "deck-keys", decide_again=True)
    assert not found, found
