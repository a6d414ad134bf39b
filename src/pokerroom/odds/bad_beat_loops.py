"""The loops of the bad beat that Numba compiles; imported only where Numba is."""

from typing import Any, NamedTuple

import numpy as np

from pokerroom.ranking.bulk.compiled import kernel, loop, wide_registers
from pokerroom.ranking.bulk.dealing_loop import hashed
from pokerroom.ranking.bulk.hashing import GOLDEN, HASHES_A_ROUND

Array = Any
"""A NumPy array as Numba sees it."""

strength_of_seven = kernel("high_of_seven_strength")

ALL_BOARDS = np.uint64(2_598_960)
LEFT = 47
"""Cards left when the board is out."""

BLOCK = 1024
"""Rounds whose boards are drawn together, several in one vector register."""

LOSES, WINS = 1, 2


@loop
def rank_pairs(board: Any, pairs: Any, strengths: Array) -> None:
    """The strengths of pairs of hole cards on a board, given as planes; meaningless for pairs that share a card with
    it.
    """
    c, d, h, s = pairs
    of_c, of_d = np.uint16(board), np.uint16(board >> np.uint64(16))
    of_h, of_s = np.uint16(board >> np.uint64(32)), np.uint16(board >> np.uint64(48))
    for pair in range(len(strengths)):
        upper, lower = strength_of_seven(
            np.uint16(c[pair] | of_c), np.uint16(d[pair] | of_d), np.uint16(h[pair] | of_h), np.uint16(s[pair] | of_s)
        )
        strengths[pair] = (np.uint32(upper) << np.uint32(16)) | np.uint32(lower)


@loop
def strong_pairs(boards: Array, pairs: Array, planes: Any, least: Any, found: Any) -> int:
    """Find board, pair and strength of every hand at least this strong; returns how many there are."""
    of_board, of_pair, strength = found
    strengths = np.empty(len(pairs), np.uint32)
    count = 0
    for board in range(len(boards)):
        rank_pairs(boards[board], planes, strengths)
        for pair in range(len(pairs)):
            if strengths[pair] >= least and not pairs[pair] & boards[board]:
                of_board[count], of_pair[count], strength[count] = board, pair, strengths[pair]
                count += 1
    return count


@loop
def find_partners(starts: Array, hands: Array, strengths: Array, roles: Array, partnered: Array) -> None:
    """Mark each hand that makes a bad beat with another on the same board, sharing no card with it."""
    for kind in range(len(starts) - 1):
        for loser in range(starts[kind], starts[kind + 1]):
            for winner in range(starts[kind], starts[kind + 1]):
                beats = strengths[winner] > strengths[loser] and not hands[winner] & hands[loser]
                if beats and roles[loser] & LOSES and roles[winner] & WINS:
                    partnered[loser] = partnered[winner] = True


class Places(NamedTuple):
    """The places that the remaining cards can go to, in twos: those of the seats, then those nobody holds."""

    free: Array
    """The places not yet taken, by number; the first ones, one for each card dealt, are used up."""
    taken: Array
    """The numbers that were drawn, in order."""
    held: Array
    """The cards in each two places, one bit per card."""


@loop
def draw_boards(key: Any, first: Any, boards: Array) -> None:
    """The number of each round's board in the list of all, from the first hash of the round."""
    wide_registers()
    for number in range(len(boards)):
        drawn = hashed(key + (first + np.uint64(number)) * np.uint64(HASHES_A_ROUND) * GOLDEN)
        boards[number] = ((drawn >> np.uint64(24)) * ALL_BOARDS) >> np.uint64(40)


@loop
def deal_cards(key: Any, number: Any, beats: Any, kind: Any, seats: int, places: Any) -> int:
    """Deal the cards that matter on such a board, from the later hashes of a round; returns how many seats hold two."""
    with_two = 0
    drawn = np.uint64(0)
    start = beats.card_starts[kind]
    for card in range(beats.card_starts[kind + 1] - start):
        if card & 1 == 0:
            drawn = hashed(key + (number * np.uint64(HASHES_A_ROUND) + np.uint64(1 + (card >> 1))) * GOLDEN)
        at = card + np.int64(((drawn & np.uint64(0xFFFFFFFF)) * np.uint64(LEFT - card)) >> np.uint64(32))
        drawn >>= np.uint64(32)
        # Places nobody holds are filled like the others: a branch here could not be predicted.
        two = places.free[at] >> 1
        places.free[at] = places.free[card]
        places.taken[card] = at
        with_two += (places.held[two] != 0) & (two < seats)
        places.held[two] |= np.uint64(1) << np.uint64(beats.cards[start + card])
    return with_two


@loop
def take_back(cards: int, places: Any) -> None:
    """Restore the places to what they were before this many cards were dealt; cheaper than clearing them all."""
    for card in range(cards):
        at = places.taken[card]
        places.free[at] = at
        places.held[at >> 1] = 0
        places.held[card >> 1] = 0


@loop
def is_beat(held: Array, seats: int, beats: Any, kind: Any, takes_pot: bool) -> bool:
    """Whether a hand that can lose is weaker than one that can win."""
    start, end = beats.hand_starts[kind], beats.hand_starts[kind + 1]
    weakest, winner, best = np.uint32(0xFFFFFFFF), np.uint32(0), np.uint32(0)
    for seat in range(seats):
        hand = held[seat]
        if hand & (hand - np.uint64(1)) == 0:
            continue
        at = start + np.searchsorted(beats.hands[start:end], hand)
        if at == end or beats.hands[at] != hand:
            continue
        best = max(best, beats.strengths[at])
        if beats.roles[at] & LOSES:
            weakest = min(weakest, beats.strengths[at])
        if beats.roles[at] & WINS:
            winner = max(winner, beats.strengths[at])
    return bool(weakest < winner and (winner == best or not takes_pot))


@loop
def count_beats(key: Any, first: Any, rounds: int, seats: int, takes_pot: bool, beats: Any) -> int:
    """How many of these rounds have a bad beat."""
    boards = np.empty(BLOCK, np.uint32)
    places = Places(np.arange(LEFT), np.empty(LEFT, np.int64), np.zeros(LEFT // 2 + 1, np.uint64))
    allowing = len(beats.kinds)
    count = 0
    for start in range(0, rounds, BLOCK):
        size = min(BLOCK, rounds - start)
        draw_boards(key, first + np.uint64(start), boards[:size])
        for number in range(size):
            if boards[number] < allowing:
                kind = beats.kinds[boards[number]]
                if deal_cards(key, first + np.uint64(start + number), beats, kind, seats, places) > 1:
                    count += is_beat(places.held, seats, beats, kind, takes_pot)
                take_back(beats.card_starts[kind + 1] - beats.card_starts[kind], places)
    return count
