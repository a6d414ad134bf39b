"""Servers of one room that follow each other: what one records is in effect at the others, told once and in order."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.ledger import Signature
from pokerroom.live import following as looking
from pokerroom.live.following import LOOKS_EVERY, Following
from pokerroom.live.ports import World
from pokerroom.live.records import PLAY_CHIPS, open_room
from pokerroom.live.room import LiveRoom
from pokerroom.room.commands import Command, Order
from pokerroom.room.lists import Wanted, commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import FOLLOWED_AT_ONCE, Bus, ChainBroken, Committed, Since, StoreAway
from pokerroom.room.registry import REGISTRY
from pokerroom.room.room import Done, Pending
from pokerroom.room.shards import DESK, shard_of
from pokerroom.room.streams import table_of
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.room.talk.commands import EraseName, OnTalk
from pokerroom.store import MemoryStore
from pokerroom.table.seating import Status, commands as at_table
from tests.bus import MemoryBus
from tests.owned import in_owned_world
from tests.unit.live.test_evening import records_of
from tests.unit.room.house import KEYS, SUPERVISOR
from tests.unit.room.test_checkpoint import Evening
from tests.unit.room.test_following import SHARDS, batches, same

TABLES_OF_THE_EVENING = ("1", "2", "3")


def shard(table: str) -> int:
    return shard_of(TABLES.named(table), SHARDS)


class Shared(MemoryStore):
    """A record that several servers have: it counts their looks, and can be away or altered."""

    def __init__(self) -> None:
        super().__init__(SHARDS)
        self.bus: Bus | None = None
        self.looks = 0
        self.is_away = False
        self.forge: Callable[[Committed], Committed] = lambda each: each

    def append(self, *given: Any) -> tuple[int, ...]:
        ends = super().append(*given)
        if self.bus is not None:
            self.bus.publish({end % SHARDS: end for end in ends})
        return ends

    def read_since(self, ends: Mapping[int, int], *, page: int = FOLLOWED_AT_ONCE) -> Since:
        self.looks += 1
        if self.is_away:
            raise StoreAway("the connection ended", "the database does not answer")
        found = super().read_since(ends, page=page)
        return found._replace(events=[self.forge(each) for each in found.events])


class Server:
    """One of several servers of a room, with all that it was told of the others."""

    def __init__(self, live: LiveRoom, bus: Bus | None, acts_for: Sequence[int]) -> None:
        self.live, live.acts_for = live, frozenset(acts_for)
        self.following = Following(live, bus)
        self.told: list[tuple[str, Any]] = []
        live.on_followed.append(lambda done: self.told.extend(done.events))
        self.stopping = asyncio.Event()
        self.running: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.running = asyncio.create_task(self.following.run(self.stopping))

    async def stop(self) -> None:
        self.stopping.set()
        if self.running is not None:
            await self.running

    async def do(self, command: Command, **named: Any) -> Done:
        answer = await self.live.submit(command, **named)
        assert isinstance(answer, Done), str(answer)
        self.told += answer.events
        return answer

    async def shuffle_feet(self, table: str, lot: Random) -> Done:
        """Somebody at a table gets up, or sits down again."""
        place = lot.choice([each for each in self.live.room.state(TABLES, table).places if each is not None])
        kind = at_table.SitOut if place.status is Status.PLAYING else at_table.SitIn
        return await self.do(AtTable(table, kind(by=place.player, at=self.live.moment(), player=place.player)))

    async def join(self, player: str) -> Done:
        wanted = Wanted("hold-em", "$2-$4")
        asked = on_lists.Join(by=SUPERVISOR, at=self.live.moment(), player=player, name=player, wanted=wanted)
        return await self.do(OnLists(asked))


Story = Callable[["Two"], Awaitable[None]]


class Two:
    """The desk's server and one that has the tables, after an evening."""

    def __init__(self, world: World, *, woken: bool = True) -> None:
        self.world, self.store, self.lot = world, Shared(), Random(5)
        for batch in batches(list(Evening(5).house.store.read_all())):
            self.store.append(batch)
        self.store.bus = bus = MemoryBus() if woken else None
        self.desk = Server(self.opened(), bus, [DESK])
        self.tables = Server(self.opened(), bus, range(1, SHARDS))

    def opened(self) -> LiveRoom:
        records_of(self.world).stores[PLAY_CHIPS] = self.store
        return open_room(self.world.records.open(PLAY_CHIPS), KEYS, self.world, play_chips=True, delay=0)

    def start(self) -> None:
        self.desk.start()
        self.tables.start()

    async def until(self, holds: Callable[[], bool], *, every: float = 0.01) -> None:
        """Time passes until something holds."""
        for _ in range(6000):
            if holds():
                return
            await asyncio.sleep(every)
        raise AssertionError("it never came to be so")

    async def stop(self) -> None:
        await self.desk.stop()
        await self.tables.stop()


