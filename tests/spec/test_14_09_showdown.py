"""N.J.A.C. 13:69F-14.9(i), seven-card stud, and beside it the older 19:47-14.9: who wins, and how a pot is divided."""

import pytest

from pokerroom.cards import parse_cards
from pokerroom.play.events import Folded, HandShown, PotAwarded, RoundOpened
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, HouseRulesError, letter
from tests.spec_marks import scenario, spec
from tests.stud import (
    EIGHT,
    EIGHT_2006,
    FIVE_TEN,
    FOUR_UP,
    HIGH,
    HIGH_2006,
    HIGH_LOW,
    HIGH_LOW_2006,
    LOW,
    either_high,
    either_split,
    third_street,
)
from tests.tables import contest, names, open_round


@spec("R-14.9-i.1")
def test_everybody_may_use_the_common_card_at_the_showdown() -> None:
    junk = ("?? ?? ?? ?? ?? ??",) * 5
    hands = ("As Ks Qs Js 2d 3c", "9c 9d 9h 2c 3d 7d", *junk)
    table = open_round(HIGH, letter(Fixed(500, 1000), forced_bet=200), hands=hands, board="Ts")
    table.stay(until="seventh")
    table.stay()
    award = table.only(PotAwarded)
    assert names(award.seats) == ("S1",)
    assert award.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("As Ks Qs Js Ts"))


@spec("R-14.9-i-1", "R06-14.9-i-1")
@scenario("ST-07")
@either_high
def test_a_complete_round_of_play(stud: Game) -> None:
    hands = ("Td 6c 7h", "9s 3h 2c 9d", "8d 3d Kd Qd 4s 5d Th", "Tc 8h Js Jh 4c 8s 2d")
    table = open_round(stud, FIVE_TEN, hands=hands)
    table.play("S2 posts; S3 raises to 5; S4 calls; S1 folds; S2 calls")
    assert (table.pot, table.turn) == (19, "S4")
    table.play("S4 bets 5; S2 folds; S3 calls")
    assert (table.pot, table.turn) == (29, "S4")
    table.play("S4 bets 10; S3 calls")
    assert (table.pot, table.turn) == (49, "S4")
    table.play("S4 checks; S3 bets 10; S4 calls")
    assert (table.pot, table.turn) == (69, "S4")
    table.play("S4 checks; S3 bets 10; S4 calls")
    assert (table.pot, table.turn) == (89, "S3")
    table.play("S3 shows; S4 shows")
    assert names([event.seat for event in table.all(HandShown)]) == ("S3", "S4")
    award = table.only(PotAwarded)
    assert (award.rule.paragraph, names(award.seats)) == ("14.9(i)1", ("S3",))
    assert award.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("Kd Qd 8d 5d 3d"))
    assert table.won() == {"S3": 89}
    assert table.stacks == (99, 94, 148, 59)


@spec("R-14.9-i.1")
def test_the_best_five_of_seven_cards_are_the_hand() -> None:
    table = contest(HIGH, ("As 2s 3d 4s 5s 9s Kh", "Ks Kd Qs Qd 7c 7h 3h"), (10, 10))
    award = table.only(PotAwarded)
    assert names(award.seats) == ("S1",)
    assert award.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("As 9s 5s 4s 2s"))


@spec("R-14.9-i-2")
def test_in_low_the_best_low_hand_wins() -> None:
    table = contest(LOW, ("7c 5d 4h 2s Ac Kd Kh", "8c 4d 3h 2c Ad Qd Qh"), (10, 10))
    award = table.only(PotAwarded)
    assert (names(award.seats), award.rule.paragraph) == (("S1",), "14.9(i)2")
    assert award.strength == rank_hand(Ranking.LOW_ACE_TO_FIVE, parse_cards("7c 5d 4h 2s Ac"))


