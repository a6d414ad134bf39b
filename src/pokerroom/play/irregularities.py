"""What happens when something goes wrong: misdeals, dead rounds, lost cards, fouled hands and rulings, 14.15.

Each handler takes the proceedings and a command, and does what the text says or returns why not.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from pokerroom.cards import UNKNOWN, Card
from pokerroom.play.apply_irregular import PILES, moved
from pokerroom.play.betting import gather_blinds, opened_again, paid_obligation, somebody_must_act
from pokerroom.play.commands import (
    DeclareDead,
    DeclareMisdeal,
    DiscardMistakenCards,
    LeaveTable,
    MarkProtected,
    Misdeal,
    Move,
    ReconstructHand,
    Removal,
    RemoveFaceUpCard,
    RemoveFallenCard,
    RemoveHand,
    Rule,
    Ruling,
    Seat,
)
from pokerroom.play.dealing import fresh_refusal, lost_refusal
from pokerroom.play.discards import not_cards_refusal
from pokerroom.play.events import (
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Folded,
    HandProtected,
    HandReconstructed,
    HandRemoved,
    MistakenCardsDiscarded,
    PlayerLeft,
    PotsFormed,
    RakeReturned,
    RoundDied,
    Ruled,
)
from pokerroom.play.exposed import MISDEALS, misdealt, put_back_rake
from pokerroom.play.pots import build_pots
from pokerroom.play.procedure import Procedure
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.refusals import Code, Refusal
from pokerroom.play.showdown import award_pots, close_round, named, named_cards_refusal
from pokerroom.play.state import Round, Stage, able_from
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import Community, Deal, Face
from pokerroom.rules.editions import EDITIONS, NJAC_13_69F
from pokerroom.rules.staff import Position
from pokerroom.rules.wording import is_said
from pokerroom.words import Value, saying, term

ENOUGH_WAGERS = 2
"""Once this many players have wagered voluntarily, a wrong start or a skipped player no longer undoes the deal."""

UNDONE_EARLY = frozenset({Misdeal.WRONG_START, Misdeal.SKIPPED_PLAYER})


def over_refusal(state: Round) -> Refusal | None:
    if state.stage is Stage.CLOSED:
        return Refusal(Code.ROUND_OVER, state.procedure.general.round_of_play, {})
    return None


def declare_misdeal(course: Proceedings, command: DeclareMisdeal) -> Refusal | None:
    state, cause = course.state, command.cause
    general = state.procedure.general
    refusal = over_refusal(state)
    if refusal is not None:
        return refusal
    wagers = state.wagered.bit_count()
    if cause is Misdeal.EXPOSED_CARDS:
        return Refusal(Code.NOT_A_CAUSE, general.supplement, {"cause": term(cause)})
    if cause in UNDONE_EARLY and wagers >= ENOUGH_WAGERS:
        return Refusal(Code.DEAL_STANDS, getattr(general, MISDEALS[cause]), {"wagers": wagers})
    misdealt(course, cause)
    return None


def declare_dead(course: Proceedings, command: DeclareDead) -> Refusal | None:
    state = course.state
    refusal = over_refusal(state)
    if refusal is not None:
        return refusal
    put_back_rake(course)
    returned = tuple([state.put_in(seat) for seat in range(len(state.stacks))])
    course.happen(RoundDied(state.procedure.general.card_count, command.cause, returned))
    close_round(course)
    return None


def remove_face_up_card(course: Proceedings, command: RemoveFaceUpCard) -> Refusal | None:
    """One such card is simply not used; a second makes a misdeal (AMB-111)."""
    state = course.state
    rule = state.procedure.general.face_up
    card = top_card(state, command.card, rule, open_to_all=True, undone=state.apart.face_up > 0)
    if isinstance(card, Refusal):
        return card
    course.happen(FaceUpCardRemoved(rule, card))
    if course.state.apart.face_up > 1:
        misdealt(course, Misdeal.SEVERAL_FACE_UP)
    return None


def remove_fallen_card(course: Proceedings, command: RemoveFallenCard) -> Refusal | None:
    if command.seat is not None:
        return replace_fallen_card(course, command, command.seat)
    rule = course.state.procedure.general.off_table
    card = top_card(course.state, command.card, rule, open_to_all=False)
    if isinstance(card, Refusal):
        return card
    course.happen(FallenCardRemoved(rule, card))
    return None


def top_card(
    state: Round, given: Card | None, rule: Citation, *, open_to_all: bool, undone: bool = False
) -> Card | Refusal:
    """The card that leaves the deck unused: the room knows it, or a dealer names it. `undone`: it causes a misdeal."""
    refusal = over_refusal(state) or (None if undone and state.stub else lost_refusal(state, rule, lost=1))
    if refusal is not None:
        return refusal
    if not state.by_dealer:
        return state.stub[0] if given is None else Refusal(Code.ROOM_DEALS, rule, {})
    card = UNKNOWN if given is None else given
    if open_to_all and card == UNKNOWN and not state.unnamed:
        return Refusal(Code.NOT_A_CARD, rule, {"value": saying("detail-play.found-face-up")})
    return fresh_refusal(state, (card,), rule) or card


def discard_mistaken_cards(course: Proceedings, command: DiscardMistakenCards) -> Refusal | None:
    """Somebody who may not take part was dealt to: only those cards are discarded (R-14)."""
    state, cards = course.state, command.cards
    rule = state.procedure.general.ineligible
    refusal = over_refusal(state)
    if refusal is None and not state.by_dealer:
        refusal = Refusal(Code.ROOM_DEALS, rule, {})
    if refusal is None and not cards:
        refusal = Refusal(Code.WRONG_NUMBER_OF_CARDS, rule, {"given": 0, "due": 1})
    if refusal is None:
        refusal = fresh_refusal(state, cards, rule) or lost_refusal(state, rule, lost=len(cards), discarded=True)
    if refusal is None:
        course.happen(MistakenCardsDiscarded(rule, cards, command.player))
    return refusal


def replace_fallen_card(course: Proceedings, command: RemoveFallenCard, seat: Seat) -> Refusal | None:
    """A card of the street just dealt fell off the table: its player gets the next card at once (AMB-119)."""
    state, fallen = course.state, UNKNOWN if command.card is None else command.card
    rule = state.procedure.general.off_table
    refusal = hand_refusal(state, seat, rule)
    if refusal is not None:
        return refusal
    if not just_dealt(state):
        return Refusal(Code.TOO_LATE, rule, {})
    refusal = fallen_refusal(state, seat, fallen, rule)
    if refusal is not None:
        return refusal
    face = Face.UP if fallen in state.up[seat] else Face.DOWN
    if fallen == command.replacement != UNKNOWN:
        return Refusal(Code.CARD_ELSEWHERE, rule, {"card": fallen})
    given = None if not state.by_dealer and command.replacement == UNKNOWN else command.replacement
    card = top_card(state, given, rule, open_to_all=face is Face.UP)
    if isinstance(card, Refusal):
        return card
    course.happen(FallenCardReplaced(rule, seat, fallen, card, face))
    if face is Face.UP and state.stage is Stage.BETTING:
        course.happen(opened_again(course.state))
    return None


def fallen_refusal(state: Round, seat: Seat, fallen: Card, rule: Citation) -> Refusal | None:
    """Why the street did not give this player this card; a card nobody had seen is named when it is examined."""
    refusal = not_cards_refusal((fallen,), rule)
    if refusal is not None:
        return refusal
    down, up = of_this_street(state, seat)
    if fallen in down + up:
        return None
    if fallen in state.cards(seat):
        return Refusal(Code.TOO_LATE, rule, {})
    unseen = UNKNOWN in down and fresh_refusal(state, (fallen,), rule) is None
    return None if unseen else Refusal(Code.NOT_YOUR_CARD, rule, {"seat": seat, "card": fallen})


def of_this_street(state: Round, seat: Seat) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The down and up cards that came on this street; in a draw, any down card may be one."""
    cards, down, up = state.procedure.streets[state.street].cards, state.down[seat], state.up[seat]
    if not isinstance(cards, Deal):
        return down, ()
    new = len(cards.faces)
    # An exposed card lies the other way up, so either pile may have more of the new cards than the deal says.
    turned = state.street == 0 or any(card in state.flashed for card in up)
    new_down = new if turned else cards.faces.count(Face.DOWN)
    new_up = new if turned else new - new_down
    return down[len(down) - min(new_down, len(down)) :], up[len(up) - min(new_up, len(up)) :]


