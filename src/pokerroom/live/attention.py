"""Whether the house listens: time during which it did not is nobody's.

The loop may have been busy, the process stopped, the machine asleep: whatever it was, two beats of the loop are then
further apart than they should be, and everybody whose time ran in between is given it back.
"""

import asyncio
from collections.abc import Callable

from pokerroom.live.ports import Clock

EVERY = 0.25
"""Seconds between two beats."""
NOTICED = 0.25
"""Seconds by which a beat may be late."""

Lost = Callable[[float, float], None]
"""Called with the time since which nobody was heard, and until when."""


class Attention:
    def __init__(self, clock: Clock, lost: Lost) -> None:
        self._clock, self._lost = clock, lost
        self._looked, self._beaten = clock.time(), clock.monotonic()
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._looked = self._clock.time()
        self._beat()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def listens(self, within: float) -> bool:
        """Whether the loop has come round in the last so many seconds. Any thread may ask, and of a house that is not
        open nobody does: to open one takes as long as it takes.
        """
        return self._timer is None or self._clock.monotonic() - self._beaten < within

    def look(self) -> None:
        """Before anybody's time is taken to be over, and at each beat."""
        since, self._looked = self._looked, self._clock.time()
        if self._timer is not None and self._looked - since > EVERY + NOTICED:
            self._lost(since, self._looked)

    def _beat(self) -> None:
        self.look()
        self._beaten = self._clock.monotonic()
        self._timer = self._clock.call_later(EVERY, self._beat)
