"""The benchmark of the rankings measures what it says."""

from importlib.util import find_spec

import msgspec
import pytest

from bench.ranking_exact import FREQUENCIES, TABLES
from bench.ranking_peers import CASES, DISTRIBUTIONS, DisagreementError
from bench.ranking_speed import check_order
from pokerroom.ranking import Ranking
from pokerroom.ranking.bulk import rank_many
from tests.benches import run


def test_a_little_of_everything_can_be_measured() -> None:
    done = run("ranking.py", "--quick", timeout=300)
    assert done.returncode == 0, done.stderr
    for case in CASES:
        assert f"### {case.name}\n" in done.stdout
    assert done.stdout.count("| yes ") == len([size for _, size, _ in TABLES.values() if size < 5])
    for name, module in DISTRIBUTIONS.items():
        named = f"NOT MEASURED: {name} is not installed" in done.stderr
        assert named == (find_spec(module) is None)


def test_every_published_table_is_counted() -> None:
    published = msgspec.json.decode(FREQUENCIES.read_bytes())
    assert {name for name in published if "same_as" not in published[name]} == TABLES.keys()


def test_every_ranking_but_the_visible_cards_is_measured() -> None:
    visible = {Ranking.BOARD_HIGH, Ranking.BOARD_LOW}
    read_as_another = {Ranking.LOW_INVERSE_OF_HIGH}
    assert {case.ranking for case in CASES} == {*Ranking} - visible - read_as_another


def test_a_peer_that_parts_equal_hands_or_orders_them_otherwise_is_found_out() -> None:
    case = CASES[0]
    with pytest.raises(DisagreementError, match="whoever parts hands that are equal"):
        check_order(case, "whoever", lambda rows: lambda: range(len(rows)))
    with pytest.raises(DisagreementError, match="whoever orders hands otherwise"):
        check_order(case, "whoever", lambda rows: lambda: [each % 1000 for each in rank_many(case.ranking, rows)])


def test_a_case_that_does_not_exist_is_refused_by_name() -> None:
    done = run("ranking.py", "--quick", "whist")
    assert done.returncode == 2
    assert "no case is called whist" in done.stderr
