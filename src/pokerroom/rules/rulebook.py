"""Our own readings over time: a round is played, and later checked, by the rulebook it was started under.

When we correct a reading, rounds already dealt do not change: their awards and their rake were right by the rules of
the software that dealt them. Each round names its rulebook in the record; a record without one is of the first. What
each rulebook changed is in docs/rulebooks.md, and what the earlier ones did is in `play/former.py`.
"""

from enum import IntEnum


class Rulebook(IntEnum):
    FIRST = 1
    """Version 0.1."""
    SECOND = 2
    """Version 0.2: what nobody called is not raked, side pots by who is all-in, cards as each section deals them."""
    THIRD = 3
    """Version 0.3: whoever has too few chips to be dealt in misses no blinds."""


CURRENT = Rulebook.THIRD
