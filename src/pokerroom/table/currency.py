"""Bills on the table: what may be wagered with them, and what the dealer changes into gaming chips, 14.7(c).

Currency counts only if it was on the table when the round of play began, and is converted as soon as it is bet.
"""

from collections import Counter
from enum import StrEnum

import msgspec

from pokerroom.play.commands import Seat
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F

CONVERSION = NJAC_13_69F.cite("14.7(c)2")


class Kind(StrEnum):
    CHIPS = "chip"
    CURRENCY = "bill"
    COIN = "coin"


class CurrencyConverted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Bills became chips for the wager they were put in for: part went to the pot, the rest came back as change."""

    rule: Citation
    seat: Seat
    bills: tuple[int, ...]
    to_the_pot: int
    back: int


def convert(seat: Seat, bills: tuple[int, ...], change: int) -> CurrencyConverted | None:
    """The conversion that goes with a wager: change is taken from the bills first, and always given in chips."""
    worth = sum(bills)
    back = min(change, worth)
    return CurrencyConverted(CONVERSION, seat, bills, worth - back, back) if bills else None


def missing(bills: tuple[int, ...], on_the_table: tuple[int, ...]) -> tuple[int, ...]:
    """The bills that were not on the table."""
    return tuple((Counter(bills) - Counter(on_the_table)).elements())


def remaining(on_the_table: tuple[int, ...], bills: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((Counter(on_the_table) - Counter(bills)).elements())