def in_two_servers(story: Story, *, woken: bool = True) -> None:
    async def told(world: World) -> None:
        two = Two(world, woken=woken)
        await story(two)
        await two.stop()

    in_owned_world(told, "two servers")


def test_what_one_server_records_is_in_effect_at_the_other_and_told() -> None:
    async def story(two: Two) -> None:
        two.start()
        done = await two.tables.shuffle_feet("1", two.lot)
        await two.until(lambda: bool(two.desk.told))
        assert two.desk.told == list(done.events)
        assert two.desk.live.room.state(TABLES, "1") == two.tables.live.room.state(TABLES, "1")
        await two.desk.join("wes")
        await two.until(lambda: two.tables.live.room.state(LISTS) == two.desk.live.room.state(LISTS))
        assert two.desk.following.followed == len(done.events)

    in_two_servers(story)


def test_the_bus_wakes_a_server_long_before_it_would_look() -> None:
    async def story(two: Two) -> None:
        two.start()
        await asyncio.sleep(10)
        looks, before = two.store.looks, two.world.clock.monotonic()
        assert looks < 200, "it looks now and then"
        await two.tables.shuffle_feet("1", two.lot)
        await two.until(lambda: bool(two.desk.told), every=0.001)
        assert two.world.clock.monotonic() - before < LOOKS_EVERY / 3
        assert two.desk.following.behind < LOOKS_EVERY + 0.1

    in_two_servers(story)


def test_a_server_that_nobody_wakes_looks_by_itself() -> None:
    async def story(two: Two) -> None:
        two.start()
        await asyncio.sleep(1)
        await two.tables.shuffle_feet("2", two.lot)
        await two.until(lambda: bool(two.desk.told))

    in_two_servers(story, woken=False)


# Orders that another server carries out.


def test_whoever_had_an_order_carried_out_elsewhere_gets_what_it_led_to() -> None:
    async def story(two: Two) -> None:
        done = await two.tables.shuffle_feet("1", two.lot)
        assert await two.desk.following.seen("table/1", done.id) == done, "nobody had to look before"
        assert two.desk.told == list(done.events)
        assert await two.desk.following.seen("table/1", done.id) == done

    in_two_servers(story)


def test_it_is_found_in_the_record_where_it_was_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "REMEMBERED", 1)

    async def story(two: Two) -> None:
        first = await two.tables.shuffle_feet("1", two.lot)
        await two.tables.shuffle_feet("2", two.lot)
        await two.desk.following.catch_up()
        assert await two.desk.following.seen("table/1", first.id) == first

    in_two_servers(story)


def test_one_that_is_not_durable_yet_is_waited_for_and_no_longer_than_said() -> None:
    async def story(two: Two) -> None:
        two.start()
        out = AtTable("1", at_table.SitOut(by="p10", at=two.tables.live.moment(), player="p10"))
        waiting = asyncio.create_task(two.desk.following.seen("table/1", "ada/1", 5))
        await asyncio.sleep(1)
        done = await two.tables.do(out, id="ada/1")
        assert await waiting == done
        before = two.world.clock.monotonic()
        assert await two.desk.following.seen("table/1", "never", 2) is None
        assert 2 <= two.world.clock.monotonic() - before < 3
        assert await two.desk.following.seen("table/1", "never") is None

    in_two_servers(story)


def test_those_who_ask_at_once_share_a_look() -> None:
    async def story(two: Two) -> None:
        done = await two.tables.shuffle_feet("1", two.lot)
        before = two.store.looks
        await asyncio.gather(*(two.desk.following.catch_up() for _ in range(50)))
        assert two.store.looks - before <= 2
        assert two.desk.told == list(done.events)

    in_two_servers(story)