def just_dealt(state: Round) -> bool:
    """Whether players hold cards of this street and nobody has acted since they were dealt."""
    if isinstance(state.procedure.streets[state.street].cards, Community):
        return False
    if state.stage is Stage.CHOOSING:
        return True
    return unopened(state)


def unopened(state: Round) -> bool:
    """Whether nobody has acted yet in this betting round."""
    acted = state.checked or max(state.levels) >= 0 or state.turn != state.opener
    return state.stage is Stage.BETTING and not acted


def hand_refusal(state: Round, seat: Seat, rule: Citation) -> Refusal | None:
    """Why this seat has no hand to act on."""
    refusal = over_refusal(state)
    if refusal is not None:
        return refusal
    if type(seat) is not int or not 0 <= seat < len(state.stacks):
        return Refusal(Code.NOT_SEATED, state.procedure.general.seated, {"seat": seat})
    if not state.is_live(seat):
        return Refusal(Code.NOT_IN_THE_ROUND, rule, {"seat": seat})
    return None


class Departure(NamedTuple):
    """Why a hand leaves, and which of its chips are returned."""

    rule: Citation
    returned: int


def remove_hand(course: Proceedings, command: RemoveHand) -> Refusal | None:
    state, seat, cause = course.state, command.seat, command.cause
    refusal = hand_refusal(state, seat, state.procedure.general.fouled)
    if refusal is not None:
        return refusal
    if state.stage is Stage.SHUFFLING or state.waiting:
        return Refusal(Code.DEALING_INTERRUPTED, state.procedure.general.deck, {})
    if not state.cards(seat) and cause not in GONE:
        return Refusal(Code.NOT_IN_THE_ROUND, state.procedure.general.fouled, {"seat": seat})
    departure = DEPARTURES[cause](state, command)
    if isinstance(departure, Refusal):
        return departure
    if cause is Removal.SKIPPED and state.wagered.bit_count() < ENOUGH_WAGERS:
        misdealt(course, Misdeal.SKIPPED_PLAYER)
        return None
    if command.cards:
        return Refusal(Code.WRONG_NUMBER_OF_CARDS, departure.rule, {"given": len(command.cards), "due": 0})
    if cause in GIVEN_UP and state.turn == seat and state.obliged:
        course.happen(paid_obligation(state, seat))
        course.happen(Folded(departure.rule, seat))
        return None
    opens = state.turn == seat and unopened(state) and not state.procedure.game.has_button
    if departure.returned > state.pot:
        # Rake taken from chips that are returned is returned too; otherwise the pot could not pay them.
        course.happen(RakeReturned(departure.rule, sum(state.raked)))
    course.happen(HandRemoved(departure.rule, seat, cause, departure.returned))
    carry_on_without(course, reopen=opens)
    return None


