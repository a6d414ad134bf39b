"""The gate for orders of staff: who may give which, who signs, and what nobody may say of himself."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import msgspec
import pytest

from pokerroom.dice import commands as of_dice
from pokerroom.jackpot import commands as of_payouts
from pokerroom.jackpot.people import Person, StaffPosition
from pokerroom.keno.requests import KenoPosition
from pokerroom.ledger import Signature, commands as in_books
from pokerroom.linked.host import commands as of_host
from pokerroom.linked.member import commands as of_link
from pokerroom.linked.people import Official as CasinoOfficial
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.permissions import PLAYERS, STAFF
from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor
from pokerroom.live.staff.orders import BY_COMMAND, ORDERS, may_order
from pokerroom.play import commands as of_round
from pokerroom.play.commands import CardCount, Misdeal, Removal
from pokerroom.room.books import LEDGER, commands as of_books
from pokerroom.room.dice import commands as of_dice_odds
from pokerroom.room.division import commands as with_division
from pokerroom.room.duty import commands as of_duty
from pokerroom.room.filing import commands as on_filing
from pokerroom.room.friends import commands as of_friends
from pokerroom.room.inbox import commands as of_inbox
from pokerroom.room.keno import commands as of_keno
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.looks import commands as on_looks
from pokerroom.room.openings import OpenDecks
from pokerroom.room.registry import REGISTRY
from pokerroom.room.room import Done
from pokerroom.room.security import commands as on_security
from pokerroom.room.shares import commands as on_shares
from pokerroom.room.tables import TABLES, commands as of_tables
from pokerroom.room.talk import commands as on_talk
from pokerroom.rules.staff import Official, Position
from pokerroom.table import conduct
from pokerroom.table.box import decide as of_box
from pokerroom.table.seating import commands as at_table
from pokerroom.wire import messages as wire
from pokerroom.words import catalogue, said
from tests.unit.web.front import desk_of
from tests.wire import Client, entered, opened, table_of

FLO = Identity("flo", "Flo Ray", Role.FLOORPERSON, guest=False)
SUE = Identity("sue", "Sue Park", Role.SHIFT_SUPERVISOR, guest=False)
DEE = Identity("dee", "Dee Low", Role.DEALER, guest=False)
CAI = Identity("cai", "Cai Lin", Role.CAGE, guest=False)
HOLD_EM = "hold-em"
RULED = {"reason": "agreed at the table", "paragraph": "14.15(b)"}


def on_the_floor(test: Callable[[House, Floor], Awaitable[None]], **chips: Any) -> None:
    async def run() -> None:
        house = await opened(**{"bots": 0} | chips)
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
    second: Identity | None = None,
    **where: Any,
) -> Done | Refusal:
    """Give an order, which `second` signs where one person alone may not."""
    asked = orders.read(counter, order, **where)
    live = house.rooms["play chips"]
    answer = asked if isinstance(asked, Refusal) else await floor.order(by, live, asked, id=id or str(order))
    if second is not None and isinstance(answer, Proposal):
        return await floor.countersign(second, live, answer.id)
    assert not isinstance(answer, Proposal)
    return answer


def commands() -> set[type[Any]]:
    """Every command that there is, of the room and of all that it holds."""
    modules = (
        at_table,
        of_round,
        in_books,
        on_lists,
        on_filing,
        conduct,
        on_talk,
        on_shares,
        of_friends,
        of_box,
        of_inbox,
        of_payouts,
        of_keno,
        of_duty,
        of_dice,
        on_looks,
        on_security,
        with_division,
        of_link,
        of_host,
    )
    return {kind for module in modules for kind in get_args(module.Command)} | {
        of_round.OpenRound,
        of_dice_odds.PostOdds,
        OpenDecks,
        *REGISTRY.orders,
    }


def test_every_command_is_an_order_of_somebody_or_of_nobody_for_a_reason() -> None:
    assert len(BY_COMMAND) == len(ORDERS), "given at two counters"
    given = {each.becomes or each.command for each in ORDERS}
    assert not given & set(orders.NOT_ORDERS)
    assert given | set(orders.NOT_ORDERS) == commands()


def test_commands_are_told_apart_in_their_modules() -> None:
    """A command that is declared and missing from its union would be forgotten here, too."""
    for module in (of_tables, of_books, at_table, of_round, in_books, on_lists, on_filing, conduct, on_talk):
        tagged = {
            kind
            for kind in vars(module).values()
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
            if kind.__struct_config__.tag is not None
        }
        events = set(get_args(module.Event)) if module is conduct else set()
        assert tagged - events <= commands(), module.__name__


def test_every_order_that_brings_house_rules_is_read_as_a_document() -> None:
    """Where a preset would otherwise be no more than a label."""
    for each in ORDERS:
        assert ("HouseRules" in orders.fields_of(each)["$defs"]) == bool(each.documents), each.name


def test_what_is_declared_of_fields_is_of_fields_of_the_command() -> None:
    for each in ORDERS:
        assert set(each.unsaid) <= set(each.command.__struct_fields__), each.name
        assert set(each.documents) <= set(each.said), each.name
        assert not each.takes_seat or "player" in each.said, each.name
        signed = {"second", "agreed"} & set(each.command.__struct_fields__)
        assert (each.second is not None) == bool(signed), each.name
        assert each.second is None or each.second.or_player == ("agreed" in signed), each.name


def test_the_catalogue_says_of_every_order_what_it_does_and_of_nothing_else() -> None:
    told = {key for key in catalogue().sentences if key.startswith("orders.")}
    declared = {each.sentence.key for each in ORDERS} | {each.second.when.key for each in ORDERS if each.second}
    assert told == declared


def test_no_player_gives_an_order_and_every_order_has_somebody() -> None:
    assert all(each.who and not each.who & PLAYERS for each in ORDERS)


@pytest.mark.parametrize("role", sorted(STAFF))
def test_whoever_may_give_an_order_can_sign_it(role: Role) -> None:
    """At the tables one signs by a position, at keno by one of its own, in the books and on the link by a role."""
    by = Identity("x", "X", role, guest=False)
    positions = {position.value for position in (*Position, *KenoPosition)}
    of_the_house = {position.value for position in StaffPosition}
    for each in (each for each in ORDERS if role in each.who):
        assert may_order(by, each.command)
        signer = {field.name: field.type for field in msgspec.structs.fields(each.command)}.get("by")
        by_role = signer is CasinoOfficial or (signer is Signature and each.counter.name != "round")
        known = of_the_house if signer is Person else positions
        assert by_role or role.value in known, f"{each.name} by a {role.value}"


@pytest.mark.parametrize("field", orders.SIGNED)
def test_nobody_says_who_gives_an_order_or_when(field: str) -> None:
    asked = orders.read("cage", {"type": "Deposit", "player": "p", "amount": 5, field: "Sue Park"})
    assert isinstance(asked, Refusal)
    assert asked.code.sent_as == "not yours to say"


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
    assert isinstance(orders.read(counter, order), Refusal)


@pytest.mark.parametrize(
    "order",
    [
        {"type": "Play", "command": {"type": "Reshuffle", "cards": [1, 2]}},
        {"type": "Fold", "seat": 0},
        {"type": "Reshuffle", "cards": [1, 2]},
        {"type": "RemoveFaceUpCard", "card": 7},
        {"type": "RemoveFallenCard", "seat": 0, "card": 7},
        {"type": "ReconstructHand", "seat": 0, "cards": [1, 2], "witnesses": ["A", "B"]},
        {
            "type": "Uphold",
            "action": {"type": "Call", "seat": 0, "discard": [7]},
            "reason": "agreed at the table",
            "paragraph": "14.7(d)",
        },
    ],
)
def test_staff_play_no_hand_and_name_no_cards(order: dict[str, Any]) -> None:
    """Whoever could name a card could ask for it until he knows a hand."""

    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        for counter in ("round", "table"):
            answer = await give(house, floor, SUE, counter, order, table=table)
            assert isinstance(answer, Refusal)
            assert answer.code.sent_as in {"no such order", "unreadable"}

    on_the_floor(test)


async def dealt(house: House, table: str) -> list[Client]:
    """Two people in a round of play."""
    people = [await entered(house, name) for name in ("Ann", "Ben")]
    for each in people:
        await each.sit(table)
    await people[0].sees(lambda state: state.turn)
    return people


def test_the_floor_stops_a_round_and_every_chip_goes_back() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        await dealt(house, table)
        stakes = sum(place.stakes for _, place in house.actors[table].table.seated)
        order = {"type": "DeclareDead", "cause": CardCount.MISSING.value}
        assert isinstance(await give(house, floor, DEE, "round", order, table=table), Refusal)
        answer = await give(house, floor, FLO, "round", order, table=table)
        assert isinstance(answer, Done), answer
        assert {"RoundDied", "RoundFinished"} <= {type(event).__name__ for _, event in answer.events}
        assert sum(place.stakes for _, place in house.actors[table].table.seated) == stakes

    on_the_floor(test)


@pytest.mark.parametrize(
    ("by", "order", "event"),
    [
        (FLO, {"type": "DeclareMisdeal", "cause": Misdeal.SHUFFLE_OR_CUT.value}, "Misdealt"),
        (DEE, {"type": "RemoveFaceUpCard"}, "FaceUpCardRemoved"),
        (DEE, {"type": "RemoveFallenCard"}, "FallenCardRemoved"),
        (FLO, {"type": "RemoveHand", "cause": Removal.MIXED.value}, "HandRemoved"),
        (DEE, {"type": "MarkProtected", "how": "under a chip"}, "HandProtected"),
        (FLO, {"type": "LeaveTable"}, "HandRemoved"),
        (SUE, {"type": "Uphold", "action": {"type": "Raise", "to": 300}, **RULED}, "RulingMade"),
        (SUE, {"type": "Rule", **RULED}, "Ruled"),
    ],
)
def test_every_ruling_can_be_given_at_a_table_that_the_room_deals(
    by: Identity, order: dict[str, Any], event: str
) -> None:
    """Seats are the table's. Whoever has not the authority is refused, and everybody is told in words."""

    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        people = await dealt(house, table)
        for other in (each for each in (DEE, FLO, CAI) if each is not by and not may_order(each, kind_of(order))):
            assert isinstance(await give(house, floor, other, "round", order, table=table), Refusal)
        turn = house.actors[table].table.turn_to_act
        asked = orders.read("round", seated_at(order, turn), table=table)
        assert not isinstance(asked, Refusal), asked
        answer = await floor.order(by, house.rooms["play chips"], asked, id="1")
        assert isinstance(answer, Done), answer
        assert event in {type(each).__name__ for _, each in answer.events}
        told = await people[0].until(
            lambda each: isinstance(each, wire.Happened) and any(one.tag == event for one in each.told)
        )
        assert next(one for one in told.told if one.tag == event).rule
        assert not house.actors[table].halted

    on_the_floor(test)


