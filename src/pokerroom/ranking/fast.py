"""The rankings that the tables use: a sum of card keys, then one look-up in a table.

A card's key is a power of five for its rank and, above that, one in a four-bit counter for its suit. An unknown card
has the key zero, so it counts for nothing. The rankers trust their callers: no card twice, and no more cards than the
ranking takes.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from pokerroom.cards import DECK, UNKNOWN, Card, Rank, rank, suit
from pokerroom.ranking.strength import ALL_RANKS, NO_HAND, RANK_BITS, Ranking, Strength, encode, inverse
from pokerroom.ranking.tables import (
    BOARD_LOW,
    DEUCE_TO_SEVEN,
    DEUCE_TO_SEVEN_SUITED,
    HIGH_FIVE,
    HIGH_FIVE_SUITED,
    HIGH_THREE,
    HIGH_THREE_SUITED,
    LOW_FIVE,
    LOW_THREE,
)

Ranker = Callable[[Sequence[Card]], Strength]
OmahaRanker = Callable[[Sequence[Card], Sequence[Card]], Strength]


def ace_low(of: Rank) -> int:
    """The bit of a rank where the ace is the lowest card (14.3(e))."""
    return (of + 1) % RANK_BITS


_SUITS_AT = 32
_RANK_SUM = (1 << _SUITS_AT) - 1
_ONE_OF_EACH_SUIT = sum(1 << _SUITS_AT + 4 * number for number in range(4))
_FULL = 8 * _ONE_OF_EACH_SUIT


def _full_at(count: int) -> int:
    """Suit counters that reach their top bit once `count` cards of the suit are added."""
    return (8 - count) * _ONE_OF_EACH_SUIT


_FIVE_SUITED, _THREE_SUITED = _full_at(5), _full_at(3)

_high_key = (*(5 ** rank(card) + (1 << _SUITS_AT + 4 * suit(card)) for card in DECK), 0).__getitem__
_rank_key = (*(5 ** rank(card) for card in DECK), 0).__getitem__
_low_key = (*(5 ** ace_low(rank(card)) for card in DECK), 0).__getitem__
_low_bit = (*(1 << ace_low(rank(card)) for card in DECK), 0).__getitem__
_NO_BIT = {_low_bit(UNKNOWN)}


def _bits_of_suit(cards: Sequence[Card], of_suit: int) -> list[int]:
    return [1 << rank(card) for card in cards if suit(card) == of_suit and card != UNKNOWN]


def _full_suit(key: int) -> int:
    return ((key & _FULL).bit_length() - 1 - _SUITS_AT) // 4


def high_five(cards: Sequence[Card]) -> Strength:
    key = sum(map(_high_key, cards), _FIVE_SUITED)
    strength = HIGH_FIVE[key & _RANK_SUM]
    if key & _FULL:
        return max(strength, HIGH_FIVE_SUITED[sum(_bits_of_suit(cards, _full_suit(key)))])
    return strength


def high_three(cards: Sequence[Card]) -> Strength:
    key = sum(map(_high_key, cards), _THREE_SUITED)
    strength = HIGH_THREE[key & _RANK_SUM]
    if key & _FULL:
        return max(strength, HIGH_THREE_SUITED[sum(_bits_of_suit(cards, _full_suit(key)))])
    return strength


def low_ace_to_five(cards: Sequence[Card]) -> Strength:
    return LOW_FIVE[sum(map(_low_key, cards))]


def low_deuce_to_seven(cards: Sequence[Card]) -> Strength:
    if len(cards) > 5:
        known = [card for card in cards if card != UNKNOWN]
        return max(map(low_deuce_to_seven, combinations(known, 5)), default=NO_HAND)
    key = sum(map(_high_key, cards), _FIVE_SUITED)
    if key & _FULL:
        return DEUCE_TO_SEVEN_SUITED[sum(_bits_of_suit(cards, _full_suit(key)))]
    return DEUCE_TO_SEVEN[key & _RANK_SUM]


def low_inverse_of_high(cards: Sequence[Card]) -> Strength:
    """Exactly five cards; deuce to seven for a house that reads five to ace as a straight (AMB-16)."""
    return NO_HAND if UNKNOWN in cards else inverse(high_five(cards))


def low_three(cards: Sequence[Card]) -> Strength:
    return LOW_THREE[sum(map(_low_key, cards))]


def board_high(cards: Sequence[Card]) -> Strength:
    # Four cards are too few for a straight or a flush of five, so the five-card table holds them too.
    return HIGH_FIVE[sum(map(_rank_key, cards))]


def board_low(cards: Sequence[Card]) -> Strength:
    return BOARD_LOW[sum(map(_low_key, cards))]


# A rank bit above a suit bit: two cards count together when they share neither, and of two unions of
# cards the smaller holds the lower ranks. An unknown card shares a bit with every other.
_ALL_BITS = (16 << RANK_BITS) - 1
_badugi_bits = (*(16 << ace_low(rank(card)) | 1 << suit(card) for card in DECK), _ALL_BITS).__getitem__


def badugi(cards: Sequence[Card]) -> Strength:
    """Exactly four cards, any of them unknown; more cards are tried before fewer, lower before higher."""
    a, b, c, d = sorted(map(_badugi_bits, cards))
    if not a & b:
        if not (a | b) & c:
            return _badugi(3, a | b | c) if (a | b | c) & d else _badugi(4, a | b | c | d)
        if not (a | b) & d:
            return _badugi(3, a | b | d)
    if not c & d:
        if not a & (c | d):
            return _badugi(3, a | c | d)
        if not b & (c | d):
            return _badugi(3, b | c | d)
    for one, other in ((a, b), (a, c), (b, c), (a, d), (b, d), (c, d)):
        if not one & other:
            return _badugi(2, one | other)
    return NO_HAND if a == _ALL_BITS else _badugi(1, a)


def _badugi(count: int, union: int) -> Strength:
    return Strength(count << RANK_BITS | ALL_RANKS - (union >> 4))


def omaha_high(own: Sequence[Card], board: Sequence[Card]) -> Strength:
    strength = max(map(HIGH_FIVE.__getitem__, _two_and_three(_rank_key, own, board)), default=NO_HAND)
    suits = sum(map(_high_key, board), _THREE_SUITED)
    return max(strength, _omaha_suited(own, board, _full_suit(suits))) if suits & _FULL else strength


def _omaha_suited(own: Sequence[Card], board: Sequence[Card], of_suit: int) -> Strength:
    """The best flush of two own cards and three of the board, if at least two own cards are of the suit."""
    twos = combinations(_bits_of_suit(own, of_suit), 2)
    threes = [*combinations(_bits_of_suit(board, of_suit), 3)]
    flushes = (HIGH_FIVE_SUITED[sum(two) + sum(three)] for two in twos for three in threes)
    return max(flushes, default=NO_HAND)


def omaha_low(own: Sequence[Card], board: Sequence[Card]) -> Strength:
    # Nearly always two and three cards can be found that share no rank; the lowest mask of them is the hand.
    twos = [a | b for a, b in combinations({*map(_low_bit, own)} - _NO_BIT, 2)]
    threes = [a | b | c for a, b, c in combinations({*map(_low_bit, board)} - _NO_BIT, 3)]
    fives = [two | three for two in twos for three in threes if not two & three]
    if fives:
        return inverse(encode(0, 0, min(fives)))
    return max(map(LOW_FIVE.__getitem__, _two_and_three(_low_key, own, board)), default=NO_HAND)


def _two_and_three(key: Callable[[Card], int], own: Sequence[Card], board: Sequence[Card]) -> list[int]:
    """The rank sums of every choice of two own cards and three of the board."""
    twos = {a + b for a, b in combinations(map(key, own), 2)}
    threes = {a + b + c for a, b, c in combinations(map(key, board), 3)}
    return [two + three for two in twos for three in threes]


RANKERS: dict[Ranking, Ranker] = {
    Ranking.HIGH_FIVE: high_five,
    Ranking.HIGH_THREE: high_three,
    Ranking.LOW_ACE_TO_FIVE: low_ace_to_five,
    Ranking.LOW_DEUCE_TO_SEVEN: low_deuce_to_seven,
    Ranking.LOW_INVERSE_OF_HIGH: low_inverse_of_high,
    Ranking.LOW_THREE: low_three,
    Ranking.BADUGI: badugi,
    Ranking.BOARD_HIGH: board_high,
    Ranking.BOARD_LOW: board_low,
}

OMAHA_RANKERS: dict[Ranking, OmahaRanker] = {
    Ranking.HIGH_FIVE: omaha_high,
    Ranking.LOW_ACE_TO_FIVE: omaha_low,
}
