"""The wagers of mini-dice and no others, 13.2(b): which totals of the two dice win each, and which lose it.

A place wager stands from shake to shake until its number or a seven is shaken; the others are decided by every shake
(reading AMB-150: the list itself, 13.2(a), is not in our text).
"""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from itertools import product

import msgspec

from pokerroom.rules.editions import NJAC_13_69F

PERMITTED = NJAC_13_69F.cite("13.2(b)", reading="AMB-150")

FACES = range(1, 7)
TOTALS = range(2, 13)
SEVEN = 7

WAYS: Mapping[int, int] = {total: sum(one + other == total for one, other in product(FACES, FACES)) for total in TOTALS}
"""In how many of the 36 ways two dice fall each total comes up."""


class Bet(StrEnum):
    """A betting area of the layout."""

    PLACE_4 = "place 4"
    PLACE_5 = "place 5"
    PLACE_6 = "place 6"
    PLACE_8 = "place 8"
    PLACE_9 = "place 9"
    PLACE_10 = "place 10"
    FIELD = "field"
    ANY_7 = "any 7"
    OVER_7 = "over 7"
    UNDER_7 = "under 7"


class Totals(msgspec.Struct, frozen=True, gc=False):
    """The totals that decide a wager: any other leaves it where it is."""

    wins: frozenset[int]
    loses: frozenset[int]

    @property
    def stands(self) -> bool:
        """Whether some shakes leave it undecided."""
        return len(self.wins | self.loses) < len(TOTALS)


def place(number: int) -> Totals:
    return Totals(frozenset({number}), frozenset({SEVEN}))


def at_once(*wins: int) -> Totals:
    return Totals(frozenset(wins), frozenset(TOTALS) - frozenset(wins))


DECIDED_BY: Mapping[Bet, Totals] = {
    Bet.PLACE_4: place(4),
    Bet.PLACE_5: place(5),
    Bet.PLACE_6: place(6),
    Bet.PLACE_8: place(8),
    Bet.PLACE_9: place(9),
    Bet.PLACE_10: place(10),
    Bet.FIELD: at_once(2, 3, 4, 9, 10, 11, 12),
    Bet.ANY_7: at_once(SEVEN),
    Bet.OVER_7: at_once(8, 9, 10, 11, 12),
    Bet.UNDER_7: at_once(2, 3, 4, 5, 6),
}


def chance(totals: frozenset[int]) -> Fraction:
    """How likely one of these totals is."""
    return Fraction(sum(WAYS[total] for total in totals), sum(WAYS.values()))
