"""N.J.A.C. 13:69F-14.13A, mambo stud: three cards, a community card, high and six-or-better low."""

import pytest

from pokerroom.cards import DECK, parse_cards
from pokerroom.games import NotPermittedError, game
from pokerroom.play import Code, MayBet, MayCall, MayCheck, MayFold, MayRaise, Role, seen_by
from pokerroom.play.events import (
    BettingRoundClosed,
    BettingRoundOpened,
    Called,
    CardBurned,
    CardsDealt,
    Checked,
    CommunityDealt,
    DeckRanShort,
    ForcedBetPosted,
    PotAwarded,
    Raised,
)
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.clauses import Face
from pokerroom.rules.house import Fixed, HouseRulesError, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, names, open_round, opening_refused, showing

MAMBO = game("mambo-stud")
FIVE_TEN = letter(Fixed(500, 1000), ante=100, forced_bet=200)


def opened_by(table: Table) -> tuple[str, str]:
    event = table.last(BettingRoundOpened)
    return names(event.to_act)[0], event.rule.paragraph


def with_upcards(*upcards: str, community: str = "") -> Table:
    """Three cards each, one of them up: a card down, this one up, another down."""
    return open_round(MAMBO, FIVE_TEN, hands=tuple(f"?? {card} ??" for card in upcards), board=community)


@spec("R-14.13A-a")
def test_every_card_and_every_turn_of_mambo_rests_on_its_own_section() -> None:
    table = open_round(MAMBO, FIVE_TEN, players=3)
    table.stay()
    kinds = (CardsDealt, CardBurned, CommunityDealt, BettingRoundOpened, ForcedBetPosted, Called, Checked)
    rules = [event.rule.paragraph for event in table.log if isinstance(event, kinds)]
    assert len(rules) > 12
    assert all(paragraph.startswith("14.13A(") for paragraph in rules)
    assert MAMBO.permitted.paragraph == "14.8(a)6"
    with pytest.raises(NotPermittedError):
        game("mambo-stud-high")


@spec("R-14.13A-b.1")
def test_eleven_players_are_dealt_in_and_a_twelfth_is_refused() -> None:
    assert len(open_round(MAMBO, FIVE_TEN, players=11).live) == 11
    refusal = opening_refused(MAMBO, FIVE_TEN, players=12)
    assert (refusal.code, refusal.paragraph) == (Code.TOO_MANY_PLAYERS, "14.13A(b)")


@spec("R-14.13A-b.1")
def test_the_house_may_seat_fewer_but_not_more() -> None:
    nine = letter(Fixed(500, 1000), forced_bet=200, max_seats=9)
    assert len(open_round(MAMBO, nine, players=9).live) == 9
    assert opening_refused(MAMBO, nine, players=10).code is Code.TOO_MANY_PLAYERS
    with pytest.raises(HouseRulesError, match=r"14\.13A\(b\)"):
        open_round(MAMBO, letter(Fixed(500, 1000), forced_bet=200, max_seats=12), players=2)


@spec("R-14.13A-c")
def test_one_round_of_cards_goes_down_and_one_up_from_the_dealers_left() -> None:
    table = open_round(MAMBO, FIVE_TEN, players=11)
    dealt = table.only(CardsDealt)
    assert (dealt.rule.paragraph, dealt.faces) == ("14.13A(c)", (Face.DOWN, Face.UP))
    assert (dealt.seats, dealt.cards) == (tuple(range(11)), DECK[:22])
    assert (table.state.down[0], table.state.up[0]) == ((DECK[0],), (DECK[11],))


@spec("R-14.13A-d.1", "R-14.13A-d.2")
def test_the_lowest_up_card_makes_the_forced_bet_ace_high_and_clubs_lowest() -> None:
    table = open_round(MAMBO, FIVE_TEN, hands=showing(MAMBO, "4d", "Kh", "4c", "As"))
    assert opened_by(table) == ("S3", "14.13A(d)")
    table.refused("S3 checks", Code.FORCED_BET_DUE)
    table.play("S3 posts")
    forced = table.only(ForcedBetPosted)
    assert (forced.amount, forced.rule.paragraph) == (200, "14.13A(d)")


