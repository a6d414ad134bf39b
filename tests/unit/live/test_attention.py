"""A house that does not listen for a while: the time in which nobody was heard is not the players'."""

import asyncio
from typing import Any

import pytest

from pokerroom.live.attention import EVERY, NOTICED
from pokerroom.live.house import House
from pokerroom.live.room import DEALER
from pokerroom.live.tables.people import Person
from pokerroom.table.seating import commands as at_table
from pokerroom.wire import messages as wire
from tests.owned import OwnedLoop
from tests.unit.live.test_clockwork import HOLD_EM, among_people, clock, happened, seated, tags
from tests.wire import Client, table_of

ACT = 3.0
TURNS_OF_THE_LOOP = 6
"""That a message takes from the socket to the table."""


def stall(seconds: float) -> None:
    """Nothing happens in the loop meanwhile."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, OwnedLoop)
    loop._leaping.passed += seconds


async def somebodys_turn(house: House) -> tuple[str, Client, Any]:
    """The table, whose turn it has just become, and what they were told."""
    table = table_of(house, HOLD_EM)
    people = await seated(house, table, "Ann", "Ben")
    told = await people[0].until(happened(lambda each: each.state.turn))
    acting = people[0] if told.state.turn.seat == told.state.my_seat else people[1]
    return table, acting, told.state.turn


async def moves(acting: Client, table: str) -> wire.Accepted | wire.Refused:
    for _ in range(TURNS_OF_THE_LOOP):
        await asyncio.sleep(0)
    return await acting.ask(wire.Act, table=table, move=wire.Call())


@pytest.mark.parametrize("lost", [2 * ACT, 100 * ACT])
def test_a_move_that_was_sent_while_the_house_did_not_listen_counts(lost: float) -> None:
    async def test(house: House) -> None:
        table, acting, _ = await somebodys_turn(house)
        stall(lost)
        assert isinstance(await moves(acting, table), wire.Accepted)
        assert "Folded" not in tags(acting)
        assert house.clock_health == {
            "ahead": pytest.approx(0, abs=0.01),
            "steps": 0,
            "not_listened": round(house.lost, 3),
        }
        assert house.lost == pytest.approx(lost, abs=2 * EVERY)

    among_people(test, clock(act=ACT))


def test_a_stall_too_short_to_be_noticed_takes_nobodys_last_word() -> None:
    async def test(house: House) -> None:
        table, acting, turn = await somebodys_turn(house)
        await asyncio.sleep(turn.deadline - house.clock.time() - NOTICED / 2)
        stall(NOTICED)
        assert isinstance(await moves(acting, table), wire.Accepted)
        assert house.lost == 0

    among_people(test, clock(act=ACT))


def test_everybody_is_told_how_much_time_there_is_after_a_stall() -> None:
    async def test(house: House) -> None:
        _, acting, turn = await somebodys_turn(house)
        stall(2 * ACT)
        told = await acting.until(happened(lambda each: each.state.turn not in (None, turn)))
        assert told.state.turn.seat == turn.seat
        assert told.state.turn.deadline == pytest.approx(turn.deadline + 2 * ACT, abs=2 * EVERY)

    among_people(test, clock(act=ACT))


def test_whoever_says_nothing_after_a_stall_has_the_rest_of_their_time_and_no_more() -> None:
    async def test(house: House) -> None:
        _, acting, _ = await somebodys_turn(house)
        await asyncio.sleep(ACT / 2)
        stall(2 * ACT)
        await asyncio.sleep(ACT / 4)
        assert "Folded" not in tags(acting)
        await asyncio.sleep(ACT / 2)
        acting.so_far()
        assert "Folded" in tags(acting)

    among_people(test, clock(act=ACT))


def test_time_that_was_lost_is_given_back_once() -> None:
    async def test(house: House) -> None:
        table, _, turn = await somebodys_turn(house)
        actor, now = house.actors[table], house.clock.time()
        for since, until in ((now, now + 5), (now + 1, now + 4), (now + 3, now + 7), (now - 50, now + 7)):
            actor.give_back(since, until)
        assert actor.turns.clock is not None
        assert actor.turns.clock.deadline == pytest.approx(turn.deadline + 7)

    among_people(test, clock(act=ACT))


def test_nobody_loses_a_turn_by_what_was_lost_before_it_was_theirs() -> None:
    async def test(house: House) -> None:
        table, _, turn = await somebodys_turn(house)
        actor = house.actors[table]
        actor._given_back -= 100
        actor.give_back(turn.since - 100, turn.since)
        assert actor.turns.clock is not None
        assert actor.turns.clock.deadline == turn.deadline

    among_people(test, clock(act=ACT))


def test_a_table_kept_busy_by_a_long_write_gives_the_time_back() -> None:
    async def test(house: House) -> None:
        table, acting, turn = await somebodys_turn(house)
        actor, asked = house.actors[table], house.clock.time()
        other = next(place.player for _, place in actor.table.seated if place.player != acting.identity.id)
        async with actor.live._turnstile.alone():  # As while the gaming day changes, or a disk does not answer.
            order = asyncio.create_task(actor._order(at_table.SitOut(by=DEALER, at=house.clock.now(), player=other)))
            await asyncio.sleep(ACT / 2)
        await order
        took = house.clock.time() - asked
        assert actor.turns.clock is not None
        assert actor.turns.clock.deadline == pytest.approx(turn.deadline + took, abs=0.1)

    among_people(test, clock(act=ACT))


def test_whoever_lost_their_connection_is_away_only_while_somebody_listened() -> None:
    away = Person(0, lost_at=100.0, out_since=None)
    away.give_back(90.0, 160.0)
    assert away.lost_at == 160
    away.give_back(200.0, 210.0)
    assert away.lost_at == 170
    assert away.out_since is None


def test_it_is_known_from_outside_that_the_loop_does_not_come_round() -> None:
    async def test(house: House) -> None:
        attention = house.attention
        await asyncio.sleep(EVERY)
        assert attention.listens(2.0)
        stall(3.0)
        assert not attention.listens(2.0)
        await asyncio.sleep(EVERY)
        assert attention.listens(2.0)
        attention.stop()
        stall(3.0)
        assert attention.listens(2.0), "a house that closes has its own time"

    among_people(test, clock(act=ACT))
