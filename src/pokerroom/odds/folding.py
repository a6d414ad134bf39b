"""Who is still in a round of hold 'em when hands are compared, by a model with one figure for each street.

On each street the best hands go on, so many of a hundred: before the flop by the order of starting hands, later by what
a hand is on the board so far. The figures are those of a room's own log. Players who draw to a better hand than they
have are not in it, so a model is an estimate between two bounds: nobody folds, and everybody folds by lot.
"""

from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.cards import DECK, RANKS
from pokerroom.odds.notation import Ids
from pokerroom.odds.starting_hands import EVERY, ORDER, size
from pokerroom.ranking import Ranking
from pokerroom.ranking.bulk import rank_many

Flags = npt.NDArray[np.bool_]
Array = npt.NDArray[Any]

STREETS = ("before the flop", "on the flop", "on the turn", "on the river")
BOARDS = (3, 4, 5)
"""Cards of the board on the later streets."""
ROUNDS_AT_ONCE = 128
PAIRS = np.array([*combinations(DECK, 2)], np.uint8)


class FoldModel(NamedTuple):
    """Of those who are in a street, the share who are in the next, from the deal to the showdown."""

    rates: tuple[float, float, float, float]

    @property
    def by_lot(self) -> float:
        """The chance that one hand is never folded, if hands were folded whatever they are."""
        return prod(self.rates)

    def stays(self, own: Ids, board: Ids, asked: Flags) -> Flags:
        """Which of the hands asked about are never folded; the others are taken to be."""
        seat, number = np.nonzero(asked)
        staying = np.zeros(asked.shape, np.bool_)
        for start in range(0, len(seat), ROUNDS_AT_ONCE):
            some = slice(start, start + ROUNDS_AT_ONCE)
            of = seat[some], number[some]
            staying[of] = self._never_folded(own[of], board[of[1]])
        return staying

    def _never_folded(self, own: Ids, board: Ids) -> Flags:
        """For a few hands and their boards: is each among the best of every street?"""
        mine = place_of(own)
        rows = np.arange(len(own))
        field = np.broadcast_to(starting_order() < self.rates[0] * EVERY, (len(own), EVERY)).copy()
        stays: Flags = field[rows, mine]
        for cards, rate in zip(BOARDS, self.rates[1:], strict=True):
            strengths = on_board(board[:, :cards])
            field &= strengths > 0
            better = (field & (strengths > strengths[rows, mine][:, None])).sum(axis=1)
            whole = field.sum(axis=1)
            stays &= better < rate * whole
            field &= is_among_best(strengths, field, rate)
        return stays


def place_of(own: Ids) -> Array:
    """Where two cards stand in the list of all pairs."""
    low, high = np.sort(own.astype(np.int64), axis=1).T
    place: Array = low * (2 * len(DECK) - low - 1) // 2 + high - low - 1
    return place


def on_board(board: Ids) -> npt.NDArray[np.uint32]:
    """The strength of every pair on each board; 0 where they share a card."""
    rounds = len(board)
    own = np.tile(PAIRS, (rounds, 1))
    boards = np.repeat(board, EVERY, axis=0)
    strengths = rank_many(Ranking.HIGH_FIVE, own, board=boards, threads=1).reshape(rounds, EVERY)
    taken = np.zeros((rounds, len(DECK)), np.bool_)
    np.put_along_axis(taken, board.astype(np.intp), True, axis=1)
    shared = taken[:, PAIRS[:, 0]] | taken[:, PAIRS[:, 1]]
    return np.where(shared, 0, strengths).astype(np.uint32)


def is_among_best(strengths: npt.NDArray[np.uint32], field: Flags, rate: float) -> Flags:
    """The best of each row's field, so many of a hundred, with those that tie the last of them."""
    order = np.sort(np.where(field, strengths, 0), axis=1)
    last = EVERY - np.maximum(1, np.ceil(rate * field.sum(axis=1))).astype(np.intp)
    least = order[np.arange(len(order)), last]
    best: Flags = strengths >= np.maximum(least, 1)[:, None]
    return best


@lru_cache(maxsize=1)
def starting_order() -> Array:
    """For every pair of cards: how many hands are better before the flop."""
    before, hands = {}, 0
    for each in ORDER:
        before[each] = hands
        hands += size(each)
    return np.array([before[starting_class(*pair)] for pair in PAIRS.tolist()])


def starting_class(one: int, other: int) -> str:
    """`AKs` of two cards."""
    low, high = sorted((one >> 2, other >> 2))
    kind = "" if low == high else "s" if one & 3 == other & 3 else "o"
    return f"{RANKS[high]}{RANKS[low]}{kind}"
