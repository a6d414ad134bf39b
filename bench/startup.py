"""What it costs to start: the list of commands, and first questions about odds, beside the libraries they stand on.

Each measurement is the processor time of a fresh process. What is compared takes turns, so that whatever else the
machine does slows both alike, and the median of each is taken. Compiled code, Python's and Numba's, is cached by a run
that is not counted, of another question. `--quick` measures once; a test runs that.
"""

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

REPEATS = 15
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
COMMAND = "from pokerroom.cli import main; main()"

Program = Callable[[], list[str]]
"""The arguments of Python for the next run."""


class Case(NamedTuple):
    name: str
    ours: Program
    beside: str
    """What is imported for comparison."""
    most: float


def help_text() -> list[str]:
    return ["-c", COMMAND, "--help"]


def new_question(players: int, board: int = 0) -> Program:
    """Hands of hold 'em, and a board so far, that nobody is likely to have asked about."""

    def program() -> list[str]:
        cards = random.sample(DECK, 2 * players + board)
        hands = ["".join(cards[2 * player : 2 * player + 2]) for player in range(players)]
        return ["-c", COMMAND, "odds", "hold-em", *hands, "--board", "".join(cards[2 * players :])]

    return program


CASES = (
    Case("pokerroom --help", help_text, "typer, rich", 2.0),
    Case("pokerroom odds hold-em, two new hands", new_question(2), "numba", 1.5),
    Case("pokerroom odds hold-em, four new hands", new_question(4), "numba", 1.5),
    Case("pokerroom odds hold-em, two new hands after a flop", new_question(2, board=3), "numba", 1.5),
)


def environment(folder: str) -> dict[str, str]:
    """Ours, with compiled modules kept in this folder, whatever the caller does with them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": folder}


def processor_seconds(arguments: Sequence[str], folder: str) -> float:
    """Of a process of its own, and of those it waited for."""
    command = [sys.executable, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment(folder))  # noqa: S603  ourselves
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def measured(case: Case, repeats: int) -> tuple[float, float]:
    """Seconds of ours and of the import, each the median."""
    beside = ["-c", f"import {case.beside}"]
    with TemporaryDirectory() as folder:
        for arguments in (case.ours(), beside):
            processor_seconds(arguments, folder)
        pairs = [(processor_seconds(case.ours(), folder), processor_seconds(beside, folder)) for _ in range(repeats)]
    return median(ours for ours, _ in pairs), median(theirs for _, theirs in pairs)


def row(case: Case, repeats: int) -> tuple[str, bool]:
    ours, theirs = measured(case, repeats)
    ratio = ours / theirs
    cells = (case.name, f"{ours:.3f}", f"import {case.beside}", f"{theirs:.3f}", f"{ratio:.2f}", f"{case.most}")
    return f"| {' | '.join(cells)} |", ratio <= case.most


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="measure once, and let no figure count")
    chosen = parser.parse_args(arguments)
    print("| ours | seconds | beside | seconds | times | at most |\n|---|---|---|---|---|---|")
    met = True
    for case in CASES:
        line, well = row(case, 1 if chosen.quick else REPEATS)
        print(line, flush=True)
        met = met and well
    return 0 if met or chosen.quick else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
