"""What an order costs beside another commit: both rooms stand ready and act in turns of a second or two.

Each commit has a process of its own, with its own room and its own clients, made of its own files; while one acts, the
clients of the other stand still. The machine's speed changes from minute to minute, so each turn is compared with the
turn beside it, and who goes first changes. Told are the processor time of an order, telling included, orders a second,
and what the writer makes of the raw speed of the database (as bench/store.py measures it), each as a ratio to the other
commit, median and quartiles. `bench/against.py BEFORE` compares the files as they are with a commit,
`bench/against.py BEFORE AFTER` one commit with another.
"""

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TURNS, SECONDS = 40, 1.5
TABLES = (1, 10, 100)
PAGE = "src/pokerroom/web/page"
PLAYING, WATCHING = 5, 5
"""At each table."""


def act_in_turns(seconds: float) -> None:
    """The room of a commit: a turn for each line it is sent, and its figures in answer. Between them nobody moves."""
    import uvloop  # noqa: PLC0415

    from bench.room_clients import Crowd, asked  # noqa: PLC0415  of that commit
    from bench.room_server import Load, server  # noqa: PLC0415

    load = Load(tables_each=1, seated=PLAYING, watching=WATCHING, seconds=seconds, turns=1, bots=0)

    async def turns(port: int) -> None:
        crowd = Crowd(port, load, (await asked(port, "usage"))["tables"])
        await crowd.come()
        print("ready", flush=True)
        while sys.stdin.readline():  # It is meant to hold everybody up.
            await asyncio.sleep(seconds / 4)
            (cpu, orders), began = await asked(port, "cpu"), time.monotonic()
            await asyncio.sleep(seconds)
            (cpu_after, orders_after), took = await asked(port, "cpu"), time.monotonic() - began
            done = orders_after - orders
            print(json.dumps({"us": 1e6 * (cpu_after - cpu) / done, "per_s": done / took}), flush=True)
        crowd.leave()

    with server(load) as port:
        uvloop.run(turns(port))


def write_in_turns(name: str) -> None:
    """The store of a commit, in one database: each line says how many tables write."""
    from bench.store import databases, measured, sqlite_file  # noqa: PLC0415  of that commit

    with nullcontext({"SQLite": sqlite_file}) if name == "SQLite" else databases() as found:
        print("ready", flush=True)
        while line := sys.stdin.readline():
            before = time.process_time()
            case = measured(name, json.loads(line), found[name], turns=1)
            figures = {"us": 1e6 * (time.process_time() - before) / case.events, "per_s": case.writer_per_s}
            print(json.dumps({**figures, "of_raw": case.ratio}), flush=True)


def git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True)  # noqa: S603, S607  whichever is installed


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The files of a commit, with the page as it is built here; or those of a folder, as they are."""
    if Path(commit).is_dir():
        yield Path(commit).resolve()
        return
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        tree = Path(folder) / "tree"
        git("worktree", "add", "--quiet", "--detach", str(tree), commit)
        try:
            shutil.copytree(ROOT / PAGE, tree / PAGE, dirs_exist_ok=True)
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


@contextmanager
def ready(tree: Path, *what: str) -> Iterator[Callable[[Any], dict[str, float]]]:
    """A process of that tree: asked, it takes its turn."""
    command = [sys.executable, __file__, "--turns-of", *what]
    # What it starts in its turn is of that tree, too, whatever is installed.
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tree / "src"), str(tree)))}
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603  ourselves
        command, cwd=tree, stdin=pipe, stdout=pipe, text=True, env=env
    ) as process:
        asks, answers = process.stdin, process.stdout
        assert asks is not None
        assert answers is not None

        def answer() -> str:
            line = answers.readline()
            if not line:
                raise SystemExit(f"{' '.join(what)} of {tree.name} has ended")
            return line

        def turn(asked: Any) -> dict[str, float]:
            print(json.dumps(asked), file=asks, flush=True)
            found: dict[str, float] = json.loads(answer())
            return found

        answer()
        yield turn
        asks.close()


Pair = tuple[dict[str, float], dict[str, float]]


def in_turns(trees: Sequence[Path], turns: int, asked: Any, *what: str) -> list[Pair]:
    """Ours and theirs, turn by turn; each goes first as often."""
    with ExitStack() as stack:
        ours, theirs = (stack.enter_context(ready(tree, *what)) for tree in trees)
        found: list[Pair] = []
        for number in range(turns):
            if number % 2:
                found.append((ours(asked), theirs(asked)))
            else:
                other = theirs(asked)
                found.append((ours(asked), other))
    return found


def told(title: str, pairs: Sequence[Pair]) -> None:
    print(f"\n{title}, {len(pairs)} turns of each")
    for name in pairs[0][0]:
        ratios = [ours[name] / theirs[name] for ours, theirs in pairs]
        low, _, high = statistics.quantiles(ratios) if len(ratios) > 1 else ratios * 3
        ours, theirs = (statistics.median(each[side][name] for each in pairs) for side in (0, 1))
        print(
            f"  {name:<8} {ours:10.2f} {theirs:10.2f}  ratio {statistics.median(ratios):.3f} ({low:.3f} to {high:.3f})"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", help="the commit to compare with, such as HEAD~1, or a folder that holds it")
    parser.add_argument("after", nargs="?", default=str(ROOT), help="what is compared with it; the files as they are")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of a turn of the room")
    parser.add_argument("--tables", type=int, nargs="*", default=TABLES, help="how many write to the store at once")
    parser.add_argument("--only", choices=("room", "SQLite", "PostgreSQL"))
    chosen = parser.parse_args()
    wanted = (chosen.only,) if chosen.only else ("room", "SQLite", "PostgreSQL")
    with checked_out(chosen.after) as ours, checked_out(chosen.before) as theirs:
        trees = (ours, theirs)
        if "room" in wanted:
            told("an order in the room", in_turns(trees, chosen.turns, None, "room", str(chosen.seconds)))
        for database in (each for each in wanted if each != "room"):
            for tables in chosen.tables:
                pairs = in_turns(trees, chosen.turns, tables, "store", database)
                told(f"{database}, {tables} tables", pairs)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--turns-of"]:
        write_in_turns(sys.argv[3]) if sys.argv[2] == "store" else act_in_turns(float(sys.argv[3]))
    else:
        main()
