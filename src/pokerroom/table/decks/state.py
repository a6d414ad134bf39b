"""The cards and devices of one table: the state that the events of its record fold into."""

from datetime import date, datetime, timedelta

import msgspec

from pokerroom.rules.staff import Official
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.decks.equipment import Back, Cause, CoverCard, DeckPlace, Shuffler, Step


class Deck(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One deck at the table."""

    name: str
    back: Back
    edges: str
    place: DeckPlace = DeckPlace.ON_TABLE
    step: Step = Step.RECEIVED
    since: datetime
    """When it reached this step."""
    opened_at: datetime | None = None
    """When it was opened for use at the table: the six hours run from here."""
    inspected_by: str = ""
    sorted_at: datetime | None = None
    counted_at: datetime | None = None
    in_play_since: datetime | None = None
    out_of_play_since: datetime | None = None
    played: timedelta = timedelta()
    """Time in play before `in_play_since`."""
    played_unsorted: timedelta = timedelta()
    """The part of it since the deck was last put into suit and sequence."""
    packet: int = 0
    """How many cards were cut off."""
    shuffle_failed: bool = False

    @property
    def in_play(self) -> bool:
        return self.place is DeckPlace.IN_PLAY


class DeckRemoval(msgspec.Struct, frozen=True, gc=False):
    """A deck that left the table and cannot return."""

    deck: str
    cause: Cause


class Assignment(msgspec.Struct, frozen=True, gc=False):
    """The backs that the distribution of a gaming day gives this table."""

    day: date
    backs: tuple[Back, ...]


class DeckRound(msgspec.Struct, frozen=True, gc=False):
    """A round of play in progress, as far as the cards are concerned."""

    deck: str
    game: str
    begun: datetime
    transaction: str | None = None
    """What the dealer handles while the marker button lies on the deck."""
    set_down: datetime | None = None
    misdealt: datetime | None = None
    died: datetime | None = None


class Decks(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    table: str
    rules: DeckRules
    at: datetime
    """The time of the last record."""
    assignments: tuple[Assignment, ...] = ()
    """For each gaming day that decks were distributed for, the latest last."""
    day: date | None = None
    """The gaming day the table is open on; None while it is closed."""
    day_from: datetime | None = None
    """Since when the table has been open on that day."""
    cover: CoverCard | None = None
    decks: tuple[Deck, ...] = ()
    removed: tuple[DeckRemoval, ...] = ()
    deck_missing: datetime | None = None
    """Since when one of the two decks has been missing."""
    shuffler: Shuffler | None = None
    dealer: Official | None = None
    dealing_since: datetime | None = None
    """Since when that dealer has been signed on."""
    players: tuple[str, ...] = ()
    """Who is seated, in the order in which they sat down."""
    two_seated: datetime | None = None
    """Since when there have been two players to show the cards to."""
    one_seated: datetime | None = None
    """Since when one player has been alone at the table with no round in progress."""
    last_used: str | None = None
    """The deck of the last round of play, or of a draw for the button after it."""
    dealing: DeckRound | None = None

    def deck(self, name: str) -> Deck:
        return next(deck for deck in self.decks if deck.name == name)

    def holds(self, name: str) -> bool:
        return any(deck.name == name for deck in self.decks)

    def assigned(self, day: date) -> Assignment | None:
        """What the distribution of a gaming day gives this table."""
        return next((each for each in self.assignments if each.day == day), None)

    @property
    def in_play(self) -> Deck | None:
        return next((deck for deck in self.decks if deck.in_play), None)

    @property
    def idle(self) -> tuple[Deck, ...]:
        return tuple(deck for deck in self.decks if not deck.in_play)

    @property
    def store(self) -> DeckPlace:
        """Where the idle deck belongs."""
        return DeckPlace.DESIGNATED_AREA if self.shuffler is None else DeckPlace.SHUFFLER
