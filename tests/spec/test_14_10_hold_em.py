"""N.J.A.C. 13:69F-14.10: hold 'em, whose button, blinds and turns the other button games borrow."""

from typing import NamedTuple

import pytest

from pokerroom.cards import cards_text, parse_cards
from pokerroom.games import NotPermittedError, game
from pokerroom.play import Code, Deal, MayBet, MayCall, MayCheck, MayFold, MayRaise, OpenRound, cards_due, procedure
from pokerroom.play.events import (
    AntesPosted,
    BettingRoundClosed,
    BettingRoundOpened,
    BlindPosted,
    CardBurned,
    CardsDealt,
    CommunityDealt,
    PotAwarded,
    ShowdownOpened,
)
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.clauses import Face
from pokerroom.rules.editions import NJAC_19_47_2006
from pokerroom.rules.house import Fixed, NoLimit, OddUnits, customary, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, dollars, name, names, open_round, opening_refused

HOLD_EM = game("hold-em")
HOLD_EM_2006 = game("hold-em", NJAC_19_47_2006)
LIMIT = letter(Fixed(200, 400), blinds=(100, 200))
NO_LIMIT = letter(NoLimit(200), blinds=(100, 200))

NO_BET_YET = {MayFold, MayCheck, MayBet}
FACING_A_BET = {MayFold, MayCall, MayRaise}


class Post(NamedTuple):
    seat: str
    amount: int


def posts(table: Table) -> list[Post]:
    """The blinds in the order they were posted, in dollars."""
    return [Post(name(event.seat), int(dollars(event.amount))) for event in table.all(BlindPosted)]


def order_dealt(table: Table) -> tuple[str, ...]:
    """Who received each card of the first street, in the order the cards left the deck."""
    dealt = table.all(CardsDealt)[0]
    return names(dealt.seats) * len(dealt.faces)


@spec("R-14.10-a", "R06-14.10-a")
def test_hold_em_is_played_for_high_only() -> None:
    assert [share.name for share in HOLD_EM.shares] == ["high"]
    assert [share.name for share in HOLD_EM_2006.shares] == ["high"]
    for key in ("hold-em-low", "hold-em-high-low", "hold-em-high-low-eight"):
        with pytest.raises(NotPermittedError, match=key):
            game(key)
        with pytest.raises(NotPermittedError, match=key):
            game(key, NJAC_19_47_2006)
    table = contest(HOLD_EM, ("Ah 2h", "Kd Kc"), (10, 10), board="3s 4c 8d Ks Jh")
    assert table.won() == {"S2": 20}
    assert table.only(PotAwarded).share == "high"


@spec("R-14.10-b.1")
def test_eleven_players_are_dealt_in_and_a_twelfth_is_not() -> None:
    assert len(open_round(HOLD_EM, LIMIT, players=11).only(CardsDealt).cards) == 22
    refusal = opening_refused(HOLD_EM, LIMIT, players=12)
    assert (refusal.code, refusal.paragraph) == (Code.TOO_MANY_PLAYERS, "14.10(b)")


@spec("R06-14.10-b")
def test_the_2006_text_seats_eleven_and_lets_the_house_post_an_ante() -> None:
    table = open_round(HOLD_EM_2006, letter(Fixed(200, 400), blinds=(100, 200), ante=100), players=11)
    antes = table.only(AntesPosted)
    assert antes.amounts == (100,) * 11
    assert (antes.rule.edition, antes.rule.paragraph) == (NJAC_19_47_2006.key, "14.10(b)")
    refusal = opening_refused(HOLD_EM_2006, LIMIT, players=12)
    assert refusal.code is Code.TOO_MANY_PLAYERS
    assert (refusal.cited.edition, refusal.paragraph) == (NJAC_19_47_2006.key, "14.10(b)")


