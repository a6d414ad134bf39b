"""Tables and the gaming day: a round crosses its end, none begins without one, and nobody writes for a table."""

from datetime import timedelta
from random import Random

import pytest

from pokerroom.ledger import (
    CloseDay,
    Correct,
    Count,
    CountTable,
    OpenDay,
    RecordId,
    Shift,
    compensation,
    day_report,
    inventory,
    pot,
    rake_area,
    stakes,
)
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import InBooks
from pokerroom.room.commands import Order
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Pending, UnderWay, refused
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealRound
from pokerroom.rules.house import Fixed, letter
from pokerroom.table.seating import commands as at_table
from tests.audited import last_deposit
from tests.spec_marks import spec
from tests.unit.room.house import ADA, BO, DEALER, RAKE, House, staged

RAKED = letter(Fixed(500, 1000), blinds=(200, 500), rake=RAKE)


def close_day(house: House) -> None:
    house.do(InBooks(CloseDay(date=house.at.date(), at=house.at, by=ADA)))


def open_next_day(house: House) -> None:
    day = house.room.state(LEDGER).day
    assert day is not None
    house.at += timedelta(minutes=5)
    date = day.date + timedelta(days=1)
    house.do(InBooks(OpenDay(date=date, shifts=(Shift("day", house.at),), at=house.at, by=ADA)))


def play_out(house: House) -> None:
    house.at += timedelta(minutes=1)
    while house.room.states(TABLES)["4"].dealing is not None:
        house.stay_in("4")


@spec("R-14.14-b-1-iii")
def test_the_rake_of_a_round_that_outlasts_the_day_is_in_the_tray_of_the_next_day() -> None:
    house = staged(house=RAKED)
    house.deal("4")
    house.stay_in("4")
    close_day(house)
    play_out(house)
    assert house.room.post() is None, "no day is open to book in"
    open_next_day(house)
    house.room.post()
    raked = house.room.states(TABLES)["4"].inventory
    assert raked > 0
    assert house.room.state(LEDGER).balance(inventory("4")) == raked
    assert house.room.state(LEDGER).balance(pot("4")) == house.room.state(LEDGER).balance(rake_area("4")) == 0
    report = day_report(house.room.state(LEDGER))
    assert (report.total.percentage_rake, report.total.rounds_dealt) == (raked, 1)
    assert not house.room.due["books"]


def test_a_room_that_stops_between_two_days_books_what_happened_then_in_the_next() -> None:
    house = staged(house=RAKED)
    house.deal("4")
    close_day(house)
    play_out(house)
    house.room = reopened(house.store, house.new_room())
    open_next_day(house)
    house.room.post()
    assert house.room.state(LEDGER).balance(inventory("4")) == house.room.states(TABLES)["4"].inventory > 0


@spec("R-14.14-b-1-iii")
def test_no_round_is_dealt_while_no_gaming_day_is_open() -> None:
    house = staged()
    close_day(house)
    answer = house.ask(DealRound(table="4", by=DEALER, at=house.at))
    assert refused(answer)
    assert "no gaming day is open" in str(answer)
    assert "14.2(c)" in str(answer)
    started = at_table.StartRound(by=DEALER, at=house.at, settings="4/1", software="test 1")
    assert answer == house.ask(AtTable("4", started))
    open_next_day(house)
    house.play_round("4", Random(1))


def test_nothing_happens_at_a_table_before_the_end_of_a_closed_day() -> None:
    house = staged()
    house.deal("4")
    asked = house.at + timedelta(seconds=1)
    house.at += timedelta(minutes=1)
    close_day(house)
    leave = at_table.LeaveSeat(by="p0", at=asked, player="p0")
    answer = house.ask(AtTable("4", leave))
    assert refused(answer)
    assert "closed books stay closed" in str(answer)
    assert "14.14(b)1iii" in str(answer)


def test_an_order_to_a_table_says_the_time_zone() -> None:
    house = staged()
    leave = at_table.LeaveSeat(by="p0", at=house.at.replace(tzinfo=None), player="p0")
    answer = house.ask(AtTable("4", leave))
    assert refused(answer)
    assert "time zone" in str(answer)


def test_a_day_is_not_closed_in_the_middle_of_an_order_to_a_table_nor_the_other_way_round() -> None:
    house = staged()
    closing = Order("close", InBooks(CloseDay(date=house.at.date(), at=house.at, by=ADA)))
    dealing = Order("deal", DealRound(table="4", by=DEALER, at=house.at))
    dealt = house.room.prepare(dealing)
    assert isinstance(dealt, Pending)
    with pytest.raises(UnderWay, match="table/4"):
        house.room.prepare(closing)
    house.room.finish(dealt)
    closed = house.room.prepare(closing)
    assert isinstance(closed, Pending)
    leave = at_table.LeaveSeat(by="p0", at=house.at, player="p0")
    with pytest.raises(UnderWay, match="table/4"):
        house.room.prepare(Order("leave", AtTable("4", leave)))
    house.room.finish(closed)
    play_out(house)
    open_next_day(house)
    house.room.post()
    for _, place in house.room.states(TABLES)["4"].seated:
        assert house.room.state(LEDGER).balance(stakes("4", place.player)) == place.stakes


def test_a_correction_by_hand_leaves_the_accounts_of_a_table_alone() -> None:
    house = staged()
    bought_in = house.room.state(LEDGER).seen["table/4"].recent[-1]
    back = compensation(bought_in, id=RecordId("corrections", 1), at=house.at, by=ADA, note="wrong")  # type: ignore[arg-type]
    answer = house.ask(InBooks(Correct(original=bought_in, transfers=(back,), checker=BO)))  # type: ignore[arg-type]
    assert refused(answer)
    assert "the books follow the tables" in str(answer)
    assert "14.14(b)1iii" in str(answer)


@pytest.mark.parametrize("stream", ["table/4", "rounds/4", "ledger"])
def test_nobody_takes_the_ids_by_which_tables_and_cage_are_booked(stream: str) -> None:
    house = staged()
    taken = RecordId(stream, 999_999)
    count = Count(id=taken, table="4", closer=0, at=house.at, by=ADA, second=BO)
    assert "not written by hand" in str(house.ask(InBooks(CountTable(count))))
    deposit = last_deposit(house.store)
    back = compensation(deposit, id=taken, at=house.at, by=ADA, note="paid in twice")
    assert "not written by hand" in str(house.ask(InBooks(Correct(original=deposit, transfers=(back,), checker=BO))))
    house.play_round("4", Random(1))
    house.room.post()
