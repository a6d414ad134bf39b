"""With a ladder, rules may change as long as no hand that would qualify does not any more, 14.19(q)."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.jackpot import Refusal
from pokerroom.jackpot.commands import ChangeRules, PostNotice
from pokerroom.jackpot.rules import PayoutRules, Step
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, qualifier
from tests.payouts import RULES, SHIFT, Fund
from tests.spec_marks import spec


def quads(of: str) -> Qualifier:
    return qualifier(f"quad {of}", hole_cards=HoleCards.PLAY)


LADDER = (
    Step(from_amount=50_000_00, qualifier=quads("eights")),
    Step(from_amount=80_000_00, after_days=60, qualifier=quads("fives")),
)
LATER = replace(LADDER[0], from_amount=60_000_00)
HARDER = replace(LADDER[1], qualifier=quads("sixes"))


def changed(rules: PayoutRules, shown: int = 1_000_00) -> str:
    """What becomes of a change to these rules."""
    fund = Fund(replace(RULES, ladder=LADDER))
    fund.collected(shown)
    answer = fund.asks(PostNotice, SHIFT, rules=rules, filing="4")
    if isinstance(answer, Refusal):
        assert answer.paragraph == "14.19(q)"
        return str(answer.code.value)
    fund.does(ChangeRules, SHIFT)
    return "changed"


def to(change: dict[str, Any]) -> PayoutRules:
    return replace(RULES, **{"ladder": LADDER} | change)


@spec("R-14.19-q.1", "R-14.19-q.2")
@pytest.mark.parametrize(
    "change",
    [
        {"tables": ("1", "2", "3")},
        {"qualifier": quads("nines")},
        {"ladder": (replace(LADDER[0], from_amount=40_000_00), LADDER[1])},
        {"ladder": (*LADDER, Step(from_amount=90_000_00, qualifier=quads("deuces")))},
    ],
)
def test_what_asks_no_more_on_any_step_may_be_changed(change: dict[str, Any]) -> None:
    assert changed(to(change)) == "changed"


@spec("R-14.19-q.2")
@pytest.mark.parametrize(
    "change",
    [
        {"qualifier": quads("jacks")},
        {"ladder": ()},
        {"ladder": (LATER, LADDER[1])},
        {"ladder": (LADDER[0], replace(LADDER[1], after_days=90))},
        {"ladder": (LADDER[0], HARDER)},
    ],
)
def test_what_asks_more_now_or_on_a_step_to_come_may_not(change: dict[str, Any]) -> None:
    assert changed(to(change)) == "requirements increased"


def test_a_step_that_has_been_reached_is_what_counts() -> None:
    reached = to({"qualifier": quads("jacks")})
    assert changed(reached, 55_000_00) == "changed", "nobody is asked for the first step any more"
    assert changed(to({"ladder": (LATER, LADDER[1])}), 55_000_00) == "requirements increased"
