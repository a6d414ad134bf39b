"""The benchmark of the live room runs, and its page shows the results on record."""

import msgspec

from bench import room as bench
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


def test_the_page_shows_the_results_on_record() -> None:
    report = msgspec.json.decode(bench.RESULTS.read_bytes(), type=bench.Report)
    text = bench.PAGE.read_text(encoding="utf-8")
    assert bench.page(text, report) == text, "run bench/room.py --json"
