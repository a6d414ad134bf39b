"""One move from a client's socket to everybody's screen: the functions and files it goes through, and what it costs.

The cost is processor time of the server, a process of its own started as `pokerroom serve` starts it, at a hold 'em
table with five clients seated and five watching: for a move that leads to one event, and on average for an order of any
kind. Deciding, the commit on disk, telling and the network are all in it. With `--against PATH` the room of another
checkout serves a table too, and the two play in turns.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from bench.room_clients import Client, Crowd, enter  # noqa: E402
from bench.room_server import RICH, Load  # noqa: E402
from pokerroom.wire import messages as wire  # noqa: E402

TEN = Load(tables_each=1, seated=5, watching=5, seconds=0, bots=0)
GAME = "hold-em"
PATIENCE = 60.0
SETTLED = 0.005
"""Seconds in which a server that has told everybody comes to rest."""
CALLS = 5

SETTINGS = {
    "PORT": "0",
    "RATE_LIMITS": "false",
    "CLOCK_ACT": "600",
    "CLOCK_SHOW": "600",
    "CLOCK_BANK": "0",
    "CLOCK_BANK_REFILL": "0",
    "CLOCK_ROUND_PAUSE": "0",
    "CLOCK_STEP_PAUSE": "0",
    "PLAY_CHIPS_BOTS": "0",
    "PLAY_CHIPS_BANK": str(RICH),
    "PLAY_CHIPS_SPECTATOR_DELAY": "0",
}
"""A room without bots and without pauses, whose onlookers are not behind."""


class Player(Client):
    """Acts when it is told to."""

    held: wire.Happened | None = None
    """The state in which it is to act."""
    moved: wire.AnyMove | None = None
    """The last move it made."""

    def act(self, seen: wire.Happened) -> None:
        self.held = seen

    def move(self, seen: wire.Happened) -> None:
        self.held = None
        super().act(seen)

    def say(self, message: wire.ClientMessage) -> None:
        if isinstance(message, wire.Act):
            self.moved = message.move
        super().say(message)


class Table:
    """Ten clients at one table of a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/lobby", timeout=PATIENCE) as answer:
            tables = json.load(answer)["tables"]
        self.name = next(each["name"] for each in tables if each["game"] == GAME)
        self.crowd = Crowd(port, TEN, [self.name], client=Player)
        self.crowd.tally.timed = True

    @property
    def players(self) -> list[Player]:
        return [client for client in self.crowd.clients if isinstance(client, Player)]

    async def come(self) -> None:
        """Those who watch, and then those who sit down and play."""
        cookies = await asyncio.to_thread(enter, self.port, ["127.0.0.1"] * TEN.each)
        people = [(number, (cookie, self.name)) for number, cookie in enumerate(cookies)]
        await self.crowd.let_in(people[: TEN.watching], plays=False)
        await self.crowd.let_in(people[TEN.watching :], plays=True)

    async def mover(self) -> Player:
        """Whoever is to act, once everybody has been told so and the server has nothing more to do."""
        began = time.monotonic()
        while True:
            heard = self.crowd.tally.messages
            await asyncio.sleep(SETTLED)
            waiting = [player for player in self.players if player.held is not None]
            if waiting and heard == self.crowd.tally.messages:
                return waiting[0]
            if time.monotonic() - began > PATIENCE or self.crowd.tally.refused:
                raise SystemExit(f"the table has stopped: {self.crowd.tally.refused[:1]}")

    async def move(self, mover: Player) -> int:
        """Its move, until everybody has been told: how many events it led to."""
        seen = mover.held
        assert seen is not None
        mover.move(seen)
        while any(player.latest <= seen.sequence for player in self.players):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        await asyncio.sleep(SETTLED)
        return mover.latest - seen.sequence


class Cost(NamedTuple):
    """Milliseconds of the server's processor."""

    move: float
    """For a move that leads to one event, as a call mostly does: the median."""
    order: float
    """For an order of any kind: the mean."""


