"""Our own readings over time: a round is played, and judged for ever, by the rulebook it was started under.

Where a reading is mended, rounds of play dealt before are not: their awards and their rake were right by the rules of
the software that dealt them. Each round names its rulebook in the record; a record without one is of the first. What
each changed is in docs/rulebooks.md, and what the earlier ones did in `play/former.py`.
"""

from enum import IntEnum


class Rulebook(IntEnum):
    FIRST = 1
    """Version 0.1."""
    SECOND = 2
    """Version 0.2: what nobody called is not raked, side pots by who is all-in, cards as each section deals them."""


CURRENT = Rulebook.SECOND
