"""Direct sending to a client: frames as the standard has them, and never before what waits."""

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from pokerroom.live.connections import Connection
from pokerroom.web.frames import AT_ONCE, FrameBatch, direct_send, header
from tests.wire import guest


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_is_what_the_standard_says(size: int) -> None:
    text = b"x" * size
    assert header(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_nothing_overtakes_what_waits() -> None:
    async def told() -> None:
        taken: list[bytes] = []
        free = True

        def at_once(text: bytes) -> bool:
            if free:
                taken.append(text)
            return free

        connection = Connection(guest("Ann"), at_once=at_once)
        connection.send(b"1")
        free = False
        connection.send(b"2")
        free = True
        connection.send(b"3")
        assert taken == [b"1"]
        assert [await connection.out.get() for _ in range(2)] == [b"2", b"3"]
        connection.sent()
        connection.send(b"4")
        assert taken == [b"1"], "one that waited has not gone yet"
        assert await connection.out.get() == b"4"
        connection.sent()
        connection.sent()
        connection.send(b"5")
        assert taken == [b"1", b"5"]

    asyncio.run(told())


def test_a_closed_connection_is_sent_nothing() -> None:
    async def told() -> None:
        taken: list[bytes] = []

        def at_once(text: bytes) -> bool:
            taken.append(text)
            return True

        connection = Connection(guest("Ann"), at_once=at_once)
        connection.close(b"goodbye")
        connection.send(b"late")
        assert not taken
        assert [await connection.out.get() for _ in range(2)] == [b"goodbye", None]

    asyncio.run(told())


class Receiver:
    """Notes what is written to a client, and when."""

    def __init__(self, log: list[tuple[str, bytes]], name: str) -> None:
        self.log, self.name = log, name

    def write_frames(self, frames: list[bytes]) -> None:
        self.log.append((self.name, b"".join(frames)))


def test_what_a_turn_of_the_loop_says_is_handed_out_together_in_order_and_once_to_each() -> None:
    async def told() -> None:
        log: list[tuple[str, bytes]] = []
        batch = FrameBatch(asyncio.get_running_loop())
        ann, bob = Receiver(log, "ann"), Receiver(log, "bob")
        for receiver, text in ((ann, b"1"), (bob, b"1"), (ann, b"22")):
            batch.put(receiver, text)
        assert not log, "the turn is not over"
        await asyncio.sleep(0)
        assert log == [("ann", b"\x81\x011\x81\x0222"), ("bob", b"\x81\x011")]
        batch.put(bob, b"3")
        await asyncio.sleep(0)
        assert log[2:] == [("bob", b"\x81\x013")]

    asyncio.run(told())


def test_another_server_sends_nothing_directly() -> None:
    assert direct_send({"type": "websocket"}) is None
    assert direct_send({"extensions": {AT_ONCE: refuse}}) is refuse


def refuse(text: bytes) -> bool:
    return not text
