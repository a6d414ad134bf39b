"""What a row a shard is worth to several processes that write one PostgreSQL, and what it costs the one that is alone.

Each writer is a process of its own, with a store of its own, and commits batches of ten events as fast as they become
durable. Eight of them share one shard, as processes could if there were one row to count by: the statements of a commit
are the same, and each waits for the others at that row. Then each has a shard of its own. One writer alone is measured
in a record of one shard and in a divided one. Cases take turns in one run, so that whatever else the machine does slows
them alike. What an order costs beside another commit of ours, `bench/against.py` says.
"""

import argparse
import multiprocessing
import os
import platform
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from math import inf
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.reporting import kept_between  # noqa: E402
from pokerroom.log import beginning, enclose, head_of  # noqa: E402
from pokerroom.room.ports import Batch  # noqa: E402
from pokerroom.room.shards import shard_of  # noqa: E402
from pokerroom.store.dividing import divide  # noqa: E402
from pokerroom.store.lease import Lease  # noqa: E402
from pokerroom.store.opening import join_database  # noqa: E402
from tests.postgres import empty_schema, server  # noqa: E402

RESULTS = ROOT / "bench/results/shards.json"
PAGE = ROOT / "bench/STORE.md"
MARKS = "<!-- shards -->", "<!-- end of shards -->"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BODY = b'{"amount":1,"note":"' + b"x" * 171 + b'"}'
EVENTS = 10
"""Of a batch."""
TURNS, SECONDS = 5, 2.0
READY = 30.0


class Case(NamedTuple):
    writers: int
    shards: int
    """That count for them; a record of one is not divided."""


CASES = (Case(1, 1), Case(1, 8), Case(8, 1), Case(8, 8))


class Figures(msgspec.Struct):
    writers: int
    shards: int
    events_per_s: float
    median_ms: float
    p99_ms: float
    of_events_per_s: list[float]
    """Turn by turn."""


class Report(msgspec.Struct):
    machine: str
    seconds: float
    cases: list[Figures]


def table_of(writer: int, shards: int) -> str:
    """A table in the writer's own shard; where there is one shard, any."""
    return next(
        name
        for name in (f"table/{writer}-{number}" for number in range(10_000))
        if shards == 1 or shard_of(name, shards + 1) == writer + 1
    )


def write(url: str, writer: int, shards: int, seconds: float, go: Event, told: "Queue[Any]") -> None:
    with closing(join_database(url, owner=f"writer {writer}")) as store:
        lease = store.lease
        assert lease is not None
        if shards > 1:
            assert lease.take(writer + 1)
        else:
            share_one(lease, writer)
        head, took = beginning(table_of(writer, shards)), list[float]()
        told.put("ready")
        go.wait()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            batch = made(head, len(took))
            began = time.perf_counter()
            store.append(batch)
            took.append(time.perf_counter() - began)
            head = batch.heads[head.stream]
        told.put(took)


def share_one(lease: Lease, writer: int) -> None:
    """As if eight could hold one lease: the first takes it, and the others go by its epoch."""
    if writer == 0:
        assert lease.take(0)
        return
    lease.epochs = {0: lease.held()[0].epoch}
    lease._renewed[0] = inf  # noqa: SLF001  the first renews it for all


def made(head: Any, number: int) -> Batch:
    before, envelopes = head, []
    for _ in range(EVENTS):
        at = NOON + timedelta(milliseconds=head.sequence)
        each = enclose(head, at=at, by="ada", cause=f"c-{number}", tag="Called", version=1, body=BODY)
        envelopes.append(each)
        head = head_of(each)
    return Batch(tuple(envelopes), after={before.stream: before})


def turn(server_url: str, case: Case, seconds: float) -> list[list[float]]:
    """How long each commit of each writer took."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    go, told = processes.Event(), processes.Queue()
    with empty_schema(server_url) as url:
        # The desk is a shard, too, and has no writer here.
        divide(url, 1 if case.shards == 1 else case.shards + 1)
        writers = [
            processes.Process(target=write, args=(url, writer, case.shards, seconds, go, told))
            for writer in range(case.writers)
        ]
        # The first has the lease that others may go by.
        for some in (writers[:1], writers[1:]):
            for each in some:
                each.start()
            for _ in some:
                assert told.get(timeout=READY) == "ready"
        go.set()
        took = [told.get(timeout=READY + seconds) for _ in writers]
        for each in writers:
            each.join()
    return took


def measured(server_url: str, turns: int, seconds: float) -> list[Figures]:
    rates: dict[Case, list[float]] = {case: [] for case in CASES}
    commits: dict[Case, list[float]] = {case: [] for case in CASES}
    for _ in range(turns):
        for case in CASES:
            took = turn(server_url, case, seconds)
            rates[case].append(EVENTS * sum(map(len, took)) / seconds)
            commits[case] += [each for of_one in took for each in of_one]
    return [
        Figures(
            writers=case.writers,
            shards=case.shards,
            events_per_s=statistics.median(rates[case]),
            median_ms=1000 * statistics.median(commits[case]),
            p99_ms=1000 * statistics.quantiles(commits[case], n=100)[98],
            of_events_per_s=rates[case],
        )
        for case in CASES
    ]


def table(report: Report) -> str:
    lines = [
        f"{report.machine}, PostgreSQL, batches of {EVENTS} events, turns of {report.seconds:g} seconds.",
        "",
        "| writers | shards they count by | durable events/s (lowest and highest turn) | commit, median | p99 |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {each.writers} | {each.shards} | {each.events_per_s:,.0f} "
        f"({min(each.of_events_per_s):,.0f} to {max(each.of_events_per_s):,.0f}) "
        f"| {each.median_ms:.1f} ms | {each.p99_ms:.1f} ms |"
        for each in report.cases
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of everything")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    parser.add_argument("--turns", type=int, default=TURNS)
    chosen = parser.parse_args(arguments)
    turns, seconds = (1, 0.3) if chosen.quick else (chosen.turns, SECONDS)
    with server() as url:
        cases = measured(url, turns, seconds)
    report = Report(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores", seconds, cases)
    print(table(report))
    if chosen.json:
        kept_between(MARKS, report, table(report), results=RESULTS, page=PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
