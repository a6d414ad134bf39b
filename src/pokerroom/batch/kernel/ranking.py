"""Which hand beats which, 14.3: the rankings of `ranking.bulk.lanes` by their number in the tables."""

from typing import Any

import numpy as np

from pokerroom.batch.kernel.seats import place_of
from pokerroom.batch.layout import (
    BADUGI,
    BOARD,
    BOARD_CARDS,
    BOARD_HIGH,
    CARDS,
    DOWN_MOST,
    DOWNS,
    HIGH_FIVE,
    HIGH_THREE,
    LOW_ACE_TO_FIVE,
    LOW_DEUCE_TO_SEVEN,
    LOW_INVERSE_OF_HIGH,
    LOW_THREE,
    OMAHA_HIGH,
    UPS,
)
from pokerroom.batch.pieces import piece
from pokerroom.ranking.bulk.compiled import kernel

of_five, of_six, of_seven = (kernel(f"high_of_{size}_strength") for size in ("five", "six", "seven"))
low_ace_to_five, low_deuce_to_seven = kernel("low_ace_to_five_strength"), kernel("low_deuce_to_seven_strength")
low_inverse_of_high, badugi = kernel("low_inverse_of_high_strength"), kernel("badugi_strength")
high_three, low_three = kernel("high_three_strength"), kernel("low_three_strength")
omaha_high, omaha_low = kernel("omaha_high_strength"), kernel("omaha_low_strength")
exactly_five, joined, inverse, ace_low = (kernel(name) for name in ("of_exactly_five", "of_five", "inverse", "ace_low"))


@piece
def bit_of(card: Any) -> Any:
    """A card in a mask of four lanes of sixteen bits, one for each suit."""
    number = np.uint64(card)
    return np.uint64(1) << (((number & np.uint64(3)) << np.uint64(4)) | (number >> np.uint64(2)))


@piece
def whole(upper: Any, lower: Any) -> Any:
    return (np.int64(upper) << 16) | np.int64(lower)


@piece
def strength(ranked: Any, own: Any, board: Any, cards: Any) -> Any:
    """The strength of a player's cards with the board, where there are so many cards in all."""
    if ranked >= OMAHA_HIGH:
        return strength_of_both(ranked, own, board)
    mask = own | board
    c, d = np.uint16(mask & np.uint64(0xFFFF)), np.uint16((mask >> np.uint64(16)) & np.uint64(0xFFFF))
    h, s = np.uint16((mask >> np.uint64(32)) & np.uint64(0xFFFF)), np.uint16(mask >> np.uint64(48))
    if ranked == HIGH_FIVE:
        return strength_high(c, d, h, s, cards)
    if ranked == LOW_ACE_TO_FIVE:
        upper, lower = low_ace_to_five(c, d, h, s)
    elif ranked == LOW_DEUCE_TO_SEVEN:
        upper, lower = low_deuce_to_seven(c, d, h, s)
    elif ranked == LOW_INVERSE_OF_HIGH:
        upper, lower = low_inverse_of_high(c, d, h, s)
    elif ranked == HIGH_THREE:
        upper, lower = high_three(c, d, h, s)
    elif ranked == LOW_THREE:
        upper, lower = low_three(c, d, h, s)
    elif ranked == BADUGI:
        upper, lower = badugi(c, d, h, s)
    elif ranked == BOARD_HIGH:
        # Up to four cards make groups only (AMB-21); five are a poker hand.
        upper, lower = of_five(c, d, h, s)
    else:
        return strength_showing_low(c, d, h, s)
    return whole(upper, lower)


@piece
def strength_high(c: Any, d: Any, h: Any, s: Any, cards: Any) -> Any:
    if cards == 7:
        upper, lower = of_seven(c, d, h, s)
    elif cards == 6:
        upper, lower = of_six(c, d, h, s)
    else:
        upper, lower = of_five(c, d, h, s)
    return whole(upper, lower)


@piece
def strength_showing_low(c: Any, d: Any, h: Any, s: Any) -> Any:
    """14.9(f)2: up to five cards by their groups alone, the ace low. Five different ranks are dealt into two suits, so
    that they are no flush.
    """
    ranks = np.uint16(c | d | h | s)
    twice = (c & d) | (h & s) | ((c | d) & (h | s))
    if twice == 0:
        c, d, h, s = np.uint16(ranks & (ranks - 1)), np.uint16(ranks & ~(ranks - 1)), np.uint16(0), np.uint16(0)
    grade, rest = exactly_five(ace_low(c), ace_low(d), ace_low(h), ace_low(s), np.uint16(0))
    upper, lower = joined(grade, rest)
    upper, lower = inverse(upper, lower)
    return whole(upper, lower)


@piece
def strength_of_both(ranked: Any, own: Any, board: Any) -> Any:
    """14.11(f): two own cards with three of the board."""
    c, d = np.uint16(own & np.uint64(0xFFFF)), np.uint16((own >> np.uint64(16)) & np.uint64(0xFFFF))
    h, s = np.uint16((own >> np.uint64(32)) & np.uint64(0xFFFF)), np.uint16(own >> np.uint64(48))
    of_c, of_d = np.uint16(board & np.uint64(0xFFFF)), np.uint16((board >> np.uint64(16)) & np.uint64(0xFFFF))
    of_h, of_s = np.uint16((board >> np.uint64(32)) & np.uint64(0xFFFF)), np.uint16(board >> np.uint64(48))
    if ranked == OMAHA_HIGH:
        upper, lower = omaha_high(c, d, h, s, of_c, of_d, of_h, of_s)
    else:
        upper, lower = omaha_low(c, d, h, s, of_c, of_d, of_h, of_s)
    return whole(upper, lower)


@piece
def board_mask(lane: Any) -> Any:
    mask = np.uint64(0)
    for number in range(lane[BOARD_CARDS]):
        mask |= bit_of(lane[BOARD + number])
    return mask


@piece
def up_mask(rules: Any, lane: Any, seat: Any) -> Any:
    place = place_of(rules, seat)
    mask = np.uint64(0)
    for number in range(lane[place + UPS]):
        mask |= bit_of(lane[place + CARDS + rules[DOWN_MOST] + number])
    return mask


@piece
def own_mask(rules: Any, lane: Any, seat: Any) -> Any:
    place = place_of(rules, seat)
    mask = up_mask(rules, lane, seat)
    for number in range(lane[place + DOWNS]):
        mask |= bit_of(lane[place + CARDS + number])
    return mask


@piece
def hand_strength(rules: Any, lane: Any, seat: Any, ranked: Any) -> Any:
    place = place_of(rules, seat)
    cards = lane[place + DOWNS] + lane[place + UPS] + lane[BOARD_CARDS]
    return strength(ranked, own_mask(rules, lane, seat), board_mask(lane), cards)
