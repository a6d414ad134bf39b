"""The hostile hour runs, and a little of it refuses nobody honest."""

from tests.benches import run


def test_a_little_of_the_hostile_hour_runs_and_nobody_honest_is_refused() -> None:
    done = run("hostile.py", "--quick", timeout=600)
    assert done.returncode == 0, done.stderr
    assert "| among the hostile |" in done.stdout
    assert "| moves refused | 0 |" in done.stdout
    assert "| players let go | 0 |" in done.stdout
    assert "| newcomers turned away | 0 |" in done.stdout
    assert "nonsense answered 5" not in done.stdout
    assert "Traceback" not in done.stderr
