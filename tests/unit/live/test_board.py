"""The board of the floor: all of it at first, then what has changed and nothing else, to who walks or watches it."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.permissions import SEE_FLOOR, WATCHERS
from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff import orders
from pokerroom.live.staff.floor import Floor
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.room import Done
from pokerroom.wire import floor as on_floor, messages as wire
from tests.unit.web.front import desk_of
from tests.wire import Client, entered, in_house, table_of

FLO = Identity("flo", "Flo Ray", Role.FLOORPERSON, guest=False)
SUE = Identity("sue", "Sue Park", Role.SHIFT_SUPERVISOR, guest=False)
HOLD_EM = "hold-em"


class Shown:
    """The board as a page keeps it: what is told is laid over what was there."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.tables: dict[str, on_floor.FloorTable] = {}
        self.lists: dict[tuple[str, str], on_floor.FloorList] = {}
        self.people: on_floor.FloorPeople | None = None
        self.told: list[on_floor.FloorBoard] = []

    async def until(self, wanted: Callable[["Shown"], Any]) -> Any:
        while not (found := wanted(self)):
            message = await self.client.next()
            if isinstance(message, on_floor.FloorBoard):
                self.take(message)
        return found

    def take(self, board: on_floor.FloorBoard) -> None:
        self.told.append(board)
        if board.whole:
            self.tables, self.lists = {}, {}
        self.tables |= {each.name: each for each in board.tables}
        self.lists |= {(each.game, each.limits): each for each in board.lists}
        for name in board.gone:
            del self.tables[name]
        for key in board.ended:
            del self.lists[key]
        self.people = board.people or self.people


async def walking(house: House, who: Identity = FLO) -> Shown:
    shown = Shown(await entered(house, who))
    await shown.client.say(wire.WatchFloor(room="play-chips"))
    await shown.until(lambda each: each.told)
    return shown


async def give(house: House, floor: Floor, by: Identity, counter: str, order: dict[str, Any], **where: Any) -> Any:
    asked = orders.read(counter, order, **where)
    assert not isinstance(asked, Refusal), asked
    return await floor.order(by, house.rooms["play chips"], asked, id=str(order))


def test_whoever_walks_the_floor_is_shown_every_table_and_list_first() -> None:
    async def test(house: House) -> None:
        shown = await walking(house)
        assert shown.told[0].whole
        assert set(shown.tables) == set(house.actors)
        assert len(shown.lists) == len(house.rooms["play chips"].room.state(LISTS).lists)
        assert shown.people is not None
        assert shown.people.gaming_day is not None

    in_house(test, bots=0)


def test_what_changes_is_told_within_a_second_and_nothing_else() -> None:
    async def test(house: House) -> None:
        shown, table = await walking(house), table_of(house, HOLD_EM)
        began = house.clock.monotonic()
        ann = await entered(house, "Ann")
        await ann.sit(table)
        await shown.until(lambda each: each.tables[table].seats)
        assert house.clock.monotonic() - began < 1
        (seat,) = shown.tables[table].seats
        assert (seat.player, seat.name, seat.state) == (ann.identity.id, "Ann", "playing")
        told = shown.told[1:]
        assert {each.name for board in told for each in board.tables} == {table}
        assert not any(board.whole or board.gone or board.people for board in told)

    in_house(test, bots=0)


def test_nothing_is_told_while_nothing_happens() -> None:
    async def test(house: House) -> None:
        shown = await walking(house)
        await house.world.clock.wait(asyncio.Event(), 30)
        assert not [each for each in shown.client.so_far() if isinstance(each, on_floor.FloorBoard)][1:]

    in_house(test, bots=0)


def test_a_round_on_the_board_is_a_number_without_cards_bets_or_results() -> None:
    async def test(house: House) -> None:
        shown, table = await walking(house), table_of(house, HOLD_EM)
        for name in ("Ann", "Ben"):
            await (await entered(house, name)).sit(table)
        await shown.until(lambda each: each.tables[table].round)
        fields = set(on_floor.FloorTable.__struct_fields__) | set(on_floor.FloorSeat.__struct_fields__)
        assert not fields & {"board", "pots", "down", "up", "stakes", "bet", "result", "awards"}

    in_house(test, bots=0)


