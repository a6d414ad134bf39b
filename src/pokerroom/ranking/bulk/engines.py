"""Which engine ranks many hands: Numba where it is installed, else NumPy; on one thread or several."""

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Strengths = npt.NDArray[np.uint32]

ENGINES = ("numba", "numpy")
PART = 1 << 18
"""Hands that a thread takes at a time."""

LOADING_SECONDS = 0.8
"""About how long Numba takes to be loaded, with the loops that a question of odds needs."""

_chosen: list[str] = []
_spared = [0.0]
_for_now: ContextVar[str | None] = ContextVar("engine", default=None)


def engine() -> str:
    """The engine in use; the first to ask is told if it is the slow one for want of Numba."""
    for_now = _for_now.get()
    if for_now:
        return for_now
    if not _chosen:
        if find_spec("numba"):
            use_engine("numba")
        else:
            use_engine("numpy")
            slow = "Numba is not installed: many hands are ranked by plain NumPy, more than a hundred times slower"
            warnings.warn(f"{slow} (pip install 'pokerroom[odds]')", RuntimeWarning, stacklevel=3)
    return _chosen[0]


def use_engine(name: str) -> None:
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}: choose {' or '.join(ENGINES)}")
    if name == "numba" and not find_spec("numba"):
        raise ValueError("Numba is not installed (pip install 'pokerroom[odds]')")
    _chosen[:] = [name]


@contextmanager
def engine_for_now(name: str) -> Iterator[None]:
    """That engine does what this thread asks for meanwhile."""
    before = _for_now.set(name)
    try:
        yield
    finally:
        _for_now.reset(before)


def engine_is_loaded() -> bool:
    """Whether the engine in use can begin at once. NumPy can; Numba is loaded when it is first needed."""
    return engine() == "numpy" or "pokerroom.ranking.bulk.compiled" in sys.modules


def spares_loading(seconds: float) -> bool:
    """Whether to give NumPy work of so many seconds, and not load Numba for it.

    All work given to NumPy for that reason is counted: once it has taken as long as Numba takes to be loaded, a process
    that goes on asking is better served by Numba.
    """
    if _spared[0] + seconds > LOADING_SECONDS:
        return False
    _spared[0] += seconds
    return True


def loops(name: str) -> Any:
    """The compiled loops for a function of the lanes; None where NumPy does the work."""
    if engine() == "numpy":
        return None
    from pokerroom.ranking.bulk import compiled  # noqa: PLC0415  it imports Numba

    return compiled.loops(name)


def cores() -> int:
    """The cores this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Work(NamedTuple):
    """How much is done at a time, and where the strengths are written: a new array if none is given."""

    threads: int | None = None
    out: Strengths | None = None
    part: int = PART


ALONE = Work(threads=1)


def in_parts(hands: int, rank_part: Callable[[slice, Strengths], None], work: Work) -> Strengths:
    """The strengths of all the hands, computed in parts by whichever thread is free."""
    strengths = np.empty(hands, np.uint32) if work.out is None else _checked(work.out, hands)
    parts = [slice(start, min(start + work.part, hands)) for start in range(0, hands, work.part)]
    workers = min(work.threads or cores(), len(parts))
    if workers <= 1:
        for part in parts:
            rank_part(part, strengths[part])
        return strengths
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(rank_part, part, strengths[part]) for part in parts]:
            done.result()
    return strengths


def _checked(out: Strengths, hands: int) -> Strengths:
    if out.dtype != np.uint32 or out.shape != (hands,) or not out.flags.c_contiguous:
        raise ValueError(f"strengths of {hands} hands go into as many uint32, not {out.dtype} of shape {out.shape}")
    return out
