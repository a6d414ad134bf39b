"""What several servers of one room come to: orders a second and how long they take, beside one process alone.

Bots play without a pause at a table of every game; nobody else is there. One process has its record in SQLite, then in
PostgreSQL, undivided and divided; then two and four servers share a divided one. Told are orders a second, how long an
order takes until it is durable, and the processor time that it costs: of all servers together, and of PostgreSQL. Then
one process has records of more and more shards, to see what a shard costs. Then an order to the desk is given at the
desk's server, and through another. Machines with few cores do not become faster by more processes: what a room of
10,000 tables would need is reckoned from the processor time (`bench/cluster_reckoning.py`). `--quick` does a little of
it; a test runs that.
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import quote

import msgspec
import psycopg

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.cluster_reckoning import Figures, Hop, Report, table  # noqa: E402
from bench.cluster_server import Hops, Place, Turn, ask  # noqa: E402
from bench.reporting import kept  # noqa: E402
from pokerroom.shuffle.seal import create_keys  # noqa: E402
from pokerroom.store import create_signing_key  # noqa: E402
from tests.postgres import OwnServer, own_server, packaged_binaries, server_binaries  # noqa: E402
from tools.demo_linked.demonstration import free_port  # noqa: E402

RESULTS = ROOT / "bench/results/cluster.json"
PAGE = ROOT / "bench/CLUSTER.md"
TICKS = os.sysconf("SC_CLK_TCK")

SECONDS, WARM, TURNS, HOPS = 6.0, 2.0, 2, 300
SHARDS = 16
SHARES = (1, 4, 16, 64, 256)
PATIENCE = 120.0


class Case(NamedTuple):
    name: str
    servers: int
    shards: int
    is_sqlite: bool = False
    bots: int = 4

    @property
    def is_cluster(self) -> bool:
        return self.shards > 1


CASES = (
    Case("SQLite, one process", 1, 1, is_sqlite=True),
    Case("PostgreSQL, one process", 1, 1),
    Case("PostgreSQL, divided, one server", 1, SHARDS),
    Case("PostgreSQL, divided, two servers", 2, SHARDS),
    Case("PostgreSQL, divided, four servers", 4, SHARDS),
)


@contextmanager
def schemas(database: OwnServer) -> Iterator[tuple[str, str]]:
    """Addresses of a record and of accounts, both empty."""
    names = (f"room_{time.monotonic_ns()}", f"accounts_{time.monotonic_ns()}")
    with psycopg.connect(database.url, autocommit=True) as connection:
        for name in names:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        yield tuple(f"{database.url}&options={quote(f'-csearch_path={name}')}" for name in names)  # type: ignore[misc]
        for name in names:
            connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


@contextmanager
def running(case: Case, database: OwnServer) -> Iterator[list[int]]:
    """The ports of the servers of a case, once they share the tables."""
    with ExitStack() as held:
        # On the disk the project lies on: a temporary folder may be in memory.
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT)))
        record, accounts = ("", "") if case.is_sqlite else held.enter_context(schemas(database))
        if case.is_cluster:
            create_keys(folder / "deck-keys")
            create_signing_key(folder / "signing-key")
        places = [
            Place(
                port=free_port(),
                folder=str(folder / f"server-{number}"),
                database=record,
                accounts=accounts,
                keys=str(folder) if case.is_cluster else "",
                shards=case.shards,
                bots=case.bots,
            )
            for number in range(case.servers)
        ]
        for place in places:
            held.enter_context(started(place))
        ports = [each.port for each in places]
        until_spread(case, record, ports)
        yield ports


@contextmanager
def started(place: Place) -> Iterator[None]:
    command = [sys.executable, str(ROOT / "bench/cluster_server.py"), msgspec.json.encode(place).decode()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=ROOT) as process:  # noqa: S603
        try:
            until_it_answers(place.port, process)
            yield
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def until_it_answers(port: int, process: "subprocess.Popen[bytes]") -> None:
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        if process.poll() is not None:
            break
        try:
            if turn(port).is_ready:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise SystemExit("a server of the benchmark did not start")


def until_spread(case: Case, record: str, ports: Sequence[int]) -> None:
    """Every server has its share of the tables."""
    give_up = time.monotonic() + PATIENCE
    while case.servers > 1 and len(owners(record)) < len(ports):
        if time.monotonic() > give_up:
            raise SystemExit("the servers do not share the tables")
        time.sleep(0.2)


def owners(record: str) -> set[str]:
    with psycopg.connect(record) as connection:
        return {str(owner) for (owner,) in connection.execute("SELECT owner FROM shard WHERE owner <> ''").fetchall()}


def turn(port: int) -> Turn:
    return msgspec.json.decode(ask(port, "turn"), type=Turn)


def processor_of(database: OwnServer) -> float:
    """Seconds that PostgreSQL has taken, its sessions of before included."""
    root = database.pid
    return sum(
        taken + (ended if process == root else 0.0)
        for process, parent, taken, ended in processes()
        if root in {process, parent}
    )


def processes() -> Iterator[tuple[int, int, float, float]]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # It has ended meanwhile.
            continue
        own, ended = (sum(map(int, fields[place : place + 2])) / TICKS for place in (11, 13))
        yield int(folder.name), int(fields[1]), own, ended


def measured(case: Case, database: OwnServer, ports: Sequence[int], seconds: float) -> Figures:
    for port in ports:
        turn(port)
    time.sleep(WARM)
    for port in ports:
        turn(port)
    before, began = processor_of(database), time.monotonic()
    time.sleep(seconds)
    turns = [turn(port) for port in ports]
    took, of_database = time.monotonic() - began, processor_of(database) - before
    orders = sum(each.orders for each in turns)
    if not orders:
        raise SystemExit(f"{case.name}: nobody plays")
    busy = [each for each in turns if each.orders]
    return Figures(
        name=case.name,
        servers=case.servers,
        shards=case.shards,
        orders_per_s=orders / took,
        median_ms=median(each.median_ms for each in busy),
        p99_ms=max(each.p99_ms for each in busy),
        server_us=1e6 * sum(each.processor for each in turns) / orders,
        database_us=0.0 if case.is_sqlite else 1e6 * of_database / orders,
        desk_us=1e6 * sum(each.processor for each in turns if each.is_desk) / orders,
        desk_part=sum(each.orders for each in turns if each.is_desk) / orders,
    )


def middle(turns: Sequence[Figures]) -> Figures:
    measures = ("orders_per_s", "median_ms", "p99_ms", "server_us", "database_us", "desk_us", "desk_part")
    return msgspec.structs.replace(
        turns[0], **{name: median(getattr(each, name) for each in turns) for name in measures}
    )


def hop(way: str, port: int, others: int, number: int) -> Hop:
    """Orders given at one server, and what they cost it and the other."""
    for each in (port, others):
        turn(each)
    found = msgspec.json.decode(ask(port, "hops", number=number), type=Hops)
    processor = sum(turn(each).processor for each in (port, others))
    return Hop(way, found.median_ms, found.p99_ms, 1e6 * processor / number)


def hops(database: OwnServer, number: int) -> list[Hop]:
    """To the desk, given at its own server and through another, while nobody plays."""
    with running(Case("hops", 2, SHARDS, bots=0), database) as ports:
        at_desk = {turn(port).is_desk: port for port in ports}
        desk, other = at_desk[True], at_desk[False]
        return [hop("at the desk's server", desk, other, number), hop("through another server", other, desk, number)]


class Chosen(NamedTuple):
    seconds: float
    turns: int
    hops: int
    shares: Sequence[int]
    cases: Sequence[Case]


def report(chosen: Chosen) -> Report:
    found: dict[Case, list[Figures]] = {case: [] for case in chosen.cases}
    with own_server(server_binaries() or packaged_binaries()) as database:
        for number in range(chosen.turns):
            for case in chosen.cases:
                with running(case, database) as ports:
                    found[case].append(measured(case, database, ports, chosen.seconds))
                print(f"turn {number + 1}, {case.name}: {found[case][-1].orders_per_s:,.0f} orders/s", flush=True)
        shares = []
        for share in chosen.shares:
            case = Case(f"{share} shards", 1, share)
            with running(case, database) as ports:
                shares.append(measured(case, database, ports, chosen.seconds))
            print(f"{case.name}: {shares[-1].server_us:,.0f} us", flush=True)
        ways = hops(database, chosen.hops)
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    return Report(machine, chosen.seconds, [middle(each) for each in found.values()], shares, ways)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of everything")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args(arguments)
    few = (CASES[0], CASES[2], CASES[3])
    chosen = Chosen(0.5, 1, 20, (4,), few) if asked.quick else Chosen(asked.seconds, asked.turns, HOPS, SHARES, CASES)
    found = report(chosen)
    print(table(found))
    if asked.json:
        kept(found, table(found), results=RESULTS, page=PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
