"""The benchmark of the opponents plays real rounds, and the examples of its page run."""

import doctest

from bench import bots
from pokerroom.bots import PERSONALITIES
from tests.conftest import ROOT


def test_a_little_of_the_benchmark_plays() -> None:
    match = bots.matched("badugi", "fixed", "caller", 4)
    assert match.rounds == 4
    assert match.cents != 0
    cost = bots.timed("hold-em", "no", 2)
    assert 0 < cost.mean <= cost.worst
    assert [each.name for each in bots.characters(2)] == [each.name for each in PERSONALITIES]


def test_the_examples_of_the_page_run() -> None:
    result = doctest.testfile(str(ROOT / "docs/bots.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0
