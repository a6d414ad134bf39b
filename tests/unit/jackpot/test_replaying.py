"""What other rules would have done with rounds that were really played."""

from datetime import timedelta

from pokerroom.jackpot.replaying import Plan, PlayedRound, replay
from pokerroom.jackpot.rules import Step
from pokerroom.ranking.bad_beats import HoleCards, qualifier
from tests.payouts import BEGAN, showdown

TENS = qualifier("quad tens", hole_cards=HoleCards.PLAY)
QUADS = showdown("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")
EIGHTS = showdown("8d 8c Jd Qd Td", "8s 8h", "Kd Ad", round_=8)


def played(day: int, *pots: int, hand: object = None) -> PlayedRound:
    return PlayedRound(BEGAN + timedelta(days=day), pots, hand)  # type: ignore[arg-type]


def test_each_pot_gives_by_itself_and_a_hit_begins_anew_with_the_reserve() -> None:
    plan = Plan(qualifier=TENS, amount=1_00, least_pot=20_00, start=100_00, reset_percent=20)
    found = replay([played(0, 30_00, 25_00), played(1, 19_99), played(2, 20_00, hand=QUADS), played(3, 50_00)], plan)
    assert (found.rounds, found.contributed) == (4, 4_00)
    (hit,) = found.hits
    assert (hit.amount, hit.round) == (100_00 + 3 * 80, 7)
    assert (found.amount, found.reserve) == (60 + 80, 20)
    assert [amount for _, amount in found.by_day] == [101_60, 101_60, 60, 140]
    assert found.contributed + plan.start == hit.amount + found.amount + found.reserve


def test_a_lesser_hand_counts_from_a_step_of_the_ladder_on() -> None:
    eights = qualifier("quad eights", hole_cards=HoleCards.PLAY)
    rounds = [played(0, 30_00, hand=EIGHTS), played(9, 30_00, hand=EIGHTS)]
    without = Plan(qualifier=TENS, amount=1_00, least_pot=0)
    assert replay(rounds, without).hits == ()
    by_amount = without._replace(ladder=(Step(from_amount=2_00, qualifier=eights),))
    assert [hit.amount for hit in replay(rounds, by_amount).hits] == [2_00]
    by_days = without._replace(ladder=(Step(after_days=7, qualifier=eights),))
    assert [hit.amount for hit in replay(rounds, by_days).hits] == [2_00]
