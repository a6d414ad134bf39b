"""An id is used for one order, whichever way it comes in: by a socket, or by the gate for staff.

Asked again the same is answered as before and done no second time; anything else is refused, and books nothing. What
the room does with ids underneath is in `tests/contract/test_ids.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.players.answering import PERMITTED
from pokerroom.live.ports import Unanswered
from pokerroom.live.refusals import Refusal, refused
from pokerroom.live.seeding import DESK
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor
from pokerroom.live.tables.people import Preferences
from pokerroom.room.answers import Answers
from pokerroom.room.books import LEDGER
from pokerroom.room.checkpoint import ROW
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import Batch, Row
from pokerroom.room.room import ID_TAKEN, Done
from pokerroom.room.talk import TALK
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore
from pokerroom.wire import dice, keno, messages as wire
from pokerroom.words import said as in_words
from tests.unit.live.test_countersigning import BO, given, signed
from tests.unit.live.test_floor import CAI, DEE, FLO, HOLD_EM, SUE, give, on_the_floor
from tests.unit.live.test_seats import GAME, UNHURRIED, accepted, held, in_a_house, offer_to, tables
from tests.unit.web.front import desk_of
from tests.wire import Client, entered, in_house, opened, table_of

CAL = Identity("cal", "Cal Orr", Role.CAGE, guest=False)
TAKEN = "This id was used for another order; nothing has happened. Use a new id."


async def said(client: Client, message: Any) -> wire.Accepted | wire.Refused:
    """The answer to this very message."""
    await client.say(message)
    answer: wire.Accepted | wire.Refused = await client.until(
        lambda each: isinstance(each, wire.Accepted | wire.Refused) and each.id == message.id
    )
    return answer


async def is_taken(client: Client, message: Any) -> None:
    """It is refused for its id, and nothing is recorded."""
    store = client.house.rooms["play chips"].store
    before = list(store.read_all())
    answer = await said(client, message)
    assert isinstance(answer, wire.Refused), answer
    assert (answer.code, in_words(answer.says)) == ("id taken", TAKEN)
    assert list(store.read_all()) == before


async def is_answered(client: Client, message: Any) -> wire.Accepted:
    """As done before, and nothing is recorded."""
    store = client.house.rooms["play chips"].store
    before = list(store.read_all())
    answer = await said(client, message)
    assert isinstance(answer, wire.Accepted), answer
    assert list(store.read_all()) == before
    return answer


# By a socket.


def test_a_request_under_an_id_that_was_used_for_another_is_refused() -> None:
    async def test(house: House) -> None:
        here, there = tables(house)
        ann = await entered(house, "Ann")
        sit = wire.Sit(id="a", table=here, seat=2, amount=6_000)
        assert isinstance(await said(ann, sit), wire.Accepted)
        whole = held(house, ann)
        others = [replace(sit, amount=5_000), replace(sit, seat=3), replace(sit, table=there), *requests("a", here)]
        for other in others:
            await is_taken(ann, other)
        asked = {kind for kind in PERMITTED[Role.VISITOR] if "id" in kind.__struct_fields__}
        assert {type(each) for each in others} == asked
        assert await is_answered(ann, sit) == wire.Accepted(id="a", table=here, seat=2)
        assert held(house, ann) == whole

    in_a_house(test)


def at_keno(id_: str) -> list[Any]:
    serial, there = "00000-00000-00000-00000", dict[str, Any](id=id_, game="keno")
    named = (keno.VoidKeno, keno.RedeemKeno)
    bought = keno.BuyKeno(**there, conditioning="S 1.00", first=1, spots=(7,))
    return [bought, keno.ReadyForDraw(**there, number=1), *(kind(**there, serial=serial) for kind in named)]


def at_dice(id_: str) -> list[Any]:
    there: dict[str, Any] = {"id": id_, "game": "dice/Dice 1"}
    plain = (dice.DiceLeave, dice.DiceReady, dice.DicePass, dice.DiceAsk)
    return [
        dice.DiceSit(**there, seat=1, amount=500),
        dice.DiceBuy(**there, amount=500),
        dice.DiceWager(**there, bet="field", amount=500),
        dice.DiceTakeBack(**there, bet="field"),
        dice.DiceAnswer(**there, accept=True),
        dice.DiceShake(**there, times=3),
        *(kind(**there) for kind in plain),
    ]


def requests(id_: str, table: str) -> list[Any]:
    """One of each kind but to sit down."""
    there: dict[str, Any] = {"id": id_, "table": table}
    listed: dict[str, Any] = {"id": id_, "game": GAME, "limits": "$2-$4"}
    return [
        wire.Act(**there, move=wire.Fold()),
        wire.QuickSeat(id=id_),
        wire.TopUp(**there, amount=10_000_000),
        *(kind(**there) for kind in (wire.SitOut, wire.SitIn, wire.Leave, wire.Agree, wire.UseTimeBank)),
        *(kind(**listed) for kind in (wire.JoinList, wire.LeaveList)),
        wire.AnswerOffer(**there, seat=1, accept=False),
        wire.AnswerConsent(id=id_, proposal="p", agrees=True),
        *at_keno(id_),
        *at_dice(id_),
        *(kind(**there) for kind in (wire.RequestChange, wire.CancelChange)),
        wire.ProposeMinimum(**there, minimum=400),
        wire.Preferences(id=id_, muck_losers=True),
        wire.Chat(**there, text="hello"),
        wire.MakeTable(id=id_, settings="none"),
        wire.OpenInvitation(id=id_, token="none"),  # noqa: S106  it opens nothing
        wire.HostTable(**there, power="pause"),
    ]


def test_an_id_is_of_whoever_asks() -> None:
    async def test(house: House) -> None:
        here, there = tables(house)
        ann, ben = await entered(house, "Ann"), await entered(house, "Ben")
        for each, table in ((ann, here), (ben, there)):
            assert isinstance(await said(each, wire.Sit(id="a", table=table)), wire.Accepted)

    in_a_house(test)


def test_a_move_is_known_by_what_it_does_and_not_by_what_its_player_had_seen() -> None:
    async def test(house: House) -> None:
        table = table_of(house, GAME)
        ann, ben = await entered(house, "Ann"), await entered(house, "Ben")
        for each in (ann, ben):
            await each.sit(table)
        await ann.sees(lambda state: state.turn)
        at_table = house.actors[table].table
        turn = at_table.turn_to_act
        who = ann if at_table.seat_of(ann.identity.id) == turn else ben
        move = wire.Act(id="m", table=table, move=wire.PostForcedBet(), seen=house.actors[table].decision)
        assert isinstance(await said(who, move), wire.Accepted)
        await is_taken(who, replace(move, move=wire.Fold()))
        await is_answered(who, replace(move, seen=None))

    in_house(test, bots=0, clock=UNHURRIED)


def test_a_seat_asked_for_again_after_it_was_left_is_not_taken_again() -> None:
    async def test(house: House) -> None:
        live, ann = house.rooms["play chips"], await entered(house, "Ann")
        quick = wire.QuickSeat(id="q", game=GAME)
        taken = await said(ann, quick)
        assert isinstance(taken, wire.Accepted)
        await accepted(ann, wire.Leave, table=taken.table)
        again = await is_answered(ann, quick)
        assert (again.table, again.seat) == (taken.table, None)
        assert live.room.state(LISTS).hold_of(ann.identity.id) is None
        assert live.room.state(LISTS).seat_of(ann.identity.id) is None
        await is_taken(ann, wire.QuickSeat(id="q"))

    in_a_house(test)


def test_a_change_of_tables_and_the_answer_to_its_offer_keep_their_ids() -> None:
    async def test(house: House) -> None:
        here, there = tables(house)
        ann = await entered(house, "Ann")
        await ann.sit(here, amount=6_000)
        change = wire.RequestChange(id="c", table=here, to=there)
        assert isinstance(await said(ann, change), wire.Accepted)
        offer = await offer_to(ann)
        await is_answered(ann, change)
        await is_taken(ann, replace(change, to=None))
        take = wire.AnswerOffer(id="o", table=there, seat=offer.seat, accept=True)
        assert isinstance(await said(ann, take), wire.Accepted)
        assert await is_answered(ann, take) == wire.Accepted(id="o", table=there, seat=offer.seat)
        await is_taken(ann, replace(take, accept=False))
        assert house.actors[there].table.seat_of(ann.identity.id) == offer.seat

    in_a_house(test)


def test_two_requests_under_one_id_at_once_lead_to_one_seat() -> None:
    async def test(house: House) -> None:
        one, other = await entered(house, "Ann"), await entered(house, "Ann")
        answers = await asyncio.gather(
            *(
                said(each, wire.Sit(id="a", table=table))
                for each, table in zip((one, other), tables(house), strict=True)
            )
        )
        assert [type(each) for each in answers].count(wire.Accepted) == 1
        seated = [actor.name for actor in house.actors.values() if actor.table.seat_of(one.identity.id) is not None]
        assert len(seated) == 1

    in_a_house(test)


def test_a_wish_that_the_server_with_the_desk_does_not_take_is_asked_for_again() -> None:
    async def test(house: House) -> None:
        ann, keep = await entered(house, "Ann"), house.keep_wishes

        async def unanswered(player: str, wishes: Preferences) -> None:
            raise Unanswered(f"nobody keeps what {player} wishes: {wishes}")

        house.keep_wishes = unanswered
        wish = wire.Preferences(id="w", auto_top_up=True)
        answer = await said(ann, wish)
        assert isinstance(answer, wire.Refused)
        assert answer.code == "cannot record"
        assert house.preferences == {}
        house.keep_wishes = keep
        assert isinstance(await said(ann, wish), wire.Accepted)
        assert house.preferences == {ann.identity.id: Preferences(auto_top_up=True)}

    in_a_house(test)


def test_what_leaves_no_event_behind_is_done_once_too() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, ann = table_of(house, HOLD_EM), await entered(house, "Ann")
        await ann.say(wire.Watch(table=table))
        hello = wire.Chat(id="h", table=table, text="hello")
        for _ in range(2):
            assert isinstance(await said(ann, hello), wire.Accepted)
        for other in (
            replace(hello, text="good bye"),
            wire.Preferences(id="h", muck_losers=True),
            wire.Act(id="h", table=table, move=wire.Fold()),
            wire.Sit(id="h", table=table),
        ):
            await is_taken(ann, other)
        assert [each.text for each in floor.said(house.rooms["play chips"], table)] == ["hello"]
        assert ann.identity.id not in house.preferences
        assert isinstance(await said(ann, wire.Sit(id="s", table=table)), wire.Accepted)
        await is_taken(ann, replace(hello, id="s"))

    on_the_floor(test)


@pytest.mark.parametrize("from_checkpoint", [True, False])
def test_a_room_that_was_closed_and_opened_knows_its_ids(from_checkpoint: bool) -> None:
    store, keys = MemoryStore(), Keys((new_key(),))
    sit = wire.Sit(id="a", table="", amount=6_000)
    deposit = {"type": "Deposit", "player": "somebody", "amount": 700}

    async def in_session(session: Callable[[House, Floor, Client, wire.Sit], Awaitable[None]]) -> None:
        house = await opened(store, keys=keys, bots=0)
        ann = await entered(house, "Ann")
        await session(house, Floor(house, desk_of()), ann, replace(sit, table=table_of(house, GAME)))
        await house.close()

    async def first(house: House, floor: Floor, ann: Client, sit: wire.Sit) -> None:
        assert isinstance(await said(ann, sit), wire.Accepted)
        assert isinstance(await give(house, floor, CAI, "cage", deposit, id="d"), Done)
        assert isinstance(await give(house, floor, FLO, "chat", silence("noisy"), id="s"), Done)

    async def second(house: House, floor: Floor, ann: Client, sit: wire.Sit) -> None:
        assert (await is_answered(ann, sit)).seat is not None
        await is_taken(ann, replace(sit, amount=5_000))
        await staff_is_taken(house, floor, "cage", {**deposit, "amount": 701}, id="d")
        assert (await answer_of(house, floor, "cage", deposit, id="d")).repeated
        assert house.rooms["play chips"].balance("somebody") == 700
        again = await give(house, floor, FLO, "chat", silence("quiet"), id="s")
        assert isinstance(again, Refusal)

    asyncio.run(in_session(first))
    assert store.row(ROW, "") is not None
    if not from_checkpoint:
        store.append(Batch((), (Row(ROW, "", None),)))
    asyncio.run(in_session(second))


# By the gate for staff.

UNTIL = (datetime.now(UTC) + timedelta(hours=1)).isoformat()


def silence(player: str) -> dict[str, Any]:
    return {"type": "Silence", "player": player, "until": UNTIL}


async def staff_is_taken(house: House, floor: Floor, counter: str, order: dict[str, Any], **given: Any) -> None:
    by, live = given.pop("by", CAI), house.rooms["play chips"]
    before = list(live.store.read_all())
    answer = await give(house, floor, by, counter, order, **given)
    assert isinstance(answer, Refusal), answer
    told = refused(answer, live.name_of)
    assert (told.code, in_words(told.says)) == ("id taken", TAKEN)
    assert list(live.store.read_all()) == before


async def answer_of(house: House, floor: Floor, counter: str, order: dict[str, Any], **given: Any) -> Done:
    answer = await give(house, floor, given.pop("by", CAI), counter, order, **given)
    assert isinstance(answer, Done), answer
    return answer


def test_an_order_under_an_id_that_was_used_for_another_is_refused() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        deposit = {"type": "Deposit", "player": "somebody", "amount": 700}
        await answer_of(house, floor, "cage", deposit, id="a")
        for other in ({"amount": 701}, {"player": "another"}, {"type": "Withdraw"}):
            await staff_is_taken(house, floor, "cage", {**deposit, **other}, id="a")
        await staff_is_taken(house, floor, "cage", {"type": "Fill", "table": table, "amount": 5}, id="a")
        assert (await answer_of(house, floor, "cage", dict(reversed(deposit.items())), id="a")).repeated
        assert not (await answer_of(house, floor, "cage", deposit, id="a", by=CAL)).repeated, "another's id"
        assert live.balance("somebody") == 1_400
        assert live.balance("another") == 0

    on_the_floor(test)


def test_a_player_is_seated_by_an_order_once() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        await live.stake("ann", least=20_000, up_to=20_000)
        seat = {"type": "TakeSeat", "player": "ann", "seat": 3, "amount": 8_000}
        await answer_of(house, floor, "table", seat, table=table, id="a", by=FLO, second=DEE)
        assert (await answer_of(house, floor, "table", seat, table=table, id="a", by=FLO)).repeated
        other = next(name for name in house.actors if name != table)
        await staff_is_taken(house, floor, "table", {**seat, "seat": 4}, table=table, id="a", by=FLO)
        await staff_is_taken(house, floor, "table", seat, table=other, id="a", by=FLO)
        await staff_is_taken(
            house, floor, "lists", {"type": "Bar", "player": "ann", "reason": "unruly at the table"}, id="a", by=FLO
        )

    on_the_floor(test)


def test_a_gaming_day_is_begun_once_and_another_under_its_id_closes_none() -> None:
    async def test(house: House, floor: Floor) -> None:
        live = house.rooms["play chips"]
        today = house.settings.gaming_date(live.moment())
        tomorrow = {"type": "BeginDay", "date": str(today + timedelta(days=1))}
        await answer_of(house, floor, "books", tomorrow, id="day", by=SUE)
        assert (await answer_of(house, floor, "books", tomorrow, id="day", by=SUE)).repeated
        await staff_is_taken(house, floor, "books", {**tomorrow, "date": str(today)}, id="day", by=SUE)
        close = {"type": "CloseTable"}
        await staff_is_taken(house, floor, "table", close, table=table_of(house, HOLD_EM), id="day", by=SUE)
        # Further back than the room remembers, the record is asked before the day in progress is closed.
        live.room.answered = Answers()
        before = list(live.store.read_all())
        later = await live.begin_day(today + timedelta(days=2), DESK, id="sue/day", asked=b"the day after")
        assert later == ID_TAKEN
        assert list(live.store.read_all()) == before

    on_the_floor(test)


def test_a_gaming_day_is_closed_once() -> None:
    async def test(house: House, floor: Floor) -> None:
        for table in tuple(house.actors):
            await answer_of(house, floor, "table", {"type": "CloseTable"}, table=table, id=table, by=FLO)
        day = house.rooms["play chips"].room.state(LEDGER).open_day
        assert day is not None
        closing = {"type": "CloseDay", "date": str(day.date)}
        assert not (await answer_of(house, floor, "books", closing, id="close", by=SUE)).repeated
        assert (await answer_of(house, floor, "books", closing, id="close", by=SUE)).repeated
        tomorrow = {"type": "BeginDay", "date": str(day.date + timedelta(days=1))}
        await staff_is_taken(house, floor, "books", tomorrow, id="close", by=SUE)

    on_the_floor(test)


def test_somebody_is_silenced_by_an_order_once() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, ann = table_of(house, HOLD_EM), await entered(house, "Ann")
        await ann.say(wire.Watch(table=table))
        await answer_of(house, floor, "chat", silence("somebody"), id="s", by=FLO)
        assert (await answer_of(house, floor, "chat", silence("somebody"), id="s", by=FLO)).repeated
        await staff_is_taken(house, floor, "chat", silence(ann.identity.id), id="s", by=FLO)
        await staff_is_taken(house, floor, "table", {"type": "CloseTable"}, table=table, id="s", by=FLO)
        del house.rooms["play chips"].room.answered.of[TALK.name]  # As if by a thousand more.
        house.rooms["play chips"].room.answered = Answers(house.rooms["play chips"].room.answered.of)
        await staff_is_taken(house, floor, "chat", silence(ann.identity.id), id="s", by=FLO)
        assert isinstance(await ann.ask(wire.Chat, table=table, text="hello"), wire.Accepted)

    on_the_floor(test)


def test_an_id_under_which_two_people_sign_is_taken_before_and_after() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        count: dict[str, Any] = {"type": "CountTable", "table": table, "closer": 4_000}
        proposal = await given(house, floor, FLO, "books", id="c", **count)
        assert isinstance(proposal, Proposal)
        close = {"type": "CloseTable"}
        await staff_is_taken(house, floor, "books", {**count, "closer": 5_000}, id="c", by=FLO)
        await staff_is_taken(house, floor, "table", close, table=table, id="c", by=FLO)
        assert (await signed(house, floor, BO, proposal.id)).events
        floor = Floor(house, desk_of())  # Proposals do not outlive a restart.
        await staff_is_taken(house, floor, "books", {**count, "closer": 5_000}, id="c", by=FLO)
        await staff_is_taken(house, floor, "table", close, table=table, id="c", by=FLO)
        assert (await answer_of(house, floor, "books", count, id="c", by=FLO)).repeated
        assert not list(floor.to_sign(BO, live))

    on_the_floor(test)


def test_orders_of_every_way_through_the_gate_are_known_by_what_they_asked() -> None:
    async def test(house: House, floor: Floor) -> None:
        deposit = {"type": "Deposit", "player": "ann", "amount": 700}
        done = await answer_of(house, floor, "cage", deposit, id="d")
        original = next(str(each.id) for _, event in done.events for each in event.transfers)
        correct: dict[str, Any] = {"type": "Correct", "original": original, "note": "it was Ben's"}
        proposal = await given(house, floor, SUE, "books", id="c", **correct)
        assert isinstance(proposal, Proposal)
        await signed(house, floor, BO, proposal.id)
        await staff_is_taken(
            house, Floor(house, desk_of()), "books", {**correct, "note": "it was another's"}, id="c", by=SUE
        )
        leave = {"type": "RequireToLeave", "player": "ann", "cause": "signals to seat 2"}
        await answer_of(house, floor, "conduct", leave, id="l", by=SUE)
        assert (await answer_of(house, floor, "conduct", leave, id="l", by=SUE)).repeated
        await staff_is_taken(house, floor, "conduct", {**leave, "player": "ben"}, id="l", by=SUE)

    on_the_floor(test)


def test_what_somebody_gave_alone_takes_the_id_from_what_two_sign() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        await answer_of(house, floor, "table", {"type": "CloseTable"}, table=table, id="c", by=FLO)
        count: dict[str, Any] = {"type": "CountTable", "table": table, "closer": 4_000}
        await staff_is_taken(house, floor, "books", count, id="c", by=FLO)
        assert not list(floor.to_sign(BO, house.rooms["play chips"]))

    on_the_floor(test)
