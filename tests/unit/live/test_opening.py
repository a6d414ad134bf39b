"""How a room opens: a new one in a commit or two, an old one from where it had come to."""

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

from pokerroom.live.banked.listed import GAMES
from pokerroom.live.house import House
from pokerroom.live.seeding import postings
from pokerroom.live.tables.opponents import name_for
from pokerroom.room import checkpoint
from pokerroom.room.books import LEDGER
from pokerroom.room.ports import Batch, Committed, Row, StoreFailed
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore
from tests.wire import Player, settings, table_of, world_of

KEYS = Keys((new_key(),))
SETTINGS = settings(bots=2)


class Watched(MemoryStore):
    """A store that counts what is read of each stream, and how often anything is written."""

    def __init__(self) -> None:
        super().__init__()
        self.commits = 0
        self.read_of: dict[str, int] = {}
        self.refuses = False

    def append(self, *batches: Batch) -> tuple[int, ...]:
        if self.refuses:
            raise StoreFailed("the disk is full")
        self.commits += 1
        return super().append(*batches)

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        for each in super().read(stream, after=after):
            self.read_of[stream] = self.read_of.get(stream, 0) + 1
            yield each


async def opened(store: Watched) -> House:
    return await House.open(SETTINGS, world=world_of(SETTINGS, store, KEYS), pace=0)


async def played(house: House, *, rounds: int) -> None:
    house.start()
    ann = Player(house, "Ann", Random(4))
    await ann.enter()
    await ann.sit(table_of(house, "hold-em"))
    await ann.play(table_of(house, "hold-em"), rounds=rounds)


def same(one: Room, other: Room) -> None:
    for stream in REGISTRY.streams:
        assert one.states(stream) == other.states(stream), stream.name
    assert (one.heads, one.due, one.opened) == (other.heads, other.due, other.opened)


def test_a_new_room_is_furnished_in_a_few_commits() -> None:
    store = Watched()

    async def session() -> None:
        house = await opened(store)
        assert len(house.actors) == len(postings(1))
        assert all(len(actor.table.seated) == 2 for actor in house.actors.values())
        assert store.commits <= 3 + len(GAMES), "one more for each game beside poker"
        await house.close()

    asyncio.run(session())


def test_a_room_that_cannot_be_recorded_does_not_open_and_leaves_nothing_behind() -> None:
    store = Watched()
    store.refuses = True
    with pytest.raises(StoreFailed):
        asyncio.run(opened(store))
    assert not store.heads()


def test_a_room_that_was_closed_opens_without_reading_all_of_its_record() -> None:
    store = Watched()

    async def sessions() -> None:
        house = await opened(store)
        await played(house, rounds=12)
        before = house.rooms["play chips"].room
        await house.close()
        store.read_of.clear()
        again = await opened(store)
        same(again.rooms["play chips"].room, before)
        await again.close()

    asyncio.run(sessions())
    assert LEDGER.name not in store.read_of
    heads = store.heads()
    longest = max((head for stream, head in heads.items() if TABLES.holds(stream)), key=lambda head: head.sequence)
    assert longest.sequence > 200
    assert store.read_of[longest.stream] < longest.sequence


def test_a_checkpoint_that_somebody_has_changed_is_of_no_account() -> None:
    store = Watched()

    async def sessions() -> None:
        house = await opened(store)
        await played(house, rounds=3)
        await house.close()
        kept = store.row(checkpoint.ROW, "")
        assert kept is not None
        assert b'"balances"' in kept
        store.append(Batch((), (Row(checkpoint.ROW, "", kept.replace(b'"amount":', b'"amount":9')),)))
        again = await opened(store)
        live = again.rooms["play chips"]
        whole = reopened(store, Room(live.room.recorder, REGISTRY, keys=KEYS, chance=live.room.chance, software=""))
        same(live.room, whole)
        assert store.read_of[LEDGER.name] >= store.heads()[LEDGER.name].sequence
        await again.close()

    asyncio.run(sessions())


def test_no_two_bots_have_one_name_however_many_there_are() -> None:
    taken: set[str] = set()
    for _ in range(400):
        name = name_for(taken, Random(len(taken)))
        assert name not in taken
        taken.add(name)
