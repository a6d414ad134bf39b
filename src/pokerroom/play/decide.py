"""`decide` chooses: the events a command leads to, or why it is refused. It changes nothing and uses no randomness."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pokerroom.play import betting, choosing, dealing, discards, irregularities, opening, showdown, unnamed
from pokerroom.play.apply import FOLDS
from pokerroom.play.commands import (
    Bet,
    Call,
    Check,
    Command,
    Concede,
    Deal,
    Discard,
    Draw,
    Fold,
    Freeze,
    Irregularity,
    Misdeal,
    NameCards,
    NameOpener,
    OpenRound,
    PlayOn,
    PostForcedBet,
    PushPots,
    Raise,
    Reshuffle,
    Seat,
    Show,
    TakeBack,
    Uphold,
)
from pokerroom.play.events import BettingSkipped, EntryTakenBack, Event, RulingMade
from pokerroom.play.exposed import misdealt
from pokerroom.play.procedure import Procedure
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.refusals import UPHOLDABLE, Code, Refusal
from pokerroom.play.state import Round, Stage, somebody_else_is_able
from pokerroom.words import term


class Handler(NamedTuple):
    """When a player's command is allowed, why it may be refused, and what it does."""

    stage: Stage
    refusal: Callable[[Round, Any], Refusal | None]
    bring_about: Callable[[Round, Any], list[Event]]


HANDLERS: dict[type[Any], Handler] = {
    Check: Handler(Stage.BETTING, betting.check_refusal, betting.check),
    Call: Handler(Stage.BETTING, betting.call_refusal, betting.call),
    Fold: Handler(Stage.BETTING, betting.fold_refusal, betting.fold),
    Bet: Handler(Stage.BETTING, betting.bet_refusal, betting.bet),
    Raise: Handler(Stage.BETTING, betting.raise_command_refusal, betting.raise_),
    PostForcedBet: Handler(Stage.BETTING, betting.forced_bet_refusal, betting.post_forced_bet),
    Draw: Handler(Stage.DRAWING, dealing.draw_refusal, dealing.draw),
    Discard: Handler(Stage.DISCARDING, discards.late_discard_refusal, discards.late_discard),
    Show: Handler(Stage.SHOWDOWN, showdown.show_refusal, showdown.show),
    Concede: Handler(Stage.SHOWDOWN, showdown.concede_refusal, showdown.concede),
    Freeze: Handler(Stage.CHOOSING, choosing.choice_refusal, choosing.freeze),
    PlayOn: Handler(Stage.CHOOSING, choosing.choice_refusal, choosing.play_on),
}

Outcome = tuple[Round, list[Event]] | Refusal
"""The round afterwards and the events that led there, or why nothing happened."""


def start(table: Procedure, command: OpenRound) -> Outcome:
    """Open a round of play at a table."""
    refusal = opening.opening_refusal(table, command)
    if refusal is not None:
        return refusal
    course = opening.open_proceedings(table, command)
    settle(course)
    return course.state, course.events


def decide(state: Round, command: Command) -> tuple[Event, ...] | Refusal:
    """The events a command leads to, or why it is refused."""
    outcome = perform(state, command)
    return outcome if isinstance(outcome, Refusal) else tuple(outcome[1])


def perform(state: Round, command: Command) -> Outcome:
    """`decide`, with its events already applied."""
    handler = HANDLERS.get(type(command))
    if handler is None:
        return perform_of_dealer(state, command)
    stage, refuse, bring_about = handler
    seat: Seat = command.seat  # type: ignore[assignment,union-attr]  # whoever has a handler has a seat
    to_act = state.to_act
    if state.stage is not stage or not to_act or to_act[0] != seat or type(seat) is not int or state.owed:
        return turn_refusal(state, stage, seat)
    refusal = refuse(state, command)
    if refusal is not None:
        return refusal
    events = bring_about(state, command)
    for event in events:
        state = FOLDS[type(event)](state, event)
    to_act, live = state.to_act, state.live
    if to_act and live & (live - 1) and not state.owed and (len(to_act) > 1 or not answered(state, to_act)):
        return state, events  # A player still has to act: nothing follows automatically.
    course = Proceedings(state, events)
    settle(course)
    return course.state, course.events


