"""The bus of a NATS server, core alone: nothing is kept there, for nothing depends on what arrives.

For a cluster that has one already. One thread has the connection, with a loop of its own; it connects again by itself.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from pokerroom.room.ports import Hears, StoreFailed
from pokerroom.store.bus import CLOSING, PAUSE, Listeners, Outbox, read, written
from pokerroom.store.failures import said_by

LOG = logging.getLogger(__name__)

ADDRESS = re.compile(r"(nats|tls)://\S+")
NOT_IN_A_SUBJECT = re.compile(r"[^A-Za-z0-9_-]")
AGAIN_AFTER = 0.25
"""Seconds until a server that is away is tried again."""
PING_EVERY = 3
"""Seconds: a server that has vanished is noticed after two of them."""


class NatsBus:
    """A `Bus`. Records of the same name at one server wake each other, which harms nobody."""

    def __init__(self, address: str, record: str) -> None:
        """`nats://HOST` or `tls://HOST`, or several of a cluster with commas between."""
        self._servers = address.split(",")
        if not all(map(ADDRESS.fullmatch, self._servers)):
            raise StoreFailed(f"{address!r} is not the address of a NATS server: expected nats://HOST:PORT")
        self._client = client_of_nats()
        self._subject = f"pokerroom.{NOT_IN_A_SUBJECT.sub('-', record)}"
        self._listeners, self._outbox = Listeners(), Outbox()
        self._loop = asyncio.new_event_loop()
        self._rung, self._closing = asyncio.Event(), asyncio.Event()
        self.connected, self._is_said = Event(), False
        self._thread = Thread(target=self._run, name="bus of the record", daemon=True)
        self._thread.start()

    def publish(self, ends: Mapping[int, int]) -> None:
        if self._outbox.put(ends):
            self._in_loop(self._rung.set)

    def listen(self, hears: Hears) -> Callable[[], None]:
        return self._listeners.add(hears)

    def close(self) -> None:
        def end() -> None:
            self._closing.set()
            self._rung.set()

        self._in_loop(end)
        self._thread.join(CLOSING)

    def _in_loop(self, what: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # It is closed.
            self._loop.call_soon_threadsafe(what)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        """Until the bus is closed. The client itself tries again where the server is away, and replaces a lost line."""
        client = self._client()
        connecting = client.connect(
            self._servers,
            name="pokerroom",
            no_echo=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=AGAIN_AFTER,
            ping_interval=PING_EVERY,
            error_cb=self._warn,
            disconnected_cb=self._lost,
            reconnected_cb=self._came_back,
        )
        if await self._unless_closing(connecting):
            await client.subscribe(self._subject, cb=self._hear)
            with suppress(Exception):  # Where it does not answer, the client connects again, and says so.
                await client.flush()
            await self._came_back()
            await self._tell(client)
        await client.close()
        await asyncio.sleep(0)  # Its transport ends at the next turn of the loop.

    async def _unless_closing(self, work: Coroutine[Any, Any, object]) -> bool:
        """Whether it was done before the bus was closed."""
        doing, closing = asyncio.ensure_future(work), asyncio.ensure_future(self._closing.wait())
        await asyncio.wait({doing, closing}, return_when=asyncio.FIRST_COMPLETED)
        closing.cancel()
        if not doing.done():
            while not doing.done():  # A client that tries again may not notice the first time.
                doing.cancel()
                await asyncio.wait({doing}, timeout=PAUSE)
            return False
        doing.result()
        return True

    async def _tell(self, client: Any) -> None:
        while not self._closing.is_set():
            await self._rung.wait()
            self._rung.clear()
            if client.is_connected:
                try:
                    for message in written(self._outbox.take()):
                        await client.publish(self._subject, message.encode())
                except Exception as error:  # noqa: BLE001  whatever it was, those who follow look by themselves
                    await self._warn(error)
                await asyncio.sleep(PAUSE)

    async def _hear(self, message: Any) -> None:
        self._listeners.tell(read(message.data.decode(errors="replace")))

    async def _came_back(self) -> None:
        self._is_said = False
        self.connected.set()
        self._rung.set()
        self._listeners.tell({})  # Something may have been missed.

    async def _lost(self) -> None:
        self.connected.clear()

    async def _warn(self, error: Exception) -> None:
        """Once, until it is there again."""
        if not self._is_said:
            LOG.warning("nobody is woken by NATS, which is tried again: %s", said_by(error))
            self._is_said = True


def client_of_nats() -> Any:
    try:
        from nats.aio.client import Client  # noqa: PLC0415  in an extra
    except ModuleNotFoundError:
        raise StoreFailed("NATS needs the extra: pip install 'pokerroom[nats]'") from None
    return Client
