"""Mini-dice shaken by the million, to hold the exact odds against. NumPy is loaded only by those who ask for this."""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerroom.dice.odds import Pays, PayTable, edge
from pokerroom.dice.wagers import DECIDED_BY, TOTALS, Bet

BATCH = 1_000_000
FARTHEST = 5.0
"""Standard errors beyond which a count does not agree: by chance once in some two million counts."""


class Counted(NamedTuple):
    """What became of a wager that lay on the layout at every shake, and was put there again whenever it was decided."""

    bet: Bet
    decided: int
    kept: float
    """What the house kept of it on average, each time it was decided."""
    exact: float
    deviation: float
    """How far one decision is from the average, usually."""

    @property
    def errors(self) -> float:
        """How many standard errors the count is away from what the odds say."""
        return (self.kept - self.exact) / (self.deviation / sqrt(self.decided))

    @property
    def agrees(self) -> bool:
        return abs(self.errors) <= FARTHEST


def simulated(table: PayTable, *, games: int, seed: int) -> tuple[Counted, ...]:
    totals = shaken(games, seed)
    return tuple(counted(bet, pays, totals) for bet, pays in table.items())


def shaken(games: int, seed: int) -> NDArray[np.int64]:
    """How often each total came up, by its number."""
    random, found = np.random.default_rng(seed), np.zeros(TOTALS.stop, dtype=np.int64)
    for start in range(0, games, BATCH):
        dice = random.integers(1, 7, size=(2, min(BATCH, games - start)), dtype=np.uint8)
        found += np.bincount(dice.sum(axis=0), minlength=TOTALS.stop)
    return found


def counted(bet: Bet, pays: Pays, totals: NDArray[np.int64]) -> Counted:
    decides = DECIDED_BY[bet]
    kept = {total: -float(pays.on(total).ratio) for total in decides.wins} | dict.fromkeys(decides.loses, 1.0)
    times = {total: int(totals[total]) for total in kept}
    decided = max(sum(times.values()), 1)
    mean = sum(kept[total] * times[total] for total in kept) / decided
    variance = sum((kept[total] - mean) ** 2 * times[total] for total in kept) / decided
    return Counted(bet, decided, mean, float(edge(bet, pays)), sqrt(variance) or 1.0)
