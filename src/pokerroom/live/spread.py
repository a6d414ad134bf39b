"""A house that shares its rooms with other servers: which tables it decides, and how it keeps up with the rest.

Every server has the whole room in memory and follows what others record. A shard that is taken is followed to its end
before its tables go on; one that is given up is released when they have stopped. Whoever has the desk has it for as
long as it serves.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import structlog

from pokerroom.live import seating
from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.banked.dice.actor import DiceActor
from pokerroom.live.following import Following
from pokerroom.live.house import House
from pokerroom.live.placement import desk_goes_to, placement
from pokerroom.live.ports import Threads
from pokerroom.live.room import LiveRoom
from pokerroom.live.shards_told import Followed, ShardsTold, shards_of
from pokerroom.live.tables.actor import TableActor
from pokerroom.room.box import BOXES
from pokerroom.room.dice import DICE
from pokerroom.room.room import Done
from pokerroom.room.shards import DESK, shard_of
from pokerroom.room.streams import table_of
from pokerroom.room.tables import DEALS, TABLES
from pokerroom.room.talk import TALK
from pokerroom.store import SqlStore
from pokerroom.store.lease import Held, Lease
from pokerroom.store.servers import Listed

LOG = structlog.get_logger(__name__)

LOOKS_EVERY = 1.0
"""Seconds between two looks at who has what, unless something becomes free."""
AT_MOST_EVERY = 0.1
UNSEEN_FOR = 2.0
"""Seconds between two looks after which what is seen first may be half of it: the database was away, or we were."""
SETTLES_WITHIN = 2.0
"""Seconds after which the others have said again that they are there, and have come back to what is theirs."""
LEFT_TO_ITS_TAKER = 2.0
"""Seconds that a free shard is left to the server that should have it."""
LEFT_TO_THE_FIRST = 4.0
"""Seconds that a free desk is left to the first server by name."""

Servers = Callable[[], Sequence[Listed]]
"""Every server that there is, this one too."""


class KnownOwners:
    """Who has which shard of a room, as it was last seen."""

    def __init__(self, live: LiveRoom, threads: Threads) -> None:
        self._lease, self._threads = lease_of(live), threads
        self.held: Sequence[Held] = ()
        """Every shard, in order."""

    def owner(self, shard: int) -> str:
        """The address of the server that has it; empty if nobody has."""
        found = self.held[shard]
        return "" if found.is_free else found.address

    async def look(self) -> Sequence[Held]:
        self.held = await self._threads.run(self._lease.held)
        return self.held


class Spread:
    """Of one house. `me` is the name of its server."""

    def __init__(
        self,
        house: House,
        me: str,
        servers: Servers,
        following: Mapping[LiveRoom, Following],
        owners: Mapping[LiveRoom, KnownOwners],
    ) -> None:
        self._house, self._me, self._servers, self._owners = house, me, servers, owners
        self._following = following
        self._run, self._clock = house.world.threads.run, house.world.clock
        self._for_lists: asyncio.Queue[tuple[LiveRoom, str, tuple[Any, ...]]] = asyncio.Queue()
        """What was recorded at other servers' tables, and the lists have not followed yet."""
        self._free_since: dict[tuple[LiveRoom, int], float] = {}
        self._seen_at: dict[LiveRoom, float] = {}
        """When the database last said who has what of each room."""
        self._believed_from = 0.0
        """Until then nothing is taken, given up or ended for what is free."""
        self._where: dict[tuple[LiveRoom, int], str] = {}
        """The address of whoever has a shard."""
        self._stopping = asyncio.Event()
        self._work: list[asyncio.Task[None]] = []
        self._passing: set[asyncio.Task[None]] = set()
        """What tables were asked while they came to rest."""
        self.over = asyncio.Event()
        self.why = ""
        """Why this server does not go on as it is, once it does not."""
        self.counts = {live: {"taken": 0, "given": 0, "lost": 0} for live in following}
        for live in following:
            live.on_followed.append(partial(self._followed, live))
            live.keep_up = following[live].catch_up

    def start(self) -> None:
        work = [each.run(self._stopping) for each in self._following.values()]
        work += [self._keep_place(live) for live in self._following]
        self._work = [asyncio.create_task(each) for each in (*work, self._let_lists_follow())]

    async def stop(self) -> None:
        """Nothing is taken or given up any more; the house closes next, and can still pass orders on."""
        self._stopping.set()
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)

    def told(self) -> dict[str, ShardsTold]:
        """What this server has of each room, and how it keeps up with the rest."""
        return {
            live.name: shards_of(live)._replace(
                held=self._owners[live].held,
                followed=Followed(following.followed, following.behind, following.trouble),
                moves=self.counts[live],
            )
            for live, following in self._following.items()
        }

    @property
    def runs(self) -> tuple[int, int]:
        """How many open tables this server decides, and rounds of play under way there."""
        tables = [actor.table for actor in self._house.actors.values() if not actor.rests and actor.table.is_open]
        return len(tables), sum(table.round is not None for table in tables)

    # What other servers ask.

    @property
    def rooms(self) -> Mapping[str, LiveRoom]:
        return self._house.rooms

    @property
    def actors(self) -> Mapping[str, TableActor]:
        return self._house.actors

    @property
    def banked(self) -> Mapping[str, BankedActor]:
        return self._house.banked

    def desk(self) -> str:
        """The address of the server that has the desk; empty if nobody has."""
        return next(iter(self._owners.values())).owner(DESK)

    async def keep_up(self, live: LiveRoom) -> None:
        """All that others have recorded by now has taken effect here when it returns."""
        await self._following[live].catch_up()

    def meet(self, live: LiveRoom, table: str) -> None:
        """A table that was perhaps opened just now runs like the others."""
        if table in live.room.states(TABLES):
            self._house.add_table(live, table)

    async def forgo(self, table: str, order: str) -> bool | None:
        """Whether an order of a table was not recorded and never will be; None where the table is not decided here."""
        actor = self._house.actors.get(table)
        if actor is None or actor.rests:
            return None
        return await actor.live.buying.forgo(table, order)

    # What others record.

    def _followed(self, live: LiveRoom, done: Done) -> None:
        """Another server's table is shown here as it is there."""
        self._house.lobby_changed()
        actors = self._house.actors
        for table in dict.fromkeys(table_of(stream) for stream, _ in done.events if is_at_table(stream)):
            if table in actors:
                actors[table].hear(done)
            elif table in live.room.states(TABLES):
                self._house.add_table(live, table)
            if live.has_desk:
                self._for_lists.put_nowait((live, table, tuple(event for _, event in done.events)))
        if any(stream == TALK.name for stream, _ in done.events):
            self._house.talk.recall(live)
        for table in dict.fromkeys(table_of(stream) for stream, _ in done.events if DICE.holds(stream)):
            if f"dice/{table}" not in self._house.banked:
                self._house.add_banked(DiceActor(live, table, changed=self._house.lobby_changed))

    async def _let_lists_follow(self) -> None:
        """The lists are the desk's, whoever has the table: they follow what was recorded there, in its order."""
        while True:
            follow = partial(seating.lists_follow, *await self._for_lists.get())
            await self._house.attempt("let the lists follow the tables", follow)

    # Whose the tables are.

    async def _keep_place(self, live: LiveRoom) -> None:
        """What fails is tried again: whoever has a lease and does not look keeps tables that nobody deals."""
        while not self._stopping.is_set():
            if not await self._house.attempt(f"keep its place in {live.name}", partial(self._until_next_look, live)):
                await self._clock.wait(self._stopping, LOOKS_EVERY)

    async def _until_next_look(self, live: LiveRoom) -> None:
        """One look, and then until another is due: something is free, or a while has gone."""
        lease = lease_of(live)
        await self._look(live, lease)
        found = await self._run(lease.await_free, range(live.shards), timeout=LOOKS_EVERY)
        self._seen_at[live] = self._clock.monotonic()
        if found:
            await self._clock.wait(self._stopping, AT_MOST_EVERY)

    async def _look(self, live: LiveRoom, lease: Lease) -> None:
        held = await self._owners[live].look()
        self._note_free(live, held)
        await self._rest_what_is_lost(live, lease)
        if self._following[live].is_lost:
            # All that is shown here grows old: whoever can read what is recorded has the tables from now on.
            self._end("what other servers record cannot be followed here")
        if live.has_desk and DESK not in lease.epochs:
            self._end("another server has the desk")
        if self.over.is_set():
            return
        # What could not be followed to its end when it was taken.
        for shard in sorted(lease.epochs.keys() - live.acts_for):
            await self._act_for(live, shard)
        if self._is_believed(live):
            await self._keep_share(live, lease, held)
        self._send_on(live, held)

    def _is_believed(self, live: LiveRoom) -> bool:
        now = self._clock.monotonic()
        if now - self._seen_at.setdefault(live, now) > UNSEEN_FOR:
            self._believed_from = now + SETTLES_WITHIN
        return now >= self._believed_from

    async def _keep_share(self, live: LiveRoom, lease: Lease, held: Sequence[Held]) -> None:
        if not live.has_desk and held[DESK].is_free:
            self._mind_free_desk(live, held)
        if self.over.is_set():
            return
        waiting = [each.shard for each in held if self._free_for(live, each.shard) > LEFT_TO_ITS_TAKER]
        wanted = placement(self._servers(), held, self._me, waiting=waiting)
        for shard in sorted(wanted.give & live.acts_for):
            await self._give(live, lease, shard)
        for shard in sorted(wanted.take - live.acts_for):
            await self._take(live, lease, shard)

    def _note_free(self, live: LiveRoom, held: Sequence[Held]) -> None:
        now = self._clock.monotonic()
        for each in held:
            if each.is_free:
                self._free_since.setdefault((live, each.shard), now)
            else:
                self._free_since.pop((live, each.shard), None)

    def _free_for(self, live: LiveRoom, shard: int) -> float:
        since = self._free_since.get((live, shard))
        return 0.0 if since is None else self._clock.monotonic() - since

    def _mind_free_desk(self, live: LiveRoom, held: Sequence[Held]) -> None:
        """Somebody has to have it: a server that has tables begins anew for it."""
        is_ours = desk_goes_to(self._servers(), held[DESK].owner) in {"", self._me}
        if is_ours or self._free_for(live, DESK) > LEFT_TO_THE_FIRST:
            self._end("nobody has the desk")

    def _end(self, why: str) -> None:
        self.why = self.why or why
        self.over.set()

    async def _take(self, live: LiveRoom, lease: Lease, shard: int) -> None:
        if await self._run(lease.take, shard):
            self.counts[live]["taken"] += 1
            await self._act_for(live, shard)

    async def _act_for(self, live: LiveRoom, shard: int) -> None:
        """All that was recorded of its tables is known before they go on."""
        await self._following[live].own(shard)
        live.acts_for |= {shard}
        for name in self._tables_in(live, shard):
            self._house.actors[name].wake()
            self._house.set_going(name)
        self._house.lobby_changed()
        LOG.info("tables are decided here", room=live.name, shard=shard)

    async def _give(self, live: LiveRoom, lease: Lease, shard: int) -> None:
        """Its tables finish what they are doing, and rest."""
        await self._rest(live, shard)
        self.counts[live]["given"] += 1
        await self._run(lease.release, [shard])
        LOG.info("tables are given up", room=live.name, shard=shard)

    async def _rest_what_is_lost(self, live: LiveRoom, lease: Lease) -> None:
        for shard in sorted(live.acts_for - lease.epochs.keys() - {DESK}):
            LOG.warning("tables were taken over by another server", room=live.name, shard=shard)
            self.counts[live]["lost"] += 1
            await self._rest(live, shard)

    async def _rest(self, live: LiveRoom, shard: int) -> None:
        names = self._tables_in(live, shard)
        # The house may let go of a table meanwhile: it rests, too, and what it was asked is passed on.
        resting = [self._house.actors[name] for name in names]
        await self._house.stop_tables(names)
        # Both at once: whoever asks from now on is passed on.
        live.acts_for -= {shard}
        for actor in resting:
            actor.rest()
        self._following[live].disown(shard)
        for actor in resting:
            passing = asyncio.create_task(actor.pass_on_waiting())
            self._passing.add(passing)
            passing.add_done_callback(self._passing.discard)

    def _tables_in(self, live: LiveRoom, shard: int) -> list[str]:
        return [
            name
            for name, actor in self._house.actors.items()
            if actor.live is live and shard_of(TABLES.named(name), live.shards) == shard
        ]

    def _send_on(self, live: LiveRoom, held: Sequence[Held]) -> None:
        """Whoever watches a table here that another server has by now is told where."""
        own = self._house.settings.reached_at
        for each in held:
            # What was given up since somebody looked is not ours any more, and nobody's yet.
            if each.shard in live.acts_for or each.is_free or each.address == own:
                self._where.pop((live, each.shard), None)
            elif self._where.get((live, each.shard)) != each.address:
                self._where[live, each.shard] = each.address
                for name in self._tables_in(live, each.shard):
                    self._house.actors[name].moved(each.address)


def is_at_table(stream: str) -> bool:
    """Whether it is what happens at a table, a deck for it, or its dealer's box."""
    return TABLES.holds(stream) or DEALS.holds(stream) or BOXES.holds(stream)


def lease_of(live: LiveRoom) -> Lease:
    assert isinstance(live.store, SqlStore)
    assert live.store.lease is not None
    return live.store.lease
