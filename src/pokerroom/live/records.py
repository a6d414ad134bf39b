"""Where the records of the house are, with the keys of their decks and the signed heads."""

from contextlib import ExitStack, closing
from pathlib import Path

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pokerroom.live.founding import is_founded
from pokerroom.live.key_sources import keys_from, secret_from
from pokerroom.live.machine import CLOCK, ENTROPY, THREADS, MachineLines
from pokerroom.live.ports import Record, World
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings, SettingsError
from pokerroom.room import checkpoint
from pokerroom.room.ports import EventStore, StoreFailed
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room
from pokerroom.room.shards import DESK
from pokerroom.room.software import digest, software
from pokerroom.shuffle.seal import Keys, create_keys, new_key, read_keys
from pokerroom.store import (
    HeadsFile,
    LoopWriter,
    SqlStore,
    Writer,
    create_signing_key,
    open_store,
    read_signing_key,
)
from pokerroom.store.archived import ArchivedStore
from pokerroom.store.dividing import divide_new, shards_in
from pokerroom.store.keys import signing_key
from pokerroom.store.lease import RecordHeld, Terms, owner_of
from pokerroom.store.moving import refuse_moved
from pokerroom.store.opening import join_database
from pokerroom.store.private import private_folder
from pokerroom.store.rolling_back import refuse_rolled_back
from pokerroom.store.verifying import refuse_broken

LOG = structlog.get_logger(__name__)

PLAY_CHIPS, ACCOUNTS, LICENSED = "play-chips", "accounts", "licensed"
LINKED_HOST = "linked-host"
"""Of the host of a multi-casino system, in a store of its own."""
MEMORY = "memory:"
ROOMS = (PLAY_CHIPS, LICENSED)
"""What servers of a cluster share the tables of."""


class SettledRecords:
    """The records as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def open(self, name: str, address: str = "") -> Record:
        return open_record(self._settings, name, address)

    def keys(self) -> Keys:
        return deck_keys(self._settings)


class SharedRecords(SettledRecords):
    """The records as servers of a cluster share them: whoever has the desk has the accounts, too, and nobody all."""

    def __init__(self, settings: Settings, *, desk: bool) -> None:
        super().__init__(settings)
        self._desk = desk

    def open(self, name: str, address: str = "") -> Record:
        address = address or own_address(self._settings.folder, name)
        if name not in ROOMS or address == MEMORY:
            return super().open(name, address)
        if self._desk:
            divide_if_new(self._settings, name, address)
        if name == LICENSED:
            refuse_unlike(self._settings)
        joined = join_record(self._settings, name, address, desk=self._desk)
        warn_if_divided_otherwise(self._settings, name, 1 if joined is None else joined.shards)
        return super().open(name, address) if joined is None else checked(self._settings, name, address, joined)


def join_record(settings: Settings, name: str, address: str, *, desk: bool) -> ArchivedStore | None:
    """A record that is divided among servers: none of its shards, or the desk's; None if it is undivided.

    Whoever founds a room, or goes on where another stopped at that, has to have all of it.
    """
    store = join_database(address, owner=owner_of(settings.address), address=settings.reached_at)
    with ExitStack() as unless_joined:
        unless_joined.callback(store.close)
        if store.shards == 1:
            return None
        assert store.lease is not None
        if desk:
            founds = name == PLAY_CHIPS and not is_founded(store)
            for shard in range(store.shards) if founds else (DESK,):
                if not store.lease.take(shard):
                    raise RecordHeld(address, store.lease.held()[shard], Terms())
        unless_joined.pop_all()
    return store


def warn_if_divided_otherwise(settings: Settings, name: str, shards: int) -> None:
    """What the settings ask for is done when a room is new. Of one that there is, somebody has to say so."""
    if settings.cluster.shards not in {1, shards}:
        LOG.warning(
            "the record is divided otherwise than the settings ask for: `pokerroom cluster divide` changes that",
            record=name,
            shards=shards,
            asked_for=settings.cluster.shards,
        )


def machine(settings: Settings) -> World:
    """The world as it is."""
    return World(CLOCK, ENTROPY, THREADS, SettledRecords(settings), MachineLines)


def open_record(settings: Settings, name: str, address: str = "") -> Record:
    """The record of this name: at the address of a database, or else in the store. No other process writes to it."""
    folder = prepared(settings)
    address = address or own_address(folder, name)
    divide_if_new(settings, name, address)
    return checked(settings, name, address, open_store(address, writing=True, owner=owner_of(settings.address)))


def divide_if_new(settings: Settings, name: str, address: str) -> None:
    """The record of a room in which nothing stands yet is divided as the settings say."""
    if name in ROOMS and address != MEMORY:
        divide_new(address, settings.cluster.shards, owner=owner_of(settings.address))


def refuse_unlike(settings: Settings) -> None:
    """A server has the same shards of every room: their records are divided alike."""
    shards = {name: shards_in(address_of(settings, name)) for name in names_of(settings) if name in ROOMS}
    if len(set(shards.values())) > 1:
        told = ", ".join(f"{name} into {count}" for name, count in shards.items())
        raise StoreFailed(f"the records of the rooms must be divided alike: {told}. `pokerroom cluster divide` does it")


def checked(settings: Settings, name: str, address: str, opened: ProjectingStore) -> Record:
    """A record is what was signed of it, and unbroken; otherwise it is closed again."""
    folder = prepared(settings)
    with ExitStack() as unless_open:
        store, heads = unless_open.enter_context(closing(opened)), None
        refuse_moved(store, name)
        if folder is not None and address != MEMORY:
            heads = unless_open.enter_context(closing(heads_of(settings, folder, name, address)))
        if heads is not None:
            refuse_rolled_back(store, heads, name)
            refuse_broken(store, signed=heads.signed)
        record = Record(store, Writer(store, heads=heads), heads)
        # A loop that stands still loses its leases, and waiting for a replica is no reason for that.
        record.writer.lets_loops_write = not settings.cluster.joins
        unless_open.pop_all()
    return record


def fenced(store: EventStore) -> str:
    """Who has taken a record from us; empty while it is ours."""
    lease = store.lease if isinstance(store, SqlStore) else None
    if lease is None:
        return ""
    # Tables of a record that is shared come and go; whoever has lost the desk has lost the room.
    return lease.lost.get(DESK, "") if store.shards > 1 else lease.fenced


def has_lapsed(store: EventStore) -> bool:
    """Whether a lease was not renewed lately, by our own clock: another process may have written meanwhile."""
    lease = store.lease if isinstance(store, SqlStore) else None
    return lease is not None and not all(map(lease.holds, lease.epochs if store.shards > 1 else (DESK,)))


def held_of(store: EventStore) -> frozenset[int]:
    """The shards of a record that this process has: all of them, unless others share it."""
    lease = store.lease if isinstance(store, SqlStore) else None
    return frozenset(range(store.shards) if lease is None else lease.epochs)


def own_address(folder: Path | None, name: str) -> str:
    """Of a record that lies in the store."""
    return MEMORY if folder is None else f"sqlite:///{folder / name}.sqlite3"


def address_of(settings: Settings, name: str) -> str:
    """Where the settings say that a record lies."""
    named = {
        PLAY_CHIPS: settings.database,
        LICENSED: settings.licensed_database,
        ACCOUNTS: settings.accounts_database,
        LINKED_HOST: settings.database,
    }
    if name not in named:
        raise SettingsError(f"no record is called {name!r}: there are {', '.join(named)}")
    return named[name] or own_address(settings.folder, name)


def names_of(settings: Settings) -> tuple[str, ...]:
    """The records that a house of these settings keeps."""
    return (PLAY_CHIPS, *((LICENSED,) if settings.licensed_database else ()), ACCOUNTS)


def heads_folder(settings: Settings, folder: Path) -> Path:
    return Path(settings.heads) if settings.heads else folder / "heads"


def archive_folder(settings: Settings, folder: Path, name: str) -> Path:
    """Where the files of a record's archived days lie."""
    return (Path(settings.archive) if settings.archive else folder / "archive").resolve() / name


