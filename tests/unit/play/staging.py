"""Tables and rounds that the unit tests start from, with every command spelled out."""

from typing import Any

from pokerroom.cards import DECK, Card
from pokerroom.games import game
from pokerroom.play import (
    Command,
    Event,
    OpenRound,
    Outcome,
    Procedure,
    Refusal,
    Round,
    Seat,
    perform,
    procedure,
    start,
)
from pokerroom.rules.editions import SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed, NoLimit, letter

PLENTY = 100_00
S1, S2, S3 = Seat(0), Seat(1), Seat(2)

STUD_SIGN: dict[str, Any] = {"ante": 100, "forced_bet": 200}
BLINDS: dict[str, Any] = {"blinds": (100, 200)}

HOLD_EM = procedure(game("hold-em"), letter(NoLimit(200), **BLINDS))
FIVE_DRAW = procedure(game("five-card-draw-high"), letter(NoLimit(200), **BLINDS))
STUD = procedure(game("seven-card-stud-high"), letter(Fixed(400, 800), **STUD_SIGN))
FIVE_STUD = procedure(game("five-card-stud"), letter(Fixed(400, 800), **STUD_SIGN))
SUPER_STUD = procedure(game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT), letter(Fixed(400, 800), **STUD_SIGN))


def opened(
    table: Procedure,
    *,
    players: int = 3,
    stacks: tuple[int, ...] = (),
    deck: tuple[Card, ...] | None = DECK,
    **opening: Any,
) -> Round:
    """A round just opened; the deck lies in the order of its cards, twos on top, unless another is given."""
    command = OpenRound(stacks=stacks or (PLENTY,) * players, deck=deck, **opening)
    return accepted(start(table, command))[0]


def accepted(outcome: Outcome) -> tuple[Round, list[Event]]:
    assert not isinstance(outcome, Refusal), str(outcome)
    return outcome


def after(state: Round, *commands: Command) -> Round:
    for command in commands:
        state, _ = accepted(perform(state, command))
    return state


def events_of(state: Round, command: Command) -> list[Event]:
    return accepted(perform(state, command))[1]


def refused(state: Round, command: Command) -> Refusal:
    outcome = perform(state, command)
    assert isinstance(outcome, Refusal), f"{command} was accepted"
    return outcome


def opening_refused(table: Procedure, command: OpenRound) -> Refusal:
    outcome = start(table, command)
    assert isinstance(outcome, Refusal), f"{command} was accepted"
    return outcome
