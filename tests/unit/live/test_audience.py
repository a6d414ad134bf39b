"""Who hears what when onlookers are behind: nothing early, nothing twice, nothing left out."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import product
from random import Random
from typing import Any

from msgspec.structs import replace

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.wire import messages as wire
from tests.wire import Client, Player, entered, in_house, table_of

HOLD_EM = "hold-em"
HERE, ELSEWHERE = "play-chips", "demonstration"
"""The room of the tables, by its name in addresses, and another one."""
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


AT_ONCE = {
    *(Role.DEALER, Role.FLOORPERSON, Role.POKER_SUPERVISOR, Role.SHIFT_SUPERVISOR),
    *(Role.SECURITY, Role.SURVEILLANCE, Role.DIVISION),
}
"""Who runs the tables of a room, or watches over them, is not behind."""


def people_of_every_position() -> list[Identity]:
    """Each in the whole house, in this room alone, and in another room alone."""
    scopes = {"": "everywhere", HERE: "here", ELSEWHERE: "elsewhere"}
    return [
        Identity(f"{role.name}-{place}".lower(), f"{role.value}, {place}", role, guest=False, scope=scope)
        for role, (scope, place) in product(Role, scopes.items())
    ]


def test_only_whoever_runs_or_watches_over_the_tables_of_this_room_is_not_behind() -> None:
    async def test(house: House, table: str) -> None:
        lookers = [Client(house, who) for who in people_of_every_position()]
        for each in lookers:
            await each.enter()
            await each.say(wire.Watch(table=table))
            each.so_far()
        await round_of_ann(house, table)
        for each in lookers:
            each.so_far()
            who, seen = each.identity, of_table(each)
            is_at_once = who.role in AT_ONCE and who.scope in {"", HERE}
            assert any(shown.state.playing for shown in seen) is is_at_once, who.name
            assert {shown.state.delayed == 0 for shown in seen} == {is_at_once}, who.name

    late_by(600, test)


def test_whoever_works_elsewhere_comes_back_to_what_onlookers_know() -> None:
    """A lost line is no way around the delay, nor is asking for everything again."""

    async def test(house: House, table: str) -> None:
        here = Identity("flo", "Flo Ray", Role.FLOORPERSON, guest=False)
        elsewhere = replace(here, id="fay", name="Fay Ray", scope=ELSEWHERE)
        ann, known = await entered(house, "Ann"), house.actors[table].sequence
        await ann.sit(table)
        await ann.turn()
        for who, is_at_once in ((here, True), (elsewhere, False)):
            for resume in ({}, {table: 0}, {table: 3}):
                back = Client(house, who)
                await back.enter(resume=resume)
                await back.say(wire.Watch(table=table))
                back.so_far()
                assert any(shown.state.playing for shown in of_table(back)) is is_at_once, (who.name, resume)
                is_told = any(sequence > known for sequence in sequences(back))
                assert is_told is (is_at_once and bool(resume)), (who.name, resume)
                back.hang_up()

    late_by(600, test)


def test_what_is_said_reaches_staff_of_the_room_at_once_and_staff_of_another_late() -> None:
    async def test(house: House, table: str) -> None:
        vic = Identity("vic", "Vic Lens", Role.SURVEILLANCE, guest=False)
        people = [await entered(house, who) for who in (vic, replace(vic, id="val", scope=ELSEWHERE), "Lou")]
        for each in people:
            await each.say(wire.Watch(table=table))
        lou = people[-1]
        assert isinstance(await lou.ask(wire.Chat, table=table, text="a fine hand"), wire.Accepted)
        heard = [any(isinstance(each, wire.Said) for each in person.so_far()) for person in people]
        assert heard == [True, False, True]

    late_by(600, test)
