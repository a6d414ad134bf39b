"""What the page of the demonstration is told: it keeps up with what happens, whatever a process answers."""

import asyncio
from collections.abc import Callable
from http.client import IncompleteRead
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tools.demo_linked import demonstration
from tools.demo_linked.cutting import CuttableLine
from tools.demo_linked.demonstration import CasinoSeen, Demonstration, Part
from tools.demo_linked.layout import Layout
from tools.demo_linked.processes import Process

PATIENCE = 60.0


class Told(Process):
    """A process that answers as it is told, the last time again and again; it starts once it may."""

    def __init__(self, *answers: Any) -> None:
        super().__init__("birch", (), Path("none"))
        self.answers, self.runs = list(answers), True
        self.starts, self.may_start = Event(), Event()

    @property
    def is_running(self) -> bool:
        return self.runs

    def start(self) -> "Told":
        self.starts.set()
        assert self.may_start.wait(PATIENCE)
        self.runs = True
        return self

    def get(self, path: str, *, within: float = PATIENCE) -> Any:  # noqa: ARG002
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(found, Exception):
            raise found
        return found


def demonstrated(**casinos: Process) -> Demonstration:
    host = Told()
    host.runs = False
    parts = {name: Part(each, CuttableLine(1)) for name, each in casinos.items()}
    return Demonstration(Layout(Path("none"), tuple(casinos)), host, parts)


def lobby(standing: str) -> Any:
    return {"payouts": [{"amount": 1, "system": {"standing": standing}}]}


def standing(seen: CasinoSeen) -> str:
    return "" if seen.payout is None or not seen.answers else str(seen.payout["system"]["standing"])


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110  of a page, which looks
            await asyncio.sleep(0.01)


def test_a_casino_is_looked_at_again_whatever_it_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demonstration, "LOOK_EVERY", 0.0)
    busy = {"status_code": 503, "detail": "not now"}
    birch = Told(busy, IncompleteRead(b""), RuntimeError("nobody has thought of that"), lobby("suspended"))

    async def story() -> None:
        shown = demonstrated(alder=Told(lobby("suspended")), birch=birch)
        watching = asyncio.create_task(shown.watch())
        try:
            await until(lambda: [standing(each) for each in shown.seen.casinos] == ["suspended", "suspended"])
        finally:
            watching.cancel()

    asyncio.run(story())


def test_a_line_is_cut_while_a_casino_is_still_starting() -> None:
    alder, birch = Told(lobby("offered")), Told(lobby("offered"))
    alder.runs = False

    async def story() -> None:
        shown = demonstrated(alder=alder, birch=birch)
        starting = asyncio.create_task(shown.act("alder", "start"))
        try:
            await until(alder.starts.is_set)
            async with asyncio.timeout(PATIENCE):
                await shown.act("birch", "cut")
            assert [each.is_cut for each in shown.seen.casinos] == [False, True]
            assert not starting.done()
        finally:
            alder.may_start.set()
            await starting
        assert shown.seen.casinos[0].is_running

    asyncio.run(story())
