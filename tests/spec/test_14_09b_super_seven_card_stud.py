"""N.J.A.C. 13:69F-14.9B, super seven-card stud: four down and one up, two given up to play."""

import pytest

from pokerroom.cards import DECK, parse_cards
from pokerroom.games import NotPermittedError, game, games_of
from pokerroom.play import (
    Call,
    Code,
    MayBet,
    MayCall,
    MayCheck,
    MayFold,
    MayPostForcedBet,
    MayRaise,
    MustDiscard,
    Refusal,
    Stage,
    perform,
    reshuffle_pool,
)
from pokerroom.play.events import (
    BettingRoundClosed,
    BettingRoundOpened,
    Called,
    CardBurned,
    CardsDealt,
    Checked,
    CommonCardDealt,
    DeckRanShort,
    DeckReshuffled,
    Discarded,
    DiscardsDue,
    ForcedBetPosted,
    PotAwarded,
    Raised,
)
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.clauses import Face, Game
from pokerroom.rules.editions import NJAC_13_69F, SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed, HouseRulesError, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, name, names, open_round, opening_refused, seat, showing

DOWN, UP = Face.DOWN, Face.UP

HIGH = game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT)
LOW = game("super-seven-card-stud-low", SUPER_STUD_AMENDMENT)
HIGH_LOW = game("super-seven-card-stud-high-low", SUPER_STUD_AMENDMENT)
EIGHT = game("super-seven-card-stud-high-low-eight", SUPER_STUD_AMENDMENT)

FIVE_TEN = letter(Fixed(500, 1000), ante=100, forced_bet=200)

FIVE_HANDS = (
    "As Ah 5c 6c 9h",
    "Jc Jd 8c 8d Kd",
    "Ks Kh 5d 6d 2c",
    "Ac Ad 5h 6h 7s",
    "Tc Td 8h 8s Qh",
)
"""S3 opens with the two of clubs; S4 is next to act."""


def five_players(**settings: object) -> Table:
    house = letter(Fixed(500, 1000), ante=100, forced_bet=200, **settings)
    return open_round(HIGH, house, hands=FIVE_HANDS)


def everybody_stays(*, until: str, **settings: object) -> Table:
    table = open_round(HIGH, letter(Fixed(500, 1000), forced_bet=200, **settings), players=7)
    table.stay(until=until)
    return table


def opened_by(table: Table) -> tuple[str, str]:
    event = table.last(BettingRoundOpened)
    return names(event.to_act)[0], event.rule.paragraph


def held(table: Table, who: str) -> tuple[int, int]:
    """How many cards a player has down and up."""
    return len(table.state.down[seat(who)]), len(table.state.up[seat(who)])


@spec("RSS-14.9B-a")
def test_the_amendment_has_four_variations_and_the_current_text_none() -> None:
    assert games_of(SUPER_STUD_AMENDMENT) == (HIGH, LOW, HIGH_LOW, EIGHT)
    assert {stud.permitted.paragraph for stud in (HIGH, LOW, HIGH_LOW, EIGHT)} == {"14.9B(a)"}
    with pytest.raises(NotPermittedError, match="13:69F-super-stud-amendment"):
        game(HIGH.key, NJAC_13_69F)


@spec("RSS-14.9B-b.1")
def test_seven_players_are_dealt_in_and_an_eighth_is_refused() -> None:
    assert len(open_round(HIGH, FIVE_TEN, players=7).live) == 7
    refusal = opening_refused(HIGH, FIVE_TEN, players=8)
    assert (refusal.code, refusal.paragraph) == (Code.TOO_MANY_PLAYERS, "14.9B(b)")


@spec("RSS-14.9B-b.1")
def test_the_house_may_seat_fewer_but_not_more() -> None:
    five = letter(Fixed(500, 1000), forced_bet=200, max_seats=5)
    assert opening_refused(HIGH, five, players=6).code is Code.TOO_MANY_PLAYERS
    with pytest.raises(HouseRulesError, match=r"14\.9B\(b\)"):
        open_round(HIGH, letter(Fixed(500, 1000), forced_bet=200, max_seats=8), players=2)


