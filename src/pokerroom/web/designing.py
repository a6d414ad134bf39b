"""The designer of payouts, asked from the page: the log is read beside play, chances are found in another process."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from functools import partial
from multiprocessing import get_context
from typing import Protocol

import msgspec
from msgspec.structs import replace

from pokerroom.jackpot import Payout
from pokerroom.jackpot.replaying import Plan
from pokerroom.jackpot.rules import WHOLE
from pokerroom.live.designing.asking import DesignAsked
from pokerroom.live.designing.designed import Designed
from pokerroom.live.designing.log import Progress, SeenRound, rounds_in
from pokerroom.live.room import LiveRoom
from pokerroom.room.payouts import PAYOUTS

SPAWN = get_context("spawn")


class Part(Protocol):
    """A number between 0 and 1 that two processes see."""

    value: float


class DesignState(msgspec.Struct, frozen=True, kw_only=True):
    """How far a design has come, and what it came to."""

    running: bool
    asked: DesignAsked
    read: float = 0.0
    """Which part of the log has been read."""
    dealt: float = 0.0
    """Once it has been: which part of the chances has been found."""
    failed: str = ""


class Designing:
    """One design of a room at a time; the last one stays to be looked at."""

    def __init__(self) -> None:
        self._states: dict[str, DesignState] = {}
        self._found: dict[str, Designed] = {}
        self._dealt: dict[str, Part] = {}
        """How far those have come that are found in another process."""
        self._tasks: set[asyncio.Task[None]] = set()

    def state(self, room: str) -> DesignState | None:
        state, part = self._states.get(room), self._dealt.get(room)
        return state if state is None or part is None else replace(state, dealt=part.value)

    def found(self, room: str) -> Designed | None:
        return self._found.get(room)

    def start(self, live: LiveRoom, room: str, asked: DesignAsked) -> DesignState:
        before = self._states.get(room)
        if before is not None and before.running:
            return before
        self._found.pop(room, None)
        self._states[room] = DesignState(running=True, asked=asked)
        task = asyncio.create_task(self._run(live, room, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return self._states[room]

    async def _run(self, live: LiveRoom, room: str, asked: DesignAsked) -> None:
        try:
            log = await live.world.threads.run(self._log, live, room, asked)
            posted = {name: plan_of(each) for name, each in live.room.state(PAYOUTS).by_name.items()}
            self._states[room] = DesignState(running=True, asked=asked, read=1.0)
            part = self._dealt[room] = SPAWN.RawValue("d", 0.0)
            self._found[room] = await elsewhere(asked, log, posted, part)
            self._states[room] = DesignState(running=False, asked=asked, read=1.0, dealt=part.value)
        except Exception as error:  # noqa: BLE001  whatever it is, whoever asked is told
            self._states[room] = DesignState(running=False, asked=asked, failed=str(error) or type(error).__name__)
        finally:
            self._dealt.pop(room, None)

    def _log(self, live: LiveRoom, room: str, asked: DesignAsked) -> tuple[SeenRound, ...]:
        def read(part: float) -> None:
            self._states[room] = DesignState(running=True, asked=asked, read=part)

        return rounds_in(live.store, live.moment() - timedelta(days=asked.days), read)


def plan_of(payout: Payout) -> Plan:
    """The terms of a payout that is offered, as a replay walks through them."""
    rules = payout.rules
    return Plan(
        qualifier=rules.qualifier,
        amount=rules.contribution.amount,
        least_pot=rules.contribution.least_pot,
        reset_percent=0 if rules.reset is None else min(rules.reset.percent, WHOLE),
        ladder=rules.ladder,
    )


async def elsewhere(asked: DesignAsked, log: tuple[SeenRound, ...], posted: Mapping[str, Plan], part: Part) -> Designed:
    """In a process of its own: compiling and counting would hold up the tables."""
    with ProcessPoolExecutor(1, mp_context=SPAWN, initializer=tells, initargs=(part,)) as process:
        return await asyncio.get_running_loop().run_in_executor(process, partial(computed, asked, log, posted))


_progress: list[Progress] = []
"""In the process that computes: whom it tells how far it has come."""


def tells(part: Part) -> None:
    def progress(done: float) -> None:
        part.value = done

    _progress.append(progress)


def computed(asked: DesignAsked, log: tuple[SeenRound, ...], posted: Mapping[str, Plan]) -> Designed:
    from pokerroom.live.designing.answering import answered  # noqa: PLC0415  it loads NumPy, in the extra `odds`

    return answered(asked, log, _progress[-1], posted=posted)
