"""What somebody asks of the box beyond what they ask of its decks."""

from pokerroom.table.clearing import HandOut, PotOut
from pokerroom.table.decks.commands import Act


class LeaveToClear(Act, frozen=True, tag=True, kw_only=True):
    """A round of play is over: these hands and pots are on the table, and what was taken from the pots."""

    round: int
    hands: tuple[HandOut, ...]
    pots: tuple[PotOut, ...]
    rake: int = 0
    contribution: int = 0


class Attest(Act, frozen=True, tag=True, kw_only=True):
    """Confirm in one word what follows a round: hands collected and counted, rake and contribution taken, pots pushed,
    deck shuffled and cut.
    """

    round: int
    """The round it is confirmed of, by its number at the table."""
    rake: int | None = None
    """What it says was taken, as whoever confirms it was shown: refused if anything else is due."""
    contribution: int | None = None
    prepared: bool = True
    """Whether the next deck is shuffled and cut, too: not where it will be sorted, changed or spread first."""


class CallFloor(Act, frozen=True, tag=True, kw_only=True):
    """Call a floorperson; the dealer waits for them, which is the practice of the house."""

    reason: str


class AnswerCall(Act, frozen=True, tag=True, kw_only=True):
    """A floorperson has come and seen to it."""

    call: int
    """The number of the call at this table, from 1."""
    reason: str = ""
    """What was decided, in words."""
