"""A room that follows its record is the room that would be reopened from it, whatever it has seen first."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.log import Codec
from pokerroom.room.answers import NOT_SAID
from pokerroom.room.following import follow, following
from pokerroom.room.ports import Batch, ChainBroken, Committed, StoreFailed
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Room
from pokerroom.room.shards import DESK, shard_of
from pokerroom.room.streams import table_of
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.store import MemoryStore
from pokerroom.table.seating import commands as at_table
from tests.unit.room.house import House
from tests.unit.room.test_checkpoint import Evening

SHARDS = 4
SEEDS = range(6)


def batches(committed: Sequence[Committed]) -> Iterator[Batch]:
    """What was recorded in one shard as several would record it: no commit spans two."""
    runs: list[list[Committed]] = []
    for each in committed:
        place = shard_of(each.envelope.stream, SHARDS), each.envelope.cause
        if not runs or place != (shard_of(runs[-1][0].envelope.stream, SHARDS), runs[-1][0].envelope.cause):
            runs.append([])
        runs[-1].append(each)
    for run in runs:
        yield Batch(tuple(each.envelope for each in run), asked=run[0].asked)


class Followed:
    """An evening recorded in a store that is divided, some of it at a time, and a room that follows it."""

    def __init__(self, seed: int, steps: int = 120) -> None:
        self.lot, evening = Random(seed), Evening(seed)
        evening.go_on(steps)
        self.house = evening.house
        self.waiting = list(batches(list(self.house.store.read_all())))
        self.store = MemoryStore(SHARDS)
        self.room = self.reopened()

    def reopened(self) -> Room:
        return reopened(self.store, self.house.new_room())

    def record(self, most: int) -> None:
        now, self.waiting = self.waiting[:most], self.waiting[most:]
        for batch in now:
            self.store.append(batch)

    def follow(self, shards: Sequence[int] = range(SHARDS), *, page: int = 500) -> list[Done]:
        """All that these shards have."""
        done: list[Done] = []
        while True:
            news = self.store.read_since({shard: self.room.ends[shard] for shard in shards}, page=page)
            done += follow(self.room, news.events)
            self.room.ends |= news.ends
            if news.is_all:
                return done


def same(one: Room, other: Room) -> None:
    for stream in REGISTRY.streams:
        assert one.states(stream) == other.states(stream), stream.name
    assert one.heads == other.heads
    assert one.opened == other.opened
    assert one.answered.of == other.answered.of
    for process in REGISTRY.processes:
        owed, reowed = (sorted(each.due[process.name], key=lambda due: due.id) for each in (one, other))
        assert owed == reowed, process.name


@pytest.mark.parametrize("seed", SEEDS)
def test_a_room_that_followed_in_any_pages_is_the_room_of_the_record(seed: int) -> None:
    one = Followed(seed)
    while one.waiting:
        one.record(one.lot.randint(1, 60))
        one.follow(page=one.lot.choice((1, 2, 7, 500)))
        same(one.room, one.reopened())


@pytest.mark.parametrize("seed", SEEDS)
def test_it_owes_the_same_whichever_shards_it_came_to_see_first(seed: int) -> None:
    """The desk may be ahead of a table whose events it has booked already, or far behind."""
    one = Followed(seed)
    while one.waiting:
        one.record(one.lot.randint(1, 60))
        for shard in one.lot.sample(range(SHARDS), one.lot.randint(1, SHARDS)):
            one.follow([shard])
    one.follow()
    same(one.room, one.reopened())


def test_what_happened_is_told_command_by_command_and_each_before_the_next_takes_effect() -> None:
    one = Followed(1)
    one.record(10_000)
    told: list[tuple[str, Any]] = []
    seen = one.store.read_since(one.room.ends, page=10_000)
    for done in following(one.room, seen.events):
        told += done.events
        for name, _ in done.events:
            assert one.room.head(name).sequence == sum(of == name for of, _ in told), "nothing later is in effect"
    streams = {name for name, _ in told}
    for name in streams:
        stream = REGISTRY.stream(name)
        recorded = [event for _, event in stream.events(one.store, table_of(name), keys=one.room.keys)]
        assert [event for of, event in told if of == name] == recorded


def test_a_command_is_told_as_a_whole_however_small_the_page() -> None:
    whole, paged = Followed(2), Followed(2)
    for each in (whole, paged):
        each.record(10_000)
    assert sorted(paged.follow(page=1), key=str) == sorted(whole.follow(), key=str)


def test_what_is_known_already_is_skipped() -> None:
    one = Followed(3)
    one.record(10_000)
    events = one.store.read_since(one.room.ends, page=10_000).events
    assert follow(one.room, events)
    heads, due = dict(one.room.heads), {name: list(owed) for name, owed in one.room.due.items()}
    assert follow(one.room, events) == []
    assert one.room.heads == heads
    assert one.room.due == due


def test_a_table_that_was_followed_is_taken_over_in_the_middle_of_a_round() -> None:
    one = Followed(4, steps=75)
    one.record(10_000)
    one.follow()
    house = House(one.store)
    house.room, house.at, house.orders = one.room, one.house.at, one.house.orders
    house.room.recorder = house.recorder
    lot = Random(4)
    for table in ("1", "2", "3"):
        if house.room.states(TABLES)[table].dealing is None:
            house.deal(table)
        else:
            house.step(table, lot)
    same(house.room, one.reopened())
    assert one.follow() == [], "what it recorded itself is not read again"


def test_an_order_answered_by_another_is_answered_still() -> None:
    evening = Evening(5)
    out = AtTable("1", at_table.SitOut(by="p10", at=evening.house.at, player="p10"))
    before = evening.house.store.ends()
    room = reopened(evening.house.store, evening.house.new_room())
    assert isinstance(evening.house.ask(out, order="ada/1"), Done)
    follow(room, evening.house.store.read_since(before).events)
    assert room.answer_before("ada/1", room.answered.of["table/1"]["ada/1"], "table/1") == Done("ada/1", repeated=True)
    assert room.answered.of["table/1"]["ada/1"] != NOT_SAID


# What cannot be followed.


def events_of(one: Followed, stream: str) -> list[Committed]:
    one.record(10_000)
    return [each for each in one.store.read_since(one.room.ends, page=10_000).events if each.envelope.stream == stream]


def test_an_event_that_is_missing_is_noticed() -> None:
    one = Followed(0, steps=5)
    events = events_of(one, "table/1")
    with pytest.raises(ChainBroken, match="event 4 of 'table/1' does not follow"):
        follow(one.room, [*events[:2], *events[3:]])


def test_an_event_that_was_altered_is_noticed_and_nothing_of_its_command_takes_effect() -> None:
    one = Followed(0, steps=5)
    *before, last = events_of(one, "table/1")
    follow(one.room, before)
    state = one.room.state(TABLES, "1")
    forged = Committed(last.position, replace(last.envelope, body=last.envelope.body + b" "))
    with pytest.raises(ChainBroken):
        follow(one.room, [forged])
    assert one.room.state(TABLES, "1") is state


def test_events_of_a_later_version_are_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Followed(0, steps=5)
    events = events_of(one, "lists")
    monkeypatch.setattr(Codec, "read", Codec([]).read)
    with pytest.raises(StoreFailed, match="the events of 'lists' do not fit one another: no type of event of this log"):
        follow(one.room, events)


def test_a_stream_that_the_room_does_not_know_is_named() -> None:
    one = Followed(0, steps=5)
    stranger = Committed(400, replace(events_of(one, "lists")[0].envelope, stream="stranger"))
    with pytest.raises((ChainBroken, StoreFailed), match="stranger"):
        follow(one.room, [stranger])


def test_the_desk_is_shard_0_and_every_shard_has_a_part_in_these_evenings() -> None:
    one = Followed(0, steps=5)
    one.record(10_000)
    positions = {each.position % SHARDS for each in one.store.read_since(one.room.ends, page=10_000).events}
    assert DESK in positions
    assert len(positions) > 2
