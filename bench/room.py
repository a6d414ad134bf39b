"""The live room under load: from an action to everybody's screen, and messages a second beside a bare fan-out.

The server is a process of its own, started as `pokerroom serve` starts it, with its record on disk; the clients are
this process, each a real socket. At human pace it is measured how long an action takes to the last of those who watch
its table. Then all act at once: how many messages a second reach the clients. What was sent is sent again over the
same sockets in the same order and sizes by the bare ASGI server, without poker, turn by turn in one run. `--quick` does
a little of it; a test runs that.
"""

import argparse
import asyncio
import gc
import http.client
import json
import os
import platform
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import msgspec
import uvloop

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
from pokerroom.wire import messages as wire  # noqa: E402
from tests.wire import move_from  # noqa: E402

RESULTS = ROOT / "bench/results/room.json"
PAGE = ROOT / "bench/ROOM.md"
MARK = "<!-- results -->"

P99_GOAL = 0.100
RATE_GOAL = 0.5
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


PACE = Load(tables_each=11, seated=1, watching=3, seconds=60, pace=1.0)
# People only: how long bots think is not the network's.
RATES = tuple(Load(1, 5, watching, 3, 5, bots=0) for watching in (5, 25, 95))
QUICK_PACE = Load(tables_each=1, seated=1, watching=1, seconds=3, pace=0.1)
QUICK_RATES = (Load(1, 1, 2, 1, 1),)
PARTS = ("memory", "pace", *(f"rate-{place + 1}" for place in range(len(RATES))))


class Latency(msgspec.Struct, frozen=True):
    """Seconds from an action to the last of those who watch its table."""

    actions: int = 0
    p50: float = 0.0
    p99: float = 0.0
    most: float = 0.0


class Pace(msgspec.Struct):
    tables: int = 0
    players: int = 0
    """Bots and people with a seat."""
    clients: int = 0
    seconds: float = 0.0
    orders_per_s: float = 0.0
    messages_per_s: float = 0.0
    people: Latency = Latency()
    """From the moment a client sends its move."""
    room: Latency = Latency()
    """From the moment the room takes up an order, whoever gave it."""
    server_busy: float = 0.0
    client_busy: float = 0.0


class Rate(msgspec.Struct):
    tables: int
    seated: int
    watching: int
    messages: int
    """Of one turn."""
    mean_bytes: float
    orders_per_s: float
    room_per_s: float
    raw_per_s: float
    ratio: float
    """Median over the turns, each beside the fan-out of its own messages."""
    ratios: list[float]
    short_per_s: float
    """The bare fan-out by the room's own short way, which the server does not have of itself."""
    room_server_us: float
    """Of the server's processor time, for each message."""
    raw_server_us: float
    client_busy: float
    """Of one processor, while the fan-out was bare: at 1 it is the clients that are measured."""


class Memory(msgspec.Struct):
    """Of the server, in megabytes."""

    empty: float = 0.0
    tables: int = 1
    furnished: float = 0.0
    played: float = 0.0
    """With as many events in memory as a table keeps."""
    clients: int = 1
    connected: float = 0.0


class Report(msgspec.Struct):
    machine: str
    versions: dict[str, str]
    pace: Pace
    rates: list[Rate]
    memory: Memory


# The server: the room as it is, and a side door.


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


TOGETHER = 50
"""Clients who come at once."""
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


@contextmanager
def server(load: Load) -> Iterator[int]:
    """The port of a room of its own."""
    # On the disk the project lies on: a temporary folder may be in memory.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        command = [sys.executable, __file__, "--serve", folder, "--load", msgspec.json.encode(load).decode()]
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


# The clients.


def ask(port: int, path: str) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", f"/bench/{path}")
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


async def asked(port: int, path: str) -> Any:
    """The same, without holding up the clients."""
    return await asyncio.to_thread(ask, port, path)


