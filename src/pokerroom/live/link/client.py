"""A casino's side of its link, running: it calls the host, delivers its letters in order and takes the notices.

What is sent is in the casino's own record first, and what comes in is in it before it is acknowledged: whenever this
process ends, the next one goes on from there. Only how long ago the host was heard is not recorded. Whether the payout
may be offered is asked of the clock that only passes (`heed`), before any order is decided: a machine that slept wakes
up suspended.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress

import msgspec
import structlog

from pokerroom.linked.exchange import (
    Line,
    SignedAnswer,
    SignedCall,
    is_heard,
    next_call,
    standing_order,
    take_answer,
)
from pokerroom.linked.member.commands import AnswerCensus, Authorise, Command
from pokerroom.linked.member.state import Member
from pokerroom.linked.people import Official
from pokerroom.live.link.joining import join, payout_of
from pokerroom.live.link.settings import LinkedCasino
from pokerroom.live.ports import Link, LinkLost
from pokerroom.live.room import LiveRoom
from pokerroom.room.link import LINK
from pokerroom.room.link.commands import OnLink
from pokerroom.room.room import Done

LOG = structlog.get_logger(__name__)
ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(SignedAnswer)

LOOK_EVERY = 0.05
"""Seconds between two looks at whether the host is still heard, and whether events wait to become letters."""
THE_ROOM = Official(id="the room as shift supervisor", name="the room")
PATIENCE = 5.0
"""Seconds for an answer, where no agreement says how often the host must be heard."""
FIRST_WAIT, LONGEST_WAIT = 0.1, 2.0
"""Seconds until the host is called again after a failure, doubled at each."""


class LinkClient:
    """Made where a room is linked: `run` calls the host until the house closes."""

    def __init__(self, live: LiveRoom, linked: LinkedCasino) -> None:
        self.live, self.linked = live, linked
        self.settings, self.signer = linked.settings, linked.signer
        self.world = live.world
        self.line = Line()
        self.trouble = "the host has not been called yet"
        """Why the host cannot be reached, or does not listen; empty while it answers."""
        self.unjoined = ""
        """What keeps the casino from joining by the agreement in the file; empty once it has."""
        self.calls = self.answers = 0
        self._authorised: set[str] = set()
        self._wrote = asyncio.Event()
        self._heeding = asyncio.Lock()

    @property
    def member(self) -> Member:
        return self.live.room.state(LINK)

    @property
    def is_heard(self) -> bool:
        return is_heard(self.member, self.line, self.world.clock.monotonic())

    @property
    def is_offered_here(self) -> bool:
        """Whether the casino still has the payout of the system, by whose rules it has joined."""
        return self.member.agreement is not None and payout_of(self.live, self.linked.agreement.system) is not None

    # While it runs.

    async def run(self, stopping: asyncio.Event) -> None:
        self.live.heed = self.heed
        self.live.on_link.append(self._link_changed)
        looking = asyncio.create_task(self._look(stopping))
        try:
            await self._call_on(stopping)
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking

    async def _call_on(self, stopping: asyncio.Event) -> None:
        wait = FIRST_WAIT
        while not stopping.is_set():
            before = self.answers
            try:
                await self._converse(stopping)
            except LinkLost as lost:
                self._lost(str(lost))
            except Exception as error:
                LOG.exception("a call to the host failed", error=repr(error))
                self._lost(repr(error))
            wait = FIRST_WAIT if self.answers > before else min(2 * wait, LONGEST_WAIT)
            await self.world.clock.wait(stopping, wait * self._spread())

    def _spread(self) -> float:
        """Between a half and a whole, so that casinos which lost the host together do not all call at one moment."""
        return 0.5 + self.world.entropy.source(1)[0] / 510

    def _lost(self, why: str) -> None:
        if not self.trouble:
            LOG.warning("the link to the host is lost", host=self.settings.host, why=why)
        self.trouble = why

    async def _converse(self, stopping: asyncio.Event) -> None:
        """Call after call over one connection, until it is lost."""
        await self._join()
        if not self.is_offered_here:
            raise LinkLost(self.unjoined)
        link = await self.world.network.connect(self.settings.host, trusts=self.settings.trusts)
        ending = asyncio.create_task(stopping.wait())
        try:
            while not stopping.is_set() and self.is_offered_here:
                call = await self._call(link)
                await self._answered(link, call, ending)
        finally:
            ending.cancel()
            await link.close()

    async def _join(self) -> None:
        """By the agreement in the file, once that is in force; by the one before it the casino goes on until then."""
        why = await join(self.live, self.linked)
        self.unjoined = "" if why is None else str(why)

    async def _call(self, link: Link) -> SignedCall:
        clock = self.world.clock
        self._wrote.clear()
        self.line, signed = next_call(self.member, self.line, self.signer, now=clock.now(), passed=clock.monotonic())
        self.calls += 1
        await link.send(ENCODER.encode(signed))
        return signed

    async def _answered(self, link: Link, call: SignedCall, ending: "asyncio.Task[bool]") -> None:
        """Wait for the answer. A call that brought no letters is left alone once there are some to bring."""
        clock = self.world.clock
        until = clock.monotonic() + self._patience
        receiving = asyncio.create_task(link.receive())
        writing = asyncio.create_task(self._wrote.wait())
        watched = {receiving, ending} if call.call.letters else {receiving, ending, writing}
        try:
            while (left := until - clock.monotonic()) > 0:
                done, _ = await asyncio.wait(watched, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                if receiving in done:
                    if await self._take(receiving.result()):
                        return
                    receiving = asyncio.create_task(link.receive())
                    watched = {receiving, *(watched - done)}
                elif done:
                    return
        finally:
            for each in (receiving, writing):
                each.cancel()
                with suppress(asyncio.CancelledError, LinkLost):
                    await each
        raise LinkLost("the host does not answer")

    @property
    def _patience(self) -> float:
        agreement = self.member.agreement
        return PATIENCE if agreement is None else max(1.0, agreement.heartbeat_seconds)

    async def _take(self, message: bytes) -> bool:
        """Whether it was the answer to the last call; what it brings is recorded then."""
        try:
            signed = DECODER.decode(message)
        except msgspec.DecodeError:
            raise LinkLost("the host says what nobody can read") from None
        if signed.answer.number != self.line.number:
            return False
        before = self.line
        self.line, orders = take_answer(self.member, before, signed, now=self.world.clock.now())
        if self.line is before:
            raise LinkLost("the answer is not the host's: its signature does not fit `host_key`")
        if signed.answer.refused:
            raise LinkLost(f"the host refuses: {signed.answer.refused}")
        self.answers += 1
        self._restored()
        await self._order(orders)
        if self.member.is_to_join:
            await self._join()
        await self._answer_censuses()
        if self.live.play_chips:
            await self._authorise()
        return True

    def _restored(self) -> None:
        if self.trouble:
            LOG.warning("the host answers", host=self.settings.host)
        self.trouble = ""

    async def _order(self, orders: Iterable[Command]) -> None:
        for each in orders:
            answer = await self.live.submit(OnLink(each))
            if not isinstance(answer, Done):
                LOG.warning("not taken", what=type(each).__name__, code=str(answer.code))
        await self.heed()

    # What the record and the clock ask for.

    def _link_changed(self, _done: Done) -> None:
        if self.member.written > self.member.received:
            self._wrote.set()

    async def heed(self) -> None:
        """Have it recorded whether the host is heard, where that has changed: no order is decided before."""
        if self._standing() is None:
            return
        async with self._heeding:
            order = self._standing()
            if order is not None:
                await self.live.submit(OnLink(order))

    def _standing(self) -> Command | None:
        clock = self.world.clock
        if self.member.agreement is None:
            return None
        return standing_order(self.member, self.line, now=self.live.moment(), passed=clock.monotonic())

    async def _look(self, stopping: asyncio.Event) -> None:
        while not await self.world.clock.wait(stopping, LOOK_EVERY):
            try:
                await self.heed()
                if any(self.live.room.due.values()):
                    await self.live.book()
            except Exception as error:
                LOG.exception("what waits for the link was not booked", error=repr(error))
                await self.world.clock.wait(stopping, LONGEST_WAIT)

    async def _answer_censuses(self) -> None:
        """Who was dealt in here, for payouts that are pending and ask for it."""
        asked = [claim for claim, pending in self.member.pending.items() if pending.census]
        for claim in asked:
            if claim not in self.member.census:
                await self._order([AnswerCensus(at=self.live.moment(), claim=claim)])

    async def _authorise(self) -> None:
        """A room of play chips runs its payout by itself, and does what elsewhere an employee does."""
        for claim in set(self.member.decided) - self._authorised:
            self._authorised.add(claim)
            await self._order([Authorise(at=self.live.moment(), by=THE_ROOM, claim=claim)])
