"""How often somebody may do something: a token bucket for one person, and one for each of many."""

from collections.abc import Callable

import msgspec

from pokerroom.live.machine import CLOCK


class Rate(msgspec.Struct, frozen=True):
    """How many at once, and then how many per second."""

    burst: float
    each_second: float


class Allowance:
    """What one person may still do right now. It starts full."""

    __slots__ = ("_counted", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate, self._left, self._counted = rate, rate.burst, 0.0

    def wait(self, at: float) -> float:
        """0 if one could be taken at this moment; otherwise the seconds until it can."""
        left = min(self._rate.burst, self._left + (at - self._counted) * self._rate.each_second)
        self._left, self._counted = left - 1 if left >= 1 else left, at
        return 0 if left >= 1 else (1 - left) / self._rate.each_second


class Allowances:
    """An allowance for each key, in memory: for a limited number of keys."""

    def __init__(self, rate: Rate, *, clock: Callable[[], float] = CLOCK.monotonic, most: int = 20_000) -> None:
        self._rate, self._clock, self._most = rate, clock, most
        self._by_key: dict[str, Allowance] = {}

    def wait(self, key: str) -> float:
        """0 if one could be taken; otherwise the seconds until it can."""
        allowance = self._by_key.pop(key, None) or Allowance(self._rate)
        if len(self._by_key) >= self._most:
            # The one unused for longest: those who are held back keep coming, and stay.
            del self._by_key[next(iter(self._by_key))]
        self._by_key[key] = allowance
        return allowance.wait(self._clock())

    def __len__(self) -> int:
        return len(self._by_key)
