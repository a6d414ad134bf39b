"""The live room under load: from an action to everybody's screen, and messages a second beside a bare fan-out.

The server is a process of its own, started as `pokerroom serve` starts it, with its record on disk; the clients are
this process, each a real socket. At human pace it is measured how long an action takes to the last of those who watch
its table. Then all act at once: how many messages a second reach the clients. What was sent is sent again over the
same sockets in the same order and sizes by the bare ASGI server, without poker, turn by turn in one run. `--quick` does
a little of it; a test runs that.
"""

import argparse
import asyncio
import platform
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

import msgspec
import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.reporting import kept, status  # noqa: E402
from bench.room_clients import Crowd, Latency, asked  # noqa: E402
from bench.room_server import Load, ask, server  # noqa: E402

RESULTS = ROOT / "bench/results/room.json"
PAGE = ROOT / "bench/ROOM.md"

P99_GOAL = 0.100
RATE_GOAL = 0.5

PACE = Load(tables_each=11, seated=1, watching=3, seconds=60, pace=1.0)
# People only: how long bots think is not the network's.
RATES = tuple(Load(1, 5, watching, 3, 5, bots=0) for watching in (5, 25, 45, 95))
QUICK_PACE = Load(tables_each=1, seated=1, watching=1, seconds=3, pace=0.1)
QUICK_RATES = (Load(1, 1, 2, 1, 1),)
PARTS = ("memory", "pace", *(f"rate-{place + 1}" for place in range(len(RATES))))


class Pace(msgspec.Struct):
    tables: int = 0
    players: int = 0
    """Bots and people with a seat."""
    clients: int = 0
    seconds: float = 0.0
    orders_per_s: float = 0.0
    messages_per_s: float = 0.0
    people: Latency = Latency()
    """From the moment a client sends its move."""
    room: Latency = Latency()
    """From the moment the room takes up an order, whoever gave it."""
    server_busy: float = 0.0
    client_busy: float = 0.0


class Rate(msgspec.Struct):
    tables: int
    seated: int
    watching: int
    messages: int
    """Of one turn."""
    mean_bytes: float
    orders_per_s: float
    room_per_s: float
    raw_per_s: float
    ratio: float
    """Median over the turns, each beside the fan-out of its own messages."""
    ratios: list[float]
    short_per_s: float
    """The bare fan-out by the room's own direct sending, which the server does not have of itself."""
    room_server_us: float
    """Of the server's processor time, for each message."""
    raw_server_us: float
    client_busy: float
    """Of one processor, while the fan-out was bare: at 1 it is the clients that are measured."""


class Memory(msgspec.Struct):
    """Of the server, in megabytes."""

    empty: float = 0.0
    tables: int = 1
    furnished: float = 0.0
    played: float = 0.0
    """With as many events in memory as a table keeps."""
    clients: int = 1
    connected: float = 0.0


class Report(msgspec.Struct):
    machine: str
    versions: dict[str, str]
    pace: Pace
    rates: list[Rate]
    memory: Memory


async def at_human_pace(port: int, load: Load) -> Pace:
    tables = (await asked(port, "usage"))["tables"]
    crowd = Crowd(port, load, tables)
    await crowd.come()
    await asyncio.sleep(min(5.0, load.seconds))
    await asked(port, "taken")
    crowd.tally.forget()
    crowd.tally.timed = True
    (cpu, orders), mine, began = await asked(port, "cpu"), time.process_time(), time.monotonic()
    await asyncio.sleep(load.seconds)
    (cpu_after, orders_after), seconds = await asked(port, "cpu"), time.monotonic() - began
    busy = (time.process_time() - mine) / seconds
    messages = crowd.tally.messages
    taken = await asked(port, "taken")
    usage = await asked(port, "usage")
    await asyncio.sleep(0.5)
    crowd.tally.timed = False
    crowd.leave()
    if usage["halted"]:
        raise SystemExit(f"tables have halted: {usage['halted']}")
    return Pace(
        tables=len(tables),
        players=usage["players"],
        clients=len(crowd.clients),
        seconds=seconds,
        orders_per_s=(orders_after - orders) / seconds,
        messages_per_s=messages / seconds,
        people=crowd.tally.latency(crowd.tally.acts),
        room=crowd.tally.latency([(table, sequence, at) for table, sequence, at in taken]),
        server_busy=(cpu_after - cpu) / seconds,
        client_busy=busy,
    )


class Turn(msgspec.Struct):
    messages: int
    per_s: float
    server_us: float
    client_busy: float


