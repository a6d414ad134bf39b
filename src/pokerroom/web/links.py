"""Links between houses, as `live/ports.py` has them: one socket over TLS, by which whole messages go in order.

Whoever is at the other end proves it by signatures in the messages; TLS keeps them from being read and the line from
being taken over.
"""

import ssl
from contextlib import suppress
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from pokerroom.live.ports import Link, LinkLost

PATIENCE = 5.0
"""Seconds for the handshake."""
LONGEST = 4 * 1024 * 1024
"""Bytes of a message from the other end."""
SECURE = "wss://"


class SocketLink:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, message: bytes) -> None:
        try:
            await self._socket.send(message)
        except ConnectionClosed as closed:
            raise LinkLost(str(closed)) from None

    async def receive(self) -> bytes:
        try:
            message = await self._socket.recv()
        except ConnectionClosed as closed:
            raise LinkLost(str(closed)) from None
        return message.encode() if isinstance(message, str) else message

    async def close(self) -> None:
        with suppress(ConnectionClosed):
            await self._socket.close()


class Internet:
    """The network that the machine is in."""

    async def connect(self, address: str, *, trusts: str = "") -> Link:
        try:
            socket = await connect(
                address,
                ssl=trusting(trusts) if address.startswith(SECURE) else None,
                compression=None,
                proxy=None,
                open_timeout=PATIENCE,
                # The messages themselves show whether the other end is there.
                ping_interval=None,
                close_timeout=1.0,
                max_size=LONGEST,
            )
        except (OSError, WebSocketException, ValueError) as error:
            raise LinkLost(f"{address} cannot be reached: {error}") from None
        return SocketLink(socket)


def trusting(certificates: str) -> ssl.SSLContext:
    """Certificates of this file alone, or those that the machine trusts."""
    context = ssl.create_default_context(cafile=str(Path(certificates)) if certificates else None)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