@spec("RSS-14.9B-c")
def test_four_rounds_of_cards_go_down_and_one_up_from_the_dealers_left() -> None:
    table = open_round(HIGH, FIVE_TEN, players=7)
    dealt = table.only(CardsDealt)
    assert dealt.rule.paragraph == "14.9B(c)"
    assert (dealt.faces, dealt.cards) == ((DOWN, DOWN, DOWN, DOWN, UP), DECK[:35])
    assert names(dealt.seats) == ("S1", "S2", "S3", "S4", "S5", "S6", "S7")
    assert (table.state.down[0], table.state.up[0]) == ((DECK[0], DECK[7], DECK[14], DECK[21]), (DECK[28],))


@spec("RSS-14.9B-d.1", "RSS-14.9B-d-1")
def test_in_high_the_lowest_up_card_opens_and_suits_break_the_tie() -> None:
    table = open_round(HIGH, FIVE_TEN, hands=showing(HIGH, "Ad", "2s", "2h", "Kc", "Kd"))
    assert opened_by(table) == ("S3", "14.9B(d)1")
    table.play("S3 posts")
    forced = table.only(ForcedBetPosted)
    assert (forced.amount, forced.rule.paragraph) == (200, "14.9B(d)1")


@spec("RSS-14.9B-d.1", "RSS-14.9B-d-2", "RSS-14.9B-d-3", "RSS-14.9B-d-4")
@pytest.mark.parametrize(("stud", "rule"), [(LOW, "14.9B(d)2"), (HIGH_LOW, "14.9B(d)3"), (EIGHT, "14.9B(d)4")], ids=str)
def test_in_low_and_both_splits_the_highest_up_card_opens_with_the_ace_below_a_two(stud: Game, rule: str) -> None:
    table = open_round(stud, FIVE_TEN, hands=showing(stud, "Ad", "2s", "2h", "Kc", "Kd"))
    assert opened_by(table) == ("S5", rule)


def test_in_low_the_text_places_the_ace_so_the_house_may_not() -> None:
    house = letter(Fixed(500, 1000), forced_bet=200, stud_low_opener_ace="high")
    table = open_round(LOW, house, hands=showing(LOW, "Ad", "2s", "Kd"))
    assert opened_by(table)[0] == "S3"


@spec("RSS-14.9B-d-4")
@scenario("ST-04")
def test_super_eight_or_better_is_opened_by_the_highest_card_unlike_the_regular_game() -> None:
    regular = game("seven-card-stud-high-low-eight")
    upcards = ("As", "2d", "2h", "Kc")
    assert opened_by(open_round(EIGHT, FIVE_TEN, hands=showing(EIGHT, *upcards)))[0] == "S4"
    assert opened_by(open_round(regular, FIVE_TEN, hands=showing(regular, *upcards)))[0] == "S2"


@spec("RSS-14.9B-e.1")
def test_after_the_forced_bet_each_player_clockwise_folds_calls_or_raises() -> None:
    table = five_players()
    table.play("S3 posts")
    assert (table.turn, table.offers()) == ("S4", {MayFold, MayCall, MayRaise})
    assert (table.offer(MayCall).discard, table.offer(MayRaise).discard) == (2, 2)
    assert table.offer(MayCall).rule.paragraph == "14.9B(e)"
    table.refused("S4 checks", Code.BET_TO_ANSWER)


