"""Whole boards without dealing them one by one, for games with five cards in the center.

Suits matter only where the board has three cards of one suit. So all boards of the same five ranks are one class: a
hand is worth the same on each of them, and their number is a product of small numbers. Only the boards on which
somebody has a flush are counted separately: the cards of the suit one set of ranks at a time, the others again by their
ranks. Some tens of thousands of cases then represent the more than a million boards of a deal.

What a pair of own cards makes with each class, and with each set of suited ranks, is ranked once and kept.
"""

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.cards import Card
from pokerroom.odds.notation import Ids
from pokerroom.odds.question import Claim
from pokerroom.ranking import AnyOf, Exactly, Formation, Ranking
from pokerroom.ranking.bulk import rank_many

Strengths = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.int64]
Places = npt.NDArray[np.int16]

BOARD = 5
NONE = 13
"""In place of a rank: no card."""

TWOS: dict[tuple[Formation, int], tuple[tuple[int, int], ...]] = {
    (AnyOf(5), 2): ((0, 1),),
    (Exactly(own=2, board=3), 4): tuple(combinations(range(4), 2)),
}
"""Which own cards play together, for the formations and numbers of own cards whose boards can be dealt by class."""


class Shape(NamedTuple):
    """The classes of boards and the kinds of own cards, in a form that the compiled loops read."""

    ranks: Numbers
    """The different ranks of each class of boards, and"""
    times: Numbers
    """how often each occurs."""
    choose: Numbers
    """Binomial coefficients: ways to choose some of a number of cards."""
    pair: Numbers
    """The number of a pair of own ranks."""
    suited_pair: Numbers
    """The number of the own cards in a suit, two of them, one or none."""


class SuitedShape(NamedTuple):
    """The boards with three, four or five cards in one suit: that suit's ranks, then the
    ranks that complete the board.
    """

    masks: Numbers
    """Sets of three, four and five ranks in one suit."""
    rest: Numbers
    """The ranks that complete such a board: two, one or none."""
    rest_from: Numbers
    """Where in `rest` those of a set start."""
    places: Places
    """The class of each completed set, and"""
    place_from: Numbers
    """where those of a set start."""


@cache
def board_ranks() -> Ids:
    """The five ranks of each class of boards, ascending; no rank five times."""
    return np.array(
        [ranks for ranks in combinations_with_replacement(range(13), BOARD) if ranks[0] != ranks[-1]], np.uint8
    )


@cache
def own_ranks() -> Ids:
    """The two ranks of each kind of pair of own cards."""
    return np.array([*combinations_with_replacement(range(13), 2)], np.uint8)


@cache
def own_suited() -> tuple[tuple[int, ...], ...]:
    """Own cards in one suit: none, one, or two."""
    return tuple(chain.from_iterable(combinations(range(13), count) for count in range(3)))


@cache
def suited_ranks() -> tuple[tuple[int, ...], ...]:
    """The cards a board has in one suit, three, four or five."""
    return tuple(chain.from_iterable(combinations(range(13), count) for count in (3, 4, 5)))


@cache
def shape() -> Shape:
    boards = board_ranks().tolist()
    return Shape(
        ranks=_numbers([_padded(sorted({*ranks})) for ranks in boards]),
        times=_numbers([_padded([ranks.count(of) for of in sorted({*ranks})]) for ranks in boards]),
        choose=_numbers([[comb(of, taken) for taken in range(5)] for of in range(5)]),
        pair=_numbered(own_ranks().tolist(), 13),
        suited_pair=_numbered([[*cards, NONE, NONE][:2] for cards in own_suited()], 14),
    )


@cache
def suited_shape() -> SuitedShape:
    fills = [[*combinations_with_replacement(range(13), missing)] for missing in (2, 1, 0)]
    fill_from = {size: sum(map(len, fills[: size - 3])) for size in (3, 4, 5)}
    class_of = {tuple(ranks): number for number, ranks in enumerate(board_ranks().tolist())}
    places = [[class_of[tuple(sorted(held + fill))] for fill in fills[len(held) - 3]] for held in suited_ranks()]
    return SuitedShape(
        masks=_numbers([mask_of(held) for held in suited_ranks()]),
        rest=_numbers([[*fill, NONE, NONE][:2] for fill in chain.from_iterable(fills)]),
        rest_from=_numbers([fill_from[len(held)] for held in suited_ranks()]),
        places=np.array([*chain.from_iterable(places)], np.int16),
        place_from=_numbers([0, *np.cumsum([len(each) for each in places])]),
    )


def _numbers(values: npt.ArrayLike) -> Numbers:
    return np.asarray(values, np.int64)


def _padded(values: list[int]) -> list[int]:
    return values + [0] * (BOARD - len(values))


def _numbered(pairs: list[list[int]], size: int) -> Numbers:
    """The number of each pair, in either order."""
    table = np.zeros((size, size), np.int64)
    for number, (one, other) in enumerate(pairs):
        table[one, other] = table[other, one] = number
    return table


def mask_of(ranks: tuple[int, ...]) -> int:
    return sum(1 << of for of in ranks)


class Tables(NamedTuple):
    """What pairs of own cards make, by share and pair."""

    plain: Strengths
    """Of each class of boards, without a flush."""
    suited: Strengths
    """For each set of cards that the board has in the suit of the own cards."""
    useful: npt.NDArray[np.bool_]
    """Whether own cards in a suit can make a flush at all."""


@cache
def tables(claims: tuple[Claim, ...]) -> Tables:
    made = [_made(claim) for claim in claims]
    plain, suited = np.stack([each[0] for each in made]), np.stack([each[1] for each in made])
    return Tables(plain, suited, np.asarray(suited.any(axis=2)))


