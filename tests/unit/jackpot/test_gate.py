"""Whether the next round may be dealt: containers before they are full, and a table kept as evidence (R-57)."""

from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    AdjustDisplay as Adjust,
    Contribute,
    RejectHit,
    ReportHit,
    ResumePlay,
    StopCollecting,
    VerifyHit,
)
from pokerroom.jackpot.gate import notices, round_refusal
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import Route
from tests.payouts import ACCOUNTING, FLOOR, RULES, SHIFT, Fund, showdown
from tests.spec_marks import spec

QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")


def refused(fund: Fund, table: str = "1", pots: int = 1) -> tuple[str, str, str] | None:
    found = round_refusal(fund.payouts, table, contributes=True, pots=pots)
    return None if found is None else (str(found.code.value), found.paragraph, found.cited.reading or "")


def filled(chips: int, route: Route = Route.TABLE_ON_VIDEO) -> Fund:
    fund = Fund(replace(RULES, capacity=100, route=route))
    fund.does(Contribute, ROOM, table="1", round=1, primary=chips * 1_00, chips=chips)
    return fund


@spec("R-14.19-f-1")
def test_every_pot_that_a_round_may_have_finds_room_in_the_container() -> None:
    fund = filled(95)
    assert refused(fund, pots=5) is None
    assert refused(fund, pots=6) == ("container full", "14.19(f)1", "")


def test_boxes_that_travel_are_not_overfilled_either_as_the_house_does_it() -> None:
    assert refused(filled(100, Route.CAGE)) == ("container full", "14.19(d)", "R-57")


def test_the_dealer_and_the_floor_are_told_before_a_container_is_full() -> None:
    assert list(notices(filled(89).payouts, "1")) == []
    (told,) = notices(filled(90).payouts, "1")
    assert (told.code.value, told.paragraph) == ("container nearly full", "14.19(f)1")
    assert "90 of 100 chips" in told.sentence


def test_no_round_contributes_to_a_payout_that_takes_nothing() -> None:
    fund = Fund()
    fund.does(StopCollecting, SHIFT, filing="amended appendix")
    assert refused(fund) == ("not collecting", "14.19(c)", "")
    assert round_refusal(fund.payouts, "1", contributes=False) is None


def test_a_payout_that_takes_nothing_any_more_can_still_be_won() -> None:
    fund = Fund()
    fund.collected(100_00)
    fund.does(StopCollecting, SHIFT, filing="amended appendix")
    assert fund.payouts.at_table("1") is fund.payout


def test_a_table_is_kept_as_evidence_only_where_the_house_says_so() -> None:
    fund = Fund()
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3))
    assert refused(fund) is None


def test_play_goes_on_by_order_once_the_hit_is_decided() -> None:
    fund = Fund(replace(RULES, holds_table=True))
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3))
    assert refused(fund) == ("table held", "14.19(i)", "R-57")
    assert refused(fund, table="2") is None
    assert [each.code.value for each in notices(fund.payouts, "1")] == ["table held"]
    assert fund.refused(ResumePlay, FLOOR, hit=1) == ("not decided", "14.19(i)")
    assert fund.refused(ResumePlay, FLOOR, hit=2) == ("not held", "14.19(i)")
    assert fund.refused(ResumePlay, ACCOUNTING, hit=1)[0] == "not their position"
    fund.does(VerifyHit, SHIFT, hit=1)
    fund.does(ResumePlay, FLOOR, hit=1)
    assert refused(fund) is None
    assert fund.refused(ResumePlay, FLOOR, hit=1) == ("not held", "14.19(i)")


def test_play_goes_on_after_a_hand_that_does_not_qualify_too() -> None:
    fund = Fund(replace(RULES, holds_table=True))
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3))
    fund.does(RejectHit, SHIFT, hit=1, reason="a card was exposed")
    fund.does(ResumePlay, SHIFT, hit=1)
    assert refused(fund) is None


def test_a_hit_while_nothing_is_displayed_is_settled_with_its_verification() -> None:
    fund = Fund()
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3))
    fund.does(VerifyHit, SHIFT, hit=1)
    assert not fund.payout.open_hits
    fund.does(Adjust, ACCOUNTING, second=FLOOR)
    assert not fund.payout.is_pending
