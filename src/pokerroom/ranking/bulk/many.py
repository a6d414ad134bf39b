"""Many hands at once: NumPy arrays of cards in, an array of strengths out, the same integers as one by one."""

import os
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.cards import DECK, rank, suit
from pokerroom.ranking.bulk import lanes
from pokerroom.ranking.formation import AnyOf, Exactly, Formation
from pokerroom.ranking.strength import HAND_SIZE, Ranking

Ids = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.uint64]
Lanes = npt.NDArray[np.uint16]
Strengths = npt.NDArray[np.uint32]


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
    (Ranking.LOW_ACE_TO_FIVE, 5): "low_ace_to_five_strength",
    (Ranking.LOW_ACE_TO_FIVE, 6): "low_ace_to_five_strength",
    (Ranking.LOW_ACE_TO_FIVE, 7): "low_ace_to_five_strength",
    (Ranking.LOW_DEUCE_TO_SEVEN, 5): "low_deuce_to_seven_strength",
    (Ranking.LOW_INVERSE_OF_HIGH, 5): "low_inverse_of_high_strength",
    (Ranking.HIGH_THREE, 3): "high_three_strength",
    (Ranking.HIGH_THREE, 4): "high_three_strength",
    (Ranking.LOW_THREE, 3): "low_three_strength",
    (Ranking.LOW_THREE, 4): "low_three_strength",
    (Ranking.BADUGI, 4): "badugi_strength",
    **{(Ranking.BOARD_HIGH, size): "high_of_five_strength" for size in range(1, 5)},
    **{(Ranking.BOARD_LOW, size): "board_low_strength" for size in range(1, 5)},
}
"""The function of the lanes for each ranking and number of cards."""

CHOSEN_FROM_MORE = {(Ranking.LOW_DEUCE_TO_SEVEN, 6), (Ranking.LOW_DEUCE_TO_SEVEN, 7)}
"""Where every choice of five cards is ranked, and the best taken."""

OMAHA = Exactly(own=2, board=3)
OMAHA_RANKINGS = (Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE)

BITS: Masks = np.array([1 << (16 * suit(card) + rank(card)) for card in DECK], np.uint64)
SHARE = 1 << 16
"""Hands a thread takes at a time."""

_engine: dict[str, str] = {}


def engine() -> str:
    """What does the work: "numba", or "numpy" where Numba is missing or was not wanted."""
    if "name" not in _engine:
        use_engine("numba" if find_spec("numba") else "numpy")
        if engine() == "numpy":
            warnings.warn(
                "Numba is not installed: bulk ranking runs on plain NumPy, many times slower "
                "(pip install 'pokerroom[odds]')",
                RuntimeWarning,
                stacklevel=3,
            )
    return _engine["name"]


def use_engine(name: str) -> None:
    if name not in ("numba", "numpy"):
        raise ValueError(f"there is no engine {name!r}: choose numba or numpy")
    if name == "numba" and not find_spec("numba"):
        raise ValueError("Numba is not installed (pip install 'pokerroom[odds]')")
    _engine["name"] = name


def masks_of(cards: npt.ArrayLike) -> Masks:
    """Each row of card numbers as one integer of four lanes: clubs lowest, then diamonds, hearts, spades."""
    masks: Masks = np.bitwise_or.reduce(BITS[checked_ids(cards)], axis=-1)
    return masks


def planes_of(cards: npt.ArrayLike) -> Planes:
    """Card numbers, or masks, as planes."""
    array = np.asarray(cards)
    masks = array if array.dtype == np.uint64 and array.ndim == 1 else masks_of(array)
    return Planes(*(np.ascontiguousarray((masks >> np.uint64(16 * number)).astype(np.uint16)) for number in range(4)))