@spec("RSS-14.9B-e.1", "RSS-14.9B-e.2", "RSS-14.9B-e.3")
@scenario("SS-01")
def test_two_down_cards_are_given_up_on_the_first_call_or_raise_and_only_then() -> None:
    table = five_players()
    table.play("S3 posts; S4 calls giving up Ac 5h; S5 folds; S1 raises to 5 giving up 5c 6c; S2 folds")
    table.play("S3 calls giving up Ks 5d")
    assert (table.turn, table.offer(MayCall).discard) == ("S4", 0)
    table.refused("S4 calls giving up Ad 6h", Code.DISCARD_NOT_DUE)
    assert [held(table, who) for who in ("S1", "S3", "S4")] == [(2, 1)] * 3
    table.play("S4 calls")
    discards = table.all(Discarded)
    assert names([event.seat for event in discards]) == ("S4", "S1", "S3")
    assert {event.rule.paragraph for event in discards} == {"14.9B(e)"}
    assert table.all(DiscardsDue) == []
    assert table.only(BettingRoundClosed).rule.paragraph == "14.9B(e)"
    assert [len(cards) for cards in table.state.muck] == [2, 5, 2, 2, 5]
    assert len(table.all(CardsDealt)[0].cards) == 25


@spec("RSS-14.9B-e.2")
def test_the_discard_comes_in_turn_with_the_call_or_raise_it_pays_for() -> None:
    table = five_players()
    table.play("S3 posts; S4 calls giving up Ac 5h; S5 raises to 5 giving up Tc 8h")
    kinds = [type(event) for event in table.log[-4:]]
    assert kinds == [Discarded, Called, Discarded, Raised]


@spec("RSS-14.9B-e.2")
@scenario("SS-03")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("S4 calls", Code.DISCARD_DUE),
        ("S4 raises to 5", Code.DISCARD_DUE),
        ("S4 calls giving up 7s Ac", Code.NOT_A_DOWN_CARD),
        ("S4 calls giving up Ac", Code.WRONG_NUMBER_OF_CARDS),
        ("S4 calls giving up Ac Ad 5h", Code.WRONG_NUMBER_OF_CARDS),
        ("S4 calls giving up Ac As", Code.NOT_YOUR_CARD),
        ("S5 calls giving up Tc Td", Code.NOT_YOUR_TURN),
        ("S5 gives up Tc Td", Code.NOT_NOW),
    ],
)
def test_anything_but_two_of_the_players_own_down_cards_in_turn_is_refused(action: str, code: Code) -> None:
    table = five_players()
    table.play("S3 posts")
    refusal = table.refused(action, code)
    if code not in {Code.NOT_YOUR_TURN, Code.NOT_NOW}:
        assert refusal.paragraph == "14.9B(e)"


@spec("RSS-14.9B-e.2")
@scenario("SS-03")
def test_one_card_cannot_be_given_up_twice() -> None:
    table = five_players()
    table.play("S3 posts")
    (ace,) = parse_cards("Ac")
    outcome = perform(table.state, Call(seat("S4"), (ace, ace)))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.NOT_YOUR_CARD


@spec("RSS-14.9B-e.2")
@scenario("SS-03")
def test_exactly_two_down_cards_are_accepted() -> None:
    table = five_players()
    table.play("S3 posts; S4 calls giving up Ad 6h")
    assert table.only(Discarded).cards == parse_cards("Ad 6h")
    assert table.state.down[3] == parse_cards("Ac 5h")


@spec("RSS-14.9B-e.3")
def test_a_forced_bettor_nobody_raised_gives_up_two_cards_before_the_fourth_is_dealt() -> None:
    table = five_players()
    table.play("S3 posts; S4 calls giving up Ac 5h; S5 folds; S1 calls giving up 5c 6c; S2 folds")
    assert (table.state.stage, table.turn) == (Stage.DISCARDING, "S3")
    due = table.only(DiscardsDue)
    assert (names(due.seats), due.rule.paragraph) == (("S3",), "14.9B(e)")
    assert table.offer(MustDiscard).count == 2
    assert len(table.all(CardsDealt)) == 1
    table.refused("S3 gives up 2c 5d", Code.NOT_A_DOWN_CARD)
    table.refused("S4 gives up Ad 6h", Code.NOT_YOUR_TURN)
    table.play("S3 gives up Ks 5d")
    assert (table.street, [held(table, who) for who in table.live]) == ("fourth", [(2, 2)] * 3)


