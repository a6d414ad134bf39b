"""A room that opens from a checkpoint is the room its whole record tells of, or it reads the whole record."""

from collections.abc import Iterable
from datetime import timedelta, timezone
from random import Random
from typing import Any

import msgspec
import pytest

from pokerroom.ledger import Books, CloseDay, Count, Dealt, OpenDay, RecordId, Shift
from pokerroom.ledger.state import Seen
from pokerroom.log import Envelope
from pokerroom.play.commands import Rule, Ruling
from pokerroom.play.events import RoundOpened
from pokerroom.room import checkpoint, filing
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import InBooks
from pokerroom.room.commands import Order
from pokerroom.room.lists import Wanted, commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import Batch, EventStore
from pokerroom.room.processes.booking import BOOKING
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Room
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore
from pokerroom.table.seating import commands as at_table
from tests.unit.room.house import ADA, HOLD_EM, KEYS, NOON, RAKE, STUD, SUPERVISOR, House

GAMES = {
    "1": ("hold-em", HOLD_EM),
    "2": ("seven-card-stud-high", STUD),
    "3": ("five-card-draw-high", HOLD_EM),
}
CODE = "this code"
SEEDS = range(12)


class Evening:
    """Three tables of different games, waiting lists, days that end, and books that are written now and then."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(seed)
        self.house = House()
        self.house.open_day()
        self.house.file(filing.RAKE, filing.RakeSubmission(methods=RAKE, most=400))
        for name, (game, rules) in GAMES.items():
            self.house.open_table(name, game, rules)
            self.house.seat(name, [f"p{name}{number}" for number in range(4)], amount=200_000)
            self.on_lists(on_lists.AddTable, table=name, wanted=Wanted(game, "$2-$4"), seats=6)
            self.on_lists(on_lists.Join, player=f"w{name}", name="Wes", wanted=Wanted(game, "$2-$4"))
        there = timezone(timedelta(hours=-5))
        until = (self.house.at + timedelta(minutes=5)).astimezone(there)
        self.on_lists(on_lists.LockSeat, player="lou", table="1", seat=5, until=until, reason="on the way")
        self.on_lists(on_lists.CallNext, table="2")

    def on_lists(self, kind: Any, **said: Any) -> None:
        self.house.do(OnLists(kind(at=self.house.at, by=SUPERVISOR, **said)))

    def go_on(self, steps: int) -> None:
        for _ in range(steps):
            self.step(self.lot.choice(list(GAMES)))

    def step(self, table: str) -> None:
        house, lot = self.house, self.lot
        if house.room.states(TABLES)[table].dealing is None:
            house.deal(table)
        else:
            house.step(table, lot)
        if lot.random() < 0.05:
            self.rule(table)
        if lot.random() < 0.05:
            house.room.post()
        if lot.random() < 0.05:
            asked = at_table.SitOut(by=f"p{table}0", at=house.at, player=f"p{table}0")
            house.ask(AtTable(table, asked))
        if lot.random() < 0.01:
            self.next_day()

    def rule(self, table: str) -> None:
        ruling = Ruling(SUPERVISOR, self.house.at, "the button was one seat off", "14.15(b)")
        self.house.ask(AtTable(table, at_table.Play(by=SUPERVISOR, at=self.house.at, command=Rule(ruling))))

    def next_day(self) -> None:
        house = self.house
        day = house.room.state(LEDGER).open_day
        assert day is not None
        house.do(InBooks(CloseDay(date=day.date, at=house.at, by=ADA)))
        shifts = (Shift("day", house.at),)
        house.do(InBooks(OpenDay(date=day.date + timedelta(days=1), shifts=shifts, at=house.at, by=ADA)))

    def taken(self, *, keys: Keys = KEYS) -> bytes:
        return checkpoint.written(checkpoint.standing(self.house.room), code=CODE, keys=keys)


def opened(store: EventStore) -> dict[str, int]:
    """Where the last round at each table was opened."""
    events = (each.envelope for each in store.read_all() if TABLES.holds(each.envelope.stream))
    return {each.stream: each.sequence for each in events if each.tag == RoundOpened.__name__}


def from_point(house: House, value: bytes, *, code: str = CODE, store: EventStore | None = None) -> Room:
    point = checkpoint.read_back(value, code=code, keys=KEYS)
    assert point is not None
    return reopened(house.store if store is None else store, house.new_room(), point=point)


def same(one: Room, other: Room) -> None:
    for stream in REGISTRY.streams:
        assert one.states(stream) == other.states(stream), stream.name
    assert list(one.states(TABLES)) == list(other.states(TABLES))
    assert one.heads == other.heads
    assert one.opened == other.opened
    assert sorted(one.due["books"], key=lambda each: each.id) == sorted(other.due["books"], key=lambda each: each.id)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_room_from_a_checkpoint_is_the_room_of_its_record(seed: int) -> None:
    evening = Evening(seed)
    evening.go_on(evening.lot.randint(0, 150))
    value = evening.taken()
    for more in (0, 1, 40, 150):
        evening.go_on(more)
        whole = reopened(evening.house.store, evening.house.new_room())
        same(from_point(evening.house, value), whole)
        same(whole, evening.house.room)


def test_a_ruling_of_the_round_under_way_is_counted_once() -> None:
    evening = Evening(6)
    evening.house.deal("1")
    evening.rule("1")
    again = from_point(evening.house, evening.taken())
    assert again.states(TABLES)["1"].rulings == 1
    same(again, evening.house.room)


def test_the_time_zone_that_somebody_named_is_kept() -> None:
    evening = Evening(0)
    hold = from_point(evening.house, evening.taken()).state(LISTS).hold_of("lou")
    assert hold is not None
    assert hold.until.utcoffset() == timedelta(hours=-5)


def test_a_count_that_one_person_signed_is_kept() -> None:
    count = Count(id=RecordId("table/1", 7), table="1", closer=40_000, at=NOON, by=ADA)
    books = Books(seen={"table/1": Seen(count.id, (count,))})
    assert LEDGER.kept is not None
    written = msgspec.json.encode(LEDGER.kept.write(books))
    assert LEDGER.kept.read(msgspec.json.decode(written, type=LEDGER.kept.form)) == books


def test_a_room_from_a_checkpoint_plays_on_as_the_other_would() -> None:
    evening = Evening(1)
    evening.go_on(80)
    value = evening.taken()
    evening.go_on(30)
    evening.house.room = from_point(evening.house, value)
    evening.go_on(100)
    evening.house.room.post()
    same(reopened(evening.house.store, evening.house.new_room()), evening.house.room)


def test_rounds_are_noted_once_when_the_books_were_being_written_meanwhile() -> None:
    evening = Evening(2)
    house = evening.house
    house.play_round("1", evening.lot)
    pending = house.room.prepare_post(BOOKING)
    assert pending is not None
    house.play_round("1", evening.lot)
    value = evening.taken()
    house.room.finish(pending)
    room = from_point(house, value)
    assert sum(isinstance(each, Dealt) for each in room.due["books"]) == 1
    same(room, reopened(house.store, house.new_room()))


def test_an_order_answered_before_is_answered_still() -> None:
    evening = Evening(3)
    house = evening.house
    out = AtTable("1", at_table.SitOut(by="p10", at=house.at, player="p10"))
    assert isinstance(house.ask(out, order="ada/1"), Done)
    room = from_point(house, evening.taken())
    assert room.do(Order("ada/1", out)) == Done("ada/1", repeated=True)


def test_a_checkpoint_knows_where_the_round_of_each_table_was_opened() -> None:
    evening = Evening(4)
    evening.go_on(100)
    assert checkpoint.standing(evening.house.room).opened == opened(evening.house.store) != {}
    again = from_point(evening.house, evening.taken())
    assert again.opened == opened(evening.house.store)


def test_no_card_is_in_a_checkpoint() -> None:
    evening = Evening(5)
    evening.house.deal("1")
    state = evening.house.room.states(TABLES)["1"].round
    assert state is not None
    kept = msgspec.json.decode(evening.taken()[checkpoint.SEAL :])
    named = set(keys_in(kept))
    assert "opened" in named
    assert named.isdisjoint({"round", "deck", "down", "up", "board", "burns", "muck"})
    assert list(state.deck) not in list(lists_in(kept))


def keys_in(value: Any) -> Any:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    for each in value if isinstance(value, list) else ():
        yield from keys_in(each)


def lists_in(value: Any) -> Any:
    if isinstance(value, list):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from lists_in(each)


def test_other_code_other_keys_or_a_changed_byte_and_it_is_thrown_away() -> None:
    value = Evening(6).taken()
    changed = bytearray(value)
    changed[len(changed) // 2] ^= 1
    assert checkpoint.read_back(value, code=CODE, keys=KEYS) is not None
    assert checkpoint.read_back(value, code="other code", keys=KEYS) is None
    assert checkpoint.read_back(value, code=CODE, keys=Keys((new_key(),))) is None
    assert checkpoint.read_back(bytes(changed), code=CODE, keys=KEYS) is None
    assert checkpoint.read_back(value[:40], code=CODE, keys=KEYS) is None
    assert checkpoint.read_back(b"", code=CODE, keys=KEYS) is None


@pytest.mark.parametrize("stream", [LEDGER.name, TABLES.named("1")])
def test_a_record_that_lacks_an_event_it_speaks_of_is_read_whole(stream: str) -> None:
    evening = Evening(7)
    evening.go_on(60)
    evening.house.room.post()
    value = evening.taken()
    cut = without_last(evening.house.store, stream)
    same(from_point(evening.house, value, store=cut), reopened(cut, evening.house.new_room()))


def without_last(store: EventStore, stream: str) -> EventStore:
    last = store.heads()[stream]
    return copied(
        each.envelope for each in store.read_all() if (each.envelope.stream, each.envelope.hash) != (stream, last.hash)
    )


def copied(envelopes: Iterable[Envelope]) -> MemoryStore:
    copy = MemoryStore()
    copy.append(Batch(tuple(envelopes)))
    return copy


def test_a_record_that_went_another_way_is_read_whole() -> None:
    """As from a copy of the record that was made earlier, and played on from."""
    evening = Evening(8)
    evening.go_on(40)
    copy = copied(each.envelope for each in evening.house.store.read_all())
    evening.go_on(5)
    value = evening.taken()
    other = Evening.__new__(Evening)
    other.lot, other.house = Random("another way"), House(copy)
    other.house.room = reopened(copy, other.house.new_room())
    other.house.at, other.house.orders = evening.house.at + timedelta(hours=1), 10_000
    other.go_on(60)
    same(from_point(other.house, value), reopened(copy, other.house.new_room()))
