"""The program of the card, built by the C++ compiler of this machine: one block, its threads one after another."""

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from pokerroom.batch import CompiledGame
from pokerroom.batch.gpu import Played, source, spaces_of, stakes_of
from pokerroom.ranking.bulk.hashing import key_of

SHIM = """
#define __device__
#define __global__
#define __forceinline__ inline
#define __popc __builtin_popcount
struct Place { int x; };
static Place blockIdx{0}, blockDim{1}, threadIdx{0}, gridDim{1};
"""


def built(folder: Path) -> Any:
    text, library = folder / "card.cpp", folder / "card.so"
    text.write_text(SHIM + source(), encoding="utf-8")
    # -fwrapv: as on the card, integers go round.
    command = ["g++", "-std=c++17", "-O1", "-w", "-fwrapv", "-shared", "-fPIC", "-o", str(library), str(text)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return ctypes.CDLL(str(library)).play_rounds


def play_as_the_card(
    program: Any, game: CompiledGame, stakes: Any, *, rounds: int, seed: int, first: int, wild: int
) -> Played:
    """As `play_on_gpu`."""
    stacks, digests = np.zeros((game.seats, rounds), np.int32), np.zeros(rounds, np.uint64)
    decisions, rules = np.zeros(1, np.uint64), game.rules.copy()
    numbers = [ctypes.c_longlong(int(each)) for each in (key_of(seed).astype(np.int64), first, rounds, wild)]
    arrays = [rules, stakes_of(game, stakes), *spaces_of(np, game.width, 1), stacks, digests, decisions]
    rules_at, stakes_at, *others = [ctypes.c_void_p(each.ctypes.data) for each in arrays]
    program(rules_at, stakes_at, *numbers, *others)
    return Played(stacks.T.astype(np.int64), digests, int(decisions.sum()))
