"""The rankings on a GPU, and bad beats: how many a second, and whether they agree with the host bit for bit.

Hands are ranked from masks that lie on the card; bad beats are counted over ten-handed rounds of hold 'em. Needs CuPy
and a card. The boards that allow a bad beat are found with Numba, which a GPU machine may lack: `--prepare FOLDER`
writes them where Numba is, `--beats FOLDER` reads them where the card is. Prints one JSON object; `--json FILE` also
writes it.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from pokerroom.odds.bad_beat_boards import Beats, beats_of, count_bad_beats
from pokerroom.odds.bad_beat_gpu import count_beats_on_gpu
from pokerroom.ranking.bad_beats import HoleCards, qualifier
from pokerroom.ranking.bulk import rank_many
from pokerroom.ranking.bulk.gpu import rank_on_gpu
from pokerroom.ranking.bulk.hashing import key_of
from pokerroom.ranking.bulk.many import SCORES
from pokerroom.ranking.strength import Ranking

try:
    import cupy
except ImportError:
    cupy = None  # A machine that only prepares has none.

HANDS = 1 << 28
CHECKED = 1 << 20
REPEATS = 20


def random_masks(count: int, size: int, seed: int) -> np.ndarray[Any, Any]:
    order = np.argsort(np.random.default_rng(seed).random((count, 52)), axis=1)[:, :size]
    bits = np.uint64(1) << ((order & 3) * 16 + (order >> 2)).astype(np.uint64)
    return np.asarray(np.bitwise_or.reduce(bits, axis=1))


def rate(ranking: Ranking, size: int, masks: Any) -> float:
    """Hands per second, the best of several repeats."""
    rank_on_gpu(ranking, masks, size=size)
    start, stop = cupy.cuda.Event(), cupy.cuda.Event()
    best = float("inf")
    for _ in range(REPEATS):
        start.record()
        rank_on_gpu(ranking, masks, size=size)
        stop.record()
        stop.synchronize()
        best = min(best, cupy.cuda.get_elapsed_time(start, stop) / 1000)
    return len(masks) / best


def copy_bandwidth(masks: Any) -> float:
    """Bytes per second that a plain copy reads and writes: the bound set by memory."""
    target = cupy.empty_like(masks)
    start, stop = cupy.cuda.Event(), cupy.cuda.Event()
    best = float("inf")
    for _ in range(REPEATS):
        start.record()
        cupy.copyto(target, masks)
        stop.record()
        stop.synchronize()
        best = min(best, cupy.cuda.get_elapsed_time(start, stop) / 1000)
    return 2 * masks.nbytes / best


QUALIFIERS = ("quad tens", "quad eights", "quad deuces", "aces full of tens")
SEATS, SEED = 10, 7
COMPARED, COUNTED = 20_000_000, 200_000_000_000


def prepare(folder: Path) -> None:
    """What a machine without Numba needs: the tables of each qualifier, and how many beats the host counts."""
    for words in QUALIFIERS:
        asked = qualifier(words, hole_cards=HoleCards.PLAY, pocket_pair_for_quads=True)
        counted = count_bad_beats(asked, SEATS, seed=SEED, first=0, rounds=COMPARED)
        np.savez(folder / f"{words}.npz", *beats_of(asked), counted)


def bad_beats(folder: Path) -> dict[str, Any]:
    """Rounds per second, how often a beat comes, and whether the host counted as many."""
    key = int(key_of(SEED))
    results: dict[str, Any] = {}
    for words in QUALIFIERS:
        *tables, counted = np.load(folder / f"{words}.npz").values()
        beats = Beats(*tables)
        on_card = count_beats_on_gpu(beats, SEATS, key=key, first=0, rounds=COMPARED)
        start, stop = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        found = count_beats_on_gpu(beats, SEATS, key=key, first=0, rounds=COUNTED)
        stop.record()
        stop.synchronize()
        seconds = cupy.cuda.get_elapsed_time(start, stop) / 1000
        results[words] = {
            "agree": on_card == int(counted),
            "rounds_per_second": round(COUNTED / seconds),
            "one_in": round(COUNTED / found),
            "standard_error": round(COUNTED / found / found**0.5),
        }
    return results


def main() -> None:
    if "--prepare" in sys.argv:
        prepare(Path(sys.argv[sys.argv.index("--prepare") + 1]))
        return
    results: dict[str, Any] = {"device": cupy.cuda.runtime.getDeviceProperties(0)["name"].decode(), "rankings": {}}
    for ranking, size in SCORES:
        sample = random_masks(CHECKED, size, seed=size)
        on_card = cupy.asarray(sample)
        agree = np.array_equal(rank_on_gpu(ranking, on_card, size=size).get(), rank_many(ranking, sample, size=size))
        many = cupy.tile(on_card, HANDS // CHECKED)
        results["rankings"][f"{ranking.value} of {size}"] = {
            "agree": agree,
            "hands_per_second": round(rate(ranking, size, many)),
        }
        results["copy_bytes_per_second"] = round(copy_bandwidth(many))
    if "--beats" in sys.argv:
        results["bad_beats"] = bad_beats(Path(sys.argv[sys.argv.index("--beats") + 1]))
    text = json.dumps(results, indent=2)
    print(text)
    if "--json" in sys.argv:
        Path(sys.argv[sys.argv.index("--json") + 1]).write_text(text + "\n")
    entries = [*results["rankings"].values(), *results.get("bad_beats", {}).values()]
    if not all(entry["agree"] for entry in entries):
        sys.exit("the GPU disagrees with the host")


if __name__ == "__main__":
    main()
