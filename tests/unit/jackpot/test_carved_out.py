"""A secondary payout that is a portion of the primary is subtracted from it, 14.19(m)2ii (R-76)."""

from msgspec.structs import replace

from pokerroom.jackpot import Refusal
from pokerroom.jackpot.commands import (
    AdjustDisplay,
    ChangeRules,
    Instrument,
    PaidAt,
    PayAward,
    PostNotice,
    PreparePayout,
    ReportHit,
    VerifyHit,
)
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import BothLevels, CarvedOut, Level, OwnContribution, PayoutRules, Secondary, Shares
from pokerroom.ranking.bad_beats import qualifier
from tests.payouts import ACCOUNTING, CASHIER, FLOOR, RULES, SHIFT, Fund, showdown
from tests.spec_marks import spec

QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")
FULL = ("Td Tc As 2h 2c", "Ts 2s", "Ad Ac", "Kh Qh")
LESSER = Shares(losing=100, winning=0, table=0)


def fund(funded_by: CarvedOut | OwnContribution, *, both: bool = False, current: int = 48_000_00) -> Fund:
    secondary = Secondary(qualifier=qualifier("any full house"), shares=LESSER, funded_by=funded_by)
    levels = BothLevels.BOTH if both else BothLevels.PRIMARY_ONLY
    found = Fund(replace(RULES, secondary=secondary, both_levels=levels))
    found.collected(current)
    return found


def hit(found: Fund, *cards: str) -> tuple[tuple[Level, int], ...]:
    """What the next hit is worth, once it is verified."""
    number = max(found.payout.hits, default=0) + 1
    found.does(ReportHit, ROOM, showdown=showdown(*cards, dealt_in=4, round_=number))
    found.does(VerifyHit, SHIFT, hit=number)
    return found.payout.hits[number].amounts


def paid(found: Fund, number: int) -> None:
    found.does(PreparePayout, ACCOUNTING, hit=number, instrument=Instrument.CASH, paid_at=PaidAt.CAGE)
    for award in found.payout.hits[number].awards:
        found.does(PayAward, CASHIER, hit=number, player=award.player)


@spec("R-14.19-m-2", "R-14.19-m-2-ii")
def test_a_second_hit_before_the_first_is_paid_is_worth_what_is_displayed() -> None:
    found = fund(CarvedOut(5_000_00))
    assert hit(found, *FULL) == ((Level.SECONDARY, 5_000_00),)
    assert hit(found, *FULL) == ((Level.SECONDARY, 5_000_00),)
    assert not any(each.settled for each in found.payout.hits.values())
    for number in (1, 2):
        paid(found, number)
    found.does(AdjustDisplay, ACCOUNTING, second=FLOOR)
    assert (found.payout.primary.shown, found.payout.primary.made_up) == (38_000_00, 0)


@spec("R-14.19-m-2-ii")
def test_a_later_hit_of_the_primary_is_worth_what_the_secondary_leaves() -> None:
    found = fund(CarvedOut(5_000_00))
    hit(found, *FULL)
    assert hit(found, *QUADS) == ((Level.PRIMARY, 43_000_00),)
    assert found.payout.primary.made_up == 0


def test_of_what_is_left_a_secondary_hit_gets_no_more() -> None:
    found = fund(CarvedOut(5_000_00), current=8_000_00)
    assert [hit(found, *FULL)[0][1] for _ in range(3)] == [5_000_00, 3_000_00, 0]
    assert found.payout.hits[3].settled, "nothing is left of what was displayed"


@spec("R-14.19-m-2-i", "R-14.19-m-2-ii")
def test_both_levels_of_one_round_are_together_what_the_primary_displays() -> None:
    found = fund(CarvedOut(5_000_00), both=True)
    assert hit(found, *QUADS, "2h 2d") == ((Level.PRIMARY, 43_000_00), (Level.SECONDARY, 5_000_00))
    assert found.payout.primary.made_up == 0
    paid(found, 1)
    assert (found.payout.primary.paid, found.payout.primary.current) == (48_000_00, 0)


def changed(found: Fund, rules: PayoutRules) -> tuple[str, str] | None:
    """Why these rules are not announced, or what became of them."""
    answer = found.asks(PostNotice, SHIFT, rules=rules, filing="4")
    if isinstance(answer, Refusal):
        return str(answer.code.value), answer.paragraph
    found.does(ChangeRules, SHIFT)
    return None


@spec("R-14.19-o")
def test_no_change_of_rules_lowers_what_is_displayed_of_it() -> None:
    found = fund(CarvedOut(5_000_00))
    rules = found.payout.rules
    assert changed(found, with_portion(rules, 1_000_00)) == ("display lowered", "14.19(o)")
    assert changed(found, replace(rules, secondary=None)) == ("display lowered", "14.19(o)")
    assert found.payout.shown(Level.SECONDARY) == 5_000_00
    assert changed(found, with_portion(rules, 6_000_00)) is None
    assert found.payout.shown(Level.SECONDARY) == 6_000_00


def with_portion(rules: PayoutRules, amount: int) -> PayoutRules:
    assert rules.secondary is not None
    return replace(rules, secondary=replace(rules.secondary, funded_by=CarvedOut(amount)))


def test_an_announced_change_that_would_lower_it_by_now_is_not_made() -> None:
    found = fund(CarvedOut(5_000_00), current=1_000_00)
    rules = found.payout.rules
    found.does(PostNotice, SHIFT, rules=with_portion(rules, 1_000_00), filing="4")
    found.collected(2_000_00)
    assert found.refused(ChangeRules, SHIFT) == ("display lowered", "14.19(o)")


def test_a_secondary_payout_of_its_own_takes_nothing_from_the_primary() -> None:
    found = fund(OwnContribution(RULES.contribution), both=True)
    found.collected(0, secondary=3_210_00)
    assert hit(found, *QUADS, "2h 2d") == ((Level.PRIMARY, 48_000_00), (Level.SECONDARY, 3_210_00))
