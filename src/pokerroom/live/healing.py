"""How often something that has halted is reopened by itself: at once, a few times more at growing intervals, and then
no longer. What stays well for a while begins anew.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

MOST_TRIES = 6
FIRST_WAIT = 1.0
"""Seconds from the first attempt to the second; doubled each time."""
FORGOTTEN_AFTER = 60.0
"""Seconds without a failure after which earlier attempts no longer count."""


class Tried(NamedTuple):
    times: int
    last: float


class Healing:
    """By the names of what has halted; `seconds` only ever grow."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._tried: dict[str, Tried] = {}

    def due(self, halted: Collection[str]) -> list[str]:
        """Which of them are to be reopened now; that is counted."""
        now = self._seconds()
        self._tried = {
            name: tried for name, tried in self._tried.items() if name in halted or now - tried.last < FORGOTTEN_AFTER
        }
        due = [name for name in halted if self._is_due(name, now)]
        for name in due:
            self._tried[name] = Tried(self._tried.get(name, Tried(0, now)).times + 1, now)
        return due

    def _is_due(self, name: str, now: float) -> bool:
        tried = self._tried.get(name)
        if tried is None:
            return True
        return tried.times < MOST_TRIES and now - tried.last >= FIRST_WAIT * 2 ** (tried.times - 1)

    def given_up(self, halted: Collection[str]) -> list[str]:
        """Those that are not reopened any more."""
        return sorted(name for name in halted if self._tried.get(name, Tried(0, 0.0)).times >= MOST_TRIES)