def _made(claim: Claim) -> tuple[Strengths, Strengths]:
    ranking = claim.share.ranking
    if isinstance(claim.share.formation, Exactly):
        plain, suited = _two_and_three(ranking), _suited_two_and_three(ranking)
    else:
        plain, suited = _any_of_seven(ranking), _suited_any(ranking)
    for strengths in (plain, suited):
        strengths[strengths < claim.floor] = 0
    return plain, suited


def _any_of_seven(ranking: Ranking) -> Strengths:
    own, boards = own_ranks(), board_ranks()
    together = np.concatenate((np.repeat(own, len(boards), axis=0), np.tile(boards, (len(own), 1))), axis=1)
    return _unsuited(ranking, together).reshape(len(own), len(boards))


def _two_and_three(ranking: Ranking) -> Strengths:
    """14.11(f): the best of the ten choices of three cards of the board."""
    own = own_ranks()
    threes = np.array([*combinations_with_replacement(range(13), 3)], np.uint8)
    number = {tuple(ranks): place for place, ranks in enumerate(threes.tolist())}
    together = np.concatenate((np.repeat(own, len(threes), axis=0), np.tile(threes, (len(own), 1))), axis=1)
    of_three = _unsuited(ranking, together).reshape(len(own), len(threes))
    choices = _numbers([[number[three] for three in combinations(ranks, 3)] for ranks in board_ranks().tolist()])
    best = of_three[:, choices[:, 0]]
    for choice in choices.T[1:]:
        np.maximum(best, of_three[:, choice], out=best)
    return best


def _unsuited(ranking: Ranking, ranks: Ids) -> Strengths:
    """Hands of these ranks with no more than two cards in a suit; 0 where a rank would occur five times."""
    ascending = np.sort(ranks, axis=1)
    cards = ascending << 2 | np.arange(ranks.shape[1], dtype=np.uint8) & 3
    strengths = rank_many(ranking, cards)
    strengths[(ascending[:, 4:] == ascending[:, :-4]).any(axis=1)] = 0
    return strengths


@cache
def _suited(ranking: Ranking) -> Strengths:
    """By set of ranks, five to seven of them, the hand of these cards in one suit where that makes it better."""
    strengths = np.zeros(1 << 13, np.uint32)
    for size in (5, 6, 7):
        ranks = np.array([*combinations(range(13), size)], np.uint8)
        in_suit = rank_many(ranking, ranks << 2)
        masks = (1 << ranks.astype(np.int64)).sum(axis=1)
        strengths[masks] = np.where(in_suit > _unsuited(ranking, ranks), in_suit, 0)
    return strengths


def _suited_any(ranking: Ranking) -> Strengths:
    own = _numbers([mask_of(cards) for cards in own_suited()])[:, None]
    board = suited_shape().masks[None, :]
    return np.where(own & board, 0, _suited(ranking)[own | board])


def _suited_two_and_three(ranking: Ranking) -> Strengths:
    """Two own cards of the suit and the best three of the board's."""
    best = np.zeros((len(own_suited()), len(suited_ranks())), np.uint32)
    of_suit = _suited(ranking)
    own = _numbers([mask_of(cards) for cards in own_suited()])
    two = np.flatnonzero([len(cards) == 2 for cards in own_suited()])
    for number, held in enumerate(suited_ranks()):
        for three in combinations(held, 3):
            both = own[two] | mask_of(three)
            best[two, number] = np.maximum(best[two, number], np.where(own[two] & mask_of(three), 0, of_suit[both]))
    return best


def deal_boards(claims: tuple[Claim, ...], hands: Ids, times: Numbers, dead: Sequence[Card], counts: Numbers) -> None:
    """All boards for each deal of hands, counted by outcome; each deal of hands has a weight."""
    from pokerroom.odds import loops  # noqa: PLC0415

    kinds, suits, made = shape(), suited_shape(), tables(claims)
    twos = np.array(TWOS[claims[0].share.formation, hands.shape[2]], np.int64)
    plain = _marks(len(claims), len(kinds.ranks))
    flush = _marks(4, len(claims), len(suits.masks))
    boards, fills = np.empty(len(kinds.ranks), np.int64), np.empty(len(suits.rest), np.int64)
    for own, count in zip(hands.astype(np.int64), times, strict=True):
        left = remaining(own, dead)
        held = left.sum(axis=0)
        loops.compare_plain(own, twos, kinds.pair, made.plain, *plain)
        loops.compare_flushes(own, twos, kinds.suited_pair, made, *flush)
        loops.count_boards(held, kinds.ranks, kinds.times, kinds.choose, boards)
        for suit, ranks in enumerate((left << np.arange(13)).sum(axis=1)):
            loops.count_fills(held - left[suit], suits.rest, fills)
            of_suit = Marks(flush.best[suit], flush.winners[suit])
            loops.deal_suited(ranks, suits, fills, plain, of_suit, count, boards, counts)
        loops.deal_plain(plain.winners, count, boards, counts)


class Marks(NamedTuple):
    """The best strengths, and the bits of the players who have them."""

    best: Strengths
    winners: Numbers


def _marks(*shape: int) -> Marks:
    return Marks(np.empty(shape, np.uint32), np.empty(shape, np.int64))


def remaining(own: Numbers, dead: Sequence[Card]) -> Numbers:
    """Which cards are left in the deck: 1 or 0 by suit and rank."""
    left = np.ones((4, 13), np.int64)
    gone = np.concatenate((own.ravel(), np.array(dead, np.int64)))
    left[gone & 3, gone >> 2] = 0
    return left
