"""How a person writes a hand: its cards, unknown cards, ranges in hold 'em and patterns in omaha.

`docs/odds.md` explains the notation with examples. Where a hand can be one of several, all are equally likely unless
they are given weights.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import gcd, lcm

import msgspec
import numpy as np
import numpy.typing as npt

from pokerroom.cards import (
    DECK,
    RANKS,
    RIGHT_FORM,
    SUITS,
    Card,
    CardError,
    Rank,
    Suit,
    as_typed,
    card_text,
    cards_text,
    rank,
    typed_cards,
)
from pokerroom.odds.starting_hands import top

Ids = npt.NDArray[np.uint8]
"""Card numbers, a row for each hand or board."""

Flags = npt.NDArray[np.bool_]
Weights = npt.NDArray[np.int64]

RANDOM = "random"
ACE = RANKS[-1]


class QuestionError(ValueError):
    """A question that has no answer: cards held twice, a range nobody can hold, too many players."""


class Holding(msgspec.Struct, frozen=True, eq=False):
    """What is known of one player's cards."""

    text: str
    hands: Ids
    """The hands the player may hold: a row of known cards for each."""
    missing: int
    """How many more cards the player has, or will be dealt, that may be any."""
    discards: tuple[Card, ...] = ()
    weights: Weights | None = None
    """How often each hand is held, relative to the others, in whole numbers; None where all are equally likely."""

    def only(self, chosen: Flags) -> "Holding":
        """The same with only some of the hands."""
        weights = None if self.weights is None else self.weights[chosen]
        return msgspec.structs.replace(self, hands=self.hands[chosen], weights=weights)

    @property
    def known(self) -> int:
        return int(self.hands.shape[1])

    @property
    def choices(self) -> int:
        return len(self.hands)


class Pattern(msgspec.Struct, frozen=True):
    """Cards and ranks a hand must hold; whatever else it holds may be any card."""

    cards: tuple[Card, ...] = ()
    ranks: tuple[Rank, ...] = ()
    suits: str = ""
    """How its suits must fall: a key of `SUITEDNESS`."""

    @property
    def is_of_cards(self) -> bool:
        return not self.ranks and not self.suits


SUITEDNESS: dict[int, dict[str, Callable[[npt.NDArray[np.int64]], Flags]]] = {
    2: {"s": lambda held: held[:, 0] == 2, "o": lambda held: held[:, 0] == 1},
    3: {"s": lambda held: held[:, 0] == 3, "r": lambda held: held[:, 0] == 1},
    4: {
        "ds": lambda held: held[:, 1] == 2,
        "ss": lambda held: (held[:, 0] >= 2) & (held[:, 1] == 1),
        "r": lambda held: held[:, 0] == 1,
    },
}
"""What may follow a hand of two, three or four cards: a condition on the sizes of its suits, largest first."""


def read_holding(text: str, size: int) -> Holding:
    """What the text says about a hand of that many cards; cards after a slash were given up."""
    held, _, given_up = text.partition("/")
    patterns, shares = _alternatives(held, text, size)
    discards = _cards(given_up)
    named = {len(pattern.cards) for pattern in patterns}
    # Every way to complete a short hand is equally likely, so a hand that fits two alternatives counts once.
    once = len(patterns) == 1 or named == {size} or size not in SUITEDNESS
    if all(pattern.is_of_cards for pattern in patterns) and len(named) == 1 and once:
        hands, weights = _distinct([np.array([sorted(pattern.cards)], np.uint8) for pattern in patterns], shares, text)
        return Holding(text, hands, size - hands.shape[1], discards, weights)
    if size not in SUITEDNESS:
        raise QuestionError(
            f"{text!r}: a hand of {size} cards is written card by card, "
            "and where it may be one of several each names as many cards"
        )
    hands, weights = _distinct([matching(pattern, size) for pattern in patterns], shares, text)
    if not len(hands):
        raise QuestionError(f"{text!r} is not a hand")
    return Holding(text, hands, 0, discards, weights)


