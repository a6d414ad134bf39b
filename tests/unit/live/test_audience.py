"""Who hears what when onlookers are behind: nothing early, nothing twice, nothing left out."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from pokerroom.live.house import House
from pokerroom.wire import messages as wire
from tests.wire import Client, Player, entered, in_house, table_of

HOLD_EM = "hold-em"
LATE = 0.5


def late_by(delay: float, test: Callable[[House, str], Awaitable[None]]) -> None:
    in_house(lambda house: test(house, table_of(house, HOLD_EM)), bots=2, spectator_delay=delay)


def sequences(client: Client) -> list[int]:
    return [told.sequence for each in client.heard if isinstance(each, wire.Happened) for told in each.told]


def of_table(client: Client) -> list[Any]:
    return [each for each in client.heard if isinstance(each, wire.TableState | wire.Happened)]


async def onlooker(house: House, table: str) -> tuple[Client, int]:
    """Lou, who watches the table, and the last event he knows of."""
    lou = await entered(house, "Lou")
    await lou.say(wire.Watch(table=table))
    lou.so_far()
    return lou, of_table(lou)[-1].sequence


async def round_of_ann(house: House, table: str) -> None:
    ann = Player(house, "Ann", Random(3))
    await ann.enter()
    await ann.sit(table)
    await ann.play(table, rounds=1)


def test_an_onlooker_who_sits_down_is_told_at_once_all_that_he_was_behind() -> None:
    async def test(house: House, table: str) -> None:
        lou, start = await onlooker(house, table)
        await round_of_ann(house, table)
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


def test_an_onlooker_hears_everything_once_and_late_and_the_view_says_so() -> None:
    async def test(house: House, table: str) -> None:
        lou, start = await onlooker(house, table)
        await round_of_ann(house, table)
        ended = house.actors[table].table.rounds
        await lou.sees(lambda state: state.result is not None)
        told = sequences(lou)
        assert told == list(range(start + 1, told[-1] + 1))
        assert all(each.state.delayed == LATE for each in of_table(lou))
        assert ended >= 1

    late_by(LATE, test)


def test_an_onlooker_who_comes_back_is_told_what_onlookers_know_and_no_more() -> None:
    async def test(house: House, table: str) -> None:
        lou, start = await onlooker(house, table)
        ann = await entered(house, "Ann")
        await ann.sit(table)
        turn = await ann.turn()
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
        ann = await entered(house, "Ann")
        await ann.sit(table)
        turn = await ann.turn()
        assert isinstance(await ann.ask(wire.Leave, table=table), wire.Accepted)
        await ann.say(wire.Act(id="f", table=table, move=wire.Fold(), seen=None))
        gone = await ann.sees(lambda state: state.my_seat is None)
        assert "Ann" not in {seat.name for seat in gone.state.seats}
        later = await ann.sees(lambda state: state.delayed)
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
