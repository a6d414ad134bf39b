"""A bad beat that was rejected is declared again with the right cards (R-77)."""

from pokerroom.jackpot.commands import RejectHit, ReportHit, VerifyHit
from pokerroom.jackpot.people import ROOM
from tests.payouts import DEALER, SHIFT, Fund, showdown
from tests.spec_marks import spec

QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")
MISTYPED = ("Td Tc Jd Qd 3c", "Ts Th", "Kd Ad")


def rejected(*cards: str) -> Fund:
    fund = Fund()
    fund.collected(48_000_00)
    fund.does(ReportHit, DEALER, showdown=showdown(*cards, dealt_in=3))
    fund.does(RejectHit, SHIFT, hit=1, reason="another card lies there")
    return fund


@spec("R-14.19-i.1", "R-14.19-a.1")
def test_what_was_rejected_is_declared_again_with_the_right_cards() -> None:
    fund = rejected(*MISTYPED)
    fund.does(ReportHit, DEALER, showdown=showdown(*QUADS, dealt_in=3))
    fund.does(VerifyHit, SHIFT, hit=2)
    assert fund.payout.hits[2].awards
    assert fund.refused(ReportHit, DEALER, showdown=showdown(*QUADS, dealt_in=3)) == ("hit known", "14.19(i)")


def test_what_the_round_itself_tells_is_not_lost_after_a_rejection() -> None:
    fund = rejected(*MISTYPED)
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3), event=9)
    assert [hit.is_open for hit in fund.payout.hits.values()] == [False, True]


def test_a_round_does_not_tell_again_what_was_rejected() -> None:
    fund = rejected(*QUADS)
    assert fund.asks(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3), event=9) == ()


def test_a_supervisor_who_was_wrong_decides_once_more() -> None:
    fund = rejected(*QUADS)
    fund.does(ReportHit, DEALER, showdown=showdown(*QUADS, dealt_in=3))
    assert [hit.is_open for hit in fund.payout.hits.values()] == [False, True]
