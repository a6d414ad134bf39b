"""The clients of the load benchmark: real sockets that find the ends of frames, count, and play where they sit."""

import asyncio
import http.client
import re
import secrets
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle, groupby
from random import Random
from typing import Any

import msgspec

from bench.room_server import Load, ask
from pokerroom.wire import messages as wire
from tests.wire import move_from


async def asked(port: int, path: str, what: object = None) -> Any:
    """Of the side door, without holding up the clients."""
    return await asyncio.to_thread(ask, port, path, what)


def enter(port: int, addresses: Iterable[str]) -> list[str]:
    """The cookies of guests, each from their address."""
    return [cookie for address, those in groupby(addresses) for cookie in entered_from(port, address, those)]


def entered_from(port: int, address: str, each: Iterable[object]) -> Iterator[str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(address, 0))
    for _ in each:
        connection.request("POST", "/api/accounts/guest", body="{}", headers={"content-type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        yield answer.headers["set-cookie"].partition(";")[0]
    connection.close()


class Latency(msgspec.Struct, frozen=True):
    """Seconds from an action to the last of those who watch its table."""

    actions: int = 0
    p50: float = 0.0
    p99: float = 0.0
    most: float = 0.0


class Tally:
    """What has reached the clients."""

    def __init__(self, each: int) -> None:
        self.each = each
        self.messages = 0
        self.noted: list[tuple[int, int]] = []
        """Of each message the client that heard it and its size, in the order in which they came."""
        self.last = 0.0
        self.timed = False
        self.heard: dict[tuple[str, int], tuple[int, float]] = {}
        """Of each table and sequence: how many know of it, and since when the last of them."""
        self.acts: list[tuple[str, int, float]] = []
        self.refused: list[str] = []

    def forget(self) -> None:
        self.messages, self.noted = 0, []
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

    def __init__(
        self, tally: Tally, number: int, request: bytes, rng: Random, *, think: Callable[[], float] | None = None
    ) -> None:
        self.tally, self.number, self.request, self.rng, self.think = tally, number, request, rng, think
        self.rest = b""
        self.upgraded = False
        self.table = ""
        self.opened = asyncio.get_running_loop().create_future()
        self.answered_to: asyncio.Future[None] | None = None
        """Of a client that has asked for something, and waits."""
        self.answered = self.latest = -1
        self.waits: tuple[int, float] | None = None
        """The state that its last move answered, and when that was sent."""
        self.asked = b""
        """The id of a move that has no answer yet: nobody moves twice."""
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
            if not self.opened.done():
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
                tally.noted.append((self.number, length))
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
        if self.asked and self.asked in payload:
            self.asked = b""
        answer = payload.startswith((b'{"type":"TableState"', b'{"type":"Accepted"'))
        refusal = payload.startswith((b'{"type":"Refused"', b'{"type":"Goodbye"'))
        if refusal:
            self.tally.refused.append(payload.decode())
            self.waits = None
        if (answer or refusal) and self.answered_to is not None:
            if not self.answered_to.done():  # Whoever waited may have given up.
                self.answered_to.set_result(None)
            self.answered_to = None

    def act(self, seen: wire.Happened) -> None:
        # What changed meanwhile without ending the turn is answered by a later move.
        if self.transport.is_closing() or self.asked or seen.sequence < self.answered:
            return
        move, id_ = move_from(seen.state, self.rng), secrets.token_hex(8)
        self.waits, self.asked = (seen.sequence, time.monotonic()), id_.encode()
        self.say(wire.Act(id=id_, table=seen.table, move=move, seen=seen.sequence))


TOGETHER = 50
"""Clients who come at once."""


class Crowd:
    """All the clients of a room."""

    def __init__(self, port: int, load: Load, tables: Sequence[str], *, client: type[Client] = Client) -> None:
        self.port, self.load, self.tables, self.client = port, load, tables, client
        self.tally = Tally(load.each)
        self.clients: list[Client] = []
        self.rng = Random(1)

    def address(self, number: int) -> str:  # noqa: ARG002
        """Where a client comes from."""
        return "127.0.0.1"

    def thought(self) -> float:
        return self.load.pace * self.rng.triangular(0.7, 3.5, 1.3)

    async def come(self) -> None:
        """Those who watch while the tables stand still, and then those who sit down."""
        await asked(self.port, "pause")
        people = range(len(self.tables) * self.load.each)
        cookies = await asyncio.to_thread(enter, self.port, map(self.address, people))
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
            lambda: self.client(self.tally, number, request.encode(), self.rng, think=think),
            "127.0.0.1",
            self.port,
            local_addr=(self.address(number), 0),
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
