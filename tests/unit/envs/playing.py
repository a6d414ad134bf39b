"""What the tests of environments share: every game and limit, and rounds played at random."""

import numpy as np

from pokerroom.batch import layout
from pokerroom.envs import Rounds
from pokerroom.envs.policies import at_random
from pokerroom.envs.rounds import Stakes
from pokerroom.envs.tables import LIMITS, rounds_of
from pokerroom.games import CATALOGUE

KEYS = sorted({key for _, key in CATALOGUE})
CASES = [(key, limits) for key in KEYS for limits in LIMITS]
DEEP = range(2_000, 30_000)
"""Short and deep stakes, another for each seat and round."""


def most_seats(key: str) -> int:
    """As many as a game serves: decks run short where they can."""
    return max(game.seats.most for (_, each), game in CATALOGUE.items() if each == key)


def dealt(key: str, limits: str, lanes: int, *, seed: int = 1, seats: int = 4, stacks: Stakes = DEEP) -> Rounds:
    rounds = rounds_of(key, lanes, threads=1, limits=limits, seats=seats, stacks=stacks)
    rounds.reseed(seed)
    rounds.deal()
    return rounds


def step_at_random(rounds: Rounds, chance: np.random.Generator, *, folds: float = 0.2) -> None:
    """Any action, but folding as rarely as said: rounds would end before they begin."""
    masks = rounds.masks.copy()
    stays_in = (masks[:, 1:].any(axis=1)) & (chance.random(rounds.size) > folds)
    masks[stays_in, 0] = 0
    rounds.step(at_random(rounds.seen, masks, chance), reopened=ended(rounds))


def ended(rounds: Rounds) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    closed: np.ndarray[tuple[int], np.dtype[np.bool_]] = rounds.stage == layout.CLOSED
    return closed
