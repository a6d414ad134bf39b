"""How the kernel is compiled: pieces that call one another, and the few entries that Python calls.

Only the entries are cached on disk, each with all its pieces inside, under a digest of every text they are made from:
Numba itself looks at one file alone. Importing this module imports Numba.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import numba

from pokerroom.ranking.bulk import library

njit: Any = numba.njit

MADE_OF = ("layout.py", "addresses.py", "pieces.py", "kernel")


@cache
def digest() -> str:
    """Of every text that becomes part of the kernel."""
    package = files("pokerroom.batch")
    sources = [each for name in MADE_OF for each in _files(package / name)]
    return hashlib.sha256("\n".join(sources).encode()).hexdigest()[:16]


def _files(source: Traversable) -> list[str]:
    if source.is_file():
        return [source.read_text(encoding="utf-8")]
    modules = sorted((each for each in source.iterdir() if each.name.endswith(".py")), key=lambda each: each.name)
    return [each.read_text(encoding="utf-8") for each in modules]


# Nothing in the kernel makes an array, so that none of it has to count who holds one.
OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


def piece(function: Callable[..., Any]) -> Any:
    """A part of the kernel, compiled into whatever calls it."""
    return njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)


def inlined(function: Callable[..., Any]) -> Any:
    """A small part whose answer is several numbers: put into its callers, so that it need not be written to memory."""
    return njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, **OPTIONS)


def within(function: Callable[..., Any]) -> Any:
    """A part that one place calls: written into its caller before that is compiled, which spares compiling it alone."""
    return njit(function, inline="always", **OPTIONS)


def entry(function: Callable[..., Any]) -> Any:
    """What Python calls: compiled at the first call on a machine, then read from disk; it runs without the lock."""
    with library.kept_on_disk(digest()) as kept:
        return njit(function, cache=kept, **OPTIONS)
