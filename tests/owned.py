"""A world that a test owns: time passes only by waiting, chance is a seed's, and nothing runs beside the loop.

An evening in it takes as long as its work does, and happens a second time exactly as it did the first.
"""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from selectors import DefaultSelector, SelectorKey
from typing import Any, NamedTuple

from pokerroom.live.machine import MachineClock
from pokerroom.live.ports import Entropy, P, Record, T, World
from pokerroom.shuffle.lab import Mode, keystream, require_lab
from pokerroom.shuffle.seal import KEY, Key, Keys
from pokerroom.store import MemoryStore, Writer

MOMENT = 1e-6
"""Seconds that a look at the clock takes."""
LATEST = 0.02
"""Seconds after which work beside the loop is done, at the latest."""
COMMIT = 0.004
"""Seconds that a commit seems to take: too long for a loop that has made some itself, so the writer's own are tried."""


class Leaping(DefaultSelector):
    """Waits for nothing: what a loop would have waited has passed at once."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        assert timeout is not None, "everybody waits, and nothing is due"
        self.passed += max(0.0, timeout)
        return super().select(0)


class OwnedLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._leaping = Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        """A little later at each look, as on a machine: a loop does not keep the order of timers due at one moment."""
        self._leaping.passed += MOMENT
        return self._leaping.passed


class OwnedClock:
    """The time of day by the loop, from a moment on; a test may set it forward or back by `wrong` seconds."""

    wrong = 0.0

    call_later = MachineClock.call_later
    wait = MachineClock.wait

    def __init__(self, loop: asyncio.AbstractEventLoop, start: datetime) -> None:
        self._loop, self._start = loop, start

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._loop.time() + self.wrong)

    def time(self) -> float:
        return self._start.timestamp() + self._loop.time() + self.wrong

    def monotonic(self) -> float:
        return self._loop.time()


class OwnedThreads:
    """What would run beside the loop runs in it, after a while that a seed decides.

    Bots play plainly unless a test has got ready what they estimate with: nobody can own when another process has.
    """

    def __init__(self, chance: Random, *, estimating: bool) -> None:
        self._chance, self._estimating = chance, estimating

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        await asyncio.sleep(self._chance.uniform(0, LATEST))
        return work(*args, **kwargs)

    def later(self, work: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(self._chance.uniform(0, LATEST), work)

    def warm_bots(self) -> None:
        pass

    def bots_are_warm(self) -> bool:
        return self._estimating


class OwnedRecords(NamedTuple):
    """Records in memory, which outlive the house that wrote them."""

    stores: dict[str, MemoryStore]
    deck_keys: Keys
    clock: OwnedClock
    threads: OwnedThreads

    def open(self, name: str, address: str = "") -> Record:  # noqa: ARG002  there are no databases
        store, seconds = self.stores.setdefault(name, MemoryStore()), count(step=COMMIT)
        return Record(
            store, Writer(store, clock=self.clock.now, seconds=lambda: next(seconds), later=self.threads.later)
        )

    def keys(self) -> Keys:
        return self.deck_keys


def owned_world(loop: asyncio.AbstractEventLoop, seed: str, start: datetime, *, estimating: bool = False) -> World:
    require_lab("a seed", otherwise=Mode.LAB)
    entropy, clock = Entropy(keystream(seed)), OwnedClock(loop, start)
    threads = OwnedThreads(Random(f"{seed} threads"), estimating=estimating)
    keys = Keys((Key("evening", entropy.source(KEY)),))
    return World(clock, entropy, threads, OwnedRecords({}, keys, clock, threads))


def in_owned_world(
    story: Callable[[World], Coroutine[Any, Any, T]],
    seed: str,
    *,
    start: datetime = datetime(2026, 1, 1, 12, tzinfo=UTC),
    estimating: bool = False,
) -> T:
    """Run a story in a world of its own."""
    with asyncio.Runner(loop_factory=OwnedLoop) as runner:
        return runner.run(story(owned_world(runner.get_loop(), seed, start, estimating=estimating)))


def copied(store: MemoryStore) -> MemoryStore:
    """All that is durable at this moment: what a house finds that was killed now."""
    copy = MemoryStore(store.shards)
    copy._ends = list(store._ends)
    copy._log, copy._causes, copy._rows = list(store._log), dict(store._causes), dict(store._rows)
    copy._streams = {stream: list(kept) for stream, kept in store._streams.items()}
    return copy
