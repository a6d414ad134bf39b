"""The benchmark of starting runs."""

from bench import startup as bench
from tests.benches import run


def test_a_little_of_the_benchmark_runs() -> None:
    done = run("startup.py", "--quick")
    assert done.returncode == 0, done.stderr
    for case in bench.CASES:
        assert f"| {case.name} | " in done.stdout
        assert f"| import {case.beside} | " in done.stdout