async def measured(crowd: Crowd, act: Callable[[], Awaitable[int]]) -> Turn:
    crowd.tally.forget()
    (cpu, _), mine, began = await asked(crowd.port, "cpu"), time.process_time(), time.monotonic()
    count = await act()
    await crowd.all_heard(count)
    seconds = crowd.tally.last - began
    cpu_after, _ = await asked(crowd.port, "cpu")
    busy = (time.process_time() - mine) / seconds
    return Turn(count, count / seconds, 1e6 * (cpu_after - cpu) / count, busy)


async def settled(crowd: Crowd) -> None:
    """Wait until nobody hears anything any more."""
    heard = -1
    while heard != crowd.tally.messages:
        heard = crowd.tally.messages
        await asyncio.sleep(0.3)


async def at_full_rate(port: int, load: Load) -> Rate:
    tables = (await asked(port, "usage"))["tables"]
    crowd = Crowd(port, load, tables)
    await crowd.come()

    async def play() -> int:
        await asked(port, "go")
        await asyncio.sleep(load.seconds)
        await asked(port, "pause")
        await settled(crowd)
        return crowd.tally.messages

    async def repeat(way: str, count: int) -> int:
        await asked(port, way)
        return count

    ours, theirs, shorts, orders, size = [], [], [], 0, 0.0
    for turn in range(load.turns + 1):  # The first is not counted: caches fill in it.
        await asked(port, "pause")
        await settled(crowd)
        _, before = await asked(port, "cpu")
        played = await measured(crowd, play)
        _, after = await asked(port, "cpu")
        noted = crowd.tally.noted
        size = statistics.fmean(each for _, each in noted)
        await asked(port, "keep", noted)
        bare = await measured(crowd, partial(repeat, "raw", len(noted)))
        short = await measured(crowd, partial(repeat, "raw_short", len(noted)))
        if turn:
            ours.append(played)
            theirs.append(bare)
            shorts.append(short)
            orders += after - before
    usage = await asked(port, "usage")
    crowd.leave()
    if usage["halted"]:
        raise SystemExit(f"tables have halted: {usage['halted']}")
    ratios = [mine.per_s / its.per_s for mine, its in zip(ours, theirs, strict=True)]
    return Rate(
        tables=len(tables),
        seated=load.seated,
        watching=load.watching,
        messages=round(statistics.fmean(turn.messages for turn in ours)),
        mean_bytes=size,
        orders_per_s=orders / sum(turn.messages / turn.per_s for turn in ours),
        room_per_s=statistics.median(turn.per_s for turn in ours),
        raw_per_s=statistics.median(turn.per_s for turn in theirs),
        ratio=statistics.median(ratios),
        ratios=ratios,
        short_per_s=statistics.median(turn.per_s for turn in shorts),
        room_server_us=statistics.median(turn.server_us for turn in ours),
        raw_server_us=statistics.median(turn.server_us for turn in theirs),
        client_busy=statistics.median(turn.client_busy for turn in theirs),
    )


async def remembered(port: int, load: Load, *, kept: int) -> Memory:
    """What tables and clients weigh: furnished, with their last events in memory, and looked at."""
    usage = await asked(port, "usage")
    furnished, tables = usage["rss"], usage["tables"]
    while usage["kept"] < kept:
        await asyncio.sleep(1)
        usage = await asked(port, "usage")
    await asked(port, "pause")
    await asyncio.sleep(1)
    played = (await asked(port, "usage"))["rss"]
    crowd = Crowd(port, load, tables)
    await crowd.come()
    await asked(port, "pause")
    connected = (await asked(port, "usage"))["rss"]
    crowd.leave()
    return Memory(0.0, len(tables), furnished, played, len(crowd.clients), connected)


def weighed(load: Load, *, kept: int) -> Memory:
    with server(msgspec.structs.replace(load, tables_each=0)) as port:
        empty = ask(port, "usage")["rss"]
    with server(msgspec.structs.replace(load, pace=0.0)) as port:
        found = uvloop.run(remembered(port, load, kept=kept))
    return msgspec.structs.replace(found, empty=empty)


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def table(report: Report) -> str:
    """What has been measured, and no more."""
    parts = [f"{report.machine}; " + ", ".join(f"{name} {number}" for name, number in report.versions.items()) + "."]
    if report.pace.seconds:
        parts.append(pace_text(report.pace))
    if report.rates:
        parts.append(rates_text(report.rates))
    if report.memory.connected:
        parts.append(memory_text(report.memory))
    return "\n\n".join(parts)


