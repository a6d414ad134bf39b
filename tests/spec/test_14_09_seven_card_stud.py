"""N.J.A.C. 13:69F-14.9, seven-card stud, and beside it the older 19:47-14.9, from the ante to the award."""

import pytest

from pokerroom.cards import DECK, parse_cards
from pokerroom.games import NotPermittedError, game
from pokerroom.play import (
    Code,
    Deal,
    MayBet,
    MayCall,
    MayCheck,
    MayFold,
    MayPostForcedBet,
    MayRaise,
    OpenRound,
    Reshuffle,
    Stage,
    cards_due,
    procedure,
    reshuffle_pool,
)
from pokerroom.play.events import (
    AntesPosted,
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
    Folded,
    ForcedBetPosted,
    HandShown,
    PotAwarded,
    Raised,
    RoundOpened,
    ShowdownOpened,
)
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.clauses import CommonCard, Face, Game
from pokerroom.rules.editions import NJAC_13_69F, NJAC_19_47_2006
from pokerroom.rules.house import Fixed, HouseRulesError, customary, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, names, open_round, opening_refused, showing

DOWN, UP = Face.DOWN, Face.UP

HIGH = game("seven-card-stud-high")
LOW = game("seven-card-stud-low")
HIGH_LOW = game("seven-card-stud-high-low")
EIGHT = game("seven-card-stud-high-low-eight")
HIGH_2006 = game("seven-card-stud-high", NJAC_19_47_2006)
HIGH_LOW_2006 = game("seven-card-stud-high-low", NJAC_19_47_2006)
EIGHT_2006 = game("seven-card-stud-high-low-eight", NJAC_19_47_2006)

FIVE_TEN = letter(Fixed(500, 1000), ante=100, forced_bet=200)

FOUR_UP = ("7h", "2c", "2d", "Ks")
"""S2 opens in high: the two of clubs is under the two of diamonds."""

either_high = pytest.mark.parametrize("stud", [HIGH, HIGH_2006], ids=["current", "2006"])
either_split = pytest.mark.parametrize("stud", [HIGH_LOW, HIGH_LOW_2006], ids=["current", "2006"])


def third_street(stud: Game, *upcards: str, **settings: object) -> Table:
    house = letter(Fixed(500, 1000), ante=100, forced_bet=200, **settings)
    return open_round(stud, house, hands=showing(stud, *upcards))


def on_street(stud: Game, street: str, *boards: str, **settings: object) -> Table:
    """Everybody has stayed for the least it costs; these boards show."""
    table = third_street(stud, *boards, **settings)
    table.stay(until=street)
    return table


def opened_by(table: Table) -> tuple[str, str]:
    """Who opened the betting round, and under which paragraph."""
    event = table.last(BettingRoundOpened)
    return names(event.to_act)[0], event.rule.paragraph


@spec("R-14.9-a")
def test_one_procedure_deals_and_bets_all_four_variations() -> None:
    def course(stud: Game) -> list[object]:
        table = open_round(stud, FIVE_TEN, players=4)
        table.stay()
        return [event.faces if isinstance(event, CardsDealt) else type(event) for event in table.log]

    def without_awards(stud: Game) -> list[object]:
        return [each for each in course(stud) if each is not PotAwarded]

    assert without_awards(LOW) == without_awards(HIGH_LOW) == without_awards(EIGHT) == without_awards(HIGH)


@spec("R-14.9-b.1")
def test_nine_players_are_dealt_in_and_a_tenth_is_refused() -> None:
    assert len(open_round(HIGH, FIVE_TEN, players=9).live) == 9
    refusal = opening_refused(HIGH, FIVE_TEN, players=10)
    assert (refusal.code, refusal.rule.paragraph) == (Code.TOO_MANY_PLAYERS, "14.9(b)")


