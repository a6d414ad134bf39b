"""The server dies at any moment of play, again and again, with people at its tables: they go on where they were.

After each death the record has everything that anybody was told and everything that was accepted, once; after each
start everybody is told exactly what he does not know yet. No chip is lost, and the audit finds nothing.
"""

import asyncio
import os
from pathlib import Path
from random import Random

import pytest

from tests.faults.guests import Guest
from tests.faults.life import Stage, a_life, audit_of, check, until_heard
from tests.faults.nursery import nursery
from tests.faults.record import Record
from tests.postgres import postgres, postgres_url
from tests.sampling import sampled

__all__ = ["postgres", "postgres_url"]

KILLS, KILLS_ON_POSTGRESQL = sampled(9, whole=50), sampled(4, whole=20)
SEED = 11
MOST_HEARD = 300
"""Messages that come to all the guests together, at most, before the server dies."""
MOMENT = 0.02
AUDITED_EVERY = 6


async def killed_again_and_again(stage: Stage, kills: int) -> list[Guest]:
    guests: list[Guest] = []
    in_mid_hand = 0
    for number in range(kills):
        wanted, moment = stage.rng.randrange(MOST_HEARD), stage.rng.uniform(0, MOMENT)
        where = f"kill {number} of seed {SEED}, {moment:.4f} s after {wanted} messages"
        async with a_life(stage, guests):
            await until_heard(guests, wanted)
            await asyncio.sleep(moment)
            stage.servers.kill()
        await asyncio.to_thread(stage.record.read_on)
        check(stage.record, guests, where)
        in_mid_hand += bool(stage.record.in_progress)
        if number % AUDITED_EVERY == AUDITED_EVERY - 1:
            found = await asyncio.to_thread(stage.audit)
            assert not found, f"{where}: {found}"
    assert in_mid_hand > kills * 3 // 4, "hardly any server died in the middle of a hand"
    async with a_life(stage, guests):
        await until_heard(guests, MOST_HEARD)
        await asyncio.to_thread(stage.servers.stop)
    return guests


def killed(folder: Path, url: str, kills: int, **settings: str) -> None:
    """Play, kill, look at the record, start again; and at the end audit every decision."""
    keys = folder / "deck-keys"
    with nursery(folder, **settings) as servers:
        stage = Stage(servers, Record(url, keys), Random(SEED), lambda: audit_of(url, keys, decide_again=False))
        guests = asyncio.run(killed_again_and_again(stage, kills))
    stage.record.read_on()
    check(stage.record, guests, f"after the last of {kills} kills of seed {SEED}")
    stage.record.reread()
    found = audit_of(url, keys, decide_again=True)
    assert not found, found
    played = [guest for guest in guests if guest.seated]
    assert all(len(guest.granted) > kills // 2 for guest in played), "hardly anybody played"
    assert any(guest.repeated for guest in played), "nobody asked twice"


pytestmark = [
    pytest.mark.sampled,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this machine has no fork to make victims with"),
]


def test_people_play_on_over_many_deaths_of_the_server(tmp_path: Path) -> None:
    killed(tmp_path, f"sqlite:///{tmp_path}/play-chips.sqlite3", KILLS)


def test_people_play_on_when_the_record_is_in_postgresql(tmp_path: Path, postgres_url: str) -> None:
    killed(tmp_path, postgres_url, KILLS_ON_POSTGRESQL, POKERROOM_DATABASE=postgres_url)
