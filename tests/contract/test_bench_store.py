"""The benchmark of the store runs."""

from bench import store as bench
from tests.benches import run


def test_a_little_of_the_benchmark_runs_on_every_database() -> None:
    done = run("store.py", "--quick")
    assert done.returncode == 0, done.stderr
    for tables in bench.TABLES:
        assert f"| SQLite | {tables} |" in done.stdout
    assert "| PostgreSQL |" in done.stdout or "NOT MEASURED" in done.stderr