@spec("R-14.10-b.2")
def test_a_posted_ante_comes_from_every_player_before_the_first_card() -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=(100, 200), ante=100), players=6)
    antes = table.only(AntesPosted)
    assert antes.amounts == (100,) * 6
    assert antes.rule.paragraph == "14.10(b)"
    assert table.log.index(antes) < table.log.index(table.only(CardsDealt))
    assert table.pot == 6 + 3


@spec("R-14.10-b.2")
def test_no_ante_is_taken_where_none_is_posted() -> None:
    assert not open_round(HOLD_EM, LIMIT, players=6).all(AntesPosted)


@scenario("HE-01")
@spec("R-14.10-d.1", "R-14.10-d.2", "R-14.10-e", "R-14.10-f.1", "R-14.10-f.2", "R-14.10-f.3")
def test_the_second_blind_may_raise_though_everybody_only_called() -> None:
    table = open_round(HOLD_EM, LIMIT, players=5, button="S5")
    assert posts(table) == [("S1", 1), ("S2", 2)]
    assert {event.rule.paragraph for event in table.all(BlindPosted)} == {"14.10(d)"}
    assert order_dealt(table) == ("S1", "S2", "S3", "S4", "S5") * 2
    assert table.turn == "S3"
    assert table.offers() == FACING_A_BET
    assert table.offer(MayCall).amount == 200

    table.play("S3 calls; S4 folds; S5 calls; S1 calls")
    assert table.turn == "S2"
    assert table.offers() == {MayFold, MayCheck, MayRaise}
    assert not table.all(BettingRoundClosed)

    table.play("S2 checks")
    assert table.only(BettingRoundClosed).rule.paragraph == "14.10(f)"
    assert table.pot == 8
    assert (table.street, table.turn) == ("flop", "S1")
    assert table.offers() == NO_BET_YET


@spec("R-14.10-f.2", "R-14.10-f.3")
def test_a_raise_by_the_second_blind_is_answered_by_everybody_who_called() -> None:
    table = open_round(HOLD_EM, LIMIT, players=5)
    table.play("S3 calls; S4 folds; S5 calls; S1 calls; S2 raises to 4")
    assert names(table.state.to_act) == ("S3", "S5", "S1")
    table.play("S3 calls; S5 folds; S1 calls")
    assert (table.street, table.pot) == ("flop", 14)


@spec("R-14.10-f.2")
def test_the_first_blind_may_raise_in_its_turn() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.play("S3 calls")
    assert table.turn == "S1"
    assert table.offers() == FACING_A_BET
    assert table.offer(MayCall).amount == 100
    assert table.offer(MayRaise).least == 400


@spec("R-14.10-f.1")
def test_nobody_checks_past_the_blinds() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4)
    refusal = table.refused("S3 checks", Code.BET_TO_ANSWER)
    assert refusal.paragraph == '14.1 "Check"'


@spec("R06-14.10-d")
def test_under_the_2006_text_the_blinds_sit_left_of_the_button_too() -> None:
    table = open_round(HOLD_EM_2006, LIMIT, players=5, button="S5")
    assert posts(table) == [("S1", 1), ("S2", 2)]
    cited = {(event.rule.edition, event.rule.paragraph) for event in table.all(BlindPosted)}
    assert cited == {(NJAC_19_47_2006.key, "14.10(d)")}


@spec("R-14.10-d.1", "R-14.10-d.2")
@pytest.mark.parametrize(
    ("blinds", "posted", "first"),
    [
        ((200,), [("S4", 2)], "S5"),
        ((100, 200), [("S4", 1), ("S5", 2)], "S6"),
        ((100, 200, 400), [("S4", 1), ("S5", 2), ("S6", 4)], "S1"),
    ],
)
def test_the_house_posts_how_many_blinds_follow_the_first(
    blinds: tuple[int, ...], posted: list[Post], first: str
) -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=blinds), players=6, button="S3")
    assert posts(table) == posted
    assert table.turn == first


