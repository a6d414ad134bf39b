"""Which rounds have a bad beat, and whom it pays."""

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.qualifying import bad_beats
from pokerroom.jackpot.rules import PayoutRules, Several, Shares, Step, missing
from pokerroom.jackpot.sharing import Entitled, divided
from pokerroom.ranking.bad_beats import HoleCards, qualifier
from tests.payouts import RULES, Fund, showdown

TENS = "Td Tc Jd Qd 2c"


def losing(rules: PayoutRules, board: str, *hands: str, dealt_in: int = 4) -> tuple[str, ...]:
    found = bad_beats(rules, showdown(board, *hands, dealt_in=dealt_in), rules.qualifier)
    return found[0].losing if found else ()


def test_four_tens_beaten_with_both_cards_playing_qualify() -> None:
    assert losing(RULES, TENS, "Ts Th", "Kd Ad") == ("a",)


@pytest.mark.parametrize(
    ("board", "hands"),
    [
        (TENS, ("Ts Th", "Ks Qs")),
        (TENS, ("Ts 2s", "Kd Ad")),
        ("Td Tc Th Qd 2c", ("Ts 3h", "Qs Qc")),
    ],
    ids=["it wins", "a full house only", "one own card plays"],
)
def test_what_is_no_bad_beat(board: str, hands: tuple[str, ...]) -> None:
    assert losing(RULES, board, *hands) == ()


def test_too_few_dealt_in() -> None:
    four = replace(RULES, qualifier=replace(RULES.qualifier, minimum_players=4))
    assert losing(four, TENS, "Ts Th", "Kd Ad", dealt_in=3) == ()
    assert losing(four, TENS, "Ts Th", "Kd Ad", dealt_in=4) == ("a",)


@pytest.mark.parametrize(("several", "expected"), [(Several.HIGHEST, ("b",)), (Several.SPLIT, ("a", "b"))])
def test_of_several_qualifying_hands_the_highest_or_all_are_paid(several: Several, expected: tuple[str, ...]) -> None:
    full = replace(RULES, qualifier=qualifier("any full house"), several=several)
    assert losing(full, "Td Jc Jd Qd 2c", "Tc Ts", "Qs Qh", "Kd Ad") == expected


def test_a_later_step_of_a_ladder_asks_for_less() -> None:
    step = Step(from_amount=50_000_00, qualifier=qualifier("quad eights", hole_cards=HoleCards.PLAY))
    harder = Step(after_days=30, qualifier=qualifier("quad kings", hole_cards=HoleCards.PLAY))
    assert not [*missing(replace(RULES, ladder=(step,)))]
    assert [each.what for each in missing(replace(RULES, ladder=(harder,)))] == ["ladder"]
    fund = Fund(replace(RULES, ladder=(step,)))
    assert fund.payout.qualifier(fund.payout.since) == RULES.qualifier
    fund.collected(50_000_00)
    assert fund.payout.qualifier(fund.payout.since) == step.qualifier


@pytest.mark.parametrize("amount", [1, 99, 100_01, 48_000_00, 77_777_77])
@pytest.mark.parametrize("others", range(9))
def test_every_cent_is_divided(amount: int, others: int) -> None:
    to = Entitled(losing=("a", "b"), winning=("c",), table=tuple(map(str, range(others))), room=("z",))
    found = divided(amount, Shares(losing=40, winning=20, table=30, room=10), to)
    assert sum(award.amount for award in found) == amount
    assert all(award.amount >= 0 for award in found)