# Shards that change hands.


def test_a_shard_that_is_taken_is_followed_to_its_end_and_given_back_goes_on_from_there() -> None:
    async def story(two: Two) -> None:
        one, other, moved = two.tables, two.desk, shard("1")
        await one.shuffle_feet("1", two.lot)
        one.live.acts_for -= {moved}
        one.following.disown(moved)
        await other.following.own(moved)
        other.live.acts_for |= {moved}
        assert other.live.room.state(TABLES, "1") == one.live.room.state(TABLES, "1")
        await other.shuffle_feet("1", two.lot)
        other.live.acts_for -= {moved}
        other.following.disown(moved)
        await one.following.own(moved)
        one.live.acts_for |= {moved}
        await one.shuffle_feet("1", two.lot)
        await other.following.catch_up()
        assert one.told == other.told
        assert len(one.told) == 3

    in_two_servers(story)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_they_do_and_whoever_has_what_each_is_told_of_everything_once_and_in_its_order(seed: int) -> None:
    async def story(two: Two) -> None:
        lot, servers = Random(seed), (two.desk, two.tables)
        before = {name: head.sequence for name, head in two.store.heads().items()}
        two.start()
        for number in range(80):
            table = lot.choice(TABLES_OF_THE_EVENING)
            has, has_not = servers if shard(table) in two.desk.live.acts_for else reversed(servers)
            match lot.randrange(5):
                case 0:
                    await two.desk.join(f"w{number}")
                case 1:
                    has.live.acts_for -= {shard(table)}
                    has.following.disown(shard(table))
                    await has_not.following.own(shard(table))
                    has_not.live.acts_for |= {shard(table)}
                case 2:
                    await asyncio.sleep(lot.random() * 0.3)
                case _:
                    done = await has.shuffle_feet(table, lot)
                    if lot.random() < 0.3:
                        assert await has_not.following.seen(TABLES.named(table), done.id) == done
        for each in servers:
            await each.following.catch_up()
        for name, head in two.store.heads().items():
            stream = REGISTRY.stream(name)
            after = stream.events(two.store, table_of(name), after=before.get(name, 0), keys=KEYS)
            recorded = [event for _, event in after]
            for each in servers:
                assert [event for of, event in each.told if of == name] == recorded, name
            assert head == two.desk.live.room.head(name) == two.tables.live.room.head(name)
        assert two.desk.live.reread is not None
        for each in servers:
            same(each.live.room, two.desk.live.reread())

    in_two_servers(story)


def test_a_room_that_is_read_again_leaves_nothing_untold_and_tells_nothing_twice() -> None:
    async def story(two: Two) -> None:
        assert two.desk.live.reread is not None
        first = await two.tables.shuffle_feet("1", two.lot)
        await two.desk.following.catch_up()
        second = await two.tables.shuffle_feet("2", two.lot)
        read = two.desk.live.reread

        def while_it_reads() -> Any:
            room = read()
            two.store.bus = None
            return room

        two.desk.live.reread = while_it_reads
        again = asyncio.create_task(two.desk.live.reopen())
        await two.until(lambda: two.store.bus is None, every=0.0001)
        third = await two.tables.shuffle_feet("3", two.lot)
        await again
        await two.desk.following.catch_up()
        assert two.desk.told == [event for each in (first, second, third) for event in each.events]
        same(two.desk.live.room, read())

    in_two_servers(story)


def test_what_we_recorded_ourselves_takes_effect_before_what_another_recorded_then() -> None:
    """A shard that was lost while an order of ours was on its way to the record, and is followed from then on."""

    async def story(two: Two) -> None:
        ours, theirs, moved = two.tables, two.desk, shard("1")
        out = AtTable("1", at_table.SitOut(by="p10", at=ours.live.moment(), player="p10"))
        pending = ours.live.room.prepare(Order("ada/1", out))
        assert isinstance(pending, Pending)
        await asyncio.sleep(0.1)
        assert two.store.caused("table/1", "ada/1"), "it is durable, and nobody has been told"
        ours.live.acts_for -= {moved}
        await theirs.following.own(moved)
        theirs.live.acts_for |= {moved}
        done = await theirs.shuffle_feet("1", two.lot)
        looks = asyncio.create_task(ours.following.catch_up())
        await asyncio.sleep(0.1)
        assert not looks.done()
        ours.live.room.finish(pending)
        await looks
        assert ours.told == list(done.events)
        same(ours.live.room, theirs.live.room)

    in_two_servers(story)


