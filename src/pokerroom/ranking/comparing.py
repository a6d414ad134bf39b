"""Why one hand beats another, and why a hand does not qualify: from their strengths alone, as keys and ranks.

Two hands differ first in their class, then in the ranks that make it, then in the cards beside them: a strength is
compared in that order, and the first difference is what decided.
"""

from pokerroom.ranking.names import CATEGORIES, INVERSE, category, letters
from pokerroom.ranking.strength import (
    ALL_RANKS,
    HAND_SIZE,
    NO_HAND,
    RANK_BITS,
    Ranking,
    Strength,
    decode,
    inverse,
)
from pokerroom.words import Saying, saying

LOWEST_WINS = INVERSE | {Ranking.BADUGI}
"""Of two hands of one class the one with the lower cards is the better."""


def compared(ranking: Ranking, better: Strength, worse: Strength) -> Saying:
    """What decided between two hands, of which the first is at least as good."""
    if better == worse:
        return saying("compared.equal")
    if worse == NO_HAND:
        return saying("compared.no-hand")
    if ranking is Ranking.BADUGI:
        return _badugis(better, worse)
    low = "-low" if ranking in LOWEST_WINS else ""
    kinds = tuple(class_named(category(ranking, each)) for each in (better, worse))
    (number, groups, rest), (other, their_groups, their_rest) = parts(ranking, better), parts(ranking, worse)
    if number != other:
        return saying(f"compared.class{low}", better=kinds[0], worse=kinds[1])
    if groups != their_groups:
        mine, theirs = _first_apart(letters(ranking, groups), letters(ranking, their_groups))
        shape = "top" if "straight" in category(ranking, worse) else "of"
        return saying(f"compared.{shape}{low}", kind=kinds[1], better=mine, worse=theirs)
    mine, theirs = _first_apart(letters(ranking, rest), letters(ranking, their_rest))
    beside = "beside" if groups else "card"
    return saying(f"compared.{beside}{low}", kind=kinds[1], of=letters(ranking, groups), better=mine, worse=theirs)


def _badugis(better: Strength, worse: Strength) -> Saying:
    counts = better >> RANK_BITS, worse >> RANK_BITS
    if counts[0] != counts[1]:
        return saying("compared.badugi-count", better=counts[0], worse=counts[1])
    mine, theirs = (letters(Ranking.BADUGI, ALL_RANKS - (each & ALL_RANKS)) for each in (better, worse))
    ours, others = _first_apart(mine, theirs)
    return saying(
        "compared.card-low", kind=saying("compared.badugi", count=counts[0]), of=(), better=ours, worse=others
    )


def _first_apart(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, str]:
    """Counted from the highest card down, the first ranks that differ."""
    return next((ours, others) for ours, others in zip(mine, theirs, strict=False) if ours != others)


def parts(ranking: Ranking, strength: Strength) -> tuple[int, int, int]:
    """The number of the class, the ranks that make it, and the ranks beside them."""
    return decode(inverse(strength) if ranking in INVERSE else strength)


def unqualified(ranking: Ranking, strength: Strength, worst: str) -> Saying:
    """Why a low hand is not one that may win: the rank above which no card of it may be is `worst`."""
    size = HAND_SIZE[ranking]
    if strength == NO_HAND:
        return saying("compared.too-few", count=size, worst=worst)
    number, groups, rest = parts(ranking, strength)
    if number:
        return saying("compared.paired", count=size, worst=worst, of=letters(ranking, groups))
    return saying("compared.too-high", count=size, worst=worst, rank=letters(ranking, rest)[0])


def classes(ranking: Ranking) -> tuple[Saying, ...]:
    """Every class of hands of a ranking, the best first."""
    if ranking is Ranking.BADUGI:
        return tuple(saying("compared.badugi", count=count) for count in range(HAND_SIZE[ranking], 0, -1))
    names = [name for name in CATEGORIES[ranking] if NEEDS.get(name, 0) <= HAND_SIZE[ranking]]
    if ranking in INVERSE:
        return tuple(class_named(name) for name in names)
    # The royal flush is a class of its own in name (14.3(b)1, (c)1).
    return tuple(class_named(name) for name in ("royal flush", *reversed(names)))


NEEDS = {"two pairs": 4, "full house": 5, "four-of-a-kind": 4}
"""Classes that not every size of hand can have."""


def class_named(name: str) -> Saying:
    return Saying(f"compared.{name.replace(' ', '-')}")
