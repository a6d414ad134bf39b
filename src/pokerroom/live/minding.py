"""The records of a house, minded while it is open: whether each can be written and read, is still ours, and is sound.

What has halted is read again and goes on by itself, a few times; what that does not mend is for people to see.
"""

from collections.abc import Awaitable, Callable, Mapping

import structlog

from pokerroom.live import seating
from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.healing import Healing
from pokerroom.live.ports import Record, World
from pokerroom.live.records import fenced, has_lapsed
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.talk import Talk
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.tables import TABLES
from pokerroom.store import Writer
from pokerroom.store.faults import Trouble
from pokerroom.store.verifying import Verifying

LOG = structlog.get_logger(__name__)

VERIFIED_AT_ONCE = 500
"""How many events one step of the verification beside play takes: some milliseconds."""


class MindedRecords:
    def __init__(
        self,
        rooms: Mapping[str, LiveRoom],
        actors: Mapping[str, TableActor],
        banked: Mapping[str, BankedActor],
        talk: Talk,
        world: World,
    ) -> None:
        self._rooms, self._actors, self._banked, self._talk = rooms, actors, banked, talk
        self._world = world
        self._healing = Healing(world.clock.monotonic)
        self.stores: dict[str, EventStore] = {}
        """Every record: whether it can be read, and has not been taken over by another process, is looked at now and
        then.
        """
        self.writers: dict[str, Writer] = {}
        """Their writers."""
        self._healers: dict[str, Callable[[], Awaitable[None]]] = {}
        """Of records other than the rooms': reads one again after a failure."""
        self.verifying: dict[str, Verifying] = {}
        """How far the record of each room has been verified since it opened."""
        self.unread: dict[str, Trouble] = {}
        """Records that could not be read the last time."""

    def add_room(self, name: str, live: LiveRoom) -> None:
        self.writers[name], self.stores[name] = live.writer, live.store
        self.verifying[name] = Verifying(live.store)

    def add(self, name: str, record: Record, heal: Callable[[], Awaitable[None]]) -> None:
        """A record beside the rooms', which the health of the house tells of; `heal` reads it again."""
        self.stores[name], self.writers[name], self._healers[name] = record.store, record.writer, heal

    # Whose they are.

    @property
    def fenced(self) -> dict[str, str]:
        """The records that another process has taken over: whatever this one decides, nothing comes of it."""
        return {name: why for name, store in self.stores.items() if (why := fenced(store))}

    @property
    def lapsed(self) -> list[str]:
        """The records that another process may have by now: what is known here of them may be old."""
        return [name for name, store in self.stores.items() if has_lapsed(store)]

    # What is done now and then.

    async def verify(self) -> None:
        """Some more of each record, beside play."""
        for name, verifying in tuple(self.verifying.items()):
            if not verifying.is_done:
                await self._world.threads.run(verifying.step, VERIFIED_AT_ONCE)
                if verifying.fault:
                    LOG.error("the record is broken", room=name, fault=verifying.fault)
                elif verifying.missing and verifying.is_done:
                    LOG.error("a file of the archive is gone", room=name, fault=verifying.missing)

    async def read_records(self) -> None:
        """Whether each record can be read: nobody may have written for a while."""
        for name, store in tuple(self.stores.items()):
            try:
                await self._world.threads.run(store.end)
            except StoreError as error:
                known = self.unread.get(name)
                reason = getattr(error, "reason", "the record cannot be read")
                self.unread[name] = Trouble(reason, self._world.clock.now()) if known is None else known
            else:
                self.unread.pop(name, None)

    async def see_to_records(self) -> None:
        """Tables show whether anything can be recorded; what has halted is reopened."""
        for actor in self._actors.values():
            actor.follow_record()
        for name, live in tuple(self._rooms.items()):
            if live.writer.trouble is None and name not in self.unread:
                await self._reopen_halted(name, live)
        for name, heal in self._healers.items():
            if self.writers[name].halted and self._healing.due([name]):
                LOG.warning("a record is read again after a failure", record=name)
                await heal()

    async def _reopen_halted(self, name: str, live: LiveRoom) -> None:
        """A room is read again if a stream of it has halted; a table that only failed goes on as the room has it."""
        halted = [each for each, actor in self._actors.items() if actor.live is live and actor.halted]
        stale = bool(live.writer.halted) and bool(self._healing.due([name]))
        if stale:
            LOG.warning("a room is read again after a failure", room=name, streams=sorted(live.writer.halted))
            await live.reopen()
            self._talk.recall(live)
        able = [each for each in halted if TABLES.named(each) not in live.writer.halted]
        due = self._healing.due(able)
        for each in able if stale else due:
            LOG.warning("a table is reopened after a failure", table=each)
            await self._actors[each].reopen()
        if (stale or due) and not live.writer.halted:
            await seating.follow_tables(live)
        await self._reopen_banked(live)

    async def _reopen_banked(self, live: LiveRoom) -> None:
        halted = [place for place, actor in self._banked.items() if actor.live is live and actor.halted]
        for place in self._healing.due(halted) if halted and not live.writer.halted else ():
            LOG.warning("a game is reopened after a failure", game=place)
            await self._banked[place].reopen()

    @property
    def given_up(self) -> list[str]:
        """What has halted and is reopened no more."""
        halted = [name for name, actor in self._actors.items() if actor.halted]
        halted += [place for place, actor in self._banked.items() if actor.halted]
        halted += [name for name, writer in self.writers.items() if writer.halted]
        return self._healing.given_up(halted)
