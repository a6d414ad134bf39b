"""What it is worth to move gaming days from the database of a room to files, and what it costs.

A simulated day is played into a house, another is begun, and the first is archived: the bytes of an event before and
after, how many are archived in a second, a round read from the database and from the file, and the audit of the record
both times. Beside it, in PostgreSQL, what partitions by day would change: how quickly a day is written and is gone.
`--quick` does a little of it; a test runs that.
"""

import argparse
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from itertools import takewhile
from pathlib import Path

import msgspec
import psycopg
from sqlalchemy import func, select, text

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pokerroom.bots.day import Day, DaySettings  # noqa: E402
from pokerroom.bots.day.plan import DATE, OPENING, SHIFT_DESK  # noqa: E402
from pokerroom.cli.archive import archive_record  # noqa: E402
from pokerroom.cli.audited import Brought, House, records_of  # noqa: E402
from pokerroom.cli.record_audit import Asked, audit_record  # noqa: E402
from pokerroom.ledger import OpenDay, Shift  # noqa: E402
from pokerroom.live.records import PLAY_CHIPS, address_of, archive_folder, deck_keys, open_record  # noqa: E402
from pokerroom.live.settings import Settings  # noqa: E402
from pokerroom.room.books.commands import InBooks  # noqa: E402
from pokerroom.room.commands import Order  # noqa: E402
from pokerroom.room.projections.rounds import ROUNDS_PLAYED, RoundPlayed  # noqa: E402
from pokerroom.room.room import Done  # noqa: E402
from pokerroom.room.tables import TABLES  # noqa: E402
from pokerroom.store.backup import copied  # noqa: E402
from pokerroom.store.opening import open_database  # noqa: E402
from pokerroom.store.reading import to_read  # noqa: E402
from pokerroom.store.schema import event  # noqa: E402
from tests.postgres import PostgresAbsentError, empty_database, server  # noqa: E402

RESULTS = ROOT / "bench/results/archive.json"
PAGE = ROOT / "bench/ARCHIVE.md"
MARK = "<!-- results -->"
DAY = DaySettings(seed=1, tables=10, hours=2.0)
LITTLE = DaySettings(seed=1, tables=2, hours=0.1)
ROUNDS_READ = 40
PARTITIONED = 200_000
"""Events written to tables with and without partitions."""
BODY = b"x" * 200

SIZES = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
    "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
}
"""Bytes of a database with all that reports read."""


class Side(msgspec.Struct):
    """The record before or after."""

    bytes_each: float
    """Of an event: of the whole database and the file."""
    round_ms: float
    """Of processor, to read a round of play: the median."""
    first_round_ms: float
    """To read the first of them."""
    audit_s: float


class Case(msgspec.Struct):
    database: str
    events: int
    at_hand: int
    """Of these in the database after archiving."""
    archived_per_s: float
    file_bytes_each: float
    before: Side
    after: Side


class Partitions(msgspec.Struct):
    """A table of events in PostgreSQL."""

    how: str
    written_per_s: float
    gone_s: float
    """To remove a day."""


class Report(msgspec.Struct):
    machine: str
    cases: list[Case]
    partitions: list[Partitions]


def play(settings: Settings, day: DaySettings) -> None:
    address = address_of(settings, PLAY_CHIPS)
    with closing(open_record(settings, PLAY_CHIPS, address)) as record:
        played = Day(day, record.store, record.writer, keys=deck_keys(settings))
        played.run()
        at = OPENING + timedelta(days=1)
        following = OpenDay(date=DATE + timedelta(days=1), shifts=(Shift("day", at),), at=at, by=SHIFT_DESK)
        assert isinstance(played.room.do(Order("the next day", InBooks(following))), Done)
        record.store.projected.caught_up(however_long=True)


def measure(kind: str, settings: Settings) -> Case:
    url = address_of(settings, PLAY_CHIPS)
    house = House(settings, Path(settings.store), (PLAY_CHIPS,))
    with closing(open_database(url)) as store:
        store.give_back_space()
        events = store.end()
        rounds = store.projected.find(ROUNDS_PLAYED, ROUNDS_PLAYED.key, most=ROUNDS_READ)
    before = side(house, url, rounds, events, files=0)
    started = time.process_time()
    archive_record(house, PLAY_CHIPS, keep=0, files=None)
    seconds = time.process_time() - started
    folder = archive_folder(settings, house.folder, PLAY_CHIPS)
    files = sum(each.stat().st_size for each in folder.iterdir())
    after = side(house, url, rounds, events, files=files)
    with closing(open_database(url)) as store:
        at_hand = int(store.fetched(select(func.count()).select_from(event))[0][0])
    return Case(kind, events, at_hand, events / seconds, files / events, before, after)


def side(house: House, url: str, rounds: Sequence[RoundPlayed], events: int, *, files: int) -> Side:
    with closing(open_database(url)) as store:
        size = SIZES["sqlite" if url.startswith("sqlite") else "postgresql"]
        compact(url)
        held = int(store.fetched(text(size))[0][0])
        times = []
        for played in rounds:
            started = time.process_time()
            read = store.read(TABLES.named(played.table), after=played.first - 1)
            assert list(takewhile(lambda each: each.envelope.tag != "RoundFinished", read))
            times.append(time.process_time() - started)
    return Side((held + files) / events, 1000 * statistics.median(times), 1000 * times[0], audited(house))


