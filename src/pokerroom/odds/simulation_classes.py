"""The class of each of many hands: for a low hand its top card, for a badugi its size."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.cards import RANKS
from pokerroom.ranking import Ranking, Strength, category
from pokerroom.ranking.strength import ALL_RANKS, LARGEST, RANK_BITS, encode, inverse

Strengths = npt.NDArray[np.uint32]
Classes = npt.NDArray[np.int64]

ACE_HIGH = RANKS
ACE_LOW = RANKS[-1] + RANKS[:-1]

TOP_BIT = np.array([max(0, mask.bit_length() - 1) for mask in range(ALL_RANKS + 1)], np.uint8)
"""The position of the highest rank of a mask."""


class Classing(NamedTuple):
    """Numbers the classes of a ranking from the best down, and names them."""

    of: Callable[[Strengths], Classes]
    names: tuple[str, ...]


def high(ranking: Ranking, straight_flush: int) -> Classing:
    """The classes of 14.3(b) or (c), the royal flush apart."""
    royal = encode(straight_flush, 1 << RANKS.index("A"), 0)
    classes = [category(ranking, encode(number, 0, 0)) for number in range(straight_flush + 1)]

    def of(strengths: Strengths) -> Classes:
        return straight_flush + 1 - (strengths >> 2 * RANK_BITS).astype(np.int64) - (strengths >= royal)

    return Classing(of, (category(ranking, royal), *reversed(classes)))


def low(ranking: Ranking, most: int, order: str) -> Classing:
    """Hands without a pair by their top card, then the classes that are worse, 14.3(f)."""
    worse = [category(ranking, inverse(encode(number, 0, 0))) for number in range(1, most + 1)]

    def of(strengths: Strengths) -> Classes:
        as_high = LARGEST - strengths
        number = (as_high >> 2 * RANK_BITS).astype(np.int64)
        return np.where(number == 0, TOP_BIT[as_high & ALL_RANKS], len(order) - 1 + number)

    return Classing(of, (*(f"{letter}-high" for letter in order), *worse))


def badugi() -> Classing:
    names = [category(Ranking.BADUGI, Strength(size << RANK_BITS)) for size in (4, 3, 2, 1)]
    return Classing(lambda strengths: 4 - (strengths >> RANK_BITS).astype(np.int64), tuple(names))


CLASSINGS = {
    Ranking.HIGH_FIVE: high(Ranking.HIGH_FIVE, straight_flush=8),
    Ranking.HIGH_THREE: high(Ranking.HIGH_THREE, straight_flush=5),
    Ranking.LOW_ACE_TO_FIVE: low(Ranking.LOW_ACE_TO_FIVE, 5, ACE_LOW),
    Ranking.LOW_THREE: low(Ranking.LOW_THREE, 3, ACE_LOW),
    Ranking.LOW_DEUCE_TO_SEVEN: low(Ranking.LOW_DEUCE_TO_SEVEN, 8, ACE_HIGH),
    Ranking.BADUGI: badugi(),
}
