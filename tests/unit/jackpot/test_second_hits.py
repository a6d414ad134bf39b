"""A second hit of one payout: what it wins, whatever has been done about the first (R-98)."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    AdjustDisplay,
    AwardBonus,
    Contribute,
    Instrument,
    PaidAt,
    PayAward,
    PreparePayout,
    RecordDay,
    RejectHit,
    ReportHit,
    VerifyHit,
)
from pokerroom.jackpot.events import HitVerified
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import Bonus, CarvedOut, Level, Reset, Secondary, Shares, Step
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, qualifier
from pokerroom.room.payouts import PAYOUTS
from tests.payouts import ACCOUNTING, BEGAN, CASHIER, FLOOR, RULES, SHIFT, Fund, showdown
from tests.spec_marks import spec

QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")
EIGHTS = ("8d 8c 9d Jd 2c", "8s 8h", "Td Qd")
FULL = ("Td Tc As 2h 2c", "Ts 2s", "Ad Ac")
RESET = Reset(percent=20, internal_controls="3.4", manner_approved="letter of May 4")
HIGH = Bonus(name="high hand", terms="the best hand of an hour", amount=300_00)
LESSER = Secondary(
    qualifier=qualifier("any full house"),
    shares=Shares(losing=100, winning=0, table=0),
    funded_by=CarvedOut(5_000_00),
)


def quads(of: str) -> Qualifier:
    return qualifier(f"quad {of}", hole_cards=HoleCards.PLAY)


LADDER = (Step(from_amount=50_000_00, qualifier=quads("eights")),)


def fund(**of: object) -> Fund:
    """$48,000 displayed and $12,000 in reserve."""
    found = Fund(replace(RULES, reset=RESET, bonuses=(HIGH,), **of))
    found.collected(60_000_00)
    return found


def reported(found: Fund, cards: tuple[str, ...] = QUADS) -> int:
    number = max(found.payout.hits, default=0) + 1
    found.does(ReportHit, ROOM, showdown=showdown(*cards, dealt_in=3, round_=number))
    return number


def verified(found: Fund, number: int) -> int:
    found.does(VerifyHit, SHIFT, hit=number)
    return sum(amount for _, amount in found.payout.hits[number].amounts)


def paid(found: Fund, number: int) -> None:
    found.does(PreparePayout, ACCOUNTING, hit=number, instrument=Instrument.CASH, paid_at=PaidAt.CAGE)
    for award in found.payout.hits[number].awards:
        found.does(PayAward, CASHIER, hit=number, player=award.player)


def adjusted(found: Fund) -> None:
    found.does(AdjustDisplay, ACCOUNTING, second=FLOOR)


def first_undecided(found: Fund) -> int:
    """Both rounds are over before anybody looks at the first."""
    first, second = reported(found), reported(found)
    assert found.refused(VerifyHit, SHIFT, hit=second) == ("not decided", "14.19(i)"), "in their order"
    assert verified(found, first) == 48_000_00
    return second


def first_unpaid(found: Fund) -> int:
    verified(found, reported(found))
    return reported(found)


def first_paid(found: Fund) -> int:
    first = reported(found)
    verified(found, first)
    paid(found, first)
    assert found.payout.is_pending
    return reported(found)


def first_adjusted(found: Fund) -> int:
    first = reported(found)
    verified(found, first)
    paid(found, first)
    adjusted(found)
    return reported(found)


@spec("R-14.19-o", "R-14.19-p.1", "R-14.19-k-1")
@pytest.mark.parametrize("stands", [first_undecided, first_unpaid, first_paid, first_adjusted])
def test_a_second_hit_wins_what_the_next_payout_begins_with(stands: Callable[[Fund], int]) -> None:
    found = fund()
    second = stands(found)
    assert verified(found, second) == 12_000_00
    for number in [each.number for each in found.payout.open_hits]:
        paid(found, number)
    adjusted(found)
    primary = found.payout.primary
    assert (primary.paid, primary.made_up, primary.shown, primary.current) == (60_000_00, 0, 0, 0)


def test_of_a_payout_that_two_have_won_a_third_gets_nothing_and_the_next_is_collected_anew() -> None:
    found = fund()
    for number, amount in ((reported(found), 48_000_00), (reported(found), 12_000_00), (reported(found), 0)):
        assert verified(found, number) == amount
    assert found.payout.hits[3].is_without_award
    found.collected(1_000_00)
    assert (found.payout.primary.at_stake, found.payout.primary.reset) == (800_00, 200_00)


def test_if_the_first_does_not_qualify_the_second_has_it() -> None:
    found = fund()
    first, second = reported(found), reported(found)
    found.does(RejectHit, SHIFT, hit=first, reason="a card was exposed")
    assert verified(found, second) == 48_000_00


@spec("R-14.19-i.1")
def test_nothing_is_recorded_displayed_or_awarded_before_a_hit_is_decided() -> None:
    found = fund()
    found.does(Contribute, ROOM, table="1", round=9, primary=1_000_00)
    found.counted(1_000_00)
    number = reported(found)
    asked = {"player": "b", "table": "1", "round": 7, "earned": "four jacks", "second": ACCOUNTING}
    waits = ("not decided", "14.19(i)")
    assert found.refused(RecordDay, ACCOUNTING, day=BEGAN.date()) == waits
    assert found.refused(AdjustDisplay, ACCOUNTING, second=FLOOR) == waits
    assert found.refused(AwardBonus, SHIFT, bonus=HIGH.name, **asked) == waits
    assert verified(found, number) == 48_000_00
    found.does(RecordDay, ACCOUNTING, day=BEGAN.date())


@spec("R-14.19-o")
def test_what_another_award_has_taken_is_not_won_a_second_time() -> None:
    found = fund()
    asked = {"player": "b", "table": "1", "round": 7, "earned": "four jacks", "second": ACCOUNTING}
    found.does(AwardBonus, SHIFT, bonus=HIGH.name, **asked)
    assert found.payout.is_pending, "the sign says that it displays more than can be won"
    assert verified(found, reported(found)) == 47_700_00
    assert found.payout.primary.made_up == 0


def test_a_lesser_hand_after_the_primary_was_won_is_paid_out_of_the_next() -> None:
    found = fund(secondary=LESSER)
    assert verified(found, reported(found)) == 48_000_00
    assert verified(found, reported(found, FULL)) == 5_000_00
    assert verified(found, reported(found)) == 7_000_00
    assert found.payout.primary.made_up == 0


# Ladders.


def test_a_ladder_descends_until_the_payout_is_won_and_no_other_payment_raises_it() -> None:
    found = fund(secondary=LESSER, ladder=LADDER)
    found.collected(5_000_00)
    assert found.payout.qualifier(BEGAN) == quads("eights")
    lesser = reported(found, FULL)
    verified(found, lesser)
    paid(found, lesser)
    adjusted(found)
    assert found.payout.primary.shown == 47_000_00
    assert found.payout.qualifier(BEGAN) == quads("eights"), "14.19(q)"
    assert verified(found, reported(found, EIGHTS)) == 47_000_00
    assert found.payout.qualifier(BEGAN) == RULES.qualifier, "the next payout begins on the first step"


@spec("R-14.19-q.2")
@pytest.mark.parametrize("verified_between", [True, False])
def test_a_hand_for_the_next_payout_is_asked_for_what_the_next_payout_asks(*, verified_between: bool) -> None:
    found = fund(ladder=LADDER)
    found.collected(5_000_00)
    first = reported(found)
    told = showdown(*EIGHTS, dealt_in=3, round_=2)
    if verified_between:
        verified(found, first)
        assert found.asks(ReportHit, ROOM, showdown=told) == (), "it is no hit"
        return
    found.does(ReportHit, ROOM, showdown=told)
    verified(found, first)
    assert found.refused(VerifyHit, SHIFT, hit=2) == ("no bad beat", "14.19(b)3")
    found.does(RejectHit, SHIFT, hit=2, reason="the payout was won before")


def test_a_hit_that_only_the_lesser_payout_is_left_for_wins_that() -> None:
    found = fund(ladder=(Step(from_amount=50_000_00, qualifier=qualifier("any full house")),), secondary=LESSER)
    found.collected(5_000_00)
    first, second = reported(found), reported(found, FULL)
    assert [beat.level for beat in found.payout.hits[second].beats] == [Level.PRIMARY]
    verified(found, first)
    assert verified(found, second) == 5_000_00
    assert [beat.level for beat in found.payout.hits[second].beats] == [Level.SECONDARY]


# Earlier records.


def test_in_an_older_record_the_next_payout_begins_with_the_last_award() -> None:
    found = fund()
    number = reported(found)
    verified(found, number)
    events = [replace(each, begins_next=False) if isinstance(each, HitVerified) else each for each in found.events]
    found.payouts = PAYOUTS.first("")
    for event in events:
        found.payouts = PAYOUTS.apply(found.payouts, event)
    assert (found.payout.primary.reset, found.payout.primary.at_stake) == (12_000_00, 0)
    paid(found, number)
    assert (found.payout.primary.reset, found.payout.primary.at_stake) == (0, 12_000_00)
    assert verified(found, reported(found)) == 12_000_00
