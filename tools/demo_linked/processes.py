"""The processes of a small system: a host and casinos, started, killed, frozen and asked how they are."""

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

from pokerroom.cli.asking_host import AskedHost, HostSaidNoError
from pokerroom.linked.agreement import agreement_digest
from pokerroom.linked.signing import public_text
from pokerroom.live.link.settings import read_agreement
from pokerroom.room.software import digest
from pokerroom.store.keys import read_signing_key
from tools.demo_linked.layout import OPERATOR, PASSWORD, Layout

OPEN = re.compile(r"(https?)://[^/\s]*:(\d+)/")
COMMAND = (sys.executable, "-c", "from pokerroom.cli import main; main()")
PATIENCE = 60.0


class Process:
    """One that can be started again on the same port, with the same store; `within` is how it is put in its place."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        log: Path,
        *,
        at: str = "127.0.0.1",
        within: Sequence[str] = (),
        **settings: str,
    ) -> None:
        self.name, self._command, self._log, self._settings = name, command, log, settings
        self._at, self._within = at, within
        self._running: subprocess.Popen[str] | None = None
        self.port, self.is_frozen, self.address = 0, False, ""

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
                [*self._within, *COMMAND, *self._command, *port],
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
        self.port, self.is_frozen = int(found[2]), False
        self.address = f"{found[1]}://{self._at}:{self.port}"
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
        return got(f"{self.address}{path}", within=within)


def got(address: str, *, within: float) -> Any:
    try:
        with urllib.request.urlopen(address, timeout=within) as answer:  # noqa: S310  of our own processes
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


class OperatorsView:
    """The host's record as its operator reads it, over one session."""

    def __init__(self, host: Process) -> None:
        self._host = host
        self._asked: AskedHost | None = None

    def record(self) -> dict[str, Any] | None:
        """None while it cannot be had."""
        if not self._host.is_running or self._host.is_frozen:
            return None
        try:
            if self._asked is None:
                asked = AskedHost(self._host.address)
                asked.log_in(OPERATOR, PASSWORD)
                self._asked = asked
            found: dict[str, Any] = self._asked.ask("/api/host/record")
        except HostSaidNoError:
            self._asked = None
            return None
        return found


def host_process(layout: Layout) -> Process:
    return Process("host", ("host", "--config", str(layout.host_settings)), layout.folder / "host.log")


def casino_process(layout: Layout, casino: str, *, at: str = "127.0.0.1", within: Sequence[str] = ()) -> Process:
    command = ("serve", "--config", str(layout.settings(casino)), "--link", str(layout.link(casino)))
    return Process(casino, command, layout.folder / f"{casino}.log", at=at, within=within)


def founding(layout: Layout) -> list[dict[str, str]]:
    """The orders that put a system into operation: agreement, notices to the Division, software, keys."""
    filed = agreement_digest(read_agreement(layout.agreement))
    keys = {casino: public_text(read_signing_key(layout.key(casino))) for casino in layout.casinos}
    notice = {"type": "RecordNotice", "written_on": "2025-11-21", "reference": "play chips"}
    return [
        {"type": "FileAgreement"},
        *({**notice, "subject": subject} for subject in (filed, digest())),
        {"type": "InstallSoftware", "software": digest()},
        *({"type": "RegisterKey", "casino": casino, "public": public} for casino, public in keys.items()),
        {"type": "StartSystem"},
    ]


def found(layout: Layout, address: str, *, password: str = PASSWORD) -> None:
    """Put the system into operation, as its operator."""
    with AskedHost(address) as host:
        host.log_in(OPERATOR, password)
        for number, step in enumerate(founding(layout)):
            host.order(step, id=f"founding-{number}")
