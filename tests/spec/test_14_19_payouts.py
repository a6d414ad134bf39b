"""N.J.A.C. 13:69F-14.19: bad beat payouts, by the worked examples."""

from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    AdjustDisplay,
    AwardBonus,
    BoxDuplicate,
    ChangeRules,
    Chips,
    Contribute,
    CountAtTable,
    Discontinue,
    DropOriginal,
    Instrument,
    MatchForms,
    OfferPayout,
    PaidAt,
    PayAward,
    PostNotice,
    PreparePayout,
    RecordDay,
    ReportHit,
    StopCollecting,
    VerifyHit,
)
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import (
    Bonus,
    BothLevels,
    CarvedOut,
    Contribution,
    Level,
    OwnContribution,
    PayoutRules,
    Reset,
    Secondary,
    Shares,
)
from pokerroom.ranking.bad_beats import HoleCards, qualifier
from tests.payouts import ACCOUNTING, BEGAN, CASHIER, DEALER, FLOOR, NAME, RULES, SECURITY, SHIFT, Fund, showdown
from tests.spec_marks import scenario, spec

QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")
"""Four tens lose to a royal flush, and both players' own cards play."""
FULL = ("Td Tc As 2h 2c", "Ts 2s", "Ad Ac", "Kh Qh")


def paid(fund: Fund, hit: int = 1) -> dict[str, int]:
    """Everything of a hit, from its verification to the last award."""
    fund.does(VerifyHit, SHIFT, hit=hit)
    fund.does(PreparePayout, ACCOUNTING, hit=hit, instrument=Instrument.CHIPS, paid_at=PaidAt.TABLE)
    awards = fund.payout.hits[hit].awards
    for award in awards:
        fund.does(PayAward, SECURITY, hit=hit, player=award.player)
    return {award.player: award.amount for award in awards}


@scenario("JP-03")
@spec("R-14.19-i.1", "R-14.19-i-1", "R-14.19-i-2")
def test_a_verified_hand_is_paid_by_shares_and_the_display_waits_for_its_adjustment() -> None:
    fund = Fund(replace(RULES, reset=Reset(percent=20, internal_controls="3.4", manner_approved="letter of May 4")))
    fund.collected(60_000_00)
    assert (fund.payout.primary.shown, fund.payout.primary.reset) == (48_000_00, 12_000_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=8))
    assert fund.refused(PayAward, SECURITY, hit=1, player="a") == ("not verified", "14.19(i)")
    assert fund.refused(VerifyHit, FLOOR, hit=1) == ("not their position", "14.19(i)")
    awards = paid(fund)
    assert awards["a"] == 24_000_00
    assert awards["b"] == 12_000_00
    assert [awards[f"other {number}"] for number in range(6)] == [2_000_00] * 6
    assert fund.payout.is_pending
    assert fund.payout.primary.shown == 48_000_00
    fund.does(AdjustDisplay, ACCOUNTING, second=FLOOR)
    assert not fund.payout.is_pending
    assert fund.payout.primary.shown == 12_000_00


@scenario("JP-04")
def test_what_does_not_divide_goes_to_the_losing_hand() -> None:
    fund = Fund()
    fund.collected(48_000_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=9))
    awards = paid(fund)
    assert awards["other 0"] == 1_714_00
    assert awards["a"] == 24_002_00
    assert sum(awards.values()) == 48_000_00


def with_secondary(funded_by: OwnContribution | CarvedOut) -> PayoutRules:
    lesser = Secondary(
        qualifier=qualifier("any full house"), shares=Shares(losing=100, winning=0, table=0), funded_by=funded_by
    )
    return replace(RULES, secondary=lesser)


OWN = OwnContribution(Contribution(amount=50, least_pot=20_00, method="fifty cents from each pot"))


