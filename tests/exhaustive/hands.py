"""Every hand of a size, in one order, with its strength."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice

from pokerroom.cards import DECK, Card
from pokerroom.ranking import Ranking, Strength, ranker
from pokerroom.ranking.bulk.frequencies import how_often
from tests.sampling import SOAKING, sampled

ALL_HANDS = (
    (Ranking.HIGH_FIVE, 5),
    (Ranking.LOW_ACE_TO_FIVE, 5),
    (Ranking.LOW_DEUCE_TO_SEVEN, 5),
    (Ranking.LOW_INVERSE_OF_HIGH, 5),
    (Ranking.HIGH_THREE, 3),
    (Ranking.HIGH_THREE, 4),
    (Ranking.LOW_THREE, 3),
    (Ranking.LOW_THREE, 4),
    (Ranking.BADUGI, 4),
    *((ranking, size) for ranking in (Ranking.BOARD_HIGH, Ranking.BOARD_LOW) for size in range(1, 5)),
)
"""Every ranking with every number of cards up to five that it is asked to rank."""


STEPS = sampled({4: 11, 5: 101}, whole={})
"""Of so many cards one hand in so many is ranked one by one; those of fewer cards are few."""


def hands(size: int) -> Iterator[tuple[Card, ...]]:
    return combinations(DECK, size)


def some_hands(size: int) -> Iterator[tuple[Card, ...]]:
    return islice(hands(size), 0, None, STEPS.get(size, 1))


def strengths(ranking: Ranking, size: int) -> Iterator[Strength]:
    return map(ranker(ranking), hands(size))


@cache
def counts(ranking: Ranking, size: int) -> dict[Strength, int]:
    """How many hands attain each strength: ranked one by one in the soak, else those of five cards many at once."""
    if size == 5 and not SOAKING:
        return how_often(ranking, size)
    tally: dict[Strength, int] = {}
    for strength in strengths(ranking, size):
        tally[strength] = tally.get(strength, 0) + 1
    return tally