def perform_of_dealer(state: Round, command: Command) -> Outcome:
    """Commands of the dealer or the supervisor rather than of the player to act."""
    course = Proceedings(state, [])
    match command:
        case Deal():
            refusal = irregularities.over_refusal(state) or dealing.deal_refusal(state, command)
            course.hand_over, course.exposed = command.cards, command.exposed
        case Reshuffle():
            refusal = irregularities.over_refusal(state) or reshuffle_refusal(state, command)
            if refusal is None:
                course.happen(dealing.reshuffle(state, command))
        case Uphold():
            refusal = uphold(course, command)
        case NameCards() | NameOpener() | PushPots() | TakeBack():
            refusal = irregularities.over_refusal(state) or OF_DEALER[type(command)](course, command)
        case _:
            refusal = irregularity(course, command)  # type: ignore[arg-type]  # a player's command never comes here
    if refusal is not None:
        return refusal
    settle(course)
    return course.state, course.events


def take_back(course: Proceedings, command: TakeBack) -> Refusal | None:  # noqa: ARG001
    """Only the last entry, and only until something rests on it; what is further back takes a ruling (R-46)."""
    state = course.state
    rule = state.procedure.general.entered
    if state.before is None:
        return Refusal(Code.NOTHING_TO_TAKE_BACK, rule, {})
    course.happen(EntryTakenBack(rule))
    return None


OF_DEALER: dict[type[Any], Callable[[Proceedings, Any], Refusal | None]] = {
    NameCards: unnamed.name_cards,
    NameOpener: unnamed.name_opener,
    PushPots: unnamed.push_pots,
    TakeBack: take_back,
}


def irregularity(course: Proceedings, command: Irregularity) -> Refusal | None:
    """Something went wrong, and a command says what."""
    handler = irregularities.HANDLERS.get(type(command))
    if handler is None:
        raise TypeError(f"{type(command).__name__} is not a command of a round of play")
    return handler(course, command)


def turn_refusal(state: Round, stage: Stage, seat: Seat) -> Refusal:
    """Only the player whose turn it is may act, and only as the stage of the round allows, 14.7(d)."""
    to_act, general = state.to_act, state.procedure.general
    over = irregularities.over_refusal(state)
    if over is not None:
        return over
    if type(seat) is not int or not 0 <= seat < len(state.stacks):
        return Refusal(Code.NOT_SEATED, general.seated, {"seat": seat})
    if state.stage is not stage or state.owed or not to_act:
        return Refusal(Code.NOT_NOW, general.turn, {"stage": term(state.stage)})
    return Refusal(Code.NOT_YOUR_TURN, general.turn, {"seat": seat, "turn": to_act[0]})


def reshuffle_refusal(state: Round, command: Reshuffle) -> Refusal | None:
    if state.stage is not Stage.SHUFFLING:
        return Refusal(Code.NOT_NOW, state.procedure.general.deck, {"stage": term(state.stage)})
    return dealing.reshuffle_refusal(state, command)


def uphold(course: Proceedings, upheld: Uphold) -> Refusal | None:
    """Let a refused action stand, where only the sign or the order forbade it."""
    state, command = course.state, upheld.command
    if upheld.ruling is not None:
        refusal = irregularities.ruling_refusal(state.procedure, upheld.ruling)
        if refusal is not None:
            return refusal
    if type(command) not in HANDLERS:
        raise TypeError(f"{type(command).__name__} is not a player's action, and a ruling is about nothing else")
    handler = HANDLERS[type(command)]
    seat = command.seat
    on_turn = state.stage is handler.stage and state.turn == seat and type(seat) is int and not state.owed
    refusal = handler.refusal(state, command) if on_turn else turn_refusal(state, handler.stage, seat)
    ruling = state.procedure.general.ruling
    if refusal is None:
        return Refusal(Code.NOTHING_TO_UPHOLD, ruling, {})
    opener = refusal.code is Code.NOT_YOUR_TURN and betting.may_open_instead(state, command)
    if refusal.code not in UPHOLDABLE and not opener:
        return refusal
    assert isinstance(refusal.code, Code), refusal
    course.happen(RulingMade(ruling, command.seat, refusal.code, refusal.cited, upheld.ruling))
    if opener:
        course.happen(betting.opened_by(state, command.seat, ruling))
        state = course.state
        refusal = handler.refusal(state, command)
        if refusal is not None and refusal.code not in UPHOLDABLE:
            return refusal
    for event in handler.bring_about(state, command):
        course.happen(event)
    return None