def test_the_house_may_have_the_forced_bettor_discard_with_the_bet() -> None:
    table = five_players(forced_bettor_discard="with-bet")
    assert table.offer(MayPostForcedBet).discard == 2
    table.refused("S3 posts", Code.DISCARD_DUE)
    table.play("S3 posts giving up Ks 5d; S4 calls giving up Ac 5h; S5 folds; S1 folds; S2 folds")
    assert table.all(DiscardsDue) == []
    assert table.street == "fourth"


def test_an_opener_who_bets_in_full_may_keep_their_cards_until_the_betting_closes() -> None:
    table = five_players()
    table.play("S3 bets 5; S4 calls giving up Ac 5h; S5 folds; S1 folds; S2 folds")
    assert names(table.only(DiscardsDue).seats) == ("S3",)


def test_a_player_all_in_on_the_ante_gives_up_two_cards_when_the_betting_closes() -> None:
    house = letter(Fixed(500, 1000), ante=100, forced_bet=200, short_stack_dealt_in=True)
    table = open_round(HIGH, house, hands=FIVE_HANDS, stacks=(100, 100, 100, 100, 1))
    table.play("S3 posts; S4 calls giving up Ac 5h; S1 folds; S2 folds")
    assert names(table.only(DiscardsDue).seats) == ("S3", "S5")
    table.play("S3 gives up Ks 5d; S5 gives up Tc Td")
    assert [held(table, who) for who in table.live] == [(2, 2)] * 3


def test_a_player_left_alone_gives_up_no_cards() -> None:
    table = five_players()
    table.play("S3 posts; S4 folds; S5 folds; S1 folds; S2 folds")
    assert (table.state.over, table.all(DiscardsDue), table.won()) == (True, [], {"S3": 5})


@spec("RSS-14.9B-f.1")
def test_one_card_is_burned_and_every_contender_gets_an_up_card_from_the_dealers_left() -> None:
    table = five_players()
    table.play("S3 posts; S4 calls giving up Ac 5h; S5 folds; S1 calls giving up 5c 6c; S2 folds")
    table.play("S3 gives up Ks 5d")
    burn, dealt, opened = table.log[-3:]
    assert isinstance(burn, CardBurned)
    assert isinstance(dealt, CardsDealt)
    assert isinstance(opened, BettingRoundOpened)
    assert (burn.rule.paragraph, dealt.rule.paragraph) == ("14.9B(f)", "14.9B(f)")
    assert (names(dealt.seats), dealt.faces) == (("S1", "S3", "S4"), (UP,))
    assert [held(table, who) for who in table.live] == [(2, 2)] * 3


@spec("RSS-14.9B-f-1", "RSS-14.9B-f-2")
@scenario("SS-07")
@pytest.mark.parametrize(
    ("stud", "opener"),
    [
        (HIGH, ("S1", "14.9B(f)1")),
        (HIGH_LOW, ("S1", "14.9B(f)1")),
        (EIGHT, ("S1", "14.9B(f)1")),
        (LOW, ("S2", "14.9B(f)2")),
    ],
    ids=lambda value: value.key if isinstance(value, Game) else "",
)
def test_the_best_hand_showing_bets_or_checks_and_in_low_the_best_low(stud: Game, opener: tuple[str, str]) -> None:
    table = open_round(stud, FIVE_TEN, hands=showing(stud, "3c 3d", "8h 6s", "Ks 2d"))
    table.stay(until="fourth")
    assert opened_by(table) == opener
    assert table.offers() == {MayFold, MayCheck, MayBet}


@spec("RSS-14.9B-f-3", "RSS-14.9B-d.1")
@pytest.mark.parametrize(("stud", "boards"), [(HIGH, ("9c 9d", "Kd 4s", "9h 9s")), (LOW, ("8c 6d", "Ks 4s", "8h 6s"))])
def test_equal_boards_go_to_the_seat_nearest_the_dealers_left_whatever_their_suits(
    stud: Game, boards: tuple[str, ...]
) -> None:
    table = open_round(stud, FIVE_TEN, hands=showing(stud, *boards))
    table.stay(until="fourth")
    assert opened_by(table) == ("S1", "14.9B(f)3")