@pytest.mark.parametrize("role", sorted(set(Role) - SEE_FLOOR))
def test_nobody_else_is_shown_the_floor(role: Role) -> None:
    async def test(house: House) -> None:
        client = await entered(house, Identity("x", "Xan", role, guest=False))
        await client.say(wire.WatchFloor(room="play-chips"))
        answer = await client.until(lambda each: isinstance(each, wire.Refused | on_floor.FloorBoard))
        assert isinstance(answer, wire.Refused)
        assert answer.code == "not permitted"

    in_house(test, bots=0)


@pytest.mark.parametrize("role", sorted(WATCHERS))
def test_whoever_watches_over_the_floor_is_shown_it_as_it_changes_but_no_number_to_call(role: Role) -> None:
    async def test(house: House) -> None:
        floor, table = Floor(house, desk_of()), table_of(house, HOLD_EM)
        walks, watches = await walking(house), await walking(house, Identity("w", "Wyn Oak", role, guest=False))
        assert watches.told[0].whole
        assert set(watches.tables) == set(house.actors)
        wanted = {"game": HOLD_EM, "limits": watches.tables[table].limits}
        join = {"type": "Join", "player": "p-ann", "name": "Ann", "phone": "555-0100", "wanted": wanted}
        assert isinstance(await give(house, floor, FLO, "lists", join), Done)
        bar = {"type": "Bar", "player": "p-bo", "reason": "on the exclusion list"}
        assert isinstance(await give(house, floor, FLO, "lists", bar), Done)
        for shown, phone in ((walks, "555-0100"), (watches, "")):
            await shown.until(lambda each: each.people and each.people.barred)
            (entry,) = shown.lists[HOLD_EM, wanted["limits"]].entries
            assert (entry.name, entry.phone) == ("Ann", phone)
        again = await walking(house, Identity("w", "Wyn Oak", role, guest=False))
        assert [each.phone for row in again.lists.values() for each in row.entries] == [""]

    in_house(test, bots=0)


@pytest.mark.parametrize("role", sorted(WATCHERS))
def test_whoever_watches_over_the_floor_gives_no_order_there(role: Role) -> None:
    async def test(house: House) -> None:
        floor, table = Floor(house, desk_of()), table_of(house, HOLD_EM)
        who = Identity("w", "Wyn Oak", role, guest=False)
        for counter in ("table", "lists", "conduct", "chat", "round", "felt", "box"):
            there = [each for each in orders.ORDERS if each.counter.name == counter]
            assert there, counter
            assert not [each.type for each in there if role in each.who], counter
        for counter, order, where in (
            ("lists", {"type": "CallNext", "table": table}, {}),
            ("lists", {"type": "Bar", "player": "p-bo", "reason": "looks wrong"}, {}),
            ("table", {"type": "AnnounceClosing", "minutes": 10}, {"table": table}),
        ):
            answer = await give(house, floor, who, counter, order, **where)
            assert isinstance(answer, Refusal), order
            assert answer.code.sent_as == "not permitted"

    in_house(test, bots=0)


def test_whoever_works_in_one_room_alone_is_shown_the_floor_of_no_other() -> None:
    async def test(house: House) -> None:
        client = await entered(house, Identity("x", "Xan", Role.FLOORPERSON, guest=True, scope="demonstration"))
        await client.say(wire.WatchFloor(room="play-chips"))
        answer = await client.until(lambda each: isinstance(each, wire.Refused | on_floor.FloorBoard))
        assert isinstance(answer, wire.Refused)
        assert answer.code == "no such room"

    in_house(test, bots=0)


def test_there_is_no_board_of_a_room_that_there_is_not() -> None:
    async def test(house: House) -> None:
        client = await entered(house, FLO)
        await client.say(wire.WatchFloor(room="licensed"))
        answer = await client.until(lambda each: isinstance(each, wire.Refused))
        assert answer.code == "no such room"

    in_house(test, bots=0)


