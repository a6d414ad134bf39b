"""Several hits of one payout: what each wins is the same, whatever the order of verifying, paying and adjusting (R-98).

A schedule of paperwork is drawn at random; what the hits win is worked out beside it from their rounds alone.
"""

from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from pokerroom.jackpot import Refusal
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
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import Bonus, CarvedOut, Level, OwnContribution, Reset, Secondary, Shares
from pokerroom.ranking.bad_beats import qualifier
from tests.payouts import ACCOUNTING, BEGAN, CASHIER, FLOOR, RULES, SHIFT, Fund, showdown
from tests.sampling import sampled
from tests.spec_marks import spec

SEEDS = range(sampled(40, whole=3_000))
SCHEDULES = 4
QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")
FULL = ("Td Tc As 2h 2c", "Ts 2s", "Ad Ac", "Kh Qh")
PORTION = 5_000_00
LESSER = Secondary(
    qualifier=qualifier("any full house"),
    shares=Shares(losing=100, winning=0, table=0),
    funded_by=CarvedOut(PORTION),
)
OWN = replace(LESSER, funded_by=OwnContribution(RULES.contribution))
RESET = Reset(percent=20, internal_controls="3.4", manner_approved="letter of May 4")
HIGH = Bonus(name="high hand", terms="the best hand of an hour", amount=300_00)
DAY = {"day": BEGAN.date()}


class Evening(NamedTuple):
    """What the rounds bring: what is collected before them, and which hits they have."""

    displayed: int
    own: int
    """Displayed of a secondary payout with a contribution of its own; none where it is a portion of the primary."""
    recorded: int
    """On record since, and not displayed."""
    bonus: bool
    hits: tuple[Level, ...]
    rejected: tuple[bool, ...]


def evening(chance: Random) -> Evening:
    hits = tuple(chance.choice(tuple(Level)) for _ in range(chance.randint(2, 4)))
    return Evening(
        displayed=chance.choice((2_000_00, 48_000_00)),
        own=chance.choice((0, 3_210_00)),
        recorded=chance.choice((0, 0, 1_000_00)),
        bonus=chance.random() < 0.3,
        hits=hits,
        rejected=tuple(chance.random() < 0.2 for _ in hits),
    )


def begun(plan: Evening) -> Fund:
    secondary = OWN if plan.own else LESSER
    fund = Fund(replace(RULES, secondary=secondary, reset=RESET, bonuses=(HIGH,)))
    fund.collected(plan.displayed, secondary=plan.own)
    if plan.recorded:
        fund.does(Contribute, ROOM, table="1", round=1, primary=plan.recorded)
        fund.counted(plan.recorded)
        fund.does(RecordDay, ACCOUNTING, **DAY)
    if plan.bonus:
        asked = {"player": "b", "table": "1", "round": 7, "earned": "four jacks", "second": ACCOUNTING}
        fund.does(AwardBonus, SHIFT, bonus=HIGH.name, **asked)
    return fund


def expected(plan: Evening, fund: Fund) -> list[int]:
    """What each hit wins, from the rounds and what was displayed and on record before the first of them."""
    won, reset = list[int](), fund.payout.primary.reset
    stake = {level: fund.payout.funds[level].shown - fund.payout.funds[level].may_fall for level in Level}
    record = {level: fund.payout.funds[level].current for level in Level}
    stake[Level.PRIMARY] = max(stake[Level.PRIMARY], min(fund.payout.primary.shown, record[Level.PRIMARY]))
    for level, is_rejected in zip(plan.hits, plan.rejected, strict=True):
        paying = level if plan.own else Level.PRIMARY
        amount = stake[paying] if paying is level else min(PORTION, stake[paying])
        won.append(0 if is_rejected else amount)
        if is_rejected:
            continue
        stake[paying], record[paying] = stake[paying] - amount, record[paying] - amount
        if level is Level.PRIMARY and amount:
            record[paying], reset = record[paying] + reset, 0
        stake = {each: max(stake[each], record[each]) for each in Level}
    return won