@spec("RSS-14.9B-g")
def test_players_may_check_until_a_bet_and_then_fold_call_or_raise() -> None:
    table = open_round(HIGH, FIVE_TEN, hands=showing(HIGH, "9c 9d", "Kd 4s", "Jh 3s"))
    table.stay(until="fourth")
    table.play("S1 checks")
    assert table.offers() == {MayFold, MayCheck, MayBet}
    table.play("S2 bets 5")
    assert table.offers() == {MayFold, MayCall, MayRaise}
    table.refused("S3 checks", Code.BET_TO_ANSWER)
    table.play("S3 calls; S1 calls")
    answers = (table.last(Checked), table.last(Called), table.last(BettingRoundClosed))
    assert [event.rule.paragraph for event in answers] == ["14.9B(g)"] * 3
    assert table.street == "fifth"


@spec("RSS-14.9B-h.1")
def test_two_rounds_go_up_and_one_down_with_a_burn_and_a_betting_round_each() -> None:
    table = open_round(HIGH, FIVE_TEN, players=3)
    table.stay(until="seventh")
    dealt, burns = table.all(CardsDealt), table.all(CardBurned)
    assert [event.faces for event in dealt[1:]] == [(UP,), (UP,), (UP,), (DOWN,)]
    assert [event.rule.paragraph for event in dealt[2:]] == ["14.9B(h)"] * 3
    assert [event.rule.paragraph for event in burns] == ["14.9B(f)", "14.9B(h)", "14.9B(h)", "14.9B(h)"]
    for burn, cards in zip(burns, dealt[1:], strict=True):
        assert table.log.index(cards) == table.log.index(burn) + 1
    assert [held(table, who) for who in table.live] == [(3, 4)] * 3
    table.stay()
    assert len(table.all(BettingRoundClosed)) == 5


@spec("RSS-14.9B-c", "RSS-14.9B-h.2")
@scenario("SS-04")
def test_seven_players_who_all_stay_have_muck_and_burn_cards_back_on_sixth_street() -> None:
    table = open_round(HIGH, FIVE_TEN, players=7)
    assert table.stub == 17
    table.stay(until="fourth")
    assert table.stub == 9
    table.stay(until="fifth")
    assert table.stub == 1
    table.finish_betting()
    short = table.only(DeckRanShort)
    assert (short.rule.paragraph, len(short.waiting), table.stub) == ("14.9B(h)", 7, 0)
    assert isinstance(table.log[-2], CardBurned)
    pool = reshuffle_pool(table.state).cards
    assert len(pool) == 17
    assert sorted(pool) == sorted([*table.state.burns, *(card for mine in table.state.muck for card in mine)])
    table.stay(until="sixth")
    reshuffled, burn, dealt, _ = table.since(DeckReshuffled)
    assert isinstance(reshuffled, DeckReshuffled)
    assert isinstance(burn, CardBurned)
    assert isinstance(dealt, CardsDealt)
    assert (len(dealt.seats), table.stub) == (7, 9)
    table.stay(until="seventh")
    assert (table.stub, table.all(CommonCardDealt)) == (1, [])
    assert [held(table, who) for who in table.live] == [(3, 4)] * 7


@spec("RSS-14.9B-h.2")
def test_the_deal_goes_on_at_the_seat_where_the_deck_ran_out() -> None:
    table = open_round(HIGH, FIVE_TEN, players=7)
    table.play("S1 posts; S2 folds")
    table.stay(until="fifth")
    assert table.stub == 3
    table.finish_betting()
    assert names(table.last(CardsDealt).seats) == ("S1", "S3")
    assert names(table.only(DeckRanShort).waiting) == ("S4", "S5", "S6", "S7")
    # S2's five cards, two discards of each of the six others, and three burn cards.
    assert len(reshuffle_pool(table.state).cards) == 5 + 12 + 3
    table.stay(until="sixth")
    assert names(table.last(CardsDealt).seats) == ("S4", "S5", "S6", "S7")
    assert table.stub == 20 - 1 - 4
    assert [held(table, who) for who in table.live] == [(2, 4)] * 6


