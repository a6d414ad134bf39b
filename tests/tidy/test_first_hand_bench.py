"""The benchmark of the first hand runs."""

import pytest
from playwright.sync_api import Error, sync_playwright

from bench import first_hand as bench
from tests.benches import run
from tests.browser.stage import PAGE, launched


def test_one_visit_runs() -> None:
    if not (PAGE / "index.html").is_file():
        pytest.skip("NOT TESTED: the page has not been built (`make page`, which needs Node and npm)")
    try:
        with sync_playwright() as playwright:
            launched(playwright).close()
    except Error as error:
        pytest.skip(f"NOT TESTED: the first hand, as there is no Chromium ({error.message.splitlines()[0]})")
    done = run("first_hand.py", "--quick", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "| quick seat, hold 'em | desktop | 1 |" in done.stdout


def test_a_visit_that_takes_too_long_misses_the_goal() -> None:
    visits = [bench.Visit("badugi", "phone", 1.0, 2.0, cards) for cards in (bench.GOAL - 0.1, bench.GOAL)]
    assert list(bench.missed(bench.Report("", {}, visits))) == [
        "badugi, phone: the first cards after 10.0 s, not within 10 s"
    ]
