"""How a payout ends: after its contributions, with all that it displayed, and for good, 14.19(c), (l), (o)."""

from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    AdjustDisplay,
    BoxDuplicate,
    ChangeRules,
    Contribute,
    CountAtTable,
    Discontinue,
    DropOriginal,
    MatchForms,
    OfferPayout,
    PostNotice,
    RecordDay,
    StopCollecting,
)
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.state import Standing
from pokerroom.ledger import BAD_BEAT_FUND, CAGE, Reason
from pokerroom.room.processes.paying import moved
from tests.payouts import ACCOUNTING, BEGAN, DEALER, FLOOR, NAME, RULES, SHIFT, Fund
from tests.spec_marks import spec

HEIR = replace(RULES, name="Heir", tables=("3",))


def ending(fund: Fund) -> None:
    fund.does(OfferPayout, SHIFT, payout="Heir", rules=HEIR, filing="appendix 5")
    fund.does(StopCollecting, SHIFT, filing="an amendment that ends it")


@spec("R-14.19-c.5", "R-14.19-l.2")
def test_contributions_end_first_by_an_amendment_and_all_of_it_goes_to_another() -> None:
    fund = Fund()
    fund.collected(6_400_00)
    fund.does(OfferPayout, SHIFT, payout="Heir", rules=HEIR, filing="appendix 5")
    assert fund.refused(Discontinue, ACCOUNTING, to="Heir") == ("still collecting", "14.19(c)")
    fund.does(StopCollecting, SHIFT, filing="an amendment that ends it")
    fund.does(Discontinue, ACCOUNTING, to="Heir")
    assert fund.payout.is_empty
    assert fund.payouts.by_name["Heir"].primary.current == 6_400_00


@spec("R-14.19-l.2")
def test_a_payout_that_has_ended_comes_back_by_no_order() -> None:
    fund = Fund()
    fund.does(Contribute, ROOM, table="1", round=1, primary=87_00)
    fund.counted(87_00)
    ending(fund)
    fund.does(PostNotice, SHIFT, rules=RULES, filing="appendix 6")
    fund.does(Discontinue, ACCOUNTING, to="Heir")
    ended = ("has ended", "14.19(l)")
    assert fund.refused(ChangeRules, SHIFT) == ended, "announced before"
    assert fund.refused(PostNotice, SHIFT, rules=RULES, filing="appendix 7") == ended
    assert fund.refused(StopCollecting, SHIFT, filing="appendix 7") == ended
    assert fund.refused(Discontinue, ACCOUNTING, to="Heir") == ended
    assert fund.refused(RecordDay, ACCOUNTING, day=BEGAN.date()) == ended
    assert fund.refused(AdjustDisplay, ACCOUNTING, second=FLOOR) == ended
    asked = {"table": "1", "chips": (), "written": 0, "second": FLOOR, "recording": "camera 4"}
    assert fund.refused(CountAtTable, DEALER, **asked) == ended
    assert fund.payout.standing is Standing.DISCONTINUED
    assert fund.payouts.at_table("1") is None


def test_its_forms_are_still_placed_and_matched() -> None:
    fund = Fund()
    fund.does(Contribute, ROOM, table="1", round=1, primary=87_00)
    fund.counted(87_00)
    ending(fund)
    fund.does(Discontinue, ACCOUNTING, to="Heir")
    fund.does(DropOriginal, DEALER, serial=1001)
    fund.does(BoxDuplicate, FLOOR, serial=1001)
    fund.does(MatchForms, ACCOUNTING, day=BEGAN.date(), duplicates=(1001,), originals=(1001,))
    assert fund.payout.forms[1001].matched


@spec("R-14.19-o")
def test_what_was_displayed_above_the_fund_goes_on_to_players_too() -> None:
    fund = Fund()
    fund.collected(48_000_00)
    lowered = replace(fund.payout.primary, current=47_910_00, made_up=-90_00)
    changed = replace(fund.payout, funds={**fund.payout.funds, Level.PRIMARY: lowered})
    fund.payouts = replace(fund.payouts, by_name={NAME: changed})
    ending(fund)
    before = fund.payouts
    event = fund.does(Discontinue, ACCOUNTING, to="Heir")
    (made_up,) = (each for each in moved("", before, event) if each.amount)
    assert made_up == (CAGE, BAD_BEAT_FUND, 90_00, Reason.BAD_BEAT_MADE_UP, made_up.hold, made_up.by)
    assert fund.payouts.by_name["Heir"].primary.current == 48_000_00
