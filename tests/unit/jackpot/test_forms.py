"""Contribution forms: no serial is used twice, spoiled forms are recorded, and both parts are found."""

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    BoxDuplicate,
    Chips,
    Contribute,
    CountAtTable,
    DropOriginal,
    MatchForms,
    OfferPayout,
    VoidForm,
)
from pokerroom.jackpot.events import FormsMatched
from pokerroom.jackpot.forms import by_day, gaps, next_serial
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.state import Part
from pokerroom.ledger import CAGE, REVENUE, Account
from pokerroom.room.processes.paying import PAYING
from tests.payouts import ACCOUNTING, BEGAN, CASHIER, DEALER, FLOOR, RULES, SHIFT, Fund
from tests.spec_marks import spec

ASKED = {"table": "1", "chips": (Chips(1_00, 5),), "written": 5_00, "second": FLOOR, "recording": "camera 4"}
TODAY = BEGAN.date()


@spec("R-14.19-f-3.1")
def test_two_payouts_of_a_room_have_one_pad_of_forms() -> None:
    fund = Fund()
    fund.does(OfferPayout, SHIFT, payout="Omaha", rules=replace(RULES, name="Omaha", tables=("7",)), filing="4")
    fund.does(CountAtTable, DEALER, **ASKED)
    fund.does(CountAtTable, DEALER, payout="Omaha", **ASKED | {"table": "7"})
    assert [*fund.payout.forms] == [1001]
    assert [*fund.payouts.by_name["Omaha"].forms] == [1002]
    assert next_serial(fund.payouts) == 1003


@spec("R-14.19-f-3.1")
def test_a_serial_that_was_passed_over_is_missing_until_it_is_used_or_spoiled_and_never_used_twice() -> None:
    fund = Fund()
    fund.does(CountAtTable, DEALER, **ASKED)
    fund.does(CountAtTable, DEALER, **ASKED, serial=1003)
    assert gaps(fund.payouts) == (1002,)
    assert fund.refused(CountAtTable, DEALER, **ASKED, serial=1003) == ("serial used", "14.19(f)3")
    assert fund.refused(CountAtTable, DEALER, **ASKED, serial=4711) == ("no such form", "14.19(f)3")
    fund.does(VoidForm, DEALER, table="1", reason="written over", serial=1002, second=FLOOR)
    assert gaps(fund.payouts) == ()
    assert fund.refused(CountAtTable, DEALER, **ASKED, serial=1002) == ("serial used", "14.19(f)3")


def test_a_spoiled_form_is_signed_by_two_with_a_reason_and_is_worth_nothing() -> None:
    fund = Fund()
    fund.does(Contribute, ROOM, table="1", round=1, primary=5_00, chips=5)
    spoiled = {"table": "1", "reason": "torn"}
    assert fund.refused(VoidForm, DEALER, **spoiled) == ("nobody present", "14.19(f)2")
    assert fund.refused(VoidForm, DEALER, **spoiled, second=DEALER) == ("same person", "14.19(f)2")
    assert fund.refused(VoidForm, DEALER, **spoiled, second=CASHIER) == ("witness not named", "14.19(f)2ii")
    assert fund.refused(VoidForm, DEALER, table="1", reason=" ", second=FLOOR) == ("no words", "14.19(f)3")
    fund.does(VoidForm, DEALER, **spoiled, second=FLOOR)
    assert (fund.payout.forms[1001].voided, fund.payout.forms[1001].amount) == ("torn", 0)
    assert fund.payout.box("1").amount == 5_00
    fund.does(MatchForms, ACCOUNTING, day=TODAY, duplicates=(1001,), originals=())
    assert fund.payout.to_revenue == 0


@spec("R-14.19-h.1", "R-14.19-h.2", "R-14.19-h.3")
def test_accounting_sees_day_by_day_what_is_missing_and_a_lost_original_counts_once() -> None:
    fund = Fund()
    for _ in range(3):
        fund.does(CountAtTable, DEALER, **ASKED)
    fund.does(DropOriginal, DEALER, serial=1001)
    fund.does(BoxDuplicate, FLOOR, serial=1001)
    assert (fund.payout.forms[1001].original, fund.payout.forms[1002].original) == (Part.PLACED, Part.WITH_SIGNER)
    for _ in range(2):
        fund.does(MatchForms, ACCOUNTING, day=TODAY, duplicates=(1001, 1002), originals=(1001, 1003))
    assert fund.payout.to_revenue == 5_00
    (day,) = by_day(fund.payout.forms, lambda at: at.date())
    assert (day.day, len(day.forms)) == (TODAY, 3)
    assert (day.missing_originals, day.missing_duplicates) == ((1002,), (1003,))
    assert day.unmatched == (1002, 1003)
    fund.does(MatchForms, ACCOUNTING, day=TODAY, duplicates=(1003,), originals=(1002,))
    (day,) = by_day(fund.payout.forms, lambda at: at.date())
    assert day.unmatched == ()


def matched(fund: Fund, *, duplicates: tuple[int, ...] = (), originals: tuple[int, ...] = ()) -> FormsMatched:
    event = fund.does(MatchForms, ACCOUNTING, day=TODAY, duplicates=duplicates, originals=originals)
    assert isinstance(event, FormsMatched)
    return event


@spec("R-14.19-h.3")
@pytest.mark.parametrize("first", ["original", "duplicate"])
def test_parts_that_come_on_different_days_match_and_leave_nothing_in_revenue(first: str) -> None:
    fund = Fund()
    fund.does(CountAtTable, DEALER, **ASKED)
    comes = {"original": {"originals": (1001,)}, "duplicate": {"duplicates": (1001,)}}
    matched(fund, **comes.pop(first))
    second = matched(fund, **comes.popitem()[1])
    assert (second.matched, second.without_original, second.without_duplicate) == ((1001,), (), ())
    assert fund.payout.forms[1001].matched
    assert (fund.payout.to_revenue, second.to_revenue) == (0, 0)


@spec("R-14.19-h.3")
def test_an_original_that_is_found_takes_its_value_out_of_revenue_once() -> None:
    fund = Fund()
    fund.does(CountAtTable, DEALER, **ASKED)
    assert moved(fund, duplicates=(1001,)) == [(CAGE, REVENUE, 5_00)]
    assert moved(fund, duplicates=(1001,)) == []
    assert moved(fund, originals=(1001,)) == [(REVENUE, CAGE, 5_00)]
    assert moved(fund, originals=(1001,), duplicates=(1001,)) == []
    assert fund.payout.to_revenue == 0


def moved(fund: Fund, **parts: tuple[int, ...]) -> list[tuple[Account, Account, int]]:
    """What the books move when these are compared."""
    before = fund.payouts
    found = PAYING.moved("payouts", before, matched(fund, **parts))
    return [(each.debit, each.credit, each.amount) for each in found if each.amount]


@pytest.mark.parametrize("limit", [0, 1_000_00])
def test_what_is_beyond_the_limit_waits_for_the_next_payouts(limit: int) -> None:
    fund = Fund(replace(RULES, limit=limit))
    fund.collected(1_600_00)
    over = 600_00 if limit else 0
    assert (fund.payout.primary.current, fund.payout.primary.overflow) == (1_600_00 - over, over)
    assert fund.payout.primary.shown == 1_600_00 - over