def enter(port: int, count: int) -> list[str]:
    """The cookies of so many guests."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    cookies = []
    for _ in range(count):
        connection.request("POST", "/api/accounts/guest", body="{}", headers={"content-type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        cookies.append(answer.headers["set-cookie"].partition(";")[0])
    connection.close()
    return cookies


class Tally:
    """What has reached the clients."""

    def __init__(self, each: int) -> None:
        self.each = each
        self.messages = self.bytes = 0
        self.last = 0.0
        self.timed = False
        self.heard: dict[tuple[str, int], tuple[int, float]] = {}
        """Of each table and sequence: how many know of it, and since when the last of them."""
        self.acts: list[tuple[str, int, float]] = []
        self.refused: list[str] = []

    def forget(self) -> None:
        self.messages = self.bytes = 0
        self.heard, self.acts = {}, []

    def hears(self, table: str, sequence: int, at: float) -> None:
        count, _ = self.heard.get((table, sequence), (0, 0.0))
        self.heard[table, sequence] = (count + 1, at)

    def latency(self, actions: Sequence[tuple[str, int, float]]) -> Latency:
        """Of those actions that everybody has heard of."""
        found = sorted(
            self.heard[table, sequence][1] - began
            for table, sequence, began in actions
            if self.heard.get((table, sequence), (0, 0.0))[0] >= self.each
        )
        if not found:
            raise SystemExit("nobody has heard of anything")
        return Latency(len(found), statistics.median(found), found[int(0.99 * (len(found) - 1))], found[-1])


HAPPENED = re.compile(rb'\{"type":"Happened","table":"([^"]+)","sequence":(\d+),')
MY_TURN = b'"offers":[{'
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
SHOWN = msgspec.json.Decoder(wire.Happened)
ENCODER = msgspec.json.Encoder()


class Client(asyncio.Protocol):
    """One socket that counts what it is sent. With `think` it plays, and takes so long to answer."""

    def __init__(self, tally: Tally, request: bytes, rng: Random, *, think: Callable[[], float] | None = None) -> None:
        self.tally, self.request, self.rng, self.think = tally, request, rng, think
        self.rest = b""
        self.upgraded = False
        self.table = ""
        self.opened = asyncio.get_running_loop().create_future()
        self.answered_to: asyncio.Future[None] | None = None
        """Of a client that has asked for something, and waits."""
        self.answered = self.latest = -1
        self.waits: tuple[int, float] | None = None
        """The state that its last move answered, and when that was sent."""
        self.closed = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.closed = True

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data = self.rest + data
        if not self.upgraded:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.rest = head
                return
            if b" 101 " not in head[:20]:
                self.opened.set_exception(ConnectionError(f"no socket was opened: {head!r}"))
                return
            self.upgraded = True
            self.opened.set_result(None)
        tally, at, end = self.tally, 0, len(data)
        now = tally.last = time.monotonic()
        while end - at >= 2:
            length, start = data[at + 1], at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                length, start = int.from_bytes(data[start : start + wide], "big"), start + wide
            if start + length > end:
                break
            if data[at] & 15 == TEXT:
                tally.messages += 1
                tally.bytes += length
                if self.think is not None or tally.timed or self.answered_to is not None:
                    self.hear(data[start : start + length], now)
            else:
                self.control(data[at] & 15, data[start : start + length])
            at = start + length
        self.rest = data[at:]

    def control(self, kind: int, payload: bytes) -> None:
        if kind == PING:
            self.frame(PONG, payload)
        elif kind == CLOSE:
            self.closed = True

    def frame(self, kind: int, payload: bytes) -> None:
        """Masked, as a client must, with a mask of nothing."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([0x80 | kind]) + length + bytes(4) + payload)

    def say(self, message: wire.ClientMessage) -> None:
        self.frame(TEXT, ENCODER.encode(message))

    async def answer_to(self, message: wire.ClientMessage) -> None:
        self.answered_to = asyncio.get_running_loop().create_future()
        self.say(message)
        await self.answered_to

    def hear(self, payload: bytes, now: float) -> None:
        found = HAPPENED.match(payload)
        if found is None:
            self.hear_other(payload)
            return
        sequence = int(found[2])
        if self.tally.timed and sequence > self.latest:  # Told again, as when the clock changes, it is no news.
            self.latest = sequence
            table = found[1].decode()
            self.tally.hears(table, sequence, now)
            if self.waits is not None and sequence > self.waits[0]:
                self.tally.acts.append((table, sequence, self.waits[1]))
                self.waits = None
        if self.think is not None and sequence > self.answered and MY_TURN in payload:
            self.answered = sequence
            asyncio.get_running_loop().call_later(self.think(), self.act, SHOWN.decode(payload))

    def hear_other(self, payload: bytes) -> None:
        answer = payload.startswith((b'{"type":"TableState"', b'{"type":"Accepted"'))
        refusal = payload.startswith((b'{"type":"Refused"', b'{"type":"Goodbye"'))
        if refusal:
            self.tally.refused.append(payload.decode())
            self.waits = None
        if (answer or refusal) and self.answered_to is not None:
            self.answered_to.set_result(None)
            self.answered_to = None

    def act(self, seen: wire.Happened) -> None:
        if self.transport.is_closing():
            return
        move = move_from(seen.state, self.rng)
        self.waits = (seen.sequence, time.monotonic())
        self.say(wire.Act(id=secrets.token_hex(8), table=seen.table, move=move, seen=seen.sequence))


