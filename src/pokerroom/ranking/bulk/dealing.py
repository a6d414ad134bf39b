"""Random deals by number: round so-and-so of a seed has the same cards whoever deals it, in whatever order.

No generator is advanced. The cards of a round come from hashing its number (the finalizer of SplitMix64), two cards a hash, each a
place among the cards still undealt. A place is off from even by less than one part in eighty million, which no feasible
number of rounds could show. This serves questions of "how often?"; cards dealt for money come from elsewhere.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from pokerroom.cards import DECK

Ids = npt.NDArray[np.uint8]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HASHES_A_ROUND = 26


def deal(rounds: int, cards: int, *, seed: int, first: int = 0, dead: Iterable[int] = ()) -> Ids:
    """Rounds number `first` and following of a seed: a row of that many different cards each, none of them dead."""
    live = live_cards(dead)
    if not 0 <= cards <= len(live):
        raise ValueError(f"{cards} cards cannot be dealt from {len(live)}")
    if rounds < 0 or first < 0:
        raise ValueError("rounds are counted from 0")
    from pokerroom.ranking.bulk.many import engine  # noqa: PLC0415

    dealt = np.empty((rounds, cards), np.uint8)
    if engine() == "numba":
        from pokerroom.ranking.bulk.dealing_loop import deal_rounds  # noqa: PLC0415

        deal_rounds(key_of(seed), np.uint64(first), live, dealt)
    else:
        _deal_rounds(key_of(seed), first, live, dealt)
    return dealt


def live_cards(dead: Iterable[int]) -> Ids:
    """The deck without the dead cards."""
    gone = [*dead]
    for card in gone:
        if card not in DECK:
            raise ValueError(f"{card} is not a card: expected a number from 0 to {len(DECK) - 1}")
    if len({*gone}) != len(gone):
        raise ValueError("a card is dead twice")
    return np.array([card for card in DECK if card not in gone], np.uint8)


def key_of(seed: int) -> np.uint64:
    """Where in the sequence of numbers to be hashed a seed begins."""
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a number from 0 to {2**64 - 1}, not {seed}")
    return np.uint64(mixed(np.array([seed], np.uint64))[0])


def mixed(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The finalizer of SplitMix64."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * FIRST
    numbers = (numbers ^ (numbers >> np.uint64(27))) * SECOND
    return numbers ^ (numbers >> np.uint64(31))


def _deal_rounds(key: np.uint64, first: int, live: Ids, dealt: Ids) -> None:
    rounds, cards = dealt.shape
    deck = np.tile(live, (rounds, 1))
    every = np.arange(rounds)
    numbers = np.arange(first, first + rounds, dtype=np.uint64) * np.uint64(HASHES_A_ROUND)
    for card in range(cards):
        drawn = mixed(key + (numbers + np.uint64(card // 2)) * GOLDEN)
        half = drawn & np.uint64(0xFFFFFFFF) if card % 2 == 0 else drawn >> np.uint64(32)
        place = card + (half * np.uint64(len(live) - card) >> np.uint64(32)).astype(np.int64)
        dealt[:, card] = deck[every, place]
        deck[every, place] = deck[:, card]
