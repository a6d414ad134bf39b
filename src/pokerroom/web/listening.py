"""Listening for TLS: a connection is accepted here, counted, and given so long for its handshake.

A loop that listens for TLS itself says nothing of a connection before its handshake is over.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable

import structlog

from pokerroom.web.arriving import ArrivingProtocol, arrive
from pokerroom.web.doors import Doors, Visitor

LOG = structlog.get_logger(__name__)

PAUSE = 0.1
"""Seconds before the next attempt where the system could not accept a connection."""


class Handshake:
    """A connection whose handshake is going on."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.task: asyncio.Task[None] | None = None

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        if self.task is not None:
            self.task.cancel()
        self.line.close()


class TlsListener:
    """What uvicorn calls a server: it has sockets, and can be closed."""

    def __init__(
        self,
        sockets: tuple[socket.socket, ...],
        doors: Doors,
        context: ssl.SSLContext,
        protocol: Callable[[], ArrivingProtocol],
    ) -> None:
        self.sockets, self._doors, self._context, self._protocol = sockets, doors, context, protocol
        self._handshakes: set[asyncio.Task[None]] = set()
        self._accepting = [asyncio.create_task(self._accept(each)) for each in sockets]

    def close(self) -> None:
        for task in (*self._accepting, *self._handshakes):
            task.cancel()
        for each in self.sockets:
            each.close()

    async def wait_closed(self) -> None:
        await asyncio.gather(*self._accepting, *self._handshakes, return_exceptions=True)

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, peer = await loop.sock_accept(listening)
            except OSError as error:
                LOG.warning("a connection was not accepted", error=str(error))
                await asyncio.sleep(PAUSE)
            else:
                self._begin(line, str(peer[0]))

    def _begin(self, line: socket.socket, address: str) -> None:
        handshake = Handshake(line)
        visitor = arrive(self._doors, handshake, address)
        if visitor is None:
            line.close()
            return
        handshake.task = asyncio.get_running_loop().create_task(self._shake_hands(line, visitor))
        self._handshakes.add(handshake.task)
        handshake.task.add_done_callback(self._handshakes.discard)

    async def _shake_hands(self, line: socket.socket, visitor: Visitor) -> None:
        def protocol() -> ArrivingProtocol:
            made = self._protocol()
            made.visitor = visitor
            return made

        patience = self._doors.limits.head
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                protocol, line, ssl=self._context, ssl_handshake_timeout=patience
            )
        except OSError:  # Whoever speaks no TLS, or not ours, or not in time.
            self._doors.leave(visitor)
            line.close()


def bound(host: str, port: int, *, backlog: int) -> tuple[socket.socket, ...]:
    """Sockets that listen at every address of a host."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    places = dict.fromkeys((family, place) for family, _, _, _, place in found)
    made = tuple(socket.create_server(place[:2], family=family, backlog=backlog) for family, place in places)
    for each in made:
        each.setblocking(False)
    return made
