"""What a person got wrong on the command line, as a sentence and an exit status."""

from typing import NamedTuple

from pokerroom.cards import CardError
from pokerroom.games import NotPermittedError
from pokerroom.rules.citation import UnknownParagraphError
from pokerroom.rules.editions import UnknownEditionError
from pokerroom.rules.house import HouseRulesError
from pokerroom.shuffle import EntropyFailureError, LabRefusedError

FAILURE, USAGE = 1, 2
MISTAKES = (
    CardError,
    NotPermittedError,
    UnknownParagraphError,
    UnknownEditionError,
    HouseRulesError,
    LabRefusedError,
)


class Said(NamedTuple):
    sentence: str
    status: int


def told(error: Exception) -> Said | None:
    """The sentence for a person's mistake; None for a failure of our own, which keeps its traceback."""
    if isinstance(error, MISTAKES):
        return Said(str(error), USAGE)
    if isinstance(error, EntropyFailureError):
        return Said(f"dealing stops: {error}", FAILURE)
    return None