def test_an_odd_dollar_of_tied_hands_goes_by_the_highest_card_in_high_and_the_lowest_in_low() -> None:
    hands = ("9c 8d 7h 6s 5c 2d 2h", "?? ?? ??", "9d 8h 7s 6c 5d 3c 3d")
    table = contest(HIGH, hands, (10, 1, 10), folded=("S2",))
    assert (table.won(), table.only(PotAwarded).rule.paragraph) == ({"S1": 10, "S3": 11}, "14.3(d)")
    lows = ("8c 6d 4h 3s 2d Kd Kh", "?? ?? ??", "8d 6h 4s 3c 2c Kc Ks")
    table = contest(LOW, lows, (10, 1, 10), folded=("S2",))
    assert table.won() == {"S1": 10, "S3": 11}


KINGS_FULL = "Ks Kd Kh 7c 7d 2s 3h"
NINE_LOW = "9c 8d 6h 4s 2c Qd Qh"


@spec("R-14.9-i-3")
@pytest.mark.parametrize("stud", [HIGH_LOW, EIGHT], ids=lambda stud: stud.key)
def test_the_best_high_and_the_best_low_divide_the_pot_equally(stud: Game) -> None:
    table = contest(stud, (KINGS_FULL, "8c 6h 5d 4s 2c Qd Qh"), (50, 50))
    assert [(award.share, award.rule.paragraph) for award in table.all(PotAwarded)] == [
        ("high", "14.9(i)3"),
        ("low", "14.9(i)3"),
    ]
    assert table.won() == {"S1": 50, "S2": 50}


@spec("R-14.9-i-3-i", "R06-14.9-i-2")
@scenario("ST-13")
@either_split
def test_the_odd_dollar_of_the_pot_goes_to_the_high_hand(stud: Game) -> None:
    table = contest(stud, (KINGS_FULL, "?? ?? ??", NINE_LOW), (50, 1, 50), folded=("S2",))
    assert (table.won("high"), table.won("low")) == ({"S1": 51}, {"S3": 50})


@spec("R-14.9-i-3-i", "R06-14.9-i-2")
@pytest.mark.parametrize(("stud", "rule"), [(HIGH_LOW, "14.9(i)3i"), (HIGH_LOW_2006, "14.9(i)2i")])
def test_the_award_says_why_the_odd_dollar_went_to_the_high_hand(stud: Game, rule: str) -> None:
    table = contest(stud, (KINGS_FULL, "?? ?? ??", NINE_LOW), (50, 1, 50), folded=("S2",))
    high, low = table.all(PotAwarded)
    assert high.odd_rule is not None
    assert (high.odd_rule.paragraph, low.odd_rule) == (rule, None)


@spec("R-14.9-i-3-i")
def test_the_excess_is_one_unit_of_the_smallest_chip_and_never_above_a_dollar() -> None:
    table = contest(HIGH_LOW, (KINGS_FULL, "?? ?? ??", NINE_LOW), (50, 0.25, 50), folded=("S2",), odd_unit=25)
    assert table.won() == {"S1": 50.25, "S3": 50}
    with pytest.raises(HouseRulesError, match=r"14\.9\(i\)3i"):
        open_round(HIGH_LOW, letter(Fixed(500, 1000), forced_bet=200, odd_unit=200), players=2)


@spec("R-14.9-i-3-ii", "R-14.9-i-3-iv", "R06-14.9-i-2")
@scenario("ST-16")
@pytest.mark.parametrize(("stud", "rule"), [(HIGH_LOW, "14.9(i)3ii"), (HIGH_LOW_2006, "14.9(i)2ii")])
def test_tied_highs_share_and_the_odd_dollar_goes_to_the_highest_card_by_suit(stud: Game, rule: str) -> None:
    hands = ("Kh Qs Jd Tc 9h 2d 2h", "8s 6c 4d 3c Ac As 8d", "Kc Qd Jh Ts 9c 3d 3h")
    table = contest(stud, hands, (34, 34, 34))
    assert (table.won("high"), table.won("low")) == ({"S1": 26, "S3": 25}, {"S2": 51})
    high = table.all(PotAwarded)[0]
    assert high.odd_rule is not None
    assert high.odd_rule.paragraph == rule