def compact(url: str) -> None:
    """What a PostgreSQL keeps free for later events is not counted."""
    if not url.startswith("sqlite"):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM FULL")


def audited(house: House) -> float:
    (record,) = records_of(house, Brought(heads=None, key=None, deck_keys=None))
    with to_read(record.url) as source:
        asked = Asked(source=source, heads=record.heads, keys=record.keys)
        started = time.process_time()
        found = audit_record(asked, lambda _done, _whole: None)
        seconds = time.process_time() - started
    assert not found.findings, found.findings
    return seconds


# Partitions.

COLUMNS = """
    position bigint NOT NULL, day int NOT NULL, stream text COLLATE "C" NOT NULL, sequence bigint NOT NULL,
    cause text COLLATE "C" NOT NULL, body bytea NOT NULL
"""
PLAIN = (f"CREATE TABLE trial ({COLUMNS}, PRIMARY KEY (position), UNIQUE (stream, sequence), UNIQUE (stream, cause))",)
BY_DAY = (
    f"""
    CREATE TABLE trial (
        {COLUMNS}, PRIMARY KEY (position, day), UNIQUE (stream, sequence, day), UNIQUE (stream, cause, day)
    ) PARTITION BY RANGE (day)
    """,
    "CREATE TABLE trial_1 PARTITION OF trial FOR VALUES FROM (1) TO (2)",
    "CREATE TABLE trial_2 PARTITION OF trial FOR VALUES FROM (2) TO (3)",
)
WAYS = (
    ("one table", PLAIN, ("DELETE FROM trial WHERE day = 1", "VACUUM trial")),
    ("partitions by day", BY_DAY, ("DROP TABLE trial_1",)),
)
"""A unique index of a partitioned table has the key of its partitions in it: two days could have one order id."""


def partitions(url: str, count: int) -> Iterator[Partitions]:
    for how, made, removed in WAYS:
        with psycopg.connect(url, autocommit=True) as connection:
            for statement in made:
                connection.execute(statement.encode())
            started = time.perf_counter()
            for first in range(0, count, 100):
                rows = [
                    (at, 1 + 2 * at // count, f"table/{at % 20}", at // 20, f"order-{at}", BODY)
                    for at in range(first, first + 100)
                ]
                with connection.transaction():
                    connection.cursor().executemany("INSERT INTO trial VALUES (%s, %s, %s, %s, %s, %s)", rows)
            written = count / (time.perf_counter() - started)
            started = time.perf_counter()
            for statement in removed:
                connection.execute(statement.encode())
            yield Partitions(how, written, time.perf_counter() - started)
            connection.execute("DROP TABLE trial")


# The report.


@contextmanager
def houses(stack: ExitStack, day: DaySettings) -> Iterator[dict[str, Settings]]:
    """The same house in each database."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"SQLite": Settings(store=f"{folder}/sqlite")}
        play(found["SQLite"], day)
        try:
            url = stack.enter_context(empty_database(stack.enter_context(server())))
            found["PostgreSQL"] = Settings(store=f"{folder}/postgresql", database=url)
            shutil.copytree(found["SQLite"].store, found["PostgreSQL"].store)
            copied(address_of(found["SQLite"], PLAY_CHIPS), url)
            with closing(open_database(url)) as store:
                store.projected.caught_up(however_long=True)
        except PostgresAbsentError as error:
            print(f"NOT MEASURED: PostgreSQL: {error}", file=sys.stderr)
        yield found


def report_of(*, quick: bool) -> Report:
    with ExitStack() as stack, houses(stack, LITTLE if quick else DAY) as found:
        cases = [measure(kind, settings) for kind, settings in found.items()]
        url = found["PostgreSQL"].database if "PostgreSQL" in found else ""
        tried = list(partitions(url, PARTITIONED // 100 if quick else PARTITIONED)) if url else []
    return Report(f"Python {platform.python_version()}, {platform.machine()}", cases, tried)


def lines_of(report: Report) -> Iterator[str]:
    yield f"{report.machine}."
    yield ""
    yield "| | events | at hand | | bytes an event | a round, ms | the first, ms | audit, s |"
    yield "|---|---|---|---|---|---|---|---|"
    for case in report.cases:
        for when, each in (("before", case.before), ("archived", case.after)):
            at_hand = case.events if each is case.before else case.at_hand
            yield (
                f"| {case.database} | {case.events:,} | {at_hand:,} | {when} | {each.bytes_each:,.0f} | "
                f"{each.round_ms:.2f} | {each.first_round_ms:.1f} | {each.audit_s:.1f} |"
            )
    yield ""
    for case in report.cases:
        yield (
            f"{case.database}: {case.archived_per_s:,.0f} events archived in a second of processor, "
            f"{case.file_bytes_each:,.0f} bytes of file an event."
        )
    if report.partitions:
        yield ""
        yield "| events in PostgreSQL | written a second | a day is gone in, s |"
        yield "|---|---|---|"
        for tried in report.partitions:
            yield f"| {tried.how} | {tried.written_per_s:,.0f} | {tried.gone_s:.3f} |"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="write results/archive.json and ARCHIVE.md")
    parser.add_argument("--quick", action="store_true", help="a little of everything, to see that it works")
    asked = parser.parse_args(arguments)
    report = report_of(quick=asked.quick)
    told = "\n".join(lines_of(report))
    print(told)
    if asked.json:
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        head = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
        PAGE.write_text(f"{head}{MARK}\n\n{told}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
