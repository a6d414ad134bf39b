"""Listening: a connection is accepted here, counted, and given so long for its TLS handshake where there is one.

A loop that listens by itself accepts all who wait in one go, a thousand at a time if they come at once, while those who
play wait; and of TLS it says nothing before the handshake is over.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable

import structlog

from pokerroom.web.arriving import ArrivingProtocol, arrive
from pokerroom.web.doors import Doors, Visitor

LOG = structlog.get_logger(__name__)

AT_ONCE = 8
"""Connections accepted in one turn of the loop."""
PAUSE = 0.1
"""Seconds before the next attempt where the system could not accept a connection."""


class Handshake:
    """A connection that HTTP has not taken over yet."""

    def __init__(self, line: socket.socket, loop: asyncio.AbstractEventLoop) -> None:
        self.line, self._loop = line, loop
        self.task: asyncio.Task[None] | None = None

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        if self.task is not None:
            self.task.cancel()
        elif self.line.fileno() >= 0:
            self._loop.remove_reader(self.line)
        self.line.close()


class Listener:
    """What uvicorn calls a server: it has sockets, and can be closed."""

    def __init__(
        self,
        sockets: tuple[socket.socket, ...],
        doors: Doors,
        protocol: Callable[[], ArrivingProtocol],
        context: ssl.SSLContext | None = None,
    ) -> None:
        self.sockets, self._doors, self._protocol, self._context = sockets, doors, protocol, context
        self._patience = None if context is None else doors.limits.head
        self._loop = asyncio.get_running_loop()
        self._handshakes: set[asyncio.Task[None]] = set()
        self._is_open = True
        for each in sockets:
            self._listen(each)

    def _listen(self, listening: socket.socket) -> None:
        if self._is_open:
            self._loop.add_reader(listening, self._accept, listening)

    def close(self) -> None:
        self._is_open = False
        for visitor in tuple(self._doors.visitors):
            if isinstance(visitor.transport, Handshake):
                visitor.transport.abort()
                self._doors.leave(visitor)
        for each in self.sockets:
            self._loop.remove_reader(each)
            each.close()

    async def wait_closed(self) -> None:
        await asyncio.gather(*self._handshakes, return_exceptions=True)

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                line, peer = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                LOG.warning("a connection was not accepted", error=str(error))
                self._loop.remove_reader(listening)
                self._loop.call_later(PAUSE, self._listen, listening)
                return
            self._begin(line, str(peer[0]))

    def _begin(self, line: socket.socket, address: str) -> None:
        """Until it says something it is a line and no more: thousands of them cost little."""
        handshake = Handshake(line, self._loop)
        visitor = arrive(self._doors, handshake, address)
        if visitor is None:
            line.close()
            return
        line.setblocking(False)
        self._loop.add_reader(line, self._hears, handshake, visitor)

    def _hears(self, handshake: Handshake, visitor: Visitor) -> None:
        self._loop.remove_reader(handshake.line)
        handshake.task = self._loop.create_task(self._hand_over(handshake.line, visitor))
        self._handshakes.add(handshake.task)
        handshake.task.add_done_callback(self._handshakes.discard)

    async def _hand_over(self, line: socket.socket, visitor: Visitor) -> None:
        def protocol() -> ArrivingProtocol:
            made = self._protocol()
            made.visitor = visitor
            return made

        try:
            await self._loop.connect_accepted_socket(
                protocol, line, ssl=self._context, ssl_handshake_timeout=self._patience
            )
        except OSError:  # Whoever speaks no TLS, or not ours, or not in time, or has gone.
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
