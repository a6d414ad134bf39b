"""What people see while the record cannot be written, and that everything goes on by itself afterwards."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.healing import MOST_TRIES
from pokerroom.live.health import reasons_against
from pokerroom.live.house import PLAY, House
from pokerroom.live.ports import World
from pokerroom.live.records import PLAY_CHIPS
from pokerroom.live.settings import Cluster
from pokerroom.live.tables.clock import ClockRules
from pokerroom.log import enclose
from pokerroom.room.ports import Batch, Fenced, StoreAway
from pokerroom.room.tables import TABLES
from pokerroom.store import MemoryStore, audit_log
from pokerroom.wire import messages as wire
from pokerroom.words import said
from tests.owned import OwnedRecords, in_owned_world
from tests.wire import Client, Player, entered, opened, table_of

HOLD_EM, STUD = "hold-em", "seven-card-stud-high"
ACT = 20.0
UNHURRIED = ClockRules(act=ACT, show=ACT, bank=0, bank_refill=0, round_pause=0, step_pause=0)


class Flawed(MemoryStore):
    """A store that can be away, or taken over."""

    fault: Exception | None = None

    def append(self, *batches: Batch) -> tuple[int, ...]:
        if self.fault is not None:
            raise self.fault
        return super().append(*batches)


AWAY = StoreAway("no space is left on the device", "the disk is full")

Story = Callable[[House, Flawed], Awaitable[None]]


def in_flawed_house(story: Story, **options: Any) -> Flawed:
    store = Flawed()

    async def run(world: World) -> None:
        assert isinstance(world.records, OwnedRecords)
        world.records.stores[PLAY_CHIPS] = store
        house = await opened(world=world, clock=UNHURRIED, **options)
        try:
            await story(house, store)
        finally:
            await house.close()

    in_owned_world(run, "healing")
    return store


async def passes(house: House, seconds: float) -> None:
    await house.world.clock.wait(house._stopping, seconds)


async def cannot_record(house: House, store: Flawed) -> None:
    """The store is away, and the house has noticed."""
    store.fault = AWAY
    house.rooms[PLAY].note("anything", "key", b"")
    await passes(house, 1.0)
    assert house.rooms[PLAY].writer.refuses


async def player_to_act(house: House, table: str) -> Client:
    ann = await entered(house, "Ann")
    await ann.sit(table)
    await ann.turn()
    return ann


def test_an_order_is_refused_in_words_at_once_while_the_record_cannot_be_written() -> None:
    async def story(house: House, store: Flawed) -> None:
        table = table_of(house, HOLD_EM)
        ann, ben = await player_to_act(house, table), await entered(house, "Ben")
        await ben.say(wire.Watch(table=table))
        events = store.end()
        await cannot_record(house, store)
        for client, kind, fields in (
            (ann, wire.Act, {"table": table, "move": wire.Fold()}),
            (ann, wire.SitOut, {"table": table}),
            (ben, wire.QuickSeat, {}),
            (ben, wire.Sit, {"table": table}),
            (ben, wire.Chat, {"table": table, "text": "hello"}),
        ):
            answer = await client.ask(kind, **fields)
            assert isinstance(answer, wire.Refused), kind
            assert answer.code == "cannot record", answer
        refused = await ann.ask(wire.Act, table=table, move=wire.Fold())
        assert isinstance(refused, wire.Refused)
        assert "cannot be written at the moment; nothing has happened" in said(refused.says)
        assert store.end() == events
        store.fault = None
        await passes(house, 1.0)
        done = await ann.ask(wire.Act, table=table, move=wire.Fold())
        assert isinstance(done, wire.Accepted)

    in_flawed_house(story)


def test_an_order_that_was_taken_gets_its_own_answer_when_the_fault_is_over() -> None:
    async def story(house: House, store: Flawed) -> None:
        table = table_of(house, HOLD_EM)
        ann = await player_to_act(house, table)
        store.fault = AWAY
        fold = wire.Act(id="mine", table=table, move=wire.Fold())
        saying = asyncio.ensure_future(ann.say(fold))
        await passes(house, 3.0)
        assert not saying.done()
        again = Client(house, "Ann")
        await again.enter()
        repeated = asyncio.ensure_future(again.say(fold))
        await passes(house, 1.0)
        assert not repeated.done(), "it is under way: nobody may say that nothing has happened"
        store.fault = None
        await asyncio.wait_for(asyncio.gather(saying, repeated), 30)
        causes = [each.envelope.cause for each in store.read(TABLES.named(table))]
        mine = [cause for cause in causes if cause.endswith("/mine")]
        first = causes.index(mine[0])
        assert causes[first : first + len(mine)] == mine, "it happened once"

    in_flawed_house(story)


def test_a_table_says_that_it_waits_for_the_record_and_then_plays_on() -> None:
    async def story(house: House, store: Flawed) -> None:
        table = table_of(house, HOLD_EM)
        ann = await player_to_act(house, table)
        await cannot_record(house, store)
        waits = await ann.sees(lambda state: state.halted)
        assert "record cannot be written" in said(waits.state.halted)
        assert not house.health["halted"], "nothing has halted"
        store.fault = None
        await ann.sees(lambda state: not state.halted)
        bob = Player(house, "Bob", Random(4))
        await bob.enter()
        stud = table_of(house, STUD)
        await bob.sit(stud)
        await bob.play(stud, rounds=2)

    assert audit_log(in_flawed_house(story)).clean


def test_nobodys_time_runs_out_while_the_record_cannot_be_written() -> None:
    async def story(house: House, store: Flawed) -> None:
        table = table_of(house, HOLD_EM)
        await player_to_act(house, table)
        actor = house.actors[table]
        clock = actor.turns.clock
        assert clock is not None
        assert clock.deadline is not None
        left = clock.deadline - house.world.clock.time()
        await cannot_record(house, store)
        await passes(house, 3 * ACT)
        assert actor.turns.clock is not None, "still the same turn"
        store.fault = None
        await passes(house, 1.0)
        after = actor.turns.clock
        assert after is not None
        assert after.deadline is not None
        assert left - 3 < after.deadline - house.world.clock.time() <= left
        await passes(house, left + 1)
        assert actor.turns.clock != after, "now it has run out"

    in_flawed_house(story, bots=1)


def test_the_health_of_the_house_tells_what_fails_since_when_and_whether_it_can_be_used() -> None:
    async def story(house: House, store: Flawed) -> None:
        assert (house.health["status"], reasons_against(house)) == ("ok", [])
        before = house.world.clock.now()
        await cannot_record(house, store)
        health = house.health
        assert health["status"] == "degraded"
        failing = health["failing_records"][PLAY]
        assert failing["reason"] == "the disk is full"
        assert before <= datetime.fromisoformat(failing["since"]) <= house.world.clock.now()
        assert health["not_ready"] == reasons_against(house) == [f"{PLAY}: the disk is full"]
        store.fault = None
        await passes(house, 3.0)
        assert (house.health["status"], reasons_against(house)) == ("ok", [])

    in_flawed_house(story)


@pytest.mark.parametrize("joins", [True, False])
def test_a_server_of_a_cluster_that_was_frozen_is_not_ready_and_lets_nobody_in(
    joins: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another may have the room by now, and people would be told what was long ago. A server alone has no other."""

    async def story(house: House, _store: Flawed) -> None:
        house.settings = replace(house.settings, cluster=Cluster(joins=joins))
        monkeypatch.setattr("pokerroom.live.minding.has_lapsed", lambda _store: True)
        refused = house.admit(Connection(Identity("ann", "Ann", Role.PLAYER, guest=True)))
        assert (refused is not None) == bool(reasons_against(house)) == joins
        monkeypatch.undo()
        assert house.admit(Connection(Identity("bob", "Bob", Role.PLAYER, guest=True))) is None
        assert reasons_against(house) == []

    in_flawed_house(story)


