"""One move from a client's socket to everybody's screen: the functions and files it goes through, and what it costs.

The cost is processor time of the server, a process of its own started as `pokerroom serve` starts it, for each order at
a hold 'em table with five clients seated and five watching; deciding, the commit on disk, telling and the network are
all in it. With `--against PATH` the room of another checkout serves a table too, and the two play in turns.
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
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from bench.room_clients import Client, Crowd, enter  # noqa: E402
from bench.room_server import RICH, Load  # noqa: E402
from pokerroom.wire import messages as wire  # noqa: E402

TEN = Load(tables_each=1, seated=5, watching=5, seconds=0, bots=0)
GAME = "hold-em"
PATIENCE = 60.0

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


APART = 1 / 18
"""Seconds between two moves of one client: the room takes twenty messages a second, and some at once."""


class Player(Client):
    """Acts as soon as it may while its table is to go on, and otherwise when it is to go on again."""

    going: bool = True
    next_at: float = 0.0
    held: wire.Happened | None = None
    moved: wire.AnyMove | None = None
    """The last move it made."""

    def act(self, seen: wire.Happened) -> None:
        if not self.going:
            self.held = seen
        elif self.next_at > (now := time.monotonic()):
            asyncio.get_running_loop().call_later(self.next_at - now, self.act, seen)
        else:
            self.next_at = now + APART
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
        cookies = await asyncio.to_thread(enter, self.port, TEN.each)
        people = [(number, (cookie, self.name)) for number, cookie in enumerate(cookies)]
        await self.crowd.let_in(people[: TEN.watching], plays=False)
        await self.crowd.let_in(people[TEN.watching :], plays=True)

    async def stop(self) -> None:
        """When the moves under way have been told."""
        for player in self.players:
            player.going = False
        heard = -1
        while heard != self.crowd.tally.messages:
            heard = self.crowd.tally.messages
            await asyncio.sleep(0.05)

    def go(self) -> None:
        for player in self.players:
            player.going = True
            seen, player.held = player.held, None
            if seen is not None:
                player.act(seen)

    async def play(self, moves: int) -> None:
        """Until the clients have made so many."""
        tally = self.crowd.tally
        tally.forget()
        self.go()
        began = time.monotonic()
        while len(tally.acts) < moves:
            await asyncio.sleep(0.01)
            if time.monotonic() - began > PATIENCE or tally.refused:
                raise SystemExit(f"the table has stopped: {tally.refused[:1]}")
        await self.stop()


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

    async def cost(self, moves: int) -> float:
        """Milliseconds of the server's processor for an order."""
        before = await asyncio.to_thread(self.orders)
        began = time.clock_gettime(self.clock)
        await self.play(moves)
        spent = time.clock_gettime(self.clock) - began
        return 1000 * spent / (await asyncio.to_thread(self.orders) - before)


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


class Cost(msgspec.Struct):
    """Milliseconds an order, turn by turn."""

    ours: list[float]
    theirs: list[float]

    @property
    def ratios(self) -> list[float]:
        return [ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=False)]


async def measured(tables: Sequence[Served], *, turns: int, moves: int) -> Cost:
    """Of our table, and of the other one if there is one; the first turn warms them up."""
    costs: list[list[float]] = [[], []]
    for table in tables:
        await table.come()
        await table.stop()
    for _ in range(turns + 1):
        for place, table in enumerate(tables):
            costs[place].append(await table.cost(moves))
    for table in tables:
        table.crowd.leave()
    return Cost(costs[0][1:], costs[1][1:])


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
            await table.stop()
            before = max(player.latest for player in table.players)
            with Walk(Path(pokerroom.__file__).parent) as walk:
                mover = await one_move(table)
            if isinstance(mover.moved, wire.Call) and max(player.latest for player in table.players) == before + 1:
                walks.append(walk)
    return min(walks, key=lambda walk: len(walk.functions))


CALLS = 5


async def one_move(table: Table) -> Player:
    """Whoever is to act does so, until everybody has been told and the loop has nothing more to do."""
    while not (waiting := [player for player in table.players if player.held is not None]):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    mover = waiting[0]
    for player in table.players:
        player.going = player is mover
    seen, mover.held = mover.held, None
    assert seen is not None
    mover.next_at = 0.0
    mover.act(seen)
    mover.going = False
    while any(player.latest <= seen.sequence for player in table.players):  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.01)
    return mover


def told(cost: Cost) -> str:
    ours = f"an order: {statistics.median(cost.ours):.3f} ms of processor ({spread(cost.ours, 3)})"
    if not cost.theirs:
        return ours
    return (
        f"{ours}; there {statistics.median(cost.theirs):.3f} ms ({spread(cost.theirs, 3)}); "
        f"ratio {statistics.median(cost.ratios):.2f} ({spread(cost.ratios, 2)})"
    )


def spread(values: Sequence[float], digits: int) -> str:
    return f"{min(values):.{digits}f} to {max(values):.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="PATH", help="another checkout, which plays in turns with ours")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--moves", type=int, default=300, help="of each turn")
    parser.add_argument("--list", action="store_true", help="name every function of the way")
    parser.add_argument("--quick", action="store_true", help="a little of it; a test runs that")
    given = parser.parse_args()
    turns, moves = (1, 20) if given.quick else (given.turns, given.moves)
    walk = asyncio.run(shortest_call())
    if given.list:
        print(*(f"{file} {function}" for file, function in walk.functions), sep="\n")
    print(f"a call: {len(walk.functions)} functions in {len(walk.files)} files, {len(walk.calls)} calls")
    with serving(ROOT) as ours:
        if given.against is None:
            print(told(asyncio.run(measured([ours], turns=turns, moves=moves))))
            return
        with serving(given.against.resolve()) as theirs:
            print(told(asyncio.run(measured([ours, theirs], turns=turns, moves=moves))))


if __name__ == "__main__":
    main()
