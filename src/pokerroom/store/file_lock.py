"""A lock on a file: the operating system lets it go when its process ends, however it ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from weakref import WeakSet

from pokerroom.store.private import private_file


def locked(file: BinaryIO) -> bool:
    """Whether the lock is ours now."""
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415  there is none on Windows

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A file system without locks: better two processes that may collide than none.
        return True
    return True


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """For a change that takes a moment: whoever else would make one waits until it is made."""
    private_file(path)
    with path.open("ab") as file:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415  there is none on Windows

            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


class FileLock:
    """A file that is there, and locked, for as long as somebody holds it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def take(self) -> bool:
        """Whether it is ours now; what was held before is let go."""
        self._close()
        while True:
            private_file(self._path)
            file = self._path.open("ab")
            if not locked(file):
                file.close()
                return False
            self._file = file
            if self.is_held:
                OURS.add(self)
                return True
            # Whoever had it removed the file between our opening and locking it.
            self._close()

    @property
    def is_held(self) -> bool:
        """Whether the locked file is still the one that others find."""
        if self._file is None:
            return False
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        return False

    def release(self) -> None:
        if self.is_held and os.name == "posix":
            self._path.unlink()
        self._close()

    def _close(self) -> None:
        OURS.discard(self)
        if self._file is not None:
            self._file.close()
            self._file = None


OURS: WeakSet[FileLock] = WeakSet()


def forget_all() -> None:
    """A child shares the locks of its parent and would keep them beyond the parent's end."""
    for each in tuple(OURS):
        each._close()  # noqa: SLF001


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_all)