def test_a_room_whose_record_was_taken_over_refuses_everything_and_says_so() -> None:
    async def story(house: House, store: Flawed) -> None:
        table = table_of(house, HOLD_EM)
        ann = await player_to_act(house, table)
        store.fault = Fenced("another server has the record")
        house.rooms[PLAY].note("anything", "key", b"")
        await passes(house, 1.0)
        store.fault = None
        await passes(house, 30.0)
        refused = await ann.ask(wire.Act, table=table, move=wire.Fold())
        assert isinstance(refused, wire.Refused)
        assert "Another server has taken over" in said(refused.says)
        assert reasons_against(house) == [f"{PLAY}: another server has the record"]

    in_flawed_house(story)


def somebody_else_writes(store: MemoryStore, stream: str) -> None:
    """The last event once more, as another process would write it after the one that we know."""
    last = list(store.read(stream))[-1].envelope
    head = store.heads()[stream]
    event = enclose(
        head, at=last.at, by=last.by, cause="somebody else", tag=last.tag, version=last.version, body=last.body
    )
    MemoryStore.append(store, Batch((event,)))


def test_a_stream_that_somebody_else_wrote_to_is_read_again_and_the_table_goes_on() -> None:
    async def story(house: House, store: Flawed) -> None:
        table = table_of(house, HOLD_EM)
        ann = await entered(house, "Ann")
        await ann.sit(table)
        assert isinstance(await ann.ask(wire.SitOut, table=table), wire.Accepted)
        await passes(house, 5.0)
        stream = TABLES.named(table)
        while store.heads()[stream].sequence > len(list(store.read(stream))):
            await passes(house, 0.1)
        somebody_else_writes(store, stream)
        refused = await ann.ask(wire.SitIn, table=table)
        assert isinstance(refused, wire.Refused)
        await passes(house, 3.0)
        assert not house.actors[table].halted
        assert house.rooms[PLAY].writer.halted == {}
        assert house.actors[table].sequence == store.heads()[stream].sequence
        anew = [each for each in ann.so_far() if isinstance(each, wire.TableState)]
        assert anew[-1].sequence >= store.heads()[stream].sequence - 5
        assert isinstance(await ann.ask(wire.SitIn, table=table), wire.Accepted)
        assert house.health["status"] == "ok"

    assert audit_log(in_flawed_house(story, bots=0)).clean


