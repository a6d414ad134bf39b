"""How likely a bad beat is in a round of hold 'em, by the number dealt in, also where players fold.

A bad beat is so rare that rounds dealt at random hardly have one. So all boards are gone through, and every two hands
that make one are listed: that gives how many such pairs a round has on average, exactly. Then pairs are drawn from the
list and the other seats are dealt; a round with several such pairs is in the list as often, and counts that much less.
Hands weaker than aces full lose so often that rounds are dealt as they come.
"""

from functools import lru_cache
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.cards import DECK
from pokerroom.odds.bad_beat import Flags, meets
from pokerroom.odds.bad_beat_boards import LOSES, RARE, WINS, kinds_of_board, listed_hands
from pokerroom.odds.folding import FoldModel
from pokerroom.odds.notation import Ids
from pokerroom.ranking import Ranking
from pokerroom.ranking.bad_beats import Qualifier
from pokerroom.ranking.bulk import deal, engine, ids_of, rank_many
from pokerroom.ranking.strength import Strength

Array = npt.NDArray[Any]

ALL_BOARDS = comb(52, 5)
TWO_HANDS = comb(47, 2) * comb(45, 2)
"""Ways in which two seats can be dealt two cards each once the board is out."""
BOARD, PAIR = 5, 2


class Chance(NamedTuple):
    """Of a bad beat in a round, with its standard error."""

    rate: float
    error: float
    hits: int
    """Rounds with a bad beat that were looked at."""


class Pairs(NamedTuple):
    """Every two hands that make a bad beat on a board, one board for all that differ by an exchange of suits."""

    boards: Ids
    losers: Array
    winners: Array
    """One bit for each of two cards."""
    upto: npt.NDArray[np.float64]
    """Of how many boards and pairs the ones up to here stand; the last is the number of all."""

    @property
    def mean(self) -> float:
        """How many such pairs two given seats have on average."""
        return float(self.upto[-1]) / ALL_BOARDS / TWO_HANDS if len(self.upto) else 0.0


class Dealt(NamedTuple):
    """Rounds of play: the cards of each seat, the boards, and what each round weighs if it has a bad beat."""

    own: Ids
    board: Ids
    weight: float
    listed: bool
    """Whether seats 0 and 1 hold a pair that was drawn from the list."""


def chance(asked: Qualifier, seats: int, *, rounds: int, seed: int, folds: FoldModel | None = None) -> Chance:
    """With so many dealt in; where no fold model is given, nobody folds."""
    if seats < asked.minimum_players:
        return Chance(0.0, 0.0, 0)
    dealt = drawn_rounds(asked, seats, rounds, seed) if is_listed(asked) else as_they_come(seats, rounds, seed)
    values = dealt.weight * ways(asked, dealt, folds)
    rate = float(values.mean()) if len(values) else 0.0
    error = float(values.std()) / sqrt(len(values)) if len(values) else 0.0
    return Chance(rate, error, int((values > 0).sum()))


def is_listed(asked: Qualifier) -> bool:
    return asked.least >= RARE and engine() == "numba"


def as_they_come(seats: int, rounds: int, seed: int) -> Dealt:
    cards = deal(rounds, BOARD + PAIR * seats, seed=seed)
    own = cards[:, BOARD:].reshape(rounds, seats, PAIR).transpose(1, 0, 2)
    return Dealt(np.ascontiguousarray(own), cards[:, :BOARD], 1.0, listed=False)


def drawn_rounds(asked: Qualifier, seats: int, rounds: int, seed: int) -> Dealt:
    """Rounds that have a pair of the list in seats 0 and 1, each pair as often as it comes."""
    pairs, draws = pairs_of(asked), np.random.default_rng(seed)
    if not len(pairs.upto):
        return Dealt(np.zeros((seats, 0, PAIR), np.uint8), np.zeros((0, BOARD), np.uint8), 0.0, listed=True)
    chosen = np.searchsorted(pairs.upto, draws.random(rounds) * pairs.upto[-1], side="right")
    board = pairs.boards[chosen]
    two = np.stack([two_cards(pairs.losers[chosen]), two_cards(pairs.winners[chosen])])
    known = np.concatenate([board, two[0], two[1]], axis=1)
    rest = others(known, PAIR * (seats - 2), draws)
    own = np.concatenate([two, rest.reshape(rounds, seats - 2, PAIR).transpose(1, 0, 2)])
    return Dealt(own, board, seats * (seats - 1) * pairs.mean, listed=True)


