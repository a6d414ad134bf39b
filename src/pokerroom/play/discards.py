"""Giving up down cards to enter a round of super seven-card stud, 14.9B(e)."""

from pokerroom.cards import UNKNOWN, Card
from pokerroom.play.commands import Discard, Seat
from pokerroom.play.events import Discarded, DiscardsDue, Event
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.refusals import Code, Refusal
from pokerroom.play.state import Round, live_from
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import DiscardToEnter


def entry_due(state: Round, seat: int) -> DiscardToEnter | None:
    """How many cards this player still has to give up to enter the round."""
    clause = state.procedure.streets[state.street].street.discard
    return clause if clause is not None and not state.entered >> seat & 1 else None


def discard_refusal(state: Round, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    """Why these cards may not be given up with a call or raise; none are due on most streets."""
    clause = entry_due(state, seat)
    if clause is None:
        rule = state.procedure.general.stakes
        return Refusal(Code.DISCARD_NOT_DUE, rule, {"seat": seat}) if cards else None
    if not cards:
        return Refusal(Code.DISCARD_DUE, clause.rule, {"seat": seat, "due": clause.count})
    if len(cards) != clause.count:
        return Refusal(Code.WRONG_NUMBER_OF_CARDS, clause.rule, {"given": len(cards), "due": clause.count})
    return cards_refusal(state, seat, cards, clause.rule)


def cards_refusal(state: Round, seat: Seat, cards: tuple[Card, ...], rule: Citation) -> Refusal | None:
    """Why these are not down cards of this player."""
    refusal = not_cards_refusal(cards, rule)
    if refusal is not None:
        return refusal
    unnamed, elsewhere = state.down[seat].count(UNKNOWN), known_cards(state)
    for number, card in enumerate(cards):
        held = card in state.cards(seat) and card != UNKNOWN and card not in cards[:number]
        if held:
            continue
        if not unnamed or card in elsewhere or (card != UNKNOWN and card in cards[:number]):
            return Refusal(Code.NOT_YOUR_CARD, rule, {"seat": seat, "card": card})
        unnamed -= 1
    for card in cards:
        if card in state.up[seat] and card != UNKNOWN:
            return Refusal(Code.NOT_A_DOWN_CARD, rule, {"seat": seat, "card": card})
    return None


def not_cards_refusal(cards: tuple[Card, ...], rule: Citation) -> Refusal | None:
    """Why these are not cards at all; an unknown card is a card."""
    for card in cards:
        if type(card) is not int or not 0 <= card <= UNKNOWN:
            return Refusal(Code.NOT_A_CARD, rule, {"value": str(card)})
    return None


def known_cards(state: Round) -> set[Card]:
    """Every card that has left the deck and is known to the record."""
    apart = state.apart
    places = (*state.down, *state.up, *state.muck, state.board, state.burns, apart.dead, apart.mistaken)
    return {card for place in places for card in place if card != UNKNOWN}


def entry_discard(state: Round, seat: Seat, cards: tuple[Card, ...]) -> list[Event]:
    """The events of giving up these cards; none if no cards are given."""
    if not cards:
        return []
    clause = entry_due(state, seat)
    assert clause is not None, "only cards that are due are given up"
    return [Discarded(clause.rule, seat, cards)]


def late_entries(course: Proceedings) -> bool:
    """A forced bettor nobody raised, or an all-in player, gives up the cards when the betting closes (AMB-59)."""
    state = course.state
    clause = state.procedure.streets[state.street].street.discard
    if clause is None:
        return False
    due = tuple(seat for seat in live_from(state, 0) if not state.entered >> seat & 1)
    if due:
        course.happen(DiscardsDue(clause.rule, due))
    return bool(due)


def late_discard_refusal(state: Round, command: Discard) -> Refusal | None:
    return discard_refusal(state, command.seat, command.cards)


def late_discard(state: Round, command: Discard) -> list[Event]:
    return entry_discard(state, command.seat, command.cards)