def test_whoever_has_left_is_told_nothing_any_more() -> None:
    async def test(house: House) -> None:
        gone, away = await walking(house), await walking(house, SUE)
        gone.client.hang_up()
        await away.client.say(wire.UnwatchFloor())
        before = len(away.client.so_far())
        await (await entered(house, "Ann")).sit(table_of(house, HOLD_EM))
        await house.world.clock.wait(asyncio.Event(), 5)
        assert not [each for each in away.client.so_far()[before:] if isinstance(each, on_floor.FloorBoard)]

    in_house(test, bots=0)


def test_a_call_its_timer_and_a_no_show_are_on_the_board() -> None:
    async def test(house: House) -> None:
        floor, table = Floor(house, desk_of()), table_of(house, HOLD_EM)
        shown = await walking(house)
        limits = shown.tables[table].limits
        wanted = {"game": HOLD_EM, "limits": limits}
        join = {"type": "Join", "player": "p-ann", "name": "Ann", "phone": "555-0100", "wanted": wanted}
        assert isinstance(await give(house, floor, FLO, "lists", join), Done)
        entry = await shown.until(lambda each: each.lists[HOLD_EM, limits].entries)
        assert (entry[0].name, entry[0].phone) == ("Ann", "555-0100")
        call = {"type": "CallPlayer", "player": "p-ann", "table": table, "seat": 2}
        assert isinstance(await give(house, floor, FLO, "lists", call), Done)
        (seat,) = await shown.until(lambda each: each.tables[table].seats)
        assert seat.seat == 2
        assert seat.hold is not None
        assert (seat.hold.name, seat.hold.queue, seat.hold.accepted) == ("Ann", "waiting list", False)
        assert seat.hold.until > shown.told[-1].now
        gone = {"type": "NoteNoShow", "player": "p-ann", "table": table, "seat": 2}
        assert isinstance(await give(house, floor, FLO, "lists", gone), Done)
        await shown.until(lambda each: not each.tables[table].seats and not each.lists[HOLD_EM, limits].entries)

    in_house(test, bots=0)


def test_who_is_on_duty_barred_warned_or_required_to_leave_is_on_the_board() -> None:
    async def test(house: House) -> None:
        floor, shown = Floor(house, desk_of()), await walking(house, SUE)
        for counter, order in (
            ("duty", {"type": "GoOnDuty"}),
            ("lists", {"type": "Bar", "player": "p-bo", "reason": "on the exclusion list"}),
            ("conduct", {"type": "RequireToLeave", "player": "p-cy", "cause": "plays for another"}),
            (
                "conduct",
                {
                    "type": "Intervene",
                    "player": "p-di",
                    "incident": "touched chips in the pot",
                    "warning": "leave the pot alone",
                },
            ),
        ):
            answer = await give(house, floor, SUE, counter, order)
            assert isinstance(answer, Done), answer
        await shown.until(lambda each: each.people and each.people.warnings)
        people = shown.people
        assert people is not None
        assert [(each.name, each.position) for each in people.on_duty] == [("Sue Park", "poker shift supervisor")]
        assert [each.player for each in people.barred] == ["p-bo"]
        assert [(each.player, each.stands, each.notice_by is not None) for each in people.removals] == [
            ("p-cy", True, True)
        ]
        told = {"type": "NotifyDivision", "player": "p-cy", "reference": "N-7"}
        assert isinstance(await give(house, floor, SUE, "conduct", told), Done)
        await shown.until(lambda each: each.people and each.people.removals[0].notice_by is None)

    in_house(test, bots=0)


def test_tables_among_friends_are_not_on_the_board() -> None:
    async def test(house: House) -> None:
        shown, ann = await walking(house), await entered(house, "Ann")
        choice = house.choices_for_friends()[0]
        made = await ann.ask(wire.MakeTable, settings=choice.subject, bots=False)
        assert isinstance(made, wire.Accepted), made
        await house.world.clock.wait(asyncio.Event(), 3)
        shown.client.so_far()
        told = [each for each in shown.client.heard if isinstance(each, on_floor.FloorBoard)]
        assert not any(each.name == made.table for board in told for each in board.tables)
        assert not any(each.limits == made.table for board in told for each in board.lists)

    in_house(test, bots=0)
