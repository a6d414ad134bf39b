"""Every deal that fits a question, counted.

There are two ways, and the one estimated to be quicker is used. Either every hand of every player is ranked on every
board and the hands are joined wherever they share no card; or, where the whole board of five is to come, the hands are
joined first, those that differ only in the names of the suits are counted as one, and the boards are dealt class by
class.

Hands and boards are taken in a shuffled order, so that what is done when somebody interrupts is a fair sample of the
whole. A range with weights is taken apart into ranges of one weight each.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise, permutations
from math import comb, gcd, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.cards import Card
from pokerroom.odds import board_classes, board_classes_numpy
from pokerroom.odds.notation import Holding, Ids, selections
from pokerroom.odds.question import Question, by_weight, cases, claims
from pokerroom.odds.showdown import Tally, counted, outcomes, strengths_of, tally_of
from pokerroom.ranking import Exactly
from pokerroom.ranking.bulk import engine, engine_for_now, engine_is_loaded, masks_of, spares_loading

Masks = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]


class Part(NamedTuple):
    """A piece of the work, done when called, and the weight of each of its deals."""

    work: Callable[[], Tally]
    weight: int = 1

    def __call__(self) -> Tally:
        return self.work()


MOST_HANDS = 1 << 21
"""Hands of one player that are kept in memory."""

MOST_DEALS_OF_HANDS = 1 << 21
"""Combinations of hands that are sorted into classes."""

RANKED_AT_ONCE = 1 << 19
JOINED_AT_ONCE = {"numba": 1 << 26, "numpy": 1 << 20}
CLASSES_AT_ONCE = 128
"""How many hands are ranked, combinations compared and deals of hands given their boards in one part of the work."""

MOST_JOINED = 1 << 22
"""Combinations with one hand of the first player that NumPy, which keeps them all in memory, can compare."""

RANK_SECONDS = {"numba": 5e-9, "numpy": 2e-7}
OMAHA_TIMES = {"numba": 8, "numpy": 25}
JOIN_SECONDS = {"numba": (6e-10, 4e-9), "numpy": (1e-7, 2e-7)}
CLASS_SECONDS = {"numba": 4e-4, "numpy": 1.8e-3}
"""About how long one step takes one core: a hand ranked, in omaha so many times as long; a combination of hands
met, with one share or two; all boards dealt to one deal of hands. Measured; they only choose the way."""

MOST_CASES = 256
"""The most combinations of weights that a question is split into."""

SYMMETRY = 6
"""Roughly how many deals of hands differ only in the names of the suits."""


class Parts(NamedTuple):
    number: int
    each: Iterator[Part]


class Plan(NamedTuple):
    """Work that counts every deal: roughly how long one core takes, and its parts once they are needed."""

    seconds: float
    parts: Callable[[], Parts]


def plan(question: Question) -> Plan | None:
    """The quicker way, or none; by NumPy where that is done before Numba would be loaded."""
    if not engine_is_loaded():
        with engine_for_now("numpy"):
            soon = plan_by_engine(question)
        if soon and spares_loading(soon.seconds):
            return Plan(soon.seconds, lambda: parts_by_numpy(soon))
    return plan_by_engine(question)


def parts_by_numpy(way: Plan) -> Parts:
    """The parts of the work, made and done by NumPy whatever the engine in use, and on whichever thread."""
    with engine_for_now("numpy"):
        parts = way.parts()
    return Parts(parts.number, (part._replace(work=partial(done_by_numpy, part.work)) for part in parts.each))


def done_by_numpy(work: Callable[[], Tally]) -> Tally:
    with engine_for_now("numpy"):
        return work()


def plan_by_engine(question: Question) -> Plan | None:
    """The quicker way, or none where the hands would not fit into memory or have too many different weights."""
    if cases(question) == 1:
        return quicker_plan(question)
    if cases(question) > MOST_CASES:
        return None
    ways = [(quicker_plan(case), weight) for case, weight in by_weight(question)]
    found = [(way, weight) for way, weight in ways if way]
    if len(found) < len(ways):
        return None
    return Plan(sum(way.seconds for way, _ in found), lambda: weighted_parts(found))


def weighted_parts(ways: Sequence[tuple[Plan, int]]) -> Parts:
    """The parts of all cases in a shuffled order, each with the weight of its case."""
    parts = [(way.parts(), weight) for way, weight in ways]
    turns = np.repeat(np.arange(len(parts)), [each.number for each, _ in parts])
    order = np.random.default_rng(0).permutation(turns).tolist()
    return Parts(len(order), (next(parts[case][0].each)._replace(weight=parts[case][1]) for case in order))


def quicker_plan(question: Question) -> Plan | None:
    ways = [way for way in (join_plan(question), class_plan(question)) if way]
    return min(ways, key=lambda way: way.seconds, default=None)


def hands_of(question: Question, held: Holding) -> int:
    """How many hands the player may end up with."""
    live = len(question.live) - (held.known if held.choices > 1 else 0)
    return held.choices * comb(live, held.missing)


def deals(question: Question) -> int:
    """Roughly how many deals fit: those in which two hands share a card are counted too."""
    return prod(hands_of(question, held) for held in question.holdings) * comb(len(question.live), question.to_come)


def join_plan(question: Question) -> Plan | None:
    sizes = [hands_of(question, held) for held in question.holdings]
    if max(sizes) > MOST_HANDS or (engine() == "numpy" and prod(sizes) // sorted(sizes)[-2] > MOST_JOINED):
        return None
    boards = comb(len(question.live), question.to_come)
    shares = question.game.shares
    rank = RANK_SECONDS[engine()] * len(shares)
    if any(isinstance(share.formation, Exactly) for share in shares):
        rank *= OMAHA_TIMES[engine()]
    seconds = boards * (sum(sizes) * rank + prod(sizes) * JOIN_SECONDS[engine()][len(shares) - 1])
    return Plan(seconds, lambda: join_parts(question))


def class_plan(question: Question) -> Plan | None:
    """A plan for boards of five unknown cards, where the tables cover how hands are formed."""
    forms = {(share.formation, question.own) for share in question.game.shares}
    if question.to_come != board_classes.BOARD or not forms <= board_classes.TWOS.keys():
        return None
    together = prod(hands_of(question, held) for held in question.holdings)
    if together > MOST_DEALS_OF_HANDS:
        return None
    seconds = CLASS_SECONDS[engine()] * len(question.game.shares) * max(1, together / SYMMETRY)
    return Plan(seconds, lambda: class_parts(question))


def completed(question: Question, held: Holding) -> Ids:
    """All hands the player may end up with, once for each way to be dealt them."""
    if not held.missing:
        return held.hands
    complete = []
    for hand in held.hands:
        rest = selections([card for card in question.live if card not in hand], held.missing)
        complete.append(np.concatenate((np.broadcast_to(hand, (len(rest), held.known)), rest), axis=1))
    return np.concatenate(complete)


def shuffled(rows: Ids) -> Ids:
    return rows[np.random.default_rng(0).permutation(len(rows))] if len(rows) > 1 else rows


def join_parts(question: Question) -> Parts:
    """Work in parts, each with some boards and some of the first player's hands."""
    hands = [shuffled(completed(question, held)) for held in question.holdings]
    order = _joining_order([len(each) for each in hands])
    hands = [hands[player] for player in order]
    bits = _bits(question, order)
    boards = shuffled(selections(question.live, question.to_come))
    on_board = np.broadcast_to(np.array(question.board, np.uint8), (len(boards), len(question.board)))
    boards = np.concatenate((on_board, boards), axis=1)
    step = max(1, min(RANKED_AT_ONCE // sum(map(len, hands)), JOINED_AT_ONCE[engine()] // prod(map(len, hands))))
    cut = max(1, JOINED_AT_ONCE[engine()] // (step * prod(len(each) for each in hands[1:])))
    starts, firsts = range(0, len(boards), step), range(0, len(hands[0]), cut)

    def part(number: int) -> Part:
        start, first = starts[number // len(firsts)], firsts[number % len(firsts)]
        some = [hands[0][first : first + cut], *hands[1:]]
        return Part(partial(join, question, some, boards[start : start + step], bits))

    count = len(starts) * len(firsts)
    return Parts(count, map(part, scattered(count)))


def scattered(count: int) -> Iterator[int]:
    """The numbers up to the count, each once, with neighbors far apart: steps of a golden section of the whole."""
    stride = next(step for step in range(max(1, round(count * 0.618)), count + 2) if gcd(step, count) == 1)
    return (number * stride % count for number in range(count))


def _joining_order(sizes: list[int]) -> list[int]:
    """The longest list last, where it is read most often; the next longest first, where the work is split."""
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    return [order[-2], *order[:-2], order[-1]]


def _bits(question: Question, order: list[int]) -> Places:
    """By player in joining order and share, the bit of an outcome."""
    shares = len(question.game.shares)
    return np.array([[1 << share * question.players + player for share in range(shares)] for player in order], np.int64)


def join(question: Question, hands: list[Ids], boards: Ids, bits: Places) -> Tally:
    """Count every deal of one of its hands to each player and one of the boards that uses no card twice."""
    everyone = np.concatenate(hands)
    own = np.tile(everyone, (len(boards), 1))
    board = np.repeat(boards, len(everyone), axis=0)
    strengths = strengths_of(claims(question.game), own, board).reshape(-1, len(boards), len(everyone))
    masks = masks_of(everyone)
    on_board = masks_of(boards) if boards.shape[1] else np.zeros(len(boards), np.uint64)
    starts = np.array([0, *np.cumsum([len(each) for each in hands])], np.int64)
    if engine() == "numba":
        from pokerroom.odds import loops  # noqa: PLC0415

        counts = np.zeros(1 << bits.size, np.int64)
        loops.join(masks, starts, strengths, on_board, bits, counts)
        return tally_of(counts)
    seats = [int(bit).bit_length() - 1 for bit in bits[:, 0]]
    dealt = fitting([masks[start:end] for start, end in pairwise(starts)]) + starts[:-1]
    used = np.bitwise_or.reduce(masks[dealt], axis=1)
    deal, on = np.nonzero((used[:, None] & on_board[None, :]) == 0)
    met = np.empty((len(strengths), len(seats), len(deal)), np.uint32)
    met[:, seats] = strengths[:, on, dealt[deal].T]
    return counted(outcomes(met), 1 << bits.size)


def fitting(masks: list[Masks]) -> Places:
    """Which hand each player holds in every deal of hands that uses no card twice."""
    held = np.zeros((1, 0), np.int64)
    taken = np.zeros(1, np.uint64)
    for hands in masks:
        before, place = np.nonzero((taken[:, None] & hands[None, :]) == 0)
        held = np.concatenate((held[before], place[:, None]), axis=1)
        taken = taken[before] | hands[place]
    return held


def class_parts(question: Question) -> Parts:
    """Work in parts, each with some classes of deals of hands."""
    hands = [completed(question, held) for held in question.holdings]
    masks = [masks_of(each) for each in hands]
    dealt = fitting(masks)
    chosen, times = suit_classes(
        np.stack([of[column] for of, column in zip(masks, dealt.T, strict=True)], axis=1), question.dead
    )
    order = np.random.default_rng(0).permutation(len(chosen))
    dealt, times = dealt[chosen[order]], times[order]
    cuts = [slice(start, start + CLASSES_AT_ONCE) for start in range(0, len(dealt), CLASSES_AT_ONCE)]
    dealing = (partial(deal_boards, question, _dealt(hands, dealt[cut]), times[cut]) for cut in cuts)
    return Parts(len(cuts), map(Part, dealing))


def _dealt(hands: list[Ids], places: Places) -> Ids:
    """Card numbers by deal and player, from the place of each player's hand."""
    return np.stack([of[column] for of, column in zip(hands, places.T, strict=True)], axis=1)


def deal_boards(question: Question, hands: Ids, times: Places) -> Tally:
    """All boards for each deal of hands, which has a weight."""
    claimed = claims(question.game)
    counts = np.zeros(1 << len(claimed) * question.players, np.int64)
    way = board_classes if engine() == "numba" else board_classes_numpy
    way.deal_boards(claimed, hands, times, question.dead, counts)
    return tally_of(counts)


def suit_classes(deals_of_hands: Masks, dead: tuple[Card, ...]) -> tuple[Places, Places]:
    """One deal of hands for all that differ only in the names of the suits, and how many it represents."""
    if len(deals_of_hands) == 1:
        return np.zeros(1, np.int64), np.ones(1, np.int64)
    gone = masks_of([dead]) if dead else np.zeros(1, np.uint64)
    least = deals_of_hands
    for order in permutations(range(4)):
        if renamed(gone, order) == gone:
            least = _lesser(least, renamed(deals_of_hands, order))
    _, chosen, times = np.unique(least, axis=0, return_index=True, return_counts=True)
    return chosen.astype(np.int64), times.astype(np.int64)


def renamed(masks: Masks, order: tuple[int, ...]) -> Masks:
    """The same ranks with their suits under other names."""
    changed = np.zeros_like(masks)
    for before, after in enumerate(order):
        changed |= (masks >> np.uint64(16 * before) & np.uint64(0xFFFF)) << np.uint64(16 * after)
    return changed


def _lesser(one: Masks, other: Masks) -> Masks:
    """Of each two rows the one that comes first when they are compared column by column."""
    less, same = np.zeros(len(one), np.bool_), np.ones(len(one), np.bool_)
    for left, right in zip(one.T, other.T, strict=True):
        less |= same & (right < left)
        same &= left == right
    return np.where(less[:, None], other, one)
