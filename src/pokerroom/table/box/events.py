"""What has happened at the box beyond its decks."""

from pokerroom.table.clearing import Event as ClearingEvent, HandOut, PotOut
from pokerroom.table.decks.events import DeckFact, Event as DeckEvent


class RoundLeftToClear(DeckFact, frozen=True, tag=True, kw_only=True):
    """What lies on the table after a round: how many cards each seat returns in all, what was taken from the pots, and
    the pots by their order.
    """

    round: int
    hands: tuple[HandOut, ...]
    pots: tuple[PotOut, ...]
    rake: int = 0
    contribution: int = 0


class RoundAttested(DeckFact, frozen=True, tag=True, kw_only=True):
    """The dealer confirmed it at once: losing hands first, each counted, side pots before the main pot.

    What was confirmed of the rake and of a contribution precedes it as events of their own, the deck follows.
    """

    round: int


class FloorCalled(DeckFact, frozen=True, tag=True, kw_only=True):
    call: int
    reason: str


class CallAnswered(DeckFact, frozen=True, tag=True, kw_only=True):
    call: int
    reason: str


Event = DeckEvent | ClearingEvent | RoundLeftToClear | RoundAttested | FloorCalled | CallAnswered
