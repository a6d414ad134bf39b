"""The host of a system, running: calls of casinos and orders of people come in, one commit after the other goes out.

All that has come in since the last commit is decided together and recorded together; only then is anybody answered. A
call that brings nothing, of a casino that knows everything, is answered when there is something to tell, or after a
third of the heartbeat: so a notice reaches every casino as soon as it is in the record.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import structlog
from msgspec.structs import replace

from pokerroom.linked.exchange import (
    Lines,
    Received,
    SignedAnswer,
    SignedCall,
    answer_to,
    receive_call,
    refused_call,
    watch,
)
from pokerroom.linked.host.commands import Command, RefuseCall
from pokerroom.linked.host.events import NoticeIssued
from pokerroom.linked.host.state import Host
from pokerroom.linked.host.watching import silent
from pokerroom.linked.letters import Notice
from pokerroom.linked.people import SYSTEM
from pokerroom.linked.signing import Signer
from pokerroom.live.host.happening import LAST_EVENTS, HappenedRead, told
from pokerroom.live.ports import Record, World
from pokerroom.live.records import fenced
from pokerroom.live.timekeeping import HouseClock
from pokerroom.room.commands import Order
from pokerroom.room.host_registry import HOST_REGISTRY
from pokerroom.room.linked_host import LINKED_HOST
from pokerroom.room.linked_host.commands import OnHost
from pokerroom.room.ports import Fenced, StoreError
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Change, Done, Pending, Room
from pokerroom.room.software import digest, software
from pokerroom.rules.refusal import Refusal
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import LoopWriter, Promised
from pokerroom.store.faults import Trouble

LOG = structlog.get_logger(__name__)

WATCH_EVERY = 0.1
"""Seconds between two looks at what is overdue."""
AGAIN_AFTER = 0.2
"""Seconds after which a record that could not be written is tried again."""
TOKEN = 16
NOT_UNDERSTOOD = "not understood"
"""Why a call is refused that we cannot decide: the log has the fault."""


class Waiting(NamedTuple):
    """A call that is not answered yet."""

    signed: SignedCall
    received: Received
    at: datetime
    until: float
    answer: "asyncio.Future[SignedAnswer]"


class AskedOfHost(NamedTuple):
    """An order of somebody on the access list."""

    order: Order
    answer: "asyncio.Future[Done | Refusal]"


class LinkedHost:
    """Opened with `opened_host`, in the loop it lives in."""

    def __init__(self, record: Record, world: World, signer: Signer) -> None:
        self.clock = HouseClock(world.clock)
        self.record, self.signer = record, signer
        self.world = world._replace(clock=self.clock)
        self._recorder = LoopWriter(record.writer)
        self.room = self._read()
        self.clock.not_before(latest_in(record))
        self.lines = Lines(software=digest())
        self.trouble: Trouble | None = None
        """Why the record could not be written the last time."""
        self.fault = ""
        """What kept the host from deciding anything the last time, through a fault of ours."""
        self.refused_calls = 0
        self.happened: deque[HappenedRead] = deque(maxlen=LAST_EVENTS)
        """What was recorded last, for people."""
        self._calls: list[tuple[SignedCall, asyncio.Future[SignedAnswer]]] = []
        self._asked: list[AskedOfHost] = []
        self._held: dict[str, Waiting] = {}
        """By casino: the call that is answered when there is something to tell."""
        self._came, self._stopping = asyncio.Event(), asyncio.Event()
        self._numbers, self._opened = count(1), world.entropy.hex(8)

    @property
    def state(self) -> Host:
        return self.room.state(LINKED_HOST)

    @property
    def fenced(self) -> str:
        """Who has taken the record over; empty while it is ours."""
        return fenced(self.record.store)

    @property
    def silent(self) -> tuple[str, ...]:
        """The casinos that are not heard at the moment."""
        agreement = self.state.agreement
        return () if agreement is None else silent(agreement, self.lines.heard, self.clock.now())

    @property
    def health(self) -> dict[str, object]:
        """It is degraded by whatever somebody should look at."""
        writer, state = self.record.writer, self.state
        failing = self.trouble or writer.trouble
        found = {
            "failing_record": "" if failing is None else failing.reason,
            "unsigned_record": "" if writer.signing_trouble is None else writer.signing_trouble.reason,
            "halted_streams": sorted(writer.halted),
            "fault": self.fault,
            "silent": list(self.silent) if state.started else [],
            "skewed": [each for each in state.casinos if state.member(each).skew_alarm],
        }
        well = not any(found.values())
        return {
            "status": "taken over" if self.fenced else "ok" if well else "degraded",
            **found,
            "offering": state.offering.value,
            "notices": state.notices,
            "now": self.clock.now().isoformat(),
        }

    @property
    def unready(self) -> tuple[str, ...]:
        """Why no letter can be taken at the moment."""
        record = "" if self.trouble is None else self.trouble.reason
        return tuple(each for each in (record, self.fault) if each)

    # What comes in.

    async def call(self, signed: SignedCall) -> SignedAnswer:
        """Answered once all that it brings is durable, and there is something to tell or time is up."""
        answer: asyncio.Future[SignedAnswer] = asyncio.get_running_loop().create_future()
        self._calls.append((signed, answer))
        self._came.set()
        return await answer

    async def order(self, command: Command, *, id: str = "", asked: bytes | None = None) -> Done | Refusal:  # noqa: A002
        """An order of a person, or of the host itself; durable when this returns."""
        answer: asyncio.Future[Done | Refusal] = asyncio.get_running_loop().create_future()
        self._asked.append(AskedOfHost(Order(id or self._own_id(), OnHost(command), asked), answer))
        self._came.set()
        return await answer

    async def refuse(self, casino: str, why: str) -> None:
        """For the record: somebody who said to be this casino was turned away."""
        self.refused_calls += 1
        await self.note(RefuseCall(at=self.clock.now(), casino=casino, why=why))

    async def note(self, command: Command) -> None:
        """For the record, where it does not say so already: a flood of the same keeps nobody waiting for a commit."""
        outcome = LINKED_HOST.perform(self.state, command)
        if isinstance(outcome, Refusal) or outcome[1]:
            await self.order(command)

    # The one who decides.

    async def run(self) -> None:
        """Until the host is stopped, or another process has taken its record over."""
        while not self._stopping.is_set() and not self.fenced:
            await self.world.clock.wait(self._came, WATCH_EVERY)
            self._came.clear()
            try:
                await self._turn()
                self.fault = ""
            except Fenced:
                break
            except StoreError as error:
                await self._wait_out(error)
            except Exception as error:
                LOG.exception("the host cannot decide", error=repr(error))
                self.fault = repr(error)
                await self.world.clock.wait(self._stopping, AGAIN_AFTER)

    def stop(self) -> None:
        self._stopping.set()
        self._came.set()
        self.record.writer.hurry()

    async def _turn(self) -> None:
        """All that has come in: orders of people one by one, calls together, and what time brings."""
        while self._asked:
            await self._decide(self._asked[0])
            self._asked.pop(0)
        calls, now = [each for each in self._calls if not each[1].cancelled()], self.clock.now()
        lines, taken, deciding = self.lines, [], Deciding(self.state)
        for signed, answer in calls:
            received = deciding.call(lines, signed, now)
            lines = received.lines
            taken.append(Waiting(signed, received, now, self._until(), answer))
        deciding.does([watch(lines, now=now)])
        await self._record(deciding, now)
        self.lines = lines
        del self._calls[: len(calls)]
        self.refused_calls += sum(bool(each.received.refused) for each in taken)
        for each in taken:
            await self._answer_or_hold(each)
        await self._answer_held()

    async def _decide(self, asked: AskedOfHost) -> None:
        try:
            prepared = self.room.prepare(asked.order)
            if isinstance(prepared, Pending):
                prepared = await self._durable(prepared)
        except StoreError:
            raise
        except Exception as error:
            LOG.exception("an order could not be decided", order=type(asked.order.command).__name__)
            if not asked.answer.done():
                asked.answer.set_exception(error)
            return
        if not asked.answer.done():
            asked.answer.set_result(prepared)

    async def _record(self, deciding: "Deciding", now: datetime) -> None:
        change = Change(LINKED_HOST, "", LINKED_HOST.named(), tuple(deciding.events), deciding.before, deciding.after)
        if change.events:
            await self._durable(self.room.record(self._own_id(), [change], at=now, by=SYSTEM.name))

    async def _durable(self, pending: Pending) -> Done | Refusal:
        assert isinstance(pending.recorded, Promised), "a host is recorded by its loop"
        await pending.recorded.settled()
        done = self.room.finish(pending)
        self.trouble = None
        if isinstance(done, Done):
            self.happened += [each for _, event in done.events if (each := told(event)) is not None]
        return done

    # What goes out.

    def _until(self) -> float:
        agreement = self.state.agreement
        beat = 1.0 if agreement is None else agreement.heartbeat_seconds
        return self.clock.monotonic() + beat / 3

    async def _answer_or_hold(self, waiting: Waiting) -> None:
        call = waiting.signed.call
        if not waiting.received.is_fresh:  # It says nothing for the casino, whose own call may be held.
            await self._answer(waiting)
            return
        before = self._held.pop(call.casino, None)
        if before is not None:
            before.answer.cancel()
        if call.letters or self._has_news(call.notices):
            await self._answer(waiting)
        else:
            self._held[call.casino] = waiting

    async def _answer_held(self) -> None:
        passed = self.clock.monotonic()
        for casino, waiting in list(self._held.items()):
            if passed >= waiting.until or self._has_news(waiting.signed.call.notices):
                del self._held[casino]
                await self._answer(waiting)

    def _has_news(self, notices: int) -> bool:
        return self.state.notices > notices

    async def _answer(self, waiting: Waiting) -> None:
        if waiting.answer.cancelled():
            return
        call = waiting.signed.call
        self.lines, answer = answer_to(
            await self._told_after(self.state.told_after(call.casino, call.notices)),
            waiting.received._replace(lines=self.lines),
            call,
            self.signer,
            token=self.world.entropy.hex(TOKEN),
            received_at=waiting.at,
            now=self.clock.now(),
        )
        if not waiting.answer.done():
            waiting.answer.set_result(answer)

    async def _told_after(self, number: int) -> Host:
        """The host's state, with the notices after this number in it, also those that everybody else has long had."""
        state = self.state
        if number >= state.notices or number + 1 in state.out:
            return state
        older = await self.world.threads.run(partial(notices_between, self.record, number, state.notices))
        return replace(state, out=older | dict(state.out))

    # Failures.

    async def _wait_out(self, error: StoreError) -> None:
        """The record cannot be written: nothing has happened, and nobody is answered until it can."""
        known = self.trouble
        since = self.clock.now() if known is None else known.since
        self.trouble = Trouble(str(error), since, 1 if known is None else known.tries + 1)
        if known is None:
            LOG.warning("the host's record cannot be written", error=str(error))
        if await self.world.clock.wait(self._stopping, AGAIN_AFTER):
            return
        with suppress(StoreError):
            self.room.take_over(await self.world.threads.run(self._read))
            for stream in tuple(self.record.writer.halted):
                self.record.writer.reopen(stream)
        self._came.set()

    def _read(self) -> Room:
        room = Room(
            self._recorder,
            HOST_REGISTRY,
            keys=Keys((new_key(),)),
            chance=self.world.entropy.generator(),
            software=software(),
        )
        return reopened(self.record.store, room)

    def _own_id(self) -> str:
        return f"host/{self._opened}/{next(self._numbers)}"

    async def close(self) -> None:
        for each in (*(answer for _, answer in self._calls), *(held.answer for held in self._held.values())):
            each.cancel()
        await self.world.threads.run(self.record.close)