def _alternatives(held: str, text: str, size: int) -> tuple[list[Pattern], list[Fraction]]:
    """The patterns between commas, and how often each is held."""
    patterns: list[Pattern] = []
    shares: list[Fraction] = []
    for part in held.split(","):
        body, colon, weight = "".join(part.split()).partition(":")
        if not body:
            raise QuestionError(f"{text!r} leaves a hand out: write {RANDOM} for one that may be any")
        read = [*_read(body, size)]
        patterns += read
        shares += [_weight(weight, part) if colon else Fraction(1)] * len(read)
    return patterns, shares


NUMBER = r"(\d{1,3}(?:\.\d{1,4})?|\.\d{1,4})"
_WEIGHT = re.compile(rf"{NUMBER}(%?)", re.ASCII)
_PERCENT = re.compile(rf"{NUMBER}%", re.ASCII)


def _weight(weight: str, part: str) -> Fraction:
    read = _WEIGHT.fullmatch(weight)
    share = Fraction(read[1]) / (100 if read[2] else 1) if read else Fraction(0)
    if not 0 < share <= 1:
        raise QuestionError(
            f"{part.strip()!r}: {weight!r} is not a weight: expected above 0 and up to 1, as in AKs:0.5 or AKs:50%"
        )
    return share


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return typed_cards(text)
    except CardError as error:
        raise QuestionError(str(error)) from None


def _distinct(found: list[Ids], shares: list[Fraction], text: str) -> tuple[Ids, Weights | None]:
    """Each hand once, with its weight if they differ."""
    rows = np.concatenate(found)
    scale = lcm(*(share.denominator for share in shares))
    weights = np.repeat([int(share * scale) for share in shares], [len(each) for each in found])
    # A hand about which nothing is known is one row without columns.
    if not rows.shape[1] or len(rows) < 2:
        return rows[:1], None
    hands, first, of = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    kept = weights[first]
    double = np.flatnonzero(kept[of.ravel()] != weights)
    if len(double):
        hand = cards_text(Card(int(card)) for card in rows[double[0]])
        raise QuestionError(f"{text!r} gives {hand} two weights: a hand has one")
    alike = len(hands) < 2 or kept.min() == kept.max()
    return hands, None if alike else kept // gcd(*map(int, np.unique(kept)))


def _read(text: str, size: int) -> Iterable[Pattern]:
    if text.casefold() == RANDOM:
        return [Pattern()]
    percent = _PERCENT.fullmatch(text)
    if percent:
        return [*map(_pattern_of, _top(text, Fraction(percent[1]) / 100, size))]
    written = as_typed(text).replace("O", "o").replace("R", "r")
    if size == 2 and written.endswith("+"):
        return [*map(_pattern_of, _upwards(written))]
    if size == 2 and "-" in written:
        return [*map(_pattern_of, _between(written))]
    return [_pattern(written, size)]


def _top(text: str, part: Fraction, size: int) -> "Iterator[Class]":
    """The best starting hands that make up this percentage of all."""
    if size != 2:
        raise QuestionError(f"{text!r} is the top of an order of starting hands, which exists for hold 'em only")
    if not 0 < part <= 1:
        raise QuestionError(f"{text!r} of the starting hands: expected above 0 and up to 100%")
    return (_class(hand, text) for hand in top(part))


_TOKEN = re.compile(rf"(?P<card>[{RANKS}][{SUITS}])|(?P<rank>[{RANKS}])|(?P<any>\?\?|[*xX])")


def _pattern(text: str, size: int) -> Pattern:
    """Cards, ranks and stars up to the size of the hand, then how the suits fall."""
    packed = text.replace("-", "") if size > 2 else text
    suitedness = SUITEDNESS.get(size, {})
    # A whole hand of ranks comes first: in AKs the last two letters are not the king of spades.
    whole = re.fullmatch(rf"([{RANKS}*xX]{{{size}}})({'|'.join(suitedness) or '(?!)'})", packed)
    if whole:
        return Pattern((), tuple(_rank(letter) for letter in whole[1] if letter in RANKS), whole[2])
    cards: list[Card] = []
    ranks_read: list[Rank] = []
    at = read = 0
    while read < size and (token := _TOKEN.match(packed, at)):
        if token["card"]:
            cards += _cards(token["card"])
        elif token["rank"]:
            ranks_read.append(_rank(token["rank"]))
        at, read = token.end(), read + 1
    left = packed[at:]
    if left and left not in suitedness:
        raise QuestionError(_unreadable(text, left, size, complete=read == size))
    twice = [card for card, times in Counter(cards).items() if times > 1]
    if twice:
        raise QuestionError(f"{text!r} holds {card_text(twice[0])} twice")
    return Pattern(tuple(cards), tuple(ranks_read), left)


