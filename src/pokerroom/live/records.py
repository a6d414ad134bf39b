"""Where the records of the house are, with the keys of their decks and the signed heads."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

import pokerroom
from pokerroom.live.machine import CLOCK, ENTROPY, THREADS
from pokerroom.live.ports import Record, World
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings
from pokerroom.room import checkpoint
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room
from pokerroom.room.software import software
from pokerroom.shuffle.seal import Keys, create_keys, new_key, read_keys
from pokerroom.store import HeadsFile, LoopWriter, Writer, create_signing_key, open_store, read_signing_key

PLAY_CHIPS, ACCOUNTS, LICENSED = "play-chips", "accounts", "licensed"
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
    return World(CLOCK, ENTROPY, THREADS, SettledRecords(settings))


def open_record(settings: Settings, name: str, address: str = "") -> Record:
    """The record of this name: at the address of a database, or else in the store."""
    folder = prepared(settings)
    if not address:
        address = MEMORY if folder is None else f"sqlite:///{folder / name}.sqlite3"
    heads = None if folder is None or address == MEMORY else heads_of(settings, folder, name, address)
    store = open_store(address)
    return Record(store, Writer(store, heads=heads), heads)


def heads_of(settings: Settings, folder: Path, name: str, address: str) -> HeadsFile:
    """The file that says under a signature what a record had come to, in a folder of its own."""
    lies = Path(settings.heads) if settings.heads else folder / "heads"
    lies.mkdir(parents=True, exist_ok=True)
    path = folder / "signing-key"
    key = read_signing_key(path) if path.exists() else create_signing_key(path)
    return HeadsFile(lies / f"{name}.heads", key, database=address)


def prepared(settings: Settings) -> Path | None:
    """The folder of the records, created if it does not exist; None when they are in memory."""
    folder = settings.folder
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def deck_keys(settings: Settings) -> Keys:
    """The keys that decks are sealed under: beside the records, never in them."""
    folder = prepared(settings)
    if folder is None:
        return Keys((new_key(),))
    path = folder / "deck-keys"
    return read_keys(path) if path.exists() else create_keys(path)


def open_room(record: Record, keys: Keys, world: World, *, play_chips: bool, delay: float) -> LiveRoom:
    """The room as its record has it."""
    keys = Keys(tuple(replace(key, nonces=world.entropy.source) for key in keys.keys))
    recorder, chance = LoopWriter(record.writer), world.entropy.generator()
    room = Room(recorder, REGISTRY, keys=keys, chance=chance, software=software())
    kept = record.store.row(checkpoint.ROW, "")
    point = None if kept is None else checkpoint.read_back(kept, code=code(), keys=keys)
    reopened(record.store, room, point=point)
    live = LiveRoom(room, record.store, record.writer, world, play_chips=play_chips, delay=delay)
    live.closing = record.close
    return live


async def keep_checkpoint(live: LiveRoom) -> None:
    """Note the present state of the room, so that it opens from there."""
    now = checkpoint.standing(live.room)
    value = await live.world.threads.run(checkpoint.written, now, code=code(), keys=live.room.keys)
    await live.keep(checkpoint.ROW, "", value)


@cache
def code() -> str:
    """A digest of this program: after any change to it, what it kept before is computed again."""
    package = Path(pokerroom.__file__).parent
    digest = sha256(msgspec.__version__.encode())
    for path in sorted(package.rglob("*.py")):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(package)} {len(text)} ".encode())
        digest.update(text)
    return digest.hexdigest()
