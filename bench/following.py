"""What it costs a server to follow what another records, and how soon after the commit it has.

An evening of bots at three tables is decided by a room in memory, then recorded in a PostgreSQL that is divided into
four shards, then followed by a room of its own: the processor time of each, an event. For the time from a commit to
its effect elsewhere, one process records such an evening order by order, as people play, and another has the room open
and follows: woken by NOTIFY, by NATS where there is a server, and by nobody.
"""

import argparse
import asyncio
import multiprocessing
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.reporting import kept_between  # noqa: E402
from pokerroom.live.following import LOOKS_EVERY, Following  # noqa: E402
from pokerroom.live.ports import Record  # noqa: E402
from pokerroom.live.records import machine, open_room  # noqa: E402
from pokerroom.live.settings import Settings  # noqa: E402
from pokerroom.room.following import follow  # noqa: E402
from pokerroom.room.ports import Batch  # noqa: E402
from pokerroom.room.reopening import reopened  # noqa: E402
from pokerroom.room.room import Done  # noqa: E402
from pokerroom.shuffle.seal import KEY, Key, Keys  # noqa: E402
from pokerroom.store import SqlStore, Writer  # noqa: E402
from pokerroom.store.buses import open_bus  # noqa: E402
from pokerroom.store.dividing import divide  # noqa: E402
from pokerroom.store.opening import join_database  # noqa: E402
from tests.nats import NatsServer  # noqa: E402
from tests.postgres import empty_schema, server  # noqa: E402
from tests.unit.room import house as staged  # noqa: E402
from tests.unit.room.test_checkpoint import Evening  # noqa: E402
from tests.unit.room.test_following import SHARDS, batches  # noqa: E402

RESULTS = ROOT / "bench/results/following.json"
PAGE = ROOT / "bench/STORE.md"
MARKS = "<!-- following -->", "<!-- end of following -->"
READY = 60.0
AN_ORDER_EVERY = 0.02
"""Seconds between two orders, on average."""
NOTIFY, NATS, NOBODY = "NOTIFY", "NATS", "nobody: it looks every quarter of a second"
TURNS, STEPS, ORDERS = 5, 600, 500

# The rooms of both processes have the same keys.
staged.KEYS = Keys((Key("bench", bytes(KEY)),))


class Costs(msgspec.Struct):
    """Microseconds of processor time an event."""

    decided: float
    recorded: float
    read: float
    followed: float
    a_look: float
    """That finds one order, whatever it has to read of it."""
    in_vain: float
    """A look that finds nothing."""


class Latency(msgspec.Struct):
    woken_by: str
    median_ms: float
    p99_ms: float
    orders: int


class Report(msgspec.Struct):
    machine: str
    costs: Costs
    """Medians of the turns."""
    latencies: list[Latency]


def evening_of(steps: int, seed: int) -> tuple[list[Batch], float]:
    """What an evening records, and the processor time that deciding it took."""
    evening, took = Evening(seed), 0.0
    room = evening.house.room
    do = room.do

    def timed(order: Any) -> Any:
        nonlocal took
        began = time.process_time()
        answer = do(order)
        took += time.process_time() - began
        return answer

    room.do = timed  # type: ignore[method-assign]
    first = len(evening.house.store._log)  # type: ignore[attr-defined]  # noqa: SLF001
    evening.go_on(steps)
    events = list(evening.house.store.read_all())
    return list(batches(events)), took / max(1, len(events) - first)


def taking_all(url: str) -> SqlStore:
    store = join_database(url, owner="the writer")
    assert store.lease is not None
    assert all(store.lease.take(shard) for shard in range(SHARDS))
    return store


