"""Chance that is the same each time, for opponents who play alike for everybody."""

from random import Random


def whims(seed: int) -> Random:
    return Random(seed)
