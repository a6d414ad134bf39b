"""What a ranking is, and how the place of a hand in it is written as one integer.

Masks have one bit per rank. In high rankings, and in deuce to seven, the two is bit 0 and the ace bit 12;
in the other low rankings the ace is bit 0, the two bit 1 and the king bit 12 (14.3(a), (e)).

A hand of groups is `category << 26 | groups << 13 | rest`. `groups` holds the rank or ranks that make the
class: of a full house the three, of a straight its top card, of a flush none. `rest` holds the kickers: of
a full house the pair, of a flush all its ranks. Comparing two such integers compares class, then groups,
then kickers, each from the highest card down.

A low hand is the inverse (14.3(f)): the same integer, taken from `LARGEST`, so that in every ranking the
better hand is the larger integer.
"""

import enum
from typing import NewType

Strength = NewType("Strength", int)


class Ranking(enum.Enum):
    HIGH_FIVE = "high-five"
    HIGH_THREE = "high-three"
    LOW_ACE_TO_FIVE = "low-ace-to-five"
    LOW_DEUCE_TO_SEVEN = "low-deuce-to-seven"
    LOW_INVERSE_OF_HIGH = "low-inverse-of-high"
    LOW_THREE = "low-three"
    BADUGI = "badugi"
    BOARD_HIGH = "board-high"
    BOARD_LOW = "board-low"


NO_HAND = Strength(-1)
"""No known card, or too few of them for a low hand; weaker than every hand."""

HAND_SIZE = {
    Ranking.HIGH_FIVE: 5,
    Ranking.HIGH_THREE: 3,
    Ranking.LOW_ACE_TO_FIVE: 5,
    Ranking.LOW_DEUCE_TO_SEVEN: 5,
    Ranking.LOW_INVERSE_OF_HIGH: 5,
    Ranking.LOW_THREE: 3,
    Ranking.BADUGI: 4,
    Ranking.BOARD_HIGH: 4,
    Ranking.BOARD_LOW: 4,
}

MOST_CARDS = {
    Ranking.HIGH_FIVE: 7,
    Ranking.HIGH_THREE: 4,
    Ranking.LOW_ACE_TO_FIVE: 7,
    Ranking.LOW_DEUCE_TO_SEVEN: 7,
    Ranking.LOW_INVERSE_OF_HIGH: 5,
    Ranking.LOW_THREE: 4,
    Ranking.BADUGI: 4,
    Ranking.BOARD_HIGH: 4,
    Ranking.BOARD_LOW: 4,
}

RANK_BITS = 13
ALL_RANKS = (1 << RANK_BITS) - 1
LARGEST = (1 << 30) - 1


def encode(category: int, groups: int, rest: int) -> Strength:
    return Strength(category << 2 * RANK_BITS | groups << RANK_BITS | rest)


def decode(strength: Strength) -> tuple[int, int, int]:
    """Category, groups and rest of a high hand."""
    return strength >> 2 * RANK_BITS, strength >> RANK_BITS & ALL_RANKS, strength & ALL_RANKS


def inverse(strength: Strength) -> Strength:
    """Low from high, and high from low (14.3(f))."""
    return Strength(LARGEST - strength)
