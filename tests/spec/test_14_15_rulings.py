"""N.J.A.C. 13:69F-14.15(b): the poker shift supervisor has the last word, and the record keeps it."""

from datetime import UTC, datetime

import pytest

from pokerroom.games import game
from pokerroom.play import Code, Move, Place, Raise, Rule, Ruling, Uphold
from pokerroom.play.events import Raised, Ruled, RulingMade
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_19_47_2006
from pokerroom.rules.staff import Official, Position
from tests.going_wrong import BLINDS, BUTTON_GAMES, HOLD_EM, NO_LIMIT, STUD_GAMES, key, sign
from tests.spec_marks import scenario, spec
from tests.tables import open_round, seat

SUPERVISOR = Official("Ann Lee", Position.SHIFT_SUPERVISOR)
AT = datetime(2024, 5, 4, 21, 30, tzinfo=UTC)
RULING = Ruling(SUPERVISOR, AT, "the chip belonged to seat 1", "14.15(b)")


@scenario("IR-19")
@spec("R-14.15-b")
def test_a_ruling_is_the_last_word_and_is_stored_with_name_and_time() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    table.play("S3 folds; S1 folds")
    before = list(table.log)
    move = Move(100, Place(seat("S2"), "stakes"), Place(seat("S1"), "stakes"))
    table.do(Rule(RULING, (move,)))
    ruled = table.log[-1]
    assert isinstance(ruled, Ruled)
    assert (ruled.ruling.by, ruled.ruling.at, ruled.rule.paragraph) == (SUPERVISOR, AT, "14.15(b)")
    assert table.log[:-1] == before
    assert table.stacks == (100, 100, 100)
    assert table.state.over
    assert all(not table.offers(who) for who in ("S1", "S2", "S3"))


@scenario("IR-19")
@spec("R-14.15-b")
@pytest.mark.parametrize(
    "position", [position for position in Position if position is not Position.SHIFT_SUPERVISOR], ids=str
)
def test_nobody_but_the_poker_shift_supervisor_rules(position: Position) -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    ruling = Ruling(Official("Bo", position), AT, "so it is", "14.15(b)")
    refusal = table.refused(Rule(ruling), Code.NOT_THE_SUPERVISOR)
    assert position.value in str(refusal)
    table.refused(Uphold(Raise(seat("S3"), 500), ruling), Code.NOT_THE_SUPERVISOR)


@spec("R-14.15-b")
def test_an_action_the_supervisor_lets_stand_carries_their_ruling() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    table.refused("S3 raises to 5", Code.NOT_THE_POSTED_AMOUNT)
    table.do(Uphold(Raise(seat("S3"), 500), RULING))
    made = table.only(RulingMade)
    assert made.ruling == RULING
    assert (made.code, made.rule.paragraph) == (Code.NOT_THE_POSTED_AMOUNT, "14.15(b)")
    assert table.only(Raised).to == 500


@spec("R-14.15-b")
def test_a_ruling_needs_a_reason_and_a_paragraph_that_exists() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    for reason in ("", "  "):
        table.refused(Rule(Ruling(SUPERVISOR, AT, reason, "14.15(b)")), Code.NO_REASON)
    for paragraph in ("", "14.99", "15(b)"):
        table.refused(Rule(Ruling(SUPERVISOR, AT, "so it is", paragraph)), Code.NO_SUCH_PARAGRAPH)


@spec("R-14.15-b")
@pytest.mark.parametrize("of", [STUD_GAMES[-1], BUTTON_GAMES[-1], game("hold-em", NJAC_19_47_2006)], ids=key)
def test_a_ruling_may_rest_on_the_general_rules_in_every_edition(of: Game) -> None:
    table = open_round(of, sign(of), players=3)
    table.do(Rule(RULING))
    assert table.only(Ruled).moves == ()
