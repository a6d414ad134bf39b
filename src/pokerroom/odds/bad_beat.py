"""In which of many rounds a hand that a room pays for is beaten: the qualifiers of `ranking.bad_beats`, in bulk.

Published odds are those of both hole cards playing, and of any two hands that meet the qualifier, whoever wins.
"""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import numpy.typing as npt

from pokerroom.odds.notation import Ids, QuestionError
from pokerroom.ranking import AnyOf, Exactly, Ranking
from pokerroom.ranking.bad_beats import FOUR, HoleCards, Qualifier
from pokerroom.ranking.bulk import rank_many
from pokerroom.ranking.strength import ALL_RANKS, RANK_BITS
from pokerroom.rules.clauses import Community, Deal, Game, Share

Strengths = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]


def check_qualifier(asked: Qualifier, game: Game, seats: int) -> None:
    """Refuses a qualifier that no round of the game could meet."""
    share = beaten_share(game)
    if seats < asked.minimum_players:
        raise QuestionError(f"the qualifier needs {asked.minimum_players} players dealt in, and {seats} are seated")
    if asked.hole_cards is not HoleCards.ANY and not is_hold_em(game):
        why = "always plays two" if isinstance(share.formation, Exactly) else "has no two hole cards and a board"
        raise QuestionError(f"that both hole cards play is a condition of hold 'em: {game.name} {why}")
    if asked.pocket_pair_for_quads and not board_cards(game):
        raise QuestionError(f"a pocket pair for quads is a condition of games with a board: {game.name} has none")


def beaten_share(game: Game) -> Share:
    """The share of the pot in which five-card high hands are compared."""
    for share in game.shares:
        if share.ranking is Ranking.HIGH_FIVE:
            return share
    rankings = " and ".join(share.ranking.value.replace("-", " ") for share in game.shares)
    raise QuestionError(f"{game.name} has no five-card high hand that could be beaten: {rankings} decides it")


def is_hold_em(game: Game) -> bool:
    """Two own cards, and any five of them and the board."""
    dealt = sum(len(street.cards.faces) for street in game.streets if isinstance(street.cards, Deal))
    return dealt == 2 and board_cards(game) == 5 and beaten_share(game).formation == AnyOf(5)


def board_cards(game: Game) -> int:
    return sum(street.cards.count for street in game.streets if isinstance(street.cards, Community))


def bad_beats(asked: Qualifier, own: Ids, board: Ids, strengths: Strengths) -> Flags:
    """Which rounds have a bad beat: own cards and strengths by seat and round, the board by round."""
    found = np.zeros(len(board), np.bool_)
    # Nearly every round has no two strong hands and is finished here.
    rounds = np.flatnonzero((strengths >= asked.least).sum(axis=0) >= 2)
    hands = strengths[:, rounds]
    seat, column = np.nonzero(hands >= asked.least)
    met = np.zeros(hands.shape, np.bool_)
    met[seat, column] = meets(asked, own[seat, rounds[column]], board[rounds[column]], hands[seat, column])
    beating = (met | asked.loser_only) & (hands >= asked.beaten_by)
    if asked.takes_pot:
        beating &= hands == hands.max(axis=0)
    found[rounds] = (met & (hands < np.where(beating, hands, 0).max(axis=0))).any(axis=0)
    return found


def meets(asked: Qualifier, own: Ids, board: Ids, strengths: Strengths) -> Flags:
    """Which hands meet the conditions on own cards."""
    met = HOLE_CARDS[asked.hole_cards](own, board, strengths)
    if asked.pocket_pair_for_quads:
        quads = strengths >> 2 * RANK_BITS == FOUR
        of_rank = np.uint32(1) << (own >> 2).astype(np.uint32) == (strengths >> RANK_BITS & ALL_RANKS)[:, None]
        met &= ~quads | (of_rank.sum(axis=1) >= 2)
    return met


def both_play(own: Ids, board: Ids, strengths: Strengths) -> Flags:
    """Whether the best hand can be formed with both hole cards and three of the board."""
    play = np.zeros(len(own), np.bool_)
    for three in combinations(range(board.shape[1]), 3):
        play |= rank_many(Ranking.HIGH_FIVE, own, board=board[:, three], threads=1) == strengths
    return play


def both_needed(own: Ids, board: Ids, strengths: Strengths) -> Flags:
    """Whether the hand would be weaker without either hole card."""
    without_first = rank_many(Ranking.HIGH_FIVE, own[:, 1:], board=board, threads=1)
    without_second = rank_many(Ranking.HIGH_FIVE, own[:, :1], board=board, threads=1)
    needed: Flags = (without_first < strengths) & (without_second < strengths)
    return needed


HOLE_CARDS: dict[HoleCards, Callable[[Ids, Ids, Strengths], Flags]] = {
    HoleCards.ANY: lambda own, _board, _strengths: np.ones(len(own), np.bool_),
    HoleCards.PLAY: both_play,
    HoleCards.NEEDED: both_needed,
}
