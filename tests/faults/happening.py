"""What happens to servers that share a room: one is killed, frozen, hangs, is cut off, drained, or asked for a table.

Where the record is divided, any server may be the one; where it is not, it is the one that serves.
"""

import asyncio
import signal
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, closing
from random import Random
from statistics import median
from time import monotonic

from websockets.exceptions import WebSocketException

from pokerroom.room.shards import DESK
from pokerroom.store.servers import Asked, Servers
from tests.faults.cluster import PATIENCE, Cluster, Server
from tests.faults.guests import LONGEST_THOUGHT, Guest
from tests.faults.life import GAMES, arrivals, until_heard
from tests.faults.record import Record
from tests.postgres import OwnServer
from tests.sampling import SOAKING, sampled

BEFORE = 40
"""Messages that people hear before a fault."""
WITHIN = 60.0
"""Seconds in which every table must go on, on a machine with much else to do; how long it took is printed."""
PROMISED = {
    "killed": 5.0,
    "frozen": 10.0,
    "hung": 10.0,
    "drained": 10.0,
    "handed_over": 10.0,
    "cut_off": 20.0,
    "database_restarted": 20.0,
}
"""Seconds in which every table goes on after a fault, where a soak has the machine for itself (docs/cluster.md). They
count from before the fault: a database that restarts takes some of them to stop and start.
"""
CHECKED_EVERY = 10
THOUGHT = sampled(0.2, whole=LONGEST_THOUGHT)
FEW = ("hold-em", "badugi")
"""Games of a sample: what is sampled are faults, and each table that is played at costs processor time."""


class Stage:
    def __init__(self, cluster: Cluster, database: OwnServer, url: str, rng: Random) -> None:
        self.cluster, self.database, self.url, self.rng = cluster, database, url, rng
        self.happened_to = ""
        """The server of the last fault, and what it had."""
        self.guests: list[Guest] = []
        """Who plays there."""

    @property
    def is_divided(self) -> bool:
        return self.cluster.shards > 1

    async def victim(self) -> Server:
        """Whoever serves; or any of those who share the room."""
        if not self.is_divided:
            return await self.cluster.until_served()
        await self.cluster.until_spread(self.url)
        return self.rng.choice(self.cluster.servers)

    async def owned_by(self, server: Server) -> frozenset[int]:
        held = await asyncio.to_thread(self.cluster.held, self.url)
        owned = frozenset(shard for shard, owner in held.items() if owner is server)
        self.happened_to = f"{server.name}, which had {'the desk' if DESK in owned else f'{len(owned)} shards'}"
        return owned

    async def until_others_have(self, shards: Iterable[int], server: Server) -> None:
        if not self.is_divided:
            await self.cluster.until_served(not_by=server)
            return

        def have() -> bool:
            held = self.cluster.held(self.url)
            return all(shard in held and held[shard] is not server for shard in shards)

        async with asyncio.timeout(PATIENCE):
            while not await asyncio.to_thread(have):  # noqa: ASYNC110  of other processes
                await asyncio.sleep(0.05)

    async def until_whole(self) -> None:
        """The next fault finds everybody in their place."""
        await self.cluster.until_all_stand_by()
        if self.is_divided:
            await self.cluster.until_spread(self.url)


async def killed(stage: Stage) -> None:
    server = await stage.victim()
    await stage.owned_by(server)
    server.kill()
    server.start()


async def frozen(stage: Stage) -> None:
    server = await stage.victim()
    had = await stage.owned_by(server)
    server.signal(signal.SIGSTOP)
    try:
        await stage.until_others_have(had, server)
        await asyncio.sleep(stage.rng.uniform(0, 1))
    finally:
        server.signal(signal.SIGCONT)


async def hung(stage: Stage) -> None:
    """Its loop stands still while its threads go on, the one that renews too."""
    server = await stage.victim()
    had = await stage.owned_by(server)
    server.signal(signal.SIGUSR1)
    await stage.until_others_have(had, server)


async def cut_off(stage: Stage) -> None:
    server = await stage.victim()
    had = await stage.owned_by(server)
    server.line.cut()
    try:
        await stage.until_others_have(had, server)
        # It stays cut off: they have to find the way to their tables while it still believes in what it knows.
        await every_table_goes_on(stage.guests, "while a server is cut off")
    finally:
        server.line.heal()


async def drained(stage: Stage) -> None:
    """Whoever has the desk gives that up, and whoever has tables gives up those."""
    server = await stage.victim()
    had = await stage.owned_by(server)
    with closing(Servers(stage.url)) as servers:
        if not stage.is_divided or DESK in had:
            await asyncio.to_thread(servers.ask, server.name, Asked.GIVE_UP)
            await stage.until_others_have({DESK}, server)
            return
        await asyncio.to_thread(servers.drain, server.name)
        await stage.until_others_have(had, server)
        await asyncio.to_thread(lambda: servers.drain(server.name, drained=False))


