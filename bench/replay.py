"""How fast the record of a day is replayed and audited, and how much memory that takes.

Bots play real rounds at one table; the day is that table under many names, with the books, filing and rows that go with
it, in a SQLite file of its own. Each measurement is made by a process of its own, whose peak memory is read at its end.
`--quick` does a little of it; `--json` keeps the results.
"""

import argparse
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pokerroom.cli.record_audit import Asked, audit_record  # noqa: E402
from pokerroom.log import Envelope, Head, beginning, enclose, head_of  # noqa: E402
from pokerroom.room import filing  # noqa: E402
from pokerroom.room.books import LEDGER  # noqa: E402
from pokerroom.room.filing.stream import FILING  # noqa: E402
from pokerroom.room.ports import Batch, EventStore, Row  # noqa: E402
from pokerroom.room.streams import table_of  # noqa: E402
from pokerroom.room.tables import TABLES  # noqa: E402
from pokerroom.shuffle.seal import Keys, Place, Sealed, from_store, read_keys, write_new  # noqa: E402
from pokerroom.store import MemoryStore, open_store  # noqa: E402
from pokerroom.store.reading import Readable  # noqa: E402
from pokerroom.table import seating  # noqa: E402
from tests.unit.room.house import KEYS, RAKE, House  # noqa: E402

RESULTS = ROOT / "bench/results/replay.json"
PAGE = ROOT / "bench/STORE.md"
MARKS = "<!-- replay -->", "<!-- end of replay -->"
TEMPLATE = "TABLE-0000"
"""As long as every name that takes its place."""

PLAYERS = 4
MILLION = 1_000_000
CHUNK = 2_000


class Measured(msgspec.Struct):
    """One reading of one day by a process of its own."""

    work: str
    rounds: int
    events: int
    seconds: float
    processor_seconds: float
    """What others on the machine do meanwhile does not count in it."""
    megabytes_before: float
    megabytes: float

    @property
    def per_second(self) -> float:
        return self.events / self.processor_seconds

    @property
    def hours_for_a_million_rounds(self) -> float:
        return self.processor_seconds / self.rounds * MILLION / 3600


class Report(msgspec.Struct):
    machine: str
    measured: list[Measured]


def template(rounds: int) -> EventStore:
    """Real rounds of hold 'em at one table, whose players bring enough for all of them."""
    house = House(MemoryStore())
    house.open_day()
    house.file(filing.RAKE, filing.RakeSubmission(methods=RAKE, most=400))
    house.open_table(TEMPLATE)
    house.seat(TEMPLATE, [f"{TEMPLATE}-{number}" for number in range(PLAYERS)], amount=50_000_000)
    chance = Random("replay")
    for _ in range(rounds):
        house.play_round(TEMPLATE, chance)
        house.room.post()
    return house.store


class Scribe:
    """Writes streams into a store, a chunk at a time, whatever each event was caused by."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._heads: dict[str, Head] = {}
        self._waiting: list[Envelope] = []

    def write(self, like: Envelope, stream: str, body: bytes) -> None:
        head = self.head(stream)
        cause = f"{stream} {head.sequence}"
        made = enclose(head, at=like.at, by=like.by, cause=cause, tag=like.tag, version=like.version, body=body)
        self._heads[stream] = head_of(made)
        self._waiting.append(made)
        if len(self._waiting) == CHUNK:
            self.flush()

    def head(self, stream: str) -> Head:
        return self._heads.get(stream) or beginning(stream)

    def flush(self) -> None:
        self._store.append(Batch(tuple(self._waiting)))
        self._waiting = []


def copied(source: EventStore, store: EventStore) -> None:
    """The record as it is."""
    scribe = Scribe(store)
    for committed in source.read_all():
        scribe.write(committed.envelope, committed.envelope.stream, committed.envelope.body)
    scribe.flush()
    store.append(Batch((), tuple(Row("balance", *row) for row in source.rows("balance"))))


def multiplied(source: EventStore, store: EventStore, tables: int) -> None:
    """The day of one table under so many names. Its decks keep their seals, which open nowhere else."""
    scribe, old = Scribe(store), TEMPLATE.encode()
    held: dict[str, int] = {}
    for number in range(tables):
        name = f"TABLE-{number:04}".encode()
        for stream in (FILING.name, LEDGER.name, TABLES.named(TEMPLATE)):
            for committed in source.read(stream):
                like = committed.envelope
                if number and old not in like.body and not TABLES.holds(stream):
                    continue  # What is the room's and not the table's happens once.
                target = stream.replace(TEMPLATE, name.decode())
                scribe.write(like, target, renamed(like, old, name, scribe.head(target).sequence + 1))
        for key, value in source.rows("balance"):
            own = key.replace(TEMPLATE, name.decode())
            held[own] = held.get(own, 0) + int(value)
    scribe.flush()
    store.append(Batch((), tuple(Row("balance", key, str(value).encode()) for key, value in held.items())))


def renamed(like: Envelope, old: bytes, name: bytes, sequence: int) -> bytes:
    body = like.body.replace(old, name)
    if b'"stream":"ledger"' not in body:
        return body
    # A deposit: its id is its own place in the ledger.
    fields = msgspec.json.decode(body)
    for transfer in fields["transfers"]:
        transfer["id"]["sequence"] = sequence
    return msgspec.json.encode(fields)


def tables_of(store: EventStore) -> list[str]:
    return sorted(stream for stream in store.heads() if TABLES.holds(stream))


def read(store: EventStore, keys: Keys | None) -> tuple[int, int]:  # noqa: ARG001
    """Read and no more."""
    return sum(1 for stream in tables_of(store) for _ in store.read(stream)), 0


def fold(store: EventStore, keys: Keys | None) -> tuple[int, int]:
    """Every table's stream folded into the table it tells of, its decks opened where there are keys."""
    events = rounds = 0
    for stream in tables_of(store):
        table = seating.new_table(table_of(stream))
        for committed in store.read(stream):
            envelope = committed.envelope
            event = TABLES.read(envelope)
            if isinstance(event, Sealed):
                place = Place(stream, envelope.sequence)
                event = event.event if keys is None else from_store(event, place, keys)
            table = seating.apply(table, event)
            events += 1
        if not table.is_balanced:
            raise SystemExit(f"{stream} does not balance")
        rounds += table.rounds
    return events, rounds


