"""The benchmark of the archive runs."""

from tests.benches import run


def test_a_little_of_the_benchmark_runs() -> None:
    done = run("archive.py", "--quick")
    assert done.returncode == 0, done.stderr
    assert "| SQLite | " in done.stdout
    assert "bytes of file an event" in done.stdout
    assert "| partitions by day | " in done.stdout or "NOT MEASURED" in done.stderr