@scenario("JP-06")
@spec("R-14.19-m.1", "R-14.19-m-1")
def test_a_secondary_payout_of_its_own_leaves_the_primary_alone() -> None:
    fund = Fund(with_secondary(OWN))
    fund.collected(48_000_00, secondary=3_210_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*FULL, dealt_in=4))
    assert paid(fund) == {"a": 3_210_00}
    assert fund.payout.primary.shown == 48_000_00
    assert fund.payout.secondary.current == 0


@spec("R-14.19-m-2", "R-14.19-m-2-ii")
def test_a_secondary_payout_out_of_the_primary_is_deducted_from_it_when_won() -> None:
    fund = Fund(with_secondary(CarvedOut(5_000_00)))
    fund.collected(48_000_00)
    assert fund.payout.shown(Level.SECONDARY) == 5_000_00
    fund.does(ReportHit, ROOM, showdown=showdown(*FULL, dealt_in=4))
    assert paid(fund) == {"a": 5_000_00}
    fund.does(AdjustDisplay, ACCOUNTING, second=FLOOR)
    assert fund.payout.primary.shown == 43_000_00


@scenario("JP-07")
@spec("R-14.19-m-2-i")
def test_of_two_levels_in_one_round_only_the_primary_is_paid_where_the_appendix_says_so() -> None:
    fund = Fund(with_secondary(OWN))
    fund.collected(48_000_00, secondary=3_210_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, "2h 2d", dealt_in=3))
    paid(fund)
    assert fund.payout.secondary.current == 3_210_00
    unset = replace(with_secondary(OWN), both_levels=None, name="Another")
    assert fund.refused(OfferPayout, SHIFT, payout="Another", rules=unset, filing="appendix 4") == (
        "not complete",
        "14.19(m)2i",
    )


@spec("R-14.19-m-2-i")
def test_both_levels_are_paid_where_the_appendix_says_so() -> None:
    fund = Fund(replace(with_secondary(OWN), both_levels=BothLevels.BOTH))
    fund.collected(48_000_00, secondary=3_210_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, "2h 2d", dealt_in=3))
    assert [(beat.level, beat.losing) for beat in fund.payout.hits[1].beats] == [
        (Level.PRIMARY, ("a",)),
        (Level.SECONDARY, ("c",)),
    ]
    assert paid(fund)["c"] == 3_210_00 + 12_000_00


@scenario("JP-09")
@spec("R-14.19-k-2", "R-14.19-o")
def test_the_display_is_never_lowered_unless_paid_and_what_it_promises_is_payable() -> None:
    fund = Fund(replace(RULES, bonuses=(Bonus(name="high hand", terms="the best hand of an hour", amount=90_00),)))
    fund.collected(48_000_00)
    lowered = replace(fund.payout.primary, current=47_910_00, made_up=-90_00)
    fund.payouts = replace(
        fund.payouts, by_name={NAME: replace(fund.payout, funds={**fund.payout.funds, Level.PRIMARY: lowered})}
    )
    fund.does(AdjustDisplay, ACCOUNTING, second=FLOOR)
    assert fund.payout.primary.shown == 48_000_00
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3))
    assert sum(paid(fund).values()) == 48_000_00


@scenario("JP-10")
@spec("R-14.19-h.1", "R-14.19-h.2", "R-14.19-h.3", "R-14.19-f-3.1")
def test_a_duplicate_without_its_original_adds_its_value_to_revenue_and_the_fund_keeps_it() -> None:
    fund = Fund()
    for amount in (10_00, 20_00, 87_00, 40_00):
        fund.does(Contribute, ROOM, table="1", round=amount, primary=amount)
        fund.counted(amount)
    serials = list(fund.payout.forms)
    for serial in serials:
        fund.does(DropOriginal, DEALER, serial=serial)
        fund.does(BoxDuplicate, FLOOR, serial=serial)
    found = fund.does(
        MatchForms, ACCOUNTING, day=BEGAN.date(), duplicates=tuple(serials), originals=tuple(serials[:2] + serials[3:])
    )
    assert (found.without_original, found.to_revenue) == ((serials[2],), 87_00)  # type: ignore[union-attr]
    assert fund.payout.primary.held == 157_00