def costs_of(server_url: str, steps: int, seed: int) -> Costs:
    whole, decided = evening_of(steps, seed)
    made, last = whole[: -len(whole) // 4], whole[-len(whole) // 4 :]
    count = sum(len(batch.envelopes) for batch in made)
    with empty_schema(server_url) as url:
        divide(url, SHARDS)
        with closing(taking_all(url)) as store:
            room = reopened(store, Evening(seed).house.new_room())
            began = time.process_time()
            for batch in made:
                store.append(batch)
            recorded = time.process_time() - began
            read = followed = 0.0
            is_all, ends = False, dict(room.ends)
            while not is_all:
                began = time.process_time()
                news = store.read_since(ends)
                between = time.process_time()
                follow(room, news.events)
                ended = time.process_time()
                read, followed = read + between - began, followed + ended - between
                ends, is_all = dict(news.ends), news.is_all
            looking, idling, again = looks_of(store, last)
    each = [decided, recorded / count, read / count, followed / count, looking / again, idling / again]
    return Costs(*(1e6 * seconds for seconds in each))


def looks_of(store: SqlStore, made: Sequence[Batch]) -> tuple[float, float, int]:
    """Processor time of as many looks after one order each, and in vain; and how many they were."""
    looking = idling = 0.0
    ends = store.ends()
    for batch in made:
        store.append(batch)
        began = time.process_time()
        ends = store.read_since(ends).ends
        between = time.process_time()
        ends = store.read_since(ends).ends
        looking, idling = looking + between - began, idling + time.process_time() - between
    return looking, idling, len(made)


def following(url: str, bus_at: str | None, ready: Event, over: Event, told: Any) -> None:
    """A server that has the room open and acts for none of it; tells when each command was in effect."""
    asyncio.run(follow_until(url, bus_at, ready, over, told))


async def follow_until(url: str, bus_at: str | None, ready: Event, over: Event, told: Any) -> None:
    with ExitStack() as stack:
        store = stack.enter_context(closing(join_database(url, owner="the follower")))
        bus = None
        if bus_at is not None:
            bus = stack.enter_context(closing(open_bus(url, "bench", at=bus_at)))
            await asyncio.to_thread(bus.connected.wait, READY)  # type: ignore[attr-defined]
        live = open_room(Record(store, Writer(store)), staged.KEYS, machine(Settings()), play_chips=True, delay=0)
        live.acts_for, seen, stopping = frozenset(), dict[str, float](), asyncio.Event()

        def note(done: Done) -> None:
            now = time.monotonic()
            for stream, _ in done.events:
                seen.setdefault(f"{stream} {done.id}", now)

        live.on_followed.append(note)
        running = asyncio.create_task(Following(live, bus).run(stopping))
        ready.set()
        await asyncio.to_thread(over.wait)
        await asyncio.sleep(2 * LOOKS_EVERY)
        stopping.set()
        await running
        told.put(seen)


def latencies_of(server_url: str, bus_at: str | None, orders: int, seed: int) -> list[float]:
    """Seconds from a commit to its effect at the other server."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    ready, over, told = processes.Event(), processes.Event(), processes.Queue()
    made, lot = evening_of(orders, seed)[0], Random(seed)
    before, after = made[:-orders], made[-orders:]
    with empty_schema(server_url) as url:
        divide(url, SHARDS)
        with closing(taking_all(url)) as store:
            for batch in before:
                store.append(batch)
            if bus_at is not None:
                store.bus = open_bus(url, "bench", at=bus_at)
            follower = processes.Process(target=following, args=(url, bus_at, ready, over, told))
            follower.start()
            assert ready.wait(READY)
            committed: dict[str, float] = {}
            for batch in after:
                time.sleep(lot.uniform(0, 2 * AN_ORDER_EVERY))
                store.append(batch)
                first = batch.envelopes[0]
                committed[f"{first.stream} {first.cause}"] = time.monotonic()
            over.set()
            seen: Mapping[str, float] = told.get(timeout=READY)
            follower.join()
    return [seen[each] - at for each, at in committed.items()]


@contextmanager
def nats() -> Iterator[str | None]:
    """The address of a server, if there is one to be had."""
    binary = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
    if binary is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        running = NatsServer(binary, Path(folder))
        running.start()
        try:
            yield running.address
        finally:
            running.stop()


def measured(server_url: str, turns: int, steps: int, orders: int) -> Report:
    costs = [costs_of(server_url, steps, seed) for seed in range(turns)]
    middle = Costs(*(statistics.median(getattr(each, name) for each in costs) for name in Costs.__struct_fields__))
    with nats() as address:
        ways: dict[str, str | None] = {NOTIFY: "", **({NATS: address} if address else {}), NOBODY: None}
        took: dict[str, list[float]] = {way: [] for way in ways}
        for turn in range(turns):
            for way, bus_at in ways.items():
                took[way] += latencies_of(server_url, bus_at, orders // turns, turn)
    latencies = [
        Latency(way, 1000 * statistics.median(of), 1000 * statistics.quantiles(of, n=100)[98], len(of))
        for way, of in took.items()
    ]
    told = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, PostgreSQL"
    return Report(told, middle, latencies)


def table(report: Report) -> str:
    costs = report.costs
    rows: list[tuple[str, float]] = [
        ("deciding an order, and its effect at the owner, an event", costs.decided),
        ("recording it, one order a commit, an event", costs.recorded),
        ("reading it at a follower who has fallen behind, an event", costs.read),
        ("a look of a follower that finds one order", costs.a_look),
        ("a look in vain", costs.in_vain),
        ("holding it against the chain, and its effect at the follower, an event", costs.followed),
    ]
    lines = [f"{report.machine}.", "", "| | microseconds of processor time |", "|---|---|"]
    lines += [f"| {what} | {took:,.0f} |" for what, took in rows]
    lines += ["", "| woken by | from the commit to the effect elsewhere, median | p99 | orders |", "|---|---|---|---|"]
    lines += [
        f"| {each.woken_by} | {each.median_ms:.1f} ms | {each.p99_ms:.1f} ms | {each.orders} |"
        for each in report.latencies
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of everything")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    chosen = parser.parse_args(arguments)
    with server() as url:
        report = measured(url, 1, 30, 20) if chosen.quick else measured(url, TURNS, STEPS, ORDERS)
    print(table(report))
    if chosen.json:
        kept_between(MARKS, report, table(report), results=RESULTS, page=PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
