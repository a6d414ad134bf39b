"""How long `make run` takes until the room is ready, beside another commit: both start in turns, new and once more.

Each commit has its own files, and stores of its own. A turn starts the server of one commit on an empty folder, waits
until `/ready` says yes, stops it in order and starts it once more on what it left; then the other commit does the same,
and who goes first changes. Told are seconds until ready and the processor time that the server took for them, medians,
and the ratio turn by turn with its quartiles. `bench/starting.py BEFORE` compares the files as they are with a commit.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.against import checked_out  # noqa: E402
from tools.demo_linked.demonstration import free_port  # noqa: E402

TURNS = 15
PATIENCE = 120.0
COMMAND = "from pokerroom.cli import main; main()"
NEW, AGAIN = "a new room", "once more"
TICKS = os.sysconf("SC_CLK_TCK")


class Start(NamedTuple):
    seconds: float
    processor: float


Turn = dict[str, Start]
"""How the server of one commit started, new and once more."""


def started(tree: Path, store: Path) -> Start:
    """Until it is ready; then it is stopped as an operator stops it."""
    port = free_port()
    command = [sys.executable, "-c", COMMAND, "serve", "--port", str(port), "--store", str(store)]
    began = time.monotonic()
    with subprocess.Popen(  # noqa: S603  ourselves
        command, cwd=tree, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(tree / "src")}
    ) as process:
        try:
            while not is_ready(port):
                if process.poll() is not None or time.monotonic() - began > PATIENCE:
                    raise SystemExit(f"the room of {tree.name} does not open")
                time.sleep(0.005)
            return Start(time.monotonic() - began, processor_seconds(process.pid))
        finally:
            process.terminate()
            process.wait(PATIENCE)


def is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def processor_seconds(process: int) -> float:
    """Of a process that runs."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def turn(tree: Path) -> Turn:
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        return {how: started(tree, store) for how in (NEW, AGAIN)}


def in_turns(trees: Sequence[Path], turns: int) -> list[tuple[Turn, Turn]]:
    """Ours and theirs; each goes first as often. The first of each, which compiles modules, is not counted."""
    ours, theirs = trees
    found = []
    for number in range(turns + 1):
        if number % 2:
            found.append((turn(ours), turn(theirs)))
        else:
            other = turn(theirs)
            found.append((turn(ours), other))
    return found[1:]


def row(how: str, what: str, pairs: Sequence[tuple[float, float]]) -> str:
    ratios = [ours / theirs for ours, theirs in pairs]
    low, middle, high = statistics.quantiles(ratios) if len(ratios) > 1 else ratios * 3
    ours, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
    return f"| {how} | {what} | {ours:.2f} | {theirs:.2f} | {middle:.3f} ({low:.3f} to {high:.3f}) |"


def table(turns: Sequence[tuple[Turn, Turn]], before: str) -> str:
    lines = [
        f"{len(turns)} starts of each, in turns.",
        "",
        f"| | seconds until ready | as it is | {before} | ratio |",
        "|---|---|---|---|---|",
    ]
    for how in (NEW, AGAIN):
        both = [(ours[how], theirs[how]) for ours, theirs in turns]
        lines.append(row(how, "on the clock", [(ours.seconds, theirs.seconds) for ours, theirs in both]))
        lines.append(row(how, "of the processor", [(ours.processor, theirs.processor) for ours, theirs in both]))
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", help="the commit to compare with, such as HEAD~1, or a folder that holds it")
    parser.add_argument("after", nargs="?", default=str(ROOT), help="what is compared with it; the files as they are")
    parser.add_argument("--turns", type=int, default=TURNS)
    chosen = parser.parse_args(arguments)
    with checked_out(chosen.after) as ours, checked_out(chosen.before) as theirs:
        print(table(in_turns((ours, theirs), chosen.turns), chosen.before))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
