"""The choice of a player whose last card was dealt face up by accident, 14.15(k), (m)."""

from pokerroom.play.commands import Freeze, PlayOn
from pokerroom.play.events import Event, Frozen, PlayedOn
from pokerroom.play.refusals import Refusal
from pokerroom.play.state import Round
from pokerroom.rules.clauses import FreezeOrPlayOn


def choice(state: Round) -> FreezeOrPlayOn:
    clause = state.procedure.streets[state.street].street.exposed
    assert isinstance(clause, FreezeOrPlayOn), "only this clause offers a choice"
    return clause


def choice_refusal(state: Round, command: Freeze | PlayOn) -> Refusal | None:  # noqa: ARG001  either is allowed
    return None


def freeze(state: Round, command: Freeze) -> list[Event]:
    """No further wagers: the player contends for the pot as it stands, like an all-in player (AMB-116)."""
    return [Frozen(choice(state).freeze, command.seat)]


def play_on(state: Round, command: PlayOn) -> list[Event]:
    return [PlayedOn(choice(state).play_on, command.seat)]
