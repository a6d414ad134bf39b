"""The benchmark plays real rounds: a little of every case is played here, and what it comes to is compared."""

import random

import pytest

from bench import engines
from pokerroom.play import replay
from tests.benches import run

FINGERPRINTS = {
    "nlhe6": "9bf9d84cbc2327d3",
    "nlhe6-folds": "36ea6d5a5a049bf9",
    "flhe6": "699b2cf0dccb610f",
    "plo6": "4696aa70f36a7117",
    "omaha-8": "3a19dd47173f2b02",
    "stud": "4fdd6f8e23dde984",
    "stud-8": "be225fd9589e0885",
    "razz": "18d2a04c8d4b84e0",
    "triple-draw": "43e6fcf3c2780aeb",
    "badugi": "6a44b47480b62ad2",
}
"""What each seat won or lost, and the decisions made, over 50 seeded rounds of each case."""


def test_our_side_of_every_case_comes_to_what_it_always_came_to() -> None:
    done = run("engines.py", "--quick")
    assert done.returncode == 0, done.stderr
    assert dict(line.split() for line in done.stdout.splitlines()) == FINGERPRINTS


@pytest.mark.parametrize("case", engines.CASES, ids=lambda case: case.key)
def test_the_log_the_benchmark_keeps_is_the_whole_round(case: engines.Case) -> None:
    random.seed(case.key)
    state, log, _ = engines.play_round(case.table, case.policy)
    assert state.over
    assert replay(log) == state


def test_every_goal_is_about_an_engine_that_plays_the_case() -> None:
    assert engines.GOALS.keys() <= {(case.key, peer) for case in engines.CASES for peer in case.peers}


def test_a_case_that_does_not_exist_is_refused_by_name() -> None:
    done = run("engines.py", "--quick", "whist")
    assert done.returncode == 2
    assert "no case is called whist" in done.stderr
