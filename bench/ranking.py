"""Hands ranked per second of CPU: ours one by one and many at once, beside the evaluators others wrote.

One process for all, repeats alternating between the contestants so that a busy machine slows them alike; the median
repeat counts, the best is kept too. Everybody ranks the same random hands, put beforehand into the form he likes best,
and has to put them in the order in which we do. After that: exact equities of two hands, every table of
frequencies.json counted over all its hands, and how long the first call takes.
"""

import argparse
import platform
import sys
from collections.abc import Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import msgspec

from pokerroom.ranking.bulk.engines import cores

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.ranking_exact import MATCHES, TABLES, equities, first_calls, tables  # noqa: E402
from bench.ranking_page import Report, missed, page, ranking_text, report_text  # noqa: E402
from bench.ranking_peers import CASES, DISTRIBUTIONS  # noqa: E402
from bench.ranking_speed import Result, compare  # noqa: E402

RESULTS = ROOT / "bench/results/ranking.json"
PAGE = ROOT / "bench/RANKING.md"


def versions() -> dict[str, str]:
    present = [name for name, module in DISTRIBUTIONS.items() if find_spec(module)]
    return {name: metadata.version(name) for name in ("pokerroom", "numpy", "numba", *map(str.lower, present))}


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    keys = [case.key for case in CASES]
    parser = argparse.ArgumentParser(prog="bench/ranking.py", description="Hands ranked per second of CPU.")
    parser.add_argument("cases", nargs="*", metavar="case", help=f"{', '.join(keys)}; all of them unless named")
    parser.add_argument("--hands", type=int, default=1 << 20, help="hands in our arrays (default 1,048,576)")
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU seconds of a peer's repeat (default 0.2)")
    parser.add_argument("--repeats", type=int, default=9, help="repeats, of which the median counts (default 9)")
    parser.add_argument("--json", action="store_true", help="record the results, and show them in bench/RANKING.md")
    parser.add_argument("--quick", action="store_true", help="a little of everything, to see that it works")
    given = parser.parse_args(argv)
    if unknown := sorted(set(given.cases) - set(keys)):
        parser.error(f"no case is called {', '.join(unknown)}; there are {', '.join(keys)}")
    if given.repeats < 1 or given.seconds <= 0 or given.hands < 1 << 10:
        parser.error("--repeats must be at least 1, --seconds above 0 and --hands at least 1024")
    if given.json and (given.cases or given.quick):
        parser.error("--json records every case in full: name none, and not --quick")
    if given.quick:
        given.hands, given.seconds, given.repeats = 1 << 10, 0.001, 1
    return given


def measure(given: argparse.Namespace) -> Report:
    whole = not given.cases
    results: list[Result] = []
    for case in CASES:
        if whole or case.key in given.cases:
            measured = compare(case, hands=given.hands, seconds=given.seconds, repeats=given.repeats)
            print(ranking_text(case.key, measured), flush=True)
            results += measured
    small = [name for name, (_, size, _) in TABLES.items() if size < 5]
    return Report(
        python=platform.python_version(),
        machine=platform.machine(),
        cores=cores(),
        versions=versions(),
        not_measured=tuple(name for name, module in DISTRIBUTIONS.items() if not find_spec(module)),
        results=tuple(results),
        equities=tuple(
            each for match in MATCHES for each in equities(match, seconds=given.seconds, repeats=given.repeats)
        )
        if whole
        else (),
        tables=tuple(tables(small if given.quick else [*TABLES])) if whole else (),
        first_calls=tuple(first_calls()) if whole and not given.quick else (),
    )


def main(argv: Sequence[str]) -> int:
    given = arguments(argv)
    for name, module in DISTRIBUTIONS.items():
        if not find_spec(module):
            print(f"NOT MEASURED: {name} is not installed (`make bench` brings it)", file=sys.stderr)
    report = measure(given)
    if not given.cases:
        print(report_text(msgspec.structs.replace(report, results=())), flush=True)
    if given.json:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), report), encoding="utf-8")
    if given.quick:
        return 0
    short = missed(report.results, report.equities, report.tables)
    for miss in short:
        print(f"MISSED: {miss}", file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
