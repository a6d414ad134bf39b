"""What is told: a hand has a name whenever it is whole, and people are called by their names."""

import pytest

from pokerroom.games import games_of
from pokerroom.play import Seat, Stage, view
from pokerroom.rules.clauses import Game
from pokerroom.web.tables.telling import named
from pokerroom.web.tables.views import hands_of, offer_of
from tests.sweep import LIMITS, SIGNS, Case, play

every_game = pytest.mark.parametrize("game", games_of(), ids=lambda game: game.key)


@every_game
def test_at_every_moment_a_live_hand_can_be_named_or_has_no_name_yet(game: Game) -> None:
    shown = 0
    for seed in range(3):
        case = Case(game.edition, game.key, next(iter(LIMITS)), game.seats.most, SIGNS[0], seed)
        for step in play(case):
            state = step.after
            for seat in map(Seat, range(state.seats)):
                if not state.is_live(seat):
                    continue
                names = hands_of(state, state.cards(seat))
                whole = state.stage is Stage.SHOWDOWN
                assert any(names) or not whole
                shown += any(names)
    assert shown


@every_game
def test_every_offer_of_a_round_goes_over_the_wire(game: Game) -> None:
    case = Case(game.edition, game.key, next(iter(LIMITS)), 3, SIGNS[0], 1)
    for step in play(case):
        state = step.after
        if state.turn is None:
            continue
        for offer in view(state, state.turn).offers:
            sent = offer_of(offer)
            assert sent.kind in type(offer).__name__.removeprefix("May").removeprefix("Must")
            assert sent.rule == offer.rule.paragraph


def test_people_are_called_by_their_names() -> None:
    players = ("a", "b")
    names = {"a": "Ann", "b": "Ben"}
    assert named("Seat 2 raises to $4.", players, names.__getitem__) == "Ben raises to $4."
    assert named("$2 goes back to seat 1.", players, names.__getitem__) == "$2 goes back to Ann."
    assert named("Seat 7 is nobody.", players, names.__getitem__) == "Seat 7 is nobody."
