"""From a sealed deck to a washed one: inspection, verification, the players' look and the wash, 14.4 and 14.5(d)."""

from pokerroom.cards import DECK
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.wording import is_said
from pokerroom.table.decks.commands import (
    AcceptPreparedDeck,
    InspectDeck,
    OfferInspection,
    SpreadDeck,
    TurnDeckUp,
    VerifyDeck,
    WashDeck,
)
from pokerroom.table.decks.counting import count_refusal, miscounted
from pokerroom.table.decks.dealing import lack_refusal, two_decks_refusal
from pokerroom.table.decks.equipment import Face, Step
from pokerroom.table.decks.events import (
    DeckInspected,
    DeckSpread,
    DeckTurnedUp,
    DeckVerified,
    DeckWashed,
    InspectionOffered,
    PreparedDeckAccepted,
)
from pokerroom.table.decks.state import Deck, Decks
from pokerroom.table.decks.stocking import Answer
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import Value, saying, term

cite = NJAC_13_69F.cite

OPENING = cite("14.4(a)")
PREPARED = cite("14.4(a)", reading="AMB-07")
VERIFICATION = cite("14.4(b)")
IDLE = cite("14.5(d)")
PLAYERS_LOOK = cite("14.4(c)", reading="AMB-166")
WASH = cite("14.4(c)")


def step_refusal(deck: Deck, step: Step, rule: Citation) -> Refusal | None:
    """The next step needs a deck that is at exactly this step."""
    if deck.step > step:
        return Refusal(Code.STEP_DONE, rule, {"deck": deck.name, "step": term(deck.step)})
    return lack_refusal(deck, step)


def inspect(state: Decks, command: InspectDeck) -> Answer:
    deck = state.deck(command.deck)
    refusal = two_decks_refusal(state, rule=OPENING) or step_refusal(deck, Step.RECEIVED, OPENING)
    refusal = refusal or count_refusal(command.found)
    if refusal is not None:
        return refusal
    if command.found != len(DECK):
        return miscounted(command, deck.name, len(DECK), command.found)
    return (DeckInspected(rule=OPENING, by=command.by, at=command.at, deck=deck.name),)


def verify(state: Decks, command: VerifyDeck) -> Answer:
    deck = state.deck(command.deck)
    refusal = step_refusal(deck, Step.INSPECTED, VERIFICATION)
    if refusal is not None:
        return refusal
    if command.by.name == deck.inspected_by:
        facts: dict[str, Value] = {"who": command.by.saying, "deck": deck.name}
        return Refusal(Code.VERIFIED_BY_INSPECTOR, VERIFICATION, facts)
    return (DeckVerified(rule=VERIFICATION, by=command.by, at=command.at, deck=deck.name),)


def accept_prepared(state: Decks, command: AcceptPreparedDeck) -> Answer:
    deck = state.deck(command.deck)
    refusal = two_decks_refusal(state, rule=PREPARED) or step_refusal(deck, Step.RECEIVED, PREPARED)
    if refusal is not None:
        return refusal
    if not is_said(command.document):
        what = saying("detail-table.prepared-deck", deck=deck.name)
        return Refusal(Code.NO_DOCUMENT, PREPARED, {"what": what})
    return (
        PreparedDeckAccepted(rule=PREPARED, by=command.by, at=command.at, deck=deck.name, document=command.document),
    )


def spread(state: Decks, command: SpreadDeck) -> Answer:
    """Face up by suit and in sequence at the opening; either way up at an idle table."""
    deck = state.deck(command.deck)
    refusal = lack_refusal(deck, Step.VERIFIED)
    if refusal is not None:
        return refusal
    opening = deck.step is Step.VERIFIED
    if opening and not (command.face is Face.UP and command.in_sequence):
        return Refusal(Code.NOT_IN_SEQUENCE, VERIFICATION, {"deck": deck.name})
    return (
        DeckSpread(
            rule=VERIFICATION if opening else IDLE,
            by=command.by,
            at=command.at,
            deck=deck.name,
            face=command.face,
            in_sequence=command.in_sequence,
        ),
    )


def turn_up(state: Decks, command: TurnDeckUp) -> Answer:
    refusal = step_refusal(state.deck(command.deck), Step.SPREAD_FACE_DOWN, IDLE)
    if refusal is not None:
        return refusal
    return (DeckTurnedUp(rule=IDLE, by=command.by, at=command.at, deck=command.deck),)


def offer_inspection(state: Decks, command: OfferInspection) -> Answer:
    """The first two players get the opportunity; a player who does not want to look has had it."""
    refusal = step_refusal(state.deck(command.deck), Step.SPREAD_FACE_UP, PLAYERS_LOOK)
    if refusal is not None:
        return refusal
    if len(state.players) < 2:
        return Refusal(Code.TOO_FEW_PLAYERS, PLAYERS_LOOK, {"players": len(state.players)})
    return (
        InspectionOffered(
            rule=PLAYERS_LOOK, by=command.by, at=command.at, deck=command.deck, players=state.players[:2]
        ),
    )


def wash(state: Decks, command: WashDeck) -> Answer:
    """No deck is washed until two players have had the opportunity to inspect every deck."""
    for deck in state.decks:
        refusal = lack_refusal(deck, Step.SHOWN)
        if refusal is not None:
            return refusal
    return (DeckWashed(rule=WASH, by=command.by, at=command.at, deck=command.deck),)
