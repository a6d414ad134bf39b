"""A simulated quarter of bad beat payouts: every contributed cent is paid to players or in a fund."""

from typing import Any

import pytest

from pokerroom.jackpot import Payouts, events
from pokerroom.jackpot.rules import Level
from pokerroom.ledger import BAD_BEAT_FUND, CAGE as LEDGERS_CAGE, Reason, Transfer, bad_beat_box, bank, variance
from pokerroom.ledger.days import DayReport
from pokerroom.ledger.events import DayClosed, TransfersPosted
from pokerroom.live.room import LiveRoom
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import RoundFinished
from tests.payout_quarter import CAGE, CLOSED, KAY, OFFERED, VIDEO, Quarter, quarter
from tests.sampling import sampled
from tests.spec_marks import spec

DAYS = sampled(4, whole=91)
SEEDS = sampled((3,), whole=(3, 4, 5))


@pytest.fixture(scope="module", params=SEEDS)
def found(request: pytest.FixtureRequest) -> tuple[Quarter, LiveRoom]:
    return quarter(DAYS, request.param)


def of_kind(live: LiveRoom, kind: type[Any]) -> list[Any]:
    return [event for _, event in PAYOUTS.events(live.store) if isinstance(event, kind)]


@pytest.mark.sampled
@spec("R-14.19-a.2", "R-14.19-d.1", "R-14.19-e", "R-14.19-f.1", "R-14.19-l.2")
def test_every_contributed_cent_is_paid_to_players_or_in_a_fund(found: tuple[Quarter, LiveRoom]) -> None:
    told, live = found
    books, payouts = live.room.state(LEDGER), live.room.state(PAYOUTS).by_name.values()
    contributed = sum(
        event.contributed
        for each in OFFERED
        for table in each.tables
        for _, event in TABLES.events(live.store, table, keys=live.room.keys)
        if isinstance(event, RoundFinished)
    )
    made_up = sum(fund.made_up for payout in payouts for fund in payout.funds.values())
    paid = sum(event.award.amount for event in of_kind(live, events.AwardPaid))
    held = sum(fund.held for payout in payouts for fund in payout.funds.values())
    boxed = sum(box.amount for payout in payouts for box in payout.boxes.values())
    assert contributed + made_up - told.miscounted == paid + held + boxed
    assert books.balance(BAD_BEAT_FUND) == held
    assert sum(books.balance(bad_beat_box(table)) for each in OFFERED for table in each.tables) == boxed
    assert sum(books.balance(variance(table)) for each in OFFERED for table in each.tables) == told.miscounted
    assert paid == sum(each.amount for each in moved(live) if each.reason is Reason.BAD_BEAT_PAYOUT)
    assert sum(books.balances.values()) == 0


def moved(live: LiveRoom) -> list[Transfer]:
    posted = (event for _, event in LEDGER.events(live.store) if isinstance(event, TransfersPosted))
    return [transfer for event in posted for transfer in event.transfers]


@pytest.mark.sampled
@spec("R-14.19-i-2", "R-14.19-j.1", "R-14.19-j.2")
def test_what_was_handed_over_left_the_cage_once_and_is_in_no_bank(found: tuple[Quarter, LiveRoom]) -> None:
    _, live = found
    awards, transfers = of_kind(live, events.AwardPaid), moved(live)
    payouts = [each for each in transfers if each.reason is Reason.BAD_BEAT_PAYOUT]
    assert {event.on_account for event in awards} == {True, False}
    for event, booked in zip(awards, payouts, strict=True):
        goes_to = bank(event.award.player) if event.on_account else LEDGERS_CAGE
        assert (booked.credit, booked.amount) == (goes_to, event.award.amount)
    slips = [slip for report in reports(live) for slip in report.drawers or ()]
    out = {(slip.drawer.opened, slip.at): slip.drawer.paid_out for slip in slips}
    handed = [each for each in payouts if each.credit == LEDGERS_CAGE]
    assert {each.by.name for each in handed} == {KAY.name}, "out of the drawer of whoever paid it or gave it out"
    for (opened, closed), paid_out in out.items():
        assert paid_out == sum(each.amount for each in handed if opened <= each.at <= closed)
    assert sum(out.values()) == sum(each.amount for each in handed)
    assert all(slip.difference == 0 for slip in slips)


