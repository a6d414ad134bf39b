"""A small record as a room leaves it, made alike every time, and everything that can be read of it.

Three tables of different games, books, filings, lists, conduct, chat, names, wishes, a closed day, a round in progress,
projections and a checkpoint, under signed heads.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import PREFERENCES, wishes_in
from pokerroom.live.ports import Record, World
from pokerroom.live.records import LICENSED, heads_of, keep_checkpoint, machine, open_room, own_address
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.clock import ClockRules
from pokerroom.live.tables.people import Preferences
from pokerroom.live.talk import Talk, begin
from pokerroom.room.books.stream import BALANCE
from pokerroom.room.checkpoint import repeatable
from pokerroom.room.projections import PROJECTIONS
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room
from pokerroom.room.talk.commands import OnTalk, Silence
from pokerroom.room.talk.words import NAMES, REMARKS
from pokerroom.rules.staff import Official, Position
from pokerroom.shuffle import Mode, lab_generator
from pokerroom.shuffle.lab import keystream
from pokerroom.shuffle.seal import Key, Keys, write_new as write_keys
from pokerroom.store import HeadsFile, Writer, open_store
from pokerroom.store.heads import NOTHING, signable
from pokerroom.store.keys import verifying_path, write_new
from tests.audited import TABLES, Floor
from tests.owned import COMMIT, OwnedThreads, in_owned_world
from tests.unit.room.house import NOON

SEED = "a record to be damaged"
SIGNING = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ADA = Identity("p41", "Ada", Role.PLAYER, guest=False)
FLO = Official("Flo Ray", Position.FLOORPERSON)
ROWS = (BALANCE, NAMES, PREFERENCES, REMARKS)
"""What is kept beside the events; a checkpoint is read only by the room itself."""


class Kept(NamedTuple):
    """A store: the folder of its settings, and where its record lies."""

    folder: Path
    address: str
    name: str = LICENSED

    @property
    def settings(self) -> Settings:
        settings = Settings(store=str(self.folder), licensed_database=self.address)
        return settings if self.name == LICENSED else Settings(store=str(self.folder), accounts_database=self.address)

    @property
    def heads(self) -> Path:
        return self.folder / "heads" / f"{self.name}.heads"

    @property
    def signing_key(self) -> Path:
        return self.folder / "signing-key"

    @property
    def deck_keys(self) -> Path:
        return self.folder / "deck-keys"


def lying_in(folder: Path, name: str = LICENSED) -> Kept:
    return Kept(folder, own_address(folder, name), name)


class SmallFloor(Floor):
    """Sealed and shuffled by a seed, and signed now and then."""

    def __init__(self, store: ProjectingStore, heads: HeadsFile, nonces: str) -> None:
        self._keys, self._heads = deck_keys(nonces), heads
        super().__init__(store)

    def new_room(self) -> Room:
        chance = lab_generator(SEED, otherwise=Mode.LAB)
        return Room(self.recorder, REGISTRY, keys=self._keys, chance=chance, software="test 1")

    def sign(self, *, listing: bool = False) -> None:
        reach = NOTHING.after(map(signable, self.store.read_all()))
        self._heads.write(self.store.heads() if listing else {}, at=self.at, reach=reach)


def deck_keys(nonces: str) -> Keys:
    return Keys((Key("small", bytes(range(32)), nonces=keystream(f"{SEED} {nonces}")),))


def make_keys(kept: Kept) -> None:
    write_keys(kept.deck_keys, deck_keys(""))
    write_new(kept.signing_key, SIGNING.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)
    public = SIGNING.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    write_new(verifying_path(kept.signing_key), public, 0o644)


def record_day(kept: Kept) -> None:
    """A gaming day from its opening to its close; the room is closed in order after it."""
    with (
        closing(heads_of(kept.settings, kept.folder, LICENSED, kept.address)) as heads,
        closing(open_store(kept.address)) as store,
    ):
        floor = SmallFloor(store, heads, "day")
        floor.open()
        floor.sign(listing=True)
        for table in TABLES:
            floor.play_round(table, Random(SEED))
            floor.room.post()
            floor.sign()
        floor.misdeal("7")
        floor.evening()
        floor.sign(listing=True)
        store.projected.caught_up()


def record_evening(kept: Kept) -> None:
    """What a running room adds: names, wishes, talk, a silence, a checkpoint; and it closes in order."""
    in_owned_world(lambda world: evening(kept, world), SEED, start=datetime(2026, 1, 2, 12, tzinfo=UTC))


async def evening(kept: Kept, world: World) -> None:
    heads = heads_of(kept.settings, kept.folder, LICENSED, kept.address)
    store, seconds = open_store(kept.address), count(step=COMMIT)
    assert isinstance(world.threads, OwnedThreads)
    later = world.threads.later
    writer = Writer(store, heads=heads, clock=world.clock.now, seconds=lambda: next(seconds), later=later)
    live = open_room(Record(store, writer, heads), deck_keys("evening"), world, play_chips=False, delay=0.0)
    await begin(live)
    for player in ("p41", "p71", "late"):
        live.remember(player, f"{player.title()} Doe")
    await live.names_recorded()
    live.note(PREFERENCES, "p41", msgspec.json.encode(Preferences(muck_losers=False)))
    talk = Talk(world.clock)
    actor = TableActor(live, "9", ClockRules(), preferences={}, changed=lambda: None)
    for text in ("good evening", "well played"):
        assert await talk.say(actor, ADA, text) is None
    until = world.clock.now() + timedelta(days=900)
    silence = OnTalk(Silence(player="p72", until=until, at=live.moment(), by=FLO))
    await live.submit(silence, id="order-of-staff", asked=b"asked for 16 b")
    await asyncio.sleep(1)
    store.projected.caught_up()
    await keep_checkpoint(live)
    live.close()


def record_night(kept: Kept, *, killed: Path) -> None:
    """The next day has begun and a round is being played when the room is killed: what it leaves is in `killed`."""
    with (
        closing(heads_of(kept.settings, kept.folder, LICENSED, kept.address)) as heads,
        closing(open_store(kept.address)) as store,
    ):
        floor = SmallFloor(store, heads, "night")
        reopened(store, floor.room)
        floor.at, floor.orders = NOON + timedelta(days=2), 10_000
        floor.open_day()
        floor.deal("7")
        floor.stay_in("7")
        floor.room.post()
        floor.sign(listing=True)
        store.projected.caught_up()
        shutil.copytree(kept.folder, killed)


class Seen(NamedTuple):
    """By its name, everything that can be read of a room."""

    parts: Mapping[str, Any]

    def unlike(self, other: "Seen") -> list[str]:
        return [name for name in {**self.parts, **other.parts} if self.parts.get(name) != other.parts.get(name)]


def seen_in(kept: Kept) -> Seen:
    """A room opened as a house opens it, looked at and closed."""
    return asyncio.run(looked_at(kept))


async def looked_at(kept: Kept) -> Seen:
    async with opened(kept) as live:
        seen = Seen({**dict(of_room(live)), **dict(of_rows(live)), **dict(of_projections(live.store))})
        await live.book()
        await keep_checkpoint(live)
    return seen


def opens(kept: Kept) -> None:
    """It does, or raises what a house would tell."""

    async def opening() -> None:
        async with opened(kept):
            pass

    asyncio.run(opening())


@asynccontextmanager
async def opened(kept: Kept) -> AsyncIterator[LiveRoom]:
    """A room as a house opens it."""
    world = machine(kept.settings)
    keys = world.records.keys()
    with closing(world.records.open(LICENSED, kept.address)) as record:
        live = open_room(record, keys, world, play_chips=False, delay=0.0)
        await begin(live)
        Talk(world.clock).recall(live)
        wishes_in(live.store)
        yield live


def of_room(live: LiveRoom) -> Iterator[tuple[str, Any]]:
    room = live.room
    for stream in REGISTRY.streams:
        yield stream.name, dict(room.states(stream))
    yield "heads", dict(room.heads)
    yield "due", {name: list(due) for name, due in room.due.items()}
    yield "answered", {name: repeatable(ids, room.due) for name, ids in room.answered.of.items()}
    yield "asked", tuple((each.position, each.asked) for each in live.store.read_all())


def of_rows(live: LiveRoom) -> Iterator[tuple[str, Any]]:
    for name in ROWS:
        yield name, tuple(live.store.rows(name))
    yield "names", dict(live.names)


def of_projections(store: ProjectingStore) -> Iterator[tuple[str, Any]]:
    rows = store.projected.caught_up()
    for table in PROJECTIONS.tables:
        yield table.name, tuple(rows.stored(table))
        for order in (table.key, *table.indexes):
            yield f"{table.name} by {', '.join(order)}", tuple(rows.find(table, order))
