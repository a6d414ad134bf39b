"""A server's place in a cluster: it stands by until it is its turn, and gives up what it has when it is asked to.

Several servers run on one PostgreSQL, and one of them at a time has the lease of the desk and serves the room
(`store/lease.py`). Of a record that is divided the others serve tables (`live/spread.py`). Otherwise they stand by:
they say each second that they are there, verify and sign what is recorded (`store/witnessing.py`), and open the room
as soon as the lease is free.
"""

import asyncio
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

import structlog
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from pokerroom.live.placement import desk_goes_to
from pokerroom.live.ports import World
from pokerroom.live.records import address_of, heads_of, names_of, prepared
from pokerroom.live.settings import Settings, SettingsError
from pokerroom.room.ports import StoreAway, StoreError, StoreFailed
from pokerroom.room.shards import DESK
from pokerroom.room.software import version_of
from pokerroom.store.failures import FAILURES
from pokerroom.store.faults import failure
from pokerroom.store.heads import HeadsError
from pokerroom.store.lease import RecordHeld, Terms, owner_of
from pokerroom.store.leasing import hold_of
from pokerroom.store.migrations import current_version
from pokerroom.store.opening import driver_error, engine_for
from pokerroom.store.reading import Readable, UnknownVersion, open_to_read, version_of as version_of_record
from pokerroom.store.servers import GONE_AFTER, Asked, Doing, Listed, NameTaken, Servers
from pokerroom.store.witnessing import Witness

LOG = structlog.get_logger(__name__)

SAYS_EVERY = 1.0
WITNESSED_EVERY = 1.0
LOOKS_EVERY = 0.1
LEFT_TO_ANOTHER = 5.0
"""Seconds that a room which nobody serves is left to the server that was asked to take it."""


def refuse_unfit(settings: Settings) -> None:
    """What servers on several machines must share cannot lie in the store of one of them."""
    for name in names_of(settings):
        url = address_of(settings, name)
        if not is_postgresql(url):
            raise SettingsError(
                f"servers of a cluster share their records: {name!r} must be in a PostgreSQL, not {url}"
            )
    for key in ("deck_keys", "signing_key"):
        if not getattr(settings, key):
            raise SettingsError(f"servers of a cluster have the same keys: `{key}` must say where they come from")
    if settings.folder is None:
        raise SettingsError("a server of a cluster keeps what it has signed: `store` must be a folder of its own")
    is_plain = is_loopback(settings.listens_at) and settings.port and not settings.tls.certificate
    if settings.cluster.shards > 1 and not settings.cluster.address and not is_plain:
        raise SettingsError(
            "servers that share tables send players to each other: `cluster.address` must say where a browser reaches "
            "this one"
        )


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def is_postgresql(url: str) -> bool:
    try:
        return make_url(url).get_backend_name() == "postgresql"
    except ArgumentError:
        return False


class SeenRecord(NamedTuple):
    """A record as whoever has none of it sees it."""

    is_free: bool
    """Whether nobody has its desk."""
    is_divided: bool = False
    had_by: str = ""
    """The process that has its desk, or had it last, where it is divided."""
    is_held: bool = False
    """Whether anybody has any of it, where it is divided."""


def look_at(url: str, terms: Terms | None = None) -> SeenRecord:
    """While somebody has the lease of an undivided record, it takes about a second to say so."""
    engine = engine_for(url)
    hold = hold_of(engine, terms or Terms())
    try:
        held = hold.held()
        if len(held) > 1:
            is_held = not all(each.is_free for each in held)
            return SeenRecord(held[DESK].is_free, is_divided=True, had_by=held[DESK].owner, is_held=is_held)
        hold.refuse_held()
    except RecordHeld:
        return SeenRecord(is_free=False)
    except (*FAILURES, driver_error(engine)) as error:
        raise failure(f"{engine.url} cannot be asked who serves the room", error) from error
    finally:
        hold.close()
        engine.dispose()
    return SeenRecord(is_free=True)


