"""The house on a clock, entropy and threads of the test: a whole evening, and the same evening again."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from pokerroom.bots import warm
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.ports import World
from pokerroom.live.records import ACCOUNTS, PLAY_CHIPS
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.tables.clock import ClockRules
from pokerroom.room import checkpoint, software
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import Batch, Committed, Row
from pokerroom.room.room import Done
from pokerroom.room.talk.words import NAMES, REMARKS
from pokerroom.shuffle.seal import Keys
from pokerroom.store import MemoryStore, audit_log
from pokerroom.wire import messages as wire
from tests.conftest import ROOT
from tests.owned import OwnedRecords, copied, in_owned_world
from tests.unit.live.evening import Guest, Premises, Staff, linger, order, premises

SHORT = 1.2
"""Minutes of each sitting, of which an evening has three: five to twenty rounds of play at each table."""
SEED, OTHER_SEED = "one evening", "another evening"
DAY_STARTS = datetime(2026, 1, 1, 6, tzinfo=UTC)
SITTINGS_BEFORE = 1.5
"""How many sittings of the evening the old gaming day still has."""
REGULARS = ("Ann", "Bob", "Cat", "Dan", "Eli", "Flo")
SETTINGS = Settings(
    store="memory:", time_zone="UTC", day_starts=6.0, play_chips=PlayChips(always_dealing=True, demonstrations=0)
)
SMALL = "triple-draw-deuce-to-seven"
SUE, ABE = Staff("Sue Park", Role.SHIFT_SUPERVISOR), Staff("Abe Orr", Role.ACCOUNTING)


class Evening(NamedTuple):
    """All that is left of it."""

    records: dict[str, tuple[Committed, ...]]
    rows: dict[str, dict[tuple[str, str], bytes]]
    heard: dict[str, tuple[bytes, ...]]
    rounds: dict[str, int]
    keys: Keys


def records_of(world: World) -> OwnedRecords:
    assert isinstance(world.records, OwnedRecords)
    return world.records


async def comes_true(wanted: Callable[[], object], *, minutes: float = 10) -> None:
    for _ in range(round(60 * minutes)):
        if wanted():
            return
        await asyncio.sleep(1)
    raise AssertionError(f"not within {minutes} minutes")


async def stay(place: Premises, guests: list[Guest], minutes: float) -> None:
    """Everybody comes in by and by, and does as they please."""
    until = asyncio.get_running_loop().time() + 60 * minutes

    async def visit(guest: Guest) -> None:
        await asyncio.sleep(guest.chance.uniform(0, 20))
        await guest.come_in(place)
        await linger(guest, until=until)

    await asyncio.gather(*map(visit, guests))


async def wait_for_a_seat(place: Premises, guests: list[Guest]) -> None:
    """The last of them finds the table full, waits on the list, and is called to a seat."""
    *first, last = guests
    for guest in guests:
        await guest.come_in(place)
    table = next(actor for actor in place.house.actors.values() if actor.table.posting.game == SMALL)
    for guest in first:
        await guest.ask(wire.Sit, table=table.name)
    assert not table.table.vacant
    refused = await last.ask(wire.Sit, table=table.name)
    assert isinstance(refused, wire.Refused)
    wanted = place.room.room.state(LISTS).tables[table.name].wanted
    assert isinstance(await last.ask(wire.JoinList, game=wanted.game, limits=wanted.limits), wire.Accepted)
    await last.say(wire.Watch(table=table.name))
    assert isinstance(await last.ask(wire.Chat, table=table.name, text="Is there a seat?"), wire.Accepted)
    await comes_true(lambda: table.table.seat_of(last.who.id) is not None)


async def keep_order(place: Premises, sue: Identity, abe: Identity, noisy: Guest) -> None:
    """Orders of staff: of one person, and of two."""
    await asyncio.sleep(30)
    until = (place.world.clock.now() + timedelta(minutes=1)).isoformat()
    assert isinstance(await order(place, sue, "chat", "Silence", player=noisy.who.id, until=until), Done)
    proposed = await order(place, sue, "books", "CountTable", table="1", closer=0)
    assert isinstance(proposed, Proposal), proposed
    assert isinstance(await place.floor.countersign(abe, place.room, proposed.id), Done)
    cause = "talking about a hand in play"
    required = await order(place, sue, "conduct", "RequireToLeave", player=noisy.who.id, cause=cause, hand="finish")
    assert isinstance(required, Done), required


async def spend(world: World, seed: str, minutes: float, pause: float) -> Evening:
    """Three sittings: the first ends with a restart, the second is killed, the third closes the house."""
    records, settings = records_of(world), replace(SETTINGS, clock=ClockRules(round_pause=pause))
    guests = [Guest(name, seed) for name in REGULARS]
    waiting = [Guest(name, seed) for name in ("Gil", "Hal", "Isa")]
    async with premises(world, settings) as place:
        assert len(place.house.actors) == 19
        sue, abe = [await each.hired(place) for each in (SUE, ABE)]
        await asyncio.gather(stay(place, guests, minutes), wait_for_a_seat(place, waiting))
    kept = records.stores[PLAY_CHIPS].row(checkpoint.ROW, "")
    assert kept is not None
    assert checkpoint.read_back(kept, code=software.digest(), keys=records.keys()) is not None
    async with premises(world, settings) as place:
        await asyncio.gather(stay(place, guests, minutes), keep_order(place, sue, abe, guests[0]))
        for guest in guests:
            guest.connection.close()
        stores = {name: copied(store) for name, store in records.stores.items()}
    records.stores.update(stores)
    async with premises(world, settings) as place:
        await stay(place, [*guests, *waiting], minutes)
        assert not place.house.health["halted"]
        assert all(actor.table.is_balanced for actor in place.house.actors.values())
        rounds = {name: actor.table.rounds for name, actor in place.house.actors.items()}
    return Evening(
        {name: tuple(store.read_all()) for name, store in records.stores.items()},
        {name: dict(store._rows) for name, store in records.stores.items()},
        {guest.name: tuple(guest.heard) for guest in (*guests, *waiting)},
        rounds,
        records.keys(),
    )


def spent(seed: str, minutes: float, *, pause: float = 4.0, estimating: bool = False) -> Evening:
    """Three sittings of so many minutes each, with so many seconds between two rounds of play."""
    start = DAY_STARTS - timedelta(minutes=SITTINGS_BEFORE * minutes)
    return in_owned_world(lambda world: spend(world, seed, minutes, pause), seed, start=start, estimating=estimating)


@pytest.fixture(scope="module")
def evening() -> Evening:
    return spent(SEED, SHORT)


def test_an_evening_from_the_same_seed_is_the_same_evening(evening: Evening) -> None:
    again = spent(SEED, SHORT)
    same(evening, again)


def same(one: Evening, other: Evening) -> None:
    """Every envelope with its position and hash, every row beside them, and every byte that each guest was sent."""
    for name, record in one.records.items():
        unlike = next((pair for pair in zip(record, other.records[name], strict=False) if pair[0] != pair[1]), None)
        assert unlike is None
        assert len(record) == len(other.records[name])
    assert one == other


def test_another_seed_is_another_evening(evening: Evening) -> None:
    other = spent(OTHER_SEED, SHORT)
    for happened in (tags, lambda each: each.heard, lambda each: each.rounds):
        assert happened(evening) != happened(other)


def tags(evening: Evening) -> list[tuple[str, str]]:
    return [(each.envelope.stream, each.envelope.tag) for each in evening.records[PLAY_CHIPS]]


def test_an_evening_has_what_an_evening_has(evening: Evening) -> None:
    happened = {tag for _, tag in tags(evening)}
    assert happened >= {"RoundFinished", "SeatOffered", "SeatVacated", "TableCounted", "PlayerRequiredToLeave"}
    assert happened >= {"TalkBegun", "RemarkMade", "NameTaken", "PlayerSilenced"}
    assert len(evening.rounds) == 19
    assert all(evening.rounds.values())
    assert [tag for stream, tag in tags(evening) if stream == LEDGER.name and tag.startswith("Day")] == [
        "DayOpened",
        "DayClosed",
        "DayOpened",
    ]
    assert {name for name, _ in evening.rows[PLAY_CHIPS]} >= {checkpoint.ROW, REMARKS, NAMES}
    assert {tag for _, tag in accounts_of(evening)} >= {"AccountOpened", "OfficerAppointed", "SessionOpened"}


def accounts_of(evening: Evening) -> list[tuple[str, str]]:
    return [(each.envelope.stream, each.envelope.tag) for each in evening.records[ACCOUNTS]]


def test_the_record_of_an_evening_is_without_fault_and_no_chip_is_lost(evening: Evening) -> None:
    without_fault(evening)


def without_fault(evening: Evening) -> None:
    stores = {name: restored(record, evening.rows[name]) for name, record in evening.records.items()}
    assert [fault for store in stores.values() for fault in audit_log(store).faults] == []
    assert examine_record(stores[PLAY_CHIPS], keys=evening.keys, decide_again=True).findings == ()
    balances = [int(value) for _, value in stores[PLAY_CHIPS].rows("balance")]
    assert len(balances) > 100
    assert sum(balances) == 0


def restored(record: tuple[Committed, ...], rows: dict[tuple[str, str], bytes]) -> MemoryStore:
    store = MemoryStore()
    kept = tuple(Row(name, key, value) for (name, key), value in rows.items())
    store.append(Batch(tuple(each.envelope for each in record), kept))
    return store


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_six_hours_are_the_same_twice(seed: int) -> None:
    one = spent(f"hours {seed}", 120, pause=60)
    same(one, spent(f"hours {seed}", 120, pause=60))
    without_fault(one)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_half_an_hour_from_any_seed_is_the_same_twice(seed: int) -> None:
    one = spent(f"soak {seed}", 10)
    same(one, spent(f"soak {seed}", 10))
    without_fault(one)


@pytest.mark.soak
def test_bots_that_estimate_do_so_the_same_twice() -> None:
    warm()
    one = spent(SEED, SHORT, estimating=True)
    same(one, spent(SEED, SHORT, estimating=True))
    assert tags(one) != tags(spent(SEED, SHORT)), "they play otherwise than plainly"


@pytest.mark.soak
def test_an_evening_is_the_same_in_another_process() -> None:
    """Whatever hashes are there, sets and addresses in memory decide nothing."""
    asked = f"from {__name__} import digest, spent; print(digest(spent({SEED!r}, {SHORT})))"
    told = [
        subprocess.run(
            [sys.executable, "-c", asked],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.splitlines()[-1]
        for seed in ("1", "2")
    ]
    assert told == [digest(spent(SEED, SHORT))] * 2


def digest(evening: Evening) -> str:
    return sha256(repr((evening.records, sorted(evening.heard.items()))).encode()).hexdigest()
