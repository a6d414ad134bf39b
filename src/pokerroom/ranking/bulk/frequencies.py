"""How often each strength is dealt: every hand of a size, ranked and counted."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np

from pokerroom.cards import DECK
from pokerroom.ranking.bulk.many import BITS, Masks, masks_of, rank_many
from pokerroom.ranking.strength import Ranking, Strength

TAIL = 4
"""The last cards of a hand, listed once and appended to every choice of the cards before them."""

BATCH = 1 << 20


def every_hand(size: int) -> Iterator[Masks]:
    """Every hand of this many cards, as a sequence of arrays of masks."""
    tails = np.array([*combinations(DECK, min(size, TAIL))], np.uint8)
    masks = masks_of(tails)
    # Sorted by lowest card: a head is followed by all tails that begin above it.
    above = np.searchsorted(tails[:, 0], np.arange(len(DECK), dtype=np.uint8), side="right")
    for head in combinations(DECK, size - tails.shape[1]):
        yield masks[above[head[-1]] :] | np.bitwise_or.reduce(BITS[[*head]]) if head else masks


def how_often(ranking: Ranking, size: int, *, threads: int | None = None) -> dict[Strength, int]:
    """How many hands of this many cards have each strength."""
    counts = Counter[Strength]()
    for masks in _in_batches(every_hand(size)):
        found, times = np.unique(rank_many(ranking, masks, size=size, threads=threads), return_counts=True)
        counts.update(dict(zip(map(Strength, found.tolist()), times.tolist(), strict=True)))
    return dict(counts)


def _in_batches(arrays: Iterable[Masks]) -> Iterator[Masks]:
    """The same masks in fewer arrays."""
    waiting: list[Masks] = []
    for array in arrays:
        waiting.append(array)
        if sum(map(len, waiting)) >= BATCH:
            yield np.concatenate(waiting)
            waiting.clear()
    if waiting:
        yield np.concatenate(waiting)
