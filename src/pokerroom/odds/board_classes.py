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
from typing import NamedTuple, TypeVar

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
Rows = TypeVar("Rows", Ids, Numbers)

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
def suited_ranks() -> tuple[Numbers, ...]:
    """The cards a board has in one suit: all sets of three ranks, of four, and of five."""
    return tuple(_numbers([*combinations(range(13), count)]) for count in (3, 4, 5))


@cache
def shape() -> Shape:
    return Shape(
        ranks=board_ranks().astype(np.int64),
        times=_times(board_ranks()),
        choose=_numbers([[comb(of, taken) for taken in range(5)] for of in range(5)]),
        pair=_numbered(own_ranks().tolist(), 13),
        suited_pair=_numbered([[*cards, NONE, NONE][:2] for cards in own_suited()], 14),
    )


def _times(boards: Ids) -> Numbers:
    """How often the rank at each place occurs; 0 where it stands further left as well."""
    first = np.diff(boards, axis=1, prepend=np.uint8(NONE)) != 0
    return np.where(first, (boards[:, :, None] == boards[:, None, :]).sum(axis=2), 0)


@cache
def suited_shape() -> SuitedShape:
    fills = [_numbers([*combinations_with_replacement(range(13), missing)]) for missing in (2, 1, 0)]
    classes = [_class_of(every_two(held, fill)) for held, fill in zip(suited_ranks(), fills, strict=True)]
    sets, sizes = [*map(len, suited_ranks())], [*map(len, fills)]
    return SuitedShape(
        masks=np.concatenate([*map(masks_of_ranks, suited_ranks())]),
        rest=np.concatenate([np.pad(fill, ((0, 0), (0, 2 - fill.shape[1])), constant_values=NONE) for fill in fills]),
        rest_from=np.repeat(np.cumsum([0, *sizes[:-1]]), sets),
        places=np.concatenate(classes).astype(np.int16),
        place_from=np.cumsum([0, *np.repeat(sizes, sets)]),
    )


def _class_of(ranks: Numbers) -> Numbers:
    """The class of the boards of these five ranks, in whatever order."""
    return np.searchsorted(_ordinal(board_ranks()), _ordinal(np.sort(ranks, axis=1)))


def _ordinal(ranks: Ids | Numbers) -> Numbers:
    """Ranks as the digits of one number, which keeps their order."""
    return ranks @ 13 ** np.arange(ranks.shape[1])[::-1]


def every_two(ones: Rows, others: Rows) -> Rows:
    """Each row of the first with each row of the second behind it."""
    return np.concatenate((np.repeat(ones, len(others), axis=0), np.tile(others, (len(ones), 1))), axis=1)


def _numbers(values: npt.ArrayLike) -> Numbers:
    return np.asarray(values, np.int64)


def _numbered(pairs: list[list[int]], size: int) -> Numbers:
    """The number of each pair, in either order."""
    table = np.zeros((size, size), np.int64)
    for number, (one, other) in enumerate(pairs):
        table[one, other] = table[other, one] = number
    return table


def masks_of_ranks(ranks: Numbers) -> Numbers:
    """Each row of ranks as the bits of one number."""
    masks: Numbers = (1 << ranks).sum(axis=1)
    return masks


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
    plain = np.stack([plain_made(claim, own_ranks()) for claim in claims])
    suited = np.stack([suited_made(claim) for claim in claims])
    return Tables(plain, suited, np.asarray(suited.any(axis=2)))


def plain_made(claim: Claim, own: Ids) -> Strengths:
    """What each of these pairs of own ranks makes of each class of boards, without a flush."""
    made = _two_and_three if isinstance(claim.share.formation, Exactly) else _any_of_seven
    return _qualified(claim, made(claim.share.ranking, own))


def suited_made(claim: Claim) -> Strengths:
    """What own cards in a suit make of each set of cards the board has in it."""
    made = _suited_two_and_three if isinstance(claim.share.formation, Exactly) else _suited_any
    return _qualified(claim, made(claim.share.ranking))


def _qualified(claim: Claim, strengths: Strengths) -> Strengths:
    strengths[strengths < claim.floor] = 0
    return strengths


def _any_of_seven(ranking: Ranking, own: Ids) -> Strengths:
    boards = board_ranks()
    return _unsuited(ranking, every_two(own, boards)).reshape(len(own), len(boards))


def _two_and_three(ranking: Ranking, own: Ids) -> Strengths:
    """14.11(f): the best of the ten choices of three cards of the board."""
    threes = np.array([*combinations_with_replacement(range(13), 3)], np.uint8)
    of_three = _unsuited(ranking, every_two(own, threes)).reshape(len(own), len(threes))
    best = np.zeros((len(own), len(board_ranks())), np.uint32)
    for chosen in combinations(range(BOARD), 3):
        number = np.searchsorted(_ordinal(threes), _ordinal(board_ranks()[:, chosen]))
        np.maximum(best, of_three[:, number], out=best)
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
        strengths[masks_of_ranks(ranks.astype(np.int64))] = np.where(in_suit > _unsuited(ranking, ranks), in_suit, 0)
    return strengths


def _own_masks() -> Numbers:
    return _numbers([sum(1 << of for of in cards) for cards in own_suited()])[:, None]


def _suited_any(ranking: Ranking) -> Strengths:
    own, board = _own_masks(), suited_shape().masks[None, :]
    return np.where(own & board, 0, _suited(ranking)[own | board])


def _suited_two_and_three(ranking: Ranking) -> Strengths:
    """Two own cards of the suit and the best three of the board's."""
    return np.concatenate([_best_three(ranking, held) for held in suited_ranks()], axis=1)


def _best_three(ranking: Ranking, board: Numbers) -> Strengths:
    own = _own_masks()
    best = np.zeros((len(own), len(board)), np.uint32)
    for chosen in combinations(range(board.shape[1]), 3):
        three = masks_of_ranks(board[:, chosen])
        # One own card with three of the board makes four, which no set of five to seven ranks is.
        np.maximum(best, np.where(own & three, 0, _suited(ranking)[own | three]), out=best)
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
