"""Durable events a second through the writer, beside what the same database commits when nothing but it is asked.

One, ten and a hundred tables submit commands of four events and wait for each to be durable before the next. What the
writer made of them is then committed again by the bare driver: the same rows, the one that counts positions among
them, as many in each commit, the same tables, indexes and durability, in the same run on the same disk. `--quick`
does a little of it; a test runs that.
"""

import argparse
import asyncio
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pokerroom.log import beginning, enclose, head_of  # noqa: E402
from pokerroom.room.ports import Batch  # noqa: E402
from pokerroom.store import LoopWriter, SqlStore, Writer, audit_log  # noqa: E402
from pokerroom.store.counting import Numbering  # noqa: E402
from pokerroom.store.opening import make_durable, open_database, sqlite_module  # noqa: E402
from pokerroom.store.sql import insertions  # noqa: E402
from tests.postgres import PostgresAbsentError, empty_schema, server  # noqa: E402

RESULTS = ROOT / "bench/results/store.json"
PAGE = ROOT / "bench/STORE.md"
MARK = "<!-- results -->"
TABLES = (1, 10, 100)
COMMANDS = {1: 120, 10: 50, 100: 12}
"""How many each table submits in one turn."""

EVENTS = 4
"""Of each command."""

COUNT_POSITIONS = "UPDATE shard SET position = position + ?"
"""The row that every commit writes besides its events."""

BODY = msgspec.json.encode({"type": "Called", "seat": 4, "cents": 400, "rule": "13:69F-14.10(g)", "note": "x" * 120})
GOAL = 0.70
TURNS = 15
REPLAYED = 200_000
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

Commits = list[tuple[Batch, ...]]


class Case(msgspec.Struct):
    database: str
    tables: int
    events: int
    """Of one turn."""
    events_per_commit: float
    writer_per_s: float
    raw_per_s: float
    ratio: float
    """Median over the turns, each beside the raw commits of its own rows."""
    ratios: list[float]


class Replay(msgspec.Struct):
    database: str
    events: int
    read_per_s: float
    audited_per_s: float


class Report(msgspec.Struct):
    machine: str
    versions: dict[str, str]
    cases: list[Case]
    replays: list[Replay]


class Noting(SqlStore):
    """A store that notes what it was given to commit together."""

    commits: Commits

    def append(self, *batches: Batch) -> tuple[int, ...]:
        self.commits.append(batches)
        return super().append(*batches)


def commands(table: int, count: int) -> list[Batch]:
    head, made = beginning(f"table/{table}"), []
    for command in range(count):
        before, envelopes = head, []
        for _ in range(EVENTS):
            at = NOON + timedelta(milliseconds=head.sequence)
            cause = f"table-{table}-command-{command}"
            envelopes.append(enclose(head, at=at, by="ada", cause=cause, tag="Called", version=1, body=BODY))
            head = head_of(envelopes[-1])
        made.append(Batch(tuple(envelopes), after={before.stream: before}))
    return made


async def play(writer: LoopWriter, batches: Sequence[Batch]) -> None:
    for batch in batches:
        await writer.append(batch)


async def play_all(writer: Writer, tables: Sequence[Sequence[Batch]]) -> float:
    """Seconds; that a loop is made before and closed after does not count."""
    together = LoopWriter(writer)
    started = time.perf_counter()
    await asyncio.gather(*(play(together, batches) for batches in tables))
    return time.perf_counter() - started


def through_writer(writer: Writer, tables: Sequence[Sequence[Batch]]) -> float:
    """Seconds. One table needs no loop; more are tasks of one, of the kind the server runs on."""
    if len(tables) > 1:
        return uvloop.run(play_all(writer, tables))
    started = time.perf_counter()
    for batch in tables[0]:
        writer.append(batch)
    return time.perf_counter() - started


class Raw:
    """The bare driver, given the same commits."""

    def __init__(self, execute: Callable[..., Any], begin: Callable[[], Any], commit: Callable[[], Any]) -> None:
        self.execute, self.begin, self.commit = execute, begin, commit
        self.position = 0

    def make(self, commits: Commits, marked: Callable[[str], str]) -> float:
        """Seconds."""
        groups: list[list[tuple[str, list[Any]]]] = []
        for batches in commits:
            numbering = Numbering(batches, 1)
            count = numbering.shares[0].events
            values = numbering.placed({0: self.position + count})[1][0]
            inserted = [(marked(statement), given) for statement, given in insertions(values, 1)]
            groups.append([(marked(COUNT_POSITIONS), [count]), *inserted])
            self.position += count
        started = time.perf_counter()
        for statements in groups:
            self.begin()
            for statement, values in statements:
                self.execute(statement, values)
            self.commit()
        return time.perf_counter() - started


@contextmanager
def bare(url: str) -> Iterator[Raw]:
    """The same tables and settings, without us."""
    open_database(url).close()
    if url.startswith("sqlite"):
        connection = sqlite_module().connect(url.removeprefix("sqlite:///"))
        make_durable(connection, None)
        cursor = connection.cursor()
        yield Raw(cursor.execute, lambda: cursor.execute("BEGIN IMMEDIATE"), lambda: cursor.execute("COMMIT"))
        connection.close()
        return
    with psycopg.connect(url) as session, session.cursor() as rows, ExitStack() as pipeline:

        def commit() -> None:
            session.commit()
            pipeline.close()

        # Statements travel together, as ours do.
        yield Raw(rows.execute, lambda: pipeline.enter_context(session.pipeline()), commit)


