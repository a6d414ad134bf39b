"""A server in a process of its own, and people who come to it over the network."""

import asyncio
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

OPEN = re.compile(r"http://localhost:(\d+)/")
PATIENCE = 40.0
PASSWORD = "correct horse battery"  # noqa: S105  it opens nothing
QUICK = {
    "POKERROOM_CLOCK_ROUND_PAUSE": "0.1",
    "POKERROOM_CLOCK_STEP_PAUSE": "0.1",
    "POKERROOM_CLOCK_ACT": "60",
}


@contextmanager
def serving(folder: Path, *options: str, **settings: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server of its own on a port that was free."""
    command = [sys.executable, "-c", "from pokerroom.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "serve", "--port", "0", "--store", str(folder), *options],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | QUICK | settings,
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


class Person:
    """A browser: it keeps its cookie."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.name = address, name
        self.cookie = ""
        self._cookies: dict[str, str] = {}
        self.id = ""

    def ask(self, path: str, body: Any = None, *, method: str = "") -> tuple[int, Any]:
        """The status and what came back; bytes are sent as they are."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        request = urllib.request.Request(
            f"http://{self.address}{path}", data=data, headers=headers, method=method or None
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                for each in answer.headers.get_all("set-cookie", ()):
                    name, _, value = str(each).partition(";")[0].partition("=")
                    self._cookies[name] = value
                self.cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def get_in(self, how: str, **body: str) -> "Person":
        status, answer = self.ask(f"/api/accounts/{how}", {"name": self.name, **body})
        assert status == 200, answer
        self.id = answer["person"]["id"]
        return self

    def as_guest(self) -> "Person":
        return self.get_in("guest")

    def register(self) -> "Person":
        return self.get_in("register", password=PASSWORD)

    def log_in(self) -> "Person":
        return self.get_in("login", password=PASSWORD)

    def socket(self, **headers: str) -> connect:
        return connect(
            f"ws://{self.address}/ws", additional_headers={"Cookie": self.cookie, **headers}, compression=None
        )


def get(address: str, path: str) -> tuple[int, str]:
    with urllib.request.urlopen(f"http://{address}{path}", timeout=PATIENCE) as answer:
        return answer.status, answer.read().decode()


async def until(socket: ClientConnection, kind: str, **fields: Any) -> Any:
    """The next message of this kind, or the next of it in whose state these fields hold something."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message["type"] == kind and all(message["state"][name] for name in fields):
            return message


async def say(socket: ClientConnection, kind: str, **fields: Any) -> None:
    await socket.send(json.dumps({"type": kind, **fields}))
