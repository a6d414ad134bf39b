"""N.J.A.C. 13:69F-14.15(i)1 to 3: hands protected and not, fouled or swept, and hands put together again."""

import pytest

from pokerroom.cards import UNKNOWN, parse_cards
from pokerroom.play import Code, Deal, MarkProtected, ReconstructHand, Removal, RemoveHand, Role, Stage, seen_by, view
from pokerroom.play.events import HandProtected, HandReconstructed, HandRemoved, ShowdownOpened
from pokerroom.rules.clauses import Game
from tests.going_wrong import (
    BLINDS,
    HOLD_EM,
    NO_LIMIT,
    STUD_SIGN,
    every_button_game,
    every_stud,
    put_in,
    with_thirty_each,
)
from tests.spec_marks import scenario, spec
from tests.tables import name, names, open_live_round, open_round, seat

ACCIDENTS = (Removal.SWEPT, Removal.MIXED, Removal.WRONG_COUNT)
each_accident = pytest.mark.parametrize("cause", ACCIDENTS, ids=lambda cause: cause.name.lower())


@scenario("IR-07")
@spec("R-14.15-i-3", "R-14.1-protected", "R-14.1-fouled")
@each_accident
@pytest.mark.parametrize("how", ["held", "under a chip"])
def test_the_victim_of_an_accident_to_a_protected_hand_takes_back_all_they_put_in(cause: Removal, how: str) -> None:
    table = with_thirty_each(S2=how)
    assert table.only(HandProtected).rule.paragraph == '14.1 "Protected hand"'
    assert [each.protected for each in view(table.state, Role.DEALER).seats] == [False, True, False]
    table.do(RemoveHand(seat("S2"), cause))
    removed = table.only(HandRemoved)
    assert (removed.cause, removed.returned) == (cause, 3000)
    assert (removed.rule.paragraph, removed.rule.reading) == ("14.15(i)3", "AMB-114")
    assert table.pot == 60
    assert table.stacks == (70, 100, 70)
    assert table.live == ("S1", "S3")
    table.stay()
    assert sum(table.won().values()) == 60


# IR-08
@spec("R-14.15-i.1", "R-14.1-fouled")
@each_accident
def test_a_hand_its_player_did_not_protect_has_no_redress(cause: Removal) -> None:
    table = with_thirty_each(S1="held")
    table.do(RemoveHand(seat("S2"), cause))
    removed = table.only(HandRemoved)
    assert (removed.rule.paragraph, removed.returned) == ("14.15(i)", 0)
    assert (table.pot, table.stacks, table.live) == (90, (70, 70, 70), ("S1", "S3"))


@spec("R-14.15-i-3")
@each_accident
def test_a_player_who_contributed_to_the_error_gets_nothing_back(cause: Removal) -> None:
    table = with_thirty_each(S2="held")
    table.do(RemoveHand(seat("S2"), cause, to_blame=True))
    assert (table.only(HandRemoved).returned, table.pot) == (0, 90)


@spec("R-14.1-protected")
def test_a_hand_is_protected_only_while_the_dealer_sees_it_so() -> None:
    table = with_thirty_each(S2="under a chip")
    table.do(MarkProtected(seat("S2"), None))
    table.do(RemoveHand(seat("S2"), Removal.SWEPT))
    assert (table.only(HandRemoved).returned, table.pot) == (0, 90)


@scenario("IR-09")
@spec("R-14.15-i-1", "R-14.15-i-3")
@every_stud
@each_accident
def test_hole_cards_at_stud_count_as_protected_without_a_chip_on_them(each: Game, cause: Removal) -> None:
    table = open_round(each, STUD_SIGN, players=3)
    table.finish_betting()
    while table.state.stage is not Stage.BETTING:
        table.do(table.cheapest())
    victim = next(place for place in range(3) if table.state.turn != place)
    pot, stake = table.state.pot, put_in(table)[victim]
    table.do(RemoveHand(seat(name(victim)), cause))
    removed = table.only(HandRemoved)
    assert (removed.rule.paragraph, removed.returned) == ("14.15(i)3", stake)
    assert stake > 0
    assert table.state.pot == pot - stake
    assert table.state.stacks[victim] == 10000


@spec("R-14.15-i-1")
@every_button_game
def test_with_a_button_an_unmarked_hand_is_unprotected(each: Game) -> None:
    table = open_round(each, BLINDS, players=3)
    table.do(RemoveHand(seat("S2"), Removal.SWEPT))
    assert table.only(HandRemoved).returned == 0