def test_a_table_that_fails_again_and_again_is_reopened_a_few_times_and_then_stays_halted() -> None:
    async def story(house: House, _: Flawed) -> None:
        table, reopenings = table_of(house, HOLD_EM), 0
        actor = house.actors[table]

        def fail(*_: Any) -> Any:
            raise AssertionError("it is wrong every time")

        await actor.ask(fail)
        for _look in range(600):
            await passes(house, 0.25)
            if not actor.halted:
                reopenings += 1
                await actor.ask(fail)
        assert reopenings == MOST_TRIES
        assert house.health["given_up"] == [table]
        assert house.health["status"] == "degraded"
        assert reasons_against(house) == [], "the others play on"

    in_flawed_house(story)


@pytest.mark.parametrize("seconds", [0.3, 2.0, 40.0])
def test_a_house_that_closes_while_its_record_is_away_ends_all_the_same(seconds: float) -> None:
    async def story(house: House, store: Flawed) -> None:
        table = table_of(house, HOLD_EM)
        await player_to_act(house, table)
        store.fault = AWAY
        house.rooms[PLAY].note("anything", "key", b"")
        await passes(house, seconds)

    in_flawed_house(story)


def test_a_room_that_opens_meanwhile_disturbs_no_work_of_the_house() -> None:
    async def story(world: World) -> None:
        house = await opened(world=world)
        try:
            live = house.rooms["play chips"]
            advance = live.store.projected.advance

            def and_a_room_opens() -> bool:
                house.rooms[f"room {len(house.rooms)}"] = live
                return advance()

            live.store.projected.advance = and_a_room_opens  # type: ignore[method-assign]
            await house._follow_records()
            assert len(house.rooms) > 1
        finally:
            for name in [each for each in house.rooms if each.startswith("room ")]:
                del house.rooms[name]
            await house.close()

    in_owned_world(story, "a room opens")
