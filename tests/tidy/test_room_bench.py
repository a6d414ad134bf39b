"""The benchmark of the live room runs, and its page shows the results on record."""

import subprocess
import sys

import msgspec

from bench import room as bench
from tests.conftest import ROOT


def test_a_little_of_the_benchmark_runs() -> None:
    done = subprocess.run(
        [sys.executable, "bench/room.py", "--quick"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert "| a client sends its move |" in done.stdout
    assert "of raw" in done.stdout
    assert "KB a client" in done.stdout


def test_a_part_that_does_not_exist_is_refused_by_name() -> None:
    done = subprocess.run(
        [sys.executable, "bench/room.py", "speed"], cwd=ROOT, check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert "no part is called speed" in done.stderr


def test_the_page_shows_the_results_on_record() -> None:
    report = msgspec.json.decode(bench.RESULTS.read_bytes(), type=bench.Report)
    text = bench.PAGE.read_text(encoding="utf-8")
    assert bench.page(text, report) == text, "run bench/room.py --json"
