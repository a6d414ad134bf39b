"""Two servers on one record, each with a store of its own: the second is refused, and a frozen one is replaced."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pokerroom.wire import messages as wire
from pokerroom.words import saying
from tests.postgres import postgres, postgres_url
from tests.unit.web.served import PATIENCE, Person, say, serving, until

__all__ = ["postgres", "postgres_url"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="NOT TESTED: signals and locks are those of POSIX")


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that lies in no server's own store."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_url"))
    (tmp_path / "shared").mkdir()
    return f"sqlite:///{tmp_path}/shared/record.sqlite3"


@pytest.mark.parametrize("setting", ["POKERROOM_DATABASE", "POKERROOM_ACCOUNTS_DATABASE"])
def test_a_second_server_on_a_record_is_told_who_writes_it_since_when_and_what_to_do(
    tmp_path: Path, shared: str, setting: str
) -> None:
    port = free_port()
    with serving(tmp_path / "one", "--port", port, **{setting: shared}) as (_, process):
        refused = second(tmp_path / "two", **{setting: shared})
    assert refused.returncode == 1
    assert refused.stderr.startswith("pokerroom: the room cannot be opened: ")
    who = f"is written by process {process.pid} on {socket.gethostname()}, serving http://localhost:{port}/, marked "
    assert who in refused.stderr
    assert "stop that process first" in refused.stderr


def test_a_frozen_server_that_was_replaced_tells_everybody_and_ends(tmp_path: Path, postgres_url: str) -> None:
    with serving(tmp_path / "one", POKERROOM_DATABASE=postgres_url) as (address, frozen):
        asyncio.run(replaced(address, frozen, tmp_path / "two", postgres_url))


async def replaced(address: str, frozen: "subprocess.Popen[str]", folder: Path, database: str) -> None:
    async with Person(address, "Ada").as_guest().socket() as told:
        await say(told, "Hello", version=wire.VERSION)
        await until(told, "Welcome")
        frozen.send_signal(signal.SIGSTOP)
        with serving(folder, POKERROOM_DATABASE=database) as (other, _):
            frozen.send_signal(signal.SIGCONT)
            goodbye = await until(told, "Goodbye")
            assert goodbye["says"] == msgspec.to_builtins(saying("goodbye.taken-over"))
            status, health = answer_of(address, "/health")
            assert (status, health["status"]) == (503, "taken over")
            assert "has been taken over by process" in health["taken_over"]["play chips"]
            assert await asyncio.to_thread(frozen.wait, PATIENCE) == 1
            assert answer_of(other, "/health")[0] == 200


def test_a_frozen_server_that_nobody_replaced_goes_on(tmp_path: Path, postgres_url: str) -> None:
    with serving(tmp_path, POKERROOM_DATABASE=postgres_url) as (address, frozen):
        frozen.send_signal(signal.SIGSTOP)
        time.sleep(4)
        frozen.send_signal(signal.SIGCONT)
        Person(address, "Ada").as_guest()
        assert answer_of(address, "/health")[0] == 200


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return str(free.getsockname()[1])


def second(store: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """A server that is expected to refuse."""
    command = [sys.executable, "-c", "from pokerroom.cli import main; main()", "serve", "--port", "0"]
    return subprocess.run(
        [*command, "--store", store],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=os.environ | settings,
    )


def answer_of(address: str, path: str) -> tuple[int, Any]:
    try:
        with urllib.request.urlopen(f"http://{address}{path}", timeout=PATIENCE) as answer:
            return answer.status, msgspec.json.decode(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, msgspec.json.decode(error.read())
