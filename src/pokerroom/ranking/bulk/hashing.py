"""Numbers from numbers, the same for every caller: the basis of deals by number.

The finalizer of SplitMix64, with its constants; `dealing_loop.hashed` is the same for compiled loops.
"""

import numpy as np
import numpy.typing as npt

from pokerroom.cards import DECK

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HASHES_A_ROUND = len(DECK) // 2


def key_of(seed: int) -> np.uint64:
    """The first number to be hashed for a seed."""
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a number from 0 to {2**64 - 1}, not {seed}")
    return np.uint64(mixed(np.array([seed], np.uint64))[0])


def mixed(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The finalizer of SplitMix64."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * FIRST
    numbers = (numbers ^ (numbers >> np.uint64(27))) * SECOND
    return numbers ^ (numbers >> np.uint64(31))