@spec("R-14.13A-e")
def test_after_the_forced_bet_each_player_clockwise_folds_calls_or_raises() -> None:
    table = open_round(MAMBO, FIVE_TEN, hands=showing(MAMBO, "4d", "Kh", "4c", "As"))
    table.play("S3 posts")
    assert (table.turn, table.offers()) == ("S4", {MayFold, MayCall, MayRaise})
    table.refused("S4 checks", Code.BET_TO_ANSWER)
    table.play("S4 raises to 5; S1 folds; S2 calls")
    assert table.all(BettingRoundClosed) == []
    table.play("S3 calls")
    assert table.only(BettingRoundClosed).rule.paragraph == "14.13A(e)"
    assert [table.last(Called).rule.paragraph, table.last(Raised).rule.paragraph] == ["14.13A(e)"] * 2


@spec("R-14.13A-f.1")
def test_one_card_is_burned_and_every_contender_gets_a_third_card_face_down() -> None:
    table = open_round(MAMBO, FIVE_TEN, hands=showing(MAMBO, "4d", "Kh", "4c", "As"))
    table.play("S3 posts; S4 calls; S1 calls; S2 folds")
    _, burn, dealt, opened = table.since(BettingRoundClosed)
    assert isinstance(burn, CardBurned)
    assert isinstance(dealt, CardsDealt)
    assert isinstance(opened, BettingRoundOpened)
    assert (burn.rule.paragraph, dealt.rule.paragraph) == ("14.13A(f)", "14.13A(f)")
    assert (names(dealt.seats), dealt.faces) == (("S1", "S3", "S4"), (Face.DOWN,))
    hidden = seen_by(dealt, Role.SPECTATOR)
    assert isinstance(hidden, CardsDealt)
    assert not set(hidden.cards) & set(dealt.cards)


@spec("R-14.13A-f.2", "R-14.13A-h-2")
@scenario("MB-02")
@pytest.mark.parametrize("community", ["7c", "As"], ids=["no pair", "both pair aces"])
def test_suits_break_the_tie_in_the_second_round_and_position_in_the_third(community: str) -> None:
    table = with_upcards("Jd", "Ad", "Ah", community=community)
    table.stay(until="third")
    assert opened_by(table) == ("S3", "14.13A(f)")
    assert table.offers() == {MayFold, MayCheck, MayBet}
    table.stay(until="community")
    assert opened_by(table) == ("S2", "14.13A(h)2")
    assert table.offers() == {MayFold, MayCheck, MayBet}


@spec("R-14.13A-g.1")
def test_players_may_check_until_a_bet_and_then_fold_call_or_raise() -> None:
    table = with_upcards("Ad", "Kh", "4c")
    table.stay(until="third")
    table.play("S1 checks")
    assert table.offers() == {MayFold, MayCheck, MayBet}
    table.play("S2 bets 10")
    assert table.offers() == {MayFold, MayCall, MayRaise}
    table.refused("S3 checks", Code.BET_TO_ANSWER)
    table.play("S3 calls; S1 raises to 20; S2 folds; S3 calls")
    assert {table.last(Checked).rule.paragraph, table.last(Called).rule.paragraph} == {"14.13A(g)"}
    assert table.street == "community"


@spec("R-14.13A-g.2")
def test_the_round_is_complete_when_all_have_checked_or_answered() -> None:
    table = with_upcards("Ad", "Kh", "4c", community="7c")
    table.stay(until="third")
    pot = table.pot
    table.play("S1 checks; S2 checks")
    assert len(table.all(BettingRoundClosed)) == 1
    table.play("S3 checks")
    assert len(table.all(BettingRoundClosed)) == 2
    assert table.last(BettingRoundClosed).rule.paragraph == "14.13A(g)"
    assert (table.street, table.pot) == ("community", pot)
    table.play("S1 bets 10; S2 folds")
    assert len(table.all(BettingRoundClosed)) == 2
    table.play("S3 calls")
    assert len(table.all(BettingRoundClosed)) == 3


@spec("R-14.13A-h.1")
def test_one_card_is_burned_and_one_community_card_is_dealt_face_up() -> None:
    table = with_upcards("Ad", "Kh", "4c", community="7c")
    table.stay(until="community")
    _, burn, community, opened = table.since(BettingRoundClosed)
    assert isinstance(burn, CardBurned)
    assert isinstance(community, CommunityDealt)
    assert isinstance(opened, BettingRoundOpened)
    assert (burn.rule.paragraph, community.rule.paragraph) == ("14.13A(h)", "14.13A(h)")
    assert table.state.board == parse_cards("7c")
    assert len(table.state.burns) == 2