def test_everybody_at_a_table_is_told_when_it_will_close() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        people = await dealt(house, table)
        order = {"type": "AnnounceClosing", "minutes": 15}
        assert isinstance(await give(house, floor, DEE, "table", order, table=table), Refusal)
        unfit = await give(house, floor, FLO, "table", {**order, "minutes": 0}, table=table)
        assert isinstance(unfit, Refusal)
        assert isinstance(await give(house, floor, FLO, "table", order, table=table), Done)
        for person in people:
            heard = await person.until(
                lambda each: isinstance(each, wire.Happened) and any(one.tag == "ClosingAnnounced" for one in each.told)
            )
            (line,) = (one.says for one in heard.told if one.tag == "ClosingAnnounced")
            assert line is not None
            assert said(line) == f"{FLO.name} announces that the table closes in 15 min."

    on_the_floor(test)


def kind_of(order: dict[str, Any]) -> type[Any]:
    return next(each.command for each in ORDERS if each.name == f"round.{order['type']}")


def seated_at(order: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """The order about this seat, where it is about one."""
    if "action" in order:
        return {**order, "action": {**order["action"], "seat": seat}}
    return {**order, "seat": seat} if "seat" in BY_COMMAND[kind_of(order)].said else order


def test_a_ruling_moves_chips_and_bears_the_name_of_who_ruled() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        await dealt(house, table)
        lineup = house.actors[table].table.dealing
        assert lineup is not None
        seat = lineup.lineup[-1]
        move = {"amount": 100, "source": {"seat": seat, "at": "stakes"}, "target": {"seat": seat, "at": "pot"}}
        order = {"type": "Rule", "reason": "short ante", "paragraph": "14.15(b)", "moves": [move]}
        before = house.actors[table].table.stakes(seat)
        answer = await give(house, floor, SUE, "round", order, table=table)
        assert isinstance(answer, Done), answer
        assert house.actors[table].table.stakes(seat) == before - 100
        ruled = next(event for _, event in answer.events if type(event).__name__ == "Ruled")
        assert ruled.ruling.by == Official("Sue Park", Position.SHIFT_SUPERVISOR)
        unheard = await give(house, floor, SUE, "round", {**order, "paragraph": "99.9"}, table=table)
        assert isinstance(unheard, Refusal)
        assert unheard.code.sent_as == "no such paragraph"

    on_the_floor(test)


def test_the_floor_seats_bars_and_gives_notice_under_its_own_name() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        ann = await entered(house, "Ann")
        await live.stake(ann.identity.id, least=20_000, up_to=20_000)
        seat = {"type": "TakeSeat", "player": ann.identity.id, "seat": 3, "amount": 8_000}
        assert isinstance(await give(house, floor, FLO, "table", seat, table=table, second=DEE), Done)
        assert house.actors[table].table.seat_of(ann.identity.id) == 3
        again = await give(house, floor, FLO, "table", seat, table=table, id="once more")
        assert isinstance(again, Refusal)
        left = {"type": "LeaveSeat", "player": ann.identity.id}
        assert isinstance(await give(house, floor, FLO, "table", left, table=table), Done)
        bar = {"type": "Bar", "player": ann.identity.id, "reason": "unruly at the table"}
        assert isinstance(await give(house, floor, CAI, "lists", bar), Refusal)
        assert isinstance(await give(house, floor, FLO, "lists", bar), Done)
        refused = await ann.ask(wire.Sit, table=table)
        assert isinstance(refused, wire.Refused)
        assert refused.code == "barred"
        last = list(live.store.read(LISTS.name))[-1].envelope
        event = REGISTRY.stream(LISTS.name).read(last)
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


@pytest.mark.parametrize("name", ["a/b", "a:b", " a", "=a", "\x00"])
def test_no_table_is_called_what_the_books_cannot_write(name: str) -> None:
    asked = orders.read("table", {"type": "CloseTable"}, table=name)
    assert isinstance(asked, Refusal)
    assert asked.code.sent_as == "unreadable"


def test_a_gaming_day_is_of_today() -> None:
    """One of the year 9999 would be the last: days only follow one another."""

    async def test(house: House, floor: Floor) -> None:
        before = house.rooms["play chips"].room.state(LEDGER).open_day
        for date in ("9999-12-31", "0001-01-01"):
            answer = await give(house, floor, SUE, "books", {"type": "BeginDay", "date": date})
            assert isinstance(answer, Refusal)
            assert answer.code.sent_as == "other day"
        assert house.rooms["play chips"].room.state(LEDGER).open_day == before

    on_the_floor(test)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"type": "Deposit", "player": "bank:ann", "amount": 5}, "unreadable"),
        ({"type": "Deposit", "player": "", "amount": 5}, "unreadable"),
        ({"type": "Fill", "table": "a/b", "amount": 5}, "no such table"),
    ],
)
def test_money_goes_to_nobody_who_is_none(order: dict[str, Any], code: str) -> None:
    async def test(house: House, floor: Floor) -> None:
        answer = await give(house, floor, CAI, "cage", order)
        assert isinstance(answer, Refusal)
        assert answer.code.sent_as == code

    on_the_floor(test)


