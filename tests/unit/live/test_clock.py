"""What becomes of a turn when nobody speaks: a forced or compulsory bet is made, a check is taken, a bet folded to."""

import pytest

from pokerroom.games import games_of
from pokerroom.live.tables.clock import ClockRules, is_beaten, late_too_often, on_time_out, refilled
from pokerroom.live.tables.turns import time_for
from pokerroom.play import (
    Bet,
    Check,
    Draw,
    Fold,
    MayCall,
    MayCheck,
    MayFold,
    MayPostForcedBet,
    PostForcedBet,
    Refusal,
    Round,
    Seat,
    Show,
    Stage,
    perform,
    view,
)
from pokerroom.rules.clauses import Game
from tests.sweep import LIMITS, SIGNS, Case, play

every_game = pytest.mark.parametrize("game", games_of(), ids=lambda game: game.key)


def turns(game: Game) -> list[Round]:
    """States of random rounds in which somebody is to act."""
    limit, sign = next(iter(LIMITS)), SIGNS[0]
    cases = [Case(game.edition, game.key, limit, 4, sign, seed) for seed in range(4)]
    states = [step.after for case in cases for step in play(case)]
    return [state for state in states if state.turn is not None and view(state, state.turn).offers]


@every_game
def test_whatever_the_clock_does_for_a_player_is_allowed(game: Game) -> None:
    found = turns(game)
    assert found
    for state in found:
        assert state.turn is not None
        for concedes in (False, True):
            command = on_time_out(view(state, state.turn), concedes=concedes)
            assert not isinstance(perform(state, command), Refusal), command


@every_game
def test_a_time_out_checks_where_that_is_free_and_never_escapes_a_forced_bet(game: Game) -> None:
    for state in turns(game):
        assert state.turn is not None
        seen = view(state, state.turn)
        kinds = {type(offer) for offer in seen.offers}
        command = on_time_out(seen)
        if MayPostForcedBet in kinds:
            assert isinstance(command, PostForcedBet)
        elif MayCheck in kinds:
            assert isinstance(command, Check)
        elif MayCall in kinds:
            assert isinstance(command, Fold)
        elif state.stage is Stage.DRAWING:
            assert command == Draw(state.turn)
        elif any(isinstance(offer, MayFold) and offer.pays for offer in seen.offers):
            assert isinstance(command, Bet)


def test_at_the_showdown_a_beaten_hand_is_told_from_one_that_wins() -> None:
    beaten = winning = 0
    for game in games_of():
        for state in turns(game):
            if state.stage is not Stage.SHOWDOWN or state.turn is None or not state.shown:
                continue
            outcome = perform(state, Show(state.turn))
            assert not isinstance(outcome, Refusal)
            after = outcome[0]
            while after.turn is not None and after.stage is Stage.SHOWDOWN:
                outcome = perform(after, Show(after.turn))
                assert not isinstance(outcome, Refusal)
                after = outcome[0]
            won = after.stacks[state.turn] > state.stacks[state.turn]
            if is_beaten(state, Seat(state.turn)):
                assert not won
                beaten += 1
            else:
                winning += won
    assert beaten
    assert winning


def test_the_clock_runs_shorter_at_the_showdown() -> None:
    rules = ClockRules(act=20, show=3)
    assert time_for(Stage.BETTING, rules) == 20
    assert time_for(Stage.SHOWDOWN, rules) == 3


def test_a_time_bank_fills_up_to_its_most() -> None:
    rules = ClockRules(bank_refill=5, bank_most=12)
    assert refilled(0, rules) == 5
    assert refilled(10, rules) == 12


def test_one_late_turn_is_forgiven() -> None:
    assert not late_too_often([True])
    assert not late_too_often([True, False])
    assert late_too_often([False, True, True])
