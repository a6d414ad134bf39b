"""The lanes mean the same to NumPy, to LLVM and to a compiler of C++: one text, three readings."""

import ast
import ctypes
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit

from pokerroom.ranking import Ranking
from pokerroom.ranking.bulk import compiled, deal, lanes, masks_of, rank_many
from pokerroom.ranking.bulk.compiled import FUNCTIONS, emitted, kernel, loop
from pokerroom.ranking.bulk.gpu import cuda_source
from pokerroom.ranking.bulk.many import SCORES

of_one, of_two, of_eight = kernel("at_least_three"), kernel("straight_of_both"), kernel("omaha_low")
halves = kernel("badugi_strength")


def builder() -> Any:
    function = ir.Function(ir.Module(), ir.FunctionType(ir.VoidType(), []), "nowhere")
    return ir.IRBuilder(function.append_basic_block())


@loop
def call_each(given: Any, answers: Any) -> None:
    for row in range(given.shape[1]):
        a, b, c, d = given[0, row], given[1, row], given[2, row], given[3, row]
        answers[0, row] = of_one(a)
        answers[1, row] = of_two(a, b)
        answers[2, row] = of_eight(a, b, c, d, given[4, row], given[5, row], given[6, row], given[7, row])
        answers[3, row], answers[4, row] = halves(a, b, c, d)


def test_functions_of_the_lanes_answer_compiled_as_they_do_in_numpy() -> None:
    # Any bits will do, whether or not they are a hand: the same operations are done on them.
    given = np.random.default_rng(1).integers(0, 1 << 13, (8, 5000)).astype(np.uint16)
    answers = np.empty((5, 5000), np.uint16)
    call_each(given, answers)
    assert np.array_equal(answers[0], lanes.at_least_three(given[0]))
    assert np.array_equal(answers[1], lanes.straight_of_both(given[0], given[1]))
    assert np.array_equal(answers[2], lanes.omaha_low(*given))
    assert np.array_equal(answers[3:], lanes.badugi_strength(*given[:4]))


def test_a_loop_that_calls_the_lanes_asks_for_the_widest_registers() -> None:
    @njit
    def small(ranks: Any) -> Any:
        return of_one(ranks)

    small(np.uint16(1))
    (text,) = small.inspect_llvm().values()
    assert compiled.WIDE_REGISTERS in text


def test_every_function_of_the_lanes_is_straight_line_bit_logic() -> None:
    build = builder()
    for name, function in FUNCTIONS.items():
        assert emitted(build, name, (compiled.NO_LANE,) * len(function.args.args)) is not None


@pytest.mark.parametrize("text", ["x * x", "x if x else x", "x < x", "-x", "x.bit_count()"])
def test_what_is_not_bit_logic_is_refused_with_its_line(text: str) -> None:
    build = builder()
    with pytest.raises(SyntaxError, match=r"line 1: .* is not straight-line bit logic"):
        compiled._value(build, ast.parse(text, mode="eval").body, {"x": compiled.NO_LANE})


def test_a_function_the_lanes_do_not_have_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="the lanes have no function high_of_eight"):
        kernel("high_of_eight")


@pytest.fixture(scope="module")
def translated(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The text made for a GPU, built for this machine."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("NOT TESTED: the CUDA text of the lanes needs a compiler of C++ here, and there is none")
    here: Path = tmp_path_factory.mktemp("cuda")
    host = "#define __device__\n#define __forceinline__ inline\n#define __popc __builtin_popcount\n"
    functions = re.sub(r'extern "C" __global__.*?\n}\n', "", cuda_source(), flags=re.DOTALL)
    calls = "".join(
        f'extern "C" unsigned call_{name}(unsigned long long hand) {{ return of_hand_{name}(hand); }}\n'
        for name in sorted({*SCORES.values()})
    )
    (here / "lanes.cpp").write_text(host + functions + calls)
    subprocess.run(
        [compiler, "-std=c++17", "-shared", "-fPIC", "-o", here / "lanes.so", here / "lanes.cpp"], check=True
    )
    return ctypes.CDLL(str(here / "lanes.so"))


@pytest.mark.parametrize(("ranking", "size"), SCORES)
def test_the_text_made_for_a_gpu_ranks_hands_alike(translated: ctypes.CDLL, ranking: Ranking, size: int) -> None:
    strength = translated[f"call_{SCORES[ranking, size]}"]
    strength.argtypes, strength.restype = [ctypes.c_uint64], ctypes.c_uint32
    masks = masks_of(deal(3000, size, seed=size))
    assert [strength(mask) for mask in masks.tolist()] == rank_many(ranking, masks, size=size).tolist()