GONE = frozenset({Removal.LEFT, Removal.REQUIRED_TO_LEAVE})
"""Causes in which the player leaves, with cards or before any were dealt."""
GIVEN_UP = GONE | {Removal.THROWN_AWAY}
"""Causes that the player brought about: these do not lift an obligation to bet, 14.15(j)2."""


def carry_on_without(course: Proceedings, *, reopen: bool) -> None:
    """The round goes on with one hand fewer: somebody else opens, the pots are formed again, or one player is left."""
    state = course.state
    alone = state.live.bit_count() == 1
    if state.stage is Stage.SHOWDOWN:
        form_pots(course)
    if state.stage is Stage.BETTING:
        if reopen and not alone and somebody_must_act(state, able_from(state, 0)):
            course.happen(opened_again(state))
    elif alone:
        gather_blinds(course)
        award_pots(course)


def form_pots(course: Proceedings) -> None:
    """Form the pots of a showdown again, after a hand left it or a ruling moved chips."""
    course.happen(PotsFormed(course.state.procedure.general.side_pot, build_pots(course.state)))


def of_ineligible(state: Round, command: RemoveHand) -> Departure | Refusal:
    """A player who may not take part has no chips at stake either (R-14)."""
    return Departure(state.procedure.general.ineligible, state.put_in(command.seat))


