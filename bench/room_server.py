"""The server of the load benchmark: the room as it is, with a side door that counts, stops it and sends again."""

import asyncio
import gc
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pokerroom.room.commands import Command, stream_of  # noqa: E402
from pokerroom.room.room import Done, Refused  # noqa: E402
from pokerroom.room.streams import TABLES  # noqa: E402
from pokerroom.web.frames import AT_ONCE  # noqa: E402
from pokerroom.web.house import House  # noqa: E402
from pokerroom.web.live import LiveRoom  # noqa: E402
from pokerroom.web.running import Server, configured  # noqa: E402
from pokerroom.web.settings import PlayChips, Settings  # noqa: E402
from pokerroom.web.tables.clock import ClockRules  # noqa: E402

RICH = 1_000_000_000
"""Cents of play money: nobody has to stop for want of it."""
NO_PAUSES = ClockRules(act=600, show=600, bank=0, bank_refill=0, round_pause=0, step_pause=0)


class Load(msgspec.Struct, frozen=True):
    """Who comes to a room, for how long."""

    tables_each: int
    seated: int
    """Guests who play, at each table."""
    watching: int
    seconds: float
    turns: int = 1
    bots: int = 4
    """At each table, beside the guests."""
    pace: float = 0.0
    """How slowly everybody acts: 1 as slowly as people, 0 at once."""

    @property
    def clock(self) -> ClockRules:
        usual = ClockRules()
        return NO_PAUSES if not self.pace else msgspec.structs.replace(usual, round_pause=self.pace * usual.round_pause)

    @property
    def each(self) -> int:
        return self.seated + self.watching


class Gate:
    """Every order of the room passes here; closed, all tables stand still. It notes when each was taken up."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.taken: list[tuple[str, int, float]] = []
        self.orders = 0

    def stand_before(self, kind: type[LiveRoom]) -> None:
        give = kind.give

        async def gated(live: LiveRoom, command: Command, *, id: str = "") -> Done | Refused:  # noqa: A002
            await self.open.wait()
            began = time.monotonic()
            answer = await give(live, command, id=id)
            self.orders += 1
            stream = stream_of(command)
            if isinstance(answer, Done) and stream.startswith(TABLES):
                self.taken.append((stream.partition("/")[2], live.room.head(stream).sequence, began))
            return answer

        kind.give = gated  # type: ignore[assignment,method-assign]

    def keep_lobby(self, kind: type[House]) -> None:
        """The lobby stands still with the tables."""
        push = kind._push_lobby  # noqa: SLF001

        async def gated(house: House) -> None:
            await self.open.wait()
            await push(house)

        kind._push_lobby = gated  # type: ignore[assignment,method-assign]  # noqa: SLF001


class SideDoor:
    """The app, with a few paths more; it notes which socket was sent how much, and can send as much again."""

    def __init__(self, app: Any, gate: Gate) -> None:
        self.app, self.gate = app, gate
        self.sends: dict[int, Any] = {}
        self.short: dict[int, Any] = {}
        self.sent: list[tuple[int, int]] | None = None

    @property
    def state(self) -> Any:
        return self.app.state

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope.get("path", "")
        if scope["type"] == "websocket":
            await self.app(scope, receive, self.noting(int(scope["query_string"] or b"0"), scope, send))
        elif path.startswith("/bench/"):
            answer = await getattr(self, path.removeprefix("/bench/"))()
            await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
            await send({"type": "http.response.body", "body": msgspec.json.encode(answer)})
        else:
            await self.app(scope, receive, send)

    def noting(self, number: int, scope: Any, send: Any) -> Any:
        at_once = scope["extensions"][AT_ONCE]
        self.sends[number], self.short[number] = send, at_once

        async def noted(message: Any) -> None:
            if self.sent is not None and message["type"] == "websocket.send":
                self.sent.append((number, len(message["text"])))
            await send(message)

        def noted_at_once(text: bytes) -> bool:
            taken: bool = at_once(text)
            if taken and self.sent is not None:
                self.sent.append((number, len(text)))
            return taken

        scope["extensions"][AT_ONCE] = noted_at_once
        return noted

    async def usage(self) -> dict[str, Any]:
        gc.collect()
        house = self.state.house
        return {
            "rss": rss(),
            "cpu": time.process_time(),
            "orders": self.gate.orders,
            "tables": sorted(house.actors),
            "players": sum(len(actor.table.seated) for actor in house.actors.values()),
            "kept": min((len(tuple(actor.entries.kept)) for actor in house.actors.values()), default=0),
            "halted": house.health["halted"],
        }

    async def cpu(self) -> list[float]:
        return [time.process_time(), self.gate.orders]

    async def pause(self) -> int:
        self.gate.open.clear()
        return 0 if self.sent is None else len(self.sent)

    async def go(self) -> None:
        self.sent = []
        self.gate.open.set()

    async def count(self) -> int:
        return len(self.sent or ())

    async def sizes(self) -> list[int]:
        return [size for _, size in self.sent or ()]

    async def taken(self) -> list[tuple[str, int, float]]:
        found, self.gate.taken = self.gate.taken, []
        return found

    async def raw(self) -> None:
        """The same once more: as many, as long, to the same sockets, and nothing else to do meanwhile."""
        sent, self.sent = self.sent or [], None
        texts = {size: "x" * size for _, size in sent}
        for place, (number, size) in enumerate(sent):
            await self.sends[number]({"type": "websocket.send", "text": texts[size]})
            if not place % BURST:
                await asyncio.sleep(0)
        self.sent = sent

    async def raw_short(self) -> None:
        """And once more by the room's own short way to its clients."""
        sent, self.sent = self.sent or [], None
        texts = {size: b"x" * size for _, size in sent}
        for place, (number, size) in enumerate(sent):
            while not self.short[number](texts[size]):  # noqa: ASYNC110  until the network has room
                await asyncio.sleep(0)
            if not place % BURST:
                await asyncio.sleep(0)
        self.sent = sent


BURST = 50
"""Messages between two looks at the network. Fewer or more are no faster."""


def rss() -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def serve(folder: str, load: Load) -> None:
    settings = Settings(
        port=0,
        store=folder,
        rate_limits=False,
        most_connections=100_000,
        clock=load.clock,
        # Bots keep two seats free; the guests of the benchmark take the others.
        play_chips=PlayChips(
            tables_each=load.tables_each, bots=load.bots, always_dealing=True, bank=RICH, spectator_delay=0.0
        ),
    )
    gate = Gate()
    gate.stand_before(LiveRoom)
    gate.keep_lobby(House)
    config = configured(settings, pace=load.pace)
    config.app = SideDoor(config.app, gate)
    Thread(target=end_with_parent, daemon=True).start()
    Server(config).run()


def end_with_parent() -> None:
    """Whoever started the server holds its input; it does not outlive him."""
    sys.stdin.read()
    os._exit(1)


def ask(port: int, path: str) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", f"/bench/{path}")
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


@contextmanager
def server(load: Load) -> Iterator[int]:
    """The port of a room of its own."""
    # On the disk the project lies on: a temporary folder may be in memory.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        command = [sys.executable, __file__, folder, msgspec.json.encode(load).decode()]
        process = subprocess.Popen(  # noqa: S603  ourselves
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert process.stdout is not None
        try:
            found = re.search(r":(\d+)/", process.stdout.readline())
            if found is None:
                raise SystemExit("the server of the benchmark did not start")
            port = int(found[1])
            yield port
            ask(port, "go")  # A table that stands still cannot be closed.
        finally:
            process.terminate()
            process.wait(60)


if __name__ == "__main__":
    serve(sys.argv[1], msgspec.json.decode(sys.argv[2], type=Load))
