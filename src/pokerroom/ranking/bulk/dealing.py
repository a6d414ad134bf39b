"""Random deals by number: round N of a seed has the same cards whoever deals it, and in any order.

No generator is advanced. The cards of a round come from hashing its number (the finalizer of SplitMix64), two cards per
hash: thirty-two bits choose which of the cards not yet dealt, in order, comes next. The chance of a card is off from
even by less than one part in eighty million, which no feasible number of rounds could show. This is for questions of
"how often?"; cards dealt for money come from `shuffle`.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from pokerroom.cards import DECK
from pokerroom.ranking.bulk.engines import engine
from pokerroom.ranking.bulk.hashing import GOLDEN, HASHES_A_ROUND, key_of, mixed

Ids = npt.NDArray[np.uint8]


def deal(rounds: int, cards: int, *, seed: int, first: int = 0, dead: Iterable[int] = ()) -> Ids:
    """The rounds of a seed from number `first` on: one row of different cards each, none of them dead."""
    gone = dead_cards(dead)
    if not 0 <= cards <= len(DECK) - len(gone):
        raise ValueError(f"{cards} cards cannot be dealt from {len(DECK) - len(gone)}")
    if rounds < 0 or first < 0:
        raise ValueError("rounds are counted from 0")
    dealt = np.empty((rounds, cards), np.uint8)
    if engine() == "numba":
        from pokerroom.ranking.bulk.dealing_loop import deal_rounds  # noqa: PLC0415  it imports Numba

        deal_rounds(key_of(seed), np.uint64(first), gone, dealt)
    else:
        _deal_rounds(key_of(seed), first, gone, dealt)
    return dealt


def dead_cards(dead: Iterable[int]) -> Ids:
    """The dead cards, checked and in order."""
    gone = sorted(dead)
    for card in gone:
        if not 0 <= card < len(DECK):
            raise ValueError(f"{card} is not a card: expected a number from 0 to {len(DECK) - 1}")
    if len({*gone}) < len(gone):
        raise ValueError("a card cannot be dead twice")
    return np.array(gone, np.uint8)


def _deal_rounds(key: np.uint64, first: int, dead: Ids, dealt: Ids) -> None:
    rounds, cards = dealt.shape
    counters = np.arange(first, first + rounds, dtype=np.uint64) * np.uint64(HASHES_A_ROUND)
    gone = [np.full(rounds, card, np.uint8) for card in dead]
    for number in range(cards):
        drawn = mixed(key + (counters + np.uint64(number // 2)) * GOLDEN)
        half = drawn >> np.uint64(32) if number % 2 else drawn & np.uint64(0xFFFFFFFF)
        card = (half * np.uint64(len(DECK) - len(gone)) >> np.uint64(32)).astype(np.uint8)
        for other in gone:
            card += card >= other
        dealt[:, number] = card
        # Insert it among the cards already dealt, which stay in order.
        for place, other in enumerate(gone):
            gone[place], card = np.minimum(other, card), np.maximum(other, card)
        gone.append(card)
