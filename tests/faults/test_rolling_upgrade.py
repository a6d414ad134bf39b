"""Servers are upgraded one after the other while people play, as docs/cluster.md says: no table is closed."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.room.shards import DESK
from pokerroom.store.migrations import current_version
from pokerroom.store.servers import Listed, Servers
from tests.faults.cluster import TOMORROW, Cluster, Server, three_servers
from tests.faults.guests import Guest
from tests.faults.happening import FEW, every_table_goes_on, people
from tests.faults.life import audit_of, check, until_heard
from tests.faults.next_version import SOFTWARE, VERSION
from tests.faults.record import Record
from tests.faults.test_passing_faults import two_schemas
from tests.postgres import OwnServer, own_postgres
from tests.unit.web.served import PATIENCE

__all__ = ["own_postgres"]

pytestmark = pytest.mark.soak

SEED = 4
SHARDS = 13
HEARD = 40
LEAVES_IT = "this server stands by until the database lets it open the room"


def version_of(url: str) -> str:
    with psycopg.connect(url) as connection:
        (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    return str(found[0])


async def until_listed(url: str, name: str, such: Callable[[Listed], bool]) -> None:
    def is_so() -> bool:
        with closing(Servers(url)) as servers:
            return any(each.name == name and each.is_there and such(each) for each in servers.listed())

    await until(is_so)


async def until(such: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(such):  # noqa: ASYNC110  of other processes
            await asyncio.sleep(0.1)


def operator(url: str, *words: str) -> str:
    """What `pokerroom cluster` prints."""
    done = CliRunner().invoke(app, ["cluster", *words], env={"POKERROOM_DATABASE": url})
    assert done.exit_code == 0, done.output
    return done.output


async def upgraded(server: Server, url: str) -> None:
    """It stands by, and must be there again by its new version."""
    await asyncio.to_thread(server.stop)
    server.start(TOMORROW)
    await until_listed(url, server.name, lambda each: each.software == SOFTWARE)


async def upgrade(cluster: Cluster, guests: list[Guest], url: str) -> None:
    before = await cluster.until_served()
    first, second = (each for each in cluster.servers if each is not before)
    for each in (first, second):
        await upgraded(each, url)
    assert cluster.serving is before
    assert version_of(url) == current_version(), "a server that stands by changed the tables"
    await until_heard(guests, HEARD)

    said = await asyncio.to_thread(operator, url, "move", first.name)
    assert said.startswith(f"{first.name} serves the room, after ")
    assert version_of(url) == VERSION
    await every_table_goes_on(guests, "after the move")

    # The last of the older version is still there. It leaves the room to those who can read it.
    await cluster.until_all_stand_by()
    first.kill()
    assert await cluster.until_served(not_by=first) is second
    await every_table_goes_on(guests, "after a server of the new version died")
    second.kill()
    await until(lambda: cluster.serving is None and LEAVES_IT in before.log)
    assert before.is_running
    second.start(TOMORROW)
    assert await cluster.until_served() is second
    first.start(TOMORROW)
    await upgraded(before, url)
    await asyncio.to_thread(operator, url, "move", before.name)
    await every_table_goes_on(guests, "after the last was upgraded")


async def through_an_upgrade(folder: Path, database: OwnServer, record: Record) -> None:
    async with three_servers(folder, database) as cluster:
        async with people(cluster, Random(SEED)) as guests:
            await upgrade(cluster, guests, record.url)
        await cluster.close(record.url)
        put_back(record.url)
        record.read_on()
        check(record, guests, "after the upgrade")


async def upgrade_those_who_share(cluster: Cluster, guests: list[Guest], url: str) -> None:
    """One after the other, the one that has the desk last: everybody else deals its tables meanwhile."""
    await cluster.until_spread(url)
    desk = (await asyncio.to_thread(cluster.held, url))[DESK]
    for each in (*(other for other in cluster.servers if other is not desk), desk):
        each.environment["POKERROOM_TOMORROW"] = "same"
        await until_heard(guests, HEARD)
        await asyncio.to_thread(operator, url, "drain", each.name)
        await upgraded(each, url)
        await asyncio.to_thread(operator, url, "undrain", each.name)
        await cluster.until_spread(url)
        await every_table_goes_on(guests, f"after {each.name} was upgraded")


async def through_an_upgrade_of_those_who_share(
    upgrade_them: Callable[[Cluster, list[Guest], str], Awaitable[None]],
    folder: Path,
    database: OwnServer,
    record: Record,
) -> None:
    async with three_servers(folder, database, shards=SHARDS) as cluster:
        await cluster.until_served()
        async with people(cluster, Random(SEED), FEW) as guests:
            await upgrade_them(cluster, guests, record.url)
        await cluster.close(record.url)
        if version_of(record.url) == VERSION:
            put_back(record.url)
        record.read_on()
        check(record, guests, "after the upgrade")


async def upgrade_the_tables_of_those_who_share(cluster: Cluster, guests: list[Guest], url: str) -> None:
    """The new version changes the tables of the database: it waits until nobody of the earlier one has any of it."""
    await cluster.until_spread(url)
    desk = (await asyncio.to_thread(cluster.held, url))[DESK]
    others = [each for each in cluster.servers if each is not desk]
    for each in others:
        await until_heard(guests, HEARD)
        await asyncio.to_thread(operator, url, "drain", each.name)
        await upgraded(each, url)
        await asyncio.to_thread(operator, url, "undrain", each.name)
        await every_table_goes_on(guests, f"after {each.name} was upgraded")
        assert LEAVES_IT in each.log
    assert version_of(url) == current_version(), "a server that stands by changed the tables"
    refused = CliRunner().invoke(app, ["cluster", "drain", desk.name], env={"POKERROOM_DATABASE": url})
    assert refused.exit_code != 0
    assert f"stop {desk.name}" in " ".join(refused.output.split())

    for guest in guests:
        guest.watch_clock()
    await asyncio.to_thread(desk.stop)
    last = await every_table_goes_on(guests, "after the last of the earlier version was stopped")
    print(f"the longest that anybody waited is {last.longest:.2f} s", flush=True)  # noqa: T201
    assert version_of(url) == VERSION
    desk.start(TOMORROW)
    await cluster.until_spread(url)
    await every_table_goes_on(guests, "after all were upgraded")


def put_back(url: str) -> None:
    """The tables as this version knows them, for whoever reads them here."""
    with psycopg.connect(url) as connection:
        connection.execute("DROP TABLE of_tomorrow")
        connection.execute("UPDATE alembic_version SET version_num = %s", (current_version(),))


def test_servers_are_upgraded_one_by_one_under_people_who_play(tmp_path: Path, own_postgres: OwnServer) -> None:
    url, _ = two_schemas(own_postgres)
    keys = tmp_path / "deck-keys"
    asyncio.run(through_an_upgrade(tmp_path, own_postgres, Record(url, keys)))
    found = audit_of(url, keys, decide_again=True)
    assert not found, found


@pytest.mark.parametrize("upgrade_them", [upgrade_those_who_share, upgrade_the_tables_of_those_who_share])
def test_servers_that_share_the_tables_are_upgraded_one_by_one(
    upgrade_them: Callable[[Cluster, list[Guest], str], Awaitable[None]], tmp_path: Path, own_postgres: OwnServer
) -> None:
    url, _ = two_schemas(own_postgres)
    keys = tmp_path / "deck-keys"
    asyncio.run(through_an_upgrade_of_those_who_share(upgrade_them, tmp_path, own_postgres, Record(url, keys)))
    found = audit_of(url, keys, decide_again=True)
    assert not found, found
