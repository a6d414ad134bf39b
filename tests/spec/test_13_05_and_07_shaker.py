"""N.J.A.C. 13:69F-13.5 and 13.7: how a round is opened, shaken and settled, and who has the shaker."""

from typing import Any

import pytest

from pokerroom.dice import Phase, commands as asked, events as happened
from pokerroom.dice.commands import Ground
from pokerroom.dice.refusals import Code
from tests.dice_table import DEALER, FLOOR, SEATS, Pit
from tests.spec_marks import scenario, spec

S1, S2, S3, S4, S5, *_ = SEATS
LIMITS = {"least": 100, "most": 10_000}


@spec("R-13.5-a")
@scenario("DI-16")
def test_no_table_opens_and_nothing_is_shaken_before_the_inspection() -> None:
    pit = Pit().bring_shaker()
    refusal = pit.refused(asked.OpenDiceTable, FLOOR, **LIMITS)
    assert (refusal.code, refusal.paragraph) == (Code.NOT_INSPECTED, "13.5(a)")
    assert pit.refused(asked.InspectShaker, DEALER, works=True).code is Code.NO_AUTHORITY
    pit.give(asked.InspectShaker, FLOOR, works=False)
    assert pit.refused(asked.OpenDiceTable, FLOOR, **LIMITS).code is Code.NOT_INSPECTED
    pit.give(asked.InspectShaker, FLOOR, works=True).give(asked.OpenDiceTable, FLOOR, **LIMITS)
    pit.give(asked.CloseDiceTable, FLOOR)
    assert pit.refused(asked.OpenDiceTable, FLOOR, **LIMITS).code is Code.NOT_INSPECTED  # Before every opening.


@spec("R-13.5-b")
@scenario("DI-06")
@pytest.mark.parametrize(("kind", "said"), [(asked.Cover, {}), (asked.Shake, {"times": 3}), (asked.OfferShaker, {})])
def test_nothing_is_shaken_before_no_more_bets(kind: type, said: dict[str, Any]) -> None:
    refusal = Pit().open(seated=1).bet(0, field=5).refused(kind, **said)
    assert (refusal.code, refusal.paragraph) == (Code.BETS_OPEN, "13.5(b)")


@spec("R-13.5-c")
def test_the_dealer_covers_the_shaker_and_shakes_three_times() -> None:
    pit = Pit().open(seated=1).bet(0, field=5).give(asked.NoMoreBets)
    assert pit.refused(asked.Shake, times=3).code is Code.NOT_COVERED
    pit.give(asked.Cover).give(asked.Shake, times=2)
    refusal = pit.refused(asked.OfferShaker)
    assert (refusal.code, refusal.paragraph) == (Code.SHAKE_MORE, "13.5(c)")
    pit.give(asked.Shake, times=1).give(asked.OfferShaker)
    assert pit.refused(asked.Uncover, faces=(3, 4)).code is Code.WITH_A_PLAYER


@spec("R-13.5-d.1")
def test_the_shaker_is_offered_from_the_dealers_left() -> None:
    pit = Pit().open(seated=1).sit(2).sit(3).bet(0, field=5)
    pit.close_bets()
    assert pit.refused(asked.Uncover, faces=(3, 4)).code is Code.MUST_OFFER
    pit.give(asked.OfferShaker)
    assert pit.table.offered == 0
    assert pit.refused(asked.AnswerShaker, S3, player=S3, accept=True).code is Code.NOT_OFFERED
    assert pit.answer(0, accept=False).table.offered == 2
    assert pit.answer(2, accept=False).table.offered == 3


@spec("R-13.5-d-1.1", "R-13.5-d-1.2")
def test_whoever_accepts_shakes_three_times_and_returns_it() -> None:
    pit = Pit().open(seated=2).bet(0, field=5).close_bets().give(asked.OfferShaker).answer(0, accept=True)
    assert pit.refused(asked.Shake, S2, times=3, player=S2).code is Code.NOT_THE_HOLDER
    pit.give(asked.Shake, S1, times=2, player=S1)
    assert isinstance(pit.events[0], happened.ShakeInvalid)
    assert pit.refused(asked.Uncover, faces=(1, 2)).code is Code.WITH_A_PLAYER
    pit.give(asked.Shake, S1, times=3, player=S1)
    assert (pit.table.phase, pit.table.holder) == (Phase.RETURNED, 0)
    assert pit.read(1, 2).table.result is not None


@spec("R-13.5-d-2", "R-13.7-b.2")
def test_when_all_decline_the_dealer_shakes_three_more_times() -> None:
    pit = Pit().open(seated=2).bet(0, field=5).close_bets().give(asked.OfferShaker)
    pit.answer(0, accept=False).answer(1, accept=False)
    assert pit.table.phase is Phase.BY_DEALER
    pit.give(asked.Shake, times=2)
    refusal = pit.refused(asked.Uncover, faces=(1, 2))
    assert (refusal.code, refusal.paragraph) == (Code.SHAKE_MORE, "13.5(d)2")
    pit.give(asked.Shake, times=1).read(1, 2)


