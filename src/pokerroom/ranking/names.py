"""Every strength names itself: the words a dealer would say, from the integer alone."""

from pokerroom.cards import RANKS
from pokerroom.ranking.strength import ALL_RANKS, NO_HAND, RANK_BITS, Ranking, Strength, decode, inverse

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

_CATEGORIES = {
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

_INVERSE = {
    Ranking.LOW_ACE_TO_FIVE,
    Ranking.LOW_DEUCE_TO_SEVEN,
    Ranking.LOW_INVERSE_OF_HIGH,
    Ranking.LOW_THREE,
    Ranking.BOARD_LOW,
}
_ACE_LOW = {Ranking.LOW_ACE_TO_FIVE, Ranking.LOW_THREE, Ranking.BADUGI, Ranking.BOARD_LOW}
_SHOWN_AS = {
    Ranking.LOW_ACE_TO_FIVE: " low",
    Ranking.LOW_DEUCE_TO_SEVEN: " low",
    Ranking.LOW_INVERSE_OF_HIGH: " low",
    Ranking.LOW_THREE: " low",
    Ranking.BOARD_HIGH: " showing",
    Ranking.BOARD_LOW: " showing",
}

_ACE = 1 << RANKS.index("A")
_RANKS_ACE_LOW = RANKS[-1] + RANKS[:-1]
_WORDS = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}


def category(ranking: Ranking, strength: Strength) -> str:
    """The class of the hand in the regulation's spelling; the royal flush is one of its own (14.3(b)1)."""
    if strength == NO_HAND:
        return "no hand"
    if ranking is Ranking.BADUGI:
        return _BADUGI[(strength >> RANK_BITS) - 1]
    number, groups, _ = decode(inverse(strength) if ranking in _INVERSE else strength)
    name = _CATEGORIES[ranking][number]
    return "royal flush" if name == "straight flush" and groups & _ACE else name


def describe(ranking: Ranking, strength: Strength) -> str:
    """The hand in words, different for every strength: `two pairs, kings and fours, queen kicker`."""
    name = category(ranking, strength)
    if strength == NO_HAND:
        return name
    if ranking is Ranking.BADUGI:
        return f"{name}, {_dashed(_letters(ranking, ALL_RANKS - (strength & ALL_RANKS)))}"
    _, groups, rest = decode(inverse(strength) if ranking in _INVERSE else strength)
    return _hand(name, _letters(ranking, groups), _letters(ranking, rest), _SHOWN_AS.get(ranking, ""))


def _hand(name: str, groups: str, rest: str, shown_as: str) -> str:
    match name:
        case "royal flush":
            return name
        case "straight" | "straight flush":
            return f"{name}, {_WORDS[groups]} high"
        case "flush":
            return f"{_WORDS[rest[0]]}-high flush: {_dashed(rest)}"
        case "full house":
            return f"{name}{shown_as}, {_plural(groups)} full of {_plural(rest)}"
        case "one pair":
            return f"pair of {_plural(groups)}{shown_as}{_kickers(rest)}"
        case "two pairs" | "three-of-a-kind" | "four-of-a-kind":
            return f"{name}{shown_as}, {' and '.join(map(_plural, groups))}{_kickers(rest)}"
    return _dashed(rest) + shown_as if shown_as else f"no pair, {_WORDS[rest[0]]} high: {_dashed(rest)}"


def _letters(ranking: Ranking, mask: int) -> str:
    """The ranks of a mask, highest first."""
    order = _RANKS_ACE_LOW if ranking in _ACE_LOW else RANKS
    return "".join(letter for bit, letter in enumerate(order) if mask >> bit & 1)[::-1]


def _dashed(letters: str) -> str:
    return "-".join(letters)


def _plural(letter: str) -> str:
    return "sixes" if letter == "6" else f"{_WORDS[letter]}s"


def _kickers(letters: str) -> str:
    match len(letters):
        case 0:
            return ""
        case 1:
            return f", {_WORDS[letters]} kicker"
    return f", {_dashed(letters)} kickers"
