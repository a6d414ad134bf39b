"""The benchmark of opening a room runs, and its page shows the results on record."""

import msgspec

from bench import opening as bench
from tests.benches import run


def test_a_little_of_the_benchmark_runs() -> None:
    done = run("opening.py", "--quick")
    assert done.returncode == 0, done.stderr
    assert "| 19 | 76 |" in done.stdout
    for how in (bench.CLOSED, bench.KILLED, bench.WHOLE):
        assert f"| {how} |" in done.stdout


def test_the_page_shows_the_results_on_record() -> None:
    report = msgspec.json.decode(bench.RESULTS.read_bytes(), type=bench.Report)
    text = bench.PAGE.read_text(encoding="utf-8")
    assert bench.page(text, report) == text, "run bench/opening.py --json"
    assert max(each.tables for each in report.new) >= 200
    assert max(each.measured.events for each in report.reopened) >= 100_000