def pace_text(pace: Pace) -> str:
    lines = [
        (
            f"At human pace, for {pace.seconds:.0f} s: {pace.tables} tables, {pace.players} players, "
            f"{pace.clients} clients; {pace.orders_per_s:.0f} orders and {pace.messages_per_s:,.0f} messages a second; "
            f"the server busy {pace.server_busy:.0%} of a processor, the clients {pace.client_busy:.0%}."
        ),
        "",
        "| from | to everybody's screen | actions | p50 | p99 | most |",
        "|---|---|---|---|---|---|",
    ]
    for start, found in (("a client sends its move", pace.people), ("the room takes up an order", pace.room)):
        times = " | ".join(milliseconds(each) for each in (found.p50, found.p99, found.most))
        lines.append(f"| {start} | the last client of the table has it | {found.actions:,} | {times} |")
    return "\n".join(lines)


def rates_text(rates: Sequence[Rate]) -> str:
    lines = [
        "At full rate, turn by turn:",
        "",
        (
            "| tables | clients a table: seated, watching | orders/s | messages/s | bytes each | raw messages/s "
            "| of raw (least to most) | raw sent directly | server µs a message | raw | clients busy at raw |"
        ),
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {rate.tables} | {rate.seated}, {rate.watching} | {rate.orders_per_s:,.0f} | {rate.room_per_s:,.0f} "
        f"| {rate.mean_bytes:,.0f} | {rate.raw_per_s:,.0f} "
        f"| {rate.ratio:.0%} ({min(rate.ratios):.0%} to {max(rate.ratios):.0%}) | {rate.short_per_s:,.0f} "
        f"| {rate.room_server_us:.0f} | {rate.raw_server_us:.0f} | {rate.client_busy:.0%} |"
        for rate in rates
    ]
    return "\n".join(lines)


def memory_text(memory: Memory) -> str:
    each_table = (memory.played - memory.empty) / memory.tables
    each_client = (memory.connected - memory.played) / memory.clients
    return (
        f"Memory of the server: {memory.empty:.0f} MB without tables, {memory.furnished:.0f} MB with "
        f"{memory.tables} tables just furnished, {memory.played:.0f} MB when each holds its last events, "
        f"{memory.connected:.0f} MB with {memory.clients} clients: {1024 * each_table:.0f} KB a table, "
        f"{1024 * each_client:.0f} KB a client."
    )


def missed(report: Report) -> Iterator[str]:
    for name, found in (("a client's move", report.pace.people), ("an order", report.pace.room)):
        if found.actions and found.p99 >= P99_GOAL:
            yield f"{name}: p99 of {milliseconds(found.p99)}, not below {milliseconds(P99_GOAL)}"
    for rate in report.rates:
        if rate.ratio < RATE_GOAL:
            yield f"{rate.seated} seated, {rate.watching} watching: {rate.ratio:.0%} of raw, not {RATE_GOAL:.0%}"


def run(parts: Sequence[str], before: Report | None, *, quick: bool) -> Report:
    """Measured anew in these parts, and otherwise as it was before."""
    pace_load, rate_loads, kept = (QUICK_PACE, QUICK_RATES, 20) if quick else (PACE, RATES, 400)
    memory = before.memory if before else Memory()
    pace = before.pace if before else Pace()
    rates = list(before.rates) if before else []
    if "memory" in parts:
        memory = weighed(msgspec.structs.replace(pace_load, seated=0), kept=kept)
    if "pace" in parts:
        with server(pace_load) as port:
            pace = uvloop.run(at_human_pace(port, pace_load))
    for place, load in enumerate(rate_loads):
        if f"rate-{place + 1}" in parts:
            with server(load) as port:
                found = uvloop.run(at_full_rate(port, load))
            others = [rate for rate in rates if (rate.seated, rate.watching) != (load.seated, load.watching)]
            rates = sorted([*others, found], key=lambda rate: rate.watching)
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    packages = {name: version(name) for name in ("uvicorn", "websockets", "uvloop", "litestar", "msgspec")}
    return Report(machine, packages, pace, rates, memory)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", help=f"{', '.join(PARTS)}; all unless some are named")
    parser.add_argument("--quick", action="store_true", help="a little of everything; no goal is held")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    chosen = parser.parse_args(arguments)
    unknown = set(chosen.part) - set(PARTS)
    if unknown:
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    before = msgspec.json.decode(RESULTS.read_bytes(), type=Report) if RESULTS.exists() and not chosen.quick else None
    report = run(chosen.part or PARTS, before, quick=chosen.quick)
    print(table(report))
    if chosen.json:
        kept(report, table(report), results=RESULTS, page=PAGE)
    return status([] if chosen.quick else missed(report))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
