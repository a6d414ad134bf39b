"""The short way to a client: a message that the network can take at once becomes a frame here and now.

The way through ASGI costs a queue, a task and a coroutine for each message and receiver, several times what the frame
itself does. The server offers the short way as an extension of the scope; where there is none, under another server or
in a test, messages go the long way.
"""

from collections.abc import Callable, Mapping
from struct import Struct as Layout
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

AT_ONCE = "pokerroom.send_at_once"

SendAtOnce = Callable[[bytes], bool]
"""Hands a message to the network; False where that has to wait, or is over."""

WHOLE_TEXT = 0x81
"""The first byte of a frame that is a whole message of text."""
SHORT, MIDDLE, LONG = Layout(">BB"), Layout(">BBH"), Layout(">BBQ")


class FramingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with the short way beside it."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent and not self.conn.extensions:  # A compressed frame differs from client to client.
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[AT_ONCE] = self.send_at_once

    def send_at_once(self, text: bytes) -> bool:
        if not self.handshake_complete or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.writelines((header(len(text)), text))
        return True


def header(size: int) -> bytes:
    """Of a frame from the server: never masked."""
    if size < 126:
        return SHORT.pack(WHOLE_TEXT, size)
    return MIDDLE.pack(WHOLE_TEXT, 126, size) if size < 1 << 16 else LONG.pack(WHOLE_TEXT, 127, size)


def short_way(scope: Mapping[str, Any]) -> SendAtOnce | None:
    found: SendAtOnce | None = (scope.get("extensions") or {}).get(AT_ONCE)
    return found
