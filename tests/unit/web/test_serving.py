"""The server as a process: one address printed, guests over real sockets, stopped and started again in mid-round."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pokerroom.wire import messages as wire

OPEN = re.compile(r"http://localhost:(\d+)/")
PATIENCE = 40.0


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server of its own on a port that was free."""
    environment = os.environ | {
        "POKERROOM_CLOCK_ROUND_PAUSE": "0.1",
        "POKERROOM_CLOCK_STEP_PAUSE": "0.1",
        "POKERROOM_CLOCK_ACT": "60",
    }
    command = [sys.executable, "-c", "from pokerroom.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "serve", "--port", "0", "--store", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = OPEN.search(line)
        assert found, f"no address in {line!r}"
        yield f"localhost:{found[1]}", process
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(PATIENCE)
        process.stdout.close()


def cookie_of_guest(address: str, name: str) -> str:
    request = urllib.request.Request(
        f"http://{address}/api/accounts/guest",
        data=json.dumps({"name": name}).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
        return str(answer.headers["set-cookie"]).partition(";")[0]


def get(address: str, path: str) -> tuple[int, str]:
    with urllib.request.urlopen(f"http://{address}{path}", timeout=PATIENCE) as answer:
        return answer.status, answer.read().decode()


async def until(socket: ClientConnection, kind: str, **fields: Any) -> Any:
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message["type"] == kind and all(message["state"][name] for name in fields):
            return message


async def say(socket: ClientConnection, kind: str, **fields: Any) -> None:
    await socket.send(json.dumps({"type": kind, **fields}))


def at(address: str, cookie: str, **headers: str) -> connect:
    return connect(f"ws://{address}/ws", additional_headers={"Cookie": cookie, **headers}, compression=None)


def test_a_round_survives_the_server(tmp_path: Path) -> None:
    async def before(address: str, cookie: str) -> Any:
        async with at(address, cookie) as socket:
            await say(socket, "Hello", version=wire.VERSION)
            await until(socket, "Welcome")
            await say(socket, "QuickSeat", id="q")
            return await until(socket, "Happened", offers=True)

    async def after(address: str, cookie: str, turn: Any) -> None:
        async with at(address, cookie) as socket:
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
        cookie = cookie_of_guest(address, "Ann")
        turn = asyncio.run(before(address, cookie))
        process.kill()
        process.wait(PATIENCE)
    with serving(tmp_path) as (address, process):
        asyncio.run(after(address, cookie, turn))
        asyncio.run(stranger(address))
        process.terminate()
        assert process.wait(PATIENCE) in {0, -signal.SIGTERM}


async def stranger(address: str) -> None:
    """No session, a page of somebody else, and frames that are too long."""
    async with at(address, "pokerroom=nothing") as socket:
        assert json.loads(await socket.recv())["type"] == "Goodbye"
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    cookie = cookie_of_guest(address, "Eve")
    with pytest.raises(InvalidStatus):
        async with at(address, cookie, Origin="https://evil.example"):
            pass
    async with at(address, cookie) as socket:
        await say(socket, "Hello", version=wire.VERSION)
        await until(socket, "Welcome")
        await socket.send(b"x" * 10_000)
        refused = await until(socket, "Refused")
        assert refused["code"] == "too long"
        await socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            await until(socket, "nothing more")
    assert get(address, "/health")[0] == 200
