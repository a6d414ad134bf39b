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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pokerroom.live.house import House  # noqa: E402
from pokerroom.live.machine import MachineClock  # noqa: E402
from pokerroom.live.room import LiveRoom  # noqa: E402
from pokerroom.live.settings import PlayChips, Settings  # noqa: E402
from pokerroom.live.tables.clock import ClockRules  # noqa: E402
from pokerroom.room.room import Done  # noqa: E402
from pokerroom.room.tables import TABLES  # noqa: E402
from pokerroom.store import Writer  # noqa: E402
from pokerroom.web import app  # noqa: E402
from pokerroom.web.frames import AT_ONCE  # noqa: E402
from pokerroom.web.running import Server, configured  # noqa: E402

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
    limited: bool = False
    """Whether the limits of a real room hold: how often an address may ask, and how many may be connected."""
    without: str = "as it is"
    """A part of the server that is left out, to see what it is worth; see `WITHOUT`."""

    @property
    def clock(self) -> ClockRules:
        usual = ClockRules()
        if not self.pace:
            return NO_PAUSES
        # Where it counts who was refused, nobody's hand is shown for them while they think.
        show = usual.act if self.limited else usual.show
        return msgspec.structs.replace(usual, round_pause=self.pace * usual.round_pause, show=show)

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
        submit = kind.submit

        async def gated(live: LiveRoom, order: Any, **named: Any) -> Any:
            await self.open.wait()
            began = time.monotonic()
            answer = await submit(live, order, **named)
            self.orders += 1
            streams = {stream for stream, _ in answer.events} if isinstance(answer, Done) else ()
            for stream in streams:
                if TABLES.holds(stream):
                    self.taken.append((stream.partition("/")[2], live.room.head(stream).sequence, began))
            return answer

        kind.submit = gated  # type: ignore[assignment,method-assign]

    def keep_lobby(self, kind: type[House]) -> None:
        """The lobby stands still with the tables."""
        push = kind._push_lobby  # noqa: SLF001

        async def gated(house: House) -> None:
            await self.open.wait()
            await push(house)

        kind._push_lobby = gated  # type: ignore[assignment,method-assign]  # noqa: SLF001


class SideDoor:
    """The app, with a few paths more: it can send as much again as the clients have heard, to the same sockets."""

    def __init__(self, app: Any, gate: Gate) -> None:
        self.app, self.gate = app, gate
        self.sends: dict[int, Any] = {}
        self.short: dict[int, Any] = {}
        self.kept: Sequence[tuple[int, int]] = ()
        """What is to be sent again: a client's number and a size each."""
        self.stepped = 0.0

    @property
    def state(self) -> Any:
        return self.app.state

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope.get("path", "")
        if scope["type"] == "websocket":
            number = int(scope["query_string"] or b"0")
            self.sends[number], self.short[number] = send, scope["extensions"][AT_ONCE]
            await self.app(scope, receive, send)
        elif path.startswith("/bench/"):
            asked = await body_of(receive)
            do = getattr(self, path.removeprefix("/bench/"))
            answer = await (do() if asked == b"null" else do(SENT.decode(asked)))
            await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
            await send({"type": "http.response.body", "body": msgspec.json.encode(answer)})
        else:
            await self.app(scope, receive, send)

    async def usage(self) -> dict[str, Any]:
        gc.collect()
        house = self.state.house
        return {
            "rss": rss(),
            "cpu": time.process_time(),
            "orders": self.gate.orders,
            "tables": sorted(house.actors),
            "players": sum(len(actor.table.seated) for actor in house.actors.values()),
            "kept": min((len(tuple(actor.recent.kept)) for actor in house.actors.values()), default=0),
            "halted": house.health["halted"],
            "doors": self.state.doors.state(),
        }

    async def cpu(self) -> list[float]:
        return [time.process_time(), self.gate.orders]

    async def stall(self, seconds: float) -> None:
        """The whole process stands still, as when the machine is short of memory or a disk does not answer."""
        time.sleep(seconds)  # noqa: ASYNC251  that is the point

    async def step(self, seconds: float) -> None:
        """The wall clock jumps, as when it is corrected; what is measured by the other clock does not."""
        self.stepped += seconds
        by = timedelta(seconds=self.stepped)
        setattr(MachineClock, "now", staticmethod(lambda: datetime.now(UTC) + by))  # noqa: B010
        setattr(MachineClock, "time", staticmethod(lambda: time.time() + by.total_seconds()))  # noqa: B010

    async def pause(self) -> None:
        self.gate.open.clear()

    async def go(self) -> None:
        self.gate.open.set()

    async def taken(self) -> list[tuple[str, int, float]]:
        found, self.gate.taken = self.gate.taken, []
        return found

    async def keep(self, sent: Sequence[tuple[int, int]]) -> None:
        self.kept = sent

    async def raw(self) -> None:
        """The same once more: as many, as long, to the same sockets, and nothing else to do meanwhile."""
        texts = {size: "x" * size for _, size in self.kept}
        for place, (number, size) in enumerate(self.kept):
            await self.sends[number]({"type": "websocket.send", "text": texts[size]})
            if not place % BURST:
                await asyncio.sleep(0)

    async def raw_short(self) -> None:
        """And once more by the room's own direct sending."""
        texts = {size: b"x" * size for _, size in self.kept}
        for place, (number, size) in enumerate(self.kept):
            while not self.short[number](texts[size]):  # noqa: ASYNC110  until the network has room
                await asyncio.sleep(0)
            if not place % BURST:
                await asyncio.sleep(0)


SENT = msgspec.json.Decoder(list[tuple[int, int]] | float)


async def body_of(receive: Any) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


BURST = 50
"""Messages between two looks at the network. Fewer or more are no faster."""


def rss() -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


AS_IT_IS = "as it is"
WITHOUT: dict[str, tuple[Any, str, Any]] = {
    "without direct sending": (app, "direct_send", lambda _scope: None),
    "without commits in the loop": (Writer, "write_at_once", lambda _writer, _gathered: False),
}
"""What can be left out: where it stands, its name there, and what stands in for it."""


def leave_out(what: str) -> None:
    if what != AS_IT_IS:
        where, name, instead = WITHOUT[what]
        setattr(where, name, instead)


def serve(folder: str, load: Load) -> None:
    leave_out(load.without)
    settings = Settings(
        port=0,
        store=folder,
        rate_limits=load.limited,
        most_connections=5_000 if load.limited else 100_000,
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


def ask(port: int, path: str, what: object = None) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("POST", f"/bench/{path}", body=msgspec.json.encode(what))
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


@contextmanager
def server(load: Load, where: Path = ROOT) -> Iterator[int]:
    """The port of a room of its own, whose record lies in a folder made there."""
    # On the disk the project lies on, unless said otherwise: a temporary folder may be in memory.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=where) as folder:
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
