"""Three servers of one room, each by the command that an operator types, each with a store and a line of its own."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import quote

import psycopg

from pokerroom.room.shards import DESK
from pokerroom.shuffle.seal import create_keys
from pokerroom.store import create_signing_key
from tests.conftest import ROOT
from tests.faults.lines import LineToDatabase, Proxy
from tests.faults.nursery import SETTINGS
from tests.postgres import OwnServer
from tests.sampling import sampled
from tools.demo_linked.demonstration import free_port

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds for what servers do by themselves, such as starting, three at once on a machine with much else to do."""

TODAY = ("-m", "tests.faults.this_version")
TOMORROW = ("-m", "tests.faults.next_version")
SCHEMAS = {"POKERROOM_DATABASE": "room", "POKERROOM_ACCOUNTS_DATABASE": "accounts"}
HELD = """
    SELECT shard, owner FROM shard JOIN tenure USING (shard, epoch)
    WHERE until > extract(epoch FROM clock_timestamp()) * 1000000 AND owner <> ''
"""
QUICK = SETTINGS | {"POKERROOM_PLAY_CHIPS_PACE": "0.02", "POKERROOM_PLAY_CHIPS_BOTS": sampled("0", whole="2")}
"""Bots think, and that of three servers at once: a sample is played by people alone."""


class Server:
    """One of them: it can be killed and started again, frozen and woken, cut off and let back."""

    def __init__(self, name: str, folder: Path, line: LineToDatabase, environment: dict[str, str]) -> None:
        self.name, self.port, self.line = name, free_port(), line
        self._folder, self.environment = folder, environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, program: Sequence[str] = TODAY) -> None:
        where = ("--port", str(self.port), "--store", str(self._folder / "store"))
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *program, "serve", "--cluster", *where],
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env=os.environ | self.environment,
            )

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def signal(self, what: int) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    def stop(self) -> None:
        """As an operator would; its line is let go on by then."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def has_name(self, owner: str) -> bool:
        """Whether a lease that names its owner names the process that this server is now."""
        return self._process is not None and owner.startswith(f"process {self._process.pid} on ")

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text()


class Cluster:
    """Servers, and the ways that lead people to them: one for all where one serves the room, else one to each."""

    def __init__(self, servers: list[Server], ways: list[Proxy], shards: int) -> None:
        self.servers, self.ways, self.shards = servers, ways, shards

    @property
    def proxy(self) -> Proxy:
        return self.ways[0]

    @property
    def serving(self) -> Server | None:
        return next((each for each in self.servers if each.port == self.proxy.to), None)

    @property
    def addresses(self) -> list[str]:
        """Where somebody who has lost his line may try."""
        return [way.address for way in self.ways]

    async def until_served(self, *, not_by: Server | None = None) -> Server:
        async with asyncio.timeout(PATIENCE):
            while (found := self.serving) is None or found is not_by:  # noqa: ASYNC110  of other processes
                await asyncio.sleep(0.02)
        return found

    async def until_all_stand_by(self) -> None:
        """Whoever does not serve has come back, so that the next fault finds two who can take over."""
        give_up = monotonic() + PATIENCE
        while unwell := [each for each in self.servers if not await asyncio.to_thread(is_there, each)]:
            assert monotonic() < give_up, [f"{each.name}: {health_of(each)}" for each in unwell]
            await asyncio.sleep(0.1)

    async def until_spread(self, url: str) -> None:
        """Every server has some of the room, and somebody has each part of it."""
        async with asyncio.timeout(PATIENCE):
            while not await asyncio.to_thread(self.is_spread, url):  # noqa: ASYNC110  of other processes
                await asyncio.sleep(0.1)

    def is_spread(self, url: str) -> bool:
        held = self.held(url)
        return len(held) == self.shards and all(server in held.values() for server in self.servers)

    async def close(self, url: str) -> None:
        """In order, and whoever has the desk last: nobody has to open the room once more."""
        desk = (await asyncio.to_thread(self.held, url)).get(DESK)
        for server in sorted(self.servers, key=lambda each: each is desk):
            await asyncio.to_thread(server.stop)

    def held(self, url: str) -> dict[int, Server]:
        """Who has which shard, as the database says, of those that nobody could take now."""
        with psycopg.connect(url) as connection:
            rows = connection.execute(HELD).fetchall()
        return {shard: server for shard, owner in rows for server in self.servers if server.has_name(owner)}


def is_there(server: Server) -> bool:
    return health_of(server).get("status") in {"ok", "standing by"}


def health_of(server: Server) -> dict[str, Any]:
    """What it says; nothing where it says nothing."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health", timeout=5) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as unwell:
        return dict(json.load(unwell))
    except OSError:
        return {}


