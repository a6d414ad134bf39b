"""What is posted at a table, in the words and figures shown on the page."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pokerroom.money import dollars
from pokerroom.rules.house import Fixed, Limits, NoLimit, PotLimit, Spread
from pokerroom.table.seating import Posting, lines_of, sign_of
from pokerroom.table.seating.opening import why_no_increase


def limits_text(limits: Limits) -> str:
    match limits:
        case Fixed(small=small, big=big):
            return f"{dollars(small)}-{dollars(big)} limit"
        case Spread(least=least, most=most):
            return f"{dollars(least)}-{dollars(most)} spread"
        case PotLimit(least=least):
            return f"{dollars(least)} pot limit"
        case NoLimit(least=least):
            return f"{dollars(least)} no limit"


def limits_of(posting: Posting) -> str:
    kill = f" with a {posting.house.kill.value}" if posting.house.kill else ""
    return limits_text(posting.house.limits) + kill


def buy_in(posting: Posting) -> tuple[int, int]:
    """The least and the most to sit down with; if the house sets no maximum, a hundred of the largest bets."""
    rules, sizes = posting.rules, posting.plan.sizes[None]
    most = rules.buy_in_most or 100 * max(*sizes.units, sizes.minimum)
    return max(rules.buy_in_least, 10 * sizes.minimum), most


def needed(posting: Posting) -> int:
    """The least stakes that anybody is dealt in with, where no blind is due from them, 14.7(c)3 (AMB-78)."""
    house = posting.house
    return 1 if house.short_stack_dealt_in else house.ante + house.forced_bet + posting.plan.sizes[None].minimum


CUSTOMARY = (Fraction(3, 2), Fraction(2), Fraction(5, 2), Fraction(3), Fraction(5), Fraction(10))
"""The multiples of the minimum that are proposed."""


def increases(posting: Posting, minimum: int) -> tuple[int, ...]:
    """Higher minimums to propose: those that the sign allows, and that a player with the smallest buy-in can wager."""
    found = [int(times * minimum) for times in CUSTOMARY]
    return tuple([each for each in found if each <= posting.rules.buy_in_least and not why_no_increase(posting, each)])


class Posted(NamedTuple):
    """What stays the same at a table until its posting changes."""

    title: str
    limits: str
    structure: str
    minimum: int
    lines: tuple[str, ...]
    buy_in: tuple[int, int]
    needed: int
    increases: tuple[int, ...]


@lru_cache(maxsize=1024)
def as_posted(posting: Posting, *, is_offered: bool = True) -> Posted:
    sign = sign_of(posting, is_offered=is_offered)
    return Posted(
        title=posting.plan.game.name,
        limits=limits_of(posting),
        structure=sign.structure,
        minimum=sign.minimum,
        lines=lines_of(sign),
        buy_in=buy_in(posting),
        needed=needed(posting),
        increases=increases(posting, sign.minimum),
    )
