"""The benchmark of the first hand runs."""

import pytest

from bench import first_hand as bench
from tests.benches import need_a_browser, run


@pytest.mark.soak
def test_one_visit_runs() -> None:
    need_a_browser("the first hand")
    done = run("first_hand.py", "--quick", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "| quick seat, hold 'em | desktop | 1 |" in done.stdout


def test_a_visit_that_takes_too_long_misses_the_goal() -> None:
    visits = [bench.Visit("badugi", "phone", 1.0, 2.0, cards) for cards in (bench.GOAL - 0.1, bench.GOAL)]
    assert list(bench.missed(bench.Report("", {}, visits))) == [
        "badugi, phone: the first cards after 10.0 s, not within 10 s"
    ]
