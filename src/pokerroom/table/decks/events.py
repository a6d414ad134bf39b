"""What has happened to the cards and devices of a table: who, when, and the paragraph it rests on."""

from datetime import date, datetime

import msgspec

from pokerroom.rules.citation import Citation
from pokerroom.rules.staff import Official
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.decks.equipment import (
    Back,
    Cause,
    CoverCard,
    Ending,
    Face,
    Failure,
    Method,
    Place,
    Shuffler,
    Skipped,
    TableDecks,
)


class Fact(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Who did it, when, and by which paragraph."""

    rule: Citation
    by: Official
    at: datetime


class TableSetUp(Fact, frozen=True, tag=True, kw_only=True):
    table: str
    rules: DeckRules


class DecksDistributed(Fact, frozen=True, tag=True, kw_only=True):
    """One record for the whole room; each table takes its own line from it."""

    day: date
    tables: tuple[TableDecks, ...]


class DeckReceived(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    back: Back
    edges: str


class CoverCardProvided(Fact, frozen=True, tag=True, kw_only=True):
    cover: CoverCard


class ShufflerInstalled(Fact, frozen=True, tag=True, kw_only=True):
    shuffler: Shuffler


class ShufflerRemoved(Fact, frozen=True, tag=True, kw_only=True):
    device: str


class TableOpened(Fact, frozen=True, tag=True, kw_only=True):
    day: date


class DayBegun(Fact, frozen=True, tag=True, kw_only=True):
    """Another gaming day, at a table that stayed open."""

    day: date


class TableClosed(Fact, frozen=True, tag=True, kw_only=True):
    pass


class DealerSignedOn(Fact, frozen=True, tag=True, kw_only=True):
    pass


class DealerSignedOff(Fact, frozen=True, tag=True, kw_only=True):
    pass


class SeatTaken(Fact, frozen=True, tag=True, kw_only=True):
    player: str


class SeatLeft(Fact, frozen=True, tag=True, kw_only=True):
    player: str


class DeckInspected(Fact, frozen=True, tag=True, kw_only=True):
    deck: str


class DeckVerified(Fact, frozen=True, tag=True, kw_only=True):
    deck: str


class PreparedDeckAccepted(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    document: str


class DeckSpread(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    face: Face
    in_sequence: bool


class DeckTurnedUp(Fact, frozen=True, tag=True, kw_only=True):
    deck: str


class InspectionOffered(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    players: tuple[str, ...]


class DeckWashed(Fact, frozen=True, tag=True, kw_only=True):
    deck: str


class DeckShuffled(Fact, frozen=True, tag=True, kw_only=True):
    """All the cards are mixed and lie in one stack."""

    deck: str
    method: Method


class ShuffleFailed(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    failure: Failure


class CoverCardPlaced(Fact, frozen=True, tag=True, kw_only=True):
    deck: str


class PacketTaken(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    size: int


class DeckCut(Fact, frozen=True, tag=True, kw_only=True):
    """The rest lies on the packet, and the cover card hides the bottom card."""

    deck: str
    size: int
    cover: CoverCard


class RecutOrdered(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    reason: str


class DeckPutInPlay(Fact, frozen=True, tag=True, kw_only=True):
    deck: str


class DeckStored(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    place: Place


class DeckSorted(Fact, frozen=True, tag=True, kw_only=True):
    deck: str


class DeckCounted(Fact, frozen=True, tag=True, kw_only=True):
    """All the cards are there; `counted` of them were counted, fewer than 52 where only the stub was."""

    deck: str
    counted: int


class CountFailed(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    expected: int
    found: int


class WrongCardsFound(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    what: str


class DeckRemoved(Fact, frozen=True, tag=True, kw_only=True):
    """The deck left the table and cannot return."""

    deck: str
    cause: Cause


class RoundBegun(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    game: str


class StepSkipped(Fact, frozen=True, tag=True, kw_only=True):
    """The round is a misdeal."""

    deck: str
    skipped: Skipped


class RoundEnded(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    ending: Ending


class DeckSetDown(Fact, frozen=True, tag=True, kw_only=True):
    """The marker button lies on the deck."""

    deck: str
    transaction: str


class DeckPickedUp(Fact, frozen=True, tag=True, kw_only=True):
    deck: str
    transaction: str


Event = (
    TableSetUp
    | DecksDistributed
    | DeckReceived
    | CoverCardProvided
    | ShufflerInstalled
    | ShufflerRemoved
    | TableOpened
    | DayBegun
    | TableClosed
    | DealerSignedOn
    | DealerSignedOff
    | SeatTaken
    | SeatLeft
    | DeckInspected
    | DeckVerified
    | PreparedDeckAccepted
    | DeckSpread
    | DeckTurnedUp
    | InspectionOffered
    | DeckWashed
    | DeckShuffled
    | ShuffleFailed
    | CoverCardPlaced
    | PacketTaken
    | DeckCut
    | RecutOrdered
    | DeckPutInPlay
    | DeckStored
    | DeckSorted
    | DeckCounted
    | CountFailed
    | WrongCardsFound
    | DeckRemoved
    | RoundBegun
    | StepSkipped
    | RoundEnded
    | DeckSetDown
    | DeckPickedUp
)
