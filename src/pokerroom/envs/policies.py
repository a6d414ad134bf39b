"""Players for the other seats: what they see and may choose goes in, numbers of the menu come out."""

from collections.abc import Callable

import numpy as np

from pokerroom.envs.menus import STAY
from pokerroom.envs.rounds import Ints, Masks, Seen

Policy = Callable[[Seen, Masks, np.random.Generator], Ints]
"""Rows of observations and masks, one for each lane, and a source of chance."""


def at_random(seen: Seen, masks: Masks, chance: np.random.Generator) -> Ints:
    """Any action that may be chosen, all alike."""
    del seen
    keys = chance.random(masks.shape, np.float32)
    chosen: Ints = np.where(masks == 1, keys, -1).argmax(axis=1)
    return chosen


def stays(seen: Seen, masks: Masks, chance: np.random.Generator) -> Ints:
    """Check or call; elsewhere the first action that may be chosen, such as to stand pat."""
    del seen, chance
    first = masks[:, STAY:].argmax(axis=1) + STAY
    chosen: Ints = np.where(masks[:, STAY:].any(axis=1), first, 0)
    return chosen
