"""Lines that a test can cut: from people to whichever server is ready, and from one server to the database."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

LOOKS_EVERY = 0.1
SHORT = 1.0
"""Seconds that a server is given to say whether it is ready: a proxy waits no longer."""

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Reach = Callable[[], Awaitable[Ends | None]]
"""Connects to what lies behind; None where nothing does at the moment."""


class Line(NamedTuple):
    """One connection that goes through."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter

    @property
    def port(self) -> int:
        """Of the server that it leads to, where it leads to one by a port."""
        return int(self.far.get_extra_info("peername")[1])

    def cut(self) -> None:
        for end in self:
            with suppress(OSError, RuntimeError):
                end.transport.abort()


class Lines:
    """Takes connections and passes each on, until it is cut."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._open: set[Line] = set()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            far = await self._reach()
            if far is not None:
                await self._carry(Line(writer, far[1]), reader, far[0])
        writer.close()

    async def _carry(self, line: Line, near: asyncio.StreamReader, far: asyncio.StreamReader) -> None:
        self._open.add(line)
        there, back = (asyncio.create_task(pump(*each)) for each in ((near, line.far), (far, line.near)))
        try:
            await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (there, back):
                task.cancel()
            line.cut()
            self._open.discard(line)

    def cut(self) -> None:
        """Everything that goes through now."""
        for line in tuple(self._open):
            line.cut()

    def cut_to(self, port: int) -> None:
        for line in tuple(self._open):
            if line.port == port:
                line.cut()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()


class Found(NamedTuple):
    """What a proxy finds when it looks at a server."""

    is_ready: bool
    is_alive: bool


def found_at(port: int) -> Found:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=SHORT) as answer:
            return Found(is_ready=answer.status == 200, is_alive=True)
    except urllib.error.HTTPError:
        return Found(is_ready=False, is_alive=True)
    except OSError:
        return Found(is_ready=False, is_alive=False)


class Proxy:
    """As `deploy/haproxy.cfg`: before several servers it sends people to one that says it is ready, and before one to
    that while it answers. Lines to a server that answers no more are cut; while it is only not ready they stay.
    """

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self.to: int | None = None
        """The port of the server that is ready."""
        self._alive: frozenset[int] = frozenset()
        self._lines = Lines(self._connect)
        self.address = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._lines.take, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self._looking = asyncio.create_task(self._look())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._looking.cancel()
        self._server.close()
        self._lines.cut()

    async def _look(self) -> None:
        while True:
            found = await asyncio.gather(*(asyncio.to_thread(found_at, port) for port in self._ports))
            each = dict(zip(self._ports, found, strict=True))
            self.to = next((port for port, is_it in each.items() if is_it.is_ready), None)
            self._alive = frozenset(port for port, is_it in each.items() if is_it.is_alive)
            for port in each.keys() - self._alive:
                self._lines.cut_to(port)
            await asyncio.sleep(LOOKS_EVERY)

    async def _connect(self) -> Ends | None:
        to = next(iter(self._alive), None) if len(self._ports) == 1 else self.to
        return None if to is None else await asyncio.open_connection("127.0.0.1", to)


class LineToDatabase:
    """The socket of a PostgreSQL once more, in a folder of one server's own."""

    NAME = ".s.PGSQL.5432"

    def __init__(self, folder: Path, behind: Path) -> None:
        self._folder, self._behind = folder, behind
        self._is_cut = False
        self._lines = Lines(self._connect)

    async def __aenter__(self) -> Self:
        self._folder.mkdir()
        self._server = await asyncio.start_unix_server(self._lines.take, str(self._folder / self.NAME))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self._lines.cut()

    def cut(self) -> None:
        self._is_cut = True
        self._lines.cut()

    def heal(self) -> None:
        self._is_cut = False

    def lead_to(self, behind: Path) -> None:
        """Another server has taken the database's place."""
        self._behind = behind
        self._lines.cut()

    async def _connect(self) -> Ends | None:
        return None if self._is_cut else await asyncio.open_unix_connection(str(self._behind / self.NAME))
