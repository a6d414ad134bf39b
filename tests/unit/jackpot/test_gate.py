"""Whether the next round may be dealt: containers before they are full, and a table kept as evidence (R-57)."""

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    AdjustDisplay as Adjust,
    ChangeRules,
    Contribute,
    OfferPayout,
    PostNotice,
    RejectHit,
    ReportHit,
    ResumePlay,
    StopCollecting,
    VerifyHit,
)
from pokerroom.jackpot.gate import notices, round_refusal
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import OwnContribution, Route, Secondary, missing
from pokerroom.rules.house import BadBeatContribution
from tests.payouts import ACCOUNTING, DEALER, FLOOR, RULES, SHIFT, Fund, showdown
from tests.spec_marks import spec

TAKES = RULES.from_each_pot
QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")


def refused(fund: Fund, table: str = "1", pots: int = 1) -> tuple[str, str, str] | None:
    found = round_refusal(fund.payouts, table, "hold-em", TAKES, pots)
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


@pytest.mark.parametrize(
    ("amount", "lesser", "chips"), [(1_00, 0, 1), (1_50, 0, 2), (1_00, 50, 2), (40_37, 0, 8), (5_00, 5_00, 2)]
)
@spec("R-14.19-f-1")
def test_a_pot_puts_in_as_many_chips_as_its_contribution_comes_in(amount: int, lesser: int, chips: int) -> None:
    own = OwnContribution(replace(RULES.contribution, amount=lesser))
    secondary = Secondary(qualifier=RULES.qualifier, shares=RULES.shares, funded_by=own) if lesser else None
    rules = replace(RULES, contribution=replace(RULES.contribution, amount=amount), secondary=secondary, capacity=100)
    fund = Fund(rules)
    assert rules.chips_each == chips
    fund.does(Contribute, ROOM, table="1", round=1, primary=amount, chips=100 - chips)
    assert round_refusal(fund.payouts, "1", "hold-em", rules.from_each_pot) is None, "one more pot"
    full = round_refusal(fund.payouts, "1", "hold-em", rules.from_each_pot, pots=2)
    assert full is not None
    assert full.code.value == "container full"
    assert [each.what for each in missing(replace(rules, capacity=chips - 1 or 1))] == ["capacity"] * (chips > 1)


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
    assert round_refusal(fund.payouts, "1", "hold-em", None) is None


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


@spec("R-14.19-c.1", "R-14.19-c.2")
def test_a_table_takes_from_each_pot_what_the_filed_rules_prescribe() -> None:
    own = OwnContribution(replace(RULES.contribution, amount=50))
    lesser = Secondary(qualifier=RULES.qualifier, shares=RULES.shares, funded_by=own)
    payouts = Fund(replace(RULES, secondary=lesser)).payouts
    assert round_refusal(payouts, "1", "hold-em", BadBeatContribution(amount=1_50, least_pot=20_00)) is None
    for other in (None, BadBeatContribution(amount=1_00, least_pot=20_00), BadBeatContribution(1_50, 10_00)):
        refusal = round_refusal(payouts, "1", "hold-em", other)
        assert refusal is not None
        assert (refusal.code.value, refusal.paragraph) == ("contribution differs", "14.19(c)")
        assert "$1.50 from each pot of $20" in refusal.sentence


def test_a_game_that_does_not_take_part_contributes_nothing_and_is_not_hit() -> None:
    fund = Fund()
    fund.collected(100_00)
    refusal = round_refusal(fund.payouts, "1", "omaha-high", TAKES)
    assert refusal is not None
    assert refusal.code.value == "game not in it"
    assert round_refusal(fund.payouts, "1", "omaha-high", None) is None
    elsewhere = replace(showdown(*QUADS, dealt_in=3), game="omaha-high")
    assert fund.refused(ReportHit, DEALER, showdown=elsewhere) == ("no bad beat", "14.19(b)3")


def test_each_pot_contributes_to_one_payout() -> None:
    fund = Fund()
    shared, apart = replace(RULES, name="Two", tables=("2", "3")), replace(RULES, name="Two", tables=("3",))
    assert fund.refused(OfferPayout, SHIFT, payout="Two", rules=shared, filing="5") == ("table taken", "14.19(c)")
    fund.does(OfferPayout, SHIFT, payout="Two", rules=apart, filing="5")
    assert fund.refused(PostNotice, SHIFT, payout="Two", rules=shared, filing="6") == ("table taken", "14.19(c)")
    fund.does(StopCollecting, SHIFT, filing="amended appendix")
    fund.does(PostNotice, SHIFT, payout="Two", rules=shared, filing="6")
    fund.does(PostNotice, SHIFT, rules=RULES, filing="7")
    fund.does(ChangeRules, SHIFT, payout="Two")
    assert fund.refused(ChangeRules, SHIFT) == ("table taken", "14.19(c)"), "it would collect again"


def test_a_secondary_payout_takes_from_the_same_pots_as_the_primary() -> None:
    own = OwnContribution(replace(RULES.contribution, least_pot=50_00))
    rules = replace(
        RULES, name="Two", secondary=Secondary(qualifier=RULES.qualifier, shares=RULES.shares, funded_by=own)
    )
    assert [each.what for each in missing(rules)] == ["one-least-pot"]
