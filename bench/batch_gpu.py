"""Many rounds at once on a GPU: whether every game ends as on the host, bit for bit, and how many rounds a second.

A machine with a card may lack Numba, msgspec and more, so this is in two steps:

    .venv/bin/python bench/batch_gpu.py --prepare FOLDER      # here: the program, the tables, what the host came to
    python3 bench/batch_gpu.py --card FOLDER [--json FILE]    # there: NumPy and CuPy are enough

Every game and limit, with three numbers of players and players of three tempers, is played on both; the digests of all
offers and of all integers of the lanes are compared. Then every case of `batch.py` is timed, everybody checking or
calling, with several numbers of threads. `--profiled CASE` plays one case once, for Nsight Compute.
"""

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent

SEED, FIRST, ROUNDS, STAKES = 11, 5, 400, 20_000
TEMPERS = (0, 60, 200)
TIMED = 1 << 22
REPEATS = 3
SHAPES = ((2, 64), (4, 64), (2, 128), (4, 128), (8, 128), (4, 256), (8, 256))
"""Blocks to a multiprocessor, and threads to a block."""
USUAL = (4, 128)


def prepare(folder: Path) -> None:
    """The program, and for each case its tables, stakes, temper, and what the host came to."""
    sys.path.insert(0, str(HERE.parent))
    from bench.batch import EVERY_CASE, PLAYERS  # noqa: PLC0415  a machine with a card may lack what these need
    from pokerroom.batch import compile_game, layout  # noqa: PLC0415
    from pokerroom.batch.gpu import play_on_host, source  # noqa: PLC0415
    from pokerroom.ranking.bulk.hashing import key_of  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.cu").write_text(source(), encoding="utf-8")
    cases: list[dict[str, Any]] = []
    for name, compiled, stakes, wild in compared_games():
        played = play_on_host(compiled, stakes, rounds=ROUNDS, seed=SEED, first=FIRST, wild=wild)
        came_to = {"digest": summed(played.digests), "decisions": played.decisions}
        cases.append({"name": name, "rules": compiled.rules.tolist(), "stakes": stakes, "wild": wild, **came_to})
    for case in EVERY_CASE:
        if case.key.endswith("folds"):
            continue
        rules = compile_game(case.table, PLAYERS).rules.tolist()
        cases.append({"name": case.name, "rules": rules, "stakes": [STAKES] * PLAYERS, "wild": 0, "timed": case.key})
    written = {"key": int(key_of(SEED).astype(np.int64)), "work": layout.WORK_WIDTH, "width_at": layout.LANE_WIDTH}
    (folder / "cases.json").write_text(json.dumps({**written, "cases": cases}), encoding="utf-8")


def compared_games() -> Any:
    """Every game and limit under a random sign, with two players, some, and as many as it takes."""
    from pokerroom.batch import compile_game  # noqa: PLC0415
    from pokerroom.games import CATALOGUE  # noqa: PLC0415
    from pokerroom.play import procedure  # noqa: PLC0415
    from tests.unit.batch.agreeing import LIMITS, editions_alike, random_sign  # noqa: PLC0415

    rng = random.Random(SEED)
    for key, editions in editions_alike():
        game = CATALOGUE[editions[0], key]
        for limits in LIMITS:
            for seats in (2, rng.randint(3, game.seats.most - 1), game.seats.most):
                table = procedure(game, random_sign(game, limits, rng))
                stakes = [max(table.ample, rng.choice((777, 1500, 4000, STAKES))) for _ in range(seats)]
                for wild in TEMPERS:
                    yield f"{key} {editions[0]} {seats} {limits}", compile_game(table, seats), stakes, wild


def summed(digests: Any) -> int:
    """All digests as one number, which is another one if any of them is."""
    return int(np.bitwise_xor.reduce(digests * np.arange(1, 2 * len(digests), 2, dtype=np.uint64)))


