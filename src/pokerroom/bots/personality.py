"""How each opponent tends to play, as numbers. A new personality is a new line of data."""

from zlib import crc32

import msgspec


class Personality(msgspec.Struct, frozen=True, kw_only=True):
    """One way to play. The neutral value of a field is the first number in its line."""

    name: str
    entry: float
    """1: what share of the pot it asks for to enter a round, as a multiple of what that costs."""
    stay: float
    """1: the same for a bet of a later betting round."""
    reserve: float
    """0: how much more of an edge it wants before it bets or raises."""
    boldness: float
    """How often it bets or raises a hand that deserves it, from 0 to 1."""
    bluff: float
    """How often it bets a hand that does not, where nobody has bet."""
    trap: float
    """How often it hides a strong hand."""
    respect: float
    """1: how much it believes of what others' wagers say."""
    sizing: tuple[float, float]
    """The least and the most it likes to bet, as parts of the pot, where the limits leave a choice."""
    whim: float
    """How far off its judgment of a hand may be, as the standard deviation of a factor."""
    tempo: float
    """1: how long it takes."""


TIGHT = Personality(
    name="tight",
    entry=1.35,
    stay=1.15,
    reserve=0.02,
    boldness=0.8,
    bluff=0.03,
    trap=0.05,
    respect=1.3,
    sizing=(0.5, 0.75),
    whim=0.05,
    tempo=1.1,
)
LOOSE = Personality(
    name="loose",
    entry=0.98,
    stay=0.95,
    reserve=0.04,
    boldness=0.6,
    bluff=0.08,
    trap=0.05,
    respect=0.8,
    sizing=(0.4, 0.9),
    whim=0.12,
    tempo=0.9,
)
AGGRESSIVE = Personality(
    name="aggressive",
    entry=1.15,
    stay=1.02,
    reserve=-0.06,
    boldness=0.95,
    bluff=0.16,
    trap=0.0,
    respect=0.9,
    sizing=(0.65, 1.0),
    whim=0.07,
    tempo=0.8,
)
CALLING = Personality(
    name="calling station",
    entry=0.9,
    stay=0.8,
    reserve=0.16,
    boldness=0.45,
    bluff=0.01,
    trap=0.0,
    respect=0.5,
    sizing=(0.35, 0.6),
    whim=0.1,
    tempo=1.0,
)
TRICKY = Personality(
    name="tricky",
    entry=1.15,
    stay=1.0,
    reserve=0.0,
    boldness=0.75,
    bluff=0.12,
    trap=0.4,
    respect=1.0,
    sizing=(0.33, 1.0),
    whim=0.08,
    tempo=1.2,
)
SOLID = Personality(
    name="solid",
    entry=1.2,
    stay=1.05,
    reserve=0.0,
    boldness=0.85,
    bluff=0.06,
    trap=0.1,
    respect=1.1,
    sizing=(0.5, 0.85),
    whim=0.04,
    tempo=1.0,
)

PERSONALITIES = (TIGHT, LOOSE, AGGRESSIVE, CALLING, TRICKY, SOLID)


def personality_of(name: str) -> Personality:
    """The personality for a name: always the same one, so that people who play with it get to know it."""
    return PERSONALITIES[crc32(name.encode()) % len(PERSONALITIES)]