@spec("R-13.5-e.1", "R-13.5-e.2")
def test_the_sum_is_called_when_the_cover_comes_off() -> None:
    pit = Pit().open(seated=1).bet(0, any_7=5).shaken_by_players()
    assert pit.refused(asked.Uncover, faces=(4,)).code is Code.NOT_TWO_FACES  # One die leans against the other.
    pit.later(seconds=1).read(4, 3)
    called = pit.events[0]
    assert isinstance(called, happened.DiceRead)
    assert (called.total, called.at, pit.table.covered) == (7, pit.at, False)


@spec("R-13.5-f.1", "R-13.5-f.2", "R-13.5-f.3")
def test_losing_wagers_are_collected_before_winners_are_paid() -> None:
    pit = Pit().open(seated=3).bet(0, under_7=5, place_8=6).bet(1, over_7=5).bet(2, field=5)
    pit.shaken_by_players().read(4, 5)
    refusal = pit.refused(asked.PayWinners)
    assert (refusal.code, refusal.paragraph) == (Code.COLLECT_FIRST, "13.5(f)")
    pit.give(asked.CollectLosing)
    assert [(each.seat, each.bet.value) for each in pit.events] == [(0, "under 7")]
    pit.give(asked.PayWinners, player=S2)
    refusal = pit.refused(asked.Cover)
    assert (refusal.code, refusal.paragraph) == (Code.UNPAID, "13.5(f)")
    assert pit.refused(asked.PayWinners, player=S2).code is Code.NOTHING_TO_PAY
    pit.give(asked.PayWinners, player=S3)
    assert pit.table.phase is Phase.BETTING
    assert pit.table.at(0).staked == 600  # Place 8 is decided by an eight or a seven alone.


@spec("R-13.7-a.1")
def test_whoever_holds_the_shaker_keeps_it_or_passes_it() -> None:
    pit = Pit().open(seated=3).bet(0, place_8=6).throw(1, 2, accepts=1)
    assert pit.table.holder == 1
    pit.close_bets().give(asked.OfferShaker)
    assert [type(each) for each in pit.events] == [happened.ShakerAccepted]
    pit.give(asked.Shake, times=3, player=S2).read(1, 2)
    pit.give(asked.PassShaker, S2, player=S2)
    assert pit.table.queue == [2, 0]
    assert pit.refused(asked.PassShaker, S2, player=S2).code is Code.NOT_THE_HOLDER


@spec("R-13.7-a-1-i", "R-13.7-b.1")
@scenario("DI-09")
def test_after_a_seven_the_shaker_is_offered_from_the_holders_left() -> None:
    pit = Pit().open(seated=4).bet(0, field=5).throw(3, 4, accepts=2)
    assert pit.table.holder is None
    assert [type(each) for each in pit.events][-1] is happened.ShakerPassed
    offered = []
    pit.bet(0, field=5).close_bets().give(asked.OfferShaker)
    while pit.table.phase is Phase.OFFERED:
        assert pit.table.offered is not None
        offered.append(pit.table.offered)
        pit.answer(pit.table.offered, accept=pit.table.offered == 1)
    assert [SEATS[seat] for seat in offered] == [S4, S1, S2]
    assert pit.table.holder == 1


@scenario("DI-09")
def test_if_nobody_accepts_after_a_seven_the_dealer_takes_it() -> None:
    pit = Pit().open(seated=4).bet(0, field=5).throw(3, 4, accepts=2).bet(0, field=5).shaken_by_players()
    assert pit.table.phase is Phase.BY_DEALER
    pit.read(1, 1).settle().bet(0, field=5).close_bets().give(asked.OfferShaker)
    assert pit.table.offered == 2  # S3 gave it up, and has not refused it: 13.7(a)2.


@spec("R-13.7-a-1-ii")
@pytest.mark.parametrize("ground", list(Ground))
def test_a_floorperson_orders_it_passed_on_three_grounds_only(ground: Ground) -> None:
    assert [each.value for each in Ground] == [
        "unreasonable delay",
        "repeated invalid shakes",
        "violation of the rules",
    ]
    pit = Pit().open(seated=2).bet(0, field=5).close_bets().give(asked.OfferShaker).answer(0, accept=True)
    assert pit.refused(asked.OrderPassed, DEALER, ground=ground).code is Code.NO_AUTHORITY
    pit.give(asked.OrderPassed, FLOOR, ground=ground)
    passed = pit.events[0]
    assert isinstance(passed, happened.ShakerPassed)
    assert (passed.seat, passed.ground, passed.by) == (0, ground, FLOOR)
    assert pit.table.offered == 1  # And it goes on to the next.


@spec("R-13.7-a-2")
@scenario("DI-10")
def test_a_dealer_who_holds_it_offers_it_to_whoever_has_not_refused() -> None:
    pit = Pit().open(seated=4).bet(0, place_8=6).throw(1, 2)
    assert pit.table.holder is None
    pit.sit(4).close_bets()
    assert pit.refused(asked.Uncover, faces=(1, 2)).code is Code.MUST_OFFER
    pit.give(asked.OfferShaker)
    assert pit.table.offered == 4
    pit.answer(4, accept=False)
    assert pit.table.phase is Phase.BY_DEALER
    pit.give(asked.Shake, times=3).read(1, 2)
    pit.close_bets().give(asked.OfferShaker)
    assert pit.table.phase is Phase.BY_DEALER  # Everyone seated has refused.
    pit.give(asked.Shake, times=3).read(1, 2)
    pit.give(asked.AskForShaker, S2, player=S2).close_bets().give(asked.OfferShaker)
    assert pit.table.offered == 1
