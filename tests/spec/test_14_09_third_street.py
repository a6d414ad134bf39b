"""N.J.A.C. 13:69F-14.9(a) to (e) and 19:47-14.9 [2006], seven-card stud: seats, the first cards, the forced bet."""

import pytest

from pokerroom.cards import DECK, parse_cards
from pokerroom.games import NotPermittedError, game
from pokerroom.play import (
    Code,
    Deal,
    MayBet,
    MayCall,
    MayFold,
    MayPostForcedBet,
    MayRaise,
    OpenRound,
    Stage,
    cards_due,
    procedure,
)
from pokerroom.play.events import (
    AntesPosted,
    BetMade,
    BettingRoundClosed,
    Called,
    CardsDealt,
    ForcedBetPosted,
    PotAwarded,
    Raised,
)
from pokerroom.rules.clauses import CommonCard, Game
from pokerroom.rules.editions import NJAC_13_69F, NJAC_19_47_2006
from pokerroom.rules.house import Fixed, HouseRulesError, customary, letter
from tests.spec_marks import scenario, spec
from tests.stud import (
    DOWN,
    EIGHT,
    EIGHT_2006,
    FIVE_TEN,
    FOUR_UP,
    HIGH,
    HIGH_2006,
    HIGH_LOW,
    HIGH_LOW_2006,
    LOW,
    UP,
    either_high,
    opened_by,
    third_street,
)
from tests.tables import Table, names, open_round, opening_refused, showing


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
    assert (refusal.code, refusal.paragraph) == (Code.TOO_MANY_PLAYERS, "14.9(b)")


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
    assert refusal.paragraph == "14.9(d)1"
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
    assert table.refused("S4 raises to 10", Code.RAISE_CAP).paragraph == "14.17"


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
