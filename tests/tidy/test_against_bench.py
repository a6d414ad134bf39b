"""Two commits can be compared: here the files as they are with themselves."""

import re
from pathlib import Path

from tests.benches import run


def test_a_little_of_the_comparison_runs_and_tells_ratios() -> None:
    done = run("against.py", str(Path(__file__).parents[2]), "--only", "SQLite", "--tables", "1", "--turns", "1")
    assert done.returncode == 0, done.stderr
    ratios = [float(each) for each in re.findall(r"ratio ([0-9.]+)", done.stdout)]
    assert len(ratios) == 3, done.stdout
    assert all(each > 0 for each in ratios), done.stdout


def test_a_commit_that_does_not_exist_is_refused() -> None:
    done = run("against.py", "no-such-commit")
    assert done.returncode != 0
    assert "no-such-commit" in done.stderr
