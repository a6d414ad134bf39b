"""The benchmark of the store runs, and its page shows the results on record."""

import msgspec

from bench import store as bench
from tests.benches import run


def test_a_little_of_the_benchmark_runs_on_every_database() -> None:
    done = run("store.py", "--quick")
    assert done.returncode == 0, done.stderr
    for tables in bench.TABLES:
        assert f"| SQLite | {tables} |" in done.stdout
    assert "| PostgreSQL |" in done.stdout or "NOT MEASURED" in done.stderr


def test_the_page_shows_the_results_on_record() -> None:
    report = msgspec.json.decode(bench.RESULTS.read_bytes(), type=bench.Report)
    text = bench.PAGE.read_text(encoding="utf-8")
    assert bench.page(text, report) == text, "run bench/store.py --json"
    assert {(case.database, case.tables) for case in report.cases} == {
        (database, tables) for database in ("SQLite", "PostgreSQL") for tables in bench.TABLES
    }
