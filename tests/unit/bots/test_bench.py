"""The benchmark of the opponents plays real rounds, and the page shows what it found."""

import doctest

import msgspec

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


def test_the_page_shows_the_results_on_record() -> None:
    report = msgspec.json.decode(bots.RESULTS.read_bytes(), type=bots.Report)
    text = bots.PAGE.read_text(encoding="utf-8")
    assert bots.page(text, report) == text, "run bench/bots.py --json"
    assert {(each.game, each.limit) for each in report.matches} == {*bots.CASES}


def test_no_match_on_record_was_lost_by_more_than_luck() -> None:
    report = msgspec.json.decode(bots.RESULTS.read_bytes(), type=bots.Report)
    assert [each for each in report.matches if each.cents < -2 * each.error] == []


def test_the_examples_of_the_page_run() -> None:
    result = doctest.testfile(str(ROOT / "docs/bots.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0
