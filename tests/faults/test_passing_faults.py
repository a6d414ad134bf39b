"""The database goes away under play and comes back, the disk fills up and is freed: every table goes on by itself.

Nobody restarts anything of ours. What was accepted is in the record once, what was refused is not, people can enter
again, and the audit finds nothing.
"""

import asyncio
import json
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from tests.faults.disks import fill, free, small_disk
from tests.faults.guests import PATIENCE, Guest, enter
from tests.faults.life import Stage, a_life, audit_of, check, until_heard
from tests.faults.nursery import nursery
from tests.faults.record import Record
from tests.postgres import OwnServer, own_postgres
from tests.sampling import sampled

__all__ = ["own_postgres"]

pytestmark = pytest.mark.sampled

SEED = 5
RESTARTS, ENDINGS, FILLINGS = sampled(2, whole=10), sampled(2, whole=10), sampled(1, whole=4)
WITHIN = 30.0
"""Seconds after the end of a fault within which everything must go on, on a machine with much else to do."""
BEFORE = 60
"""Messages that people hear before a fault."""

Fault = Callable[[str], None]
"""Something happens to the server at this address, and is over."""


def asked(address: str, path: str) -> tuple[int, Any]:
    try:
        with urllib.request.urlopen(f"http://{address}{path}", timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def until_it_is_noticed(address: str, reason: str) -> None:
    """The fault is a real one: the room says that it cannot be used, and why."""
    give_up = time.monotonic() + WITHIN
    while (answer := asked(address, "/ready"))[0] != 503:
        assert time.monotonic() < give_up, "nothing failed"
        time.sleep(0.02)
    assert reason in str(answer[1]["reasons"]), answer


async def goes_on(guests: list[Guest], address: str, where: str) -> None:
    """Every table plays, somebody new can enter, and the room says that it is ready and well."""
    ended, before = time.monotonic(), {guest.name: guest.last or 0 for guest in guests}
    behind, health = [guest.name for guest in guests], {"status": ""}
    while behind or health["status"] != "ok":
        assert time.monotonic() - ended < WITHIN, f"{where}: {behind} do not play on: {health}"
        await asyncio.sleep(0.05)
        behind = [guest.name for guest in guests if (guest.last or 0) < before[guest.name] + 5]
        _, health = await asyncio.to_thread(asked, address, "/health")
    assert await asyncio.to_thread(asked, address, "/ready") == (200, {"ready": True, "reasons": []})
    await asyncio.to_thread(enter, address, f"New {round(ended * 1000) % 10**9}")
    assert time.monotonic() - ended < WITHIN, f"{where}: nobody can enter"


async def under_faults(stage: Stage, faults: list[Fault]) -> list[Guest]:
    guests: list[Guest] = []
    async with a_life(stage, guests) as address:
        for number, fault in enumerate(faults):
            await until_heard(guests, BEFORE)
            await asyncio.to_thread(fault, address)
            await goes_on(guests, address, f"fault {number} of seed {SEED}")
        await asyncio.to_thread(stage.servers.stop)
    return guests


def faulted(folder: Path, url: str, faults: list[Fault], **settings: str) -> None:
    keys = folder / "deck-keys"
    with nursery(folder, **settings) as servers:
        stage = Stage(servers, Record(url, keys), Random(SEED), lambda: "")
        guests = asyncio.run(under_faults(stage, faults))
    stage.record.read_on()
    check(stage.record, guests, f"after {len(faults)} faults of seed {SEED}")
    found = audit_of(url, keys, decide_again=True)
    assert not found, found


def two_schemas(server: OwnServer) -> tuple[str, dict[str, str]]:
    """A record of a room and one of accounts on a server, and the settings that say so."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA room")
        connection.execute("CREATE SCHEMA accounts")
    room, accounts = (f"{server.url}&options={quote(f'-csearch_path={name}')}" for name in ("room", "accounts"))
    return room, {"POKERROOM_DATABASE": room, "POKERROOM_ACCOUNTS_DATABASE": accounts}


def test_play_goes_on_after_every_restart_of_postgresql(tmp_path: Path, own_postgres: OwnServer) -> None:
    rng = Random(SEED)

    def restart(address: str) -> None:
        own_postgres.stop()
        until_it_is_noticed(address, "the database does not answer")
        time.sleep(rng.uniform(0, 1))
        own_postgres.start()

    url, settings = two_schemas(own_postgres)
    faulted(tmp_path, url, [restart] * RESTARTS, **settings)


def test_play_goes_on_after_all_connections_were_ended(tmp_path: Path, own_postgres: OwnServer) -> None:
    def end_all(_address: str) -> None:
        with psycopg.connect(own_postgres.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )

    url, settings = two_schemas(own_postgres)
    faulted(tmp_path, url, [end_all] * ENDINGS, **settings)


def filling(disk: Path) -> Fault:
    def fill_and_free(address: str) -> None:
        fill(disk)
        until_it_is_noticed(address, "the disk is full")
        time.sleep(1)
        free(disk)

    return fill_and_free


def test_play_goes_on_after_the_disk_of_a_sqlite_record_was_full(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", megabytes=64) as disk:
        url = f"sqlite:///{disk}/play-chips.sqlite3"
        faulted(disk, url, [filling(disk)] * FILLINGS, POKERROOM_LEAST_DISK_FREE="1000000")


def test_play_goes_on_after_the_disk_of_a_postgresql_record_was_full(tmp_path: Path, own_postgres: OwnServer) -> None:
    place = Path(own_postgres.url.rpartition("host=")[2].replace("%2F", "/")) / "small"
    with small_disk(place, megabytes=64, owner=own_postgres.user) as disk:
        (disk / "tables").mkdir()
        if own_postgres.user:
            shutil.chown(disk / "tables", own_postgres.user)
        with psycopg.connect(own_postgres.url, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{disk / 'tables'}'".encode())
            connection.execute("ALTER DATABASE postgres SET default_tablespace = 'small'")
        url, settings = two_schemas(own_postgres)
        faulted(tmp_path, url, [filling(disk)] * FILLINGS, **settings)