def checked_ids(cards: npt.ArrayLike) -> Ids:
    array = np.asarray(cards)
    if array.dtype.kind not in "iu":
        raise ValueError(f"cards are whole numbers, not {array.dtype}")
    if array.size and not 0 <= int(array.min()) <= int(array.max()) < len(DECK):
        wrong = array[(array < 0) | (array >= len(DECK))].flat[0]
        raise ValueError(f"{wrong} is not a card: expected a number from 0 to {len(DECK) - 1}")
    return np.ascontiguousarray(array, np.uint8)


def rank_many(
    ranking: Ranking,
    cards: npt.ArrayLike | Planes,
    *,
    board: npt.ArrayLike | None = None,
    formation: Formation | None = None,
    size: int | None = None,
    threads: int | None = None,
) -> Strengths:
    """The strength of each hand.

    `cards` has a row of card numbers for each hand; or it is an array of masks or planes, with `size` saying how many
    cards each hand has. With `board`, a row for each hand or one for all, the board's cards play too, as the formation has it.
    """
    if isinstance(formation, Exactly):
        return _rank_omaha(ranking, formation, cards, board, threads)
    if formation not in (None, AnyOf(HAND_SIZE[ranking])):
        raise ValueError(f"{formation} does not form hands of the {ranking.value} ranking")
    if board is not None:
        cards = _with_board(cards, board)
    if isinstance(cards, Planes):
        return _rank_planes(ranking, _checked_planes(cards), _stated(size), threads)
    array = np.asarray(cards)
    if array.ndim == 2:
        if size not in (None, array.shape[1]):
            raise ValueError(f"rows of {array.shape[1]} cards are not hands of {size}")
        return _rank_ids(ranking, checked_ids(array), threads)
    if array.ndim == 1 and array.dtype == np.uint64:
        return _rank_masks(ranking, np.ascontiguousarray(array), _stated(size), threads)
    raise ValueError(
        f"cards are rows of card numbers or an array of uint64 masks, not {array.dtype} of shape {array.shape}"
    )


def _stated(size: int | None) -> int:
    if size is None:
        raise ValueError("masks and planes do not say how many cards a hand has: state size")
    return size


def _checked_planes(planes: Planes) -> Planes:
    for letter, plane in zip(Planes._fields, planes, strict=True):
        if plane.dtype != np.uint16 or plane.ndim != 1 or len(plane) != len(planes.c):
            raise ValueError(f"planes are four uint16 arrays of one length; {letter} is {plane.dtype} of shape {plane.shape}")
    return Planes(*map(np.ascontiguousarray, planes))


def _with_board(cards: npt.ArrayLike | Planes, board: npt.ArrayLike) -> Ids:
    own = checked_ids(np.asarray(cards))
    shared = checked_ids(board)
    if own.ndim != 2 or shared.shape[-1:] == () or shared.ndim > 2:
        raise ValueError("with a board, cards are rows of card numbers and the board one row or as many")
    if shared.ndim == 2 and len(shared) != len(own):
        raise ValueError(f"{len(own)} hands have {len(shared)} boards")
    return np.concatenate((own, np.broadcast_to(shared, (len(own), shared.shape[-1]))), axis=1)


def _score(ranking: Ranking, size: int) -> str:
    try:
        return SCORES[ranking, size]
    except KeyError:
        sizes = [str(takes) for other, takes in (*SCORES, *CHOSEN_FROM_MORE) if other is ranking]
        raise ValueError(f"the {ranking.value} ranking takes {', '.join(sorted(sizes))} cards, not {size}") from None


def _rank_ids(ranking: Ranking, ids: Ids, threads: int | None) -> Strengths:
    size = ids.shape[1]
    if (ranking, size) in CHOSEN_FROM_MORE:
        chosen = (ids[:, five] for five in map(list, combinations(range(size), HAND_SIZE[ranking])))
        return _best(_rank_masks(ranking, masks_of(five), HAND_SIZE[ranking], threads) for five in chosen)
    name = _score(ranking, size)
    if engine() == "numpy":
        return _rank_masks(ranking, masks_of(ids), size, threads)
    rank_ids = _loops(name).rank_ids
    return _in_shares(len(ids), lambda part, strengths: rank_ids(ids[part], BITS, strengths), threads)


