"""Keno games drawn by the million, to hold the exact odds against. NumPy is loaded only by those who ask for this."""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerroom.keno.odds import PostedPay, posted_pays
from pokerroom.keno.rate_card import RateCard
from pokerroom.keno.rules import DRAWN, NUMBERS

BATCH = 100_000
FARTHEST = 5.0
"""Standard errors beyond which a count does not agree: by chance once in some two million counts."""

Balls = NDArray[np.uint8]


class Counted(NamedTuple):
    """How often a pay was won in so many games, by a ticket for each number of spots in every game."""

    pay: PostedPay
    games: int
    won: int

    @property
    def errors(self) -> float:
        """How many standard errors the count is away from what the odds say."""
        chance = float(self.pay.chance)
        return (self.won - self.games * chance) / sqrt(self.games * chance * (1 - chance))

    @property
    def agrees(self) -> bool:
        return abs(self.errors) <= FARTHEST


def simulated(card: RateCard, *, games: int, seed: int) -> tuple[Counted, ...]:
    caught = np.zeros((card.most_spots + 1, card.most_spots + 1), dtype=np.int64)
    for balls in drawn_games(games, seed):
        for spots in range(1, card.most_spots + 1):
            # Every set of spots is as good as any other: a ticket marks the first numbers.
            counts = np.bincount((balls <= spots).sum(axis=0), minlength=card.most_spots + 1)
            caught[spots] += counts[: card.most_spots + 1]
    return tuple(Counted(pay, games, int(caught[pay.spots, pay.caught])) for pay in posted_pays(card))


def drawn_games(games: int, seed: int) -> Iterator[Balls]:
    """A column of twenty numbers for each game: the beginning of a shuffle of all eighty."""
    random = np.random.default_rng(seed)
    for start in range(0, games, BATCH):
        size = min(BATCH, games - start)
        order = np.repeat(np.arange(1, NUMBERS + 1, dtype=np.uint8)[:, None], size, axis=1)
        columns = np.arange(size)
        for place in range(DRAWN):
            chosen = random.integers(place, NUMBERS, size=size)
            order[chosen, columns], order[place] = order[place].copy(), order[chosen, columns]
        yield order[:DRAWN]