@spec("R-14.13A-h-1")
def test_a_pair_with_the_community_card_opens_the_last_round_or_else_the_highest_up_card() -> None:
    table = with_upcards("4d", "Kh", "4c", "As", community="Kd")
    table.stay(until="community")
    assert opened_by(table) == ("S2", "14.13A(h)1")
    table = with_upcards("4d", "Kh", "4c", "As", community="Qd")
    table.stay(until="community")
    assert opened_by(table) == ("S4", "14.13A(h)1")


@spec("R-14.13A-h-1")
def test_a_low_pair_opens_before_a_higher_up_card_and_hidden_pairs_do_not_count() -> None:
    hands = ("Ac As 9d", "2c 4d 3h", "Kc Kh Ks")
    table = open_round(MAMBO, FIVE_TEN, hands=hands, board="4h")
    table.stay(until="community")
    assert opened_by(table) == ("S2", "14.13A(h)1")


@spec("R-14.13A-i")
def test_the_last_round_is_completed_like_the_second() -> None:
    table = with_upcards("Ad", "Kh", "4c", community="7c")
    table.stay(until="community")
    table.play("S1 checks")
    assert table.offers() == {MayFold, MayCheck, MayBet}
    assert table.offer(MayCheck).rule.paragraph == "14.13A(i)"
    table.play("S2 bets 10")
    assert table.offers() == {MayFold, MayCall, MayRaise}
    table.play("S3 calls; S1 calls")
    assert table.last(BettingRoundClosed).rule.paragraph == "14.13A(i)"


@scenario("MB-08")
def test_eleven_players_never_run_short() -> None:
    table = open_round(MAMBO, FIVE_TEN, players=11)
    table.stay()
    assert (table.all(DeckRanShort), table.stub) == ([], 52 - 36)
    assert len(table.all(BettingRoundClosed)) == 3


@spec("R-14.13A-j.1", "R-14.13A-j.2", "R-14.13A-j-1", "R-14.13A-l.2")
@scenario("MB-03")
def test_any_three_of_own_cards_and_the_community_card_contend_for_each_half() -> None:
    hands = ("As 4s 5s", "Kh Kc 2d", "3h 2c 6d", "?? ??")
    table = contest(MAMBO, hands, (15, 15, 15, 2), board="Kd", folded=("S4",))
    high, low = table.all(PotAwarded)
    assert high.strength == rank_hand(Ranking.HIGH_THREE, parse_cards("Kh Kc Kd"))
    assert low.strength == rank_hand(Ranking.LOW_THREE, parse_cards("5s 4s As"))
    assert (high.rule.paragraph, low.rule.paragraph) == ("14.13A(j)", "14.13A(j)")
    assert table.won() == {"S1": 23, "S2": 24}


@spec("R-14.13A-j.2")
def test_an_even_pot_is_halved() -> None:
    table = contest(MAMBO, ("As 4s 5s", "Kh Kc 2d"), (23, 23), board="Kd")
    assert (table.won("high"), table.won("low")) == ({"S2": 23}, {"S1": 23})


@spec("R-14.13A-j-1")
def test_the_award_says_why_the_odd_dollar_went_to_the_high_hand() -> None:
    hands = ("As 4s 5s", "Kh Kc 2d", "3h 2c 6d", "?? ??")
    high, low = contest(MAMBO, hands, (15, 15, 15, 2), board="Kd", folded=("S4",)).all(PotAwarded)
    assert high.odd_rule is not None
    assert (high.odd_rule.paragraph, low.odd_rule) == ("14.13A(j)1", None)


@spec("R-14.13A-j.1", "R-14.13A-l.2")
def test_the_community_card_need_not_be_used_and_an_ace_counts_both_ways() -> None:
    table = contest(MAMBO, ("As 4s 5s", "Qh Qc 9d"), (10, 10), board="Kd")
    high, low = table.all(PotAwarded)
    assert high.strength == rank_hand(Ranking.HIGH_THREE, parse_cards("As 5s 4s"))
    assert low.strength == rank_hand(Ranking.LOW_THREE, parse_cards("5s 4s As"))
    assert table.won() == {"S1": 20}