def of_skipped(state: Round, command: RemoveHand) -> Departure | Refusal:
    """Only a dealer can have skipped a player, and only if nobody has seen a card of that player's hand (R-15)."""
    seat, rule = command.seat, state.procedure.general.skipped
    acted = state.street > 0 or state.wagered >> seat & 1 or state.checked >> seat & 1
    if acted or not state.by_dealer or set(state.cards(seat)) - {UNKNOWN}:
        return Refusal(Code.DEALT_IN, rule, {"seat": seat})
    return Departure(rule, state.put_in(seat))


def of_accident(state: Round, command: RemoveHand) -> Departure | Refusal:
    """A player whose protected hand had an accident takes their chips back from the pot, 14.15(i)3."""
    general = state.procedure.general
    if is_protected(state, command.seat) and not command.to_blame:
        return Departure(general.victim, state.put_in(command.seat))
    return Departure(general.unprotected, 0)


def is_protected(state: Round, seat: int) -> bool:
    """Hole cards at stud count as protected for fouling, 14.15(i)1."""
    return bool(state.protected >> seat & 1) or not state.procedure.game.has_button


def of_thrown_away(state: Round, command: RemoveHand) -> Departure | Refusal:  # noqa: ARG001
    return Departure(state.procedure.general.fold, 0)


def of_left(state: Round, command: RemoveHand) -> Departure | Refusal:
    """An unprotected hand is collected; about a protected one the text says nothing, so it stays (IR-10)."""
    general, seat = state.procedure.general, command.seat
    if state.protected >> seat & 1:
        return Refusal(Code.HAND_PROTECTED, general.left, {"seat": seat})
    return Departure(general.left, 0)


def of_required(state: Round, command: RemoveHand) -> Departure | Refusal:  # noqa: ARG001
    """Chips in the pot were wagered and stay there, whether the hand was protected or not (R-25)."""
    return Departure(state.procedure.general.required, 0)


def of_exposed(state: Round, command: RemoveHand) -> Departure | Refusal:
    """A hand dies of exposed cards in the deal that exposes them, never by declaration."""
    return Refusal(Code.NOT_A_CAUSE, state.procedure.general.exposed, {"cause": term(command.cause)})


DEPARTURES: dict[Removal, Callable[[Round, RemoveHand], Departure | Refusal]] = {
    Removal.INELIGIBLE: of_ineligible,
    Removal.SKIPPED: of_skipped,
    Removal.SWEPT: of_accident,
    Removal.MIXED: of_accident,
    Removal.WRONG_COUNT: of_accident,
    Removal.THROWN_AWAY: of_thrown_away,
    Removal.LEFT: of_left,
    Removal.EXPOSED: of_exposed,
    Removal.REQUIRED_TO_LEAVE: of_required,
}


def mark_protected(course: Proceedings, command: MarkProtected) -> Refusal | None:
    rule = course.state.procedure.general.protected
    refusal = hand_refusal(course.state, command.seat, rule)
    if refusal is None:
        course.happen(HandProtected(rule, command.seat, command.how))
    return refusal


def reconstruct_hand(course: Proceedings, command: ReconstructHand) -> Refusal | None:
    state, seat = course.state, command.seat
    rule = state.procedure.general.reconstruct
    refusal = hand_refusal(state, seat, rule)
    if refusal is not None:
        return refusal
    if not is_protected(state, seat):
        return Refusal(Code.HAND_UNPROTECTED, state.procedure.general.unprotected, {"seat": seat})
    names = {name.strip() for name in command.witnesses if is_said(name)}
    if len(names) < 2:
        return Refusal(Code.TOO_FEW_WITNESSES, rule, {"given": len(names)})
    refusal = named_cards_refusal(state, seat, command.cards)
    if refusal is None and UNKNOWN in command.cards:
        refusal = Refusal(Code.NOT_SHOWN_WHOLE, rule, {"seat": seat})
    if refusal is None:
        course.happen(HandReconstructed(rule, seat, named(state, seat, command.cards), command.witnesses))
    return refusal


