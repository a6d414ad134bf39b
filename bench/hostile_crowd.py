"""The hostile of `bench/hostile.py`, in a process of their own: silent, half open, flooding, junk, and slow to read.

Each kind keeps coming back for as long as it is let. What they did and what became of it is printed as JSON at the end.
"""

import asyncio
import contextlib
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pokerroom.web.descriptors import raised  # noqa: E402
from pokerroom.wire import messages as wire  # noqa: E402

EACH_ADDRESS = 150
"""Silent connections from one address: fewer than would make each other way."""
OPENED_AT_ONCE = 100
HELLO = json.dumps({"type": "Hello", "version": wire.VERSION}).encode()
ENTERING = b"POST /api/accounts/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
GUEST = ENTERING + b"Content-Length: 2\r\n\r\n{}"
HALVES = (
    b"",
    b"GET / HTTP/1.1\r\nHost: loc",
    ENTERING + b"Content-Length: 60000\r\n\r\n{",
)
"""How far a connection gets before it says no more."""
QUESTIONS = (
    b"GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ENTERING + b"Content-Length: 40000\r\n\r\n" + b"[" * 40_000,
    b"GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"BREW /api/lobby HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x00\xff\x00\xff\r\n\r\n",
    b"\x16\x03\x01\x02",
)


class Crowd:
    def __init__(self, port: int, seconds: float, silent: int) -> None:
        self.port, self.seconds, self.silent = port, seconds, silent
        self.done: Counter[str] = Counter()
        self.rng = Random(1)
        self.numbers = count()

    def address(self) -> str:
        """A new one each time: 127.64.0.0/10 is theirs, the honest come from elsewhere."""
        number = next(self.numbers) // EACH_ADDRESS % (1 << 20)
        return f"127.{64 + (number >> 16)}.{number >> 8 & 255}.{number & 255 or 1}"

    async def line(self, said: bytes, address: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        where = (address or self.address(), 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=where)
        writer.write(said)
        return reader, writer

    async def guest(self, address: str) -> str:
        reader, writer = await self.line(GUEST, address)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        writer.close()
        return head.partition("set-cookie: ")[2].partition(";")[0]

    async def socket(self, address: str, *, hello: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        cookie = await self.guest(address)
        head = (
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        reader, writer = await self.line(head.encode(), address)
        await reader.readuntil(b"\r\n\r\n")
        if hello:
            writer.write(frame(HELLO))
        return reader, writer

    async def stand_silent(self) -> None:
        """One of thousands: it says half of something, waits until it is let go, and comes again."""
        reader, writer = await self.line(self.rng.choice(HALVES))
        self.done["silent opened"] += 1
        self.done["silent now"] += 1
        self.done["silent at once"] = max(self.done["silent at once"], self.done["silent now"])
        try:
            while await reader.read(4096):
                pass
            self.done["silent let go"] += 1
        finally:
            self.done["silent now"] -= 1
            writer.close()

    async def say_no_hello(self) -> None:
        reader, writer = await self.socket(self.address(), hello=False)
        self.done["sockets without Hello"] += 1
        while await reader.read(4096):
            pass
        writer.close()

    async def flood(self) -> None:
        """As fast as the network takes it."""
        reader, writer = await self.socket(self.address())
        reading = asyncio.create_task(swallow(reader))
        chat = frame(b'{"type":"Chat","id":"x","table":"1","text":"x"}')
        try:
            while not reading.done():
                writer.write(chat * 20)
                await writer.drain()
                self.done["flooding messages"] += 20
                await asyncio.sleep(0.02)
        finally:
            reading.cancel()
            writer.close()

    async def send_junk(self) -> None:
        """Frames that are none, of every kind, until the line is cut."""
        reader, writer = await self.socket(self.address())
        reading = asyncio.create_task(swallow(reader))
        try:
            while not reading.done():
                payload = self.rng.randbytes(self.rng.randrange(200))
                writer.write(frame(payload, self.rng.choice((1, 1, 2, 2, 2, 9, 10, 8, 3, 15))))
                await writer.drain()
                self.done["frames of junk"] += 1
                await asyncio.sleep(0.02)
        finally:
            reading.cancel()
            writer.close()

    async def ask_nonsense(self) -> None:
        reader, writer = await self.line(self.rng.choice(QUESTIONS))
        status = (await reader.read(12))[9:12].decode("latin-1") or "none"
        self.done[f"nonsense answered {status}"] += 1
        writer.close()
        await asyncio.sleep(0.1)

    async def read_nothing(self) -> None:
        """It watches a table, and never takes what it is sent."""
        _, writer = await self.socket(self.address())
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        watch = frame(b'{"type":"Watch","table":"1"}')
        self.done["sockets that read nothing"] += 1
        while not writer.transport.is_closing():
            for _ in range(10):
                writer.write(watch)
            await asyncio.wait_for(writer.drain(), 20)
            await asyncio.sleep(1)

    async def again_and_again(self, what: Callable[[], Awaitable[None]]) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
                await what()
            await asyncio.sleep(0.05)

    def kinds(self) -> Iterator[Callable[[], Awaitable[None]]]:
        for what, many in (
            (self.say_no_hello, 20),
            (self.flood, 5),
            (self.send_junk, 5),
            (self.ask_nonsense, 5),
            (self.read_nothing, 5),
        ):
            yield from [what] * many
        yield from [self.stand_silent] * self.silent

    async def come(self) -> None:
        tasks = []
        for number, what in enumerate(self.kinds()):
            tasks.append(asyncio.create_task(self.again_and_again(what)))
            if not number % OPENED_AT_ONCE:
                await asyncio.sleep(0.05)
        await asyncio.sleep(self.seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def swallow(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(65_536):
            pass


def frame(payload: bytes, kind: int = 1) -> bytes:
    """Masked, as a client must, with a mask of nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + bytes(4) + payload


if __name__ == "__main__":
    raised()
    crowd = Crowd(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))
    uvloop.run(crowd.come())
    print(json.dumps({name: number for name, number in sorted(crowd.done.items()) if name != "silent now"}))