@spec("R-14.13A-j-1", "R-14.13A-j-2", "R-14.13A-j-4")
@scenario("MB-06")
def test_tied_highs_share_and_the_odd_dollar_goes_to_the_highest_card_by_suit() -> None:
    hands = ("6h 5s 4d", "6c 5h 4s", "3c 2d Ac", "?? ??")
    table = contest(MAMBO, hands, (17, 17, 17, 2), board="Th", folded=("S4",))
    assert (table.won("high"), table.won("low")) == ({"S1": 14, "S2": 13}, {"S3": 26})
    odd = table.all(PotAwarded)[0].odd_rule
    assert odd is not None
    assert odd.paragraph == "14.13A(j)2"


@spec("R-14.13A-j-4")
@pytest.mark.parametrize(
    ("first", "second", "to"),
    [("6s 5d 4d", "6c 5h 4s", "S1"), ("6c 5h 4s", "6d 5s 4h", "S2"), ("6d 5s 4h", "6h 5h 4s", "S2")],
)
def test_spades_rank_over_hearts_over_diamonds_over_clubs_for_the_odd_dollar(first: str, second: str, to: str) -> None:
    table = contest(MAMBO, (first, second, "3c 2d Ac", "?? ??"), (17, 17, 17, 2), board="Tc", folded=("S4",))
    assert table.won("high")[to] == 14


@spec("R-14.13A-j-3", "R-14.13A-j-4")
def test_tied_lows_share_and_the_odd_dollar_goes_to_the_lowest_card_by_suit() -> None:
    table = contest(MAMBO, ("Kh Kc Qs", "As 3h 4d", "Ac 3d 4h"), (18, 18, 18), board="Kd")
    assert (table.won("high"), table.won("low")) == ({"S1": 27}, {"S2": 13, "S3": 14})
    odd = table.all(PotAwarded)[1].odd_rule
    assert odd is not None
    assert odd.paragraph == "14.13A(j)3"


def test_a_shared_community_card_does_not_decide_the_odd_dollar() -> None:
    # Both lows are 4-3-A with the community ace: the threes decide, clubs under hearts.
    table = contest(MAMBO, ("Kh Kc Ks", "3h 4c Qd", "3c 4h Qh"), (18, 18, 18), board="Ad")
    assert table.won("low") == {"S2": 13, "S3": 14}


@spec("R-14.13A-k.2")
def test_without_a_qualifying_low_the_high_hand_takes_everything() -> None:
    hands = ("As 7s 5s", "Kh Kc 2d", "3h 3c 6d", "?? ??")
    table = contest(MAMBO, hands, (15, 15, 15, 2), board="Kd", folded=("S4",))
    assert table.only(PotAwarded).share == "high"
    assert table.won() == {"S2": 47}


@spec("R-14.13A-k.2")
def test_the_award_says_that_no_low_qualified() -> None:
    table = contest(MAMBO, ("As 7s 5s", "Kh Kc 2d"), (15, 15), board="Kd")
    assert table.only(PotAwarded).rule.paragraph == "14.13A(k)"


@spec("R-14.13A-l.1")
@scenario("MB-05")
def test_straights_count_for_high_and_are_ignored_for_low() -> None:
    table = contest(MAMBO, ("2h 3d 4c", "Ah 2d 3c"), (15, 15), board="9s")
    assert (table.won("high"), table.won("low")) == ({"S1": 15}, {"S2": 15})


@spec("R-14.13A-l.1")
def test_one_group_of_three_may_win_both_halves() -> None:
    table = contest(MAMBO, ("2h 3d 4c", "Kh Jc 9d"), (15, 15), board="9s")
    straight = parse_cards("4c 3d 2h")
    high, low = table.all(PotAwarded)
    assert high.strength == rank_hand(Ranking.HIGH_THREE, straight)
    assert low.strength == rank_hand(Ranking.LOW_THREE, straight)
    assert table.won() == {"S1": 30}


@spec("R-14.13A-l.1")
def test_two_different_groups_of_three_may_win_both_halves() -> None:
    table = contest(MAMBO, ("Ah Kh 4c", "Qd Jc 9d"), (15, 15), board="2h")
    high, low = table.all(PotAwarded)
    assert high.strength == rank_hand(Ranking.HIGH_THREE, parse_cards("Ah Kh 2h"))
    assert low.strength == rank_hand(Ranking.LOW_THREE, parse_cards("4c 2h Ah"))
    assert table.won() == {"S1": 30}
