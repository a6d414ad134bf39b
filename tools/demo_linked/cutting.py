"""A line that can be cut: a proxy between a casino and its host. Cut, it takes nothing in and lets nothing through.

What was under way stays where it is, as on a line that fell silent; healed, the old connections are dropped.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

CHUNK = 64 * 1024


class CuttableLine:
    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._open = asyncio.Event()
        self._open.set()
        self._server: asyncio.Server | None = None
        self._carrying: set[asyncio.Task[None]] = set()
        self.port = 0

    async def start(self) -> "CuttableLine":
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    @property
    def is_cut(self) -> bool:
        return not self._open.is_set()

    def cut(self) -> None:
        self._open.clear()

    def heal(self) -> None:
        """Whoever has waited in silence connects again."""
        for each in self._carrying:
            each.cancel()
        self._open.set()

    async def stop(self) -> None:
        for each in self._carrying:
            each.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        try:
            with suppress(OSError, asyncio.CancelledError):
                await self._open.wait()
                there, back = await asyncio.open_connection("127.0.0.1", self._to_port)
                try:
                    await one_ends(self._pump(reader, back), self._pump(there, writer))
                finally:
                    back.close()
        finally:
            writer.close()
            self._carrying.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            await self._open.wait()
            writer.write(data)
            await writer.drain()


async def one_ends(*pumps: Coroutine[Any, Any, None]) -> None:
    """Until either direction has ended."""
    tasks = [asyncio.create_task(each) for each in pumps]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
