"""A real server that is stopped while it is somebody's turn, as by a debugger or a machine that swaps: what they sent
counts.
"""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from pokerroom.wire import messages as wire
from tests.faults.guests import PATIENCE, enter
from tests.faults.nursery import nursery, tables_by_game
from tests.wire import SERVER

ACT, STOPPED = 3.0, 6.0
CLOCK = {
    "POKERROOM_CLOCK_ACT": str(ACT),
    "POKERROOM_CLOCK_BANK": "0",
    "POKERROOM_CLOCK_BANK_REFILL": "0",
    "POKERROOM_PLAY_CHIPS_BOTS": "0",
}


class Seat:
    """Somebody at a table over a real socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def say(self, message: wire.ClientMessage) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def until(self, wanted: Any) -> Any:
        while True:
            message = SERVER.decode(await asyncio.wait_for(self._socket.recv(), PATIENCE))
            if wanted(message):
                return message

    async def sit(self, table: str) -> None:
        await self.say(wire.Hello(version=wire.VERSION))
        await self.say(wire.Sit(id="sit", table=table))
        answer = await self.until(lambda message: isinstance(message, wire.Accepted | wire.Refused))
        assert isinstance(answer, wire.Accepted), answer


def is_turn(message: Any) -> bool:
    return isinstance(message, wire.Happened | wire.TableState) and message.state.turn is not None


def to_move(one: Seat, other: Seat, told: Any) -> Seat:
    return one if told.state.turn.seat == told.state.my_seat else other


async def a_move_while_the_server_stands_still(address: str, server: int) -> None:
    table = tables_by_game(address)["hold-em"]
    cookies = [{"Cookie": await asyncio.to_thread(enter, address, name)} for name in ("Ann", "Ben")]
    at = f"ws://{address}/ws"
    async with connect(at, additional_headers=cookies[0]) as one, connect(at, additional_headers=cookies[1]) as other:
        ann, ben = Seat(one), Seat(other)
        await ann.sit(table)
        await ben.sit(table)
        told = await ann.until(is_turn)
        acting = to_move(ann, ben, told)
        os.kill(server, signal.SIGSTOP)
        try:
            await acting.say(wire.Act(id="call", table=table, move=wire.Call(), seen=told.sequence))
            await asyncio.sleep(STOPPED)
        finally:
            os.kill(server, signal.SIGCONT)
        answer = await acting.until(lambda message: getattr(message, "id", None) == "call")
        assert isinstance(answer, wire.Accepted), answer


def test_a_move_sent_to_a_server_that_is_stopped_for_twice_the_time_to_act_counts(tmp_path: Path) -> None:
    with nursery(tmp_path, **CLOCK) as servers:
        address = servers.start()
        asyncio.run(a_move_while_the_server_stands_still(address, servers.child))
        servers.stop()
