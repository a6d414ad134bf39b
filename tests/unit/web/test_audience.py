"""Who hears what when onlookers are behind: nothing early, nothing twice, nothing left out."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from pokerroom.web.house import House
from pokerroom.wire import messages as wire
from tests.wire import Client, Player, opened, table_of

HOLD_EM = "hold-em"
LATE = 0.5


def late_by(delay: float, test: Callable[[House, str], Awaitable[None]]) -> None:
    async def run() -> None:
        house = await opened(bots=2, spectator_delay=delay)
        try:
            await asyncio.wait_for(test(house, table_of(house, HOLD_EM)), 60)
            assert not any(actor.halted for actor in house.actors.values())
        finally:
            await house.close()

    asyncio.run(run())


def sequences(client: Client) -> list[int]:
    return [told.sequence for each in client.heard if isinstance(each, wire.Happened) for told in each.told]


def of_table(client: Client) -> list[Any]:
    return [each for each in client.heard if isinstance(each, wire.TableState | wire.Happened)]


def test_an_onlooker_who_sits_down_is_told_at_once_all_that_he_was_behind() -> None:
    async def test(house: House, table: str) -> None:
        ann, lou = Player(house, "Ann", Random(3)), Client(house, "Lou")
        await lou.enter()
        await lou.say(wire.Watch(table=table))
        start = of_table_now(lou)
        await ann.enter()
        await ann.sit(table)
        await ann.play(table, rounds=1)
        assert not [each for each in of_table(lou) if each.state.playing], "nothing early"
        await lou.sit(table)
        lou.so_far()
        now = house.actors[table].sequence
        assert of_table(lou)[-1].state.my_seat is not None
        assert of_table(lou)[-1].state.delayed == 0
        told = sequences(lou)
        assert told == list(range(start + 1, told[-1] + 1)), "each once, in order"
        assert told[-1] >= now - 60

    late_by(60, test)


def of_table_now(client: Client) -> int:
    client.so_far()
    sequence: int = of_table(client)[-1].sequence
    return sequence


def test_an_onlooker_hears_everything_once_and_late_and_the_view_says_so() -> None:
    async def test(house: House, table: str) -> None:
        ann, lou = Player(house, "Ann", Random(3)), Client(house, "Lou")
        await lou.enter()
        await lou.say(wire.Watch(table=table))
        start = of_table_now(lou)
        await ann.enter()
        await ann.sit(table)
        await ann.play(table, rounds=1)
        ended = house.actors[table].table.rounds
        await lou.until(lambda each: isinstance(each, wire.Happened) and each.state.result is not None)
        told = sequences(lou)
        assert told == list(range(start + 1, told[-1] + 1))
        assert all(each.state.delayed == LATE for each in of_table(lou))
        assert ended >= 1

    late_by(LATE, test)


def test_an_onlooker_who_comes_back_is_told_what_onlookers_know_and_no_more() -> None:
    async def test(house: House, table: str) -> None:
        ann, lou = Client(house, "Ann"), Client(house, "Lou")
        await lou.enter()
        await lou.say(wire.Watch(table=table))
        start = of_table_now(lou)
        await ann.enter()
        await ann.sit(table)
        turn = await ann.until(lambda each: isinstance(each, wire.Happened) and each.state.offers)
        lou.hang_up()
        await asyncio.sleep(2 * LATE)
        assert isinstance(await ann.ask(wire.Act, table=table, move=wire.Fold()), wire.Accepted)
        again = Client(house, "Lou")
        await again.enter(resume={table: start})
        caught_up = await again.next()
        assert isinstance(caught_up, wire.Happened)
        assert [told.sequence for told in caught_up.told] == list(range(start + 1, turn.sequence + 1))
        assert caught_up.sequence == turn.sequence < house.actors[table].sequence
        assert caught_up.state.delayed == LATE

    late_by(LATE, test)


def test_whoever_gets_up_sees_himself_go_and_then_looks_on_from_there() -> None:
    async def test(house: House, table: str) -> None:
        ann = Client(house, "Ann")
        await ann.enter()
        await ann.sit(table)
        turn = await ann.until(lambda each: isinstance(each, wire.Happened) and each.state.offers)
        assert isinstance(await ann.ask(wire.Leave, table=table), wire.Accepted)
        await ann.say(wire.Act(id="f", table=table, move=wire.Fold(), seen=None))
        gone = await ann.until(lambda each: isinstance(each, wire.Happened) and each.state.my_seat is None)
        assert "Ann" not in {seat.name for seat in gone.state.seats}
        later = await ann.until(lambda each: isinstance(each, wire.Happened) and each.state.delayed)
        assert later.sequence >= gone.sequence > turn.sequence
        assert sequences(ann) == sorted(set(sequences(ann))), "nothing twice"

    late_by(LATE, test)


def test_what_is_said_reaches_onlookers_as_late_as_what_happens_and_its_speaker_at_once() -> None:
    async def test(house: House, table: str) -> None:
        lou, may = Client(house, "Lou"), Client(house, "May")
        for each in (lou, may):
            await each.enter()
            await each.say(wire.Watch(table=table))
        assert isinstance(await lou.ask(wire.Chat, table=table, text="a fine hand"), wire.Accepted)
        lou.so_far()
        may.so_far()
        assert [each.text for each in lou.heard if isinstance(each, wire.Said)] == ["a fine hand"]
        assert not [each for each in may.heard if isinstance(each, wire.Said)]
        heard = await may.until(lambda each: isinstance(each, wire.Said))
        assert heard.text == "a fine hand"

    late_by(LATE, test)
