"""The shuffle: the generator of all randomness, the commitment to a deck, its proof, and its seal.

`report` needs NumPy and is imported only where it is used.
"""

from pokerroom.shuffle.commitment import (
    Commitment,
    Context,
    Opening,
    Shuffle,
    audit,
    opened_at,
    opening,
    shuffle,
    verify,
)
from pokerroom.shuffle.generator import Generator, Source, os_generator
from pokerroom.shuffle.health import EntropyFailureError
from pokerroom.shuffle.lab import LabRefusedError, Mode, chosen_generator, lab_generator, mode
from pokerroom.shuffle.openings import Evidence, check, evidence, off_the_deck, shown_to

__all__ = [
    "Commitment",
    "Context",
    "EntropyFailureError",
    "Evidence",
    "Generator",
    "LabRefusedError",
    "Mode",
    "Opening",
    "Shuffle",
    "Source",
    "audit",
    "check",
    "chosen_generator",
    "evidence",
    "lab_generator",
    "mode",
    "off_the_deck",
    "opened_at",
    "opening",
    "os_generator",
    "shown_to",
    "shuffle",
    "verify",
]
