"""The benchmark of the board runs, and knows when a goal is missed."""

import pytest

from bench import board as bench
from tests.benches import need_a_browser, run


@pytest.mark.soak
def test_a_little_of_the_board_runs() -> None:
    need_a_browser("the board")
    done = run("board.py", "--quick", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "| somebody is called to a seat |" in done.stdout
    assert "| nothing has changed |" in done.stdout


def test_a_change_that_is_shown_or_drawn_too_late_misses_the_goal() -> None:
    drawn = [
        bench.Drawn("late", bench.CURRENT_WITHIN + 0.1, 2.0, 9),
        bench.Drawn("slow", 0.2, bench.DRAWN_WITHIN + 1, 9),
        bench.Drawn("good", 0.2, 20.0, 9),
    ]
    report = bench.Report("", 1, 1, 1.0, 1, drawn, [])
    assert list(bench.missed(report)) == ["late: shown after 1.10 s", "slow: drawn in 51 ms"]
