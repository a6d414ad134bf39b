"""The rankings on a GPU: hands per second from masks that lie on the card, and whether they agree with the lanes bit for bit.

Needs CuPy and a card. Prints one JSON object; `--json` also writes it to bench/results/gpu.json.
"""

import json
import sys
from pathlib import Path
from typing import Any

import cupy
import numpy as np

from pokerroom.ranking.bulk import lanes
from pokerroom.ranking.bulk.gpu import RANKINGS, rank_on_gpu
from pokerroom.ranking.strength import LARGEST, Ranking

HANDS = 1 << 28
CHECKED = 1 << 20
REPEATS = 20


def random_masks(count: int, size: int, seed: int) -> np.ndarray[Any, Any]:
    order = np.argsort(np.random.default_rng(seed).random((count, 52)), axis=1)[:, :size]
    bits = np.uint64(1) << ((order & 3) * 16 + (order >> 2)).astype(np.uint64)
    return np.asarray(np.bitwise_or.reduce(bits, axis=1))


def by_lanes(name: str, numbering: str, masks: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same strengths by NumPy on the host."""
    planes = [(masks >> np.uint64(16 * suit) & np.uint64(0xFFFF)).astype(np.uint16) for suit in range(4)]
    grade, rest = getattr(lanes, name)(*planes)
    category = lanes.category(grade, lanes.SHARED_AFTER[numbering]).astype(np.uint32)
    strength = category << 26 | (grade.astype(np.uint32) & 0x1FFF) << 13 | rest
    return np.uint32(LARGEST) - strength if name.startswith("low") else strength


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


def main() -> None:
    results: dict[str, Any] = {"device": cupy.cuda.runtime.getDeviceProperties(0)["name"].decode(), "rankings": {}}
    for (ranking, size), (name, numbering) in RANKINGS.items():
        sample = random_masks(CHECKED, size, seed=size)
        on_card = cupy.asarray(sample)
        agree = bool((rank_on_gpu(ranking, on_card, size=size).get() == by_lanes(name, numbering, sample)).all())
        many = cupy.tile(on_card, HANDS // CHECKED)
        results["rankings"][f"{ranking.value} of {size}"] = {
            "agree": agree,
            "hands_per_second": round(rate(ranking, size, many)),
        }
        results["copy_bytes_per_second"] = round(copy_bandwidth(many))
    text = json.dumps(results, indent=2)
    print(text)
    if "--json" in sys.argv:
        Path(__file__).with_name("results").joinpath("gpu.json").write_text(text + "\n")
    if not all(entry["agree"] for entry in results["rankings"].values()):
        sys.exit("the GPU disagrees with the lanes")


if __name__ == "__main__":
    main()