def heads_of(settings: Settings, folder: Path, name: str, address: str) -> HeadsFile:
    """The file that says under a signature what a record had come to, in a folder of its own."""
    lies = private_folder(heads_folder(settings, folder), holds="*.heads")
    key = signing_key_of(settings, folder)
    return HeadsFile(lies / f"{name}.heads", key, database=address)


def prepared(settings: Settings) -> Path | None:
    """The folder of the records, created if it does not exist; None when they are in memory."""
    folder = settings.folder
    if folder is not None:
        private_folder(folder, holds="*.sqlite3")
    return folder


def signing_key_of(settings: Settings, folder: Path) -> Ed25519PrivateKey:
    if settings.signing_key:
        return signing_key(secret_from(settings.signing_key), settings.signing_key)
    path = folder / "signing-key"
    return read_signing_key(path) if path.exists() else create_signing_key(path)


def deck_keys(settings: Settings) -> Keys:
    """The keys that hidden cards are sealed under: never in the records, and best not beside them."""
    if settings.deck_keys:
        return keys_from(settings.deck_keys)
    folder = prepared(settings)
    if folder is None:
        return Keys((new_key(),))
    path = folder / "deck-keys"
    return read_keys(path) if path.exists() else create_keys(path)


def open_room(
    record: Record, keys: Keys, world: World, *, play_chips: bool, delay: float, name: str = PLAY_CHIPS
) -> LiveRoom:
    """The room as its record has it."""
    keys = Keys(tuple(replace(key, nonces=world.entropy.source) for key in keys.keys))
    recorder, chance = LoopWriter(record.writer), world.entropy.generator()

    def read() -> Room:
        room = Room(recorder, REGISTRY, keys=keys, chance=chance, software=software())
        kept = record.store.row(checkpoint.ROW, "")
        point = None if kept is None else checkpoint.read_back(kept, code=digest(), keys=keys)
        return reopened(record.store, room, point=point)

    room = read()
    if room.in_clear:
        LOG.warning("hidden cards in clear, recorded by an earlier version", events=room.in_clear)
    live = LiveRoom(room, record.store, record.writer, world, play_chips=play_chips, delay=delay, name=name)
    live.closing, live.reread = record.close, read
    live.acts_for = held_of(record.store)
    return live


async def keep_checkpoint(live: LiveRoom) -> None:
    """Note the present state of the room, so that it opens from there."""
    now = checkpoint.standing(live.room)
    value = await live.world.threads.run(checkpoint.written, now, code=digest(), keys=live.room.keys)
    await live.keep(checkpoint.ROW, "", value)
