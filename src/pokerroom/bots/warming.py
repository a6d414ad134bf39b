"""The estimates are compiled in the background: nobody waits for them, and until then bots play plainly.

Compiled code is kept on disk. Where it is not there yet, a separate process compiles it: a compiler in one of our
threads would hold all of them up. The result is then loaded here, piece by piece.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Lock, Thread, main_thread

from pokerroom.games import PERMITTED

COMPILED = ("bots/loops.py", "odds/simulation_draw_loops.py", "odds/loops.py", "ranking/bulk/loops.py")
NICENESS = 10
LOOK_EVERY = 0.2
"""Seconds after which a waiting thread checks whether the process is ending."""
BREATH = 0.02
"""Seconds between one piece and the next, in which others run."""

_warm = Event()
_over = Event()
"""The preparing thread has ended, however it ended."""
_begun = Lock()
_waits = Event()
"""Never set: used only to wait."""


def is_warm() -> bool:
    """Whether an estimate is available at once."""
    return _warm.is_set()


def is_warming() -> bool:
    """Whether something is being compiled or loaded."""
    return _begun.locked() and not _over.is_set()


def can_estimate() -> bool:
    """Whether the `odds` extra is installed."""
    return find_spec("numpy") is not None and find_spec("numba") is not None


def warm() -> None:
    """Compile everything now, or load it from disk."""
    for step in steps():
        step()
    if can_estimate():
        _warm.set()


def warm_in_background() -> None:
    """Start in the background, once per process; where nothing can be estimated, bots stay plain."""
    if can_estimate() and _begun.acquire(blocking=False):
        Thread(target=_warm_to_the_end, name="opponents get ready").start()


def _warm_to_the_end() -> None:
    try:
        _warm_beside()
    finally:
        _over.set()


def _warm_beside() -> None:
    _fill_disk()
    for step in steps():
        # The end of the process waits for one piece at most.
        if not main_thread().is_alive():
            return
        step()
        _waits.wait(BREATH)
    _warm.set()


def _fill_disk() -> None:
    """Have everything compiled by another process, unless that was done already or cannot be stored."""
    mark = _mark()
    if mark is None or mark.exists():
        return
    child = subprocess.Popen(  # noqa: S603  our own words
        [sys.executable, "-c", f"from {__name__} import compile_all; compile_all()"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with child:
        while child.poll() is None:
            if not main_thread().is_alive():
                child.terminate()
            _waits.wait(LOOK_EVERY)


def compile_all() -> None:
    """What the other process does: it runs at low priority, and leaves a mark when everything is there."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    warm()
    mark = _mark()
    if mark is not None:
        mark.touch()


def _mark() -> Path | None:
    """The file that says that everything was compiled; None where nothing can be stored."""
    from pokerroom.ranking.bulk import library  # noqa: PLC0415  it imports Numba

    sources = (files("pokerroom").joinpath(name).read_bytes() for name in COMPILED)
    here = library.directory()
    return None if here is None else here / f"opponents-{hashlib.sha256(b''.join(sources)).hexdigest()[:16]}"


def steps() -> Iterator[Callable[[], None]]:
    """One estimate of each kind of game."""
    if is_warm() or not can_estimate():
        return
    from pokerroom.bots.estimate import rehearse  # noqa: PLC0415  it imports NumPy and Numba

    kinds = {tuple((share.ranking, share.formation) for share in game.shares): game for game in PERMITTED}
    for game in kinds.values():
        yield partial(rehearse, game)
