"""The benchmark of following runs."""

import pytest

from tests.benches import run


@pytest.mark.soak
def test_a_little_of_the_benchmark_runs() -> None:
    done = run("following.py", "--quick")
    assert done.returncode == 0, done.stderr
    assert "| a look in vain | " in done.stdout
    assert "| NOTIFY | " in done.stdout