# AMB-114
@spec("R-14.15-i-3")
def test_a_refund_leaves_every_pot_level_and_the_others_chips_stay() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=4, stacks=(10, 100, 100, 100))
    table.do(MarkProtected(seat("S2"), "held"))
    table.play("S3 raises to 40; S4 calls; S1 calls; S2 calls")
    assert table.pot == 130
    table.do(RemoveHand(seat("S2"), Removal.MIXED))
    assert table.only(HandRemoved).returned == 4000
    table.stay()
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (3000, ("S1", "S3", "S4")),
        (6000, ("S3", "S4")),
    ]


@spec("R-14.15-i-3")
def test_a_refund_at_the_showdown_forms_the_pots_again() -> None:
    table = open_round(
        HOLD_EM, NO_LIMIT, hands=("As Ah", "Ks Kh", "Qs Qh"), board="2c 3d 7h 8c Jd", stacks=(10, 100, 100)
    )
    table.do(MarkProtected(seat("S2"), "held"))
    table.play("S3 raises to 40; S1 calls; S2 calls")
    table.stay(until="river")
    table.play("S2 checks; S3 checks")
    assert (table.state.stage, table.pots) == (Stage.SHOWDOWN, (30, 60))
    table.do(RemoveHand(seat("S2"), Removal.SWEPT))
    assert [(pot.amount, names(pot.claimants)) for pot in table.state.pots] == [
        (2000, ("S1", "S3")),
        (3000, ("S3",)),
    ]
    table.stay()
    assert table.stacks == (20, 100, 90)


@spec("R-14.15-i-2")
def test_a_protected_hand_that_touched_the_discards_is_put_together_again_and_plays_on() -> None:
    table = open_live_round(HOLD_EM, BLINDS, players=2)
    table.do(Deal((UNKNOWN,) * 4))
    table.do(MarkProtected(seat("S1"), "under a chip"))
    table.do(ReconstructHand(seat("S1"), parse_cards("As Kd"), ("the dealer", "seat 1")))
    put_together = table.only(HandReconstructed)
    assert (put_together.rule.paragraph, put_together.witnesses) == ("14.15(i)2", ("the dealer", "seat 1"))
    assert table.state.down[0] == parse_cards("As Kd")
    assert table.live == ("S1", "S2")
    hidden = seen_by(put_together, seat("S2"))
    assert isinstance(hidden, HandReconstructed)
    assert hidden.cards == (UNKNOWN, UNKNOWN)
    assert view(table.state, seat("S2")).seats[0].down == (UNKNOWN, UNKNOWN)
    table.play("S1 calls; S2 checks")
    table.refused(Deal(parse_cards("?? As 2c 3c")), Code.CARD_ELSEWHERE)


@spec("R-14.15-i-2")
@pytest.mark.parametrize("witnesses", [(), ("the dealer",), ("the dealer", " the dealer "), ("the dealer", " ")])
def test_a_hand_is_reconstructed_on_the_word_of_two_people(witnesses: tuple[str, ...]) -> None:
    table = with_thirty_each(S2="held")
    cards = table.state.cards(1)
    table.refused(ReconstructHand(seat("S2"), cards, witnesses), Code.TOO_FEW_WITNESSES)
    table.do(ReconstructHand(seat("S2"), cards, ("the dealer", "the floorperson")))
    assert table.live == ("S1", "S2", "S3")


@spec("R-14.15-i-2")
def test_only_a_protected_hand_is_reconstructed_and_only_with_the_exact_cards() -> None:
    table = with_thirty_each(S2="held")
    two = ("the dealer", "seat 2")
    table.refused(ReconstructHand(seat("S1"), table.state.cards(0), two), Code.HAND_UNPROTECTED)
    table.refused(ReconstructHand(seat("S2"), table.state.cards(1)[:1], two), Code.WRONG_NUMBER_OF_CARDS)
    table.refused(ReconstructHand(seat("S2"), table.state.cards(0), two), Code.CARD_ELSEWHERE)
    table.refused(ReconstructHand(seat("S2"), (UNKNOWN, UNKNOWN), two), Code.NOT_SHOWN_WHOLE)
    table.do(ReconstructHand(seat("S2"), table.state.cards(1), two))