@spec("R-14.9-i-3-ii")
def test_the_suit_of_the_highest_card_decides_and_not_the_seat() -> None:
    hands = ("Kc Qd Jh Ts 9c 3d 3h", "8s 6c 4d 3c Ac As 8d", "Kh Qs Jd Tc 9h 2d 2h")
    assert contest(HIGH_LOW, hands, (34, 34, 34)).won("high") == {"S1": 25, "S3": 26}


@spec("R-14.9-i-3-iii")
def test_the_suit_of_the_lowest_card_decides_and_not_the_seat() -> None:
    hands = (KINGS_FULL, "7s 5s 4s 2h Ad Th Js", "7h 5d 4h 2c Ac Td Jh")
    assert contest(HIGH_LOW, hands, (34, 34, 34)).won("low") == {"S2": 25, "S3": 26}


@spec("R-14.9-i-3-iii", "R-14.9-i-3-iv", "R06-14.9-i-2")
@pytest.mark.parametrize(("stud", "rule"), [(HIGH_LOW, "14.9(i)3iii"), (HIGH_LOW_2006, "14.9(i)2iii")])
def test_tied_lows_share_and_the_odd_dollar_goes_to_the_lowest_card_by_suit(stud: Game, rule: str) -> None:
    hands = (KINGS_FULL, "7h 5d 4h 2c Ac Td Jh", "7s 5s 4s 2h Ad Th Js")
    table = contest(stud, hands, (34, 34, 34))
    assert (table.won("high"), table.won("low")) == ({"S1": 51}, {"S2": 26, "S3": 25})
    low = table.all(PotAwarded)[1]
    assert low.odd_rule is not None
    assert low.odd_rule.paragraph == rule


def test_the_house_may_let_the_worst_card_of_the_low_decide_its_odd_dollar() -> None:
    # S2 holds the lower ace, S3 the lower seven.
    hands = ("Ks Kd Kh 7c 7s 2s 3h", "7h 5d 4h 2c Ac Td Jh", "7d 5s 4s 2h Ad Th Js")
    assert contest(HIGH_LOW, hands, (34, 34, 34)).won("low") == {"S2": 26, "S3": 25}
    assert contest(HIGH_LOW, hands, (34, 34, 34), low_odd_card="worst").won("low") == {"S2": 25, "S3": 26}


@spec("R-14.9-i-3-iii")
@scenario("ST-18")
@pytest.mark.parametrize("stud", [HIGH_LOW, EIGHT], ids=lambda stud: stud.key)
def test_two_odd_dollars_go_one_each_in_card_order(stud: Game) -> None:
    table = contest(stud, THREE_TIED_LOWS, (25, 25, 25, 25))
    assert table.won() == {"S1": 50, "S2": 17, "S3": 17, "S4": 16}


@scenario("ST-18")
def test_the_house_may_give_every_odd_dollar_to_the_first_in_card_order() -> None:
    table = contest(HIGH_LOW, THREE_TIED_LOWS, (25, 25, 25, 25), odd_unit_policy="all-to-first")
    assert table.won("low") == {"S2": 18, "S3": 16, "S4": 16}


@spec("R-14.9-i-3-i", "R-14.9-i-3-ii", "R-14.9-i-3-iv")
@scenario("ST-19")
def test_the_odd_dollar_of_the_pot_joins_the_high_half_before_that_is_divided() -> None:
    hands = ("Ks Qs Jd Tc 9h 2d 2h", "8s 6c 4d 3c Ac As 8d", "Kd Qd Jh Ts 9c 3d 3h", "?? ?? ??")
    table = contest(HIGH_LOW, hands, (33, 33, 33, 2), folded=("S4",))
    assert (table.won("high"), table.won("low")) == ({"S1": 26, "S3": 25}, {"S2": 50})


def test_the_best_suits_among_equal_ranks_count_for_the_odd_dollar() -> None:
    # S1 may play either of two nines; the nine of spades outranks S2's nine of hearts.
    hands = ("9c 9s 8d 7h 6s 5c Kd", "9h 8h 7s 6c 5d Kc Qd", "?? ?? ??")
    assert contest(HIGH, hands, (10, 10, 1), folded=("S3",)).won() == {"S1": 11, "S2": 10}


def test_the_house_may_let_all_seven_cards_decide_the_odd_dollar() -> None:
    # Both play eight to four; S1 has the better eight, S2 the better ace beside it.
    hands = ("8h 7c 6d 5h 4s Ac Kd", "8c 7d 6h 5s 4c As Kh", "?? ?? ??")
    assert contest(HIGH, hands, (10, 10, 1), folded=("S3",)).won() == {"S1": 11, "S2": 10}
    by_all = contest(HIGH, hands, (10, 10, 1), folded=("S3",), suit_card_scope="all-cards")
    assert by_all.won() == {"S1": 10, "S2": 11}


def test_every_pot_is_split_and_rounded_on_its_own() -> None:
    # S1 contends for the main pot of 49 only; the side pot of 11 is between S2 and S3.
    hands = (KINGS_FULL, "Jc Jd Js 9d 9h Tc Td", "8c 6h 5d 4s 2c Qd Qh", "?? ?? ??", "?? ?? ??")
    table = contest(HIGH_LOW, hands, (11, 16, 16, 12, 5), folded=("S4", "S5"))
    assert table.pots == (49, 11)
    assert [(award.pot, award.share, award.amounts) for award in table.all(PotAwarded)] == [
        (1, "high", (600,)),
        (1, "low", (500,)),
        (0, "high", (2500,)),
        (0, "low", (2400,)),
    ]
    assert table.won() == {"S1": 25, "S2": 6, "S3": 29}


def test_without_a_qualifier_a_low_with_a_pair_still_wins_its_half() -> None:
    table = contest(HIGH_LOW, ("Ks Kd Kh Qc Qd Js Jh", "9c 9d 9h 8c 8d 4s 4h"), (10, 10))
    assert table.won("low") == {"S2": 10}


@spec("R-14.9-k.1", "R-14.9-l", "R06-14.9-k", "R06-14.9-l")
@scenario("ST-15")
@pytest.mark.parametrize("stud", [EIGHT, EIGHT_2006], ids=["current", "2006"])
def test_two_different_groups_of_five_may_win_both_halves_with_one_ace_both_ways(stud: Game) -> None:
    hands = ("?? ?? ??", "As 2s 3d 4s 5s 9s Kh", "?? ?? ??", "Qh Qd Qc 8c 7d 6h 2d")
    table = contest(stud, hands, (20, 50, 20, 50), folded=("S1", "S3"))
    high, low = table.all(PotAwarded)
    assert high.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("As 9s 5s 4s 2s"))
    assert low.strength == rank_hand(Ranking.LOW_ACE_TO_FIVE, parse_cards("5s 4s 3d 2s As"))
    assert table.won() == {"S2": 140}


@spec("R-14.9-k.2", "R-14.9-l", "R06-14.9-k", "R06-14.9-l")
@scenario("RK-13")
@pytest.mark.parametrize("stud", [EIGHT, EIGHT_2006], ids=["current", "2006"])
def test_one_group_of_five_may_win_both_halves(stud: Game) -> None:
    hands = ("?? ?? ??", "5d 4d 3d 2d Ad Ks Kh", "?? ?? ??", "Qh Qd Qc 8c 7s 6h 2s")
    table = contest(stud, hands, (20, 50, 20, 50), folded=("S1", "S3"))
    wheel = parse_cards("5d 4d 3d 2d Ad")
    high, low = table.all(PotAwarded)
    assert high.strength == rank_hand(Ranking.HIGH_FIVE, wheel)
    assert low.strength == rank_hand(Ranking.LOW_ACE_TO_FIVE, wheel)
    assert table.won() == {"S2": 140}


