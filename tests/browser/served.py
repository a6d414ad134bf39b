"""A true room behind the page: in a thread of this process with quick bots, or as the process that people start."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from msgspec.structs import replace

from pokerroom.live.machine import MachineClock
from pokerroom.live.ports import World
from pokerroom.live.records import machine
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.live.tables.clock import ClockRules
from pokerroom.web.app import create_app
from tests.browser.stage import PAGE

FAST = 0.02
"""Bots that do not stop to think."""
CLOCK = ClockRules(act=60, show=60, round_pause=20, step_pause=0.1)
"""People here are slower than people, and nobody may show for them; how a round ended can be looked at for a while."""
BRISK = replace(CLOCK, round_pause=1)
"""Where one round after the other is played."""
LONGEST_START = LONGEST_STOP = 60


def settings(clock: ClockRules = CLOCK, *, store: str = "memory:", **chips: Any) -> Settings:
    """A room that does not mind how often it is asked, and keeps nothing and nobody behind unless told so."""
    play_chips = PlayChips(**{"spectator_delay": 0.0, "demonstrations": 0} | chips)
    return Settings(port=0, store=store, page=str(PAGE), rate_limits=False, clock=clock, play_chips=play_chips)


class Timer(NamedTuple):
    due: float
    handle: asyncio.TimerHandle
    what: Callable[[], object]


class ClockOnHours(MachineClock):
    """The machine's clock, which a test may put on: what is due meanwhile happens at once."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._timers: list[Timer] = []

    def world(self, settings: Settings) -> World:
        return machine(settings)._replace(clock=self)

    def put_on(self, **time: float) -> None:
        self._ahead += timedelta(**time).total_seconds()
        for due, handle, what in sorted(self._timers):
            if due <= self.monotonic() and not handle.cancelled():
                handle.cancel()
                self._loop.call_soon_threadsafe(what)

    def call_later(self, seconds: float, what: Callable[..., object], *args: Any) -> asyncio.TimerHandle:
        self._loop, now = asyncio.get_running_loop(), self.monotonic()
        handle = super().call_later(seconds, what, *args)
        self._timers = [each for each in self._timers if each.due > now and not each.handle.cancelled()]
        self._timers.append(Timer(now + seconds, handle, partial(what, *args)))
        return handle

    def now(self) -> datetime:
        return MachineClock.now() + timedelta(seconds=self._ahead)

    def time(self) -> float:
        return MachineClock.time() + self._ahead

    def monotonic(self) -> float:
        return MachineClock.monotonic() + self._ahead


@contextmanager
def serving(of: Settings, world: Callable[[Settings], World] = machine) -> Iterator[str]:
    """The address of a room that is open meanwhile."""
    with reached(create_app(of, pace=FAST, world=world)) as (address,):
        yield address


@contextmanager
def reached(app: Any, *, ports: int = 1) -> Iterator[list[str]]:
    """The addresses of an app that runs meanwhile, at so many ports."""
    config = uvicorn.Config(app, log_level="warning", ws="websockets-sansio")
    server = uvicorn.Server(config)
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(ports)]
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets)), daemon=True)
    thread.start()
    waited = threading.Event()
    for _ in range(10 * LONGEST_START):
        if server.started or not thread.is_alive():
            break
        waited.wait(0.1)
    assert server.started, "the room did not open"
    try:
        yield [f"http://localhost:{each.getsockname()[1]}" for each in sockets]
    finally:
        server.should_exit = True
        thread.join(LONGEST_STOP)


class Process:
    """`pokerroom serve` with its record in a folder; it can be stopped, and started again at the same address."""

    def __init__(self, folder: Path, **environment: str) -> None:
        own = {"POKERROOM_STORE": str(folder), "POKERROOM_RATE_LIMITS": "false"}
        self._environment = os.environ | own | environment
        self._port = 0
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [Path(sys.executable).with_name("pokerroom"), "serve", "--port", str(self._port)],
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert "open at http" in said, f"the room did not open: {said}"
        self.address = said.split()[-1].rstrip("/")
        self._port = int(self.address.rpartition(":")[2])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """One that has ended is not asked again."""
        self._process.send_signal(how)
        self._process.communicate(timeout=LONGEST_STOP)
