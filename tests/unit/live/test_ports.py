"""The ports of the live room: the machine as it is, and the world that a test owns."""

import asyncio
import re
import threading
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from pokerroom.live.machine import CLOCK, ENTROPY, THREADS
from pokerroom.live.ports import Entropy, World
from pokerroom.shuffle import LabRefusedError
from pokerroom.shuffle.lab import MODE, keystream
from tests.owned import OwnedLoop, in_owned_world, owned_world

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_the_clock_of_the_machine_tells_one_time_in_two_ways() -> None:
    assert abs(CLOCK.now().timestamp() - CLOCK.time()) < 5
    assert CLOCK.now().tzinfo is UTC
    assert CLOCK.monotonic() <= CLOCK.monotonic()


def test_whoever_waits_hears_whether_it_happened_in_time() -> None:
    async def story() -> tuple[bool, bool]:
        happens, never = asyncio.Event(), asyncio.Event()
        CLOCK.call_later(0.01, happens.set)
        return await CLOCK.wait(happens, 20), await CLOCK.wait(never, 0.01)

    assert asyncio.run(story()) == (True, False)


def test_work_beside_the_loop_leaves_the_loop_free() -> None:
    async def story() -> bool:
        told = threading.Event()
        work = asyncio.ensure_future(THREADS.run(told.wait, 20))
        await asyncio.sleep(0)
        # The loop would never come here if it did the work itself.
        told.set()
        return await work

    assert asyncio.run(story()), "the loop was busy until the work gave up"


def test_names_and_tokens_are_of_the_bytes_that_were_drawn() -> None:
    drawn = Entropy(lambda count: bytes(range(256 - count, 256)))
    assert drawn.hex(3) == "fdfeff"
    assert drawn.token(3) == "_f7_"
    assert re.fullmatch(r"[\w-]{43}", ENTROPY.token(32))
    assert ENTROPY.hex(8) != ENTROPY.hex(8)


def test_the_generator_of_a_seeded_world_deals_the_same_decks_again() -> None:
    decks = [Entropy(keystream(seed)).generator().shuffled(range(52)) for seed in ("a", "a", "b")]
    assert decks[0] == decks[1] != decks[2]


def test_hours_pass_in_an_owned_world_without_waiting() -> None:
    async def story(world: World) -> list[object]:
        def look() -> None:
            seen.append(world.clock.now().replace(microsecond=0))

        seen: list[object] = []
        look()
        world.clock.call_later(7200, look)
        seen.append(await world.clock.wait(asyncio.Event(), 3 * 3600))
        return [*seen, await world.threads.run(len, "beside")]

    began = time.process_time()
    assert in_owned_world(story, "hours", start=NOON) == [NOON, NOON + timedelta(hours=2), False, 6]
    assert time.process_time() - began < 1


def test_an_owned_world_in_which_nothing_can_happen_any_more_says_so() -> None:
    async def story(_world: World) -> None:
        await asyncio.Event().wait()

    with pytest.raises(AssertionError, match="nothing is due"):
        in_owned_world(story, "stuck")


def test_no_world_comes_from_a_seed_in_production(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE, "production")
    with closing(OwnedLoop()) as loop, pytest.raises(LabRefusedError):
        owned_world(loop, "a seed", NOON)
