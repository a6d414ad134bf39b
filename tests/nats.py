"""A NATS server for tests, started here and stopped again.

`from tests.nats import nats_server` in a conftest or a test makes the fixture known there.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE = 30.0


class NatsServer:
    """It can be stopped, and started again at the same port."""

    def __init__(self, binary: str, folder: Path) -> None:
        self._binary, self._folder, self._port = binary, folder, -1
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self._port}"

    def start(self) -> None:
        command = [self._binary, "-a", "127.0.0.1", "-p", str(self._port), "--ports_file_dir", str(self._folder)]
        self._running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        told, give_up = self._folder / f"nats-server_{self._running.pid}.ports", time.monotonic() + PATIENCE
        while not (told.exists() and told.read_text()):
            assert self._running.poll() is None, "the NATS server did not start"
            assert time.monotonic() < give_up, "the NATS server does not say its port"
            time.sleep(0.01)
        self._port = int(json.loads(told.read_text())["nats"][0].rpartition(":")[2])

    def stop(self) -> None:
        if self._running is not None:
            self._running.kill()
            self._running.wait()
            self._running = None


@pytest.fixture
def nats_server(tmp_path: Path) -> Iterator[NatsServer]:
    """A server, or a loud skip."""
    binary = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
    if binary is None:
        pytest.skip("NOT TESTED: there is no nats-server")
    server = NatsServer(binary, tmp_path)
    server.start()
    yield server
    server.stop()