class Card:
    """The program on the card, and the memory it plays in."""

    def __init__(self, folder: Path) -> None:
        import cupy  # noqa: PLC0415  only where the card is

        self.cupy = cupy
        self.written = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
        text = (folder / "program.cu").read_text(encoding="utf-8")
        self.program = cupy.RawModule(code=text, options=("-std=c++17",)).get_function("play_rounds")
        self.processors = cupy.cuda.runtime.getDeviceProperties(0)["multiProcessorCount"]

    def launch(self, case: dict[str, Any], rounds: int, shape: tuple[int, int], *, digests: bool) -> Any:
        """A call that plays rounds of a case, and what it will have left behind."""
        cupy, (blocks, threads) = self.cupy, shape
        every = blocks * self.processors * threads
        width = case["rules"][self.written["width_at"]]
        numbers = [np.int64(each) for each in (self.written["key"], FIRST, rounds, case["wild"])]
        tables = [cupy.asarray(np.array(case[name], np.int64)) for name in ("rules", "stakes")]
        spaces = [cupy.zeros((width, every), cupy.int32), cupy.zeros((52, every), cupy.uint8)]
        spaces.append(cupy.zeros((self.written["work"], every), cupy.int64))
        made = cupy.full(rounds, 1, cupy.uint64) if digests else 0
        decisions = cupy.zeros(every, cupy.uint64)
        arguments = (*tables, *numbers, *spaces, 0, made, decisions)

        def play() -> None:
            self.program((blocks * self.processors,), (threads,), arguments)

        return play, made, decisions

    def agrees(self, case: dict[str, Any]) -> bool:
        play, digests, decisions = self.launch(case, ROUNDS, USUAL, digests=True)
        play()
        same = summed(digests.get()) == case["digest"]
        return bool(same and int(decisions.sum()) == case["decisions"])

    def rate(self, case: dict[str, Any], shape: tuple[int, int]) -> tuple[float, float]:
        """Rounds and decisions a second, the best of several repeats."""
        play, _, decisions = self.launch(case, TIMED, shape, digests=False)
        start, stop = self.cupy.cuda.Event(), self.cupy.cuda.Event()
        best = float("inf")
        for _ in range(REPEATS):
            start.record()
            play()
            stop.record()
            stop.synchronize()
            best = min(best, self.cupy.cuda.get_elapsed_time(start, stop) / 1000)
        return TIMED / best, int(decisions.sum()) / best


def on_card(folder: Path) -> dict[str, Any]:
    card = Card(folder)
    cases = card.written["cases"]
    compared = [case for case in cases if "digest" in case]
    differing = [f"{case['name']}, wild {case['wild']}" for case in compared if not card.agrees(case)]
    print(f"{len(compared)} cases of {ROUNDS} rounds compared, {len(differing)} differ: {differing[:5]}", flush=True)
    timed = {}
    for case in cases:
        if "timed" in case:
            rates = {shape: card.rate(case, shape) for shape in SHAPES}
            shape = max(rates, key=lambda each: rates[each][0])
            rounds, decisions = map(round, rates[shape])
            timed[case["timed"]] = {"rounds_per_second": rounds, "decisions_per_second": decisions, "shape": shape}
            print(
                f"{case['timed']:38} {rounds / 1e6:8.1f} M rounds/s, {decisions / 1e9:5.2f} G decisions/s", flush=True
            )
    device = card.cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    return {"device": device, "compared": len(compared), "rounds": ROUNDS, "differing": differing, "timed": timed}


def profiled(folder: Path, key: str) -> None:
    """One launch of a case, for a profiler that counts its instructions."""
    card = Card(folder)
    case = next(case for case in card.written["cases"] if case.get("timed") == key)
    play, _, decisions = card.launch(case, TIMED, USUAL, digests=False)
    play()
    print(f"{key}: {TIMED} rounds, {int(decisions.sum())} decisions")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prepare", type=Path, metavar="FOLDER")
    parser.add_argument("--card", type=Path, metavar="FOLDER")
    parser.add_argument("--profiled", metavar="CASE")
    parser.add_argument("--json", type=Path, metavar="FILE")
    asked = parser.parse_args()
    if asked.prepare:
        prepare(asked.prepare)
        return 0
    if not asked.card:
        parser.error("--prepare FOLDER here, then --card FOLDER where the card is")
    if asked.profiled:
        profiled(asked.card, asked.profiled)
        return 0
    results = on_card(asked.card)
    if asked.json:
        asked.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 1 if results["differing"] else 0


if __name__ == "__main__":
    sys.exit(main())