class Crowd:
    """All the clients of a room."""

    def __init__(self, port: int, load: Load, tables: Sequence[str]) -> None:
        self.port, self.load, self.tables = port, load, tables
        self.tally = Tally(load.each)
        self.clients: list[Client] = []
        self.rng = Random(1)

    def thought(self) -> float:
        return self.load.pace * self.rng.triangular(0.7, 3.5, 1.3)

    async def come(self) -> None:
        """Those who watch while the tables stand still, and then those who sit down."""
        await asked(self.port, "pause")
        cookies = await asyncio.to_thread(enter, self.port, len(self.tables) * self.load.each)
        seated, watching = self.load.seated * len(self.tables), self.load.watching * len(self.tables)
        numbered = list(enumerate(zip(cookies, cycle(self.tables), strict=False)))
        await self.let_in(numbered[:watching], plays=False)
        await asked(self.port, "go")
        await self.let_in(numbered[watching : watching + seated], plays=True)

    async def let_in(self, people: Sequence[tuple[int, tuple[str, str]]], *, plays: bool) -> None:
        for first in range(0, len(people), TOGETHER):
            some = people[first : first + TOGETHER]
            await asyncio.gather(*(self.add(number, table, cookie, plays=plays) for number, (cookie, table) in some))

    async def add(self, number: int, table: str, cookie: str, *, plays: bool) -> None:
        request = (
            f"GET /ws?{number} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        think = self.thought if plays else None
        _, client = await asyncio.get_running_loop().create_connection(
            lambda: Client(self.tally, request.encode(), self.rng, think=think), "127.0.0.1", self.port
        )
        self.clients.append(client)
        await client.opened
        client.say(wire.Hello(version=wire.VERSION))
        await client.answer_to(wire.Watch(table=table))
        if plays:
            await client.answer_to(wire.Preferences(id=secrets.token_hex(8), auto_top_up=True))
            await client.answer_to(wire.Sit(id=secrets.token_hex(8), table=table))

    async def all_heard(self, count: int) -> None:
        """Wait until everything that was sent has come."""
        for _ in range(1200):
            if self.tally.messages >= count:
                return
            await asyncio.sleep(0.05)
        raise SystemExit(f"{count} messages were sent, and {self.tally.messages} came")

    def leave(self) -> None:
        if self.tally.refused:
            print(f"{len(self.tally.refused)} refusals, as {self.tally.refused[0]}", file=sys.stderr)
        lost = sum(client.closed for client in self.clients)
        if lost:
            print(f"{lost} clients were let go", file=sys.stderr)
        for client in self.clients:
            client.transport.close()


# The measurements.


async def at_human_pace(port: int, load: Load) -> Pace:
    tables = (await asked(port, "usage"))["tables"]
    crowd = Crowd(port, load, tables)
    await crowd.come()
    await asyncio.sleep(min(5.0, load.seconds))
    await asked(port, "taken")
    crowd.tally.forget()
    crowd.tally.timed = True
    (cpu, orders), mine, began = await asked(port, "cpu"), time.process_time(), time.monotonic()
    await asyncio.sleep(load.seconds)
    (cpu_after, orders_after), seconds = await asked(port, "cpu"), time.monotonic() - began
    busy = (time.process_time() - mine) / seconds
    messages = crowd.tally.messages
    taken = await asked(port, "taken")
    usage = await asked(port, "usage")
    await asyncio.sleep(0.5)
    crowd.tally.timed = False
    crowd.leave()
    if usage["halted"]:
        raise SystemExit(f"tables have halted: {usage['halted']}")
    return Pace(
        tables=len(tables),
        players=usage["players"],
        clients=len(crowd.clients),
        seconds=seconds,
        orders_per_s=(orders_after - orders) / seconds,
        messages_per_s=messages / seconds,
        people=crowd.tally.latency(crowd.tally.acts),
        room=crowd.tally.latency([(table, sequence, at) for table, sequence, at in taken]),
        server_busy=(cpu_after - cpu) / seconds,
        client_busy=busy,
    )


class Turn(msgspec.Struct):
    messages: int
    per_s: float
    server_us: float
    client_busy: float


async def measured(crowd: Crowd, act: Callable[[], Awaitable[int]]) -> Turn:
    crowd.tally.forget()
    (cpu, _), mine, began = await asked(crowd.port, "cpu"), time.process_time(), time.monotonic()
    count = await act()
    await crowd.all_heard(count)
    seconds = crowd.tally.last - began
    cpu_after, _ = await asked(crowd.port, "cpu")
    busy = (time.process_time() - mine) / seconds
    return Turn(count, count / seconds, 1e6 * (cpu_after - cpu) / count, busy)


async def settled(crowd: Crowd) -> None:
    """Wait until nobody hears anything any more."""
    heard = -1
    while heard != crowd.tally.messages:
        heard = crowd.tally.messages
        await asyncio.sleep(0.3)


async def at_full_rate(port: int, load: Load) -> Rate:
    tables = (await asked(port, "usage"))["tables"]
    crowd = Crowd(port, load, tables)
    await crowd.come()

    async def play() -> int:
        await asked(port, "go")
        await asyncio.sleep(load.seconds)
        await asked(port, "pause")
        count = -1
        while count != (count := await asked(port, "count")):  # noqa: ASYNC110  the other process does not say
            await asyncio.sleep(0.02)
        return int(count)

    async def repeat(way: str) -> int:
        count = int(await asked(port, "count"))
        await asked(port, way)
        return count

    ours, theirs, shorts, orders, size = [], [], [], 0, 0.0
    for turn in range(load.turns + 1):  # The first is not counted: caches fill in it.
        await asked(port, "pause")
        await settled(crowd)
        _, before = await asked(port, "cpu")
        played = await measured(crowd, play)
        _, after = await asked(port, "cpu")
        size = statistics.fmean(await asked(port, "sizes"))
        await settled(crowd)
        bare = await measured(crowd, lambda: repeat("raw"))
        short = await measured(crowd, lambda: repeat("raw_short"))
        if turn:
            ours.append(played)
            theirs.append(bare)
            shorts.append(short)
            orders += after - before
    usage = await asked(port, "usage")
    crowd.leave()
    if usage["halted"]:
        raise SystemExit(f"tables have halted: {usage['halted']}")
    ratios = [mine.per_s / its.per_s for mine, its in zip(ours, theirs, strict=True)]
    return Rate(
        tables=len(tables),
        seated=load.seated,
        watching=load.watching,
        messages=round(statistics.fmean(turn.messages for turn in ours)),
        mean_bytes=size,
        orders_per_s=orders / sum(turn.messages / turn.per_s for turn in ours),
        room_per_s=statistics.median(turn.per_s for turn in ours),
        raw_per_s=statistics.median(turn.per_s for turn in theirs),
        ratio=statistics.median(ratios),
        ratios=ratios,
        short_per_s=statistics.median(turn.per_s for turn in shorts),
        room_server_us=statistics.median(turn.server_us for turn in ours),
        raw_server_us=statistics.median(turn.server_us for turn in theirs),
        client_busy=statistics.median(turn.client_busy for turn in theirs),
    )


async def remembered(port: int, load: Load, *, kept: int) -> Memory:
    """What tables and clients weigh: furnished, with their last events in memory, and looked at."""
    usage = await asked(port, "usage")
    furnished, tables = usage["rss"], usage["tables"]
    while usage["kept"] < kept:
        await asyncio.sleep(1)
        usage = await asked(port, "usage")
    await asked(port, "pause")
    await asyncio.sleep(1)
    played = (await asked(port, "usage"))["rss"]
    crowd = Crowd(port, load, tables)
    await crowd.come()
    await asked(port, "pause")
    connected = (await asked(port, "usage"))["rss"]
    crowd.leave()
    return Memory(0.0, len(tables), furnished, played, len(crowd.clients), connected)


def weighed(load: Load, *, kept: int) -> Memory:
    with server(msgspec.structs.replace(load, tables_each=0)) as port:
        empty = ask(port, "usage")["rss"]
    with server(msgspec.structs.replace(load, pace=0.0)) as port:
        found = uvloop.run(remembered(port, load, kept=kept))
    return msgspec.structs.replace(found, empty=empty)


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def table(report: Report) -> str:
    """What has been measured, and no more."""
    parts = [f"{report.machine}; " + ", ".join(f"{name} {number}" for name, number in report.versions.items()) + "."]
    if report.pace.seconds:
        parts.append(pace_text(report.pace))
    if report.rates:
        parts.append(rates_text(report.rates))
    if report.memory.connected:
        parts.append(memory_text(report.memory))
    return "\n\n".join(parts)


def pace_text(pace: Pace) -> str:
    lines = [
        (
            f"At human pace, for {pace.seconds:.0f} s: {pace.tables} tables, {pace.players} players, "
            f"{pace.clients} clients; {pace.orders_per_s:.0f} orders and {pace.messages_per_s:,.0f} messages a second; "
            f"the server busy {pace.server_busy:.0%} of a processor, the clients {pace.client_busy:.0%}."
        ),
        "",
        "| from | to everybody's screen | actions | p50 | p99 | most |",
        "|---|---|---|---|---|---|",
    ]
    for start, found in (("a client sends its move", pace.people), ("the room takes up an order", pace.room)):
        times = " | ".join(milliseconds(each) for each in (found.p50, found.p99, found.most))
        lines.append(f"| {start} | the last client of the table has it | {found.actions:,} | {times} |")
    return "\n".join(lines)


def rates_text(rates: Sequence[Rate]) -> str:
    lines = [
        "At full rate, turn by turn:",
        "",
        (
            "| tables | clients a table: seated, watching | orders/s | messages/s | bytes each | raw messages/s "
            "| of raw (least to most) | raw by the short way | server µs a message | raw | clients busy at raw |"
        ),
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {rate.tables} | {rate.seated}, {rate.watching} | {rate.orders_per_s:,.0f} | {rate.room_per_s:,.0f} "
        f"| {rate.mean_bytes:,.0f} | {rate.raw_per_s:,.0f} "
        f"| {rate.ratio:.0%} ({min(rate.ratios):.0%} to {max(rate.ratios):.0%}) | {rate.short_per_s:,.0f} "
        f"| {rate.room_server_us:.0f} | {rate.raw_server_us:.0f} | {rate.client_busy:.0%} |"
        for rate in rates
    ]
    return "\n".join(lines)


def memory_text(memory: Memory) -> str:
    each_table = (memory.played - memory.empty) / memory.tables
    each_client = (memory.connected - memory.played) / memory.clients
    return (
        f"Memory of the server: {memory.empty:.0f} MB without tables, {memory.furnished:.0f} MB with "
        f"{memory.tables} tables just furnished, {memory.played:.0f} MB when each holds its last events, "
        f"{memory.connected:.0f} MB with {memory.clients} clients: {1024 * each_table:.0f} KB a table, "
        f"{1024 * each_client:.0f} KB a client."
    )


def page(text: str, report: Report) -> str:
    return text[: text.index(MARK)] + f"{MARK}\n\n{table(report)}\n"


def missed(report: Report) -> Iterator[str]:
    for name, found in (("a client's move", report.pace.people), ("an order", report.pace.room)):
        if found.actions and found.p99 >= P99_GOAL:
            yield f"{name}: p99 of {milliseconds(found.p99)}, not below {milliseconds(P99_GOAL)}"
    for rate in report.rates:
        if rate.ratio < RATE_GOAL:
            yield f"{rate.seated} seated, {rate.watching} watching: {rate.ratio:.0%} of raw, not {RATE_GOAL:.0%}"


def run(parts: Sequence[str], before: Report | None, *, quick: bool) -> Report:
    """Measured anew in these parts, and otherwise as it was before."""
    pace_load, rate_loads, kept = (QUICK_PACE, QUICK_RATES, 20) if quick else (PACE, RATES, 400)
    memory = before.memory if before else Memory()
    pace = before.pace if before else Pace()
    rates = list(before.rates) if before else []
    if "memory" in parts:
        memory = weighed(msgspec.structs.replace(pace_load, seated=0), kept=kept)
    if "pace" in parts:
        with server(pace_load) as port:
            pace = uvloop.run(at_human_pace(port, pace_load))
    for place, load in enumerate(rate_loads):
        if f"rate-{place + 1}" in parts:
            with server(load) as port:
                found = uvloop.run(at_full_rate(port, load))
            others = [rate for rate in rates if (rate.seated, rate.watching) != (load.seated, load.watching)]
            rates = sorted([*others, found], key=lambda rate: rate.watching)
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    packages = {name: version(name) for name in ("uvicorn", "websockets", "uvloop", "litestar", "msgspec")}
    return Report(machine, packages, pace, rates, memory)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", help=f"{', '.join(PARTS)}; all unless some are named")
    parser.add_argument("--quick", action="store_true", help="a little of everything; no goal is held")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--load", type=lambda text: msgspec.json.decode(text, type=Load), help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.serve:
        serve(chosen.serve, chosen.load)
        return 0
    unknown = set(chosen.part) - set(PARTS)
    if unknown:
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    before = msgspec.json.decode(RESULTS.read_bytes(), type=Report) if RESULTS.exists() and not chosen.quick else None
    report = run(chosen.part or PARTS, before, quick=chosen.quick)
    print(table(report))
    if chosen.json:
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), report), encoding="utf-8")
    failures = [] if chosen.quick else list(missed(report))
    for each in failures:
        print(f"MISSED: {each}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
