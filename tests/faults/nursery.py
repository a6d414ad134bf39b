"""Servers for tests, each a process of its own and all on one record: started, killed, stopped in order."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import ROOT
from tests.faults.guests import PATIENCE

SETTINGS = {
    "POKERROOM_CLOCK_ACT": "60",
    "POKERROOM_CLOCK_SHOW": "60",
    "POKERROOM_CLOCK_ROUND_PAUSE": "0.01",
    "POKERROOM_CLOCK_STEP_PAUSE": "0.01",
    "POKERROOM_PLAY_CHIPS_BANK": "100000000",
    "POKERROOM_PLAY_CHIPS_BOTS": "2",
    "POKERROOM_PLAY_CHIPS_SPECTATOR_DELAY": "0",
    "POKERROOM_RATE_LIMITS": "false",
}


class Nursery:
    """Starts servers, one after the other, all on the same record."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.child = 0

    def start(self) -> str:
        """The address of a new server."""
        self._say("start")
        if self.child:
            assert self._line() == f"ended {-signal.SIGKILL}", "the server ended by itself"
        self.child = int(self._line())
        line = self._line()
        assert "http://" in line, f"the server does not start: {line}"
        return line.rpartition("http://")[2].rstrip("/")

    def kill(self) -> None:
        os.kill(self.child, signal.SIGKILL)

    def stop(self) -> None:
        """As an operator would."""
        self._say("stop")
        assert self._line() in {"ended 0", f"ended {-signal.SIGTERM}"}, "the server does not end in order"

    def _say(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def nursery(folder: Path, **settings: str) -> Iterator[Nursery]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.victim", folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | SETTINGS | settings,
        start_new_session=True,
    )
    try:
        yield Nursery(process)
    finally:
        # A test that failed leaves nothing running: the group holds this process and its servers, and nobody else.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def tables_by_game(address: str) -> dict[str, str]:
    with urllib.request.urlopen(f"http://{address}/api/lobby", timeout=PATIENCE) as answer:
        tables = json.load(answer)["tables"]
    return {each["game"]: each["name"] for each in tables if each["dealt_by"] == "room"}
