"""Transfers that follow from a table's events."""

import pytest

from pokerroom.games import games_of
from pokerroom.play import Round, apply, events
from pokerroom.room.processes.booking import IDLE
from pokerroom.rules.clauses import Game
from tests.sweep import LIMITS, SIGNS, Case, play


def in_the_books(state: Round) -> tuple[object, ...]:
    """What the books follow of a round."""
    return state.paid, state.main_pot_antes, state.taken, state.awarded


@pytest.mark.parametrize("game", games_of(), ids=lambda game: game.key)
def test_an_event_called_quiet_leaves_every_chip_where_the_books_have_it(game: Game) -> None:
    seen: set[type[object]] = set()
    for limit in LIMITS:
        for seed in range(5):
            for step in play(Case(game.edition, game.key, limit, 4, SIGNS[0], seed)):
                if step.before is None:
                    continue
                state = step.before
                for event in step.events:
                    after = apply(state, event)
                    if type(event) in IDLE:
                        seen.add(type(event))
                        assert in_the_books(after) == in_the_books(state)
                    state = after
    assert {events.Called, events.Folded, events.HandShown} <= seen
