"""A hostile hour: people play at human pace while others hold thousands of silent connections, flood and send junk.

The room is a process of its own with the limits of a real one, the hostile are another, the players are this one, each
from an address of their own. A move is timed from the moment its player sends it until everybody at the table has what
followed. Once a second somebody new comes in, too. Nobody honest may be refused or let go. `--stalls` and `--steps`
have the server stand still and its wall clock jump now and then. `--quick` does a little of it; a test runs that.
"""

import argparse
import asyncio
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Self

import msgspec
import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.room_clients import Crowd, Latency, Tally, asked, enter  # noqa: E402
from bench.room_server import Load, server  # noqa: E402
from pokerroom.web.descriptors import raised  # noqa: E402

RESULTS = ROOT / "bench/results/hostile.json"
PAGE = ROOT / "bench/HOSTILE.md"
MARK = "<!-- results -->"
CROWD = ROOT / "bench/hostile_crowd.py"

P99_GOAL = 0.100
STALL, STEP = 2.0, 3600.0
EVERY = 20.0
"""Seconds between two stalls, or two steps of the clock."""
PEOPLE = Load(tables_each=2, seated=6, watching=0, seconds=3600, bots=0, pace=1.0, limited=True)
QUICK = Load(tables_each=1, seated=2, watching=0, seconds=6, bots=0, pace=0.2, limited=True)


class Report(msgspec.Struct):
    machine: str
    descriptors: int
    seconds: float
    seats: int
    silent: int
    """Connections that the hostile tried to hold, beside the others."""
    before: Latency
    """A move while nobody is hostile."""
    during: Latency
    refused: dict[str, int]
    """Of those who play, by code."""
    let_go: int
    newcomers: int
    turned_away: int
    newcomer_p99: float
    server_busy: float
    hostile: dict[str, int]
    doors: dict[str, int | None]
    disk: Latency = Latency()
    """A bare write of a page made durable, beside all this, where the record lies."""
    stalls: int = 0
    steps: int = 0


class Players(Crowd):
    """Each from an address of their own, as people are."""

    def address(self, number: int) -> str:
        return f"127.1.{number >> 8}.{number & 255 or 255}"


class Newcomers:
    """Somebody new each second: they open the page, enter as a guest, and are welcomed at a socket."""

    def __init__(self, port: int) -> None:
        self.port, self.took, self.failed = port, list[float](), list[str]()

    async def keep_coming(self) -> None:
        number = 0
        while True:
            began, number = time.monotonic(), number + 1
            try:
                await asyncio.wait_for(self.come(f"127.2.{number >> 8 & 255}.{number & 255 or 1}"), 10)
                self.took.append(time.monotonic() - began)
            except (OSError, TimeoutError, asyncio.IncompleteReadError, SystemExit) as error:
                self.failed.append(repr(error))
            await asyncio.sleep(1)

    async def come(self, address: str) -> None:
        crowd = Players(self.port, QUICK, ())
        crowd.address = lambda _number: address  # type: ignore[method-assign]
        (cookie,) = await asyncio.to_thread(enter, self.port, [address])
        await crowd.add(1_000_000, "1", cookie, plays=False)
        refused = crowd.tally.refused
        crowd.leave()
        if refused:
            raise SystemExit(refused[0])

    @property
    def p99(self) -> float:
        return sorted(self.took)[int(0.99 * (len(self.took) - 1))] if self.took else 0.0


class Disk:
    """What the disk alone takes, asked ten times a second: no move is durable sooner."""

    def __init__(self, where: Path) -> None:
        self.where, self.took, self._over = where, list[float](), Event()

    def __enter__(self) -> Self:
        self._thread = Thread(target=self._run)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        with tempfile.TemporaryFile(dir=self.where) as file:
            while not self._over.wait(0.1):
                began = time.monotonic()
                file.write(bytes(4096))
                file.flush()
                os.fsync(file.fileno())
                self.took.append(time.monotonic() - began)

    @property
    def latency(self) -> Latency:
        return latency_of(sorted(self.took))


@contextmanager
def hostile(port: int, seconds: float, silent: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, str(CROWD), str(port), str(seconds), str(silent)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)  # noqa: S603  ourselves
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


async def trouble(port: int, kind: str, by: float, happened: Counter[str]) -> None:
    """The server stands still, or its clock jumps there and back."""
    while True:
        await asyncio.sleep(EVERY)
        await asked(port, kind, by if happened[kind] % 2 == 0 or kind == "stall" else -by)
        happened[kind] += 1


async def timed(crowd: Crowd, seconds: float) -> Latency:
    crowd.tally.forget()
    crowd.tally.timed = True
    await asyncio.sleep(seconds)
    found = latency(crowd.tally)
    crowd.tally.timed = False
    return found


def latency(tally: Tally) -> Latency:
    """Of every move: a table that somebody was let go from counts with those who are left."""
    took = sorted(
        tally.heard[table, sequence][1] - began
        for table, sequence, began in tally.acts
        if (table, sequence) in tally.heard
    )
    if not took:
        raise SystemExit("nobody has moved")
    return latency_of(took)


def latency_of(took: Sequence[float]) -> Latency:
    return Latency(len(took), statistics.median(took), took[int(0.99 * (len(took) - 1))], took[-1])


