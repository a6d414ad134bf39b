"""What is owed to a payout each gaming day: boxes, the record and the display, and the forms of the days before."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    AdjustDisplay,
    Contribute,
    Discontinue,
    MatchForms,
    RecordDay,
    ReportHit,
    StopCollecting,
)
from pokerroom.jackpot.duties import duties
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import Route
from tests.payouts import ACCOUNTING, BEGAN, FLOOR, RULES, SHIFT, Fund, showdown
from tests.spec_marks import spec


def due(fund: Fund, opened: timedelta = timedelta()) -> list[tuple[str, str]]:
    return [(str(each.code.value), each.paragraph) for each in duties(fund.payout, BEGAN + opened)]


@spec("R-14.19-k.1", "R-14.19-k-1")
def test_what_was_counted_is_recorded_and_displayed_before_the_day_ends() -> None:
    fund = Fund()
    assert due(fund) == []
    fund.does(Contribute, ROOM, table="1", round=1, primary=87_00)
    fund.counted(87_00)
    assert due(fund) == [("record due", "14.19(k)")]
    fund.does(RecordDay, ACCOUNTING, day=BEGAN.date())
    assert due(fund) == [("display due", "14.19(k)1")]
    fund.does(AdjustDisplay, ACCOUNTING, second=FLOOR)
    assert due(fund) == []


@spec("R-14.19-d.1", "R-14.19-f-1")
@pytest.mark.parametrize(("route", "rule"), [(Route.TABLE_ON_VIDEO, "14.19(f)1"), (Route.CAGE, "14.19(d)")])
def test_every_box_that_took_something_is_counted_before_the_day_ends(route: Route, rule: str) -> None:
    fund = Fund(replace(RULES, route=route))
    assert due(fund) == [], "an empty box has no contents to count"
    fund.does(Contribute, ROOM, table="2", round=1, primary=87_00)
    assert due(fund) == [("boxes due", rule)]


@spec("R-14.19-k-1")
def test_the_display_is_set_in_every_gaming_day_though_nothing_has_changed() -> None:
    fund = Fund()
    assert due(fund, timedelta(days=1)) == [("display due", "14.19(k)1")]
    fund.does(StopCollecting, SHIFT, filing="an amendment that ends it")
    fund.does(Discontinue, ACCOUNTING, to="")
    assert due(fund, timedelta(days=1)) == []


def test_while_a_hit_is_open_the_display_waits_for_it() -> None:
    fund = Fund()
    fund.collected(100_00)
    fund.does(ReportHit, ROOM, showdown=showdown("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad", dealt_in=3))
    assert due(fund, timedelta(days=1)) == [("forms due", "14.19(h)")]


@spec("R-14.19-h.1")
def test_forms_of_a_day_are_compared_before_the_next_ends() -> None:
    fund = Fund()
    fund.does(Contribute, ROOM, table="1", round=1, primary=87_00)
    fund.counted(87_00)
    assert ("forms due", "14.19(h)") not in due(fund)
    assert ("forms due", "14.19(h)") in due(fund, timedelta(days=1))
    fund.does(MatchForms, ACCOUNTING, day=BEGAN.date(), duplicates=(1001,), originals=())
    assert ("forms due", "14.19(h)") not in due(fund, timedelta(days=1)), "it is known what is missing"
