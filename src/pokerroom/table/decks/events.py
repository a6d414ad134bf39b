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
    DeckPlace,
    Face,
    Failure,
    ShuffleMethod,
    Shuffler,
    Skipped,
    TableDecks,
)
from pokerroom.table.ending import Ending


class DeckFact(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Who did it, when, and by which paragraph."""

    rule: Citation
    by: Official
    at: datetime


class TableSetUp(DeckFact, frozen=True, tag=True, kw_only=True):
    table: str
    rules: DeckRules


class DeckRulesChosen(DeckFact, frozen=True, tag=True, kw_only=True):
    rules: DeckRules


class DecksDistributed(DeckFact, frozen=True, tag=True, kw_only=True):
    """One record for the whole room; each table reads its own line."""

    day: date
    tables: tuple[TableDecks, ...]


class DeckReceived(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    back: Back
    edges: str


class CoverCardProvided(DeckFact, frozen=True, tag=True, kw_only=True):
    cover: CoverCard


class ShufflerInstalled(DeckFact, frozen=True, tag=True, kw_only=True):
    shuffler: Shuffler


class ShufflerRemoved(DeckFact, frozen=True, tag=True, kw_only=True):
    device: str


class TableOpened(DeckFact, frozen=True, tag=True, kw_only=True):
    day: date


class DayBegun(DeckFact, frozen=True, tag=True, kw_only=True):
    """Another gaming day, at a table that stayed open."""

    day: date


class TableClosed(DeckFact, frozen=True, tag=True, kw_only=True):
    carried_by: str = ""
    """Who carried the decks away: the practice of the house, where it is written down."""


class DealerSignedOn(DeckFact, frozen=True, tag=True, kw_only=True):
    pass


class DealerSignedOff(DeckFact, frozen=True, tag=True, kw_only=True):
    pass


class DealerRelieved(DeckFact, frozen=True, tag=True, kw_only=True):
    """Who comes signs for it; `dealer` goes."""

    dealer: Official


class SeatTaken(DeckFact, frozen=True, tag=True, kw_only=True):
    player: str


class SeatLeft(DeckFact, frozen=True, tag=True, kw_only=True):
    player: str


class DeckInspected(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str


class DeckVerified(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str


class PreparedDeckAccepted(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    document: str


class DeckSpread(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    face: Face
    in_sequence: bool


class DeckTurnedUp(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str


class InspectionOffered(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    players: tuple[str, ...]


class DeckWashed(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str


class DeckShuffled(DeckFact, frozen=True, tag=True, kw_only=True):
    """All the cards are mixed and lie in one stack."""

    deck: str
    method: ShuffleMethod


class ShuffleFailed(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    failure: Failure


class CoverCardPlaced(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str


class PacketTaken(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    size: int


class DeckCut(DeckFact, frozen=True, tag=True, kw_only=True):
    """The rest lies on the packet, and the cover card hides the bottom card."""

    deck: str
    size: int
    cover: CoverCard


class DeckPrepared(DeckFact, frozen=True, tag=True, kw_only=True):
    """The dealer attests the shuffle and the cut of the deck; how many cards were cut off nobody counted."""

    deck: str
    method: ShuffleMethod
    cover: CoverCard


class RecutOrdered(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    reason: str


class DeckPutInPlay(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str


class DeckStored(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    place: DeckPlace


class DeckSorted(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str


class DeckCounted(DeckFact, frozen=True, tag=True, kw_only=True):
    """All cards are there; `counted` of them were counted, fewer than 52 where only the stub was."""

    deck: str
    counted: int


class CountFailed(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    expected: int
    found: int


class WrongCardsFound(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    what: str


class DeckRemoved(DeckFact, frozen=True, tag=True, kw_only=True):
    """The deck left the table and cannot return."""

    deck: str
    cause: Cause


class DealtForButton(DeckFact, frozen=True, tag=True, kw_only=True):
    """Cards were dealt from it outside a round: it is shuffled and cut before one."""

    deck: str


class RoundBegun(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    game: str


class StepSkipped(DeckFact, frozen=True, tag=True, kw_only=True):
    """The round is a misdeal."""

    deck: str
    skipped: Skipped


class RoundEnded(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    ending: Ending


class DeckSetDown(DeckFact, frozen=True, tag=True, kw_only=True):
    """The marker button lies on the deck."""

    deck: str
    transaction: str


class DeckPickedUp(DeckFact, frozen=True, tag=True, kw_only=True):
    deck: str
    transaction: str


Event = (
    TableSetUp
    | DeckRulesChosen
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
    | DealerRelieved
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
    | DeckPrepared
    | RecutOrdered
    | DeckPutInPlay
    | DeckStored
    | DeckSorted
    | DeckCounted
    | CountFailed
    | WrongCardsFound
    | DeckRemoved
    | DealtForButton
    | RoundBegun
    | StepSkipped
    | RoundEnded
    | DeckSetDown
    | DeckPickedUp
)
