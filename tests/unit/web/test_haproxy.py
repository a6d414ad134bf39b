"""The proxy's configuration as we ship it, in a real HAProxy: before a server with the settings as we ship them, and
before one that only says whether it is ready.
"""

import asyncio
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import Server, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from pokerroom.shuffle.seal import create_keys
from pokerroom.store import create_signing_key
from tests.conftest import ROOT
from tests.unit.web.served import PATIENCE, serving
from tools.demo_linked.demonstration import free_port

HAPROXY = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
CONFIGURATION = ROOT / "deploy" / "haproxy.cfg"
SETTINGS = ROOT / "deploy" / "room.toml"
NAME = "room.example.com"

pytestmark = pytest.mark.skipif(HAPROXY is None, reason="NOT TESTED: the proxy's configuration: there is no haproxy")


@contextmanager
def before(folder: Path, **ports: int) -> Iterator[str]:
    """The proxy, with nothing changed but where it listens and where servers are. Those that are not named are away."""
    assert HAPROXY is not None
    port, text = free_port(), CONFIGURATION.read_text(encoding="utf-8")
    text = re.sub(r"bind :443 ssl crt \S+", f"bind 127.0.0.1:{port}", text)
    for name in ("one", "two", "three"):
        text = text.replace(f"{name}.internal:8000", f"127.0.0.1:{ports.get(name) or free_port()}")
    (folder / "haproxy.cfg").write_text(text, encoding="utf-8")
    process = subprocess.Popen(
        [HAPROXY, "-db", "-f", str(folder / "haproxy.cfg")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield f"127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def asked(address: str, path: str) -> int:
    request = urllib.request.Request(f"http://{address}{path}", headers={"Host": NAME})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def comes_to_say(address: str, path: str, status: int) -> bool:
    give_up = monotonic() + PATIENCE
    while (found := asked(address, path)) != status and monotonic() < give_up:
        pass
    return found == status


@pytest.fixture
def as_shipped(tmp_path: Path) -> dict[str, str]:
    """The settings of a server of a cluster, but that it is alone and the proxy is on this machine."""
    create_keys(tmp_path / "deck-keys")
    create_signing_key(tmp_path / "signing-key")
    here = {name: str(tmp_path / name.replace("_", "-")) for name in ("deck_keys", "signing_key")}
    alone = {"database": "", "accounts_database": "", "cluster_joins": "false", "cluster_shards": "1"}
    given = {**here, **alone, "host": "127.0.0.1", "trusted_proxies": "127.0.0.1"}
    return {f"POKERROOM_{name.upper()}": value for name, value in given.items()}


def test_a_server_that_is_open_is_reached_by_the_proxy(tmp_path: Path, as_shipped: dict[str, str]) -> None:
    with ExitStack() as stack:
        server, _ = stack.enter_context(serving(tmp_path / "store", "--config", str(SETTINGS), **as_shipped))
        proxy = stack.enter_context(before(tmp_path, one=int(server.partition(":")[2])))
        # Before the first checks every server counts as there: that two is not shows that they were made.
        assert comes_to_say(proxy, "/s/one/api/lobby", HTTPStatus.OK)
        assert comes_to_say(proxy, "/s/two/api/lobby", HTTPStatus.SERVICE_UNAVAILABLE)
        for path in ("/api/lobby", "/s/one/api/lobby"):
            assert [asked(proxy, path) for _ in range(3)] == [HTTPStatus.OK] * 3, path
        assert asked(proxy, "/between/play-chips") == HTTPStatus.FORBIDDEN, "servers ask here, and nobody else"


class Standing:
    """A server that takes sockets, and says of itself what it is told to say."""

    def __init__(self) -> None:
        self.ready, self.checks = 200, 0

    def answer(self, _connection: Any, request: Request) -> Response | None:
        if "upgrade" in request.headers:
            return None
        status = 200
        if request.path.startswith("/ready"):
            status = self.ready
            self.checks += 1
        body = b"{}"
        headers = Headers([("Connection", "close"), ("Content-Length", str(len(body)))])
        return Response(status, HTTPStatus(status).phrase, headers, body)

    async def until_checked(self) -> None:
        before = self.checks
        async with asyncio.timeout(PATIENCE):
            while self.checks < before + 4:  # noqa: ASYNC110  of another process
                await asyncio.sleep(0.05)


@asynccontextmanager
async def standing() -> AsyncIterator[tuple[Standing, Server, int]]:
    told = Standing()

    async def stay(socket: Any) -> None:
        with suppress(ConnectionClosed):
            async for message in socket:
                await socket.send(message)

    async with serve(stay, "127.0.0.1", 0, process_request=told.answer) as server:
        yield told, server, next(iter(server.sockets)).getsockname()[1]


def test_whoever_is_there_stays_while_no_server_can_record_and_nobody_new_is_let_in(tmp_path: Path) -> None:
    async def test() -> None:
        async with standing() as (told, _, port):
            with before(tmp_path, one=port) as proxy:
                assert await asyncio.to_thread(comes_to_say, proxy, "/", HTTPStatus.OK)
                await told.until_checked()
                async with connect(f"ws://{proxy}/ws") as socket:
                    told.ready = HTTPStatus.NOT_FOUND
                    await told.until_checked()
                    assert await asyncio.to_thread(comes_to_say, proxy, "/", HTTPStatus.SERVICE_UNAVAILABLE)
                    await socket.send("still here")
                    assert await asyncio.wait_for(socket.recv(), PATIENCE) == "still here"
                    told.ready = HTTPStatus.OK
                    assert await asyncio.to_thread(comes_to_say, proxy, "/", HTTPStatus.OK)
                    await socket.send("still here")
                    assert await asyncio.wait_for(socket.recv(), PATIENCE) == "still here"

    asyncio.run(test())


@pytest.mark.parametrize("path", ["/ws", "/s/one/ws"])
def test_lines_to_a_server_that_answers_no_more_are_cut(tmp_path: Path, path: str) -> None:
    """Frozen, or its machine lost: the line itself would say nothing of it for long."""

    async def test() -> None:
        async with standing() as (told, server, port):
            with before(tmp_path, one=port) as proxy:
                assert await asyncio.to_thread(comes_to_say, proxy, "/s/one/", HTTPStatus.OK)
                await told.until_checked()
                async with connect(f"ws://{proxy}{path}") as socket:
                    server.close(close_connections=False)
                    with pytest.raises(ConnectionClosed):
                        await asyncio.wait_for(socket.recv(), PATIENCE)

    asyncio.run(test())
