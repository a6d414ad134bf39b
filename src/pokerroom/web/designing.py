"""The designer of payouts, asked from the page: the log is read beside play, chances are found in another process."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from functools import partial
from multiprocessing import get_context

import msgspec

from pokerroom.jackpot import Payout
from pokerroom.jackpot.replaying import Plan
from pokerroom.jackpot.rules import WHOLE
from pokerroom.live.designing.asking import DesignAsked
from pokerroom.live.designing.designed import Designed
from pokerroom.live.designing.log import SeenRound, rounds_in
from pokerroom.live.room import LiveRoom
from pokerroom.room.payouts import PAYOUTS


class DesignState(msgspec.Struct, frozen=True, kw_only=True):
    """How far a design has come, and what it came to."""

    running: bool
    asked: DesignAsked
    read: float = 0.0
    """Which part of the log has been read; the rest cannot be foretold."""
    failed: str = ""


class Designing:
    """One design of a room at a time; the last one stays to be looked at."""

    def __init__(self) -> None:
        self._states: dict[str, DesignState] = {}
        self._found: dict[str, Designed] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def state(self, room: str) -> DesignState | None:
        return self._states.get(room)

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
            self._found[room] = await elsewhere(asked, log, posted)
            self._states[room] = DesignState(running=False, asked=asked, read=1.0)
        except Exception as error:  # noqa: BLE001  whatever it is, whoever asked is told
            self._states[room] = DesignState(running=False, asked=asked, failed=str(error) or type(error).__name__)

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


async def elsewhere(asked: DesignAsked, log: tuple[SeenRound, ...], posted: Mapping[str, Plan]) -> Designed:
    """In a process of its own: compiling and counting would hold up the tables."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return await asyncio.get_running_loop().run_in_executor(process, partial(computed, asked, log, posted))


def computed(asked: DesignAsked, log: tuple[SeenRound, ...], posted: Mapping[str, Plan]) -> Designed:
    from pokerroom.live.designing.answering import answered  # noqa: PLC0415  it loads NumPy, in the extra `odds`

    return answered(asked, log, lambda _part: None, posted=posted)
