"""What somebody asks for at the table, always with their name and the time. A command may be refused."""

from datetime import date, datetime

import msgspec

from pokerroom.cards import DECK, Card
from pokerroom.rules.staff import Official
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.decks.equipment import (
    Back,
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


class Act(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Who does it, and when."""

    by: Official
    at: datetime


class SetUpTable(Act, frozen=True, tag=True, kw_only=True):
    """Start the record of a table under these deck rules of the house."""

    table: str
    rules: DeckRules = DeckRules()


class ChooseDeckRules(Act, frozen=True, tag=True, kw_only=True):
    """The house keeps the decks of this table by other rules of its own from now on."""

    rules: DeckRules


class DistributeDecks(Act, frozen=True, tag=True, kw_only=True):
    """Say which backs each open table of the room gets on a gaming day."""

    day: date
    tables: tuple[TableDecks, ...]


class ReceiveDeck(Act, frozen=True, tag=True, kw_only=True):
    """Take a deck to the table: its cards, and every back and edge color found among them."""

    deck: str
    cards: tuple[Card, ...] = tuple(DECK)
    """What was found in it: a whole deck, unless somebody says otherwise."""
    backs: tuple[Back, ...]
    edges: str


class ProvideCoverCard(Act, frozen=True, tag=True, kw_only=True):
    cover: CoverCard


class InstallShuffler(Act, frozen=True, tag=True, kw_only=True):
    shuffler: Shuffler


class RemoveShuffler(Act, frozen=True, tag=True, kw_only=True):
    pass


class OpenTable(Act, frozen=True, tag=True, kw_only=True):
    """Open the table for gaming on this gaming day."""

    day: date


class BeginDay(Act, frozen=True, tag=True, kw_only=True):
    """Begin another gaming day while the table stays open."""

    day: date


class CloseTable(Act, frozen=True, tag=True, kw_only=True):
    """Close the table; its decks leave it."""

    carried_by: str = ""
    """Who carries them away, where the house wants that written down."""


class SignOn(Act, frozen=True, tag=True, kw_only=True):
    """Take over as the dealer of the table."""


class SignOff(Act, frozen=True, tag=True, kw_only=True):
    pass


class RelieveDealer(Act, frozen=True, tag=True, kw_only=True):
    """Take over from the dealer signed on, who goes on to another table or to a break."""


class TakeSeat(Act, frozen=True, tag=True, kw_only=True):
    player: str


class LeaveSeat(Act, frozen=True, tag=True, kw_only=True):
    player: str


class InspectDeck(Act, frozen=True, tag=True, kw_only=True):
    """The dealer's inspection of a deck just opened, and how many cards they found."""

    deck: str
    found: int


class VerifyDeck(Act, frozen=True, tag=True, kw_only=True):
    deck: str


class AcceptPreparedDeck(Act, frozen=True, tag=True, kw_only=True):
    """Accept a deck inspected and shuffled beforehand; the document vouches for 13:69E-1.18(e)2 and (r)."""

    deck: str
    document: str


class SpreadDeck(Act, frozen=True, tag=True, kw_only=True):
    deck: str
    face: Face
    in_sequence: bool
    """By suit and in sequence."""


class TurnDeckUp(Act, frozen=True, tag=True, kw_only=True):
    deck: str


class OfferInspection(Act, frozen=True, tag=True, kw_only=True):
    """Give the first two players the opportunity to look; whether they do is up to them."""

    deck: str


class WashDeck(Act, frozen=True, tag=True, kw_only=True):
    """Turn the deck down, mix it thoroughly on the table and stack it."""

    deck: str


class ShuffleDeck(Act, frozen=True, tag=True, kw_only=True):
    """Shuffle all the cards and stack them; `counted` is what a counting device reports."""

    deck: str
    method: ShuffleMethod
    counted: int | None = None


class ReportFailedShuffle(Act, frozen=True, tag=True, kw_only=True):
    deck: str
    failure: Failure


class PlaceCoverCard(Act, frozen=True, tag=True, kw_only=True):
    """Begin the cut of the deck in play: the cover card before the deck."""


class TakePacket(Act, frozen=True, tag=True, kw_only=True):
    """Put this many cards from the top of the deck on the cover card."""

    size: int


class PlaceRest(Act, frozen=True, tag=True, kw_only=True):
    """Put the rest of the deck on the packet, which ends the cut."""


class PrepareDeck(Act, frozen=True, tag=True, kw_only=True):
    """Confirm in one word that the next deck is shuffled, stacked and cut as 14.5 requires, and lies in play.

    With a shuffling device it is the deck that the device has shuffled, and the one played until now goes in there.
    """


class OrderRecut(Act, frozen=True, tag=True, kw_only=True):
    reason: str


class PutInPlay(Act, frozen=True, tag=True, kw_only=True):
    """Bring a deck into play; the one in play until now is taken out."""

    deck: str


class StoreDeck(Act, frozen=True, tag=True, kw_only=True):
    """Put the deck that is not in play where it belongs."""

    deck: str
    place: DeckPlace


class SortDeck(Act, frozen=True, tag=True, kw_only=True):
    """Put the deck into suit and sequence, and say how many cards there were."""

    deck: str
    found: int


class CountDeck(Act, frozen=True, tag=True, kw_only=True):
    deck: str
    found: int


class CountStub(Act, frozen=True, tag=True, kw_only=True):
    """Count what is left in the dealer's hand after this many cards have been dealt and burned."""

    dealt: int
    found: int


class ReportWrongCards(Act, frozen=True, tag=True, kw_only=True):
    """Report cards that are missing from a deck, or foreign cards found in it."""

    deck: str
    what: str


class RemoveDeck(Act, frozen=True, tag=True, kw_only=True):
    """Change a deck: it leaves the table permanently."""

    deck: str


class DealForButton(Act, frozen=True, tag=True, kw_only=True):
    """Deal one card of the deck in play to each player for the first button."""


class BeginRound(Act, frozen=True, tag=True, kw_only=True):
    """Deal the first card of a round of play; `game` is a game's family, such as `hold-em`."""

    game: str


class NoteSkipped(Act, frozen=True, tag=True, kw_only=True):
    """Establish that the deck of this round was not shuffled or cut as required."""

    skipped: Skipped


class EndRound(Act, frozen=True, tag=True, kw_only=True):
    ending: Ending


class SetDeckDown(Act, frozen=True, tag=True, kw_only=True):
    """Put the deck down under the marker button to handle a transaction."""

    transaction: str


class PickDeckUp(Act, frozen=True, tag=True, kw_only=True):
    """The transaction is completed."""


Command = (
    ChooseDeckRules
    | DistributeDecks
    | ReceiveDeck
    | ProvideCoverCard
    | InstallShuffler
    | RemoveShuffler
    | OpenTable
    | BeginDay
    | CloseTable
    | SignOn
    | SignOff
    | RelieveDealer
    | TakeSeat
    | LeaveSeat
    | InspectDeck
    | VerifyDeck
    | AcceptPreparedDeck
    | SpreadDeck
    | TurnDeckUp
    | OfferInspection
    | WashDeck
    | ShuffleDeck
    | ReportFailedShuffle
    | PlaceCoverCard
    | TakePacket
    | PlaceRest
    | PrepareDeck
    | OrderRecut
    | PutInPlay
    | StoreDeck
    | SortDeck
    | CountDeck
    | CountStub
    | ReportWrongCards
    | RemoveDeck
    | DealForButton
    | BeginRound
    | NoteSkipped
    | EndRound
    | SetDeckDown
    | PickDeckUp
)
"""Everything but setting up the table, which starts the record."""
