"""Where compiled loops are cached between runs.

Numba caches machine code beside the file a function comes from, and looks at that file alone to see whether the code is
still valid. Ours depends on `lanes.py` as well, so all of it is cached in a directory of the user's, named after the
digest of what it was made from. Where no such directory can be written, every process compiles for itself.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

import numba

config: Any = numba.config

COMPILED = ("lanes.py", "compiled.py", "hashing.py", "dealing_loop.py")
"""What becomes part of the machine code of its callers."""

_one_at_a_time = RLock()


def source(name: str) -> str:
    return files("pokerroom.ranking.bulk").joinpath(name).read_text(encoding="utf-8")


@cache
def directory() -> Path | None:
    """The directory for this version of the lanes, of Numba and of Python; None if it cannot be written."""
    made_of = (*map(source, COMPILED), version("numba"), version("llvmlite"), sys.version)
    digest = hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:16]
    try:
        path = _user_cache() / "pokerroom" / digest
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except (OSError, RuntimeError):
        return None


def _user_cache() -> Path:
    for variable in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        if os.environ.get(variable):
            return Path(os.environ[variable])
    # Raises a RuntimeError for a user without a home directory.
    return Path.home() / ".cache"


@contextmanager
def kept_on_disk(part: str = "") -> Iterator[bool]:
    """Makes Numba cache in our directory, or a part of it, while functions are given to it; yields whether it can."""
    here = directory()
    if here is not None and part:
        here /= part
    with _one_at_a_time:
        elsewhere, config.CACHE_DIR = config.CACHE_DIR, str(here or config.CACHE_DIR)
        try:
            yield here is not None
        finally:
            config.CACHE_DIR = elsewhere


def module(name: str, text: str) -> ModuleType:
    """A module of that text, in a file, so that Numba can cache it."""
    made = ModuleType(f"pokerroom_{name}")
    sys.modules[made.__name__] = made
    # Run the text as given, never what the file may have become.
    exec(compile(text, _file(f"{name}.py", text), "exec"), made.__dict__)  # noqa: S102
    return made


def _file(name: str, text: str) -> str:
    """The path of a file with that text, or a name that is not a path if there is no directory."""
    here = directory()
    if here is None:
        return f"<{name}>"
    path = here / name
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        # Written elsewhere first and then moved into place: another process sees the whole file or none.
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=here, delete=False) as beside:
            beside.write(text)
        Path(beside.name).replace(path)
    return str(path)
