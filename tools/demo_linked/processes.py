"""The processes of a small system: a host and casinos, started, killed, frozen and asked how they are."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pokerroom.cli.asking_host import AskedHost
from pokerroom.linked.agreement import agreement_digest
from pokerroom.linked.signing import public_text
from pokerroom.live.link.settings import read_agreement
from pokerroom.room.software import digest
from pokerroom.store.keys import read_signing_key
from tools.demo_linked.layout import OPERATOR, PASSWORD, Layout

OPEN = re.compile(r"https?://localhost:(\d+)/")
COMMAND = (sys.executable, "-c", "from pokerroom.cli import main; main()")
PATIENCE = 60.0


class Process:
    """One that can be started again on the same port, with the same store."""

    def __init__(self, name: str, command: Sequence[str], log: Path, **settings: str) -> None:
        self.name, self._command, self._log, self._settings = name, command, log, settings
        self._running: subprocess.Popen[str] | None = None
        self.port, self.is_frozen = 0, False

    @property
    def pid(self) -> int:
        assert self._running is not None
        return self._running.pid

    @property
    def is_running(self) -> bool:
        return self._running is not None and self._running.poll() is None

    def start(self) -> "Process":
        """Comes back when it can be reached."""
        port = ("--port", str(self.port)) if "serve" in self._command else ()
        with self._log.open("a", encoding="utf-8") as log:
            self._running = subprocess.Popen(  # noqa: S603  our own commands
                [*COMMAND, *self._command, *port],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | self._settings,
            )
        assert self._running.stdout is not None
        line = self._running.stdout.readline()
        found = OPEN.search(line)
        if found is None:
            self._running.wait(PATIENCE)
            raise RuntimeError(f"{self.name} does not start: {line!r} {self._log.read_text(encoding='utf-8')[-2000:]}")
        self.port, self.is_frozen = int(found[1]), False
        return self

    def _signal(self, number: int) -> None:
        if self.is_running and self._running is not None:
            self._running.send_signal(number)

    def kill(self) -> None:
        """As a power cut would."""
        self._signal(signal.SIGKILL)
        self._ended()

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)
        self.is_frozen = True

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)
        self.is_frozen = False

    def stop(self) -> None:
        self.thaw()
        self._signal(signal.SIGTERM)
        self._ended()

    def _ended(self) -> None:
        if self._running is None:
            return
        try:
            self._running.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
        if self._running.stdout is not None:
            self._running.stdout.close()

    def get(self, path: str, *, within: float = PATIENCE) -> Any:
        return got(f"http://127.0.0.1:{self.port}{path}", within=within)


def got(address: str, *, within: float) -> Any:
    try:
        with urllib.request.urlopen(address, timeout=within) as answer:  # noqa: S310  of our own processes
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def host_process(layout: Layout, **settings: str) -> Process:
    return Process("host", ("host", "--config", str(layout.host_settings)), layout.folder / "host.log", **settings)


def casino_process(layout: Layout, casino: str, **settings: str) -> Process:
    command = ("serve", "--config", str(layout.settings(casino)), "--link", str(layout.link(casino)))
    return Process(casino, command, layout.folder / f"{casino}.log", **settings)


def found(layout: Layout, port: int, *, password: str = PASSWORD) -> None:
    """Put the system into operation, as its operator: agreement, notices to the Division, software, keys."""
    filed = agreement_digest(read_agreement(layout.agreement))
    with AskedHost(f"http://127.0.0.1:{port}") as host:
        host.log_in(OPERATOR, password)
        steps: list[dict[str, str]] = [{"type": "FileAgreement"}]
        steps += [
            {"type": "RecordNotice", "subject": subject, "written_on": "2026-01-04", "reference": "play chips"}
            for subject in (filed, digest())
        ]
        steps.append({"type": "InstallSoftware", "software": digest()})
        for casino in layout.casinos:
            public = public_text(read_signing_key(layout.key(casino)))
            steps.append({"type": "RegisterKey", "casino": casino, "public": public})
        steps.append({"type": "StartSystem"})
        for number, step in enumerate(steps):
            host.order(step, id=f"founding-{number}")


async def in_thread(work: Any, *args: Any) -> Any:
    return await asyncio.to_thread(work, *args)
