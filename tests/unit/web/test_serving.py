"""The server as a process: one address printed, guests over real sockets, stopped and started again in mid-round."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pokerroom.wire import messages as wire
from tests.unit.web.served import PATIENCE, Person, get, say, serving, until


def test_a_round_survives_the_server(tmp_path: Path) -> None:
    async def before(ann: Person) -> Any:
        async with ann.socket() as socket:
            await say(socket, "Hello", version=wire.VERSION)
            await until(socket, "Welcome")
            await say(socket, "QuickSeat", id="q")
            return await until(socket, "Happened", offers=True)

    async def after(ann: Person, turn: Any) -> None:
        async with ann.socket() as socket:
            await say(socket, "Hello", version=wire.VERSION, resume={turn["table"]: turn["sequence"]})
            state = await until(socket, "TableState")
            assert state["sequence"] == turn["sequence"]
            assert [seat["down"] for seat in state["state"]["seats"]] == [
                seat["down"] for seat in turn["state"]["seats"]
            ]
            await say(socket, "Act", id="f", table=turn["table"], move={"type": "Fold"}, seen=turn["sequence"])
            assert (await until(socket, "Accepted"))["id"] == "f"

    with serving(tmp_path) as (address, process):
        status, health = get(address, "/health")
        assert (status, json.loads(health)["status"]) == (200, "ok")
        assert "pokerroom_tables" in get(address, "/metrics")[1]
        ann = Person(address, "Ann").as_guest()
        turn = asyncio.run(before(ann))
        process.kill()
        process.wait(PATIENCE)
    with serving(tmp_path) as (address, process):
        ann.address = address
        asyncio.run(after(ann, turn))
        asyncio.run(stranger(address))
        process.terminate()
        assert process.wait(PATIENCE) in {0, -signal.SIGTERM}


async def stranger(address: str) -> None:
    """No session, a page of somebody else, and frames that are too long."""
    eve = Person(address, "Eve")
    eve.cookie = "pokerroom=nothing"
    async with eve.socket() as socket:
        assert json.loads(await socket.recv())["type"] == "Goodbye"
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    eve.as_guest()
    with pytest.raises(InvalidStatus):
        async with eve.socket(Origin="https://evil.example"):
            pass
    async with eve.socket() as socket:
        await say(socket, "Hello", version=wire.VERSION)
        await until(socket, "Welcome")
        await socket.send(b"x" * 10_000)
        refused = await until(socket, "Refused")
        assert refused["code"] == "too long"
        await socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            await until(socket, "nothing more")
    assert get(address, "/health")[0] == 200


def test_a_server_asked_to_stop_says_goodbye_and_goes_on_in_mid_street(tmp_path: Path) -> None:
    async def play_to_a_street(ann: Person, process: Any) -> Any:
        """Until cards of the second street lie there and it is her turn; then somebody stops the server."""
        async with ann.socket() as socket:
            await say(socket, "Hello", version=wire.VERSION)
            await until(socket, "Welcome")
            await say(socket, "QuickSeat", id="q", game="hold-em")
            while True:
                turn = await until(socket, "Happened", offers=True)
                state = turn["state"]
                if state["board"]:
                    break
                kinds = {offer["kind"] for offer in state["offers"]}
                move = next(kind for kind in ("Check", "Call", "Show", "Fold") if kind in kinds)
                await say(socket, "Act", id=f"m{turn['sequence']}", table=turn["table"], move={"type": move})
            process.send_signal(signal.SIGTERM)
            goodbye = await until(socket, "Goodbye")
            assert goodbye["again"]
            return turn

    async def come_back(ann: Person, turn: Any) -> None:
        async with ann.socket() as socket:
            await say(socket, "Hello", version=wire.VERSION, resume={turn["table"]: turn["sequence"]})
            state = await until(socket, "TableState")
            assert state["sequence"] == turn["sequence"]
            for part in ("board", "street", "pot", "offers", "round", "commitment"):
                assert state["state"][part] == turn["state"][part]

    with serving(tmp_path) as (address, process):
        ann = Person(address, "Ann").as_guest()
        turn = asyncio.run(play_to_a_street(ann, process))
        assert process.wait(PATIENCE) in {0, -signal.SIGTERM}
    with serving(tmp_path) as (address, _):
        ann.address = address
        asyncio.run(come_back(ann, turn))


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("POKERROOM_DATABASE", "postgresql://nobody@127.0.0.1:1/none", "cannot be opened"),
        ("POKERROOM_HEADS", "{store}", "lies beside the database"),
        ("POKERROOM_TIME_ZONE", "Atlantis", "Atlantis"),
    ],
)
def test_a_room_that_cannot_be_opened_says_why_in_a_sentence(
    tmp_path: Path, variable: str, value: str, words: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "from pokerroom.cli import main; main()", "serve", "--port", "0", "--store", tmp_path],
        env=os.environ | {variable: value.format(store=tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert ended.returncode != 0
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr
