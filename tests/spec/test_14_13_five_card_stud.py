"""N.J.A.C. 13:69F-14.13, five-card stud high: four betting rounds, each opened by a bet."""

import pytest

from pokerroom.cards import DECK, parse_cards
from pokerroom.games import NotPermittedError, game, games_of
from pokerroom.play import Code, MayBet, MayCall, MayCheck, MayFold, MayRaise
from pokerroom.play.events import (
    BetMade,
    BettingRoundClosed,
    BettingRoundOpened,
    Called,
    CardBurned,
    CardsDealt,
    DeckRanShort,
    ForcedBetPosted,
    HandShown,
    PotAwarded,
)
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.clauses import Face
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import Fixed, HouseRulesError, customary, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, names, open_round, opening_refused, showing

STUD = game("five-card-stud")
FIVE_TEN = letter(Fixed(500, 1000), ante=100, forced_bet=200)
THREE_HANDS = ("Kc 3d Kd Ks 2h", "?? 3c 8h", "5d Qh Qd 7s 7c")
"""S2 is forced to bet; then queens, kings and two pairs open in turn."""


def opened_by(table: Table) -> tuple[str, str]:
    event = table.last(BettingRoundOpened)
    return names(event.to_act)[0], event.rule.paragraph


def on_third_street(*boards: str) -> Table:
    table = open_round(STUD, FIVE_TEN, hands=showing(STUD, *boards))
    table.stay(until="third")
    return table


@spec("R-14.13-a")
def test_five_card_stud_is_high_only() -> None:
    (stud,) = [each for each in games_of(NJAC_13_69F) if each.family == "five-card-stud"]
    assert [(share.name, share.ranking) for share in stud.shares] == [("high", Ranking.HIGH_FIVE)]
    with pytest.raises(NotPermittedError):
        game("five-card-stud-low")


@spec("R-14.13-b.1")
def test_eight_players_are_dealt_in_and_a_ninth_is_refused() -> None:
    assert len(open_round(STUD, FIVE_TEN, players=8).live) == 8
    refusal = opening_refused(STUD, FIVE_TEN, players=9)
    assert (refusal.code, refusal.paragraph) == (Code.TOO_MANY_PLAYERS, "14.13(b)")
    with pytest.raises(HouseRulesError, match=r"14\.13\(b\)"):
        open_round(STUD, letter(Fixed(500, 1000), forced_bet=200, max_seats=9), players=2)


@spec("R-14.13-c")
def test_one_round_of_cards_goes_down_and_one_up_from_the_dealers_left() -> None:
    table = open_round(STUD, FIVE_TEN, players=3)
    dealt = table.only(CardsDealt)
    assert (dealt.rule.paragraph, dealt.faces) == ("14.13(c)", (Face.DOWN, Face.UP))
    assert (names(dealt.seats), dealt.cards) == (("S1", "S2", "S3"), DECK[:6])
    assert table.state.down == ((DECK[0],), (DECK[1],), (DECK[2],))
    assert table.state.up == ((DECK[3],), (DECK[4],), (DECK[5],))


@spec("R-14.13-d")
def test_the_lowest_up_card_makes_the_forced_bet_and_suits_break_the_tie() -> None:
    table = open_round(STUD, FIVE_TEN, hands=showing(STUD, "3d", "3c", "Qh", "As"))
    assert opened_by(table) == ("S2", "14.13(d)")
    table.refused("S2 checks", Code.FORCED_BET_DUE)
    table.play("S2 posts")
    forced = table.only(ForcedBetPosted)
    assert (forced.amount, forced.rule.paragraph) == (200, "14.13(d)")


@spec("R-14.13-e")
def test_after_the_forced_bet_each_player_clockwise_folds_calls_or_raises() -> None:
    table = open_round(STUD, FIVE_TEN, hands=showing(STUD, "3d", "3c", "Qh"))
    table.play("S2 posts")
    assert (table.turn, table.offers()) == ("S3", {MayFold, MayCall, MayRaise})
    table.refused("S3 checks", Code.BET_TO_ANSWER)
    table.play("S3 raises to 5; S1 calls")
    assert table.all(BettingRoundClosed) == []
    table.play("S2 calls")
    assert table.only(BettingRoundClosed).rule.paragraph == "14.13(e)"
    assert table.last(Called).rule.paragraph == "14.13(e)"


@spec("R-14.13-f.1")
def test_one_card_is_burned_and_every_contender_gets_an_up_card() -> None:
    table = open_round(STUD, FIVE_TEN, hands=showing(STUD, "3d", "8h", "3c", "Qh"))
    table.play("S3 posts; S4 calls; S1 calls; S2 folds")
    _, burn, dealt, opened = table.since(BettingRoundClosed)
    assert isinstance(burn, CardBurned)
    assert isinstance(dealt, CardsDealt)
    assert isinstance(opened, BettingRoundOpened)
    assert (burn.rule.paragraph, dealt.rule.paragraph) == ("14.13(f)", "14.13(f)")
    assert (names(dealt.seats), dealt.faces) == (("S1", "S3", "S4"), (Face.UP,))


@spec("R-14.13-f.2")
def test_the_best_hand_showing_must_bet_and_may_not_check() -> None:
    table = on_third_street("3d Ks", "3c Ah", "Qh Qd")
    assert opened_by(table) == ("S3", "14.13(f)")
    assert table.offers() == {MayFold, MayBet}
    refusal = table.refused("S3 checks", Code.MUST_BET)
    assert refusal.paragraph == "14.13(f)"
    table.play("S3 bets 5")
    assert table.only(BetMade).rule.paragraph == "14.13(f)"
    assert table.offers() == {MayFold, MayCall, MayRaise}