@spec("R-14.9-b.1")
def test_the_house_may_seat_fewer_but_not_more() -> None:
    seven = letter(Fixed(500, 1000), forced_bet=200, max_seats=7)
    assert len(open_round(HIGH, seven, players=7).live) == 7
    assert opening_refused(HIGH, seven, players=8).code is Code.TOO_MANY_PLAYERS
    with pytest.raises(HouseRulesError, match=r"14\.9\(b\)"):
        open_round(HIGH, letter(Fixed(500, 1000), forced_bet=200, max_seats=10), players=2)


@spec("R06-14.9-a", "R06-14.9-b", "R06-14.9-h.2")
@scenario("ST-25")
def test_the_2006_text_has_no_low_no_ninth_seat_and_a_common_card_on_seventh_street_only() -> None:
    with pytest.raises(NotPermittedError, match="seven-card-stud-low is not permitted under 19:47-2006"):
        game("seven-card-stud-low", NJAC_19_47_2006)
    assert len(open_round(HIGH_2006, FIVE_TEN, players=8).live) == 8
    refusal = opening_refused(HIGH_2006, FIVE_TEN, players=9)
    assert (refusal.code, str(refusal.rule)) == (Code.TOO_MANY_PLAYERS, "N.J.A.C. 19:47-14.9(b) [2006]")
    assert isinstance(HIGH_2006.shortage, CommonCard)
    assert HIGH_2006.shortage.streets == ("seventh",)


@scenario("ST-25")
def test_the_current_text_has_low_a_ninth_seat_and_a_common_card_on_sixth_or_seventh_street() -> None:
    assert game("seven-card-stud-low", NJAC_13_69F) is LOW
    assert len(open_round(LOW, FIVE_TEN, players=9).live) == 9
    assert isinstance(LOW.shortage, CommonCard)
    assert LOW.shortage.streets == ("sixth", "seventh")


@spec("R-14.9-b.2")
def test_the_ante_of_every_player_is_in_before_the_first_card() -> None:
    table = open_round(HIGH, FIVE_TEN, players=5)
    antes = table.only(AntesPosted)
    assert (antes.amounts, antes.rule.paragraph) == ((100,) * 5, "14.9(b)")
    assert table.log.index(antes) < table.log.index(table.only(CardsDealt))
    assert table.pot == 5


def test_without_a_posted_ante_nobody_pays_one() -> None:
    table = open_round(HIGH, letter(Fixed(500, 1000), forced_bet=200), players=5)
    assert (table.all(AntesPosted), table.pot) == ([], 0)


@spec("R-14.9-c", "R06-14.9-c")
@either_high
def test_two_rounds_of_cards_go_down_and_one_up_from_the_dealers_left(stud: Game) -> None:
    table = open_round(stud, FIVE_TEN, players=8)
    dealt = table.only(CardsDealt)
    assert dealt.rule.paragraph == "14.9(c)"
    assert names(dealt.seats) == ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8")
    assert (dealt.faces, dealt.cards) == ((DOWN, DOWN, UP), DECK[:24])
    assert table.state.down[0] == (DECK[0], DECK[8])
    assert table.state.up[0] == (DECK[16],)
    assert table.stub == 52 - 24


@spec("R-14.9-d.1", "R-14.9-d.2", "R-14.9-d-1", "R06-14.9-d", "R06-14.9-d-1")
@scenario("ST-01")
@either_high
def test_in_high_the_lowest_up_card_opens_and_clubs_rank_lowest(stud: Game) -> None:
    table = third_street(stud, *FOUR_UP)
    assert opened_by(table) == ("S2", "14.9(d)1")
    table.play("S2 posts")
    forced = table.only(ForcedBetPosted)
    assert (forced.amount, forced.rule.paragraph) == (200, "14.9(d)1")
    assert table.turn == "S3"


@spec("R-14.9-d-1")
def test_in_high_an_ace_is_above_a_king_and_does_not_open() -> None:
    assert opened_by(third_street(HIGH, "Ac", "Ks", "Qd")) == ("S3", "14.9(d)1")


@spec("R-14.9-d-2")
def test_in_low_the_highest_up_card_opens_with_the_ace_below_a_two() -> None:
    assert opened_by(third_street(LOW, "Kh", "9d", "Ac", "Ks")) == ("S4", "14.9(d)2")
    assert opened_by(third_street(LOW, "2c", "Ah", "As")) == ("S1", "14.9(d)2")