@spec("R-14.10-e")
@pytest.mark.parametrize(
    ("button", "order"),
    [
        ("S4", ("S1", "S2", "S3", "S4")),
        ("S1", ("S2", "S3", "S4", "S1")),
        ("S2", ("S3", "S4", "S1", "S2")),
    ],
)
def test_two_cards_go_round_face_down_and_the_button_receives_last(button: str, order: tuple[str, ...]) -> None:
    table = open_round(HOLD_EM, LIMIT, hands=("Ac Kc", "Ad Kd", "Ah Kh", "As Ks"), button=button)
    dealt = table.only(CardsDealt)
    assert order_dealt(table) == order * 2
    assert dealt.faces == (Face.DOWN, Face.DOWN)
    assert dealt.rule.paragraph == "14.10(e)"
    aces = {"S1": "Ac", "S2": "Ad", "S3": "Ah", "S4": "As"}
    assert cards_text(dealt.cards[:4]) == " ".join(aces[each] for each in order)


@scenario("HE-06")
@spec("R-14.10-d.1", "R-14.10-f.1")
def test_between_two_players_the_one_left_of_the_button_posts_first_and_acts_first() -> None:
    table = open_round(HOLD_EM, LIMIT, players=2, button="S2")
    assert posts(table) == [("S1", 1), ("S2", 2)]
    assert table.turn == "S1"
    table.play("S1 calls; S2 checks")
    assert (table.street, table.turn) == ("flop", "S1")


@scenario("HE-06")
def test_by_custom_the_button_posts_the_small_blind_and_acts_first_before_the_flop_only() -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), heads_up_button_small_blind=True)
    table = open_round(HOLD_EM, house, players=2, button="S2")
    assert posts(table) == [("S2", 1), ("S1", 2)]
    assert order_dealt(table) == ("S1", "S2") * 2
    assert table.turn == "S2"
    table.play("S2 calls; S1 checks")
    assert (table.street, table.turn) == ("flop", "S1")


def test_the_customary_preset_has_the_custom_between_two_players_and_no_change_among_three() -> None:
    house = customary(Fixed(200, 400), blinds=(100, 200))
    assert posts(open_round(HOLD_EM, house, players=2, button="S2")) == [("S2", 1), ("S1", 2)]
    assert posts(open_round(HOLD_EM, house, players=3, button="S3")) == [("S1", 1), ("S2", 2)]


@spec("R-14.10-g.1")
def test_the_flop_is_one_burn_card_then_three_community_cards_then_betting() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3, board="2c 3d 4h 5s 7c")
    table.stay(until="flop")
    burn, flop, betting = table.since(CardBurned)
    assert isinstance(burn, CardBurned)
    assert isinstance(flop, CommunityDealt)
    assert isinstance(betting, BettingRoundOpened)
    assert cards_text(flop.cards) == "2c 3d 4h"
    assert {burn.rule.paragraph, flop.rule.paragraph, betting.rule.paragraph} == {"14.10(g)"}
    assert len(table.state.burns) == 1
    assert table.log[table.log.index(burn) - 1] == table.only(BettingRoundClosed)


@spec("R-14.10-h", "R-14.10-i")
@pytest.mark.parametrize(
    ("street", "paragraph", "board"),
    [("turn", "14.10(h)", "2c 3d 4h 5s"), ("river", "14.10(i)", "2c 3d 4h 5s 7c")],
)
def test_turn_and_river_are_one_burn_card_and_one_community_card_each(street: str, paragraph: str, board: str) -> None:
    table = open_round(HOLD_EM, LIMIT, players=3, board="2c 3d 4h 5s 7c")
    table.stay(until=street)
    burn, card, betting = table.since(CardBurned)
    assert isinstance(burn, CardBurned)
    assert isinstance(card, CommunityDealt)
    assert isinstance(betting, BettingRoundOpened)
    assert (burn.rule.paragraph, card.rule.paragraph) == (paragraph, paragraph)
    assert cards_text(table.state.board) == board
    assert len(table.state.burns) == len(table.state.board) - 2
    assert betting.rule.paragraph == "14.10(g)"
    assert (table.turn, table.offers()) == ("S1", NO_BET_YET)


