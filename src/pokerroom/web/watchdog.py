"""What the system's service manager is told, where it asks: that this process does its work.

One whose loop hangs says nothing, and is ended and started anew. `WatchdogSec` in a unit of systemd asks for it.
"""

import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import NamedTuple

SAYS = b"WATCHDOG=1"
OFTEN = 4
"""Times that it is said within the time in which it must be: some of them may be late."""


class Wanted(NamedTuple):
    """Where it is to be said, and how often."""

    address: str
    every: float


def wanted_by(environment: Mapping[str, str]) -> Wanted | None:
    where, within = environment.get("NOTIFY_SOCKET", ""), environment.get("WATCHDOG_USEC", "")
    if not where or not within.isdecimal():
        return None
    # A name that begins with @ lies in no folder.
    return Wanted(f"\0{where[1:]}" if where.startswith("@") else where, int(within) / 1_000_000 / OFTEN)


@contextmanager
def watched(listens: Callable[[], bool], environment: Mapping[str, str] = os.environ) -> Iterator[None]:
    """A thread says so for as long as `listens` does. Where nobody asks, there is none."""
    wanted, over = wanted_by(environment), Event()
    if wanted is not None:
        Thread(target=say, args=(wanted, listens, over), name="watchdog", daemon=True).start()
    try:
        yield
    finally:
        over.set()


def say(wanted: Wanted, listens: Callable[[], bool], over: Event) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        while True:
            if listens():
                with suppress(OSError):
                    line.sendto(SAYS, wanted.address)
            if over.wait(wanted.every):
                return
