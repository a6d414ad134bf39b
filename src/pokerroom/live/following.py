"""A room of several servers follows what the others record: read beside the loop, in effect on it, and told at once.

A bus wakes it after a commit elsewhere; without one it looks now and then. What it follows are the shards that this
server does not act for. One who takes a shard catches up with it first, and one whose order was carried out elsewhere
waits here until what it led to is in effect.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import structlog

from pokerroom.live.room import LiveRoom
from pokerroom.room.following import follow, following
from pokerroom.room.ports import Bus, Committed, EventStore, Since, StoreAway, StoreError
from pokerroom.room.reopening import fitting
from pokerroom.room.room import Done, Room
from pokerroom.room.shards import shards_of
from pokerroom.room.talk import TALK
from pokerroom.room.talk.stream import NameErased, NameTaken
from pokerroom.room.talk.words import names_of
from pokerroom.store.faults import Trouble

LOG = structlog.get_logger(__name__)

LOOKS_EVERY = 0.25
"""Seconds between two looks where nobody wakes us."""
AT_MOST_EVERY = 0.005
"""Seconds from one look to the next, however many servers wake us."""
AT_ONCE = 200
"""Events that take effect in one go: the loop does nothing else for some milliseconds."""
REMEMBERED = 2048
"""Commands of others, for those who ask after one."""
UNDER_WAY_FOR = 0.005
"""Seconds until a shard is tried again in which an order of ours is not durable yet."""


class Look(NamedTuple):
    """What was read, and what people have come to be called."""

    news: Since
    names: Mapping[str, str]


class Following:
    """Of one room. `run` it while the room is open."""

    def __init__(self, live: LiveRoom, bus: Bus | None = None) -> None:
        self._live, self._bus = live, bus
        live.read_again = self.read_again
        self._clock, self._threads = live.world.clock, live.world.threads
        self._woken = asyncio.Event()
        self._turn = asyncio.Lock()
        self._begun = self._ended = 0
        """How often it looked: whoever asked before a look began need not look again."""
        self._recent: OrderedDict[tuple[str, str], Done] = OrderedDict()
        self._awaited: dict[tuple[str, str], asyncio.Event] = {}
        self.trouble: Trouble | None = None
        """Why nothing is followed: the database is away, which passes, or an event cannot be read, which does not."""
        self.followed = 0
        """How many events of others have taken effect here."""
        self._all_at = self._clock.monotonic()

    @property
    def behind(self) -> float:
        """Seconds since everything durable was in effect here."""
        return self._clock.monotonic() - self._all_at

    async def run(self, stopping: asyncio.Event) -> None:
        """Until it is told to stop, or comes to an event that it cannot follow."""
        loop = asyncio.get_running_loop()

        def wake(_ends: Mapping[int, int]) -> None:
            loop.call_soon_threadsafe(self._woken.set)

        end = self._bus.listen(wake) if self._bus is not None else lambda: None
        try:
            while not (stopping.is_set() or self.is_lost):
                began = self._clock.monotonic()
                self._woken.clear()
                with suppress(StoreError):  # `trouble` says why.
                    await self.catch_up()
                await self._clock.wait(self._woken, LOOKS_EVERY)
                too_soon = began + AT_MOST_EVERY - self._clock.monotonic()
                if too_soon > 0:
                    await self._clock.wait(stopping, too_soon)
        finally:
            end()

    async def own(self, shard: int) -> None:
        """A shard whose lease is ours by now: all that was recorded there is in effect when this returns.

        It is followed until somebody here acts for it (`LiveRoom.acts_for`).
        """
        assert shard not in self._live.acts_for, f"shard {shard} is ours already, and its events are not followed"
        await self.catch_up()

    def disown(self, shard: int) -> None:
        """A shard that nobody here acts for any more: it is followed from where our own orders have led."""
        assert shard not in self._live.acts_for, f"shard {shard} is still ours"
        self._woken.set()

    async def catch_up(self) -> None:
        """Everything that others have made durable by now is in effect here when this returns.

        Raises `StoreError` where the record cannot be read or followed.
        """
        begun = self._begun
        async with self._turn:
            # Those who wait together share the next look.
            if self._ended <= begun:
                await self._look()

    async def seen(self, stream: str, cause: str, timeout: float = 0.0) -> Done | None:  # noqa: ASYNC109  the room's own clock
        """What an order led to that another server has carried out, once that is in effect here; None if nothing has.

        An order that is durable is found without waiting; one that may still become so is waited for.
        """
        found = self._recent.get((stream, cause))
        if found is None:
            await self.catch_up()
            found = self._recent.get((stream, cause)) or await self._recorded(stream, cause)
        if found is None and timeout:
            coming = self._awaited.setdefault((stream, cause), asyncio.Event())
            await self._clock.wait(coming, timeout)
            self._awaited.pop((stream, cause), None)
            found = self._recent.get((stream, cause))
        return found

    async def read_again(self, read: Callable[[], Room]) -> None:
        """Have the room become what is read from the record, and nothing of others in effect that was not told."""
        live = self._live
        async with self._turn:
            other = await self._threads.run(read)
            await self._look()
            while True:
                ends = {shard: other.ends[shard] for shard in self._others()}
                news = await self._threads.run(live.store.read_since, ends, page=AT_ONCE)
                follow(other, known(live.room, news.events))
                other.ends |= news.ends
                if news.is_all:
                    break
            other.ends |= {shard: live.room.ends[shard] for shard in self._others()}
            live.room.take_over(other)

    @property
    def is_lost(self) -> bool:
        """Whether it came to an event that cannot be followed here, as one of a later version may be."""
        return self.trouble is not None and self.trouble.is_final

    def _others(self) -> frozenset[int]:
        return frozenset(range(self._live.shards)) - self._live.acts_for

    async def _look(self) -> None:
        """Read all there is, and let it take effect; in turn."""
        self._begun += 1
        try:
            while not await self._read_page(self._others()):
                pass
        except StoreAway as error:
            if self.trouble is None:
                LOG.warning("what others record cannot be read, and is tried again", error=str(error))
                self.trouble = Trouble(error.reason, self._clock.now())
            raise
        except StoreError as error:
            if not self.is_lost:
                LOG.exception("what others record cannot be followed")
            self.trouble = Trouble(str(error), self._clock.now(), is_final=True)
            raise
        if self.trouble is not None and not self.is_lost:
            LOG.warning("what others record is read again")
            self.trouble = None
        self._ended, self._all_at = self._begun, self._clock.monotonic()

    async def _read_page(self, shards: frozenset[int]) -> bool:
        """Whether that was all."""
        room = self._live.room
        if not shards:
            return True
        if shards & shards_of(room.under_way, self._live.shards):
            # What we recorded there before it was another's takes effect first.
            await self._clock.wait(asyncio.Event(), UNDER_WAY_FOR)
            return False
        ends = room.ends
        look = await self._threads.run(looked, self._live.store, {shard: ends[shard] for shard in shards})
        if room.ends is not ends:
            return False  # The room was read again meanwhile.
        self._take_effect(look)
        return look.news.is_all

    def _take_effect(self, look: Look) -> None:
        live, events = self._live, look.news.events
        if events:
            live.latest = max(live.latest, *(each.envelope.at for each in events))
        for done in following(live.room, events):
            self.followed += len(done.events)
            self._call(done, look.names)
            self._remember(done)
            try:
                live.followed(done)
            except Exception:
                LOG.exception("what another server recorded could not be told", cause=done.id)
        for shard, end in look.news.ends.items():
            live.room.ends[shard] = max(live.room.ends[shard], end)

    def _call(self, done: Done, names: Mapping[str, str]) -> None:
        """By what people are called now."""
        for stream, event in done.events:
            if stream != TALK.name:
                continue
            if isinstance(event, NameTaken) and event.player in names:
                self._live.names[event.player] = names[event.player]
            elif isinstance(event, NameErased):
                self._live.forget(event.player)

    def _remember(self, done: Done) -> None:
        for stream in dict.fromkeys(stream for stream, _ in done.events):
            self._recent[stream, done.id] = done
            coming = self._awaited.get((stream, done.id))
            if coming is not None:
                coming.set()
        while len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)

    async def _recorded(self, name: str, cause: str) -> Done | None:
        """From the record, of an order that took effect longer ago than is remembered here."""
        room = self._live.room
        led = await self._threads.run(self._live.store.caused, name, cause)
        if not led or led[-1].envelope.sequence > room.head(name).sequence:
            return None
        stream = room.declared.stream(name)
        return Done(cause, tuple((name, stream.read(each.envelope, room.keys)) for each in led))


def looked(store: EventStore, ends: Mapping[int, int]) -> Look:
    """Outside the loop."""
    news = store.read_since(ends, page=AT_ONCE)
    said = [each.envelope for each in news.events if each.envelope.stream == TALK.name]
    with fitting(TALK.name):
        taken = [event for event in map(TALK.read, said) if isinstance(event, NameTaken)]
    return Look(news, dict(names_of(store, {each.player: each.digest for each in taken})) if taken else {})


def known(room: Room, events: Sequence[Committed]) -> list[Committed]:
    """Those that are in effect in a room."""
    return [each for each in events if each.envelope.sequence <= room.head(each.envelope.stream).sequence]
