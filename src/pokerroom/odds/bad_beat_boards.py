"""The boards of hold 'em on which a bad beat can happen, and the hands that would make it.

Hardly any board lets two strong hands meet. All 2,598,960 boards are treated as one list, those that allow a bad beat
first: a round whose board comes after them is finished before another card is dealt. Where the board allows one, only
the cards that could take part in it are dealt; the others cannot change the result.

Suits are interchangeable, so 134,459 boards represent all: of those that differ only by an exchange of suits, the one
whose lanes descend.
"""

from functools import cache, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.cards import DECK
from pokerroom.odds.bad_beat import meets
from pokerroom.odds.notation import Ids
from pokerroom.ranking.bad_beats import ACE, FULL_HOUSE, Qualifier
from pokerroom.ranking.bulk import ids_of, masks_of, planes_of
from pokerroom.ranking.bulk.hashing import key_of
from pokerroom.ranking.strength import encode

Masks = npt.NDArray[np.uint64]
Array = npt.NDArray[Any]

RARE = encode(FULL_HOUSE, ACE, 0)
"""Aces full. Beats of weaker hands are so common, and made by so many hands, that listing them gains nothing."""

LOSES, WINS = 1, 2
"""What a listed hand can be in a bad beat; neither, if it can only prevent another hand from winning the pot."""

BOARDS_AT_ONCE = 1024

ONE_CARD: Masks = np.uint64(1) << np.array(DECK, np.uint64)
PAIRS = np.array([*combinations(DECK, 2)], np.uint8)
"""Every two hole cards."""


class Beats(NamedTuple):
    """For each kind of board: the cards to deal, and the hands to look for, each from one start to the next.

    The GPU kernel takes the tables one by one, in this order.
    """

    kinds: Array
    """The kind of every board that allows a bad beat, in the order of the list."""
    card_starts: Array
    cards: Ids
    hand_starts: Array
    hands: Masks
    """The bits of two cards, ascending within a kind."""
    strengths: npt.NDArray[np.uint32]
    roles: npt.NDArray[np.uint8]


def count_bad_beats(asked: Qualifier, seats: int, *, seed: int, first: int, rounds: int) -> int:
    """How many of the rounds from number `first` on have a bad beat."""
    from pokerroom.odds.bad_beat_loops import count_beats  # noqa: PLC0415

    return int(count_beats(key_of(seed), np.uint64(first), rounds, seats, asked.takes_pot, beats_of(asked)))


@lru_cache(maxsize=8)
def beats_of(asked: Qualifier) -> Beats:
    boards, copies = kinds_of_board()
    board, hands, strengths, roles = listed_hands(asked, boards)
    allowing, kinds = np.unique(board, return_inverse=True)
    hand_starts = np.searchsorted(kinds, np.arange(len(allowing) + 1))
    of_kind, cards = np.nonzero(np.bitwise_or.reduceat(hands, hand_starts[:-1])[:, None] & ONE_CARD)
    return Beats(
        kinds=np.repeat(np.arange(len(allowing)), copies[allowing]).astype(np.min_scalar_type(len(allowing))),
        card_starts=np.searchsorted(of_kind, np.arange(len(allowing) + 1)).astype(np.int32),
        cards=cards.astype(np.uint8),
        hand_starts=hand_starts.astype(np.int32),
        hands=hands,
        strengths=strengths,
        roles=roles,
    )


@cache
def kinds_of_board() -> tuple[Masks, Array]:
    """One board for all that differ only by an exchange of suits, and how many it represents."""
    lanes = masks_of(np.array(DECK).reshape(-1, 1))
    boards, last = lanes, np.arange(len(DECK))
    for _ in range(4):
        above = len(DECK) - 1 - last
        ends = np.cumsum(above)
        boards, last = np.repeat(boards, above), np.repeat(last + 1 + above - ends, above) + np.arange(ends[-1])
        boards |= lanes[last]
    c, d, h, s = planes_of(boards)
    descending = (c >= d) & (d >= h) & (h >= s)
    # Of the 24 orders of four lanes, those that exchange equal ones are the same board.
    orders = np.array([24, 12, 12, 4, 12, 6, 4, 1])[(c == d) + 2 * (d == h) + 4 * (h == s)]
    return boards[descending], orders[descending]


def listed_hands(asked: Qualifier, boards: Masks) -> tuple[Array, Masks, Array, Array]:
    """Board, hole cards, strength and role of every hand to look for, in ascending order of boards and hands."""
    from pokerroom.odds.bad_beat_loops import find_partners  # noqa: PLC0415

    board, pair, strengths = strong_hands(asked, boards)
    met = meets(asked, PAIRS[pair], ids_of(boards, 5)[board], strengths)
    wins = (met | asked.loser_only) & (strengths >= asked.beaten_by)
    roles = (met * LOSES + wins * WINS).astype(np.uint8)
    hands = np.bitwise_or.reduce(ONE_CARD[PAIRS], axis=1)[pair]
    playing = np.flatnonzero(roles)
    starts = np.searchsorted(board[playing], np.arange(len(boards) + 1))
    partnered = np.zeros(len(playing), np.bool_)
    find_partners(starts, hands[playing], strengths[playing], roles[playing], partnered)
    wanted = playing[partnered]
    if asked.takes_pot:
        # A hand that has no part in it may still win the pot from the winner.
        wanted = np.flatnonzero(np.isin(board, board[wanted]))
    wanted = wanted[np.lexsort((hands[wanted], board[wanted]))]
    return board[wanted], hands[wanted], strengths[wanted], roles[wanted]


def strong_hands(asked: Qualifier, boards: Masks) -> tuple[Array, Array, Array]:
    """Board, pair of hole cards and strength of every hand that is strong enough to lose a bad beat."""
    from pokerroom.odds.bad_beat_loops import strong_pairs  # noqa: PLC0415

    pairs = masks_of(PAIRS)
    most = BOARDS_AT_ONCE * len(pairs)
    found = np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.uint32)
    parts: list[tuple[Array, ...]] = []
    for start in range(0, len(boards), BOARDS_AT_ONCE):
        some = boards[start : start + BOARDS_AT_ONCE]
        count = strong_pairs(some, pairs, planes_of(pairs), np.uint32(asked.least), found)
        board, pair, strength = (column[:count].copy() for column in found)
        parts.append((board + start, pair, strength))
    board, pair, strength = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return board, pair, strength
