"""The gate for orders of staff: who may give which, who signs, and what nobody may say of himself."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import msgspec
import pytest

from pokerroom.ledger import Signature
from pokerroom.ledger.commands import CloseDay, Correct, CountTable, OpenDay
from pokerroom.play.commands import CardCount
from pokerroom.room import filing
from pokerroom.room.commands import Command, Deposit, Fill, Withdraw
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.room import Done
from pokerroom.room.streams import LISTS, codec_of
from pokerroom.rules.staff import Official, Position
from pokerroom.table import conduct
from pokerroom.table.seating import commands as at_table
from pokerroom.web import orders
from pokerroom.web.entrance.identity import Identity, Role
from pokerroom.web.entrance.permissions import ORDERS, PLAYERS, STAFF, may_order
from pokerroom.web.floor import Floor
from pokerroom.web.house import House
from pokerroom.web.orders import BeginDay, Silence
from pokerroom.web.refusing import Nay
from pokerroom.wire import messages as wire
from tests.unit.web.front import desk_of
from tests.wire import Client, opened, table_of

FLO = Identity("flo", "Flo Ray", Role.FLOORPERSON, guest=False)
SUE = Identity("sue", "Sue Park", Role.SHIFT_SUPERVISOR, guest=False)
CAI = Identity("cai", "Cai Lin", Role.CAGE, guest=False)
HOLD_EM = "hold-em"

OF_THE_ROOM = {
    at_table.StartRound,
    at_table.DrawForButton,
    on_lists.AddTable,
    on_lists.RemoveTable,
    on_lists.Expire,
    OpenDay,
}
"""What the room does by itself: no member of staff names a deck, and lists and days follow the tables."""
OF_A_PLAYER = {
    at_table.ProposeMinimum,
    at_table.Agree,
    at_table.RemoveStakes,
    on_lists.RequestChange,
    on_lists.CancelChange,
    on_lists.Accept,
    on_lists.Decline,
    on_lists.TakeSeat,
    on_lists.LeaveSeat,
}
OF_TWO = {Correct, CountTable}
"""What two people sign in one record: there is no order for it yet."""


def on_the_floor(test: Callable[[House, Floor], Awaitable[None]], **chips: Any) -> None:
    async def run() -> None:
        house = await opened(bots=0, **chips)
        try:
            await test(house, Floor(house, desk_of()))
            assert not any(actor.halted for actor in house.actors.values())
        finally:
            await house.close()

    asyncio.run(run())


async def give(
    house: House,
    floor: Floor,
    by: Identity,
    counter: str,
    order: dict[str, Any],
    *,
    id: str = "",  # noqa: A002
    **where: str,
) -> Done | Nay:
    asked = orders.read(counter, order, **where)
    live = house.rooms["play chips"]
    return asked if isinstance(asked, Nay) else await floor.order(by, live, asked, id=id or str(order))


def test_every_command_of_the_room_is_an_order_of_somebody_or_of_nobody_for_a_reason() -> None:
    known = {
        *get_args(at_table.Command),
        *get_args(on_lists.Command),
        *get_args(filing.Command),
        *get_args(conduct.Command),
        *(Deposit, Withdraw, Fill, OpenDay, CloseDay, CountTable, Correct),
    }
    listed = {kind for counter in orders.COUNTERS.values() for kind in counter.commands}
    assert listed == set(ORDERS)
    assert listed - {BeginDay, Silence} == known - OF_THE_ROOM - OF_A_PLAYER - OF_TWO
    assert len(get_args(Command)) == 11, "another kind of order: say who gives it"


def test_no_player_gives_an_order_and_every_order_has_somebody() -> None:
    assert all(roles and not roles & PLAYERS for roles in ORDERS.values())


@pytest.mark.parametrize("role", sorted(STAFF))
def test_whoever_may_give_an_order_can_sign_it(role: Role) -> None:
    """At the tables one signs by a position, in the books by a role."""
    by = Identity("x", "X", role, guest=False)
    positions = {position.value for position in Position}
    for kind in (each for each in ORDERS if may_order(by, each)):
        signer = {field.name: field.type for field in msgspec.structs.fields(kind)}["by"]
        assert signer is Signature or role.value in positions, f"{kind.__name__} by a {role.value}"


@pytest.mark.parametrize("field", orders.SIGNED)
def test_nobody_says_who_gives_an_order_or_when(field: str) -> None:
    asked = orders.read("cage", {"type": "Deposit", "player": "p", "amount": 5, field: "Sue Park"})
    assert isinstance(asked, Nay)
    assert asked.code == "not yours to say"


@pytest.mark.parametrize(
    ("counter", "order"),
    [
        ("nowhere", {"type": "Deposit"}),
        ("cage", {"type": "StartRound"}),
        ("cage", {"type": ["Deposit"]}),
        ("cage", {}),
        ("table", {"type": "StartRound", "deck": ["As"], "settings": "", "software": ""}),
        ("cage", {"type": "Deposit", "player": "p", "amount": 5, "more": 1}),
        ("table", {"type": "CloseTable"}),
    ],
)
def test_an_order_that_there_is_not_is_refused(counter: str, order: dict[str, Any]) -> None:
    assert isinstance(orders.read(counter, order), Nay)


def test_staff_name_no_cards() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        for command in ({"type": "Reshuffle", "cards": [1, 2]}, {"type": "Fold", "seat": 0}):
            order = {"type": "Play", "command": command}
            answer = await give(house, floor, FLO, "table", order, table=table)
            assert isinstance(answer, Nay)
            assert answer.code == "unreadable"

    on_the_floor(test)


def test_the_floor_stops_a_round_and_every_chip_goes_back() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        people = [Client(house, name) for name in ("Ann", "Ben")]
        for each in people:
            await each.enter()
            await each.sit(table)
        await people[0].until(lambda each: isinstance(each, wire.Happened) and each.state.turn)
        order = {"type": "Play", "command": {"type": "DeclareDead", "cause": CardCount.MISSING.value}}
        answer = await give(house, floor, FLO, "table", order, table=table)
        assert isinstance(answer, Done), answer
        stakes = {place.stakes for _, place in house.actors[table].table.seated}
        assert len(stakes) == 1

    on_the_floor(test)


def test_the_floor_seats_bars_and_gives_notice_under_its_own_name() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        ann = Client(house, "Ann")
        await ann.enter()
        await live.stake(ann.identity.id, least=20_000, up_to=20_000)
        seat = {"type": "TakeSeat", "player": ann.identity.id, "seat": 3, "amount": 8_000}
        assert isinstance(await give(house, floor, FLO, "table", seat, table=table), Done)
        assert house.actors[table].table.seat_of(ann.identity.id) == 3
        again = await give(house, floor, FLO, "table", seat, table=table)
        assert isinstance(again, Nay)
        left = {"type": "LeaveSeat", "player": ann.identity.id}
        assert isinstance(await give(house, floor, FLO, "table", left, table=table), Done)
        bar = {"type": "Bar", "player": ann.identity.id, "reason": "unruly"}
        assert isinstance(await give(house, floor, CAI, "lists", bar), Nay)
        assert isinstance(await give(house, floor, FLO, "lists", bar), Done)
        refused = await ann.ask(wire.Sit, table=table)
        assert isinstance(refused, wire.Refused)
        assert refused.code == "barred"
        last = list(live.store.read(LISTS))[-1].envelope
        event = codec_of(LISTS).decode(last.tag, last.version, last.body)
        assert event.by == Official("Flo Ray", Position.FLOORPERSON)

    on_the_floor(test)


def test_an_order_asked_twice_is_carried_out_once() -> None:
    async def test(house: House, floor: Floor) -> None:
        order = {"type": "Deposit", "player": "somebody", "amount": 700}
        first = await give(house, floor, CAI, "cage", order, id="a")
        second = await give(house, floor, CAI, "cage", order, id="a")
        assert isinstance(first, Done)
        assert isinstance(second, Done)
        assert second.repeated
        assert house.rooms["play chips"].balance("somebody") == 700

    on_the_floor(test)


def test_a_table_is_closed_when_nobody_sits_there_and_opened_again() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        ann = Client(house, "Ann")
        await ann.enter()
        await ann.say(wire.Watch(table=table))
        rotation = live.room.tables[table].rotation
        assert isinstance(await give(house, floor, FLO, "table", {"type": "CloseTable"}, table=table), Done)
        assert table not in {each.name for each in house.lobby_tables()}
        assert table not in live.room.lists.tables
        assert isinstance(await ann.ask(wire.Sit, table=table), wire.Refused)
        opening = {
            "type": "OpenTable",
            "area": {"name": "play-chip room", "approved": True},
            "rotation": msgspec.to_builtins(rotation),
        }
        unfiled = await give(house, floor, FLO, "table", opening, table=table, subject="table 1")
        assert isinstance(unfiled, Nay)
        answer = await give(house, floor, FLO, "table", opening, id="again", table=table, subject=f"table {table}")
        assert isinstance(answer, Done), answer
        assert table in live.room.lists.tables
        await ann.sit(table)

    on_the_floor(test)


def test_the_floor_silences_somebody_and_that_outlives_the_process() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        ann = Client(house, "Ann")
        await ann.enter()
        await ann.say(wire.Watch(table=table))
        assert isinstance(await ann.ask(wire.Chat, table=table, text="hello"), wire.Accepted)
        until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
        order = {"type": "Silence", "player": ann.identity.id, "until": until}
        assert isinstance(await give(house, floor, FLO, "chat", order), Done)
        refused = await ann.ask(wire.Chat, table=table, text="hello again")
        assert isinstance(refused, wire.Refused)
        assert refused.code == "silenced"
        assert [said.text for said in floor.said(live, table)] == ["hello"]
        house.talk = type(house.talk)()
        house.talk.recall(live)
        assert isinstance(await ann.ask(wire.Chat, table=table, text="once more"), wire.Refused)

    on_the_floor(test)


def test_nobody_talks_without_end() -> None:
    async def test(house: House, floor: Floor) -> None:  # noqa: ARG001
        table = table_of(house, HOLD_EM)
        ann = Client(house, "Ann")
        await ann.enter()
        await ann.say(wire.Watch(table=table))
        answers = [await ann.ask(wire.Chat, table=table, text=f"word {number}") for number in range(9)]
        refused = [each for each in answers if isinstance(each, wire.Refused)]
        assert {each.code for each in refused} == {"too fast"}
        assert len(answers) - len(refused) >= 5

    on_the_floor(test)