class PlaceInCluster:
    """The place of this server. Everything that waits for a database does so outside the loop."""

    def __init__(self, settings: Settings, address: str, world: World) -> None:
        self._settings, self._run, self._clock = settings, world.threads.run, world.clock
        self._leaving = asyncio.Event()
        self.name = name_of(settings, address)
        self.address = settings.cluster.address or address
        # As the record's leases name it.
        self._process = owner_of(settings.address)
        self._servers = Servers(settings.database)
        self.does = Doing.STANDING_BY
        self.asked = Asked.NOTHING
        self.listed: list[Listed] = []
        """Every server that there is, or was lately."""
        self.runs: Callable[[], tuple[int, int]] = runs_nothing
        """How many open tables this server decides, and rounds of play under way there."""
        self.faults: dict[str, str] = {}
        """What is wrong with the records, by their names, as far as this server has looked."""

    async def join(self) -> None:
        """Once the database answers. Raises `NameTaken` where another server is called like this one."""
        # A server that was killed and started again finds its own row, which nobody renews any more.
        give_up = self._clock.monotonic() + GONE_AFTER + SAYS_EVERY
        while True:
            try:
                await self._run(self._servers.join, self.name, self._process, self.address, version_of())
            except NameTaken:
                if self._clock.monotonic() > give_up:
                    raise
            except StoreAway as error:
                LOG.warning("the database of the cluster does not answer", error=str(error))
            else:
                return
            await self._clock.wait(self._leaving, SAYS_EVERY)

    async def announce(self, on_asked: Callable[[Asked], None]) -> None:
        """Say each second what this server does, and hear what is asked of it; until it is canceled."""
        while True:
            try:
                await self._run(self._say, *self.runs())
            except StoreError as error:
                LOG.warning("the cluster does not hear of this server", error=str(error))
            else:
                on_asked(self.asked)
            await self._clock.wait(self._leaving, SAYS_EVERY)

    def _say(self, tables: int, rounds: int) -> None:
        asked = self._servers.say(self.name, self._process, self.does, tables=tables, rounds=rounds)
        if asked is None:
            self._servers.join(self.name, self._process, self.address, version_of())
        self.asked = asked or Asked.NOTHING
        self.listed = self._servers.listed()

    @property
    def others(self) -> list[Listed]:
        """The other servers that are there."""
        return [each for each in self.listed if each.name != self.name and each.is_there]

    @property
    def addresses(self) -> frozenset[str]:
        """Where browsers reach the servers that are there, this one too."""
        return frozenset((self.address, *(each.address for each in self.others)))

    async def done(self) -> None:
        """What was asked is done."""
        self.asked = Asked.NOTHING
        await self._run(self._servers.ask, self.name, Asked.NOTHING)

    @property
    def serving(self) -> Listed | None:
        """Who serves the room."""
        return next((each for each in self.others if each.does is Doing.SERVING), None)

    async def stand_by(self) -> Doing:
        """Until it is this server's turn: to serve the room because nobody does, or tables of a room that is served."""
        enough = asyncio.Event()
        watching = asyncio.create_task(self._bear_witness(enough))
        try:
            return await self._until_turn()
        finally:
            enough.set()
            # What it has signed in is closed before the room opens on it.
            await asyncio.shield(watching)

    async def _until_turn(self) -> Doing:
        free_since: float | None = None
        while True:
            try:
                seen = await self._run(look_at, self._settings.database)
                if seen.is_free or seen.is_divided:
                    await self._run(self._look_closer, seen)
            except StoreError as error:
                LOG.warning("this server stands by until the database lets it open the room", error=str(error))
                seen = SeenRecord(is_free=False)
                await self._clock.wait(self._leaving, SAYS_EVERY)
            if seen.is_divided and self.serving is not None and not seen.is_free:
                return Doing.TABLES
            free_since = (free_since or self._clock.monotonic()) if seen.is_free else None
            if free_since is not None and (
                not self._is_left_to_another(seen) or self._clock.monotonic() - free_since > LEFT_TO_ANOTHER
            ):
                return Doing.SERVING
            if free_since is not None or seen.is_divided:
                await self._clock.wait(self._leaving, LOOKS_EVERY)

    def _look_closer(self, seen: SeenRecord) -> None:
        """Before it opens a room, or takes part in one. Raises `UnknownVersion` where only a newer version can."""
        # What was asked of the others was asked before the room was given up: whoever looks now knows of it.
        self._say(tables=0, rounds=0)
        try:
            version = version_of_record(self._settings.database)
        except UnknownVersion:
            raise
        except StoreFailed:
            return  # There is no record yet: whoever opens the room makes it.
        if seen.is_held and version != current_version():
            raise StoreFailed(
                "servers of an earlier version have the room: its tables are changed when none of them has"
            )

    def _is_left_to_another(self, seen: SeenRecord) -> bool:
        if seen.is_divided:
            return desk_goes_to(self.listed, seen.had_by) not in {"", self.name}
        return self.asked is not Asked.TAKE and any(each.asked is Asked.TAKE for each in self.others)

    async def _bear_witness(self, enough: asyncio.Event) -> None:
        """Verify and sign what another server records, every second."""
        waiting, witnesses = set(names_of(self._settings)), dict[str, Witness]()
        try:
            while not enough.is_set():
                for name in sorted(waiting):
                    if (witness := await self._run(self._witness, name)) is not None:
                        witnesses[name] = witness
                waiting -= witnesses.keys()
                for name, witness in witnesses.items():
                    await self._run(self._look, name, witness)
                await self._clock.wait(enough, WITNESSED_EVERY)
        finally:
            for witness in witnesses.values():
                witness.close()

    def _witness(self, name: str) -> Witness | None:
        """None while there is no record that this software can read as it lies."""
        url, folder = address_of(self._settings, name), prepared(self._settings)
        assert folder is not None
        try:
            if version_of_record(url) != current_version():
                return None
            heads = heads_of(self._settings, folder, name, url)
        except (StoreError, HeadsError) as error:
            LOG.info("a record cannot be watched yet", record=name, error=str(error))
            return None
        return Witness(open_to_read(Readable(url)), heads)

    def _look(self, name: str, witness: Witness) -> None:
        try:
            witness.look()
        except (StoreError, HeadsError) as error:
            LOG.warning("a record was not watched", record=name, error=str(error))
        if witness.fault and name not in self.faults:
            self.faults[name] = witness.fault
            LOG.error("a record is broken", record=name, fault=witness.fault)

    async def leave(self) -> None:
        self._leaving.set()
        try:
            await self._run(self._servers.leave, self.name, self._process)
        except StoreError as error:
            LOG.warning("the cluster does not hear that this server leaves", error=str(error))
        self._servers.close()


def runs_nothing() -> tuple[int, int]:
    return 0, 0


def name_of(settings: Settings, address: str) -> str:
    """As the settings call it, or else by its machine and port."""
    port = urlsplit(address).port or settings.port
    return settings.cluster.name or f"{socket.gethostname()}:{port}"
