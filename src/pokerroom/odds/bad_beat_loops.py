"""The loops of the bad beat that Numba compiles; imported only where Numba is."""

from typing import Any

import numpy as np

from pokerroom.ranking.bulk.compiled import kernel, loop
from pokerroom.ranking.bulk.dealing import GOLDEN, HASHES_A_ROUND
from pokerroom.ranking.bulk.dealing_loop import hashed

Array = Any
"""A NumPy array as Numba sees it."""

strength_of_seven = kernel("high_of_seven_strength")

ALL_BOARDS = np.uint64(2_598_960)
UNDEALT = 47
BLOCK = 1024
LOSES, WINS = 1, 2


@loop
def rank_pairs(board: Array, c: Array, d: Array, h: Array, s: Array, strengths: Array) -> None:
    """What a board makes of every pair of hole cards; nonsense for those that share a card with it."""
    of_c, of_d = np.uint16(board), np.uint16(board >> np.uint64(16))
    of_h, of_s = np.uint16(board >> np.uint64(32)), np.uint16(board >> np.uint64(48))
    for pair in range(c.shape[0]):
        upper, lower = strength_of_seven(
            np.uint16(c[pair] | of_c), np.uint16(d[pair] | of_d), np.uint16(h[pair] | of_h), np.uint16(s[pair] | of_s)
        )
        strengths[pair] = (np.uint32(upper) << np.uint32(16)) | np.uint32(lower)


@loop
def strong_pairs(
    boards: Array,
    pairs: Array,
    c: Array,
    d: Array,
    h: Array,
    s: Array,
    least: Any,
    of_board: Array,
    of_pair: Array,
    found: Array,
) -> int:
    """Every board and pair of hole cards that make a hand so strong, with the strength. How many were found."""
    strengths = np.empty(pairs.shape[0], np.uint32)
    count = 0
    for board in range(boards.shape[0]):
        rank_pairs(boards[board], c, d, h, s, strengths)
        for pair in range(pairs.shape[0]):
            if strengths[pair] >= least and not pairs[pair] & boards[board]:
                of_board[count] = board
                of_pair[count] = pair
                found[count] = strengths[pair]
                count += 1
    return count


@loop
def draw_boards(key: Any, first: Any, places: Array) -> None:
    """The place of each round's board in the list of all boards, by the first hash of the round."""
    for number in range(places.shape[0]):
        drawn = hashed(key + (first + np.uint64(number)) * np.uint64(HASHES_A_ROUND) * GOLDEN)
        places[number] = ((drawn >> np.uint64(24)) * ALL_BOARDS) >> np.uint64(40)


@loop
def partners(starts: Array, hands: Array, strengths: Array, roles: Array, has_one: Array) -> None:
    """For each hand whether another of the same board, with which it shares no card, makes a bad beat with it."""
    for kind in range(starts.shape[0] - 1):
        for loser in range(starts[kind], starts[kind + 1]):
            for winner in range(starts[kind], starts[kind + 1]):
                if (
                    strengths[loser] < strengths[winner]
                    and roles[loser] & LOSES
                    and roles[winner] & WINS
                    and not hands[loser] & hands[winner]
                ):
                    has_one[loser] = has_one[winner] = True


@loop
def deal_cards(
    key: Any,
    round_number: Any,
    seats: int,
    cards: Array,
    start: int,
    end: int,
    undealt: Array,
    touched: Array,
    held: Array,
) -> int:
    """Deals cards to places among the undealt, the first two of them for the first seat and so on. How many seats get two."""
    with_two = 0
    drawn = np.uint64(0)
    for card in range(end - start):
        if card & 1 == 0:
            hash_number = round_number * np.uint64(HASHES_A_ROUND) + np.uint64(1 + (card >> 1))
            drawn = hashed(key + hash_number * GOLDEN)
        at = card + np.int64(((drawn & np.uint64(0xFFFFFFFF)) * np.uint64(UNDEALT - card)) >> np.uint64(32))
        drawn >>= np.uint64(32)
        # Places beyond the last seat are filled alike: a branch here could not be predicted.
        pair = undealt[at] >> 1
        undealt[at] = undealt[card]
        touched[card] = at
        with_two += (held[pair] != 0) & (pair < seats)
        held[pair] |= np.uint64(1) << np.uint64(cards[start + card])
    return with_two


@loop
def take_back(cards: int, undealt: Array, touched: Array, held: Array) -> None:
    """Leaves the places as they were before so many cards were dealt."""
    for card in range(cards - 1, -1, -1):
        at = touched[card]
        undealt[at] = at
        held[at >> 1] = 0
        held[card >> 1] = 0


@loop
def is_beat(held: Array, seats: int, hands: Array, strengths: Array, roles: Array, takes_pot: bool) -> bool:
    """Whether one of the hands held that can lose is weaker than one that can win."""
    weakest, best, winner = np.uint32(0xFFFFFFFF), np.uint32(0), np.uint32(0)
    for seat in range(seats):
        if held[seat] & (held[seat] - np.uint64(1)) == 0:
            continue
        at = np.searchsorted(hands, held[seat])
        if at == hands.shape[0] or hands[at] != held[seat]:
            continue
        best = max(best, strengths[at])
        if roles[at] & LOSES:
            weakest = min(weakest, strengths[at])
        if roles[at] & WINS:
            winner = max(winner, strengths[at])
    return weakest < winner and (winner == best or not takes_pot)


@loop
def count_beats(
    key: Any,
    first: Any,
    rounds: int,
    seats: int,
    takes_pot: bool,
    kinds: Array,
    card_starts: Array,
    cards: Array,
    hand_starts: Array,
    hands: Array,
    strengths: Array,
    roles: Array,
) -> int:
    places = np.empty(BLOCK, np.uint32)
    undealt, touched = np.arange(UNDEALT), np.empty(UNDEALT, np.int64)
    held = np.zeros(UNDEALT // 2 + 1, np.uint64)
    allowing = kinds.shape[0]
    beats = 0
    for start in range(0, rounds, BLOCK):
        size = min(BLOCK, rounds - start)
        draw_boards(key, first + np.uint64(start), places[:size])
        for number in range(size):
            if places[number] < allowing:
                kind = kinds[places[number]]
                low, high = card_starts[kind], card_starts[kind + 1]
                if (
                    deal_cards(key, first + np.uint64(start + number), seats, cards, low, high, undealt, touched, held)
                    > 1
                ):
                    of_kind = slice(hand_starts[kind], hand_starts[kind + 1])
                    beats += is_beat(held, seats, hands[of_kind], strengths[of_kind], roles[of_kind], takes_pot)
                take_back(high - low, undealt, touched, held)
    return beats
