"""Ten-handed bad beats of hold 'em: how many rounds a core deals in a second, and how often they come.

Both hole cards play and quads need a pocket pair, as in the published odds. The preparation lists the boards and
hands that matter and is done once; the rest is timed in pieces by the CPU's clock, on one core, and the fastest
piece and the median are given. `--quick` counts a little and prints what it came to; a test compares it.
"""

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pokerroom.odds.bad_beat_boards import beats_of, count_bad_beats
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, qualifier

RESULTS = Path(__file__).resolve().parent / "results/bad_beat.json"
ALL_BOARDS = 2_598_960
SEATS = 10
SEED = 2010
PIECE = 50_000_000

PUBLISHED = {
    "quad tens": "1 in 277,000",
    "quad eights": "1 in 191,000",
    "quad deuces": "1 in 92,000",
    "aces full of tens": "0.0000619, 1 in 16,155",
}


class Case(msgspec.Struct):
    losing: str
    published: str
    rounds: int
    times: int
    one_in: float
    error: float
    """Standard error of `one_in`."""
    boards: float
    """The part of all boards that allows it."""
    prepared_s: float
    rounds_per_s: float
    median_rounds_per_s: float


class Report(msgspec.Struct):
    machine: str
    cases: list[Case]


def asked(losing: str) -> Qualifier:
    return qualifier(losing, hole_cards=HoleCards.PLAY, pocket_pair_for_quads=True)


def measured(losing: str, rounds: int) -> Case:
    started = time.process_time()
    beats = beats_of(asked(losing))
    prepared = time.process_time() - started
    times, speeds = 0, []
    for first in range(0, rounds, PIECE):
        started = time.process_time()
        times += count_bad_beats(asked(losing), SEATS, seed=SEED, first=first, rounds=PIECE)
        speeds.append(PIECE / (time.process_time() - started))
    dealt = PIECE * len(speeds)
    return Case(
        losing=losing,
        published=PUBLISHED[losing],
        rounds=dealt,
        times=times,
        one_in=dealt / times,
        error=dealt / times**1.5,
        boards=len(beats.kinds) / ALL_BOARDS,
        prepared_s=prepared,
        rounds_per_s=max(speeds),
        median_rounds_per_s=statistics.median(speeds),
    )


COLUMNS = ("losing hand", "published", "dealt", "1 in", "boards that allow it", "prepared", "million rounds a second")


def table(cases: Sequence[Case]) -> str:
    """The figures as Markdown; of the speeds the best, and the median behind it."""
    rows = [COLUMNS, ("---",) * len(COLUMNS), *map(row, cases)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def row(case: Case) -> tuple[str, ...]:
    return (
        case.losing,
        case.published,
        f"{case.times:,} in {case.rounds:,}",
        f"{case.one_in:,.0f} ± {case.error:,.0f}",
        f"{case.boards:.1%}",
        f"{case.prepared_s:.1f} s",
        f"{case.rounds_per_s / 1e6:,.0f} ({case.median_rounds_per_s / 1e6:,.0f})",
    )


def quick() -> None:
    for losing in PUBLISHED:
        print(losing.replace(" ", "-"), count_bad_beats(asked(losing), SEATS, seed=SEED, first=0, rounds=5_000_000))


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=float, default=1e9, help="of each case, rounded up to whole pieces")
    parser.add_argument("--quick", action="store_true", help="count a little and print what it comes to")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name}")
    chosen = parser.parse_args(arguments)
    if chosen.quick:
        quick()
        return
    for losing in PUBLISHED:
        # Compiled before it is timed, and the list dropped again so that its making is timed too.
        count_bad_beats(asked(losing), SEATS, seed=SEED, first=0, rounds=1000)
        beats_of.cache_clear()
    cases = [measured(losing, int(chosen.rounds)) for losing in PUBLISHED]
    print(table(cases))
    if chosen.json:
        report = Report(machine=f"Python {platform.python_version()}, {platform.machine()}", cases=cases)
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
