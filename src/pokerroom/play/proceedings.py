"""The events of one decision as they are made, and the round they lead to."""

from pokerroom.cards import Card
from pokerroom.play.apply import FOLDS
from pokerroom.play.commands import Exposed
from pokerroom.play.events import Event
from pokerroom.play.state import Round


class Proceedings:
    """Collects events and applies each at once, so that every step decides on what has just happened."""

    __slots__ = ("events", "exposed", "hand_over", "state")

    def __init__(self, state: Round, events: list[Event]) -> None:
        self.state = state
        self.events = events
        self.hand_over: tuple[Card, ...] | None = None
        """Cards a dealer has just named, used instead of the deck's."""
        self.exposed: tuple[Exposed, ...] = ()
        """Which of those came face up by accident."""

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.state = FOLDS[type(event)](self.state, event)

    def take(self, count: int) -> tuple[Card, ...]:
        """The next cards off the deck."""
        if self.hand_over is not None:
            taken, self.hand_over = self.hand_over[:count], self.hand_over[count:]
            return taken
        dealt = self.state.dealt
        return self.state.deck[dealt : dealt + count]
