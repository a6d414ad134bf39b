"""The benchmark of the live room runs."""

import pytest

from tests.benches import run


def test_a_little_of_the_benchmark_runs() -> None:
    done = run("room.py", "--quick", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "| a client sends its move |" in done.stdout
    assert "of raw" in done.stdout
    assert "KB a client" in done.stdout


def test_a_part_that_does_not_exist_is_refused_by_name() -> None:
    done = run("room.py", "speed")
    assert done.returncode == 2
    assert "no part is called speed" in done.stderr


@pytest.mark.soak
def test_a_little_of_the_weighing_runs() -> None:
    done = run("weight.py", "--quick", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "without direct sending" in done.stdout
    assert "without commits in the loop" in done.stdout
