"""The last rounds of play at a table, for the lobby: how large the pots are and how fast they come."""

from typing import NamedTuple

ROUNDS_REMEMBERED = 20


class PlayedRound(NamedTuple):
    at: float
    pot: int


class Tally:
    def __init__(self) -> None:
        self._rounds: list[PlayedRound] = []
        self._largest_pot = 0

    def begin(self) -> None:
        self._largest_pot = 0

    def pot(self, amount: int) -> None:
        self._largest_pot = max(self._largest_pot, amount)

    def finish(self, at: float) -> None:
        self._rounds = [*self._rounds, PlayedRound(at, self._largest_pot)][-ROUNDS_REMEMBERED:]

    @property
    def last_at(self) -> float:
        """When the last round ended."""
        return self._rounds[-1].at if self._rounds else 0.0

    @property
    def average_pot(self) -> int:
        return sum(each.pot for each in self._rounds) // len(self._rounds) if self._rounds else 0

    @property
    def rounds_per_hour(self) -> int:
        if len(self._rounds) < 2:
            return 0
        span = self._rounds[-1].at - self._rounds[0].at
        return round(3600 * (len(self._rounds) - 1) / span) if span > 0 else 0