class Office:
    """The paperwork of an evening, in any order in which it may be done."""

    def __init__(self, plan: Evening, chance: Random) -> None:
        self.plan, self.chance, self.fund, self.reported = plan, chance, begun(plan), 0

    def done(self) -> bool:
        return self.reported == len(self.plan.hits) and not self.fund.payout.open_hits

    def step(self) -> None:
        payout = self.fund.payout
        asks: list[tuple[Any, Any, dict[str, Any]]] = []
        if any(hit.verified_by for hit in payout.hits.values()):
            # Before that an adjustment is no paperwork of a hit: what it displays can be won.
            asks.append((AdjustDisplay, ACCOUNTING, {"second": FLOOR}))
        if self.reported < len(self.plan.hits):
            cards = QUADS if self.plan.hits[self.reported] is Level.PRIMARY else FULL
            told = showdown(*cards, dealt_in=4, round_=self.reported + 1)
            asks.append((ReportHit, ROOM, {"showdown": told}))
        for hit in payout.open_hits:
            asks += self.next_of(hit)
        kind, by, fields = self.chance.choice(asks)
        answer = self.fund.asks(kind, by, **fields)
        if isinstance(answer, Refusal):
            assert answer.code.value == "not decided", answer
            return
        self.reported += kind is ReportHit

    def next_of(self, hit: Any) -> list[tuple[Any, Any, dict[str, Any]]]:
        about: dict[str, Any] = {"hit": hit.number}
        if hit.verified_by is None and self.plan.rejected[hit.number - 1]:
            return [(RejectHit, SHIFT, about | {"reason": "a card was exposed"})]
        if hit.verified_by is None:
            return [(VerifyHit, SHIFT, about)]
        if hit.paid_at is None:
            return [(PreparePayout, ACCOUNTING, about | {"instrument": Instrument.CASH, "paid_at": PaidAt.CAGE})]
        return [(PayAward, CASHIER, about | {"player": each.player}) for each in hit.unpaid]


@pytest.mark.sampled
@spec("R-14.19-o", "R-14.19-k-1", "R-14.19-p.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_each_hit_wins_follows_from_the_rounds_and_not_from_the_paperwork(seed: int) -> None:
    plan = evening(Random(seed))
    for schedule in range(SCHEDULES):
        office = Office(plan, Random(f"{seed}/{schedule}"))
        wins = expected(plan, office.fund)
        while not office.done():
            before = office.fund.payout
            office.step()
            no_display_fell_unpaid(before, office.fund)
        hits = office.fund.payout.hits
        found = [sum(amount for _, amount in hits[number].amounts) for number in sorted(hits)]
        assert found == wins, (plan, schedule)
        made_up = sum(fund.made_up for fund in office.fund.payout.funds.values())
        assert made_up == 0, "nothing displayed was promised twice"
        office.fund.does(AdjustDisplay, ACCOUNTING, second=FLOOR)
        payout = office.fund.payout
        assert not payout.is_pending
        assert all(fund.shown == fund.at_stake == fund.current for fund in payout.funds.values())


def no_display_fell_unpaid(before: Any, fund: Fund) -> None:
    for level, now in fund.payout.funds.items():
        was = before.funds[level]
        assert was.shown - now.shown <= was.may_fall, level
        assert now.at_stake >= 0


@spec("R-14.19-p.1", "R-14.19-k-1")
@pytest.mark.parametrize("records_between", [True, False])
@pytest.mark.parametrize("adjusts_between", [True, False])
def test_what_is_recorded_after_a_payout_was_won_is_won_once_it_is_displayed(
    *, records_between: bool, adjusts_between: bool
) -> None:
    fund = Fund(replace(RULES, reset=RESET))
    fund.collected(60_000_00)
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3, round_=1))
    fund.does(VerifyHit, SHIFT, hit=1)
    if records_between:
        fund.does(Contribute, ROOM, table="1", round=2, primary=1_000_00)
        fund.counted(1_000_00)
        fund.does(RecordDay, ACCOUNTING, **DAY)
    if adjusts_between:
        fund.does(AdjustDisplay, ACCOUNTING, second=FLOOR)
        assert (fund.payout.primary.shown, fund.payout.is_pending) == (48_000_00, True), "until it is paid"
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3, round_=3))
    fund.does(VerifyHit, SHIFT, hit=2)
    more = 800_00 if records_between and adjusts_between else 0
    assert fund.payout.hits[2].amounts == ((Level.PRIMARY, 12_000_00 + more),)
