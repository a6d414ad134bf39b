"""A system that somebody may play with: a host and three casinos, each over a line that can be cut."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import structlog

from tools.demo_linked.cutting import CuttableLine
from tools.demo_linked.layout import CASINOS, OPERATOR, PASSWORD, Layout, lay_out
from tools.demo_linked.processes import OperatorsView, Process, casino_process, found, host_process

Look = Callable[[], Awaitable[None]]
LOG = structlog.get_logger(__name__)

LOOK_EVERY = 0.4
AT_MOST = 10.0
"""Seconds that a process has to answer a look, on a machine that is busy with all of them."""


class CasinoSeen(msgspec.Struct, kw_only=True):
    """A casino as the page shows it: its process, its line, and what its own wall says."""

    casino: str
    name: str
    address: str
    is_running: bool = False
    is_frozen: bool = False
    is_cut: bool = False
    payout: dict[str, Any] | None = None
    """What it displays, as it last said; None before it has said anything."""
    answers: bool = False


class Seen(msgspec.Struct, kw_only=True):
    casinos: list[CasinoSeen]
    host: dict[str, Any] | None = None
    host_address: str = ""
    host_runs: bool = False
    operator: str = OPERATOR
    password: str = PASSWORD
    """Of the demonstration: so that somebody can log in at the host's page."""


class Part(NamedTuple):
    process: Process
    line: CuttableLine


class Demonstration:
    def __init__(self, layout: Layout, host: Process, parts: dict[str, Part]) -> None:
        self.layout, self.host, self.parts = layout, host, parts
        self.seen = Seen(casinos=[CasinoSeen(casino=each, name=CASINOS[each][0], address="") for each in parts])
        self._view = OperatorsView(host)
        self._acting = asyncio.Lock()

    @classmethod
    async def open(cls, folder: Path) -> "Demonstration":
        port = free_port()
        lines = {each: await CuttableLine(port).start() for each in CASINOS}
        layout = lay_out(
            folder, {each: f"ws://127.0.0.1:{line.port}/link" for each, line in lines.items()}, host_port=port
        )
        host = host_process(layout)
        parts = {each: Part(casino_process(layout, each), line) for each, line in lines.items()}
        demonstration = cls(layout, host, parts)
        try:
            await asyncio.to_thread(host.start)
            await asyncio.to_thread(found, layout, host.address)
            await asyncio.gather(*(asyncio.to_thread(part.process.start) for part in parts.values()))
        except BaseException:
            await demonstration.close()
            raise
        return demonstration

    async def close(self) -> None:
        for process in (*(part.process for part in self.parts.values()), self.host):
            await asyncio.to_thread(process.stop)
        for part in self.parts.values():
            await part.line.stop()

    # What somebody does with it.

    async def act(self, casino: str, what: str) -> None:
        """Processes one after the other: a casino that starts takes a while. A line is cut at once, in the loop that
        carries what is on it.
        """
        if what in LINE_ACTS:
            LINE_ACTS[what](self.parts[casino].line)
        else:
            async with self._acting:
                process = self.host if casino == "host" else self.parts[casino].process
                await asyncio.to_thread(ACTS[what], process)
        self._note_how_all_stand()

    # What it looks like.

    async def watch(self) -> None:
        """Each is looked at by itself: one that is slow or fails keeps nobody from seeing the others."""
        looks: list[Look] = [self._look_at_host, *(partial(self._look, each) for each in self.seen.casinos)]
        await asyncio.gather(*map(looking, looks))

    def _note_how_all_stand(self) -> None:
        """What is known here of the processes and lines, without asking them."""
        for seen in self.seen.casinos:
            part = self.parts[seen.casino]
            seen.is_running, seen.is_frozen = part.process.is_running, part.process.is_frozen
            seen.is_cut, seen.address = part.line.is_cut, f"http://localhost:{part.process.port}/"
        self.seen.host_address, self.seen.host_runs = f"http://localhost:{self.host.port}/", self.host.is_running

    async def _look(self, seen: CasinoSeen) -> None:
        self._note_how_all_stand()
        lobby = await asyncio.to_thread(looked, self.parts[seen.casino].process, "/api/lobby")
        seen.answers = lobby is not None
        if lobby is not None:
            seen.payout = next((each for each in lobby["payouts"] if each.get("system")), None)

    async def _look_at_host(self) -> None:
        self._note_how_all_stand()
        found_ = await asyncio.to_thread(self._view.record)
        if found_ is not None:
            self.seen.host = found_


async def looking(look: Look) -> None:
    """Again and again, whatever comes of it."""
    while True:
        try:
            await look()
        except Exception as error:
            LOG.exception("a look has failed", error=repr(error))
        await asyncio.sleep(LOOK_EVERY)


def looked(process: Process, path: str) -> Any:
    """None where it does not answer, or says that it cannot."""
    if not process.is_running or process.is_frozen:
        return None
    try:
        found = process.get(path, within=AT_MOST)
    except (OSError, HTTPException, ValueError):
        return None
    return found if "payouts" in found else None


def start(process: Process) -> None:
    if not process.is_running:
        process.start()


ACTS: dict[str, Callable[[Process], object]] = {
    "freeze": Process.freeze,
    "thaw": Process.thaw,
    "kill": Process.kill,
    "start": start,
}
LINE_ACTS: dict[str, Callable[[CuttableLine], None]] = {
    "cut": CuttableLine.cut,
    "heal": CuttableLine.heal,
}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port