@asynccontextmanager
async def three_servers(folder: Path, database: OwnServer, *, shards: int = 1) -> AsyncIterator[Cluster]:
    """All on one PostgreSQL. With one shard one of them serves the room, and a proxy knows which."""
    behind = Path(database.url.rpartition("host=")[2].replace("%2F", "/"))
    create_keys(folder / "deck-keys")
    create_signing_key(folder / "signing-key")
    keys = {"POKERROOM_DECK_KEYS": str(folder / "deck-keys"), "POKERROOM_SIGNING_KEY": str(folder / "signing-key")}
    async with AsyncExitStack() as kept:
        # The path of a socket is short: it lies directly under the temporary folder.
        lines = Path(kept.enter_context(TemporaryDirectory(prefix="lines-")))
        servers = []
        for name in ("one", "two", "three"):
            own = folder / name
            own.mkdir()
            line = await kept.enter_async_context(LineToDatabase(lines / name, behind))
            url = f"postgresql://postgres@/postgres?host={quote(str(lines / name), safe='')}"
            databases = {key: f"{url}&options={quote(f'-csearch_path={schema}')}" for key, schema in SCHEMAS.items()}
            environment = QUICK | keys | databases | {"POKERROOM_CLUSTER_NAME": name}
            servers.append(Server(name, own, line, environment))
        ports = [each.port for each in servers]
        behind_each = [ports] if shards == 1 else [[port] for port in ports]
        ways = [await kept.enter_async_context(Proxy(some)) for some in behind_each]
        if shards > 1:
            for each, way in zip(servers, ways, strict=True):
                each.environment |= {
                    "POKERROOM_CLUSTER_SHARDS": str(shards),
                    "POKERROOM_CLUSTER_ADDRESS": f"http://{way.address}/",
                }
        for each in servers:
            # Beside the loop, which carries the lines that servers end by.
            kept.push_async_callback(asyncio.to_thread, each.stop)
            each.start()
        yield Cluster(servers, ways, shards)


class InThread:
    """A cluster for those who do not live in a loop themselves."""

    def __init__(self, cluster: Cluster, loop: asyncio.AbstractEventLoop) -> None:
        self.cluster, self.loop = cluster, loop
        self.address = f"http://{cluster.proxy.address}"

    def until_served(self, *, not_by: Server | None = None) -> Server:
        return self._do(self.cluster.until_served(not_by=not_by))

    def until_spread(self, url: str) -> None:
        self._do(self.cluster.until_spread(url))

    def address_of(self, server: Server) -> str:
        """Of the way that leads to it."""
        return f"http://{self.cluster.addresses[self.cluster.servers.index(server)]}"

    def _do(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(PATIENCE)


@contextmanager
def served_in_thread(folder: Path, database: OwnServer, *, shards: int = 1) -> Iterator[InThread]:
    started, over = Future[InThread](), asyncio.Event()

    async def run() -> None:
        async with three_servers(folder, database, shards=shards) as cluster:
            started.set_result(InThread(cluster, asyncio.get_running_loop()))
            await over.wait()

    thread = Thread(target=asyncio.run, args=(run(),))
    thread.start()
    running = started.result(PATIENCE)
    try:
        yield running
    finally:
        running.loop.call_soon_threadsafe(over.set)
        thread.join()