# Times and names.


def test_nothing_is_recorded_with_an_earlier_time_than_what_was_seen() -> None:
    async def story(two: Two) -> None:
        ahead = two.tables.live.moment() + timedelta(seconds=30)
        asked = at_table.SitOut(by="p10", at=ahead, player="p10")
        await two.tables.do(AtTable("1", asked))
        assert two.desk.live.moment() < ahead
        await two.desk.following.catch_up()
        assert two.desk.live.moment() >= ahead

    in_two_servers(story)


def test_nor_than_what_another_recorded_just_before_the_room_was_opened() -> None:
    async def story(two: Two) -> None:
        ahead = two.tables.live.moment() + timedelta(seconds=30)
        await two.tables.do(AtTable("1", at_table.SitOut(by="p10", at=ahead, player="p10")))
        assert two.opened().moment() >= ahead

    in_two_servers(story)


def test_people_are_called_what_they_are_called_at_the_desk() -> None:
    async def story(two: Two) -> None:
        two.desk.live.remember("p10", "Ann")
        two.desk.live.remember("p11", "Bea")
        await two.desk.live.names_recorded()
        two.desk.live.remember("p10", "Anna")
        await two.desk.live.names_recorded()
        await two.tables.following.catch_up()
        assert [two.tables.live.name_of(each) for each in ("p10", "p11")] == ["Anna", "Bea"]
        by, second = Signature("Ada Park", "poker shift supervisor"), Signature("Bo Ek", "surveillance")
        erase = EraseName(by=by, at=two.desk.live.moment(), player="p11", reason="asked for", second=second)
        await two.desk.do(OnTalk(erase))
        await two.tables.following.catch_up()
        assert two.tables.live.name_of("p11") == "p11"

    in_two_servers(story)


# What goes wrong.


def test_a_database_that_is_away_is_waited_for() -> None:
    async def story(two: Two) -> None:
        two.start()
        await asyncio.sleep(0.5)
        two.store.is_away = True
        done = await two.tables.shuffle_feet("1", two.lot)
        await two.until(lambda: two.desk.following.trouble is not None)
        trouble = two.desk.following.trouble
        assert trouble is not None
        assert (trouble.reason, trouble.is_final) == ("the database does not answer", False)
        with pytest.raises(StoreAway):
            await two.desk.following.catch_up()
        await asyncio.sleep(3)
        assert two.desk.following.behind > 3
        two.store.is_away = False
        await two.until(lambda: two.desk.told == list(done.events))
        await two.until(lambda: two.desk.following.trouble is None)

    in_two_servers(story)


def test_an_event_that_does_not_fit_ends_the_following_and_is_told_and_nothing_after_it_takes_effect() -> None:
    async def story(two: Two) -> None:
        two.start()
        first = await two.tables.shuffle_feet("1", two.lot)
        await two.until(lambda: bool(two.desk.told))
        two.store.forge = lambda each: Committed(each.position, replace(each.envelope, by="somebody else"))
        state = two.desk.live.room.state(TABLES, "1")
        await two.tables.shuffle_feet("1", two.lot)
        assert two.desk.running is not None
        await two.desk.running
        trouble = two.desk.following.trouble
        assert trouble is not None
        assert trouble.is_final
        assert "of 'table/1' does not follow" in trouble.reason
        assert two.desk.told == list(first.events)
        assert two.desk.live.room.state(TABLES, "1") is state
        with pytest.raises(ChainBroken):
            await two.desk.following.own(shard("1"))

    in_two_servers(story)


def test_one_who_fails_to_hear_of_it_keeps_nobody_else_from_it() -> None:
    async def story(two: Two) -> None:
        def fails(_done: Done) -> None:
            raise RuntimeError("the page is gone")

        two.desk.live.on_followed.insert(0, fails)
        done = await two.tables.shuffle_feet("1", two.lot)
        await two.desk.following.catch_up()
        assert two.desk.following.trouble is None
        assert two.desk.live.room.head("table/1") == two.tables.live.room.head("table/1")
        assert done.events

    in_two_servers(story)