def settle(course: Proceedings) -> None:
    """Carry the round on until a player or the dealer must act."""
    while STEPS[course.state.stage](course):
        pass


def after_betting(course: Proceedings) -> bool:
    state = course.state
    if not betting_is_complete(state):
        return False
    betting.close_betting(course)
    if not state.live & (state.live - 1):
        showdown.award_pots(course)
        return False
    if state.procedure.streets[state.street].discard:
        discards.late_entries(course)
    return True


def betting_is_complete(state: Round) -> bool:
    """Everybody has answered, or one player is left, or the last to act has nothing to answer and nobody to answer
    them.
    """
    to_act = state.to_act
    return not to_act or not state.live & (state.live - 1) or answered(state, to_act)


def answered(state: Round, to_act: tuple[Seat, ...]) -> bool:
    """Whether the one player left to act has nothing to answer, and nobody could answer them."""
    if len(to_act) > 1 or state.obliged:
        return False
    seat = to_act[0]
    return state.bets[seat] >= max(state.bets) and not somebody_else_is_able(state, seat)


def after_dealing(course: Proceedings) -> bool:
    state = course.state
    if not state.waiting and state.street >= 0 and state.procedure.streets[state.street].last:
        showdown.open_showdown(course)
        return True
    if not dealing.deal_street(course):
        return False
    if course.state.stage is not Stage.DEALING:
        return True
    live = course.state.live
    if live & (live - 1):
        if betting.open_betting(course):
            return False  # A betting round is opened only where somebody must act in it.
        discards.late_entries(course)
    elif live:
        betting.gather_blinds(course)
        showdown.award_pots(course)  # The hands of all other players were exposed and are dead.
    else:
        misdealt(course, Misdeal.EXPOSED_CARDS)  # Nobody is left to win anything.
    return True


def after_drawing(course: Proceedings) -> bool:
    state = course.state
    if state.to_act:
        return bool(state.owed) and dealing.serve_draw(course)
    if state.late:
        dealing.owe_replacement(course)
        return True
    if betting.open_betting(course):
        return False
    if state.procedure.streets[state.street].last:
        showdown.open_showdown(course)
        return True
    return dealing.deal_street(course)


def after_choosing(course: Proceedings) -> bool:
    if course.state.to_act:
        return False
    if not betting.open_betting(course):
        course.happen(BettingSkipped(choosing.choice(course.state).rule))
    return True


def after_showing(course: Proceedings) -> bool:
    """Where the dealer need not name cards, the pots of several players go where the dealer pushes them."""
    state = course.state
    if not state.live & (state.live - 1) or not (state.to_act or state.unnamed):
        showdown.award_pots(course)
    return False


def wait(course: Proceedings) -> bool:  # noqa: ARG001
    return False


STEPS: dict[Stage, Callable[[Proceedings], bool]] = {
    Stage.BETTING: after_betting,
    Stage.DEALING: after_dealing,
    Stage.DRAWING: after_drawing,
    Stage.CHOOSING: after_choosing,
    Stage.SHOWDOWN: after_showing,
    Stage.TELLING: unnamed.after_telling,
    Stage.SHUFFLING: wait,
    Stage.DISCARDING: wait,
    Stage.CLOSED: wait,
}
