"""Many hands at once: arrays of cards in, an array of strengths out, the same integers as for one hand at a time.

Card numbers are those of `cards.py`. A mask has a lane of sixteen bits for each suit, clubs lowest, then diamonds,
hearts and spades; planes are the same lanes as four arrays. Which form is passed matters for speed alone: planes are
ranked fastest. As with the rankers of one hand, no card may be in a hand twice; this is not checked.
"""

from functools import reduce
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.cards import DECK, rank, suit
from pokerroom.ranking.bulk import lanes
from pokerroom.ranking.bulk.engines import ALONE, PART, Strengths, Work, in_parts, loops
from pokerroom.ranking.formation import AnyOf, Exactly, Formation
from pokerroom.ranking.strength import HAND_SIZE, Ranking

Ids = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.uint64]
Lanes = npt.NDArray[np.uint16]


class Planes(NamedTuple):
    """Many hands as four arrays, one for each suit: the ranks each hand holds in it."""

    c: Lanes
    d: Lanes
    h: Lanes
    s: Lanes


SCORES: dict[tuple[Ranking, int], str] = {
    (Ranking.HIGH_FIVE, 5): "high_of_five_strength",
    (Ranking.HIGH_FIVE, 6): "high_of_six_strength",
    (Ranking.HIGH_FIVE, 7): "high_of_seven_strength",
    **{(Ranking.LOW_ACE_TO_FIVE, size): "low_ace_to_five_strength" for size in (5, 6, 7)},
    (Ranking.LOW_DEUCE_TO_SEVEN, 5): "low_deuce_to_seven_strength",
    (Ranking.LOW_INVERSE_OF_HIGH, 5): "low_inverse_of_high_strength",
    **{(Ranking.HIGH_THREE, size): "high_three_strength" for size in (3, 4)},
    **{(Ranking.LOW_THREE, size): "low_three_strength" for size in (3, 4)},
    (Ranking.BADUGI, 4): "badugi_strength",
    **{(Ranking.BOARD_HIGH, size): "high_of_five_strength" for size in range(1, 5)},
    **{(Ranking.BOARD_LOW, size): "board_low_strength" for size in range(1, 5)},
}
"""The function of the lanes for each ranking and number of cards."""

BEST_OF_MORE = {(Ranking.LOW_DEUCE_TO_SEVEN, 6): 5, (Ranking.LOW_DEUCE_TO_SEVEN, 7): 5}
"""Rankings for which every choice of this many cards is ranked and the best taken."""

OMAHA = Exactly(own=2, board=3)
OMAHA_SCORES = {
    Ranking.HIGH_FIVE: "omaha_high_strength",
    Ranking.LOW_ACE_TO_FIVE: "omaha_low_strength",
}

BITS: Masks = np.array([1 << (16 * suit(card) + rank(card)) for card in DECK], np.uint64)


def masks_of(cards: npt.ArrayLike | Planes) -> Masks:
    """Each hand as one integer of four lanes."""
    if isinstance(cards, Planes):
        c, d, h, s = (plane.astype(np.uint64) for plane in _checked_planes(cards))
        masks: Masks = c | d << np.uint64(16) | h << np.uint64(32) | s << np.uint64(48)
        return masks
    array = np.asarray(cards)
    if array.ndim == 1 and array.dtype == np.uint64:
        return np.ascontiguousarray(array)
    return _masks_of_ids(_rows(array))


def _masks_of_ids(ids: Ids) -> Masks:
    masks: Masks = np.zeros(len(ids), np.uint64)
    compiled = loops("high_of_five_strength")
    if compiled is None:
        np.bitwise_or.reduce(BITS[ids], axis=1, out=masks)
    else:
        compiled.gather(ids.ravel(), _row(ids), masks)
    return masks


def planes_of(cards: npt.ArrayLike | Planes) -> Planes:
    """Each hand as one position in four arrays."""
    if isinstance(cards, Planes):
        return _checked_planes(cards)
    four = masks_of(cards).view(np.uint16).reshape(-1, 4)
    return Planes(*(np.ascontiguousarray(four[:, number]) for number in range(4)))


def ids_of(masks: Masks, size: int) -> Ids:
    """The card numbers of hands of this many cards."""
    places = [np.bitwise_count(card - np.uint64(1)) for card in _cards_apart(masks, size)]
    return np.stack([(place & 15) << 2 | place >> 4 for place in places], axis=1)


