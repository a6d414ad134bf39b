"""Which hand beats which (N.J.A.C. 13:69F-14.3): hands of cards in, one totally ordered integer out."""

from pokerroom.ranking.comparing import classes, compared, unqualified
from pokerroom.ranking.counting import counting, is_worse_than, one_card_from, short_of_low
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
    "classes",
    "compared",
    "counting",
    "describe",
    "form",
    "is_worse_than",
    "named",
    "omaha_ranker",
    "one_card_from",
    "rank_hand",
    "ranker",
    "short_of_low",
    "unqualified",
    "worst_qualifying",
]
