"""The deal of many rounds, compiled; imported only where Numba is."""

import numpy as np

from pokerroom.ranking.bulk.compiled import loop
from pokerroom.ranking.bulk.dealing import FIRST, GOLDEN, HASHES_A_ROUND, SECOND


@loop
def hashed(number):
    number = (number ^ (number >> np.uint64(30))) * FIRST
    number = (number ^ (number >> np.uint64(27))) * SECOND
    return number ^ (number >> np.uint64(31))


@loop
def deal_round(key, number, deck, dealt):
    """One round from a deck that is left reordered; any order of the deck the round began with would do, but the caller keeps one."""
    drawn = np.uint64(0)
    left = np.uint64(deck.shape[0])
    for card in range(dealt.shape[0]):
        if card & 1 == 0:
            drawn = hashed(key + (number * np.uint64(HASHES_A_ROUND) + np.uint64(card >> 1)) * GOLDEN)
        place = card + np.int64(((drawn & np.uint64(0xFFFFFFFF)) * (left - np.uint64(card))) >> np.uint64(32))
        drawn >>= np.uint64(32)
        dealt[card] = deck[place]
        deck[place] = deck[card]


@loop
def deal_rounds(key, first, live, dealt):
    deck = np.empty_like(live)
    for number in range(dealt.shape[0]):
        deck[:] = live
        deal_round(key, first + np.uint64(number), deck, dealt[number])