async def handed_over(stage: Stage) -> None:
    """A shard of tables goes to another server, because somebody asks for it."""
    server = await stage.victim()
    held = await asyncio.to_thread(stage.cluster.held, stage.url)
    shard = stage.rng.choice([shard for shard, owner in held.items() if owner is not server and shard != DESK])
    stage.happened_to = f"{held[shard].name}, whose shard {shard} goes to {server.name}"
    with closing(Servers(stage.url)) as servers:
        await asyncio.to_thread(servers.hand_over, shard, server.name)
        await stage.until_others_have({shard}, held[shard])


async def database_restarted(stage: Stage) -> None:
    await stage.victim()
    stage.happened_to = "the database"
    await asyncio.to_thread(stage.database.stop)
    await asyncio.to_thread(stage.database.start)


Fault = Callable[[Stage], Awaitable[None]]
TO_ONE: tuple[Fault, ...] = (killed, frozen, hung, cut_off, drained, database_restarted)
TO_SEVERAL: tuple[Fault, ...] = (*TO_ONE, handed_over)


async def stays(guest: Guest, addresses: list[str]) -> None:
    """He comes back whenever his line is lost, as a page does, and goes where his table has gone."""
    while True:
        address, guest.moved_to = guest.moved_to or guest.rng.choice(addresses), ""
        try:
            await guest.live(address)
        except (WebSocketException, OSError):
            pass
        except Exception as error:  # noqa: BLE001  he tells it with the rest
            guest.fault(repr(error))
        if not guest.moved_to:
            await asyncio.sleep(0.05)


@asynccontextmanager
async def people(cluster: Cluster, rng: Random, games: Iterable[str] = GAMES) -> AsyncIterator[list[Guest]]:
    await cluster.until_served()
    guests = await asyncio.to_thread(arrivals, cluster.proxy.address, rng, games)
    for guest in guests:
        guest.thinks_for = THOUGHT
    staying = [asyncio.create_task(stays(guest, cluster.addresses)) for guest in guests]
    try:
        yield guests
    finally:
        for task in staying:
            task.cancel()
        await asyncio.gather(*staying, return_exceptions=True)


async def every_table_goes_on(guests: list[Guest], where: str) -> Guest:
    """Whoever waited longest for an event at his table, once all have heard of five more."""
    began, before = monotonic(), {guest.name: guest.last or 0 for guest in guests}
    while behind := [guest.name for guest in guests if (guest.last or 0) < before[guest.name] + 5]:
        faults = [guest.faults for guest in guests if guest.faults]
        assert monotonic() - began < WITHIN, f"{where}: {behind} do not play on; {faults}"
        await asyncio.sleep(0.02)
    return max(guests, key=lambda guest: guest.longest)


Waits = dict[str, list[float]]
"""The longest that anybody waited, for each fault of a kind."""


async def go_through(stage: Stage, faults: list[Fault], guests: list[Guest], record: Record, seed: int) -> Waits:
    """One after the other, while people play."""
    took: Waits = defaultdict(list)
    stage.guests = guests
    for number, fault in enumerate(faults):
        where = f"fault {number} of seed {seed}, {fault.__name__}"
        await until_heard(guests, BEFORE)
        await asyncio.sleep(stage.rng.uniform(0, 0.5))
        for guest in guests:
            guest.watch_clock()
        await fault(stage)
        last = await every_table_goes_on(guests, where)
        took[fault.__name__].append(last.longest)
        waited = f"{last.longest:.2f} s, at table {last.table}"
        print(f"{where}, {stage.happened_to}: the longest that anybody waited is {waited}", flush=True)  # noqa: T201
        await stage.until_whole()
        if number % CHECKED_EVERY == CHECKED_EVERY - 1:
            await asyncio.to_thread(record.read_on)
            assert not any(guest.faults for guest in guests), [guest.faults for guest in guests]
    for kind, each in sorted(took.items()):
        print(f"{kind}: {len(each)} times, {median(each):.2f} s, at most {max(each):.2f} s", flush=True)  # noqa: T201
    return took


def late(took: Waits) -> list[str]:
    """Which faults somebody waited longer for than is promised."""
    over = {kind: [each for each in waits if each > PROMISED[kind]] for kind, waits in took.items()}
    return [f"{kind}: {waits}" for kind, waits in over.items() if waits and SOAKING]