FOLDS: dict[str, Callable[[EventStore, Keys | None], tuple[int, int]]] = {"read": read, "fold": fold}


def audit(url: str, keys: Keys | None) -> tuple[int, int]:
    """All that `pokerroom audit` does; of the whole record, not of the tables alone."""
    inquiry = audit_record(Asked(source=Readable(url), keys=keys), lambda done, whole: None)  # noqa: ARG005
    if inquiry.findings:
        raise SystemExit(f"the record is not sound: {inquiry.findings[0]}")
    return inquiry.chains.value.audit.events, inquiry.examined.counts["rounds"]


def peak_megabytes() -> float:
    status = Path("/proc/self/status")
    if status.exists():
        # What getrusage says begins with the peak of the process that started this one.
        lines = status.read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(work: str, url: str, keys: Keys | None) -> Measured:
    before = peak_megabytes()
    started, began = time.perf_counter(), time.process_time()
    if work in FOLDS:
        with closing(open_store(url)) as store:
            events, rounds = FOLDS[work](store, keys)
    else:
        events, rounds = audit(url, keys)
    seconds, processor = time.perf_counter() - started, time.process_time() - began
    return Measured(work, rounds, events, seconds, processor, before, peak_megabytes())


def measured(work: str, url: str, keys: Path | None, rounds: int) -> Measured:
    """By a process of its own."""
    command = [sys.executable, str(Path(__file__)), "--measure", work, "--url", url]
    done = subprocess.run(  # noqa: S603
        [*command, *(["--keys", str(keys)] if keys else [])], check=True, capture_output=True
    )
    result = msgspec.json.decode(done.stdout, type=Measured)
    label = f"{work}, decks opened" if keys and work != "read" else work
    return msgspec.structs.replace(result, work=label, rounds=result.rounds or rounds)


def days(folder: Path, *, rounds: int, tables: Sequence[int]) -> Iterator[tuple[int, str, Path | None]]:
    """Days of one table with its decks, and of many without: how many rounds each has, and where it is."""
    source = template(rounds)
    keys = folder / "keys"
    write_new(keys, KEYS)
    for count in (0, *tables):
        url = f"sqlite:///{folder}/{count}.db"
        with closing(open_store(url)) as store:
            if count:
                multiplied(source, store, count)
            else:
                copied(source, store)
        yield rounds * (count or 1), url, None if count else keys


def run(*, rounds: int, tables: Sequence[int], audited: int) -> Iterator[Measured]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        for total, url, keys in days(Path(folder), rounds=rounds, tables=tables):
            works = ("read", "fold", "audit") if total <= audited else ("fold",)
            for work in works:
                result = measured(work, url, keys, total)
                print(line(result), flush=True)
                yield result


def line(each: Measured) -> str:
    return (
        f"| {each.work} | {each.rounds:,} | {each.events:,} | {each.per_second:,.0f} "
        f"| {each.megabytes:,.0f} ({each.megabytes_before:,.0f} before) | {each.hours_for_a_million_rounds:.1f} |"
    )


HEADER = (
    "| work | rounds | events | events/s | peak memory, MB | hours for a million rounds |\n|---|---|---|---|---|---|"
)


def page(text: str, report: Report) -> str:
    """The page with the results of this run between the marks."""
    start, end = (text.index(mark) for mark in MARKS)
    told = "\n".join((HEADER, *map(line, report.measured)))
    return f"{text[:start]}{MARKS[0]}\n\n{report.machine}.\n\n{told}\n\n{text[end:]}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of everything")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    parser.add_argument("--million", action="store_true", help="a day of a million rounds too: half an hour, 20 GB")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--keys", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.measure:
        found = measure(chosen.measure, chosen.url, read_keys(chosen.keys) if chosen.keys else None)
        sys.stdout.buffer.write(msgspec.json.encode(found))
        return 0
    print(HEADER)
    sizes = QUICK_SIZES if chosen.quick else MILLION_SIZES if chosen.million else SIZES
    results = list(run(**sizes))  # type: ignore[arg-type]
    report = Report(f"Python {platform.python_version()}, {platform.machine()}, SQLite", results)
    if chosen.json:
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), report), encoding="utf-8")
    return 0


QUICK_SIZES = {"rounds": 10, "tables": (2,), "audited": 100}
SIZES = {"rounds": 2_500, "tables": (8, 80), "audited": 20_000}
"""A day of 200,000 rounds is folded; days of 2,500 and 20,000 are audited too."""

MILLION_SIZES = {"rounds": 2_500, "tables": (8, 80, 400), "audited": 20_000}
"""And one of a million: some 20 GB on the disk, and half an hour."""

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
