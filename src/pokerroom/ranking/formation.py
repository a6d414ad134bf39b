"""How a hand is formed from a player's own cards and the board."""

from collections.abc import Callable, Sequence
from functools import cache

import msgspec

from pokerroom.cards import Card
from pokerroom.ranking.fast import OMAHA_RANKERS, RANKERS
from pokerroom.ranking.strength import HAND_SIZE, Ranking, Strength


class AnyOf(msgspec.Struct, frozen=True):
    """The best `count` cards of all, own and board alike."""

    count: int


class Exactly(msgspec.Struct, frozen=True):
    """Exactly this many own cards with exactly that many of the board (14.11(f))."""

    own: int
    board: int


Formation = AnyOf | Exactly
FormedRanker = Callable[[Sequence[Card], Sequence[Card]], Strength]

_OMAHA = Exactly(own=2, board=3)


@cache
def form(ranking: Ranking, formation: Formation) -> FormedRanker:
    """The function from own cards and board to the strength of the best hand they form; the same object every time."""
    if formation == _OMAHA:
        return omaha_ranker(ranking)
    if formation != AnyOf(HAND_SIZE[ranking]):
        raise ValueError(f"{formation} does not form hands of the {ranking.value} ranking")
    strength = RANKERS[ranking]

    def best_of_all(own: Sequence[Card], board: Sequence[Card]) -> Strength:
        return strength((*own, *board)) if board else strength(own)

    return best_of_all


def omaha_ranker(ranking: Ranking) -> FormedRanker:
    """The function for exactly two own cards and three of the board."""
    try:
        return OMAHA_RANKERS[ranking]
    except KeyError:
        possible = " or ".join(other.value for other in OMAHA_RANKERS)
        raise ValueError(f"an omaha hand is ranked {possible}, not {ranking.value}") from None