def leave_table(course: Proceedings, command: LeaveTable) -> Refusal | None:
    state, seat = course.state, command.seat
    rule = state.procedure.general.left
    refusal = hand_refusal(state, seat, rule)
    if refusal is not None:
        return refusal
    if state.protected >> seat & 1:
        course.happen(PlayerLeft(rule, seat))
        return None
    return remove_hand(course, RemoveHand(seat, Removal.LEFT))


def rule(course: Proceedings, command: Rule) -> Refusal | None:
    """A final decision; this event moves the chips, and earlier events stay as they are."""
    state = course.state
    refusal = ruling_refusal(state.procedure, command.ruling) or moves_refusal(state, command.moves)
    if refusal is None:
        course.happen(Ruled(state.procedure.general.ruling, command.ruling, command.moves))
        if state.stage is Stage.SHOWDOWN and command.moves:
            form_pots(course)
    return refusal


def ruling_refusal(procedure: Procedure, ruling: Ruling) -> Refusal | None:
    """Why this is no ruling at a table that plays by these rules, in a round or between two of them."""
    law = procedure.general.ruling
    if ruling.by.position is not Position.SHIFT_SUPERVISOR:
        return Refusal(Code.NOT_THE_SUPERVISOR, law, {"by": ruling.by.saying})
    if not is_said(ruling.reason):
        return Refusal(Code.NO_REASON, law, {})
    edition = procedure.game.edition
    if not any(text.holds(ruling.paragraph) for text in (EDITIONS[edition], NJAC_13_69F)):
        return Refusal(Code.NO_SUCH_PARAGRAPH, law, {"paragraph": ruling.paragraph, "edition": edition})
    return None


def moves_refusal(state: Round, moves: tuple[Move, ...]) -> Refusal | None:
    """Why a ruling cannot move these chips: each must be where it is taken from when it is moved."""
    law = state.procedure.general.ruling
    for move in moves:
        seats = {move.source.seat, move.target.seat}
        strangers = [seat for seat in seats if type(seat) is not int or not 0 <= seat < len(state.stacks)]
        if strangers:
            return Refusal(Code.NOT_SEATED, state.procedure.general.seated, {"seat": strangers[0]})
        if type(move.amount) is not int or move.amount <= 0:
            return Refusal(Code.NOT_MONEY, law, {"what": saying("detail-play.amount-move"), "value": str(move.amount)})
        after = moved(state, (move,))
        if not may_stand(after, move):
            facts: dict[str, Value] = {
                "amount": move.amount,
                "seat": move.source.seat,
                "place": saying(f"detail-play.pile-{move.source.at}"),
                "target": saying(f"detail-play.pile-{move.target.at}"),
            }
            return Refusal(Code.NOT_THERE_TO_MOVE, law, facts)
        state = after
    return None


def may_stand(after: Round, move: Move) -> bool:
    """Whether the chips were there, and a round still in play can go on from where they are now."""
    if getattr(after, PILES[move.source.at])[move.source.seat] < 0:
        return False
    places = {move.source.at, move.target.at}
    if after.stage is Stage.CLOSED:
        return places == {"stakes"}
    if "bet" in places and (after.stage is not Stage.BETTING or max(after.bets) > after.bet):
        return False
    return after.stage is not Stage.BETTING or all(after.stacks[seat] for seat in after.to_act)


HANDLERS: dict[type[Any], Callable[[Proceedings, Any], Refusal | None]] = {
    DeclareMisdeal: declare_misdeal,
    DeclareDead: declare_dead,
    RemoveFaceUpCard: remove_face_up_card,
    RemoveFallenCard: remove_fallen_card,
    DiscardMistakenCards: discard_mistaken_cards,
    RemoveHand: remove_hand,
    MarkProtected: mark_protected,
    ReconstructHand: reconstruct_hand,
    LeaveTable: leave_table,
    Rule: rule,
}
