"""The time of the house: it runs with the monotonic clock, so that a step of the wall clock moves no deadline.

`time` is for deadlines and clients, and never does anything but pass. `now` is what gets recorded. It follows the wall
clock, but slowly: it is never ahead of the time that has passed by more than a sixtieth, never stands still, and never
runs backwards. A step of the wall clock is remembered until it has been recorded.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pokerroom.live.ports import Clock

NOTICED = 1.0
"""Seconds by which the wall clock may differ from the time that has passed since the last look."""
FASTER, SLOWER = 1 / 60, 1 / 2
"""By how much of the time that passes the recorded time may gain on the wall clock, and wait for it. Slow to gain:
whoever pays by the half hour pays half a minute too early at the most. Quick to wait: nothing stays in the future.
"""
AT_ONE_MOMENT = 0.1
"""Two clocks were read at one moment if no more seconds passed in between; a stopped process reads them again."""
MOST_WAITING = 100


class Step(NamedTuple):
    """The wall clock has moved otherwise than time has passed."""

    at: datetime
    """By the time of the house."""
    wall: datetime
    seconds: float
    """How far; forward if positive."""


class HouseClock:
    """A clock over the machine's, or a test's."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.monotonic, self.wait = clock.monotonic, clock.wait
        self._lived, self._wall = self._both()
        self._recorded, self._start = self._wall, self._wall - self._lived
        self.steps: deque[Step] = deque(maxlen=MOST_WAITING)
        """Those that have not been recorded yet, oldest first."""
        self.stepped = 0
        """How many there were."""

    def call_later(self, seconds: float, what: Callable[..., object], *args: Any) -> asyncio.TimerHandle:
        return self._clock.call_later(seconds, what, *args)

    def time(self) -> float:
        return self._start + self._clock.monotonic()

    def now(self) -> datetime:
        self._look()
        return moment(self._recorded)

    @property
    def ahead(self) -> float:
        """Seconds by which the wall clock is ahead of what is recorded."""
        self._look()
        return self._wall - self._recorded

    def not_before(self, latest: datetime | None) -> None:
        """Go on from what a record holds, also where the wall clock says less."""
        if latest is not None:
            self._recorded = max(self._recorded, latest.timestamp())

    def _look(self) -> None:
        lived, wall = self._both()
        passed = lived - self._lived
        step = wall - self._wall - passed
        self._lived, self._wall = lived, wall
        steady = self._recorded + passed
        self._recorded = steady + min(max(wall - steady, -passed * SLOWER), passed * FASTER)
        if abs(step) >= NOTICED:
            self.stepped += 1
            self.steps.append(Step(moment(self._recorded), moment(wall), step))

    def _both(self) -> tuple[float, float]:
        """The monotonic and the wall clock, at one moment."""
        while True:
            lived, wall = self._clock.monotonic(), self._clock.time()
            if self._clock.monotonic() - lived < AT_ONE_MOMENT:
                return lived, wall


def moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
