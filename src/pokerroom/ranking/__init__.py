"""Which hand beats which (N.J.A.C. 13:69F-14.3): hands of cards in, one totally ordered integer out."""

from pokerroom.ranking.formation import AnyOf, Exactly, Formation, FormedRanker, form, omaha_ranker
from pokerroom.ranking.hand import best_cards, rank_hand, ranker, worst_qualifying
from pokerroom.ranking.names import category, describe, named
from pokerroom.ranking.strength import NO_HAND, Ranking, Strength

__all__ = [
    "NO_HAND",
    "AnyOf",
    "Exactly",
    "Formation",
    "FormedRanker",
    "Ranking",
    "Strength",
    "best_cards",
    "category",
    "describe",
    "form",
    "named",
    "omaha_ranker",
    "rank_hand",
    "ranker",
    "worst_qualifying",
]
