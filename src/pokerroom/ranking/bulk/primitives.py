"""The three primitives of the lanes, as NumPy does them; also good for plain integers."""

from typing import Any

import numpy as np

Lane = Any
"""A mask of ranks: an integer, an array of uint16, or a value Numba or a GPU kernel computes with."""


def choose(condition: Lane, chosen: Lane, otherwise: Lane) -> Lane:
    return np.asarray(np.where(condition != 0, chosen, otherwise), np.uint16)


def more(left: Lane, right: Lane, chosen: Lane, otherwise: Lane) -> Lane:
    return np.asarray(np.where(left > right, chosen, otherwise), np.uint16)


def count(ranks: Lane) -> Lane:
    return np.asarray(np.bitwise_count(ranks), np.uint16)