class Deciding:
    """What has come in since the last commit, decided one after the other: the host as it is so far, and what has
    happened. Of what is refused nothing happens, and the rest is not kept from it.
    """

    def __init__(self, host: Host) -> None:
        self.before = self.after = host
        self.events: list[Any] = []

    def does(self, commands: Iterable[Command]) -> None:
        """All of it, or nothing."""
        after, events = self.after, []
        for command in commands:
            outcome = LINKED_HOST.perform(after, command)
            if isinstance(outcome, Refusal):
                LOG.warning("the host refused itself", command=type(command).__name__, code=str(outcome.code))
                continue
            after, more = outcome
            events += more
        self.after = after
        self.events += events

    def call(self, lines: Lines, signed: SignedCall, now: datetime) -> Received:
        """A call at which we fail is refused by itself: no casino keeps the host from the others."""
        try:
            received = receive_call(self.before, lines, signed, now=now)
            self.does(received.orders)
        except Exception:
            LOG.exception("a call could not be decided", casino=signed.call.casino)
            received = refused_call(lines, signed.call, NOT_UNDERSTOOD, now=now)
            self.does(received.orders)
        return received


def notices_between(record: Record, after: int, upto: int) -> dict[int, Notice]:
    """From the record: for a casino that comes back from an old backup."""
    found = (event.notice for _, event in LINKED_HOST.events(record.store) if isinstance(event, NoticeIssued))
    return {each.number: each for each in found if after < each.number <= upto}


def latest_in(record: Record) -> datetime | None:
    """The last moment of the record: host time never goes back behind it."""
    return max((each.envelope.at for each in record.store.read_all(after=record.store.end() - 100)), default=None)