def reports(live: LiveRoom) -> list[DayReport]:
    return [event.report for _, event in LEDGER.events(live.store) if isinstance(event, DayClosed)]


@pytest.mark.sampled
def test_the_quarter_had_what_a_quarter_has(found: tuple[Quarter, LiveRoom]) -> None:
    """Several hits of both levels, a lost form, a miscounted box, a changed qualifier, a discontinued fund."""
    told, live = found
    levels = [level for event in of_kind(live, events.HitVerified) for level, _ in event.amounts]
    assert min(levels.count(Level.PRIMARY), levels.count(Level.SECONDARY)) >= 2
    assert told.second_hits >= 2, "before the hit before was paid"
    assert told.lost_form
    assert told.miscounted == 5_00
    assert [event.payout for event in of_kind(live, events.RulesChanged)] == [CAGE]
    assert [event.payout for event in of_kind(live, events.PayoutDiscontinued)] == [CLOSED]
    assert {each.code.value for each in told.refused} == {"not amended", "not collecting", "requirements increased"}
    assert all(each.paragraph for each in told.refused)
    room_shares = [event for event in of_kind(live, events.HitReported) if event.room]
    assert all({each.table for each in event.census} <= set(OFFERED[0].tables) for event in room_shares)


@pytest.mark.sampled
@spec("R-14.19-h.1", "R-14.19-h.2", "R-14.19-h.3")
def test_forms_are_matched_but_for_the_one_that_was_lost(found: tuple[Quarter, LiveRoom]) -> None:
    told, live = found
    forms = live.room.state(PAYOUTS).by_name[VIDEO].forms
    assert [serial for serial, form in forms.items() if not form.matched] == [told.lost_form]
    without = [serial for event in of_kind(live, events.FormsMatched) for serial in event.without_original]
    assert without == [told.lost_form]
    lost = forms[told.lost_form].amount
    assert live.room.state(PAYOUTS).by_name[VIDEO].to_revenue == lost
    lines = [line for report in reports(live) for line in report.lines if line.figures.unmatched_forms]
    assert [(line.where.game, line.figures.unmatched_forms) for line in lines] == [("poker", lost)], "once, in one day"


@pytest.mark.sampled
@spec("R-14.19-o", "R-14.19-k-1")
def test_no_display_was_ever_lowered_but_by_what_was_paid(found: tuple[Quarter, LiveRoom]) -> None:
    _, live = found
    payouts, paid_since = Payouts(), dict[tuple[str, Level], int]()
    for _, event in PAYOUTS.events(live.store):
        before, payouts = payouts, PAYOUTS.apply(payouts, event)
        if event.payout not in before.by_name:
            continue
        for level in Level:
            old, new = before.by_name[event.payout], payouts.by_name[event.payout]
            key, paying = (event.payout, level), new.rules.paying(level)
            paid_since[key] = paid_since.get(key, 0) + new.funds[paying].paid - old.funds[paying].paid
            if new.shown(level) != old.shown(level):
                assert isinstance(event, events.DisplayAdjusted)
                assert old.shown(level) - new.shown(level) <= paid_since[key]
                paid_since[key] = 0


@pytest.mark.sampled
@spec("R-14.19-o", "R-14.19-a.2")
def test_nothing_that_is_displayed_is_paid_a_second_time(found: tuple[Quarter, LiveRoom]) -> None:
    """Displays in this quarter never promise more than the record holds: so nothing is made up by the house."""
    _, live = found
    payouts = live.room.state(PAYOUTS).by_name.values()
    assert [fund.made_up for payout in payouts for fund in payout.funds.values()] == [0] * 6
    assert all(hit.settled for payout in payouts for hit in payout.hits.values())
    assert all(fund.shown == fund.at_stake for payout in payouts for fund in payout.funds.values() if fund.held)


@pytest.mark.sampled
def test_the_record_of_the_quarter_is_found_in_order(found: tuple[Quarter, LiveRoom]) -> None:
    _, live = found
    assert examine_record(live.store, keys=live.room.keys, decide_again=True).findings == ()
