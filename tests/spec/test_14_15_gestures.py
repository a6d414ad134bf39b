"""N.J.A.C. 13:69F-14.15(j)1i to (j)2: cards thrown away or turned down, what is owed all the same, and bystanders."""

import pytest

from pokerroom.play import Bet, Code as PlayCode, Fold, PostForcedBet, Raise, Seat
from pokerroom.play.commands import Folding, Removal, RemoveHand
from pokerroom.play.events import Folded, ForcedBetPosted
from pokerroom.table.acts import Act
from pokerroom.table.refusals import Code
from tests.facing import at_stud, facing_ten, on_the_flop
from tests.spec_marks import scenario, spec
from tests.tables import dollars
from tests.talk import Dealer, puts, rests, says, throws_away, turns_down


@spec("R-14.15-j-1-i")
def test_a_hand_thrown_face_down_toward_discards_or_pot_when_facing_a_wager_is_folded() -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(throws_away("S2"))
    assert (bound.command, bound.rule.paragraph) == (Fold(Seat(1), Folding.DISCARDED), "14.15(j)1i")
    assert dealer.table.last(Folded).how is Folding.DISCARDED
    assert "S2" not in dealer.table.live


@spec("R-14.15-j-1-i")
def test_a_hand_thrown_away_when_due_to_make_a_wager_is_folded() -> None:
    dealer = Dealer(on_the_flop())
    assert dealer.binds(throws_away("S1")).command == Fold(Seat(0), Folding.DISCARDED)


@spec("R-14.15-j-1-i")
def test_a_hand_thrown_away_by_a_player_who_faces_nothing_yet_is_not_folded() -> None:
    dealer = Dealer(facing_ten())
    dealer.notes(throws_away("S4"))
    assert "S4" in dealer.table.live


@scenario("IR-13")
@spec("R-14.15-j-1-ii")
def test_up_cards_turned_down_when_facing_a_bet_are_a_fold() -> None:
    table = at_stud()
    assert table.turn == "S2"
    bound = Dealer(table).binds(turns_down("S2"))
    assert (bound.command, bound.rule.paragraph) == (Fold(Seat(1), Folding.TURNED_DOWN), "14.15(j)1ii")
    assert table.last(Folded).how is Folding.TURNED_DOWN
    assert "S2" not in table.live


@scenario("IR-13")
@spec("R-14.15-j-1-ii")
def test_up_cards_turned_down_when_due_to_make_a_bet_are_a_fold() -> None:
    table = at_stud()
    table.play("S2 calls; S3 calls")
    assert (table.street, table.state.bet) == ("fifth", 0)
    opener = table.turn or ""
    assert isinstance(Dealer(table).binds(turns_down(opener)).command, Fold)
    assert opener not in table.live


@spec("R-14.15-j-1-ii")
def test_there_are_no_up_cards_to_turn_down_but_at_stud() -> None:
    refusal = Dealer(facing_ten()).refuses(turns_down("S2"))
    assert (refusal.code, refusal.paragraph) == (Code.NO_UP_CARDS, "14.15(j)1ii")


@spec("R-14.15-j-2")
def test_a_raise_said_is_owed_though_the_hand_is_thrown_away() -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(says("S2", "raise to 30"), throws_away("S2"))
    assert (bound.command, bound.thrown_away, dollars(bound.due)) == (Raise(Seat(1), 3000), True, 30)
    assert bound.rule.paragraph == "14.15(j)2"
    dealer.table.do(RemoveHand(Seat(1), Removal.THROWN_AWAY))
    assert (dealer.table.state.bets[1], dealer.table.state.bet) == (3000, 3000)
    assert dealer.table.live == ("S1", "S3", "S4")


@spec("R-14.15-j-2")
@pytest.mark.parametrize("act", [throws_away("S1"), turns_down("S1"), says("S1", "fold")])
def test_a_forced_bet_is_owed_though_the_hand_is_given_up(act: Act) -> None:
    table = at_stud(forced=True)
    bound = Dealer(table).binds(act)
    assert (type(bound.command), dollars(bound.due)) == (Fold, 2)
    assert table.only(ForcedBetPosted).amount == 200
    assert table.live == ("S2", "S3", "S4")


@pytest.mark.parametrize(
    ("acts", "command", "change"),
    [
        ([puts("S1", 1, 1)], PostForcedBet(Seat(0)), 0),
        ([puts("S1", 5)], PostForcedBet(Seat(0)), 3),
        ([puts("S1", 2.5, 2.5)], Bet(Seat(0), 500), 0),
        ([says("S1", "bet"), puts("S1", 1, 1)], PostForcedBet(Seat(0)), 0),
        ([says("S1", "two"), puts("S1", 5)], PostForcedBet(Seat(0)), 3),
        ([says("S1", "bet five"), puts("S1", 5)], Bet(Seat(0), 500), 0),
    ],
)
def test_a_forced_bettor_posts_the_forced_bet_or_bets_in_full(acts: list[Act], command: object, change: int) -> None:
    bound = Dealer(at_stud(forced=True)).binds(*acts)
    assert (bound.command, dollars(bound.change), bound.due) == (command, change, 0)


@scenario("BT-10")
@pytest.mark.parametrize("act", [says("S9", "call"), puts("S9", 10), throws_away("S9"), rests("S9")])
def test_a_bystander_is_refused(act: Act) -> None:
    refusal = Dealer(facing_ten()).refuses(act)
    assert (refusal.code, refusal.paragraph) == (PlayCode.NOT_SEATED, "14.7(a)")
