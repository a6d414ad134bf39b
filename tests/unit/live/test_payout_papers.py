"""The papers of a payout say all that its rules ask of a hand, and who is paid."""

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.rules import Census, PayoutRules, Shares, Step
from pokerroom.live.forms.payout_papers import PAPERS
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.words import said
from tests.payouts import RULES
from tests.spec_marks import spec

WHOLE_ROOM = Shares(losing=40, winning=20, table=20, room=20)


def told(rules: PayoutRules, which: str = "rules") -> str:
    return "\n".join(said(each.text) for each in PAPERS[which](rules))


@spec("R-14.19-b-3")
@pytest.mark.parametrize(
    ("amount", "days", "says"),
    [
        (50_000_00, 0, "From $50,000 on display: quad eights"),
        (0, 60, "60 days after it was first offered or last won: quad eights"),
        (50_000_00, 60, "From $50,000 on display, or 60 days after it was first offered or last won: quad eights"),
    ],
)
def test_a_step_of_a_ladder_is_posted_by_its_amount_and_its_days(amount: int, days: int, says: str) -> None:
    step = Step(from_amount=amount, after_days=days, qualifier=qualifier("quad eights"))
    for which in ("rules", "appendix"):
        assert says in told(replace(RULES, ladder=(step,)), which)


def test_what_is_custom_and_not_asked_for_by_the_text_is_marked_so() -> None:
    plain = replace(RULES, qualifier=qualifier("quad tens"))
    asked = qualifier("quad tens", pocket_pair_for_quads=True, minimum_players=4)
    custom = replace(RULES, qualifier=asked, holds_table=True, limit=90_000_00)
    for which in ("rules", "appendix"):
        assert "custom" not in told(plain, which)
        (line,) = (each for each in told(custom, which).splitlines() if "custom" in each)
        for what in ("a pocket pair for quads", "a least number", "a limit", "kept as evidence"):
            assert what in line
        assert "ladder" not in line


@spec("R-14.19-b-3")
def test_where_the_room_has_a_share_it_is_posted_who_is_in_the_room() -> None:
    whole = replace(RULES, shares=WHOLE_ROOM, census=Census(minutes=30))
    assert "in the last one if it ended no more than 30 minutes before" in told(whole)
    assert "in the round that is in progress as the hand loses; each" in told(replace(whole, census=Census(minutes=0)))
    assert "in progress" not in told(RULES)
