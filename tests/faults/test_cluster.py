"""Three servers share a room, and whatever happens to the one that serves it, another goes on within seconds.

It is killed, frozen and woken, cut off from the database or drained, and the database is restarted under all of them,
while people play through a proxy. Nothing that they were told is lost and nothing happens twice; the audit is clean.

`make test` kills one server, at the tables of two games without bots: each fault takes tens of seconds. All kinds are
in the soak.
"""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.faults.cluster import three_servers
from tests.faults.happening import FEW, TO_ONE, Fault, Stage, Waits, go_through, killed, late, people
from tests.faults.life import GAMES, audit_of, check
from tests.faults.record import Record
from tests.faults.test_passing_faults import two_schemas
from tests.postgres import OwnServer, own_postgres
from tests.sampling import SOAKING, sampled

__all__ = ["own_postgres"]

pytestmark = pytest.mark.sampled

SEED = 21
FAULTS = sampled(1, whole=200)


async def through_faults(folder: Path, database: OwnServer, record: Record, faults: list[Fault]) -> Waits:
    rng = Random(SEED)
    async with three_servers(folder, database) as cluster:
        async with people(cluster, rng, GAMES if SOAKING else FEW) as guests:
            took = await go_through(Stage(cluster, database, record.url, rng), faults, guests, record, SEED)
        await cluster.close(record.url)
        record.read_on()
        check(record, guests, f"after {len(faults)} faults of seed {SEED}")
    return took


def test_whatever_happens_to_the_server_that_has_the_room_another_goes_on(
    tmp_path: Path, own_postgres: OwnServer
) -> None:
    url, _ = two_schemas(own_postgres)
    keys = tmp_path / "deck-keys"
    record, rng = Record(url, keys), Random(SEED)
    faults: list[Fault] = [rng.choice(TO_ONE) for _ in range(FAULTS)] if SOAKING else [killed]
    took = asyncio.run(through_faults(tmp_path, own_postgres, record, faults))
    record.reread()
    found = audit_of(url, keys, decide_again=True)
    assert not found, found
    assert not late(took)