def test_the_house_may_reshuffle_before_the_street_that_would_run_short() -> None:
    table = open_round(HIGH, letter(Fixed(500, 1000), forced_bet=200, super_reshuffle="before-street"), players=7)
    table.play("S1 posts; S2 folds")
    table.stay(until="fifth")
    table.finish_betting()
    assert len(table.only(DeckRanShort).waiting) == 6
    # The three cards left join in: nothing of the street was dealt before the shuffle.
    assert len(reshuffle_pool(table.state).cards) == 3 + 5 + 12 + 2
    table.stay(until="sixth")
    assert names(table.last(CardsDealt).seats) == ("S1", "S3", "S4", "S5", "S6", "S7")


def test_a_players_own_discards_may_come_back_to_them() -> None:
    table = everybody_stays(until="fifth")
    own = table.state.muck[0]
    table.finish_betting()
    assert set(own) <= set(reshuffle_pool(table.state).cards)


def test_the_house_may_keep_the_discards_of_those_still_to_be_served_out_of_the_shuffle() -> None:
    house = letter(Fixed(500, 1000), forced_bet=200, super_own_discards_excluded=True)
    table = open_round(HIGH, house, players=7)
    table.play("S1 posts; S2 folds")
    table.stay(until="fifth")
    table.finish_betting()
    waiting = table.only(DeckRanShort).waiting
    assert len(reshuffle_pool(table.state).cards) == 5 + 12 + 3 - 2 * len(waiting)
    for each in waiting:
        assert not set(table.state.muck[each]) & set(reshuffle_pool(table.state).cards)
    table.stay(until="sixth")
    assert [held(table, who) for who in table.live] == [(2, 4)] * 6


@pytest.mark.parametrize("when", ["mid-street", "before-street"])
def test_a_street_is_served_even_where_the_discards_of_all_are_left_out(when: str) -> None:
    table = everybody_stays(until="fifth", super_reshuffle=when, super_own_discards_excluded=True)
    for _ in range(20):
        if table.street == "sixth" and table.state.stage is Stage.BETTING:
            break
        table.do(table.cheapest())
    assert [held(table, name(each)) for each in range(7)] == [(2, 4)] * 7


@spec("RSS-14.9B-i.1", "RSS-14.9B-i-1")
def test_in_high_the_best_five_of_the_seven_retained_cards_win() -> None:
    # With the two spades given up S1 would have a royal flush.
    hands = ("As Ks Qs Js Ts 9d 8c 4d 2h", "?? ?? 7d 6d 3d 2d Qd 4c 4s")
    table = contest(HIGH, hands, (10, 10))
    award = table.only(PotAwarded)
    assert (names(award.seats), award.rule.paragraph) == (("S2",), "14.9B(i)1")
    assert award.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("Qd 7d 6d 3d 2d"))


@spec("RSS-14.9B-i-1")
def test_in_low_the_best_low_hand_wins() -> None:
    hands = ("?? ?? 7c 5d 4h 2s Ac Kd Kh", "?? ?? 8c 4d 3h 2c Ad Qd Qh")
    table = contest(LOW, hands, (10, 10))
    award = table.only(PotAwarded)
    assert (names(award.seats), award.rule.paragraph) == (("S1",), "14.9B(i)2")


