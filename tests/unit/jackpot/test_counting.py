"""Who counts, who witnesses, who carries and who verifies: one identity never does two of these."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    AccountForBoxes,
    BoxContents,
    BoxDuplicate,
    Carry,
    Chips,
    Contribute,
    CountAtClosedTable,
    CountAtTable,
    CountInCage,
    DropOriginal,
)
from pokerroom.jackpot.counting import not_counted_since
from pokerroom.jackpot.events import Event
from pokerroom.jackpot.gate import round_refusal
from pokerroom.jackpot.people import NEVER_WITNESSES, ROOM, Person, StaffPosition
from pokerroom.jackpot.rules import Route
from pokerroom.ledger import Reason, RecordId, Transfer
from pokerroom.ledger.accounts import Kind
from pokerroom.ledger.posting import route_refusal
from pokerroom.room.processes.paying import PAYING, moved
from tests.payouts import BEGAN, CASHIER, DEALER, FLOOR, RULES, SECURITY, SHIFT, WITNESS, Fund, person
from tests.spec_marks import scenario, spec

ONE = (Chips(1_00, 87),)
AT_TABLE = {"table": "1", "chips": ONE, "written": 87_00}


def filled(route: Route) -> Fund:
    fund = Fund(replace(RULES, route=route))
    fund.does(Contribute, ROOM, table="1", round=1, primary=87_00, chips=87)
    fund.does(Contribute, ROOM, table="2", round=1, primary=13_00, chips=13)
    return fund


@scenario("JP-16")
@spec("R-14.19-d.3", "R-14.19-d-1.1", "R-14.19-d-1.2", "R-14.19-d-1.3", "R-14.19-e")
def test_at_a_closed_table_two_sign_security_carries_and_the_cage_verifies() -> None:
    fund = filled(Route.CLOSED_TABLE)
    boxes = (BoxContents("1", ONE), BoxContents("2", (Chips(1_00, 13),)))
    asked = {"place": "9", "closed": True, "boxes": boxes, "second": FLOOR, "recording": "camera 4"}
    assert fund.refused(CountAtClosedTable, DEALER, **asked | {"closed": False}) == ("not closed", "14.19(d)")
    assert fund.refused(CountAtClosedTable, DEALER, **asked | {"recording": ""}) == ("no recording", "14.19(d)1")
    assert fund.refused(CountAtClosedTable, DEALER, **asked | {"boxes": boxes[:1]}) == (
        "boxes unaccounted",
        "14.19(d)2",
    )
    fund.does(CountAtClosedTable, DEALER, **asked)
    assert fund.refused(CountInCage, CASHIER, container=1, chips=(Chips(1_00, 100),)) == ("not delivered", "14.19(e)")
    assert fund.refused(Carry, DEALER, container=1) == ("not their position", "14.19(d)")
    fund.does(Carry, SECURITY, container=1)
    found = fund.does(CountInCage, CASHIER, container=1, chips=(Chips(1_00, 98),))
    assert (found.amount, found.variance) == (98_00, -2_00)  # type: ignore[union-attr]
    assert fund.payout.primary.counted == 98_00


@scenario("JP-16")
@spec("R-14.19-d-2.1", "R-14.19-d-2.2")
def test_for_the_cage_a_supervisor_accounts_for_every_box_and_cashiers_count() -> None:
    fund = filled(Route.CAGE)
    assert fund.refused(AccountForBoxes, FLOOR, tables=("1",)) == ("boxes unaccounted", "14.19(d)2")
    fund.does(AccountForBoxes, FLOOR, tables=("1", "2"))
    fund.does(Carry, SECURITY, container=1)
    assert fund.refused(CountInCage, FLOOR, container=1, chips=ONE) == ("not their position", "14.19(e)")
    boxes = (BoxContents("1", (Chips(1_00, 82),)), BoxContents("2", (Chips(1_00, 13),)))
    for counted in ({"chips": (Chips(1_00, 100),)}, {"boxes": boxes[:1]}, {"boxes": boxes + boxes[:1]}):
        assert fund.refused(CountInCage, CASHIER, container=1, **counted) == ("boxes unaccounted", "14.19(e)")
    both = {"boxes": boxes, "chips": (Chips(1_00, 95),)}
    assert fund.refused(CountInCage, CASHIER, container=1, **both) == ("counted box by box", "14.19(e)")
    found = fund.does(CountInCage, CASHIER, container=1, boxes=boxes)
    assert fund.payout.primary.counted == 95_00
    assert fund.payout.containers[1].differing == (("1", -5_00),), "the box that was short is known"
    assert moves(fund, found) == {("1", -5_00)}


def moves(fund: Fund, event: Event) -> set[tuple[str, int]]:
    """By table, how much more than recorded the books find when this has happened."""
    found = {each for each in moved("", fund.payouts, event) if each.amount and each.reason is Reason.VARIANCE}
    return {
        (each.credit.owner, -each.amount) if each.credit.kind is Kind.VARIANCE else (each.debit.owner, each.amount)
        for each in found
    }


def booked(fund: Fund, event: Event) -> list[Transfer]:
    return PAYING.transfers(fund.payouts, event, table="", id=RecordId("payouts", 9), at=event.at)


def test_what_is_lost_on_the_way_to_the_cage_is_for_the_table_of_the_count_to_explain() -> None:
    fund = filled(Route.CLOSED_TABLE)
    boxes = (BoxContents("1", (Chips(1_00, 85),)), BoxContents("2", (Chips(1_00, 13),)))
    asked = {"place": "9", "closed": True, "boxes": boxes, "second": FLOOR, "recording": "camera 4"}
    fund.does(CountAtClosedTable, DEALER, **asked)
    fund.does(Carry, SECURITY, container=1)
    assert fund.refused(CountInCage, CASHIER, container=1, boxes=boxes) == ("boxes unaccounted", "14.19(e)")
    found = fund.does(CountInCage, CASHIER, container=1, chips=(Chips(1_00, 4),))
    assert fund.payout.containers[1].differing == (("1", -2_00),)
    assert moves(fund, found) == {("1", -2_00), ("9", -85_00), ("9", -9_00)}, "no box gives more than was in it"
    assert [route_refusal(each) for each in booked(fund, found)] == [None] * 4, "and the books take it so"


HOSTILE = (
    ((Chips(1_00, -5),), "not chips"),
    ((Chips(-1_00, 5),), "not chips"),
    ((Chips(0, 5),), "not chips"),
    ((Chips(1_00, 87), Chips(1, -1)), "not chips"),
    ((Chips(1, 10**12),), "too much"),
    ((Chips(10**15, 10**15),), "too much"),
)
"""Chips that nobody has counted, and by which the books would stand still."""


@pytest.mark.parametrize(("chips", "why"), HOSTILE)
@pytest.mark.parametrize("route", [Route.TABLE_ON_VIDEO, Route.CLOSED_TABLE, Route.CAGE])
def test_what_is_no_count_of_chips_takes_nothing_from_a_fund(route: Route, chips: tuple[Chips, ...], why: str) -> None:
    fund = filled(route)
    if route is Route.TABLE_ON_VIDEO:
        asked = {"table": "1", "chips": chips, "second": FLOOR, "recording": "camera 4"}
        written = sum(each.value * each.count for each in chips)
        assert fund.refused(CountAtTable, DEALER, **asked, written=written) == (why, "14.19(f)3iii")
        return
    boxes = (BoxContents("1", chips), BoxContents("2", (Chips(1_00, 13),)))
    where = {"place": "9", "closed": True, "second": FLOOR, "recording": "camera 4"}
    if route is Route.CLOSED_TABLE:
        assert fund.refused(CountAtClosedTable, DEALER, **where, boxes=boxes) == (why, "14.19(d)1")
        fund.does(CountAtClosedTable, DEALER, **where, boxes=(BoxContents("1", ONE), boxes[1]))
        counted: dict[str, tuple[object, ...]] = {"chips": chips}
    else:
        fund.does(AccountForBoxes, FLOOR, tables=("1", "2"))
        counted = {"boxes": boxes}
    fund.does(Carry, SECURITY, container=1)
    assert fund.refused(CountInCage, CASHIER, container=1, **counted) == (why, "14.19(e)")
    assert fund.payout.primary.counted == 0


@spec("R-14.19-f-2.2")
def test_the_same_procedure_applies_at_all_tables() -> None:
    fund = filled(Route.CAGE)
    asked = AT_TABLE | {"second": FLOOR, "recording": "camera 4"}
    assert fund.refused(CountAtTable, DEALER, **asked) == ("another route", "14.19(d)2")


@spec("R-14.19-f-2.1")
def test_without_a_supervisor_and_video_there_is_no_count_at_the_table() -> None:
    fund = filled(Route.TABLE_ON_VIDEO)
    alone = AT_TABLE | {"second": DEALER, "recording": "camera 4"}
    assert fund.refused(CountAtTable, DEALER, **alone) == ("same person", "14.19(f)2")
    assert fund.refused(CountAtTable, DEALER, **AT_TABLE, second=WITNESS, recording="camera 4") == (
        "no poker supervisor",
        "14.19(f)2",
    )
    assert fund.refused(CountAtTable, DEALER, **AT_TABLE, second=FLOOR) == ("no recording", "14.19(f)2")


@pytest.mark.parametrize("position", sorted(NEVER_WITNESSES))
@pytest.mark.parametrize("acting", [True, False], ids=["acting so", "held besides"])
@spec("R-14.19-f-2-ii.2")
def test_a_prohibited_position_is_no_witness_even_held_besides(position: StaffPosition, acting: bool) -> None:
    fund = filled(Route.TABLE_WITH_WITNESS)
    second = StaffPosition.SECOND_DEPARTMENT
    who = person("Pat", position) if acting else person("Pat", second, position)
    assert fund.refused(CountAtTable, DEALER, **AT_TABLE, second=who, licensed=True) == (
        "prohibited witness",
        "14.19(f)2ii(1)",
    )


@pytest.mark.parametrize(
    ("who", "licensed", "why"),
    [
        (person("Pat", StaffPosition.SECOND_DEPARTMENT, StaffPosition.ACCOUNTING), True, "incompatible function"),
        (person("Pat", StaffPosition.SECURITY), True, "witness not named"),
        (person("Pat", StaffPosition.SECOND_DEPARTMENT), False, "witness not licensed"),
    ],
)
@spec("R-14.19-f-2-i", "R-14.19-f-2-ii.1", "R-14.19-f-2-ii.3")
def test_who_else_is_no_witness(who: Person, licensed: bool, why: str) -> None:
    fund = filled(Route.TABLE_WITH_WITNESS)
    assert fund.refused(CountAtTable, DEALER, **AT_TABLE, second=who, licensed=licensed)[0] == why


@spec("R-14.19-g.1", "R-14.19-g.2")
def test_each_part_of_a_form_is_placed_once_by_whose_it_is() -> None:
    fund = filled(Route.TABLE_ON_VIDEO)
    fund.counted(87_00)
    serial = next(iter(fund.payout.forms))
    assert fund.refused(BoxDuplicate, DEALER, serial=serial) == ("not their part", "14.19(g)")
    assert fund.refused(DropOriginal, person("Don", StaffPosition.DEALER), serial=serial)[0] == "not their part"
    fund.does(DropOriginal, DEALER, serial=serial)
    fund.does(BoxDuplicate, FLOOR, serial=serial)
    assert fund.refused(BoxDuplicate, FLOOR, serial=serial) == ("part placed", "14.19(g)")


@spec("R-14.19-f-1")
def test_a_container_that_is_full_is_counted_before_it_takes_more() -> None:
    fund = Fund(replace(RULES, capacity=100))
    fund.does(Contribute, ROOM, table="1", round=1, primary=100_00, chips=100)
    refusal = round_refusal(fund.payouts, "1", "hold-em", RULES.from_each_pot)
    assert refusal is not None
    assert (refusal.code.value, refusal.paragraph) == ("container full", "14.19(f)1")
    assert round_refusal(fund.payouts, "2", "hold-em", RULES.from_each_pot) is None
    fund.counted(100_00)
    assert round_refusal(fund.payouts, "1", "hold-em", RULES.from_each_pot) is None


def test_nobody_supervises_their_own_count() -> None:
    fund = filled(Route.CLOSED_TABLE)
    both = person("Dee", StaffPosition.FLOORPERSON)
    asked = {
        "place": "9",
        "closed": True,
        "boxes": (BoxContents("1", ONE), BoxContents("2", ())),
        "recording": "camera 4",
    }
    assert fund.refused(CountAtClosedTable, DEALER, **asked, second=both) == ("same person", "14.19(f)2")
    fund.does(CountAtClosedTable, DEALER, **asked, second=SHIFT)


@pytest.mark.parametrize("route", [Route.TABLE_ON_VIDEO, Route.CAGE])
@spec("R-14.19-d.1", "R-14.19-f-1")
def test_a_box_is_counted_once_in_a_gaming_day_and_what_comes_after_that_waits_for_the_next(route: Route) -> None:
    fund = filled(route)
    assert not_counted_since(fund.payout, BEGAN) == ("1", "2"), "never counted"
    if route is Route.CAGE:
        fund.does(AccountForBoxes, FLOOR, tables=("1", "2"))
        assert not_counted_since(fund.payout, BEGAN) == ("1", "2"), "on the way"
        fund.does(Carry, SECURITY, container=1)
        boxes = (BoxContents("1", ONE), BoxContents("2", (Chips(1_00, 13),)))
        fund.does(CountInCage, CASHIER, container=1, boxes=boxes)
    else:
        fund.counted(87_00)
        assert not_counted_since(fund.payout, BEGAN) == ("2",)
        fund.counted(13_00, table="2")
    fund.does(Contribute, ROOM, table="2", round=2, primary=1_00, chips=1)
    assert not_counted_since(fund.payout, BEGAN) == ()
    assert not_counted_since(fund.payout, BEGAN + timedelta(days=1)) == ("2",)
