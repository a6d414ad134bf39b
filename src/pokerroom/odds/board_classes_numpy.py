"""Whole boards by class, as `board_classes` has them, dealt by NumPy alone.

For where Numba is missing, and for a few deals of hands, which are counted before Numba is loaded. What a pair of own
cards makes of the boards is ranked when it is first asked for: a few deals of hands have a few pairs.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from pokerroom.cards import Card
from pokerroom.odds.board_classes import (
    NONE,
    TWOS,
    Marks,
    Numbers,
    Strengths,
    own_ranks,
    plain_made,
    remaining,
    shape,
    suited_made,
    suited_shape,
)
from pokerroom.odds.notation import Ids
from pokerroom.odds.question import Claim


class Suited(NamedTuple):
    """Every set of suited ranks filled up to a board."""

    held: Numbers
    """The number of the set,"""
    fill: Numbers
    """of what fills it up, and"""
    board: Numbers
    """of the class it then belongs to."""


@cache
def suited() -> Suited:
    suits = suited_shape()
    held = np.repeat(np.arange(len(suits.masks)), np.diff(suits.place_from))
    fill = suits.rest_from[held] + np.arange(len(held)) - suits.place_from[held]
    return Suited(held, fill, suits.places.astype(np.int64))


@cache
def plain_row(claim: Claim, pair: int) -> Strengths:
    row: Strengths = plain_made(claim, own_ranks()[[pair]])[0]
    return row


suited_table = cache(suited_made)


def deal_boards(claims: tuple[Claim, ...], hands: Ids, times: Numbers, dead: Sequence[Card], counts: Numbers) -> None:
    """All boards to each deal of hands, counted by outcome; a deal of hands counts so many times."""
    twos = np.array(TWOS[claims[0].share.formation, hands.shape[2]])
    for own, count in zip(hands.astype(np.int64), times, strict=True):
        counts += count * boards_of(claims, own[:, twos], remaining(own, dead), len(counts))


def boards_of(claims: tuple[Claim, ...], own: Numbers, left: Numbers, outcomes: int) -> Numbers:
    """How many boards have each outcome, for own cards by player and two that play together."""
    counts = np.zeros(outcomes, np.int64)
    kinds, held = shape(), left.sum(axis=0)
    boards = kinds.choose[held[kinds.ranks], kinds.times].prod(axis=1)
    plain = plain_marks(claims, own)
    for suit in range(4):
        flush = flush_marks(claims, own, suit)
        deal_suited(left[suit], fills_of(held - left[suit]), plain, flush, boards, counts)
    np.add.at(counts, np.bitwise_or.reduce(plain.winners), boards)
    return counts


def plain_marks(claims: tuple[Claim, ...], own: Numbers) -> Marks:
    """By share and class of boards, the best hand without a flush and who has it."""
    ranks = own >> 2
    pairs = shape().pair[ranks[:, :, 0], ranks[:, :, 1]].tolist()
    held = [[[plain_row(claim, pair) for pair in of_player] for of_player in pairs] for claim in claims]
    return marks(np.array(held).max(axis=2))


def flush_marks(claims: tuple[Claim, ...], own: Numbers, suit: int) -> Marks:
    """By share and ranks the board may have in the suit, the best flush and who has it."""
    ranks = np.where(own & 3 == suit, own >> 2, NONE)
    rows = shape().suited_pair[ranks[:, :, 0], ranks[:, :, 1]]
    return marks(np.array([suited_table(claim)[rows].max(axis=1) for claim in claims]))


def marks(strengths: Strengths) -> Marks:
    """The best of the strengths by share, player and board, and the bits of those who have it; 0 has nothing."""
    shares, players, _ = strengths.shape
    best = np.maximum(strengths.max(axis=1), 1)
    bits = 1 << np.arange(shares * players).reshape(shares, players, 1)
    return Marks(best, np.where(strengths == best[:, None], bits, 0).sum(axis=1))


def fills_of(held: Numbers) -> Numbers:
    """How many choices of cards have the ranks that fill a board up, where `held` has the cards left of each rank."""
    one, other = suited_shape().rest.T
    # Rank 13 is no card, of which there is one.
    times = np.append(held, 1)
    alike = times[one] * (times[one] - 1) // 2
    fills: Numbers = np.where((one == other) & (one != NONE), alike, times[one] * times[other])
    return fills


def deal_suited(left: Numbers, fills: Numbers, plain: Marks, flush: Marks, boards: Numbers, counts: Numbers) -> None:
    """The boards with three to five cards of a suit on which somebody has a flush, taken out of `boards`."""
    ranks = (left << np.arange(13)).sum()
    flushes = flush.winners.any(axis=0) & (suited_shape().masks & ~ranks == 0)
    cases = np.flatnonzero(flushes[suited().held])
    held, fill, board = (numbers[cases] for numbers in suited())
    # The better of the best plain hand and the best flush takes the share, or both if they are equal.
    unsuited, in_suit = plain.best[:, board], flush.best[:, held]
    winners = np.where(unsuited >= in_suit, plain.winners[:, board], 0)
    winners |= np.where(in_suit >= unsuited, flush.winners[:, held], 0)
    np.subtract.at(boards, board, fills[fill])
    np.add.at(counts, np.bitwise_or.reduce(winners), fills[fill])
