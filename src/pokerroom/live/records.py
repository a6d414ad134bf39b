"""Where the records of the house are, with the keys of their decks and the signed heads."""

from contextlib import ExitStack, closing
from pathlib import Path

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pokerroom.live.key_sources import keys_from, secret_from
from pokerroom.live.machine import CLOCK, ENTROPY, THREADS, MachineLines
from pokerroom.live.ports import Record, World
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings, SettingsError
from pokerroom.room import checkpoint
from pokerroom.room.ports import EventStore
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room
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
from pokerroom.store.keys import signing_key
from pokerroom.store.lease import owner_of
from pokerroom.store.private import private_folder
from pokerroom.store.rolling_back import refuse_rolled_back
from pokerroom.store.verifying import refuse_broken

LOG = structlog.get_logger(__name__)

PLAY_CHIPS, ACCOUNTS, LICENSED = "play-chips", "accounts", "licensed"
LINKED_HOST = "linked-host"
"""Of the host of a multi-casino system, in a store of its own."""
DEMONSTRATION = "demonstration"
"""Of a room that is always in memory."""
MEMORY = "memory:"


class SettledRecords:
    """The records as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def open(self, name: str, address: str = "") -> Record:
        return open_record(self._settings, name, address)

    def keys(self) -> Keys:
        return deck_keys(self._settings)


def machine(settings: Settings) -> World:
    """The world as it is."""
    return World(CLOCK, ENTROPY, THREADS, SettledRecords(settings), MachineLines)


def open_record(settings: Settings, name: str, address: str = "") -> Record:
    """The record of this name: at the address of a database, or else in the store. No other process writes to it."""
    folder = prepared(settings)
    address = address or own_address(folder, name)
    with ExitStack() as unless_open:
        opened = open_store(address, writing=True, owner=owner_of(settings.address))
        store, heads = unless_open.enter_context(closing(opened)), None
        if folder is not None and address != MEMORY:
            heads = unless_open.enter_context(closing(heads_of(settings, folder, name, address)))
        if heads is not None:
            refuse_rolled_back(store, heads, name)
            refuse_broken(store, signed=heads.signed)
        record = Record(store, Writer(store, heads=heads), heads)
        unless_open.pop_all()
    return record


def fenced(store: EventStore) -> str:
    """Who has taken a record from us; empty while it is ours."""
    lease = store.lease if isinstance(store, SqlStore) else None
    return "" if lease is None else lease.fenced


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
    return live


async def keep_checkpoint(live: LiveRoom) -> None:
    """Note the present state of the room, so that it opens from there."""
    now = checkpoint.standing(live.room)
    value = await live.world.threads.run(checkpoint.written, now, code=digest(), keys=live.room.keys)
    await live.keep(checkpoint.ROW, "", value)