@spec("RSS-14.9B-i-3", "RSS-14.9B-i.1")
@scenario("SS-06")
def test_high_and_low_halve_the_pot_and_the_odd_dollar_goes_to_high() -> None:
    hands = ("?? ?? As 8s 6s 3s 2s Kd Kh", "?? ?? 7c 5d 4h 3d Ac Qs Qd", "?? ?? ?? ?? ??")
    table = contest(EIGHT, hands, (43, 43, 1), folded=("S3",))
    high, low = table.all(PotAwarded)
    assert high.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("As 8s 6s 3s 2s"))
    assert low.strength == rank_hand(Ranking.LOW_ACE_TO_FIVE, parse_cards("7c 5d 4h 3d Ac"))
    assert table.won() == {"S1": 44, "S2": 43}
    assert (high.rule.paragraph, low.rule.paragraph) == ("14.9B(i)3", "14.9B(i)3")


@spec("RSS-14.9B-i-3")
def test_tied_highs_and_tied_lows_share_with_odd_dollars_by_suit() -> None:
    hands = (
        "?? ?? Ks Qs Jd Tc 9h 2d 2h",
        "?? ?? 8s 6c 4d 3c Ac As 8d",
        "?? ?? Kd Qd Jh Ts 9c 3d 3h",
        "?? ?? 8c 6d 4h 3s Ad Ah 8h",
    )
    table = contest(HIGH_LOW, hands, (25.5, 25.5, 25.5, 25.5))
    assert table.won("high") == {"S1": 26, "S3": 25}
    assert table.won("low") == {"S2": 26, "S4": 25}
    rules = [award.odd_rule for award in table.all(PotAwarded)]
    assert [rule and rule.paragraph for rule in rules] == ["14.9B(i)3ii", "14.9B(i)3iii"]


@spec("RSS-14.9B-i-3")
def test_the_award_says_why_the_odd_dollar_went_to_the_high_hand() -> None:
    hands = ("?? ?? As 8s 6s 3s 2s Kd Kh", "?? ?? 7c 5d 4h 3d Ac Qs Qd", "?? ?? ?? ?? ??")
    high, low = contest(EIGHT, hands, (43, 43, 1), folded=("S3",)).all(PotAwarded)
    assert high.odd_rule is not None
    assert (high.odd_rule.paragraph, low.odd_rule) == ("14.9B(i)3i", None)


def test_without_a_qualifying_low_the_high_hand_takes_everything() -> None:
    hands = ("?? ?? Ks Kd Kh 7c 7d 2s 3h", "?? ?? 9c 8d 6h 4s 2c Qd Qh")
    assert contest(EIGHT, hands, (20, 20)).won() == {"S1": 40}
    assert contest(HIGH_LOW, hands, (20, 20)).won() == {"S1": 20, "S2": 20}


@spec("RSS-14.9B-k", "RSS-14.9B-l")
@pytest.mark.parametrize("stud", [HIGH_LOW, EIGHT], ids=lambda stud: stud.key)
def test_one_group_of_five_may_win_both_halves_with_one_ace_both_ways(stud: Game) -> None:
    table = contest(stud, ("?? ?? As 8s 6s 3s 2s Kd Kh", "?? ?? Qs Qd Jh Tc 9d 9c 4h"), (20, 20))
    flush = parse_cards("As 8s 6s 3s 2s")
    high, low = table.all(PotAwarded)
    assert high.strength == rank_hand(Ranking.HIGH_FIVE, flush)
    assert low.strength == rank_hand(Ranking.LOW_ACE_TO_FIVE, flush)
    assert table.won() == {"S1": 40}


@spec("RSS-14.9B-k", "RSS-14.9B-l")
def test_two_different_groups_of_five_may_win_both_halves() -> None:
    table = contest(EIGHT, ("?? ?? As 2s 3d 4s 5s 9s Kh", "?? ?? Qh Qd Qc 8c 7d 6h 2d"), (20, 20))
    high, low = table.all(PotAwarded)
    assert high.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("As 9s 5s 4s 2s"))
    assert low.strength == rank_hand(Ranking.LOW_ACE_TO_FIVE, parse_cards("5s 4s 3d 2s As"))
    assert table.won() == {"S1": 40}
