"""Where a payout leaves the books: once, and never both by hand and to a bank (R-75)."""

import pytest

from pokerroom.jackpot.commands import Instrument, PaidAt, PayAward, PreparePayout, ReportHit, VerifyHit
from pokerroom.jackpot.events import AwardPaid
from pokerroom.jackpot.hits import undelivered
from pokerroom.jackpot.people import ROOM, Person, StaffPosition
from pokerroom.ledger import BAD_BEAT_FUND, CAGE, Account, bank
from pokerroom.room.processes.paying import PAYING
from pokerroom.room.processes.posting import SCRIBE
from tests.payouts import ACCOUNTING, CASHIER, SECURITY, SHIFT, Fund, person, showdown
from tests.spec_marks import spec

QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")


def prepared(at: PaidAt, cashier: Person | None = None, instrument: Instrument = Instrument.CASH) -> Fund:
    fund = Fund()
    fund.collected(48_000_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS))
    fund.does(VerifyHit, SHIFT, hit=1)
    fund.does(PreparePayout, ACCOUNTING, hit=1, instrument=instrument, paid_at=at, second=cashier)
    return fund


def booked(fund: Fund, by: Person, *, on_account: bool = False) -> tuple[Account, Account, str]:
    before = fund.payouts
    event = fund.does(PayAward, by, hit=1, player="a", on_account=on_account)
    (movement,) = PAYING.moved("payouts", before, event)
    return movement.debit, movement.credit, movement.by.name


@spec("R-14.19-j.1", "R-14.19-j.2")
@pytest.mark.parametrize("instrument", Instrument)
def test_what_is_handed_over_leaves_the_cage_and_is_in_no_bank(instrument: Instrument) -> None:
    at_cage = prepared(PaidAt.CAGE, instrument=instrument)
    assert booked(at_cage, CASHIER) == (BAD_BEAT_FUND, CAGE, CASHIER.name)
    at_table = prepared(PaidAt.TABLE, CASHIER, instrument)
    assert booked(at_table, SECURITY) == (BAD_BEAT_FUND, CAGE, CASHIER.name)


def test_only_what_a_player_leaves_on_account_is_in_their_bank() -> None:
    fund = prepared(PaidAt.TABLE, CASHIER)
    assert booked(fund, SECURITY, on_account=True) == (BAD_BEAT_FUND, bank("a"), SCRIBE.name)


def test_a_payout_recorded_before_that_was_said_stays_where_it_was_booked() -> None:
    fund = prepared(PaidAt.TABLE)
    event = fund.does(PayAward, SECURITY, hit=1, player="a")
    assert isinstance(event, AwardPaid)
    older = AwardPaid(rule=event.rule, payout=event.payout, by=event.by, at=event.at, hit=1, award=event.award)
    (movement,) = PAYING.moved("payouts", fund.payouts, older)
    assert (movement.credit, movement.by) == (bank("a"), SCRIBE)


def test_it_is_given_out_by_a_cashier_who_is_another_person() -> None:
    fund = Fund()
    fund.collected(48_000_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS))
    fund.does(VerifyHit, SHIFT, hit=1)
    of = {"hit": 1, "instrument": Instrument.CASH, "paid_at": PaidAt.TABLE}
    assert fund.refused(PreparePayout, ACCOUNTING, **of, second=SECURITY) == ("not their position", "14.19(j)")
    ann_at_the_cage = person(ACCOUNTING.name, StaffPosition.CAGE)
    assert fund.refused(PreparePayout, ACCOUNTING, **of, second=ann_at_the_cage) == ("same person", "14.19(j)")


def test_a_drawer_waits_until_all_that_was_taken_out_of_it_is_delivered() -> None:
    fund = prepared(PaidAt.TABLE, CASHIER)
    assert undelivered(fund.payout, CASHIER.name) is not None
    assert undelivered(fund.payout, "Somebody Else") is None
    for award in fund.payout.hits[1].awards:
        fund.does(PayAward, SECURITY, hit=1, player=award.player)
    assert undelivered(fund.payout, CASHIER.name) is None