class Served(Table):
    """A table of a server that is a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        if found is None:
            raise SystemExit("the server did not start")
        # Linux numbers the clocks of other processes by their ids.
        self.clock = ~process.pid << 3 | 2
        super().__init__(int(found[1]))

    def orders(self) -> float:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=PATIENCE) as answer:
            counts = re.findall(r'^pokerroom_orders_total\{kind="\w+"\} (\S+)', answer.read().decode(), re.MULTILINE)
        return sum(map(float, counts))

    async def cost(self, moves: int) -> Cost:
        """Of so many moves that led to one event each, and of all orders meanwhile, deals among them."""
        orders, began, plain = await asyncio.to_thread(self.orders), self.spent(), list[float]()
        while len(plain) < moves:
            mover = await self.mover()
            before = self.spent()
            if await self.move(mover) == 1:
                plain.append(self.spent() - before)
        spent = self.spent() - began
        return Cost(1000 * statistics.median(plain), 1000 * spent / (await asyncio.to_thread(self.orders) - orders))

    def spent(self) -> float:
        return time.clock_gettime(self.clock)


@contextmanager
def serving(checkout: Path) -> Iterator[Served]:
    """The room of a checkout, with its record on the disk the project lies on: a temporary folder may be in memory."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        settings = {f"POKERROOM_{name}": value for name, value in (SETTINGS | {"STORE": folder}).items()}
        process = subprocess.Popen(
            [sys.executable, "-c", "from pokerroom.cli import app; app()", "serve"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | settings | {"PYTHONPATH": str(checkout / "src")},
            cwd=checkout,
        )
        try:
            yield Served(process)
        finally:
            process.terminate()
            process.wait(PATIENCE)


async def measured(tables: Sequence[Served], *, turns: int, moves: int) -> list[list[Cost]]:
    """Of each table, turn by turn; the first turn warms them up."""
    costs: list[list[Cost]] = [[] for _ in tables]
    for table in tables:
        await table.come()
    for _ in range(turns + 1):
        for place, table in enumerate(tables):
            costs[place].append(await table.cost(moves))
    for table in tables:
        table.crowd.leave()
    return [each[1:] for each in costs]


class Walk:
    """The functions of a room that run while it is open, in the order in which they are first called."""

    def __init__(self, package: Path) -> None:
        self._package = f"{package}{os.sep}"
        self.calls: list[tuple[str, str]] = []

    def __enter__(self) -> Self:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: Any, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(self._package) and not code.co_name.startswith("<"):
            self.calls.append((code.co_filename.removeprefix(self._package), code.co_qualname))

    @property
    def functions(self) -> list[tuple[str, str]]:
        return list(dict.fromkeys(self.calls))

    @property
    def files(self) -> list[str]:
        return list(dict.fromkeys(file for file, _ in self.calls))


@asynccontextmanager
async def in_this_process() -> AsyncIterator[Table]:
    """A table whose server runs in the loop of its clients, so that one profile sees the whole way."""
    from pokerroom.live.settings import read_settings  # noqa: PLC0415
    from pokerroom.web.running import Server, configured  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        settings = {f"POKERROOM_{name}": value for name, value in (SETTINGS | {"STORE": folder}).items()}
        server = Server(configured(read_settings(environment=settings)))
        task = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110  uvicorn has no event for it
            await asyncio.sleep(0.01)
        table = await asyncio.to_thread(Table, server.servers[0].sockets[0].getsockname()[1])
        try:
            await table.come()
            yield table
        finally:
            table.crowd.leave()
            server.should_exit = True
            with suppress(asyncio.CancelledError):
                await task


async def shortest_call() -> Walk:
    """The shortest of the calls that led to nothing else."""
    import pokerroom  # noqa: PLC0415

    walks: list[Walk] = []
    async with in_this_process() as table:
        while len(walks) < CALLS:
            mover = await table.mover()
            with Walk(Path(pokerroom.__file__).parent) as walk:
                events = await table.move(mover)
            if isinstance(mover.moved, wire.Call) and events == 1:
                walks.append(walk)
    return min(walks, key=lambda walk: len(walk.functions))


def told(costs: Sequence[Sequence[Cost]]) -> Iterator[str]:
    """Medians over the turns, and in brackets the least and the most."""
    for part in Cost._fields:
        found = [[getattr(cost, part) for cost in turns] for turns in costs]
        line = f"{part}: {spread(found[0], 3)} ms of processor"
        if len(found) > 1:
            ratios = [ours / theirs for ours, theirs in zip(*found, strict=True)]
            line += f"; there {spread(found[1], 3)} ms; ratio {spread(ratios, 2)}"
        yield line


def spread(values: Sequence[float], digits: int) -> str:
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="PATH", help="another checkout, which plays in turns with ours")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--moves", type=int, default=150, help="of one event each, in a turn")
    parser.add_argument("--list", action="store_true", help="name every function of the way")
    parser.add_argument("--quick", action="store_true", help="a little of it; a test runs that")
    given = parser.parse_args()
    turns, moves = (1, 5) if given.quick else (given.turns, given.moves)
    walk = asyncio.run(shortest_call())
    if given.list:
        print(*(f"{file} {function}" for file, function in walk.functions), sep="\n")
    print(f"a call: {len(walk.functions)} functions in {len(walk.files)} files, {len(walk.calls)} calls")
    with ExitStack() as servers:
        checkouts = [ROOT] if given.against is None else [ROOT, given.against.resolve()]
        tables = [servers.enter_context(serving(checkout)) for checkout in checkouts]
        print(*told(asyncio.run(measured(tables, turns=turns, moves=moves))), sep="\n")


if __name__ == "__main__":
    main()
