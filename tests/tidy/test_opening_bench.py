"""The benchmark of opening a room runs."""

from bench import opening as bench
from tests.benches import run


def test_a_little_of_the_benchmark_runs() -> None:
    done = run("opening.py", "--quick")
    assert done.returncode == 0, done.stderr
    assert "| 20 | 80 |" in done.stdout
    for how in (bench.CLOSED, bench.KILLED, bench.WHOLE):
        assert f"| {how} |" in done.stdout
