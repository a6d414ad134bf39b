"""The house's bots and a learner meet: every game is played on the engine and in a lane side by side."""

from random import Random
from typing import Any

import numpy as np
import pytest

from examples import learner
from pokerroom.bots import choose
from pokerroom.envs import HouseMatch, at_random, stays
from pokerroom.play import Call, Check, MayCheck, PlayerCommand, Seat, View
from tests.unit.envs.playing import KEYS


def plain(chance: Random) -> Any:
    return lambda view: choose(view, chance)


@pytest.mark.parametrize("key", KEYS)
def test_a_policy_meets_the_bots_at_every_game(key: str) -> None:
    match = HouseMatch(key, seats=3, limits="pot")
    won = match.play(at_random, plain, rounds=9, seed=2)
    assert won.shape == (3,)
    np.testing.assert_array_equal(won, HouseMatch(key, seats=3, limits="pot").play(at_random, plain, rounds=9, seed=2))


def test_whoever_plays_as_the_bots_do_wins_nothing_from_them() -> None:
    """The same deck from every seat: what the policy wins in one it loses in the others."""
    calls = HouseMatch("hold-em", seats=2).play(stays, lambda _: caller, rounds=40, seed=1)
    assert not calls.any()


def caller(view: View) -> PlayerCommand:
    free = any(isinstance(offer, MayCheck) for offer in view.offers)
    return (Check if free else Call)(Seat(int(view.viewer)))


@pytest.mark.parametrize("key", learner.GAMES)
def test_the_learner_of_the_examples_learns_the_same_from_the_same_seed(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, again = (learner.curve(key, rounds=1_500, matches=4, seed=3, lanes=128) for _ in range(2))
    assert first == again
    assert [point.rounds for point in first[::2]] == [0, 93, 375, 1_500]
    assert "1,500 rounds learned, against house" in capsys.readouterr().out


def test_the_learner_prefers_what_pays() -> None:
    """In a situation where a wager wins and a call loses, it comes to wager."""
    pupil = learner.Learner("badugi", seed=1)
    rows, actions = np.zeros(90, np.int64), np.arange(90) % 3
    for _ in range(20):
        pupil.learn(rows, actions, np.array([0.0, -1.0, 1.0])[actions], rate=0.3, warmth=0.02)
    everything = learner.Situation(np.zeros(1, np.int64), np.ones((1, 3), np.bool_), np.zeros(1, np.bool_))
    assert pupil.chances(everything)[0].argmax() == 2
    assert pupil.chances(everything)[0, 2] > 0.9


def test_a_line_of_the_curve_says_who_won_and_how_surely() -> None:
    line = learner.line_of(learner.Point(750_000, "house", 21.04, 3.2))
    assert line.startswith("   750,000 rounds learned, against house    +21.0 +-  3.2")
    assert "|#####" in line
    assert "##|" in learner.line_of(learner.Point(0, "plain", -8.0, 1.0))
