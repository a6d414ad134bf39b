"""A server among people who mean it no good: floods, broken frames, too many connections, clients that never read.

Meanwhile somebody plays at a table over a socket of his own: he is told everything, in order, and completes rounds.
"""

import asyncio
import json
import os
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from random import Random

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pokerroom.live.connections import MESSAGES
from pokerroom.wire import messages as wire
from pokerroom.words import said
from tests.faults.guests import PATIENCE, Guest, enter
from tests.faults.nursery import nursery, tables_by_game
from tests.wire import SERVER

FLOOD = 400
MOST_EACH = 4
ROUNDS = 4
HELLO = msgspec.json.encode(wire.Hello(version=wire.VERSION))


def line(address: str, cookie: str) -> connect:
    return connect(f"ws://{address}/ws", additional_headers={"Cookie": cookie}, compression=None, open_timeout=PATIENCE)


async def heard(socket: ClientConnection) -> wire.ServerMessage:
    message: wire.ServerMessage = SERVER.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
    return message


async def answer(socket: ClientConnection, request: str) -> wire.Accepted | wire.Refused:
    while True:
        message = await heard(socket)
        if isinstance(message, wire.Accepted | wire.Refused) and message.id == request:
            return message


async def refusal(socket: ClientConnection) -> str:
    """The code of the next one."""
    while True:
        message = await heard(socket)
        if isinstance(message, wire.Refused):
            assert said(message.says).endswith("."), message
            return message.code


async def closed(socket: ClientConnection) -> int | None:
    """With which code the room hangs up."""
    while True:
        try:
            await heard(socket)
        except ConnectionClosed:
            return socket.close_code


async def floods(address: str, cookie: str, table: str) -> None:
    """Whoever says too much too fast is told so, each time, and may speak again later."""
    async with line(address, cookie) as socket:
        await socket.send(HELLO)
        for number in range(FLOOD):
            await socket.send(msgspec.json.encode(wire.Leave(id=f"f{number}", table=table)))
        answers = [await answer(socket, f"f{number}") for number in range(FLOOD)]
        codes = Counter(each.code for each in answers if isinstance(each, wire.Refused))
        assert sum(codes.values()) == FLOOD, "nothing of this is granted to somebody without a seat"
        assert codes["too fast"] >= FLOOD - 2 * MESSAGES.burst
        await asyncio.sleep(1)
        await socket.send(msgspec.json.encode(wire.Ping(n=7)))
        while not isinstance(await heard(socket), wire.Pong):
            pass


async def sends_what_is_no_message(address: str, cookie: str, table: str) -> None:
    """Binary frames, fragments and nests of brackets are refused in words, and the line stays open."""
    async with line(address, cookie) as socket:
        await socket.send(HELLO)
        for raw in (b"\x00\xff\xfe", b"\xc3\x28", b"[" * 5000, b'{"type":' * 900, b"", b"null", b'{"type":"Nothing"}'):
            await socket.send(raw, text=False)
            assert await refusal(socket) == "unreadable", raw
        await socket.send([b'{"type":"Le', b'ave","id":"frag",', f'"table":"{table}"}}'.encode()])
        assert isinstance(await answer(socket, "frag"), wire.Refused)
        await socket.send(b'"' + b"x" * 9000 + b'"')
        assert await refusal(socket) == "too long"


async def breaks_the_line(address: str, cookie: str, table: str) -> None:  # noqa: ARG001
    """Frames that are no text, or longer than any message, end their own connection only."""
    for raw, code in ((b"\xc3\x28", 1007), (b"x" * 70_000, 1009)):
        async with line(address, cookie) as socket:
            await socket.send(HELLO)
            assert isinstance(await heard(socket), wire.Welcome)
            await socket.send(raw, text=True)
            assert await closed(socket) == code
    host, _, port = address.partition(":")
    for raw in (b"\x16\x03\x01" + bytes(300), b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", b"\r\n" * 4000):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(raw)
        await writer.drain()
        writer.write_eof()
        with suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
            await writer.wait_closed()


async def opens_too_many(address: str, cookie: str, table: str) -> None:  # noqa: ARG001
    """One person has so many sockets; another is told why it is not let in."""
    lines = [await line(address, cookie) for _ in range(MOST_EACH + 2)]
    for socket in lines:
        with suppress(ConnectionClosed):  # Those beyond the limit are told at their handshake.
            await socket.send(HELLO)
    # Several lines have no order among themselves.
    first = Counter([type(await heard(socket)) for socket in lines])
    for socket in lines:
        await socket.close()
    assert first == {wire.Welcome: MOST_EACH, wire.Goodbye: 2}


async def never_reads(address: str, cookie: str, table: str) -> None:
    """A client that watches and does not listen holds nobody up."""
    socket = await line(address, cookie)
    socket.transport.pause_reading()
    await socket.send(HELLO)
    for _ in range(40):
        await socket.send(msgspec.json.encode(wire.Watch(table=table, after=0)))
    await asyncio.sleep(1)
    socket.transport.abort()
    await socket.wait_closed()


async def says_nothing(address: str, cookie: str, table: str) -> None:  # noqa: ARG001
    for _ in range(20):
        socket = await line(address, cookie)
        socket.transport.abort()
        await socket.wait_closed()


Rough = Callable[[str, str, str], Awaitable[None]]
ROUGH: tuple[Rough, ...] = (
    floods,
    sends_what_is_no_message,
    breaks_the_line,
    opens_too_many,
    never_reads,
    says_nothing,
)


async def rounds_are_played(player: Guest, rounds: int) -> None:
    while player.sees is None or player.sees.state.round < rounds:
        assert not player.faults, player.faults
        await asyncio.sleep(0.01)


async def meanwhile(address: str, rough: Rough) -> None:
    # Each has a table to himself: nobody waits for one who has left.
    number = ROUGH.index(rough)
    table = sorted(tables_by_game(address).values())[number]
    player = Guest("Ben", table, enter(address, f"Ben {number}"), Random(1), seated=True)
    playing = asyncio.create_task(player.live(address))
    try:
        await asyncio.wait_for(player.back.wait(), PATIENCE)
        await rough(address, enter(address, f"Eve {number}"), table)
        assert player.sees is not None
        await asyncio.wait_for(rounds_are_played(player, player.sees.state.round + ROUNDS), PATIENCE)
        assert not playing.done(), "he has lost his connection"
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of one server, which outlives them all."""
    with nursery(tmp_path_factory.mktemp("room"), POKERROOM_MOST_CONNECTIONS_EACH=str(MOST_EACH)) as servers:
        yield servers.start()
        servers.stop()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this machine has no fork to make servers with")
@pytest.mark.parametrize("rough", ROUGH, ids=lambda each: each.__name__)
def test_nobody_suffers_from_somebody_who(rough: Rough, address: str) -> None:
    asyncio.run(meanwhile(address, rough))
    with urllib.request.urlopen(f"http://{address}/health", timeout=PATIENCE) as health:
        assert json.load(health)["status"] == "ok"