def two_cards(hands: Array) -> Ids:
    """The cards of hands that are given by two bits."""
    low = hands & (~hands + np.uint64(1))
    return np.stack([np.log2(low), np.log2(hands - low)], axis=1).astype(np.uint8)


def others(known: Ids, cards: int, draws: np.random.Generator) -> Ids:
    """So many more cards for each round, none of them known."""
    order = draws.random((len(known), len(DECK)))
    np.put_along_axis(order, known.astype(np.intp), 2.0, axis=1)
    return np.argsort(order, axis=1)[:, :cards].astype(np.uint8)


@lru_cache(maxsize=8)
def pairs_of(asked: Qualifier) -> Pairs:
    boards, copies = kinds_of_board()
    board, hands, strengths, roles = listed_hands(asked, boards)
    loser, winner = within(board)
    beats = (roles[loser] & LOSES > 0) & (roles[winner] & WINS > 0) & (strengths[loser] < strengths[winner])
    beats &= hands[loser] & hands[winner] == 0
    loser, winner = loser[beats], winner[beats]
    upto = np.cumsum(copies[board[loser]].astype(np.float64))
    return Pairs(ids_of(boards, BOARD)[board[loser]], hands[loser], hands[winner], upto)


def within(groups: Array) -> tuple[Array, Array]:
    """Every two places of one group, in both orders; the groups are in order."""
    starts = np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]]) if len(groups) else np.zeros(0, np.intp)
    sizes = np.diff(np.r_[starts, len(groups)])
    of_group = np.repeat(sizes, sizes)
    one = np.repeat(np.arange(len(groups)), of_group)
    first = np.repeat(np.repeat(starts, sizes), of_group)
    place = np.arange(len(one)) - np.repeat(np.cumsum(of_group) - of_group, of_group)
    return one, first + place


def ways(asked: Qualifier, dealt: Dealt, folds: FoldModel | None) -> npt.NDArray[np.float64]:
    """For each round: 1 if it has a bad beat, less if it is in the list for several pairs; 0 if it has none."""
    strengths = np.stack([rank_many(Ranking.HIGH_FIVE, own, board=dealt.board) for own in dealt.own])
    met = conditions_met(asked, dealt, strengths)
    able = met if not asked.loser_only else strengths >= asked.beaten_by
    stays = np.ones(strengths.shape, np.bool_)
    if folds is not None:
        stays = folds.stays(dealt.own, dealt.board, met | able)
    loses, wins = met & stays, able & (strengths >= asked.beaten_by) & stays
    if asked.takes_pot:
        wins &= strengths == np.where(stays, strengths, 0).max(axis=0)
    return counted(strengths, loses, wins, listed=dealt.listed)


def conditions_met(asked: Qualifier, dealt: Dealt, strengths: npt.NDArray[np.uint32]) -> Flags:
    """Which hands are strong enough and meet the conditions on own cards."""
    met: Flags = strengths >= Strength(asked.least)
    seat, number = np.nonzero(met)
    met[seat, number] = meets(asked, dealt.own[seat, number], dealt.board[number], strengths[seat, number])
    return met


def counted(strengths: npt.NDArray[np.uint32], loses: Flags, wins: Flags, *, listed: bool) -> npt.NDArray[np.float64]:
    if not listed:
        best = np.where(wins, strengths, 0).max(axis=0)
        hit: Flags = (loses & (strengths < best)).any(axis=0)
        return hit.astype(np.float64)
    pairs = np.zeros(strengths.shape[1])
    for loser in range(len(strengths)):
        pairs += (loses[loser] & wins & (strengths[loser] < strengths)).sum(axis=0)
    first = loses[0] & wins[1] & (strengths[0] < strengths[1])
    return np.where(first, 1 / np.maximum(pairs, 1), 0.0)