def _unreadable(text: str, left: str, size: int, *, complete: bool) -> str:
    if complete and _TOKEN.match(left):
        return f"{text!r} has more cards than the {size} a player holds"
    suffixes = " or ".join(SUITEDNESS.get(size, {}))
    also = f"; {suffixes} may only follow all {size} of them" if suffixes else ""
    return (
        f"{text!r} is not a hand: {left!r} is not a card: {RIGHT_FORM}; a rank alone has any suit, * is any card{also}"
    )


def _rank(letter: str) -> Rank:
    return Rank(RANKS.index(letter))


def selections(cards: npt.ArrayLike, count: int) -> Ids:
    """Every choice of this many of the cards, in order."""
    deck = np.asarray(cards, np.uint8)
    rows = np.empty((1, 0), np.int64)
    for _ in range(count):
        last = rows[:, -1] if rows.shape[1] else np.full(1, -1, np.int64)
        after = len(deck) - 1 - last
        begins = np.cumsum(after) - after
        following = np.arange(after.sum()) - np.repeat(begins, after) + np.repeat(last + 1, after)
        rows = np.concatenate((np.repeat(rows, after, axis=0), following[:, None]), axis=1)
    return deck[rows]


@cache
def every_hand(size: int) -> Ids:
    """All hands of this many cards."""
    return selections(DECK, size)


def matching(pattern: Pattern, size: int) -> Ids:
    """The complete hands that hold what the pattern asks for."""
    hands = every_hand(size)
    fits = np.ones(len(hands), np.bool_)
    for card in pattern.cards:
        fits &= (hands == card).any(axis=1)
    for of, times in Counter((*pattern.ranks, *map(rank, pattern.cards))).items():
        fits &= (hands >> 2 == of).sum(axis=1) >= times
    if pattern.suits:
        held = np.stack([(hands & 3 == Suit(number)).sum(axis=1) for number in range(len(SUITS))], axis=1)
        fits &= SUITEDNESS[size][pattern.suits](-np.sort(-held, axis=1))
    return hands[fits]


Class = tuple[Rank, Rank, str]
"""A class of hold 'em hands: the higher rank, the lower, and s, o or nothing."""

_CLASS = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)")


def _class(text: str, whole: str) -> Class:
    read = _CLASS.fullmatch(text)
    if not read:
        raise QuestionError(f"{whole!r} is not a range: {text!r} is not two ranks such as QQ, AKs or T9o")
    low, high = sorted((_rank(read[1]), _rank(read[2])))
    if low == high and read[3]:
        raise QuestionError(f"{whole!r} is not a range: a pair is neither suited nor offsuit")
    return high, low, read[3]


def _pattern_of(hand: Class) -> Pattern:
    high, low, suits = hand
    return Pattern((), (high, low), suits)


def _upwards(text: str) -> list[Class]:
    """Higher pairs; neighbors such as 76s rise together; in other hands the lower card
    rises to just below the higher.
    """
    high, low, suits = _class(text.removesuffix("+"), text)
    if high - low <= 1:
        return _run((high, low, suits), _rank(ACE) - high)
    return [(high, Rank(kicker), suits) for kicker in range(low, high)]


def _between(text: str) -> list[Class]:
    """TT-77, A5s-A2s, JTs-76s: pairs, kickers of one high card, or hands of one gap."""
    one, _, other = text.partition("-")
    first, last = sorted((_class(one, text), _class(other, text)))
    if first[2] == last[2] and first[0] - first[1] == last[0] - last[1]:
        return _run(first, last[0] - first[0])
    if first[2] == last[2] and first[0] == last[0] > last[1]:
        return [(first[0], Rank(kicker), first[2]) for kicker in range(first[1], last[1] + 1)]
    raise QuestionError(f"{text!r} is not a range: its ends are not of one kind, as in TT-77, A5s-A2s or JTs-76s")


def _run(lowest: Class, steps: int) -> list[Class]:
    high, low, suits = lowest
    return [(Rank(high + step), Rank(low + step), suits) for step in range(steps + 1)]