def rank_many(
    ranking: Ranking,
    cards: npt.ArrayLike | Planes,
    *,
    board: npt.ArrayLike | None = None,
    formation: Formation | None = None,
    size: int | None = None,
    floor: int = 0,
    threads: int | None = None,
    out: Strengths | None = None,
) -> Strengths:
    """The strength of each hand.

    `cards` has a row of card numbers for each hand; or it is an array of masks, or planes, and `size` says how many
    cards a hand has. `board` is a row for each hand or one row for all, and is combined with the hand as the formation
    says: any of the cards by default. Where only hands from `floor` up count, none of which has a pair, weaker ones may
    come out as 0. There are as many threads as cores, unless another number is given. The strengths are written into
    `out` if it is given.
    """
    work = Work(threads, out)
    if isinstance(formation, Exactly):
        return _rank_both(ranking, formation, cards, board, floor, work)
    if formation not in (None, AnyOf(HAND_SIZE[ranking])):
        raise ValueError(f"{formation} does not form hands of the {ranking.value} ranking")
    if board is not None:
        own, shared = _own_and_board(cards, board)
        return _rank_ids(ranking, np.concatenate((own, shared), axis=1), work)
    if isinstance(cards, Planes):
        return _rank_planes(ranking, _checked_planes(cards), _stated(size), work)
    array = np.asarray(cards)
    if array.ndim == 1 and array.dtype == np.uint64:
        return _rank_masks(ranking, np.ascontiguousarray(array), _stated(size), work)
    ids = _rows(array)
    if size not in (None, ids.shape[1]):
        raise ValueError(f"rows of {ids.shape[1]} cards are not hands of {size}")
    return _rank_ids(ranking, ids, work)


def _rows(cards: npt.ArrayLike) -> Ids:
    array = np.asarray(cards)
    if array.ndim != 2:
        raise ValueError(f"cards are rows of card numbers, or uint64 masks: not {array.dtype} of shape {array.shape}")
    return _card_numbers(array)


def _card_numbers(array: npt.NDArray[Any]) -> Ids:
    if array.dtype.kind not in "iu":
        raise ValueError(f"cards are whole numbers, not {array.dtype}")
    if array.size and (int(array.max()) >= len(DECK) or (array.dtype.kind == "i" and int(array.min()) < 0)):
        wrong = array[(array < 0) | (array >= len(DECK))].flat[0]
        raise ValueError(f"{wrong} is not a card: expected a number from 0 to {len(DECK) - 1}")
    return np.ascontiguousarray(array, np.uint8)


def _checked_planes(planes: Planes) -> Planes:
    for letter, plane in zip(Planes._fields, planes, strict=True):
        if plane.dtype != np.uint16 or plane.shape != (len(planes.c),):
            raise ValueError(
                f"planes are four uint16 arrays of one length: {letter} is {plane.dtype} of shape {plane.shape}"
            )
    return Planes(*map(np.ascontiguousarray, planes))


def _stated(size: int | None) -> int:
    if size is None:
        raise ValueError("masks and planes do not say how many cards a hand has: state its size")
    return size


def _own_and_board(cards: Any, board: npt.ArrayLike) -> tuple[Ids, Ids]:
    own = _rows(cards)
    shared = np.asarray(board)
    if shared.ndim not in (1, 2):
        raise ValueError(f"a board is a row of card numbers, or a row for each hand: not of shape {shared.shape}")
    if shared.ndim == 2 and len(shared) != len(own):
        raise ValueError(f"{len(own)} hands have {len(shared)} boards")
    ids = _card_numbers(shared)
    return own, np.ascontiguousarray(np.broadcast_to(ids, (len(own), ids.shape[-1])))


def _score(ranking: Ranking, size: int) -> str:
    try:
        return SCORES[ranking, size]
    except KeyError:
        sizes = sorted(takes for other, takes in (*SCORES, *BEST_OF_MORE) if other is ranking)
        takes = " or ".join(map(str, sizes))
        raise ValueError(f"the {ranking.value} ranking takes {takes} cards, not {size}") from None


def _row(ids: Ids) -> tuple[int, ...]:
    return tuple(range(ids.shape[1]))


def _rank_ids(ranking: Ranking, ids: Ids, work: Work) -> Strengths:
    size = ids.shape[1]
    compiled = None if (ranking, size) in BEST_OF_MORE else loops(_score(ranking, size))
    if compiled is None:
        return _rank_masks(ranking, _masks_of_ids(ids), size, work)

    def rank_part(part: slice, strengths: Strengths) -> None:
        compiled.rank_ids(ids[part].ravel(), _row(ids), strengths.view(np.uint16))

    return in_parts(len(ids), rank_part, work)


