"""A simulated quarter of bad beat payouts: every contributed cent is paid to players or in a fund."""

import pytest

from pokerroom.jackpot import Payouts, events
from pokerroom.jackpot.rules import Level
from pokerroom.ledger import BAD_BEAT_FUND, bad_beat_box, bank, variance
from pokerroom.live.room import LiveRoom
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import RoundFinished
from tests.payout_quarter import CAGE, CLOSED, OFFERED, VIDEO, Quarter, quarter
from tests.sampling import sampled
from tests.spec_marks import spec

DAYS = sampled(6, whole=91)
SEEDS = sampled((3,), whole=(3, 4, 5))


@pytest.fixture(scope="module", params=SEEDS)
def found(request: pytest.FixtureRequest) -> tuple[Quarter, LiveRoom]:
    return quarter(DAYS, request.param)


def of_kind(live: LiveRoom, kind: type) -> list:
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
    assert sum(books.balance(bank(player)) for player in told.players) == paid
    assert sum(books.balances.values()) == 0


@pytest.mark.sampled
def test_the_quarter_had_what_a_quarter_has(found: tuple[Quarter, LiveRoom]) -> None:
    """Several hits of both levels, a lost form, a miscounted box, a changed qualifier, a discontinued fund."""
    told, live = found
    levels = [level for event in of_kind(live, events.HitVerified) for level, _ in event.amounts]
    assert min(levels.count(Level.PRIMARY), levels.count(Level.SECONDARY)) >= 2
    assert told.lost_form
    assert told.miscounted == 5_00
    assert [event.payout for event in of_kind(live, events.RulesChanged)] == [CAGE]
    assert [event.payout for event in of_kind(live, events.PayoutDiscontinued)] == [CLOSED]
    assert {each.code.value for each in told.refused} == {"not collecting", "requirements increased"}
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
    assert live.room.state(PAYOUTS).by_name[VIDEO].to_revenue == forms[told.lost_form].amount


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
            old, new = before.by_name[event.payout].funds[level], payouts.by_name[event.payout].funds[level]
            key = (event.payout, level)
            paid_since[key] = paid_since.get(key, 0) + new.paid - old.paid
            if new.shown != old.shown:
                assert isinstance(event, events.DisplayAdjusted)
                assert old.shown - new.shown <= paid_since[key]
                paid_since[key] = 0


@pytest.mark.sampled
def test_the_record_of_the_quarter_is_found_in_order(found: tuple[Quarter, LiveRoom]) -> None:
    _, live = found
    assert examine_record(live.store, keys=live.room.keys, decide_again=True).findings == ()
