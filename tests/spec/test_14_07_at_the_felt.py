"""N.J.A.C. 13:69F-14.7(c): bills and coin at a table that a person deals, as the dealer enters them."""

from pokerroom import play
from pokerroom.live.staff import orders
from pokerroom.rules.refusal import Refusal
from pokerroom.table.acts import PutIn
from pokerroom.table.currency import Kind
from pokerroom.table.refusals import Code
from pokerroom.table.seating.commands import Hear, LayBills, PayAnteInCoin, StartRound
from pokerroom.table.seating.events import ActHeard, AnteInCoin
from tests.dealers_table import DEE, DealersTable, at_a_dealers_table
from tests.seating import Room, hold_em, stud
from tests.spec_marks import spec
from tests.wire import table_of


def dealt_by_hand(room: Room) -> None:
    room.do(StartRound, settings="v1", software="1.0")


@spec("R-14.7-c-2.2")
def test_a_dollar_of_coin_from_the_antes_becomes_a_chip() -> None:
    room = Room(stud(ante=50))
    for number, who in enumerate(("Ann", "Bob", "Cat")):
        room.sit(who, f"S{number + 1}", 100)
    room.refused(PayAnteInCoin, Code.NO_ROUND, seat=0, coins=(50,))
    dealt_by_hand(room)
    room.refused(PayAnteInCoin, Code.NOT_THE_ANTE, seat=0, coins=(25,))
    room.refused(PayAnteInCoin, Code.NOT_A_PIECE, seat=0, coins=(10,) * 5)
    room.refused(PayAnteInCoin, Code.NOT_DEALT_IN, seat=5, coins=(50,))
    (first,) = room.do(PayAnteInCoin, seat=0, coins=(25, 25))
    (second,) = room.do(PayAnteInCoin, seat=2, coins=(50,))
    assert isinstance(first, AnteInCoin)
    assert isinstance(second, AnteInCoin)
    assert (first.exchanged, second.exchanged) == (0, 1)
    assert second.rule.paragraph == "14.7(c)2"
    assert (room.table.coin.coins, room.table.coin.chips) == ((), 1)
    room.refused(PayAnteInCoin, Code.NOT_THE_ANTE, seat=0, coins=(50,))


@spec("R-14.7-c-2.1")
def test_a_bill_that_lay_on_the_table_is_put_in_and_converted_and_one_from_a_pocket_is_not() -> None:
    room = Room(hold_em())
    for number, who in enumerate(("Ann", "Bob", "Cat")):
        room.sit(who, f"S{number + 1}", 200)
    room.refused(LayBills, play.Code.NOT_SEATED, seat=7, bills=(20_00,))
    room.refused(LayBills, play.Code.EXCEEDS_TABLE_STAKES, seat=2, bills=(100_00,) * 3)
    room.refused(LayBills, Code.NOT_A_PIECE, seat=2, bills=(7_00,))
    room.do(LayBills, seat=2, bills=(100_00, 20_00))
    dealt_by_hand(room)
    pocket = PutIn(play.Seat(2), (50_00,), kind=Kind.CURRENCY)
    room.refused(Hear, Code.NOT_ON_THE_TABLE, act=pocket)
    events = room.do(Hear, act=PutIn(play.Seat(2), (20_00,), kind=Kind.CURRENCY))
    heard = next(event for event in events if isinstance(event, ActHeard))
    assert heard.change == 18_00, "one bill larger than the bet only calls, 14.7(i)"
    assert room.table.place(2).bills == (100_00,)


@spec("R-14.7-c-2.1")
def test_bills_are_laid_only_where_a_person_deals() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        seat, place = felt.table.seated[0]
        await felt.done(DEE, "felt", "LayBills", seat=seat, bills=[20_00])
        assert felt.table.place(seat).bills == (20_00,)
        assert place.stakes == felt.table.place(seat).stakes
        there = table_of(felt.house, "hold-em")
        elsewhere = orders.read("felt", {"type": "LayBills", "seat": 0, "bills": []}, table=there)
        assert not isinstance(elsewhere, Refusal)
        assert isinstance(await felt.floor.order(DEE, felt.live, elsewhere, id="elsewhere"), Refusal)

    at_a_dealers_table(test)
