"""Direct sending to a client: a message that the network can take at once becomes a frame here and now.

Sending through ASGI costs a queue, a task and a coroutine for each message and receiver, several times as much as the
frame itself. Frames go to the network at the end of a turn of the loop, all together: tables that moved in one commit
are sent at once, and a client that gets two messages is woken once. The server offers this as an extension of the
scope; where there is none, under another server or in a test, messages go through ASGI.
"""

import asyncio
from collections.abc import Mapping
from struct import Struct as Layout
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from pokerroom.live.connections import SendAtOnce
from pokerroom.web.arriving import visitor_of

AT_ONCE = "pokerroom.send_at_once"

WHOLE_TEXT = 0x81
"""The first byte of a frame that is a whole text message."""
SHORT, MIDDLE, LONG = Layout(">BB"), Layout(">BBH"), Layout(">BBQ")


class Receiver(Protocol):
    """Somebody frames are for."""

    def write_frames(self, frames: list[bytes], /) -> None: ...


class FrameBatch:
    """The frames of one turn of a loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._frames: dict[Receiver, list[bytes]] = {}
        self._last = (b"", header(0))
        """The last text and its header: most texts are for several clients."""

    def put(self, to: Receiver, text: bytes) -> None:
        frames = self._frames.get(to)
        if frames is None:
            if not self._frames:
                self._loop.call_soon(self.hand_out)
            frames = self._frames[to] = []
        if text is not self._last[0]:
            self._last = (text, header(len(text)))
        frames.append(self._last[1])
        frames.append(text)

    def hand_out(self) -> None:
        on_it, self._frames = self._frames, {}
        for to, frames in on_it.items():
            to.write_frames(frames)


BATCHES: WeakKeyDictionary[asyncio.AbstractEventLoop, FrameBatch] = WeakKeyDictionary()


class FramingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol for sockets, with direct sending added."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent and not self.conn.extensions:  # A compressed frame differs from client to client.
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[AT_ONCE] = self.send_at_once
            self._batch = BATCHES.setdefault(self.loop, FrameBatch(self.loop))

    def connection_lost(self, exc: Exception | None) -> None:
        if (visitor := visitor_of({"state": self.app_state})) is not None:
            visitor.doors.leave(visitor)
        super().connection_lost(exc)

    def send_at_once(self, text: bytes) -> bool:
        if not self.handshake_complete or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self._batch.put(self, text)
        return True

    def write_frames(self, frames: list[bytes]) -> None:
        """Nothing is sent after a close."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.writelines(frames)


def header(size: int) -> bytes:
    """Of a frame from the server: never masked."""
    if size < 126:
        return SHORT.pack(WHOLE_TEXT, size)
    return MIDDLE.pack(WHOLE_TEXT, 126, size) if size < 1 << 16 else LONG.pack(WHOLE_TEXT, 127, size)


def direct_send(scope: Mapping[str, Any]) -> SendAtOnce | None:
    found: SendAtOnce | None = (scope.get("extensions") or {}).get(AT_ONCE)
    return found