@scenario("JP-12")
@spec("R-14.19-q.1", "R-14.19-q.2")
def test_what_a_hand_must_be_is_not_increased_before_the_payout_is_won() -> None:
    fund = Fund()
    fund.collected(48_000_00)
    jacks = replace(RULES, qualifier=replace(RULES.qualifier, least=qualifier("quad jacks").least))
    nines = replace(RULES, qualifier=replace(RULES.qualifier, least=qualifier("quad nines").least))
    assert fund.refused(PostNotice, SHIFT, rules=jacks, filing="appendix 4") == ("requirements increased", "14.19(q)")
    assert fund.refused(ChangeRules, SHIFT) == ("no notice", "14.19(q)")
    fund.does(PostNotice, SHIFT, rules=nines, filing="appendix 4")
    fund.does(ChangeRules, SHIFT)
    assert fund.payout.rules.qualifier.least == qualifier("quad nines").least


@scenario("JP-12")
@spec("R-14.19-q.1", "R-14.19-q.2")
def test_once_it_is_won_more_may_be_asked_of_a_hand_until_the_next_is_displayed() -> None:
    fund = Fund(replace(RULES, reset=Reset(percent=20, internal_controls="3.4", manner_approved="letter of May 4")))
    fund.collected(60_000_00)
    jacks = replace(fund.payout.rules, qualifier=qualifier("quad jacks", hole_cards=HoleCards.PLAY))
    kings = replace(fund.payout.rules, qualifier=qualifier("quad kings", hole_cards=HoleCards.PLAY))
    more = ("requirements increased", "14.19(q)")
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3))
    assert fund.refused(PostNotice, SHIFT, rules=jacks, filing="appendix 4") == more, "nobody has verified it"
    fund.does(VerifyHit, SHIFT, hit=1)
    fund.does(PostNotice, SHIFT, rules=jacks, filing="appendix 4")
    assert fund.refused(ChangeRules, SHIFT) == ("hit pending", "14.19(i)")
    fund.does(PreparePayout, ACCOUNTING, hit=1, instrument=Instrument.CASH, paid_at=PaidAt.CAGE)
    for award in fund.payout.hits[1].awards:
        fund.does(PayAward, CASHIER, hit=1, player=award.player)
    fund.does(ChangeRules, SHIFT)
    fund.does(AdjustDisplay, ACCOUNTING, second=FLOOR)
    assert fund.payout.primary.shown == 12_000_00
    assert fund.asks(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3, round_=8)) == (), "four tens are too few"
    assert fund.refused(PostNotice, SHIFT, rules=kings, filing="appendix 5") == more, "the next one is displayed"


@spec("R-14.19-q.2")
def test_a_secondary_payment_out_of_the_primary_does_not_let_more_be_asked_for_it() -> None:
    fund = Fund(with_secondary(CarvedOut(5_000_00)))
    fund.collected(48_000_00)
    jacks = replace(fund.payout.rules, qualifier=qualifier("quad jacks", hole_cards=HoleCards.PLAY))
    fund.does(ReportHit, ROOM, showdown=showdown(*FULL, dealt_in=4))
    paid(fund)
    assert fund.refused(PostNotice, SHIFT, rules=jacks, filing="4") == ("requirements increased", "14.19(q)")


@scenario("JP-13")
@spec("R-14.19-c.5", "R-14.19-l.2")
def test_a_payout_is_discontinued_only_with_its_money_going_to_players() -> None:
    fund = Fund()
    fund.collected(6_400_00)
    assert fund.refused(Discontinue, ACCOUNTING, to="the house") == ("still collecting", "14.19(c)")
    fund.does(StopCollecting, SHIFT, filing="an amendment that ends it")
    assert fund.refused(Discontinue, ACCOUNTING, to="the house") == ("fund not empty", "14.19(l)")
    fund.does(
        OfferPayout,
        SHIFT,
        payout="High hand",
        rules=replace(RULES, name="High hand", tables=("3",)),
        filing="appendix 5",
    )
    fund.does(Discontinue, ACCOUNTING, to="High hand")
    assert fund.payout.is_empty
    assert fund.payouts.by_name["High hand"].primary.current == 6_400_00