@spec("R-14.9-d-2")
def test_in_low_the_house_may_place_the_ace_above_a_king() -> None:
    assert opened_by(third_street(LOW, "Kh", "9d", "Ac", "Ks", stud_low_opener_ace="high"))[0] == "S3"


@pytest.mark.parametrize("stud", [HIGH_LOW, HIGH_LOW_2006], ids=["current", "2006"])
def test_where_the_text_places_the_ace_the_house_may_not(stud: Game) -> None:
    assert opened_by(third_street(stud, "As", "Qd", "Qh", "3c", stud_low_opener_ace="high"))[0] == "S3"


@spec("R-14.9-d-3", "R06-14.9-d-2")
@scenario("ST-03")
@pytest.mark.parametrize(("stud", "rule"), [(HIGH_LOW, "14.9(d)3"), (HIGH_LOW_2006, "14.9(d)2")])
def test_in_high_low_the_highest_up_card_opens_with_the_ace_below_a_two(stud: Game, rule: str) -> None:
    assert opened_by(third_street(stud, "As", "Qd", "Qh", "3c")) == ("S3", rule)


@spec("R-14.9-d-4", "R06-14.9-d-3")
@scenario("ST-04")
@pytest.mark.parametrize(("stud", "rule"), [(EIGHT, "14.9(d)4"), (EIGHT_2006, "14.9(d)3")])
def test_in_eight_or_better_the_lowest_up_card_opens_with_the_ace_highest(stud: Game, rule: str) -> None:
    assert opened_by(third_street(stud, "As", "2d", "2h", "Kc")) == ("S2", rule)


def test_a_dealer_may_deal_the_cards_and_the_up_cards_alone_decide_who_opens() -> None:
    table = Table(procedure(HIGH, FIVE_TEN), OpenRound(stacks=(10000,) * 4))
    assert (table.state.stage, cards_due(table.state)) == (Stage.DEALING, 12)
    table.do(Deal(parse_cards("?? ?? ?? ??" + "?? ?? ?? ??" + "7h 2c 2d Ks")))
    assert opened_by(table) == ("S2", "14.9(d)1")
    table.finish_betting()
    assert cards_due(table.state) == 1 + 4


@spec("R-14.9-d.1")
def test_the_forced_bet_cannot_be_declined_nor_made_by_another() -> None:
    table = third_street(HIGH, *FOUR_UP)
    refusal = table.refused("S2 checks", Code.FORCED_BET_DUE)
    assert refusal.rule.paragraph == "14.9(d)1"
    table.refused("S3 posts", Code.NOT_YOUR_TURN)
    table.play("S2 posts")
    table.refused("S3 posts", Code.NO_FORCED_BET_DUE)


@spec("R-14.9-e.1", "R06-14.9-e")
@scenario("ST-01")
@either_high
def test_after_the_forced_bet_each_player_clockwise_folds_calls_or_raises(stud: Game) -> None:
    table = third_street(stud, *FOUR_UP)
    table.play("S2 posts")
    assert table.offers() == {MayFold, MayCall, MayRaise}
    assert table.offer(MayCall).amount == 200
    assert table.offer(MayCall).rule.paragraph == "14.9(e)"
    table.refused("S3 checks", Code.BET_TO_ANSWER)
    table.play("S3 calls; S4 raises to 5; S1 folds")
    assert [event.rule.paragraph for event in (table.only(Called), table.only(Raised))] == ["14.9(e)"] * 2
    assert table.turn == "S2"


@spec("R-14.9-e.2")
def test_the_round_is_complete_when_the_last_player_has_answered_the_latest_bet() -> None:
    table = third_street(HIGH, *FOUR_UP)
    table.play("S2 posts; S3 raises to 5; S4 calls; S1 folds")
    assert table.all(BettingRoundClosed) == []
    table.play("S2 calls")
    assert table.only(BettingRoundClosed).rule.paragraph == "14.9(e)"
    assert table.pot == 19


