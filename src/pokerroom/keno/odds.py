"""What a rate card is worth: chances by the hypergeometric law, in exact fractions, and the house advantage.

15.1 calls house advantage the difference between true and payoff odds. AMB-163 has both printed, and the share of the
wager that the house keeps: `1 - chance x pay`.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

from pokerroom.keno.rate_card import RateCard
from pokerroom.keno.rules import DRAWN, NUMBERS


def chance(spots: int, caught: int) -> Fraction:
    """That exactly so many of these spots are among the numbers drawn."""
    return Fraction(comb(DRAWN, caught) * comb(NUMBERS - DRAWN, spots - caught), comb(NUMBERS, spots))


class PostedPay(NamedTuple):
    """One pay of a card: catching so many of so many spots pays this for one."""

    spots: int
    caught: int
    pays: int

    @property
    def chance(self) -> Fraction:
        return chance(self.spots, self.caught)

    @property
    def true_odds(self) -> Fraction:
        """To one, against it."""
        return 1 / self.chance - 1

    @property
    def payoff_odds(self) -> int:
        """To one, the wager not counted."""
        return self.pays - 1

    @property
    def returned(self) -> Fraction:
        """Of each wager, on average, by this pay."""
        return self.chance * self.pays

    @property
    def advantage(self) -> Fraction:
        """What the house would keep if the ticket paid this alone."""
        return 1 - self.returned


def posted_pays(card: RateCard) -> Iterator[PostedPay]:
    for spots, pays in enumerate(card.pays, start=1):
        for pay in pays:
            yield PostedPay(spots, pay.caught, pay.pays)


def house_advantage(card: RateCard, spots: int) -> Fraction:
    """Of a straight ticket with so many spots: all its pays together."""
    returned = (pay.returned for pay in posted_pays(card) if pay.spots == spots)
    return 1 - sum(returned, Fraction(0))