def test_a_table_is_closed_when_nobody_sits_there_and_opened_again() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        ann = await entered(house, "Ann")
        await ann.say(wire.Watch(table=table))
        rotation = live.room.states(TABLES)[table].rotation
        assert isinstance(await give(house, floor, FLO, "table", {"type": "CloseTable"}, table=table), Done)
        assert table not in {each.name for each in house.lobby_tables()}
        assert table not in live.room.state(LISTS).tables
        assert isinstance(await ann.ask(wire.Sit, table=table), wire.Refused)
        opening = {
            "type": "OpenTable",
            "area": {"name": "play-chip room", "approved": True},
            "rotation": msgspec.to_builtins(rotation),
        }
        unfiled = await give(house, floor, FLO, "table", opening, table=table, subject="table 1")
        assert isinstance(unfiled, Refusal)
        answer = await give(house, floor, FLO, "table", opening, id="again", table=table, subject=f"table {table}")
        assert isinstance(answer, Done), answer
        assert table in live.room.state(LISTS).tables
        await ann.sit(table)

    on_the_floor(test)


def test_the_floor_silences_somebody_and_that_outlives_the_process() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        ann = await entered(house, "Ann")
        await ann.say(wire.Watch(table=table))
        assert isinstance(await ann.ask(wire.Chat, table=table, text="hello"), wire.Accepted)
        until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
        order = {"type": "Silence", "player": ann.identity.id, "until": until}
        assert isinstance(await give(house, floor, FLO, "chat", order), Done)
        refused = await ann.ask(wire.Chat, table=table, text="hello again")
        assert isinstance(refused, wire.Refused)
        assert refused.code == "silenced"
        assert [said.text for said in floor.said(live, table)] == ["hello"]
        house.talk = type(house.talk)(house.world.clock)
        house.talk.recall(live)
        assert isinstance(await ann.ask(wire.Chat, table=table, text="once more"), wire.Refused)

    on_the_floor(test)


def test_nobody_talks_without_end() -> None:
    async def test(house: House, floor: Floor) -> None:  # noqa: ARG001
        table = table_of(house, HOLD_EM)
        ann = await entered(house, "Ann")
        await ann.say(wire.Watch(table=table))
        answers = [await ann.ask(wire.Chat, table=table, text=f"word {number}") for number in range(9)]
        refused = [each for each in answers if isinstance(each, wire.Refused)]
        assert {each.code for each in refused} == {"too fast"}
        assert len(answers) - len(refused) >= 5

    on_the_floor(test)
