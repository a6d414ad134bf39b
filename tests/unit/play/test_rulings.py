"""A poker shift supervisor may let a refused action stand where chips and cards were there, 14.15(b)."""

from random import Random
from typing import Any

import pytest

from pokerroom.cards import DECK
from pokerroom.games import game
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Code,
    Deal,
    Fold,
    MayRaise,
    PlayerCommand,
    PostForcedBet,
    Raise,
    Round,
    Uphold,
    legal_actions,
    perform,
    procedure,
)
from pokerroom.play.events import RulingMade
from pokerroom.play.refusals import UPHOLDABLE
from pokerroom.rules.house import Fixed, Limits, NoLimit, Spread, letter
from tests.sweep import PUSHING, next_command
from tests.unit.play.staging import BLINDS, FIVE_STUD, HOLD_EM, S1, S2, S3, STUD, after, events_of, opened, refused


def flop(limits: Limits, **posted: Any) -> Round:
    """Three players on the flop, S1 first to act."""
    state = opened(procedure(game("hold-em"), letter(limits, **BLINDS, **posted)))
    return after(state, Call(S3), Call(S1), Check(S2))


def third_street() -> Round:
    """Five-card stud after the forced bet was called: the best board may not check."""
    state = opened(FIVE_STUD, players=2)
    opener, other = state.to_act
    return after(state, PostForcedBet(opener), Call(other))


def facing_two_all_ins() -> Round:
    state = opened(HOLD_EM, stacks=(1000, 1000, 10_000))
    return after(state, Call(S3), Call(S1), Check(S2), Bet(S1, 800), Call(S2))


def after_a_short_all_in() -> Round:
    state = opened(HOLD_EM, stacks=(10_000, 700, 10_000))
    return after(state, Call(S3), Call(S1), Check(S2), Bet(S1, 400), Raise(S2, 500), Call(S3))


def forced() -> tuple[Round, PlayerCommand]:
    state = opened(STUD)
    return state, Check(state.to_act[0])


def compulsory() -> tuple[Round, PlayerCommand]:
    state = third_street()
    return state, Check(state.to_act[0])


ANY = NoLimit(200)
STANDS: dict[Code, tuple[Round, PlayerCommand]] = {
    Code.FORCED_BET_DUE: forced(),
    Code.MUST_BET: compulsory(),
    Code.NOBODY_TO_ANSWER: (facing_two_all_ins(), Raise(S3, 1600)),
    Code.CHECK_RAISE_BARRED: (
        after(flop(ANY, check_raise=False), Check(S1), Bet(S2, 200), Fold(S3)),
        Raise(S1, 400),
    ),
    Code.RAISE_CAP: (after(flop(ANY, max_raises=0), Bet(S1, 400)), Raise(S2, 800)),
    Code.NOT_REOPENED: (after_a_short_all_in(), Raise(S1, 900)),
    Code.NOT_THE_POSTED_AMOUNT: (flop(Fixed(400, 800)), Bet(S1, 500)),
    Code.BELOW_MINIMUM: (flop(ANY), Bet(S1, 100)),
    Code.NOT_WHOLE_CHIPS: (flop(ANY), Bet(S1, 250)),
    Code.ABOVE_MAXIMUM: (flop(Spread(200, 1000)), Bet(S1, 1500)),
}
"""For each refusal that a supervisor may set aside, an action it refuses."""


def test_there_is_an_example_of_every_refusal_that_can_be_set_aside() -> None:
    assert set(STANDS) == UPHOLDABLE


@pytest.mark.parametrize("code", STANDS)
def test_an_action_upheld_stands_and_the_log_says_by_whose_ruling(code: Code) -> None:
    state, command = STANDS[code]
    refusal = refused(state, command)
    assert refusal.code is code
    ruling, *rest = events_of(state, Uphold(command))
    assert ruling == RulingMade(state.procedure.general.ruling, command.seat, code, refusal.cited)
    assert ruling.rule.paragraph == "14.15(b)"
    assert rest, "the action itself follows the ruling"


@pytest.mark.parametrize("code", STANDS)
def test_a_ruling_neither_makes_nor_loses_chips(code: Code) -> None:
    state, command = STANDS[code]
    assert after(state, Uphold(command)).chips == state.chips


@pytest.mark.parametrize("code", STANDS)
def test_the_round_can_be_played_to_its_end_after_a_ruling(code: Code) -> None:
    state, command = STANDS[code]
    state, rng = after(state, Uphold(command)), Random(code)
    while not state.over:
        state = after(state, next_command(state, PUSHING, rng))
    assert state.pot == 0


@pytest.mark.parametrize(
    "command",
    [Fold(S2), Bet(S1, -1), Bet(S1, 10**9), Raise(S1, 400), Call(S1), PostForcedBet(S1), Bet(S1, 400, DECK[:2])],
    ids=str,
)
def test_what_neither_chips_nor_cards_nor_the_turn_allow_no_ruling_lets_stand(command: PlayerCommand) -> None:
    state = flop(ANY)
    assert refused(state, Uphold(command)) == refused(state, command)


def test_a_supervisor_may_let_another_player_open_than_the_rule_names() -> None:
    state = opened(STUD)
    opener, other, _ = state.to_act
    assert refused(state, PostForcedBet(other)).code is Code.NOT_YOUR_TURN
    after_ruling = after(state, Uphold(PostForcedBet(other)))
    assert after_ruling.bets[other] == 200
    assert after_ruling.to_act[-1] == opener
    assert after_ruling.obliged == 0


@pytest.mark.parametrize("kind", [Fold, Check, Call])
def test_what_opens_nothing_is_not_upheld_in_place_of_the_forced_bet(kind: type[Fold | Check | Call]) -> None:
    # Or the wrong player would pay the forced bet, or nobody.
    state = opened(STUD)
    _, other, _ = state.to_act
    assert refused(state, Uphold(kind(other))).code is Code.NOT_YOUR_TURN


def test_an_action_that_was_never_refused_needs_no_ruling() -> None:
    refusal = refused(flop(ANY), Uphold(Check(S1)))
    assert refusal.code is Code.NOTHING_TO_UPHOLD
    assert refusal.paragraph == "14.15(b)"


def test_no_ruling_comes_after_the_round() -> None:
    state = after(flop(ANY), Fold(S1), Fold(S2))
    assert refused(state, Uphold(Check(S3))).code is Code.ROUND_OVER


@pytest.mark.parametrize("command", [Deal(DECK[:4]), Uphold(Check(S1))], ids=lambda command: type(command).__name__)
def test_a_ruling_is_about_a_player_s_action_and_nothing_else(command: Any) -> None:
    with pytest.raises(TypeError, match=type(command).__name__):
        perform(flop(ANY), Uphold(command))


def test_a_raise_over_an_upheld_bet_is_offered_only_where_some_amount_satisfies_the_sign() -> None:
    state = after(flop(Spread(200, 1000)), Uphold(Bet(S1, 1500)))
    for offer in legal_actions(state, S2):
        if isinstance(offer, MayRaise):
            assert offer.least <= offer.most
