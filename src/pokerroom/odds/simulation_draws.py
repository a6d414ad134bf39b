"""How players who never fold draw: not at all, or by one simple rule for each ranking.

    high              pairs, threes and fours are kept, and any straight or flush; else the highest card
    ace to five       one card of each rank up to the eight is kept, the ace low
    deuce to seven    one card of each rank up to the eight is kept, the highest not if they make a straight or flush
    badugi            from the lowest up to the eight, each card is kept that repeats neither rank nor suit

A short deck is served as 14.12(f)2, 14.12A(f) and 14.12B(f) have it: what is left first, then the discards of the
others, shuffled.
"""

from enum import StrEnum

import numpy as np

from pokerroom.odds.notation import Ids
from pokerroom.ranking import Ranking
from pokerroom.ranking.bulk import deal
from pokerroom.ranking.bulk.hashing import key_of, mixed
from pokerroom.rules.clauses import Deal, Draw, Game

RESHUFFLE = np.uint64(0x0D15CA2D5)
"""Separates the numbers that shuffle discards from those that deal cards."""


class Draws(StrEnum):
    PAT = "pat"
    SIMPLE = "simple"


RULES = {
    Ranking.HIGH_FIVE: 0,
    Ranking.LOW_ACE_TO_FIVE: 1,
    Ranking.LOW_DEUCE_TO_SEVEN: 2,
    Ranking.BADUGI: 3,
}
"""The rule for each ranking, as the compiled loops number them."""


def number_of_draws(game: Game) -> int:
    return sum(isinstance(street.cards, Draw) for street in game.streets)


def drawn_hands(game: Game, seats: int, *, seed: int, first: int, rounds: int) -> Ids:
    """The hands after the last draw, by round and seat."""
    from pokerroom.odds.simulation_draw_loops import draw_rounds  # noqa: PLC0415

    own = sum(len(street.cards.faces) for street in game.streets if isinstance(street.cards, Deal))
    decks = deal(rounds, 52, seed=seed, first=first)
    hands = np.ascontiguousarray(decks[:, : seats * own]).reshape(rounds, seats, own)
    key = mixed(np.array([key_of(seed) ^ RESHUFFLE], np.uint64))[0]
    draw_rounds(key, np.uint64(first), RULES[game.shares[0].ranking], number_of_draws(game), decks, hands)
    return hands
