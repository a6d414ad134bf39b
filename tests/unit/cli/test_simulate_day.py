"""`pokerroom simulate-day` at the terminal."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pokerroom.cli import app
from tests.conftest import ROOT

DAY = ("--tables", "3", "--hours", "0.05", "--seed", "4", "--digest")


def simulate_day(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["simulate-day", *arguments])


def digest_in(output: str) -> str:
    found = re.search(r"^digest ([0-9a-f]{64})$", output, flags=re.MULTILINE)
    assert found is not None, output
    return found[1]


def test_a_day_ends_with_its_report_and_everything_adds_up() -> None:
    result = simulate_day(*DAY)
    assert result.exit_code == 0, result.output
    assert "Gaming day 2026-01-02" in result.output
    assert "Inventory slip of 3" in result.output
    assert "difference $0" in result.output
    assert "every tray reconciles to the cent, the trial balance is zero" in result.output


def test_a_day_in_a_file_is_the_day_in_memory_and_passes_the_audit(tmp_path: Path) -> None:
    path, heads = tmp_path / "database" / "day.db", tmp_path / "elsewhere"
    path.parent.mkdir()
    result = simulate_day(*DAY, "--store", str(path), "--heads", str(heads))
    assert result.exit_code == 0, result.output
    assert digest_in(result.output) == digest_in(simulate_day(*DAY).output)
    keys = ("--heads", str(heads / "heads"), "--key", str(heads / "key.pub"), "--deck-keys", f"{path}.deck-keys")
    audited = CliRunner().invoke(app, ["audit", str(path), *keys])
    assert audited.exit_code == 0, audited.output


def test_a_store_in_use_is_left_alone_and_a_day_that_is_over_is_told_again(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "day.db"))
    first = simulate_day(*DAY, *store)
    again = simulate_day(*DAY, *store)
    assert again.exit_code == 2
    assert "already has a record" in again.output
    resumed = simulate_day("--seed", "9", *store, "--resume", "--digest")
    assert resumed.exit_code == 0, resumed.output
    assert digest_in(resumed.output) == digest_in(first.output)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--resume",), "needs the --store"),
        (("--hours", "30"), "up to 24 hours"),
        (("--store", "mysql://somewhere/day"), "SQLite or PostgreSQL"),
    ],
)
def test_what_makes_no_day_is_named(arguments: tuple[str, ...], named: str) -> None:
    result = simulate_day(*arguments)
    assert result.exit_code == 2
    assert named in result.output


def test_a_room_in_production_simulates_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POKERROOM_MODE", "production")
    result = simulate_day(*DAY)
    assert result.exit_code != 0
    assert "refused in production" in str(result.exception)


@pytest.mark.skipif(os.name != "posix", reason="NOT TESTED: an interrupt is sent as a POSIX signal")
def test_an_interrupted_day_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "day.db"
    # Long enough that a busy machine sees the beginning of it before it is over.
    day = (*DAY, "--hours", "2")
    program = "from pokerroom.cli import main; main()"
    # Whoever runs the tests in the background has the shell ignore interrupts, and children inherit that.
    program = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {program}"
    command = [sys.executable, "-c", program, "simulate-day", *day, "--store", str(path)]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and running.poll() is None and events_in(path) < 20:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130, told
    assert "--resume continues" in told
    resumed = simulate_day("--store", str(path), "--resume", "--digest")
    assert resumed.exit_code == 0, resumed.output
    assert digest_in(resumed.output) == digest_in(simulate_day(*day).output)


def events_in(path: Path) -> int:
    """Read beside the one who writes, without a lock and without opening the record as a room does."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reading:
            return int(reading.execute("SELECT count(*) FROM event").fetchone()[0])
    except sqlite3.Error:
        return 0