async def hour(port: int, load: Load, silent: int, kinds: Sequence[str], where: Path) -> Report:
    usage = await asked(port, "usage")
    crowd, newcomers, happened = Players(port, load, usage["tables"]), Newcomers(port), Counter[str]()
    await crowd.come()
    before = await timed(crowd, min(20.0, load.seconds))
    (cpu, _), began = await asked(port, "cpu"), time.monotonic()
    with hostile(port, load.seconds, silent) as crowded, Disk(where) as disk:
        others = [asyncio.create_task(newcomers.keep_coming())]
        others += [
            asyncio.create_task(trouble(port, kind, {"stall": STALL, "step": STEP}[kind], happened)) for kind in kinds
        ]
        during = await timed(crowd, load.seconds)
        for task in others:
            task.cancel()
        usage = await asked(port, "usage")
        told, _ = await asyncio.to_thread(crowded.communicate)
    (cpu_after, _), seconds = await asked(port, "cpu"), time.monotonic() - began
    if usage["halted"]:
        raise SystemExit(f"tables have halted: {usage['halted']}")
    refused = Counter(json.loads(each).get("code", "goodbye") for each in crowd.tally.refused)
    lost = sum(client.closed for client in crowd.clients)
    crowd.leave()
    return Report(
        machine=f"Python {platform.python_version()}, {platform.machine()}",
        descriptors=raised() or 0,
        seconds=load.seconds,
        seats=len(crowd.clients),
        silent=silent,
        before=before,
        during=during,
        refused=dict(refused),
        let_go=lost,
        newcomers=len(newcomers.took),
        turned_away=len(newcomers.failed),
        newcomer_p99=newcomers.p99,
        server_busy=(cpu_after - cpu) / seconds,
        hostile=json.loads(told),
        doors=usage["doors"],
        disk=disk.latency,
        stalls=happened["stall"],
        steps=happened["step"],
    )


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def table(report: Report) -> str:
    moves = [
        f"| {when} | {found.actions:,} | " + " | ".join(map(milliseconds, (found.p50, found.p99, found.most))) + " |"
        for when, found in (
            ("before anybody is hostile", report.before),
            ("among the hostile", report.during),
            ("a page made durable by the disk alone, meanwhile", report.disk),
        )
    ]
    lines = [
        (
            f"{report.machine}; {report.descriptors:,} descriptors; {report.seats} seats at human pace, "
            f"{report.silent:,} silent connections and 40 that do worse, for {report.seconds:.0f} s; "
            f"the server busy {report.server_busy:.0%} of a processor; "
            f"{report.stalls} stalls, {report.steps} steps of the clock."
        ),
        "",
        "| a move, to everybody at its table | moves | p50 | p99 | most |",
        "|---|---|---|---|---|",
        *moves,
        "",
        "| those who are honest | |",
        "|---|---|",
        f"| moves refused | {refusals(report)} |",
        f"| players let go | {report.let_go} |",
        f"| newcomers welcomed, p99 | {report.newcomers}, {milliseconds(report.newcomer_p99)} |",
        f"| newcomers turned away | {report.turned_away} |",
        "",
        "| the hostile | |",
        "|---|---|",
        *(f"| {name} | {number:,} |" for name, number in report.hostile.items()),
        "",
        "| at the doors, at the end | |",
        "|---|---|",
        *(f"| {name.replace('_', ' ')} | {number:,} |" for name, number in report.doors.items() if number is not None),
    ]
    return "\n".join(line.rstrip() for line in lines)


def refusals(report: Report) -> str:
    return ", ".join(f"{number} {code}" for code, number in report.refused.items()) or "0"


def missed(report: Report) -> Iterator[str]:
    if report.during.p99 >= P99_GOAL and not report.stalls:
        alone = f"; the disk alone took {milliseconds(report.disk.p99)}"
        yield f"a move: p99 of {milliseconds(report.during.p99)}, not below {milliseconds(P99_GOAL)}{alone}"
    if report.refused or report.let_go or report.turned_away:
        yield f"honest people: {report.refused} refused, {report.let_go} let go, {report.turned_away} turned away"
    failed = {name: count for name, count in report.hostile.items() if name.startswith("nonsense answered 5")}
    if set(failed) - {"nonsense answered 503"}:
        yield f"failures of the room itself: {failed}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=PEOPLE.seconds)
    parser.add_argument("--silent", type=int, default=5000, help="connections that say nothing")
    parser.add_argument("--where", type=Path, default=ROOT, help="the folder of the record, such as one in memory")
    parser.add_argument("--stalls", action="store_true", help=f"the server stands still for {STALL} s now and then")
    parser.add_argument("--steps", action="store_true", help="its wall clock jumps an hour, there and back")
    parser.add_argument("--quick", action="store_true", help="a little of everything; no goal is held")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    chosen = parser.parse_args(arguments)
    load = QUICK if chosen.quick else msgspec.structs.replace(PEOPLE, seconds=chosen.seconds)
    silent = min(chosen.silent, 300) if chosen.quick else chosen.silent
    kinds = [kind for kind in ("stall", "step") if getattr(chosen, f"{kind}s")]
    raised()
    with server(load, chosen.where) as port:
        report = uvloop.run(hour(port, load, silent, kinds, chosen.where))
    print(table(report))
    if chosen.json:
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text[: text.index(MARK)] + f"{MARK}\n\n{table(report)}\n", encoding="utf-8")
    failures = [] if chosen.quick else list(missed(report))
    for each in failures:
        print(f"MISSED: {each}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