def _rank_masks(ranking: Ranking, masks: Masks, size: int, threads: int | None) -> Strengths:
    if (ranking, size) in CHOSEN_FROM_MORE:
        return _rank_ids(ranking, ids_of(masks, size), threads)
    name = _score(ranking, size)
    if engine() == "numpy":
        return _in_shares(len(masks), lambda part, out: _numpy_strengths(name, planes_of(masks[part]), out), threads)
    rank_masks = _loops(name).rank_masks
    return _in_shares(len(masks), lambda part, strengths: rank_masks(masks[part], strengths), threads)


def _rank_planes(ranking: Ranking, planes: Planes, size: int, threads: int | None) -> Strengths:
    if (ranking, size) in CHOSEN_FROM_MORE:
        return _rank_masks(ranking, joined(planes), size, threads)
    name = _score(ranking, size)
    run = _numpy_planes(name) if engine() == "numpy" else _loops(name).rank_planes
    return _in_shares(len(planes.c), lambda part, strengths: run(*(plane[part] for plane in planes), strengths), threads)


def _numpy_planes(name: str) -> Callable[..., None]:
    return lambda c, d, h, s, strengths: _numpy_strengths(name, Planes(c, d, h, s), strengths)


def _numpy_strengths(name: str, planes: Planes, strengths: Strengths) -> None:
    upper, lower = getattr(lanes, name)(*planes)
    np.left_shift(upper, 16, out=strengths, dtype=np.uint32)
    strengths |= lower


def joined(planes: Planes) -> Masks:
    c, d, h, s = (plane.astype(np.uint64) for plane in planes)
    return c | d << np.uint64(16) | h << np.uint64(32) | s << np.uint64(48)


def ids_of(masks: Masks, size: int) -> Ids:
    """The card numbers of masks that hold so many cards each."""
    ids = np.empty((len(masks), size), np.uint8)
    left = masks.copy()
    for column in range(size):
        lowest = left & (~left + np.uint64(1))
        place = np.bitwise_count(lowest - np.uint64(1))
        ids[:, column] = (place & 15) << 2 | place >> 4
        left ^= lowest
    return ids


def _rank_omaha(
    ranking: Ranking, formation: Exactly, cards: Any, board: npt.ArrayLike | None, threads: int | None
) -> Strengths:
    if formation != OMAHA or ranking not in OMAHA_RANKINGS:
        raise ValueError(f"{formation} does not form hands of the {ranking.value} ranking")
    if board is None:
        raise ValueError("a hand of own cards and board needs a board")
    nine = _with_board(cards, board)
    bits = BITS[nine]
    own = len(np.asarray(cards)[0]) if len(nine) else 0
    twos = [bits[:, a] | bits[:, b] for a, b in combinations(range(own), 2)]
    threes = [bits[:, a] | bits[:, b] | bits[:, c] for a, b, c in combinations(range(own, nine.shape[1]), 3)]
    return _best(_rank_masks(ranking, two | three, 5, threads) for two in twos for three in threes)


def _best(strengths: Iterator[Strengths]) -> Strengths:
    best = next(strengths)
    for others in strengths:
        np.maximum(best, others, out=best)
    return best


def _in_shares(
    hands: int, rank_part: Callable[[slice, Strengths], None], threads: int | None
) -> Strengths:
    """The strengths of so many hands, found part by part on so many threads."""
    strengths = np.empty(hands, np.uint32)
    parts = [slice(start, min(start + SHARE, hands)) for start in range(0, hands, SHARE)]

    def run(part: slice) -> None:
        rank_part(part, strengths[part])

    workers = min(threads or cores(), len(parts))
    if workers <= 1:
        for part in parts:
            run(part)
    else:
        with ThreadPoolExecutor(workers) as pool:
            for _ in pool.map(run, parts):
                pass
    return strengths


@cache
def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _loops(name: str) -> Any:
    from pokerroom.ranking.bulk.compiled import loops  # noqa: PLC0415

    return loops(name)