@spec("R-14.13-f.2")
def test_the_house_may_let_the_opener_check() -> None:
    house = letter(Fixed(500, 1000), ante=100, forced_bet=200, five_stud_opener_may_check=True)
    for rules in (house, customary(Fixed(500, 1000), ante=100, forced_bet=200)):
        table = open_round(STUD, rules, hands=showing(STUD, "3d Ks", "3c Ah", "Qh Qd"))
        table.stay(until="third")
        assert table.offers() == {MayFold, MayCheck, MayBet}
        table.play("S3 checks; S1 checks; S2 checks")
        assert table.street == "fourth"


@spec("R-14.13-f.2")
def test_an_opener_who_folds_still_pays_the_minimum_bet() -> None:
    table = on_third_street("3d Ks", "3c Ah", "Qh Qd")
    assert table.offer(MayFold).pays == 500
    table.play("S3 folds")
    assert (table.only(BetMade).to, table.only(BetMade).rule.paragraph) == (500, "14.15(j)2")
    assert (table.turn, table.offer(MayCall).amount) == ("S1", 500)


def test_a_compulsory_bet_left_by_a_folder_goes_to_the_last_player() -> None:
    table = on_third_street("3d Ks", "Qh Qd")
    table.play("S2 folds")
    assert (table.state.over, table.stacks) == (True, (108, 92))


@spec("R-14.13-f.3", "R-14.13-d")
@scenario("F5-04")
def test_equal_boards_go_to_the_seat_nearest_the_dealers_left_whatever_their_suits() -> None:
    assert opened_by(on_third_street("Ah Kd", "As Kc")) == ("S1", "14.13(f)")
    assert opened_by(on_third_street("3c 4d", "Ad Kh", "As Ks")) == ("S2", "14.13(f)")


@spec("R-14.13-g.1", "R-14.13-g.2")
def test_two_more_rounds_go_up_with_a_burn_and_a_betting_round_each() -> None:
    table = open_round(STUD, FIVE_TEN, players=3)
    table.stay(until="fifth")
    dealt, burns = table.all(CardsDealt), table.all(CardBurned)
    assert [event.faces for event in dealt[1:]] == [(Face.UP,)] * 3
    assert [event.rule.paragraph for event in dealt[1:]] == ["14.13(f)", "14.13(g)", "14.13(g)"]
    assert [event.rule.paragraph for event in burns] == ["14.13(f)", "14.13(g)", "14.13(g)"]
    for burn, cards in zip(burns, dealt[1:], strict=True):
        assert table.log.index(cards) == table.log.index(burn) + 1
    assert [(len(down), len(up)) for down, up in zip(table.state.down, table.state.up, strict=True)] == [(1, 4)] * 3
    table.stay()
    assert len(table.all(BettingRoundClosed)) == 4


def test_eight_players_never_run_short() -> None:
    table = open_round(STUD, FIVE_TEN, players=8)
    table.stay()
    assert (table.all(DeckRanShort), table.stub) == ([], 52 - 40 - 3)


@spec("R-14.13-d", "R-14.13-f.2", "R-14.13-h")
@scenario("F5-01")
def test_a_complete_round_of_play_with_compulsory_opening_bets() -> None:
    table = open_round(STUD, FIVE_TEN, hands=THREE_HANDS)
    table.play("S2 posts; S3 calls; S1 calls")
    assert (table.pot, table.turn) == (9, "S3")
    table.refused("S3 checks", Code.MUST_BET)
    table.play("S3 bets 5; S1 calls; S2 folds")
    assert (table.pot, table.turn) == (19, "S1")
    table.refused("S1 checks", Code.MUST_BET)
    table.play("S1 bets 10; S3 calls")
    assert (table.pot, table.turn) == (39, "S3")
    table.refused("S3 checks", Code.MUST_BET)
    table.play("S3 bets 10; S1 calls")
    assert table.pot == 59
    table.play("S3 shows; S1 shows")
    assert names([event.seat for event in table.all(HandShown)]) == ("S3", "S1")
    award = table.only(PotAwarded)
    assert (names(award.seats), award.rule.paragraph) == (("S1",), "14.13(h)")
    assert award.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("Kc Kd Ks 3d 2h"))
    assert table.won() == {"S1": 59}


@scenario("RK-04")
def test_suits_never_break_a_tie_at_the_showdown() -> None:
    table = contest(STUD, ("As Ah Kd Qc 2s", "Ad Ac Kh Qs 2h"), (45, 45))
    award = table.only(PotAwarded)
    assert (award.rule.paragraph, award.odd_rule) == ("14.3(d)", None)
    assert table.won() == {"S1": 45, "S2": 45}


def test_an_odd_dollar_of_tied_hands_goes_to_the_highest_card_by_suit() -> None:
    hands = ("Ad Ac Kh Qs 2h", "As Ah Kd Qc 2s", "?? ??")
    table = contest(STUD, hands, (45, 45, 1), folded=("S3",))
    assert table.won() == {"S1": 45, "S2": 46}
    odd = table.only(PotAwarded).odd_rule
    assert odd is not None
    assert (odd.paragraph, odd.reading) == ("14.3(d)", "AMB-75")
