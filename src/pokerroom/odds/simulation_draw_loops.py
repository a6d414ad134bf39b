"""The loops of the draw that Numba compiles; imported only where Numba is."""

from typing import Any

import numpy as np

from pokerroom.ranking.bulk.compiled import loop
from pokerroom.ranking.bulk.dealing_loop import hashed
from pokerroom.ranking.bulk.hashing import GOLDEN

Array = Any
"""A NumPy array as Numba sees it."""

HIGH, ACE_TO_FIVE, DEUCE_TO_SEVEN, BADUGI = 0, 1, 2, 3
EIGHT, EIGHT_ACE_LOW = 6, 7
WHEEL = 0x100F
DECK = 52

IN_PLAY, BURNED = 0, 255
"""Where a card is; a discard has the number of the seat that gave it up, counted from 1."""

HASHES = 1 << 12
"""Numbers reserved for the shuffles of one round."""


@loop
def is_straight_or_flush(hand: Array, lowest_straight: int) -> bool:
    ranks = 0
    suits = 0
    for card in hand:
        ranks |= 1 << (card >> 2)
        suits |= 1 << (card & 3)
    in_sequence = ranks // (ranks & -ranks) == 0x1F
    return in_sequence or ranks == lowest_straight or suits & (suits - 1) == 0


@loop
def keep_high(hand: Array, keep: Array) -> None:
    kept = 0
    highest = 0
    for this in range(hand.shape[0]):
        alike = 0
        for other in range(hand.shape[0]):
            alike += hand[other] >> 2 == hand[this] >> 2
        keep[this] = alike > 1
        kept += alike > 1
        if hand[this] > hand[highest]:
            highest = this
    if not kept:
        keep[:] = is_straight_or_flush(hand, WHEEL)
        keep[highest] = True


@loop
def keep_low(hand: Array, ace_low: bool, keep: Array) -> None:
    ranks = np.int64(0)
    highest = 0
    for this in range(hand.shape[0]):
        rank = np.int64(hand[this] >> 2)
        low = (rank + 1) % 13 <= EIGHT_ACE_LOW if ace_low else rank <= EIGHT
        keep[this] = low and not ranks >> rank & 1
        ranks |= 1 << rank
        if hand[this] > hand[highest]:
            highest = this
    if not ace_low and keep.all() and is_straight_or_flush(hand, 0):
        keep[highest] = False


@loop
def keep_badugi(hand: Array, keep: Array) -> None:
    keep[:] = False
    suits = np.int64(0)
    for rank in range(EIGHT_ACE_LOW + 1):
        for this in range(hand.shape[0]):
            suit = np.int64(hand[this] & 3)
            if (np.int64(hand[this] >> 2) + 1) % 13 == rank and not suits >> suit & 1:
                keep[this] = True
                suits |= 1 << suit
                break


@loop
def choose_kept(rule: int, hand: Array, keep: Array) -> None:
    if rule == HIGH:
        keep_high(hand, keep)
    elif rule == BADUGI:
        keep_badugi(hand, keep)
    else:
        keep_low(hand, rule == ACE_TO_FIVE, keep)


@loop
def comes_back(where: Any, seat: int, discarded_now: bool, resort: int) -> bool:
    """Whether a card is reshuffled for a seat, at the first resort and each one after it (R-02)."""
    if resort == 0:
        return where not in (IN_PLAY, BURNED, seat + 1)
    if resort == 3:
        return bool(where == BURNED)
    return bool(where == seat + 1 and discarded_now == (resort == 2))


@loop
def reshuffled(key: Any, number: Any, seat: int, wanted: int, where: Array, now: Array, stub: Array) -> int:
    """Fill the stub with what is reshuffled for a seat that still needs cards, in random
    order; returns how many came.
    """
    size = 0
    for resort in range(4):
        if size < wanted:
            for card in range(DECK):
                if comes_back(where[card], seat, now[card], resort):
                    stub[size] = card
                    where[card] = IN_PLAY
                    size += 1
    for card in range(size):
        drawn = hashed(key + (number + np.uint64(card)) * GOLDEN) >> np.uint64(32)
        other = card + np.int64((drawn * np.uint64(size - card)) >> np.uint64(32))
        stub[card], stub[other] = stub[other], stub[card]
    return size


@loop
def draw_rounds(key: Any, first: Any, rule: int, draws: int, decks: Array, hands: Array) -> None:
    """Every seat draws in turn, as often as the game has draws; each draw starts with a burn card."""
    rounds, seats, own = hands.shape
    keep = np.empty(own, np.bool_)
    where, now = np.empty(DECK, np.uint8), np.empty(DECK, np.bool_)
    stub = np.empty(DECK, np.uint8)
    for this_round in range(rounds):
        where[:] = IN_PLAY
        size = DECK - seats * own
        stub[:size] = decks[this_round, seats * own :]
        top = 0
        shuffles = np.uint64(0)
        for _ in range(draws):
            if top < size:
                where[stub[top]] = BURNED
                top += 1
            for seat in range(seats):
                hand = hands[this_round, seat]
                choose_kept(rule, hand, keep)
                now[:] = False
                for place in range(own):
                    if not keep[place]:
                        where[hand[place]] = seat + 1
                        now[hand[place]] = True
                wanted = own - keep.sum()
                for place in range(own):
                    if keep[place]:
                        continue
                    if top == size:
                        number = (first + np.uint64(this_round)) * np.uint64(HASHES) + shuffles * np.uint64(DECK)
                        size = reshuffled(key, number, seat, wanted, where, now, stub)
                        shuffles += np.uint64(1)
                        top = 0
                    hand[place] = stub[top]
                    top += 1
                    wanted -= 1