def measured(database: str, tables: int, fresh: Callable[[], Any], *, turns: int) -> Case:
    each = COMMANDS[tables]
    submitted = [commands(table, each * (turns + 1)) for table in range(tables)]
    events = EVENTS * each * tables
    ours, theirs, commits = [], [], 0
    with fresh() as url, fresh() as other, bare(other) as raw:
        store = Noting(open_database(url)._engine)  # noqa: SLF001  the store as it is, but for its notes
        with Writer(store) as writer:
            # The first turn of each is not counted: connections and caches are made in it.
            for turn in range(turns + 1):
                store.commits = []
                first = turn * each
                seconds = through_writer(writer, [batches[first : first + each] for batches in submitted])
                bare_seconds = raw.make(store.commits, store._marked)  # noqa: SLF001  the same statements are the point
                if turn:
                    ours.append(events / seconds)
                    theirs.append(events / bare_seconds)
                    commits += len(store.commits)
        store.close()
    ratios = [mine / its for mine, its in zip(ours, theirs, strict=True)]
    return Case(
        database=database,
        tables=tables,
        events=events,
        events_per_commit=events * turns / commits,
        writer_per_s=statistics.median(ours),
        raw_per_s=statistics.median(theirs),
        ratio=statistics.median(ratios),
        ratios=ratios,
    )


def replayed(database: str, fresh: Callable[[], Any], events: int) -> Replay:
    with fresh() as url:
        store = open_database(url)
        for table in range(10):
            batches = commands(table, events // 10 // EVENTS)
            for first in range(0, len(batches), 500):
                store.append(*batches[first : first + 500])
        started = time.perf_counter()
        count = sum(1 for _ in store.read_all())
        read = time.perf_counter() - started
        started = time.perf_counter()
        audit = audit_log(store)
        audited = time.perf_counter() - started
        store.close()
    if not audit.clean or audit.events != count:
        raise SystemExit(f"the log of the benchmark is not sound:\n{audit}")
    return Replay(database, count, count / read, count / audited)


@contextmanager
def sqlite_file() -> Iterator[str]:
    # On the disk the project lies on: a temporary folder may be in memory.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        yield f"sqlite:///{folder}/log.db"


@contextmanager
def databases() -> Iterator[Mapping[str, Callable[[], Any]]]:
    try:
        with server() as url:
            yield {"SQLite": sqlite_file, "PostgreSQL": lambda: empty_schema(url)}
    except PostgresAbsentError as error:
        print(f"NOT MEASURED: PostgreSQL could not be had: {error}", file=sys.stderr)
        yield {"SQLite": sqlite_file}


def versions() -> dict[str, str]:
    import sqlalchemy  # noqa: PLC0415  only its number is wanted

    return {
        "SQLite": sqlite_module().sqlite_version,
        "psycopg": psycopg.__version__,
        "SQLAlchemy": sqlalchemy.__version__,
    }


def table(report: Report) -> str:
    lines = [
        f"{report.machine}; " + ", ".join(f"{name} {number}" for name, number in report.versions.items()) + ".",
        "",
        "| database | tables | events a commit | durable events/s | raw | of raw (quartiles of the turns) |",
        "|---|---|---|---|---|---|",
    ]
    for case in report.cases:
        low, _, high = statistics.quantiles(case.ratios) if len(case.ratios) > 1 else case.ratios * 3
        lines.append(
            f"| {case.database} | {case.tables} | {case.events_per_commit:.0f} | {case.writer_per_s:,.0f} "
            f"| {case.raw_per_s:,.0f} | {case.ratio:.0%} ({low:.0%} to {high:.0%}) |"
        )
    lines += ["", "| database | events | read in order, events/s | audited, events/s |", "|---|---|---|---|"]
    lines += [
        f"| {each.database} | {each.events:,} | {each.read_per_s:,.0f} | {each.audited_per_s:,.0f} |"
        for each in report.replays
    ]
    return "\n".join(lines)


def page(text: str, report: Report) -> str:
    return text[: text.index(MARK)] + f"{MARK}\n\n{table(report)}\n"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of everything; no goal is held")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    chosen = parser.parse_args(arguments)
    turns, events = (1, 2_000) if chosen.quick else (TURNS, REPLAYED)
    cases, replays = [], []
    with databases() as found:
        for database, fresh in found.items():
            cases += [measured(database, tables, fresh, turns=turns) for tables in TABLES]
            replays.append(replayed(database, fresh, events))
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    report = Report(machine, versions(), cases, replays)
    print(table(report))
    if chosen.json:
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), report), encoding="utf-8")
    missed = [] if chosen.quick else [case for case in cases if case.ratio < GOAL]
    for case in missed:
        print(
            f"MISSED: {case.database}, {case.tables} tables: {case.ratio:.0%} of raw, not {GOAL:.0%}", file=sys.stderr
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