def test_the_papers_of_a_discontinued_payout_lead_to_it_and_no_other_gets_its_name() -> None:
    fund = Fund()
    fund.counted(0)
    fund.does(StopCollecting, SHIFT, filing="an amendment that ends it")
    fund.does(Discontinue, ACCOUNTING, to="")
    again = {"rules": RULES, "filing": "appendix 6"}
    assert fund.refused(OfferPayout, SHIFT, **again) == ("name used", "14.19(l)")
    assert list(fund.payout.forms) == [1001]


@scenario("JP-15")
@spec("R-14.19-a.3", "R-14.19-b-4")
def test_another_award_is_paid_only_where_the_posted_rules_list_it() -> None:
    high = Bonus(name="high hand", terms="the best hand of an hour", amount=1_500_00)
    fund = Fund(replace(with_secondary(CarvedOut(3_000_00)), bonuses=(high,)))
    fund.collected(5_000_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*FULL, dealt_in=4))
    paid(fund)
    asked = {"player": "b", "table": "1", "round": 7, "earned": "four jacks at 21:40", "second": ACCOUNTING}
    fund.does(AwardBonus, SHIFT, bonus="high hand", **asked)
    assert (fund.payout.primary.paid, fund.payout.primary.current) == (4_500_00, 500_00)
    assert fund.refused(AwardBonus, SHIFT, bonus="manager's dinner", **asked) == ("no such bonus", "14.19(b)4")
    another = asked | {"round": 8}
    assert fund.refused(AwardBonus, SHIFT, bonus="high hand", **another) == ("fund too small", "14.19(a)")


@spec("R-14.19-f-3-iii")
def test_a_form_whose_chips_are_not_its_total_is_refused() -> None:
    fund = Fund()
    chips = (Chips(5_00, 7), Chips(1_00, 2))
    asked = {"table": "1", "chips": chips, "second": FLOOR, "recording": "camera 4"}
    assert fund.refused(CountAtTable, DEALER, written=38_00, **asked) == ("wrong total", "14.19(f)3iii")
    fund.does(CountAtTable, DEALER, written=37_00, **asked)


@spec("R-14.19-p.1", "R-14.19-p.3")
def test_a_share_of_each_days_contributions_is_for_the_reset_amount() -> None:
    fund = Fund(replace(RULES, reset=Reset(percent=20, internal_controls="3.4", manner_approved="letter of May 4")))
    fund.does(Contribute, ROOM, table="1", round=1, primary=1_250_00)
    fund.counted(1_250_00)
    fund.does(RecordDay, ACCOUNTING, day=BEGAN.date())
    assert (fund.payout.primary.reset, fund.payout.primary.current) == (250_00, 1_000_00)


@spec("R-14.19-j.2")
def test_at_the_cage_a_cashier_pays() -> None:
    fund = Fund()
    fund.collected(1_000_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=2))
    fund.does(VerifyHit, SHIFT, hit=1)
    assert fund.refused(PayAward, CASHIER, hit=1, player="a") == ("not prepared", "14.19(j)")
    fund.does(PreparePayout, ACCOUNTING, hit=1, instrument=Instrument.CASH, paid_at=PaidAt.CAGE)
    assert fund.refused(PayAward, SECURITY, hit=1, player="a") == ("not their position", "14.19(i)2")
    fund.does(PayAward, CASHIER, hit=1, player="a")
    assert fund.refused(PayAward, CASHIER, hit=1, player="a") == ("no such award", "14.19(j)")
