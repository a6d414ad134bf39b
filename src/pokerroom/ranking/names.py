"""Every strength names itself: what a dealer would call it, from the integer alone."""

from pokerroom.cards import RANKS
from pokerroom.ranking.strength import ALL_RANKS, NO_HAND, RANK_BITS, Ranking, Strength, decode, inverse
from pokerroom.words import Saying, said, saying

_HIGH = (
    "high card",
    "one pair",
    "two pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full house",
    "four-of-a-kind",
    "straight flush",
)
_HIGH_OF_THREE = ("high card", "one pair", "flush", "straight", "three-of-a-kind", "straight flush")
_LOW = ("no pair", "one pair", "two pairs", "three-of-a-kind", "full house", "four-of-a-kind")

CATEGORIES = {
    Ranking.HIGH_FIVE: _HIGH,
    Ranking.HIGH_THREE: _HIGH_OF_THREE,
    Ranking.LOW_ACE_TO_FIVE: _LOW,
    Ranking.LOW_DEUCE_TO_SEVEN: _HIGH,
    Ranking.LOW_INVERSE_OF_HIGH: _HIGH,
    Ranking.LOW_THREE: _LOW,
    Ranking.BOARD_HIGH: _HIGH,
    Ranking.BOARD_LOW: ("no pair", *_HIGH[1:]),
}
_BADUGI = ("one-card hand", "two-card hand", "three-card hand", "four-card badugi")

INVERSE = {
    Ranking.LOW_ACE_TO_FIVE,
    Ranking.LOW_DEUCE_TO_SEVEN,
    Ranking.LOW_INVERSE_OF_HIGH,
    Ranking.LOW_THREE,
    Ranking.BOARD_LOW,
}
ACE_LOW = {Ranking.LOW_ACE_TO_FIVE, Ranking.LOW_THREE, Ranking.BADUGI, Ranking.BOARD_LOW}
_SHOWN_AS = {
    Ranking.LOW_ACE_TO_FIVE: "-low",
    Ranking.LOW_DEUCE_TO_SEVEN: "-low",
    Ranking.LOW_INVERSE_OF_HIGH: "-low",
    Ranking.LOW_THREE: "-low",
    Ranking.BOARD_HIGH: "-showing",
    Ranking.BOARD_LOW: "-showing",
}

_ACE = 1 << RANKS.index("A")
_RANKS_ACE_LOW = RANKS[-1] + RANKS[:-1]


def category(ranking: Ranking, strength: Strength) -> str:
    """The class of the hand in the regulation's spelling; the royal flush is one of its own (14.3(b)1)."""
    if strength == NO_HAND:
        return "no hand"
    if ranking is Ranking.BADUGI:
        return _BADUGI[(strength >> RANK_BITS) - 1]
    number, groups, _ = decode(inverse(strength) if ranking in INVERSE else strength)
    name = CATEGORIES[ranking][number]
    return "royal flush" if name == "straight flush" and groups & _ACE else name


def describe(ranking: Ranking, strength: Strength) -> str:
    """The hand in words, different for every strength: `two pairs, kings and fours, queen kicker`."""
    return said(named(ranking, strength))


def named(ranking: Ranking, strength: Strength) -> Saying:
    """What the hand is called, as a key and the ranks of its cards by their letters."""
    if strength == NO_HAND:
        return saying("hands.no-hand")
    if ranking is Ranking.BADUGI:
        ranks = letters(ranking, ALL_RANKS - (strength & ALL_RANKS))
        return saying("hands.badugi", count=strength >> RANK_BITS, ranks=ranks)
    _, groups, rest = decode(inverse(strength) if ranking in INVERSE else strength)
    return _hand(category(ranking, strength), letters(ranking, groups), letters(ranking, rest), ranking)


def _hand(name: str, groups: tuple[str, ...], rest: tuple[str, ...], ranking: Ranking) -> Saying:
    key, shown_as = f"hands.{name.replace(' ', '-')}", _SHOWN_AS.get(ranking, "")
    match name:
        case "royal flush":
            return saying(key)
        case "straight" | "straight flush":
            return saying(key, rank=groups[0])
        case "flush":
            return saying(key, rank=rest[0], ranks=rest)
        case "full house":
            return saying(key + shown_as, of=groups[0], over=rest[0])
        case "one pair" | "two pairs" | "three-of-a-kind" | "four-of-a-kind":
            return saying(key + shown_as, of=groups, kickers=rest, count=len(rest))
    return saying(f"hands.no-pair{shown_as}", rank=rest[0], ranks=rest)


def letters(ranking: Ranking, mask: int) -> tuple[str, ...]:
    """The ranks of a mask, highest first."""
    order = _RANKS_ACE_LOW if ranking in ACE_LOW else RANKS
    return tuple(letter for bit, letter in enumerate(order) if mask >> bit & 1)[::-1]
