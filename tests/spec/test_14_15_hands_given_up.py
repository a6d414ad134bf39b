"""N.J.A.C. 13:69F-14.15(i)4 and (j): hands walked away from, thrown in or turned down."""

import pytest

from pokerroom.play import Code, LeaveTable, MayCall, Removal, RemoveHand
from pokerroom.play.events import Folded, ForcedBetPosted, HandRemoved, PlayerLeft
from pokerroom.rules.clauses import Game
from tests.going_wrong import (
    BLINDS,
    FIVE_STUD,
    STUD,
    STUD_SIGN,
    at_street,
    every_button_game,
    every_game,
    every_stud,
    put_in,
    sign,
    with_thirty_each,
)
from tests.spec_marks import scenario, spec
from tests.tables import name, open_round, seat

# Leaving the table, 14.15(i)4


@scenario("IR-10")
@spec("R-14.15-i-4")
@every_game
def test_a_player_who_walks_off_silently_from_an_unprotected_hand_has_folded_it(each: Game) -> None:
    table = open_round(each, sign(each), players=4)
    gone = next(place for place in (3, 2, 1) if table.state.turn != place)
    pot, stake = table.pot, put_in(table)[gone]
    table.do(LeaveTable(seat(name(gone))))
    removed = table.only(HandRemoved)
    assert (removed.cause, removed.rule.paragraph, removed.returned) == (Removal.LEFT, "14.15(i)4", 0)
    assert table.pot == pot
    assert name(gone) not in table.live
    assert table.state.muck[gone]
    table.stay()
    assert table.state.stacks[gone] == 10000 - stake


@scenario("IR-10")
@spec("R-14.15-i-4")
def test_a_protected_hand_stays_in_until_its_absent_player_s_turn() -> None:
    table = with_thirty_each(S2="under a chip")
    table.play("S2 leaves")
    assert table.only(PlayerLeft).rule.paragraph == "14.15(i)4"
    assert table.live == ("S1", "S2", "S3")
    table.refused(RemoveHand(seat("S2"), Removal.LEFT), Code.HAND_PROTECTED)
    table.play("S1 bets 10; S2 folds; S3 calls")
    assert "S2" not in table.live


# Folding by what one does with the cards, 14.15(j)


@spec("R-14.15-j-1-i")
@every_game
def test_cards_thrown_face_down_to_the_discards_are_a_fold(each: Game) -> None:
    table = open_round(each, sign(each), players=3)
    while table.offers() and MayCall not in table.offers():
        table.do(table.cheapest())
    who = table.turn or ""
    table.play(f"{who} throws the hand in")
    folded = table.only(Folded)
    assert (name(folded.seat), folded.rule.paragraph, folded.how.value) == (who, "14.15(j)1i", "discarded face down")
    assert who not in table.live


@scenario("IR-13")
@spec("R-14.15-j-1-ii")
@every_stud
def test_up_cards_turned_down_are_a_fold_when_facing_a_bet(each: Game) -> None:
    table = open_round(each, STUD_SIGN, players=3)
    table.play(f"{table.turn} posts")
    who = table.turn or ""
    assert MayCall in table.offers()
    table.play(f"{who} turns the up-cards down")
    folded = table.only(Folded)
    assert (name(folded.seat), folded.rule.paragraph) == (who, "14.15(j)1ii")
    assert folded.how.value == "up-cards turned down"
    assert who not in table.live


@scenario("IR-13")
@spec("R-14.15-j-1-ii")
def test_up_cards_turned_down_are_a_fold_when_due_to_make_a_bet() -> None:
    table = at_street(STUD, "fourth")
    who = table.turn or ""
    table.play(f"{who} turns the up-cards down")
    assert who not in table.live
    obliged = at_street(FIVE_STUD, "third")
    who, stack = obliged.turn or "", obliged.state.stacks[obliged.state.turn or 0]
    obliged.play(f"{who} turns the up-cards down")
    assert who not in obliged.live
    assert obliged.state.stacks[seat(who)] == stack - 500


@every_button_game
def test_a_player_who_has_no_up_cards_cannot_turn_them_down(each: Game) -> None:
    table = open_round(each, BLINDS, players=3)
    table.refused("S3 turns the up-cards down", Code.NO_UP_CARDS)


@scenario("IR-12")
@spec("R-14.15-j-2")
@pytest.mark.parametrize("how", ["mucks", "leaves"])
def test_a_forced_bettor_who_mucks_or_walks_off_still_pays(how: str) -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 2d"))
    who = seat("S2")
    table.do(RemoveHand(who, Removal.THROWN_AWAY) if how == "mucks" else LeaveTable(who))
    paid, folded = table.log[-2:]
    assert isinstance(paid, ForcedBetPosted)
    assert (paid.amount, paid.rule.paragraph) == (200, "14.15(j)2")
    assert isinstance(folded, Folded)
    assert table.state.stacks[1] == 10000 - 100 - 200
    assert (table.live, table.turn, table.offer(MayCall).amount) == (("S1", "S3"), "S3", 200)