@spec("R-14.10-i")
def test_the_showdown_follows_the_betting_after_the_fifth_community_card() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay(until="river")
    table.play("S1 checks; S2 checks; S3 checks")
    assert len(table.all(BettingRoundOpened)) == 4
    assert isinstance(table.log[-1], ShowdownOpened)


@spec("R-14.10-g.2")
def test_after_the_flop_the_first_player_left_of_the_button_who_has_not_folded_opens() -> None:
    table = open_round(HOLD_EM, LIMIT, players=5, button="S5")
    table.play("S3 calls; S4 calls; S5 calls; S1 folds; S2 checks")
    assert (table.turn, table.offers()) == ("S2", NO_BET_YET)
    table.play("S2 folds; S3 checks; S4 checks; S5 checks")
    assert (table.street, table.turn) == ("turn", "S3")


@spec("R-14.10-g.2")
def test_the_turn_passes_over_the_button_to_its_left_wherever_it_lies() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4, button="S2")
    table.stay(until="flop")
    assert names(table.state.to_act) == ("S3", "S4", "S1", "S2")


@spec("R-14.10-g.3")
def test_before_a_bet_players_open_or_check_and_after_it_they_fold_call_or_raise() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4)
    table.stay(until="flop")
    assert table.offers() == NO_BET_YET
    table.play("S1 checks")
    assert table.offers() == NO_BET_YET
    table.play("S2 bets 2")
    assert table.offers() == FACING_A_BET
    table.refused("S3 checks", Code.BET_TO_ANSWER)
    table.refused("S3 bets 4", Code.ALREADY_BET)
    table.play("S3 calls; S4 folds")
    assert (table.turn, table.offers()) == ("S1", FACING_A_BET)


@spec("R-14.10-g.4")
def test_a_betting_round_is_complete_when_each_has_folded_or_called_the_latest_bet() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4)
    table.stay(until="flop")
    table.play("S1 bets 2; S2 calls; S3 raises to 4; S4 folds; S1 calls")
    assert table.street == "flop"
    table.play("S2 calls")
    assert (table.street, table.pot) == ("turn", 8 + 12)
    assert table.all(BettingRoundClosed)[-1].rule.paragraph == "14.10(g)"


@spec("R-14.10-g.4")
def test_a_betting_round_in_which_everybody_checks_is_complete() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay(until="flop")
    table.play("S1 checks; S2 checks; S3 checks")
    assert (table.street, table.pot) == ("turn", 6)


@spec("R-14.10-j.1")
@pytest.mark.parametrize(
    ("hand", "board", "best"),
    [
        ("Ac 3c", "Kc 9c 4c 2d 7h", "Ac Kc 9c 4c 3c"),
        ("Ac 2h", "Kc 9c 4c 3c 7h", "Ac Kc 9c 4c 3c"),
        ("2d 2h", "Ac Kc 9c 4c 3c", "Ac Kc 9c 4c 3c"),
    ],
    ids=["two own cards", "one own card", "no own card"],
)
def test_a_hand_is_any_five_of_the_players_two_and_the_five_of_the_board(hand: str, board: str, best: str) -> None:
    table = contest(HOLD_EM, (hand, "8d Qs"), (10, 10), board=board)
    assert table.only(PotAwarded).strength == rank_hand(Ranking.HIGH_FIVE, parse_cards(best))


@spec("R-14.10-j.2")
def test_the_highest_hand_takes_the_whole_pot() -> None:
    table = contest(HOLD_EM, ("9s 9c", "Jd Th"), (20, 20), board="9d 8h 7c 2s Kd")
    assert table.won() == {"S2": 40}
    assert table.only(PotAwarded).rule.paragraph == "14.10(j)"