@spec("R-14.9-k.2", "R06-14.9-k")
@pytest.mark.parametrize("stud", [HIGH_LOW, EIGHT, HIGH_LOW_2006, EIGHT_2006], ids=lambda stud: stud.key)
@pytest.mark.parametrize("hand", ["6c 5d 4h 3s 2c Kd Jh", "8c 6c 4c 3c 2c Kd Jh"], ids=["straight", "flush"])
def test_a_straight_or_a_low_flush_is_a_low_hand_too(stud: Game, hand: str) -> None:
    table = contest(stud, (hand, "9s 9d Ts Th 7h Kc Qs"), (10, 10))
    assert table.won() == {"S1": 20}
    assert len(table.all(PotAwarded)) == 2


THREE_TIED_LOWS = (
    "Ks Kd Kh Qc Qd 9h 9s",
    "7c 5d 4h 2s Ac Td Jh",
    "7d 5h 4s 2c Ad Th Js",
    "7h 5s 4c 2d As Tc Jd",
)


@spec("R-14.9-j.2")
def test_without_a_qualifying_low_the_high_hand_takes_everything() -> None:
    table = contest(EIGHT, (KINGS_FULL, "?? ?? ??", NINE_LOW), (50, 1, 50), folded=("S2",))
    assert table.only(PotAwarded).share == "high"
    assert table.won() == {"S1": 101}


@spec("R-14.9-j.2")
def test_the_award_says_that_no_low_qualified() -> None:
    table = contest(EIGHT, (KINGS_FULL, "?? ?? ??", NINE_LOW), (50, 1, 50), folded=("S2",))
    assert table.only(PotAwarded).rule.paragraph == "14.9(j)"


@spec("R-14.9-j.2")
@pytest.mark.parametrize("low", ["8c 6h 5d 4s 4c Qd Qh", "9c 6h 5d 4s 2c Qd Qh"], ids=["a pair", "a nine"])
def test_a_pair_or_a_nine_does_not_qualify(low: str) -> None:
    assert contest(EIGHT, (KINGS_FULL, low), (10, 10)).won() == {"S1": 20}


def test_each_pot_asks_for_a_low_among_its_own_claimants() -> None:
    # S1 alone has a low and alone is out of the side pot, which the high hand therefore takes whole.
    hands = ("8c 6h 5d 4s 2c Qd Qh", KINGS_FULL, "Jc Jd Js 9d 9h Tc Td")
    table = contest(EIGHT, hands, (11, 16, 16))
    assert table.pots == (33, 10)
    assert table.won() == {"S1": 16, "S2": 27}


def test_under_the_2006_text_the_qualifier_holds_too() -> None:
    table = contest(EIGHT_2006, (KINGS_FULL, "?? ?? ??", NINE_LOW), (50, 1, 50), folded=("S2",))
    assert table.won() == {"S1": 101}


def test_the_first_event_pins_the_game_and_its_edition() -> None:
    opened = open_round(HIGH_2006, FIVE_TEN, players=2).only(RoundOpened)
    assert (opened.game, opened.edition) == ("seven-card-stud-high", "19:47-2006")
    assert str(opened.rule) == "N.J.A.C. 19:47-14.8(a)1 [2006]"


def test_a_fold_puts_every_card_of_the_hand_in_the_muck() -> None:
    table = third_street(HIGH, *FOUR_UP)
    table.play("S2 posts; S3 folds")
    assert names([table.only(Folded).seat]) == ("S3",)
    assert (len(table.state.muck[2]), table.state.up[2]) == (3, ())
