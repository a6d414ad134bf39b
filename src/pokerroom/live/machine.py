"""The machine that the house runs on, for `ports.py`: the only module of `live` that uses it directly."""

import asyncio
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from typing import Any

from pokerroom.bots import is_warm, warm_in_background
from pokerroom.live.ports import Clock, Entropy, P, T, Threads
from pokerroom.store.steady import steady

WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
LONGEST_LINES, LONGEST_LINE = 65_536, 1_000
"""Bytes that are taken at one look at a line, and those of a line that has not ended yet."""


class MachineClock:
    """Timers are those of the running loop: if the loop has its own time, so do they."""

    now = staticmethod(partial(datetime.now, UTC))
    time = staticmethod(time.time)
    monotonic = staticmethod(steady)

    def call_later(self, seconds: float, what: Callable[..., object], *args: Any) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, what, *args)

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        with suppress(TimeoutError):
            return await asyncio.wait_for(event.wait(), seconds)
        return False


class MachineThreads:
    warm_bots = staticmethod(warm_in_background)
    bots_are_warm = staticmethod(is_warm)

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(work, *args, **kwargs)


class MachineLines:
    """Lines that are added to a file, or come by a pipe or a serial line: `/dev/ttyUSB0@9600`.

    Lines that a file holds already are not read. What cannot be opened, or was unplugged, is tried again at every look.
    """

    def __init__(self, address: str) -> None:
        path, at, speed = address.rpartition("@")
        self._path, self._speed = (path, speed) if at and speed.isdecimal() else (address, "")
        self._file: int | None = None
        self._rest = b""

    def read(self) -> list[str]:
        if self._file is None and not self._open():
            return []
        assert self._file is not None
        try:
            self._rest += os.read(self._file, LONGEST_LINES)
        except BlockingIOError:
            return []
        except OSError:
            self.close()
            return []
        *lines, self._rest = self._rest.split(b"\n")
        self._rest = self._rest[-LONGEST_LINE:]
        return [line.decode("ascii", "replace") for line in lines]

    def _open(self) -> bool:
        with suppress(OSError):
            self._file = os.open(self._path, os.O_RDONLY | WITHOUT_WAITING)
            if stat.S_ISREG(os.fstat(self._file).st_mode):
                os.lseek(self._file, 0, os.SEEK_END)
            elif os.isatty(self._file):
                set_speed(self._file, self._speed)
        return self._file is not None

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
        self._file, self._rest = None, b""


def set_speed(line: int, speed: str) -> None:
    """A serial line as it comes: no echo, no editing, at this many baud."""
    termios: Any = import_module("termios")  # Not every machine has serial lines of this kind.
    import_module("tty").setraw(line)
    if speed:
        settings = termios.tcgetattr(line)
        settings[4] = settings[5] = getattr(termios, f"B{speed}")
        termios.tcsetattr(line, termios.TCSANOW, settings)


CLOCK: Clock = MachineClock()
ENTROPY = Entropy(os.urandom)
THREADS: Threads = MachineThreads()