@spec("R-14.9-e.2")
def test_a_forced_bettor_whom_everybody_called_has_no_second_turn() -> None:
    table = third_street(HIGH, *FOUR_UP)
    table.play("S2 posts; S3 calls; S4 calls; S1 calls")
    assert table.street == "fourth"


def test_the_forced_bet_may_be_below_the_minimum_wager_but_not_above_it() -> None:
    assert open_round(HIGH, letter(Fixed(500, 1000), forced_bet=500), players=2).street == "third"
    with pytest.raises(HouseRulesError, match="at most the minimum wager"):
        open_round(HIGH, letter(Fixed(500, 1000), forced_bet=600), players=2)
    with pytest.raises(HouseRulesError, match="a forced bet must be posted"):
        open_round(HIGH, letter(Fixed(500, 1000)), players=2)


def test_the_opener_may_open_for_the_full_minimum() -> None:
    table = third_street(HIGH, *FOUR_UP)
    assert table.offers() == {MayFold, MayPostForcedBet, MayBet}
    table.play("S2 bets 5")
    assert table.only(BetMade).to == 500
    assert table.offer(MayRaise).least == 1000


def test_the_house_may_hold_the_opener_to_the_forced_bet() -> None:
    table = third_street(HIGH, *FOUR_UP, opener_may_bet_full=False)
    assert table.offers() == {MayFold, MayPostForcedBet}
    table.refused("S2 bets 5", Code.FORCED_BET_DUE)


def test_the_first_raise_completes_the_forced_bet_to_the_minimum() -> None:
    table = third_street(HIGH, *FOUR_UP)
    table.play("S2 posts")
    table.refused("S3 raises to 7", Code.NOT_THE_POSTED_AMOUNT)
    table.play("S3 raises to 5")
    table.refused("S4 raises to 7", Code.NOT_THE_POSTED_AMOUNT)
    table.play("S4 raises to 10")


def test_a_full_forced_bet_is_raised_by_a_whole_bet() -> None:
    table = open_round(HIGH, letter(Fixed(500, 1000), forced_bet=500), hands=showing(HIGH, *FOUR_UP))
    table.play("S2 posts")
    assert table.offer(MayRaise).least == 1000


def test_a_short_all_in_over_a_full_forced_bet_is_completed() -> None:
    house = letter(Fixed(500, 1000), forced_bet=500, short_stack_dealt_in=True)
    table = open_round(HIGH, house, hands=showing(HIGH, *FOUR_UP), stacks=(100, 100, 7, 100))
    table.play("S2 posts; S3 raises to 7")
    assert table.offer(MayRaise).least == 1000


def test_a_completion_counts_toward_the_raise_cap_by_the_letter() -> None:
    table = third_street(HIGH, *FOUR_UP, max_raises=1)
    table.play("S2 posts; S3 raises to 5")
    assert table.refused("S4 raises to 10", Code.RAISE_CAP).rule.paragraph == "14.17"


def test_a_completion_does_not_count_toward_the_raise_cap_by_custom() -> None:
    house = customary(Fixed(500, 1000), ante=100, forced_bet=200, max_raises=1)
    table = open_round(HIGH, house, hands=showing(HIGH, *FOUR_UP))
    table.play("S2 posts; S3 raises to 5; S4 raises to 10")
    table.refused("S1 raises to 15", Code.RAISE_CAP)


def test_a_forced_bettor_who_folds_still_pays_and_the_others_answer_the_bet() -> None:
    table = third_street(HIGH, *FOUR_UP)
    assert table.offer(MayFold).pays == 200
    table.play("S2 folds")
    assert table.only(ForcedBetPosted).rule.paragraph == "14.15(j)2"
    assert (table.stacks[1], table.turn) == (97, "S3")
    assert table.offer(MayCall).amount == 200


def test_a_forced_bet_left_by_a_folder_goes_to_the_last_player() -> None:
    table = third_street(HIGH, *FOUR_UP)
    table.play("S2 folds; S3 folds; S4 folds")
    assert table.stacks == (105, 97, 99, 99)


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
