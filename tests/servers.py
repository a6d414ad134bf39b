"""Servers of one room in one process, on one PostgreSQL: everything but the network between them is the real thing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from pokerroom.live.between.deciding import deciding
from pokerroom.live.between.elsewhere import OtherServers
from pokerroom.live.between.line import Answering, Line, NoAnswer, Reply
from pokerroom.live.between.proving import Called, Proofs
from pokerroom.live.following import Following
from pokerroom.live.house import House
from pokerroom.live.records import SharedRecords, machine
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Cluster, PlayChips, Settings
from pokerroom.live.spread import KnownOwners, Spread, lease_of
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Keys
from pokerroom.store.servers import Asked as AskedOfServer, Doing, Listed
from pokerroom.table.seating import Table
from tests.wire import PATIENCE, QUICK

SHARDS = 4


class RecordsOf(SharedRecords):
    """With keys that all servers have."""

    def __init__(self, settings: Settings, deck_keys: Keys, *, desk: bool) -> None:
        super().__init__(settings, desk=desk)
        self._deck_keys = deck_keys

    def keys(self) -> Keys:
        return self._deck_keys


class Server:
    def __init__(self, house: House, name: str, servers: "Servers") -> None:
        self.house, self.name, self._servers = house, name, servers
        self.live: LiveRoom = next(iter(house.rooms.values()))
        self.address = house.settings.reached_at
        world = house.world
        proofs = Proofs(world.records.keys(), world.clock.now, world.entropy)
        self.following, owners = Following(self.live), KnownOwners(self.live, world.threads)
        self.live.elsewhere = OtherServers(
            Line(proofs, servers.post),
            owners,
            world.clock,
            address=self.address,
            shards=self.live.shards,
            room=self.live.room,
            seen=self.following.seen,
            catch_up=self.following.catch_up,
        )
        self.spread = Spread(house, name, servers.listed, {self.live: self.following}, {self.live: owners})
        self.answering = Answering(proofs, deciding(self.spread, self.spread.forgo), world.clock)
        self.looks = owners.look

    @property
    def listed(self) -> Listed:
        does = Doing.SERVING if self.live.has_desk else Doing.TABLES
        process = next((each.owner for each in lease_of(self.live).held() if each.address == self.address), self.name)
        asked = AskedOfServer.GIVE_UP if self.name in self._servers.drained else AskedOfServer.NOTHING
        return Listed(self.name, process, self.address, "this", does, asked, 0, 0.0)

    def decides(self, table: str) -> bool:
        return not self.house.actors[table].rests

    async def die(self) -> None:
        """Without a word: its lease is free because its session has ended."""
        await self.spread.stop()
        lease_of(self.live).close()


class Servers:
    """All of them, by address."""

    def __init__(self) -> None:
        self.all: dict[str, Server] = {}
        self.drained: set[str] = set()
        self.gone: set[str] = set()

    def listed(self) -> list[Listed]:
        return [each.listed for each in self.all.values() if each.name not in self.gone]

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, *, patience: float) -> Reply:
        address, _, path = url.partition("/between")
        server = self.all.get(address)
        if server is None or server.name in self.gone:
            raise NoAnswer(f"{url} cannot be reached within {patience} s")
        asked = Called("POST", f"/between{path}", body)
        return await server.answering.answer(asked, headers["x-pokerroom-proof"], peer="a server")

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():  # noqa: ASYNC110  of what other tasks do
                await asyncio.sleep(0.01)


def settings_of(url: str, number: int, name: str, **chips: object) -> Settings:
    return Settings(
        store="memory:",
        port=9000 + number,
        database=url,
        clock=QUICK,
        play_chips=PlayChips(spectator_delay=0.0, demonstrations=0, payout=False, **chips),  # type: ignore[arg-type]  # as a test says
        cluster=Cluster(joins=True, shards=SHARDS, name=name),
    )


@asynccontextmanager
async def served(url: str, keys: Keys, *names: str, **chips: object) -> AsyncIterator[Servers]:
    """The first of them has the desk, and founds the room."""
    servers = Servers()
    async with AsyncExitStack() as kept:
        for number, name in enumerate(names):
            settings = settings_of(url, number, name, **chips)
            records = RecordsOf(settings, keys, desk=not number)
            # A lease names its owner by process and address: these share the process.
            house = await House.open(settings, world=machine(settings)._replace(records=records), pace=0)
            server = Server(house, name, servers)
            await server.looks()
            servers.all[server.address] = server
            house.start()
            kept.push_async_callback(house.close)
            kept.push_async_callback(server.spread.stop)
            server.spread.start()
        yield servers


async def with_servers(
    url: str, keys: Keys, test: Callable[..., Awaitable[None]], *names: str, **chips: object
) -> None:
    async with served(url, keys, *names, **chips) as servers:
        await test(servers, *servers.all.values())


def states_of(server: Server) -> dict[str, Table]:
    """What each table has come to, as a server has it."""
    return dict(server.live.room.states(TABLES))