def _rank_masks(ranking: Ranking, masks: Masks, size: int, work: Work) -> Strengths:
    if (ranking, size) in BEST_OF_MORE:
        return _rank_every_choice(ranking, masks, size, work)
    compiled = loops(_score(ranking, size))
    if compiled is None:
        return _rank_planes(ranking, planes_of(masks), size, work)

    def rank_part(part: slice, strengths: Strengths) -> None:
        compiled.rank_lanes(masks[part].view(np.uint16), strengths.view(np.uint16))

    return in_parts(len(masks), rank_part, work)


def _rank_planes(ranking: Ranking, planes: Planes, size: int, work: Work) -> Strengths:
    if (ranking, size) in BEST_OF_MORE:
        return _rank_every_choice(ranking, masks_of(planes), size, work)
    name = _score(ranking, size)
    compiled = loops(name)

    def rank_part(part: slice, strengths: Strengths) -> None:
        c, d, h, s = (plane[part] for plane in planes)
        if compiled is None:
            _interpret(name, (c, d, h, s), strengths)
        else:
            compiled.rank_planes(c, d, h, s, strengths.view(np.uint16))

    return in_parts(len(planes.c), rank_part, work)


def _rank_every_choice(ranking: Ranking, masks: Masks, size: int, work: Work) -> Strengths:
    chosen = BEST_OF_MORE[ranking, size]

    def rank_part(part: slice, strengths: Strengths) -> None:
        strengths[:] = 0
        for spare in combinations(_cards_apart(masks[part], size), size - chosen):
            choice = reduce(np.bitwise_xor, spare, masks[part])
            np.maximum(strengths, _rank_masks(ranking, choice, chosen, ALONE), out=strengths)

    # Small parts: each card's masks are needed again and again, and should stay in the cache.
    return in_parts(len(masks), rank_part, work._replace(part=PART >> 4))


def _cards_apart(masks: Masks, size: int) -> list[Masks]:
    """The cards of hands of this many, each as a mask of its own, the lowest bit first."""
    cards = []
    for _ in range(size):
        lowest = masks & (~masks + np.uint64(1))
        cards.append(lowest)
        masks = masks ^ lowest
    return cards


def _rank_both(
    ranking: Ranking, formation: Exactly, cards: Any, board: npt.ArrayLike | None, floor: int, work: Work
) -> Strengths:
    if formation != OMAHA or ranking not in OMAHA_SCORES:
        raise ValueError(f"{formation} does not form hands of the {ranking.value} ranking")
    if board is None:
        raise ValueError(f"{formation} needs a board")
    own, shared = _own_and_board(cards, board)
    if own.shape[1] != 4 or not 3 <= shared.shape[1] <= 5:
        raise ValueError(
            f"an omaha hand has four own cards and three to five of the board, not {own.shape[1]} and {shared.shape[1]}"
        )
    name = OMAHA_SCORES[ranking]
    compiled = loops(name)

    def rank_part(part: slice, strengths: Strengths) -> None:
        if compiled is None:
            _interpret(name, (*planes_of(own[part]), *planes_of(shared[part])), strengths)
        else:
            halves = strengths.view(np.uint16)
            compiled.rank_ids_of_both(own[part].ravel(), _row(own), shared[part].ravel(), _row(shared), halves)

    strengths = in_parts(len(own), rank_part, work)
    if ranking is Ranking.LOW_ACE_TO_FIVE and not floor:
        paired = np.flatnonzero(strengths == 0)
        strengths[paired] = _best_of_every_two_and_three(ranking, own[paired], shared[paired])
    return strengths


def _interpret(name: str, given: tuple[Lanes, ...], strengths: Strengths) -> None:
    """The lanes as NumPy runs them."""
    upper, lower = getattr(lanes, name)(*given)
    strengths[:] = upper
    strengths <<= 16
    strengths |= lower


def _best_of_every_two_and_three(ranking: Ranking, own: Ids, board: Ids) -> Strengths:
    """Low hands that always have a pair are rare, and ranked the slow way."""
    best = np.zeros(len(own), np.uint32)
    for two in combinations(own.T, 2):
        for three in combinations(board.T, 3):
            five = np.stack((*two, *three), axis=1)
            np.maximum(best, _rank_ids(ranking, five, ALONE), out=best)
    return best
