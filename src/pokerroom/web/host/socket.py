"""The socket of a casino at the host: signed calls come in, signed answers go out.

Whoever is at the other end is known by signatures alone. Whoever is refused once is told so and sent away; whoever
calls more often than any casino would is a flood, and recorded as one.
"""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from pokerroom.linked.exchange import SignedCall
from pokerroom.live.allowance import Allowance, Rate
from pokerroom.live.host.host import LinkedHost
from pokerroom.web.arriving import visitor_of
from pokerroom.web.doors import Phase

LINK_PATH = "/link"
DECODER = msgspec.json.Decoder(SignedCall)
ENCODER = msgspec.json.Encoder()

REFUSED, FLOODING, UNREADABLE = 4403, 4429, 4400
"""Codes that a socket is closed with."""
CALLS = Rate(burst=400, each_second=200)
"""Over one connection: more is no traffic but a flood. It is not counted by what a call says whose it is: whoever is no
casino could use up what is one's.
"""
SILENT_FOR = 60.0
"""Seconds after which a casino that says nothing is let go: it calls again."""


@websocket(LINK_PATH, name="link")
async def casino_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """One casino, from its first call to its last."""
    await socket.accept()
    answering: set[asyncio.Task[None]] = set()
    try:
        with suppress(WebSocketDisconnect, TimeoutError, RuntimeError):
            await listen(socket, answering)
    finally:
        for each in answering:
            each.cancel()
        await asyncio.gather(*answering, return_exceptions=True)


async def listen(socket: WebSocket[Any, Any, Any], answering: "set[asyncio.Task[None]]") -> None:
    host: LinkedHost = socket.app.state.host
    allowance = Allowance(CALLS)
    while (message := await asyncio.wait_for(received(socket), SILENT_FOR)) is not None:
        try:
            signed = DECODER.decode(message)
        except msgspec.DecodeError:
            await host.refuse("", "unreadable")
            await socket.close(code=UNREADABLE, reason="a call is a signed call, in JSON")
            return
        if allowance.wait(host.clock.monotonic()) > 0:
            await host.refuse(signed.call.casino, "flooding")
            await socket.close(code=FLOODING, reason="no casino calls as often as this")
            return
        task = asyncio.create_task(answer(host, socket, signed))
        answering.add(task)
        task.add_done_callback(answering.discard)


async def received(socket: WebSocket[Any, Any, Any]) -> bytes | None:
    """The next message; None once there are no more."""
    message: Any = await socket.receive()
    if message["type"] != "websocket.receive":
        return None
    text = message.get("text")
    return message.get("bytes") or b"" if text is None else str(text).encode()


async def answer(host: LinkedHost, socket: WebSocket[Any, Any, Any], signed: SignedCall) -> None:
    """A call that a later one has taken the place of is answered by nothing."""
    try:
        found = await host.call(signed)
    except asyncio.CancelledError:
        return
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_data(ENCODER.encode(found), mode="binary")
        if found.answer.refused:
            await socket.close(code=REFUSED, reason=found.answer.refused[:100])
        elif (visitor := visitor_of(socket.scope)) is not None:
            visitor.enter(Phase.GREETED)
