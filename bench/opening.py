"""How long a room takes to open: a new one with so many tables, and one with so many events on record.

Bots play without pauses at a table of every game until the record is as long as it shall be. Each measurement is made
by a process of its own that opens the house as the server does. `--quick` does a little of it; a test runs that.
"""

import argparse
import asyncio
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pokerroom.live.house import EVENTS_BETWEEN_POINTS, PLAY, House, events_in  # noqa: E402
from pokerroom.live.settings import PlayChips, Settings  # noqa: E402
from pokerroom.live.tables.clock import ClockRules  # noqa: E402
from pokerroom.room import checkpoint  # noqa: E402
from pokerroom.room.ports import Batch, Row  # noqa: E402
from pokerroom.store import open_store  # noqa: E402

RESULTS = ROOT / "bench/results/opening.json"
PAGE = ROOT / "bench/OPENING.md"
MARK = "<!-- results -->"
NO_PAUSES = ClockRules(act=600, show=600, bank=0, bank_refill=0, round_pause=0, step_pause=0)
BOTS = 4

TABLES_EACH = (1, 3, 11)
EVENTS = (10_000, 100_000)
CLOSED, KILLED, WHOLE = "closed", "killed", "no checkpoint"


class Measured(msgspec.Struct):
    tables: int
    events: int
    """On record, when the house is open."""
    seconds: float
    processor_seconds: float


class Reopened(msgspec.Struct):
    how: str
    measured: Measured


class Report(msgspec.Struct):
    machine: str
    new: list[Measured]
    reopened: list[Reopened]


def settings(folder: Path, tables_each: int) -> Settings:
    chips = PlayChips(tables_each=tables_each, bots=BOTS, always_dealing=True, spectator_delay=0.0)
    return Settings(store=str(folder), clock=NO_PAUSES, play_chips=chips)


async def measure(folder: Path, tables_each: int) -> Measured:
    started, began = time.perf_counter(), time.process_time()
    house = await House.open(settings(folder, tables_each))
    seconds, processor = time.perf_counter() - started, time.process_time() - began
    return Measured(len(house.actors), events_in(house.rooms[PLAY]), seconds, processor)


async def play(folder: Path, events: int) -> None:
    """Until there are so many on record."""
    house = await House.open(settings(folder, 1), pace=0)
    house.start()
    while events_in(house.rooms[PLAY]) < events:  # noqa: ASYNC110  the tables play meanwhile
        await asyncio.sleep(0.2)
    await house.close()


def measured(folder: Path, tables_each: int = 1) -> Measured:
    """By a process of its own, which is killed as soon as the house is open: the record stays as it was."""
    command = [sys.executable, str(Path(__file__)), "--measure", str(folder), "--tables-each", str(tables_each)]
    done = subprocess.run(command, check=True, capture_output=True)  # noqa: S603  ourselves
    return msgspec.json.decode(done.stdout, type=Measured)


@contextmanager
def folders() -> Iterator[Path]:
    # On the disk the project lies on: a temporary folder may be in memory.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        yield Path(folder)


def new_rooms(tables_each: Sequence[int]) -> Iterator[Measured]:
    for each in tables_each:
        with folders() as folder:
            yield measured(folder, each)


def old_rooms(events: Sequence[int], between: int) -> Iterator[Reopened]:
    """One room that plays on and on: closed, killed so many events after its checkpoint, and without one."""
    with folders() as top:
        folder = top / "room"
        for count in events:
            uvloop.run(play(folder, max(1, count - between)))
            old = point_of(folder)
            uvloop.run(play(folder, count))
            newest = point_of(folder)
            for how, kept in ((CLOSED, newest), (KILLED, old), (WHOLE, None)):
                copy = Path(shutil.copytree(folder, top / "copy"))
                put_point(copy, kept)
                yield Reopened(how, measured(copy))
                shutil.rmtree(copy)


def point_of(folder: Path) -> bytes:
    with closing(open_store(record_in(folder))) as store:
        kept = store.row(checkpoint.ROW, "")
    if kept is None:
        raise SystemExit("the room was closed without a checkpoint")
    return kept


def put_point(folder: Path, kept: bytes | None) -> None:
    with closing(open_store(record_in(folder))) as store:
        store.append(Batch((), (Row(checkpoint.ROW, "", kept),)))


def record_in(folder: Path) -> str:
    return f"sqlite:///{folder}/play-chips.sqlite3"


def table(report: Report) -> str:
    lines = [
        f"{report.machine}, SQLite.",
        "",
        "| new tables | players | events recorded | seconds | seconds of processor time |",
        "|---|---|---|---|---|",
    ]
    for each in report.new:
        took = f"{each.seconds:.2f} | {each.processor_seconds:.2f}"
        lines.append(f"| {each.tables} | {BOTS * each.tables} | {each.events:,} | {took} |")
    lines += [
        "",
        "| on record | the room before | seconds | seconds of processor time | events on record per second of it |",
        "|---|---|---|---|---|",
    ]
    for how, each in ((each.how, each.measured) for each in report.reopened):
        rate = each.events / each.processor_seconds
        lines.append(f"| {each.events:,} | {how} | {each.seconds:.2f} | {each.processor_seconds:.2f} | {rate:,.0f} |")
    return "\n".join(lines)


def page(text: str, report: Report) -> str:
    return text[: text.index(MARK)] + f"{MARK}\n\n{table(report)}\n"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of everything")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--tables-each", type=int, default=1, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.measure:
        print(msgspec.json.encode(uvloop.run(measure(chosen.measure, chosen.tables_each))).decode(), flush=True)
        os._exit(0)
    each, events, between = ((1,), (1_500,), 500) if chosen.quick else (TABLES_EACH, EVENTS, EVENTS_BETWEEN_POINTS)
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    report = Report(machine, list(new_rooms(each)), list(old_rooms(events, between)))
    print(table(report))
    if chosen.json:
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), report), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
