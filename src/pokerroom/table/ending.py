"""How a round of play ends, for its deck as for its seats."""

from enum import StrEnum


class Ending(StrEnum):
    COMPLETED = "completed"
    MISDEAL = "misdeal"
    DEAD = "dead"
