"""A ruling moves chips that are there, to where they may lie, and the round goes on, 14.15(b)."""

import pytest

from pokerroom.cards import UNKNOWN
from pokerroom.games import game
from pokerroom.play import Bet, Call, Check, Code, Deal, Fold, Move, Place, Rule, Show, Stage, cards_due, perform
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import NoLimit, letter
from tests.tables import open_live_round, open_round, stopped
from tests.unit.play.irregular import FLOP, RULING, bet, every_game, moving, pot, sign, stakes
from tests.unit.play.staging import HOLD_EM, PLENTY, S1, S2, S3, after, opened, refused


@pytest.mark.parametrize("amount", [0, -100, True, 1.5, "100", None], ids=repr)
def test_a_ruling_moves_an_amount_of_cents(amount: object) -> None:
    refusal = refused(FLOP, moving(amount, stakes(S1), stakes(S2)))
    assert refusal.code is Code.NOT_MONEY
    assert str(amount) in str(refusal)


def test_a_ruling_moves_only_chips_that_are_there() -> None:
    for source in (stakes(S1), pot(S1), bet(S1)):
        refusal = refused(FLOP, moving(PLENTY + 1, source, stakes(S2)))
        assert refusal.code is Code.NOT_THERE_TO_MOVE
        assert source.at in str(refusal)


def test_moves_of_one_ruling_are_made_one_after_the_other() -> None:
    there, back = Move(200, pot(S1), stakes(S2)), Move(200, stakes(S2), pot(S1))
    state = after(FLOP, Rule(RULING, (there, back)))
    assert (state.stacks, state.paid) == (FLOP.stacks, FLOP.paid)
    assert refused(FLOP, Rule(RULING, (there, there))).code is Code.NOT_THERE_TO_MOVE


def test_nobody_is_left_to_act_without_chips_by_a_ruling() -> None:
    assert refused(FLOP, moving(FLOP.stacks[S2], stakes(S2), pot(S2))).code is Code.NOT_THERE_TO_MOVE


def test_a_bet_is_corrected_only_while_there_is_betting_and_not_above_the_bet() -> None:
    state = after(FLOP, Bet(S1, 400))
    assert after(state, moving(100, bet(S1), stakes(S1))).bets == (300, 0, 0)
    assert refused(state, moving(100, stakes(S1), bet(S1))).code is Code.NOT_THERE_TO_MOVE
    between = after(opened(HOLD_EM, deck=None), Deal((UNKNOWN,) * 6), Call(S3), Call(S1), Check(S2))
    assert between.stage is Stage.DEALING
    assert refused(between, moving(100, stakes(S1), bet(S1))).code is Code.NOT_THERE_TO_MOVE


@pytest.mark.parametrize(
    ("source", "target"), [(pot(S1), stakes(S1)), (stakes(S1), pot(S2)), (pot(S1), pot(S2))], ids=str
)
def test_chips_moved_at_the_showdown_are_moved_in_the_pots_too(source: Place, target: Place) -> None:
    state = after(FLOP, *[Check(who) for _ in range(3) for who in (S1, S2, S3)])
    assert state.stage is Stage.SHOWDOWN
    state = after(state, moving(100, source, target))
    assert sum(pot.amount for pot in state.pots) == state.pot
    while not state.over:
        state = after(state, Show(state.to_act[0]))
    assert sum(state.stacks) == 3 * PLENTY


def test_after_the_award_a_ruling_moves_table_stakes_and_nothing_else() -> None:
    state = after(FLOP, Fold(S1), Fold(S2))
    assert state.over
    assert after(state, moving(600, stakes(S3), stakes(S1))).stacks == (PLENTY + 400, PLENTY - 200, PLENTY - 200)
    for place in (pot(S1), bet(S1)):
        assert refused(state, moving(100, stakes(S3), place)).code is Code.NOT_THERE_TO_MOVE


@every_game
def test_a_ruling_at_any_moment_keeps_every_chip_and_lets_the_round_end(each: Game) -> None:
    table = open_round(each, sign(each), players=3)
    while not table.state.over:
        for move in (
            Move(100, stakes(S1), stakes(S2)),
            Move(100, stakes(S3), pot(S3)),
            Move(100, pot(S2), stakes(S2)),
            Move(100, pot(S2), pot(S1)),
        ):
            ruled = stopped(table)
            outcome = perform(ruled.state, Rule(RULING, (move,)))
            if isinstance(outcome, tuple):
                ruled.do(Rule(RULING, (move,)))
                assert ruled.state.chips == 3 * PLENTY
                ruled.stay()
                assert sum(ruled.state.stacks) == 3 * PLENTY
        table.do(table.cheapest())


def test_a_ruling_while_the_community_card_is_awaited_does_not_reopen_the_betting_before_it() -> None:
    house = letter(NoLimit(1000), posts_may_differ=True)
    table = open_live_round(game("mambo-stud"), house, players=2, stacks=(100, 20), antes=(20, 20))
    table.deal()
    table.deal(exposed="S1 1")
    table.play("S1 plays on")
    assert cards_due(table.state) == 2
    table.do(moving(1000, stakes(S1), stakes(S2)))
    assert cards_due(table.state) == 2