@scenario("HE-04")
@spec("R-14.10-j.3")
def test_when_the_board_is_everybodys_best_hand_all_share_and_the_odd_dollar_goes_left_of_the_button() -> None:
    hands = ("2c 3c", "2d 3d", "4c 5c", "4d 5d", "6c 7c", "6d 7d")
    paid = (20, 20, 20, 10, 10, 20)
    table = contest(HOLD_EM, hands, paid, board="As Ks Qs Js Ts", button="S2", folded=("S2", "S4", "S5"))
    award = table.only(PotAwarded)
    assert names(award.seats) == ("S3", "S6", "S1")
    assert award.amounts == (3400, 3300, 3300)
    assert award.odd_rule is not None
    assert (award.odd_rule.paragraph, award.odd_rule.reading) == ("14.3(d)", "AMB-75")


@spec("R-14.10-j.3")
def test_a_pot_that_divides_is_shared_equally_when_the_board_plays() -> None:
    table = contest(HOLD_EM, ("2c 3c", "4c 5c", "6c 7c"), (33, 33, 33), board="As Ks Qs Js Ts")
    assert table.won() == {"S1": 33, "S2": 33, "S3": 33}
    assert table.only(PotAwarded).odd_rule is None


def test_where_the_house_rules_say_so_the_odd_dollar_of_a_tie_goes_by_card_and_suit() -> None:
    hands = ("Ah 2c", "As 2d", "Kc 8s")
    board = "Qd Js 9h 5c 4h"
    by_position = contest(HOLD_EM, hands, (3, 3, 1), board=board, folded=("S3",))
    by_suit = contest(
        HOLD_EM, hands, (3, 3, 1), board=board, folded=("S3",), odd_unit_button_games=OddUnits.CARD_BY_SUIT
    )
    assert by_position.won() == {"S1": 4, "S2": 3}
    assert by_suit.won() == {"S1": 3, "S2": 4}


@scenario("HE-03")
@spec("R-14.7-c-4-i", "R-14.7-c-4-iii", "R-14.6-e-6", "R-14.3-d.2")
def test_three_pots_a_folded_players_chips_and_an_odd_dollar() -> None:
    table = open_round(
        HOLD_EM,
        NO_LIMIT,
        hands=("As Ac", "Kd Qd", "Kh Qc", "Jd 9c", "2c 2d"),
        stacks=(15, 40, 200, 200, 200),
        board="Ah Ks 8d 5c 3h",
        button="S5",
    )
    table.play("S3 raises to 10; S4 calls; S5 calls; S1 raises to 15; S2 raises to 40")
    table.play("S3 calls; S4 calls; S5 folds; S3 bets 50; S4 calls")
    table.stay()
    assert table.pots == (70, 75, 100)
    assert [names(pot.claimants) for pot in table.only(ShowdownOpened).pots] == [
        ("S1", "S2", "S3", "S4"),
        ("S2", "S3", "S4"),
        ("S3", "S4"),
    ]
    side, middle, main = table.all(PotAwarded)
    assert (side.pot, names(side.seats), side.amounts) == (2, ("S3",), (10000,))
    assert (middle.pot, names(middle.seats), middle.amounts) == (1, ("S2", "S3"), (3800, 3700))
    assert (main.pot, names(main.seats), main.amounts) == (0, ("S1",), (7000,))
    assert table.won() == {"S1": 70, "S2": 38, "S3": 137}


def test_a_dealer_at_the_table_deals_each_street_burn_card_first() -> None:
    table = Table(procedure(HOLD_EM, LIMIT), OpenRound(stacks=(10000, 10000, 10000)))
    assert cards_due(table.state) == 6
    table.do(Deal(parse_cards("?? ?? ?? ?? ?? ??")))
    table.play("S3 calls; S1 calls; S2 checks")
    assert cards_due(table.state) == 4
    table.do(Deal(parse_cards("?? 2c 3d 4h")))
    assert cards_text(table.state.board) == "2c 3d 4h"
    assert cards_due(table.state) == 0
    table.play("S1 checks; S2 checks; S3 checks")
    assert cards_due(table.state) == 2
