"""Dealers and players who come and go, and rounds that begin and end, as far as the cards are concerned, 14.6."""

from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.refusal import RefusalCode
from pokerroom.rules.staff import Position
from pokerroom.rules.wording import is_said
from pokerroom.table.decks.commands import (
    BeginRound,
    DealForButton,
    EndRound,
    LeaveSeat,
    NoteSkipped,
    PickDeckUp,
    RelieveDealer,
    SetDeckDown,
    SignOff,
    SignOn,
    TakeSeat,
)
from pokerroom.table.decks.dealing import MOST_PLAYERS, ROUND, lack_refusal, may_deal, stopped_refusal
from pokerroom.table.decks.equipment import Step
from pokerroom.table.decks.events import (
    DealerRelieved,
    DealerSignedOff,
    DealerSignedOn,
    DealtForButton,
    DeckPickedUp,
    DeckSetDown,
    RoundBegun,
    RoundEnded,
    SeatLeft,
    SeatTaken,
    StepSkipped,
)
from pokerroom.table.decks.state import DeckRound, Decks
from pokerroom.table.decks.stocking import Answer
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import saying

cite = NJAC_13_69F.cite

DEALER = cite("14.6(b)")
RELIEF = cite("14.6(b)", reading="R-49")
SEATED = cite("14.7(a)")
MARKER = cite("14.6(e)1")
FIRST_BUTTON = cite("14.10(c)2ii", reading="R-88")

ENDINGS: dict[RefusalCode, Ending] = {Code.ROUND_DEAD: Ending.DEAD, Code.MISDEAL: Ending.MISDEAL}
"""The endings of a round that cannot go on."""


def dealing_of(state: Decks) -> DeckRound:
    assert state.dealing is not None
    return state.dealing


def sign_on(state: Decks, command: SignOn) -> Answer:
    if state.dealer is not None:
        return Refusal(Code.DEALER_SIGNED_ON, DEALER, {"who": state.dealer.saying, "table": state.table})
    if command.by.name in state.players:
        return Refusal(Code.DEALER_PLAYS, DEALER, {"who": command.by.name, "table": state.table})
    return (DealerSignedOn(rule=DEALER, by=command.by, at=command.at),)


def sign_off(state: Decks, command: SignOff) -> Answer:  # noqa: ARG001
    return (DealerSignedOff(rule=DEALER, by=command.by, at=command.at),)


def relieve(state: Decks, command: RelieveDealer) -> Answer:
    """Between rounds by the next dealer; a floorperson also when the dealer cannot finish one (R-49)."""
    by, goes = command.by, state.dealer
    if goes is None:
        return Refusal(Code.NO_DEALER, DEALER, {"table": state.table})
    if goes == by:
        return Refusal(Code.DEALER_SIGNED_ON, RELIEF, {"who": goes.saying, "table": state.table})
    if by.name in state.players:
        return Refusal(Code.DEALER_PLAYS, DEALER, {"who": by.name, "table": state.table})
    if state.dealing is not None and not by.is_at_least(Position.FLOORPERSON):
        return Refusal(Code.ROUND_IN_PROGRESS, RELIEF, {"table": state.table})
    return (DealerRelieved(rule=RELIEF, by=by, at=command.at, dealer=goes),)


def take_seat(state: Decks, command: TakeSeat) -> Answer:
    facts = {"player": command.player, "table": state.table}
    if command.player in state.players:
        return Refusal(Code.ALREADY_SEATED, SEATED, facts)
    if state.dealer is not None and state.dealer.name == command.player:
        return Refusal(Code.DEALER_PLAYS, DEALER, {"who": command.player, "table": state.table})
    if len(state.players) >= MOST_PLAYERS:
        return Refusal(Code.TABLE_FULL, DEALER, {"table": state.table, "seats": MOST_PLAYERS})
    return (SeatTaken(rule=SEATED, by=command.by, at=command.at, player=command.player),)


def leave_seat(state: Decks, command: LeaveSeat) -> Answer:
    if command.player not in state.players:
        return Refusal(Code.NOT_AT_TABLE, SEATED, {"player": command.player, "table": state.table})
    return (SeatLeft(rule=SEATED, by=command.by, at=command.at, player=command.player),)


def deal_for_button(state: Decks, command: DealForButton) -> Answer:
    """The cards decide at random, so they come from a deck that was shuffled; it is used afterwards (R-88)."""
    deck = state.in_play
    if deck is None:
        return Refusal(Code.NO_DECK_IN_PLAY, FIRST_BUTTON, {"table": state.table})
    refusal = lack_refusal(deck, Step.SHUFFLED)
    if refusal is not None:
        return refusal
    return (DealtForButton(rule=FIRST_BUTTON, by=command.by, at=command.at, deck=deck.name),)


def begin(state: Decks, command: BeginRound) -> Answer:
    refusal = may_deal(state, command.at)
    if refusal is not None:
        return refusal
    deck = state.in_play
    assert deck is not None
    return (RoundBegun(rule=ROUND, by=command.by, at=command.at, deck=deck.name, game=command.game),)


def note_skipped(state: Decks, command: NoteSkipped) -> Answer:
    refusal = stopped_refusal(state)
    if refusal is not None:
        return refusal
    deck = dealing_of(state).deck
    rule = cite("14.15(e)1", reading="AMB-110")
    return (StepSkipped(rule=rule, by=command.by, at=command.at, deck=deck, skipped=command.skipped),)


def end(state: Decks, command: EndRound) -> Answer:
    """A dead round or misdeal cannot be completed, and a round with a complete deck cannot be called dead."""
    dealing, ending = dealing_of(state), command.ending
    stopped = stopped_refusal(state)
    if stopped is not None and ending is not ENDINGS[stopped.code]:
        return stopped
    if ending is Ending.DEAD and stopped is None:
        return Refusal(Code.ROUND_NOT_DEAD, cite("14.15(g)"), {"deck": dealing.deck})
    if dealing.transaction is not None:
        return Refusal(Code.MARKER_ON_DECK, MARKER, {"transaction": dealing.transaction})
    return (RoundEnded(rule=ROUND, by=command.by, at=command.at, deck=dealing.deck, ending=ending),)


def set_deck_down(state: Decks, command: SetDeckDown) -> Answer:
    dealing = dealing_of(state)
    if dealing.transaction is not None:
        return Refusal(Code.MARKER_ON_DECK, MARKER, {"transaction": dealing.transaction})
    if not is_said(command.transaction):
        return Refusal(Code.NO_WORDS, MARKER, {"what": saying("detail-table.which-transaction")})
    return (DeckSetDown(rule=MARKER, by=command.by, at=command.at, deck=dealing.deck, transaction=command.transaction),)


def pick_deck_up(state: Decks, command: PickDeckUp) -> Answer:
    dealing = dealing_of(state)
    if dealing.transaction is None:
        return Refusal(Code.NO_MARKER, MARKER, {})
    return (
        DeckPickedUp(rule=MARKER, by=command.by, at=command.at, deck=dealing.deck, transaction=dealing.transaction),
    )
