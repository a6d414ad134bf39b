"""N.J.A.C. 13:69F-14.9(f) to (h) and 19:47-14.9 [2006], seven-card stud: later streets, a deck that runs short."""

import pytest

from pokerroom.cards import parse_cards
from pokerroom.play import Code, MayBet, MayCall, MayCheck, MayFold, MayRaise, Reshuffle, Stage, reshuffle_pool
from pokerroom.play.events import (
    BetMade,
    BettingRoundClosed,
    BettingRoundOpened,
    Called,
    CardBurned,
    CardsDealt,
    Checked,
    CommonCardDealt,
    DeckRanShort,
    DeckReshuffled,
    Raised,
    ShowdownOpened,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, letter
from tests.spec_marks import scenario, spec
from tests.stud import (
    DOWN,
    EIGHT,
    FIVE_TEN,
    FOUR_UP,
    HIGH,
    HIGH_2006,
    HIGH_LOW,
    LOW,
    UP,
    either_high,
    on_street,
    opened_by,
    third_street,
)
from tests.tables import names, open_round, showing


@spec("R-14.9-f.1", "R-14.9-f.2", "R06-14.9-f")
@either_high
def test_one_card_is_burned_and_every_contender_gets_an_up_card_from_the_dealers_left(stud: Game) -> None:
    table = third_street(stud, *FOUR_UP)
    table.play("S2 posts; S3 calls; S4 calls; S1 folds")
    _, burn, dealt, opened = table.since(BettingRoundClosed)
    assert isinstance(burn, CardBurned)
    assert isinstance(dealt, CardsDealt)
    assert isinstance(opened, BettingRoundOpened)
    assert (burn.rule.paragraph, dealt.rule.paragraph) == ("14.9(f)", "14.9(f)")
    assert (names(dealt.seats), dealt.faces) == (("S2", "S3", "S4"), (UP,))
    assert table.state.burns == (burn.card,)


@spec("R-14.9-f-1")
@pytest.mark.parametrize("stud", [HIGH, HIGH_LOW, EIGHT], ids=lambda stud: stud.key)
def test_the_best_hand_showing_bets_or_checks(stud: Game) -> None:
    table = on_street(stud, "fourth", "Ah Ks", "9c 9d", "9h 8d")
    assert opened_by(table) == ("S2", "14.9(f)1")
    assert table.offers() == {MayFold, MayCheck, MayBet}


@spec("R-14.9-f-2")
@scenario("ST-06")
def test_in_low_the_best_low_showing_bets_or_checks() -> None:
    table = on_street(LOW, "fourth", "Kc Qd", "Ah As", "9c 8d", "Th 7s")
    assert opened_by(table) == ("S3", "14.9(f)2")
    assert table.offers() == {MayFold, MayCheck, MayBet}


@spec("R-14.9-f-2", "R-14.9-f-3")
@scenario("ST-06")
def test_in_low_equal_boards_go_by_position_and_a_pair_of_aces_is_the_worst_board() -> None:
    table = on_street(LOW, "fourth", "Kc Qd", "Ah As", "9c 8d", "9h 8s")
    assert opened_by(table) == ("S3", "14.9(f)3")
    without_the_nines = on_street(LOW, "fourth", "Ah As", "Kc Qd")
    assert opened_by(without_the_nines)[0] == "S2"


@spec("R-14.9-f-3", "R-14.9-d.2")
def test_equal_boards_go_to_the_seat_nearest_the_dealers_left_whatever_their_suits() -> None:
    table = on_street(HIGH, "fourth", "9c 9d", "Kd 4s", "9h 9s")
    assert opened_by(table) == ("S1", "14.9(f)3")
    assert opened_by(on_street(HIGH, "fourth", "3c 4d", "Ac Kd", "As Ks")) == ("S2", "14.9(f)3")


@spec("R06-14.9-f")
def test_under_the_2006_text_equal_boards_go_by_position_too() -> None:
    table = on_street(HIGH_2006, "fourth", "9c 9d", "Kd 4s", "9h 9s")
    assert opened_by(table) == ("S1", "14.9(f)2")
    assert table.offers() == {MayFold, MayCheck, MayBet}
    assert opened_by(on_street(HIGH_2006, "fourth", "Ah Ks", "9c 9d")) == ("S2", "14.9(f)1")


@scenario("RK-12")
def test_visible_straights_and_flushes_do_not_count_on_a_board() -> None:
    table = on_street(HIGH, "fifth", "Jh Th 9h", "2s 2d 5c")
    assert opened_by(table) == ("S2", "14.9(f)1")


def test_an_all_in_opener_passes_the_option_clockwise() -> None:
    hands = showing(HIGH, "2c 8d", "9c 9d", "Kd 4s", "Jh 3s")
    house = letter(Fixed(500, 1000), ante=100, forced_bet=200)
    table = open_round(HIGH, house, hands=hands, stacks=(100, 8, 100, 100))
    table.play("S1 posts; S2 raises to 5; S3 raises to 10; S4 calls; S1 calls; S2 calls")
    assert table.stacks[1] == 0
    event = table.last(BettingRoundOpened)
    assert (names(event.to_act), event.rule.paragraph) == (("S3", "S4", "S1"), "14.9(f)1")


def test_with_one_player_able_to_bet_the_cards_are_dealt_out_without_betting() -> None:
    table = open_round(HIGH, FIVE_TEN, hands=showing(HIGH, "2c", "9c"), stacks=(100, 8))
    table.play("S1 posts; S2 raises to 5; S1 raises to 10; S2 calls")
    assert len(table.all(BettingRoundOpened)) == 1
    assert table.state.stage is Stage.SHOWDOWN
    assert [len(table.state.cards(seat)) for seat in (0, 1)] == [7, 7]


@spec("R-14.9-g.1")
def test_players_may_check_while_nobody_has_bet() -> None:
    table = on_street(HIGH, "fourth", "9c 9d", "Kd 4s", "Jh 3s")
    table.play("S1 checks")
    assert table.offers() == {MayFold, MayCheck, MayBet}
    table.play("S2 checks")
    assert table.last(Checked).rule.paragraph == "14.9(g)"


@spec("R-14.9-g.2", "R06-14.9-g")
@either_high
def test_once_a_bet_is_made_only_fold_call_and_raise_remain(stud: Game) -> None:
    table = on_street(stud, "fourth", "9c 9d", "Kd 4s", "Jh 3s")
    table.play("S1 checks; S2 bets 5")
    assert table.offers() == {MayFold, MayCall, MayRaise}
    table.refused("S3 checks", Code.BET_TO_ANSWER)
    table.play("S3 calls")
    assert table.offers("S1") == {MayFold, MayCall, MayRaise}
    table.play("S1 raises to 10; S2 folds; S3 calls")
    assert table.street == "fifth"
    answers = (table.last(BetMade), table.last(Raised), table.last(Called))
    assert [event.rule.paragraph for event in answers] == ["14.9(g)"] * 3
    assert table.last(BettingRoundClosed).rule.paragraph == "14.9(g)"


@spec("R-14.9-g.3")
def test_a_street_that_everybody_checks_is_complete() -> None:
    table = on_street(HIGH, "fifth", "9c 9d 5c", "Kd 4s 6d", "Jh 3s 8s")
    pot = table.pot
    table.play("S1 checks; S2 checks; S3 checks")
    assert (table.street, table.pot) == ("sixth", pot)


def test_a_fold_that_saves_nothing_is_accepted_and_marked_for_a_warning_unless_the_house_wants_none() -> None:
    table = on_street(HIGH, "fourth", "9c 9d", "Kd 4s", "Jh 3s")
    assert table.offer(MayFold).free
    table.play("S1 folds")
    assert table.live == ("S2", "S3")
    unasked = on_street(HIGH, "fourth", "9c 9d", "Kd 4s", "Jh 3s", warn_on_free_fold=False)
    assert not unasked.offer(MayFold).free


def test_the_larger_limit_holds_from_fifth_street_on() -> None:
    table = on_street(HIGH, "fourth", "9c 9d 5c", "Kd 4s 6d")
    assert table.offer(MayBet).least == table.offer(MayBet).most == 500
    table.stay(until="fifth")
    assert table.offer(MayBet).least == table.offer(MayBet).most == 1000


@spec("R-14.9-h.1", "R-14.9-h.2", "R06-14.9-h.1")
@either_high
def test_two_rounds_go_up_and_one_down_with_a_burn_and_a_betting_round_each(stud: Game) -> None:
    table = on_street(stud, "seventh", "9c 9d 5c 2d", "Kd 4s 6d 2s")
    dealt = table.all(CardsDealt)
    assert [event.faces for event in dealt] == [(DOWN, DOWN, UP), (UP,), (UP,), (UP,), (DOWN,)]
    assert [event.rule.paragraph for event in dealt[2:]] == ["14.9(h)"] * 3
    assert [len(table.state.down[0]), len(table.state.up[0])] == [3, 4]
    burns = table.all(CardBurned)
    assert [event.rule.paragraph for event in burns] == ["14.9(f)", "14.9(h)", "14.9(h)", "14.9(h)"]
    for burn, cards in zip(burns, dealt[1:], strict=True):
        assert table.log.index(cards) == table.log.index(burn) + 1
    table.stay()
    assert len(table.all(BettingRoundClosed)) == 5


@spec("R-14.9-h.1")
def test_a_player_who_folded_gets_no_more_cards() -> None:
    table = on_street(HIGH, "fifth", "9c 9d 5c", "Kd 4s 6d", "Jh 3s 8s")
    table.play("S1 bets 10; S2 folds; S3 calls")
    assert names(table.last(CardsDealt).seats) == ("S1", "S3")


@scenario("ST-24")
def test_an_all_in_player_keeps_receiving_cards_and_contends_for_the_main_pot_only() -> None:
    boards = ("Ac 8d 6d 4c", "2c 9d 7s 3d", "Kd 4s Qs Jd")
    table = open_round(HIGH, FIVE_TEN, hands=showing(HIGH, *boards), stacks=(8, 100, 100))
    table.play("S2 posts; S3 calls; S1 calls")
    table.play("S1 bets 5; S2 calls; S3 calls")
    table.play("S2 bets 10; S3 calls; S2 checks; S3 checks; S2 checks; S3 checks")
    assert [len(event.seats) for event in table.all(CardsDealt)] == [3, 3, 3, 3, 3]
    assert len(table.state.cards(0)) == 7
    assert table.pots == (24, 20)
    assert [names(pot.claimants) for pot in table.only(ShowdownOpened).pots] == [("S1", "S2", "S3"), ("S2", "S3")]


@spec("R-14.9-h.3", "R-14.9-h.5")
@pytest.mark.parametrize("stud", [HIGH, LOW, HIGH_LOW, EIGHT], ids=lambda stud: stud.key)
def test_nine_players_share_a_common_card_on_sixth_street_and_another_on_seventh(stud: Game) -> None:
    table = open_round(stud, FIVE_TEN, players=9)
    table.stay(until="fifth")
    assert table.stub == 5
    table.stay(until="sixth")
    _, burn, common, opened = table.since(BettingRoundClosed)
    assert isinstance(burn, CardBurned)
    assert isinstance(common, CommonCardDealt)
    assert isinstance(opened, BettingRoundOpened)
    assert (common.rule.paragraph, table.stub) == ("14.9(h)", 3)
    table.stay(until="seventh")
    assert table.stub == 1
    assert table.state.board == tuple(event.card for event in table.all(CommonCardDealt))
    assert len(table.state.board) == 2
    assert [len(table.state.cards(seat)) for seat in range(9)] == [5] * 9
    assert table.all(DeckReshuffled) == []


@spec("R-14.9-h.4", "R06-14.9-h.2")
@scenario("ST-09")
@either_high
def test_eight_players_leave_one_card_so_it_is_shuffled_with_the_burn_cards(stud: Game) -> None:
    table = open_round(stud, FIVE_TEN, players=8)
    table.stay(until="sixth")
    assert (table.all(CommonCardDealt), table.stub) == ([], 1)
    lone, burns = table.state.stub, table.state.burns
    table.finish_betting()
    assert table.state.stage is Stage.SHUFFLING
    assert table.only(DeckRanShort).rule.paragraph == "14.9(h)"
    assert sorted(reshuffle_pool(table.state).cards) == sorted(lone + burns)
    table.do(Reshuffle((*burns, *lone)))
    _, burn, common, opened = table.since(DeckReshuffled)
    assert isinstance(burn, CardBurned)
    assert isinstance(common, CommonCardDealt)
    assert isinstance(opened, BettingRoundOpened)
    assert (burn.card, common.card) == burns[:2]
    assert (table.street, table.stub) == ("seventh", 2)


@spec("R-14.9-h.4")
def test_the_house_may_leave_the_lone_card_out_of_the_shuffle() -> None:
    table = open_round(HIGH, letter(Fixed(500, 1000), forced_bet=200, lone_card_joins_burns=False), players=8)
    table.stay(until="sixth")
    lone, burns = table.state.stub, table.state.burns
    table.stay(until="seventh")
    assert len(burns) == 3
    assert table.only(DeckReshuffled).deck == burns + lone
    assert table.only(CommonCardDealt).card in burns
    assert table.state.stub[-1:] == lone


@spec("R-14.9-h.3")
@scenario("ST-10")
def test_seven_cards_are_too_few_for_seven_players_because_one_is_burned() -> None:
    table = open_round(HIGH, FIVE_TEN, players=7)
    table.stay(until="sixth")
    assert table.stub == 7
    table.stay(until="seventh")
    assert (len(table.all(CommonCardDealt)), table.stub) == (1, 5)


@scenario("ST-10")
def test_the_house_may_skip_the_burn_and_give_seven_players_the_last_seven_cards() -> None:
    table = open_round(HIGH, letter(Fixed(500, 1000), forced_bet=200, stud_burn_counts=False), players=7)
    table.stay(until="seventh")
    assert (table.all(CommonCardDealt), table.stub, len(table.state.burns)) == ([], 0, 3)
    assert [len(table.state.down[seat]) for seat in range(7)] == [3] * 7


@spec("R-14.9-h.3")
def test_all_in_players_count_among_those_the_deck_must_serve() -> None:
    table = open_round(HIGH, FIVE_TEN, players=7, stacks=(100, 100, 100, 100, 100, 100, 8))
    table.play("S1 bets 5; S2 raises to 10; S3 calls; S4 calls; S5 calls; S6 calls; S7 calls; S1 calls")
    table.stay(until="seventh")
    assert table.stacks[6] == 0
    assert len(table.all(CommonCardDealt)) == 1


@spec("R-14.9-h.3")
def test_a_player_who_folded_leaves_enough_cards_for_the_rest() -> None:
    table = open_round(HIGH, FIVE_TEN, players=7)
    table.play("S1 posts; S2 folds")
    table.stay(until="seventh")
    assert table.all(CommonCardDealt) == []


@spec("R-14.9-h.3")
def test_six_players_never_run_short() -> None:
    table = open_round(HIGH, FIVE_TEN, players=6)
    table.stay()
    assert (table.all(CommonCardDealt), table.all(DeckRanShort), table.stub) == ([], [], 6)


@spec("R-14.9-h.5")
@scenario("ST-12")
def test_a_common_card_is_nobodys_board_unless_the_house_has_it_so() -> None:
    boards = (
        "Kd Jc 7h 4s",
        "As 9d 6c 3h",
        "Qc Ts 7d 4h",
        "Kh Jd 7c 3d",
        "8s 8d 5c 2h",
        "Qs Tc 6h 4d",
        "Kc Jh 6d 3s",
    )
    hands = showing(HIGH, *boards)
    house = letter(Fixed(500, 1000), forced_bet=200)
    table = open_round(HIGH, house, hands=hands, board="Ah")
    table.stay(until="seventh")
    assert (table.state.board, opened_by(table)) == (parse_cards("Ah"), ("S5", "14.9(f)1"))
    house = letter(Fixed(500, 1000), forced_bet=200, common_card_counts_for_order=True)
    table = open_round(HIGH, house, hands=hands, board="Ah")
    table.stay(until="seventh")
    assert opened_by(table) == ("S2", "14.9(f)1")
