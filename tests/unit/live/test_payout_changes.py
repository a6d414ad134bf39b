"""Rules of a payout are changed by what is in force at that moment, as people order it, 14.19(c), (q)."""

import asyncio
from datetime import timedelta

import msgspec
from msgspec.structs import replace

from pokerroom.jackpot.rules import PayoutRules
from pokerroom.live.refusals import Refusal
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.room import filing
from tests.payout_quarter import ANN, CAGE, SUE, Quarter, in_quarter
from tests.spec_marks import spec

LATER = timedelta(days=3)


async def approved(quarter: Quarter, rules: PayoutRules, ahead: timedelta) -> int:
    """A version of the payout that takes effect so much later; its number."""
    subject, effective = f"payout {CAGE}", quarter.live.moment() + ahead
    filed = msgspec.to_builtins(filing.PayoutSubmission(rules))
    made = {"document": "submission", "filed_on": "2026-12-01", "effective": effective.isoformat()}
    await quarter.do(SUE, "register", "Propose", subject=subject, settings=filed, **made)
    version = len(quarter.versions(subject))
    await quarter.do(ANN, "register", "Approve", subject=subject, version=version)
    return version


async def changed(quarter: Quarter) -> str:
    answer = await quarter.ask(SUE, "payouts", "ChangeRules", payout=CAGE)
    if isinstance(answer, Refusal):
        assert answer.paragraph == "14.19(c)"
        return str(answer.code.value)
    return "changed"


@spec("R-14.19-q.1", "R-14.19-c.2")
def test_a_version_that_takes_effect_later_is_put_into_force_then() -> None:
    async def test(quarter: Quarter) -> None:
        lower = replace(quarter.payout(CAGE).rules, qualifier=qualifier("quad nines"))
        await approved(quarter, lower, LATER)
        await quarter.of(CAGE, SUE, "AnnounceChange")
        assert await changed(quarter) == "not in force"
        await asyncio.sleep(LATER.total_seconds() + 1)
        assert await changed(quarter) == "changed"
        assert quarter.payout(CAGE).rules == lower

    in_quarter(test)


@spec("R-14.19-q.1", "R-14.19-c.2")
def test_what_was_announced_and_then_withdrawn_is_not_put_into_force() -> None:
    async def test(quarter: Quarter) -> None:
        before = quarter.payout(CAGE).rules
        version = await approved(quarter, replace(before, qualifier=qualifier("quad nines")), timedelta(minutes=1))
        await quarter.of(CAGE, SUE, "AnnounceChange")
        withdrawn = {"subject": f"payout {CAGE}", "version": version, "reason": "an error in the appendix"}
        await quarter.do(SUE, "register", "Withdraw", **withdrawn, beside=ANN)
        await asyncio.sleep(90)
        assert await changed(quarter) == "not in force"
        assert quarter.payout(CAGE).rules == before

    in_quarter(test)
