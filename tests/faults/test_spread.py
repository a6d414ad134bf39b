"""Three servers share the tables of a room, and whatever happens to one of them, the others go on with its tables.

Any of them, the one with the desk or one with tables alone, is killed, frozen and woken, cut off from the database,
drained or asked for a shard, and the database is restarted under all of them, while people play who go wherever their
table goes. Nothing that they were told is lost and nothing happens twice; no shard has two owners; the audit is clean.

`make test` kills one server, at the tables of two games without bots: each fault takes tens of seconds. All kinds are
in the soak.
"""

import asyncio
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.faults.cluster import three_servers
from tests.faults.happening import FEW, TO_SEVERAL, Fault, Stage, Waits, go_through, killed, late, people
from tests.faults.life import audit_of, check
from tests.faults.nursery import tables_by_game
from tests.faults.record import Record
from tests.faults.test_passing_faults import two_schemas
from tests.postgres import OwnServer, own_postgres
from tests.sampling import SOAKING, sampled

__all__ = ["own_postgres"]

pytestmark = pytest.mark.sampled

SEED = 34
SHARDS = 13
FAULTS = sampled(1, whole=200)
EPOCHS = """
    SELECT position %% %(shards)s AS shard, epoch FROM event
    WHERE position > (SELECT max(after) FROM layout) ORDER BY shard, position
"""


async def through_faults(folder: Path, database: OwnServer, record: Record, faults: list[Fault]) -> Waits:
    rng = Random(SEED)
    async with three_servers(folder, database, shards=SHARDS) as cluster:
        await cluster.until_served()
        games = list(await asyncio.to_thread(tables_by_game, cluster.proxy.address)) if SOAKING else FEW
        async with people(cluster, rng, games) as guests:
            took = await go_through(Stage(cluster, database, record.url, rng), faults, guests, record, SEED)
        await cluster.close(record.url)
        record.read_on()
        check(record, guests, f"after {len(faults)} faults of seed {SEED}")
    return took


def epochs_of(url: str) -> dict[int, list[int]]:
    """Under which leases the events of each shard were committed, in their order."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(EPOCHS, {"shards": SHARDS}).fetchall()
    return {
        shard: [epoch for epoch, _ in groupby(of_shard, key=itemgetter(1))]
        for shard, of_shard in groupby(rows, key=itemgetter(0))
    }


def test_whatever_happens_to_one_of_the_servers_that_share_the_tables_the_others_go_on(
    tmp_path: Path, own_postgres: OwnServer
) -> None:
    url, _ = two_schemas(own_postgres)
    keys = tmp_path / "deck-keys"
    record, rng = Record(url, keys), Random(SEED)
    faults: list[Fault] = [rng.choice(TO_SEVERAL) for _ in range(FAULTS)] if SOAKING else [killed]
    took = asyncio.run(through_faults(tmp_path, own_postgres, record, faults))
    record.reread()
    for shard, epochs in epochs_of(url).items():
        assert epochs == sorted(set(epochs)), f"shard {shard} had two owners at once: {epochs}"
    found = audit_of(url, keys, decide_again=True)
    assert not found, found
    assert not late(took)
