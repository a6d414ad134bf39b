"""The machine that the house runs on, for `ports.py`: the only module of `live` that uses it directly."""

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from pokerroom.bots import is_warm, warm_in_background
from pokerroom.live.ports import Clock, Entropy, P, T, Threads

steady = partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic
"""Where the machine counts the seconds that it slept, they have passed like any others."""


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


CLOCK: Clock = MachineClock()
ENTROPY = Entropy(os.urandom)
THREADS: Threads = MachineThreads()
