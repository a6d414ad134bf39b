"""N.J.A.C. 13:69F-14.12A: triple draw low ball deuce to seven, and both rankings of the amendment's 14.12B."""

from typing import NamedTuple

import pytest

from pokerroom.cards import parse_cards
from pokerroom.games import game, games_of
from pokerroom.play import (
    Code,
    MayBet,
    MayCall,
    MayCheck,
    MayDraw,
    MayFold,
    MayRaise,
    Reshuffle,
    Stage,
    reshuffle_pool,
)
from pokerroom.play.events import (
    AntesPosted,
    BettingRoundClosed,
    BettingRoundOpened,
    BlindPosted,
    CardBurned,
    CardsDealt,
    DeckRanShort,
    Discarded,
    DrawOpened,
    Drew,
    HandShown,
    PotAwarded,
    RoundOpened,
    ShowdownOpened,
)
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_13_69F, TRIPLE_DRAW_AMENDMENT
from pokerroom.rules.house import Fixed, customary, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, name, names, open_round, opening_refused

LIMIT = letter(Fixed(1000, 2000), blinds=(500, 1000))

NO_BET_YET = {MayFold, MayCheck, MayBet}
FACING_A_BET = {MayFold, MayCall, MayRaise}


class Text(NamedTuple):
    """A game and the section of its edition that holds it."""

    game: Game
    section: str

    def cites(self, rule: Citation, subsection: str) -> bool:
        return (rule.edition, rule.paragraph) == (self.game.edition, f"{self.section}{subsection}")


DEUCE = game("triple-draw-deuce-to-seven")
CURRENT = Text(DEUCE, "14.12A")
AMENDED_DEUCE = Text(game("triple-draw-deuce-to-seven", TRIPLE_DRAW_AMENDMENT), "14.12B")
AMENDED_PLAIN = Text(game("triple-draw-ace-to-five", TRIPLE_DRAW_AMENDMENT), "14.12B")

each_text = pytest.mark.parametrize(
    "text", [CURRENT, AMENDED_DEUCE, AMENDED_PLAIN], ids=["current", "amendment 2-7", "amendment A-5"]
)


def at_the_draw(players: int, *, rules: Game = DEUCE, **settings: object) -> Table:
    """A table where everybody has called and the first draw begins."""
    house = letter(Fixed(1000, 2000), blinds=(500, 1000), **settings)
    table = open_round(rules, house, players=players)
    to_the_draw(table)
    return table


def to_the_draw(table: Table) -> None:
    """Everybody calls or checks until cards are drawn again."""
    while table.state.stage is Stage.BETTING:
        table.do(table.cheapest())
    assert table.state.stage is Stage.DRAWING


def stand_pat(table: Table) -> None:
    """Everybody still to draw keeps their cards."""
    while table.state.stage is Stage.DRAWING:
        table.do(table.cheapest())


def reshuffle(table: Table) -> int:
    """Put the pool back into the deck as it lies; how many cards it held."""
    pool = reshuffle_pool(table.state).cards
    table.do(Reshuffle(pool))
    return len(pool)


def last_draw(table: Table) -> tuple[str, int]:
    drew = table.last(Drew)
    return name(drew.seat), len(drew.cards)


def burns_of_each_draw(table: Table) -> list[int]:
    """How many cards were burned in each draw of the round."""
    counts: list[int] = []
    for event in table.log:
        if isinstance(event, DrawOpened):
            counts.append(0)
        elif isinstance(event, CardBurned):
            counts[-1] += 1
    return counts


@spec("R-14.12A-a")
def test_section_14_12a_governs_deuce_to_seven_which_the_list_of_games_leaves_out() -> None:
    (only,) = [rules for rules in games_of(NJAC_13_69F) if rules.family == "triple-draw"]
    assert only is DEUCE
    assert (only.permitted.paragraph, only.permitted.reading) == ("14.12A(a)", "AMB-01")
    assert not only.listed
    assert open_round(only, LIMIT, players=2).only(RoundOpened).rule == only.permitted


@spec("RTD-14.12B-a")
def test_in_the_amendment_section_14_12b_governs_both_games_of_triple_draw() -> None:
    both = [rules for rules in games_of(TRIPLE_DRAW_AMENDMENT) if rules.family == "triple-draw"]
    assert both == [AMENDED_DEUCE.game, AMENDED_PLAIN.game]
    for rules in both:
        assert rules.permitted.paragraph == "14.8(a)7"
        assert rules.listed
        table = open_round(rules, LIMIT, players=2)
        assert table.only(CardsDealt).rule.paragraph == "14.12B(d)"
        assert table.only(CardsDealt).rule.edition == TRIPLE_DRAW_AMENDMENT.key


@spec("R-14.12A-b.1", "RTD-14.12B-b")
@each_text
def test_seven_players_are_dealt_in_and_an_eighth_is_not(text: Text) -> None:
    assert open_round(text.game, LIMIT, players=7).stub == 17
    refusal = opening_refused(text.game, LIMIT, players=8)
    assert refusal.code is Code.TOO_MANY_PLAYERS
    assert text.cites(refusal.cited, "(b)")


@spec("RTD-14.12B-b")
@each_text
def test_an_ante_is_the_houses_to_post(text: Text) -> None:
    assert not open_round(text.game, LIMIT, players=4).all(AntesPosted)
    antes = open_round(text.game, letter(Fixed(1000, 2000), blinds=(500, 1000), ante=200), players=4).only(AntesPosted)
    assert antes.amounts == (200,) * 4
    assert text.cites(antes.rule, "(b)")


@spec("R-14.12A-c", "R-14.12A-d", "RTD-14.12B-c", "RTD-14.12B-d")
@each_text
def test_five_cards_go_round_face_down_from_the_left_of_the_button(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=3, button="S3")
    dealt = table.only(CardsDealt)
    assert names(dealt.seats) == ("S1", "S2", "S3")
    assert [face.value for face in dealt.faces] == ["down"] * 5
    assert text.cites(dealt.rule, "(d)")
    moved = open_round(text.game, LIMIT, players=3, button="S1").only(CardsDealt)
    assert names(moved.seats) == ("S2", "S3", "S1")


@spec("R-14.12A-d", "RTD-14.12B-d")
@each_text
def test_seven_hands_take_thirty_five_cards(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=7)
    assert (len(table.only(CardsDealt).cards), table.stub) == (35, 17)


@spec("R-14.12A-e", "RTD-14.12B-e")
@each_text
def test_the_first_betting_round_has_the_blinds_of_hold_em(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=4)
    assert [(name(event.seat), event.amount) for event in table.all(BlindPosted)] == [("S1", 500), ("S2", 1000)]
    assert (table.turn, table.offers()) == ("S3", FACING_A_BET)
    assert table.offer(MayCall).amount == 1000
    table.play("S3 calls; S4 folds; S1 calls")
    assert (table.turn, table.offers()) == ("S2", {MayFold, MayCheck, MayRaise})


@spec("R-14.12A-f.1", "RTD-14.12B-f.1")
@each_text
def test_each_player_in_turn_from_the_left_of_the_button_exchanges_any_number_of_cards(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=4, button="S4")
    table.play("S3 calls; S4 calls; S1 folds; S2 checks")
    opened = table.only(DrawOpened)
    assert names(opened.to_draw) == ("S2", "S3", "S4")
    assert text.cites(opened.rule, "(f)")
    assert table.offer(MayDraw).most == 5
    table.refused("S3 draws 1", Code.NOT_YOUR_TURN)
    table.play("S2 draws 5; S3 stands pat; S4 draws 2")
    assert [(name(event.seat), len(event.cards)) for event in table.all(Drew)] == [("S2", 5), ("S4", 2)]
    assert all(len(table.state.down[place]) == 5 for place in (1, 2, 3))


@spec("R-14.12A-f.2", "RTD-14.12B-f.1")
@each_text
def test_one_card_is_burned_before_the_first_new_card(text: Text) -> None:
    table = at_the_draw(3, rules=text.game)
    table.play("S1 stands pat; S2 draws 2; S3 draws 1")
    happened = [type(event) for event in table.since(DrawOpened)]
    assert happened.count(CardBurned) == 1
    assert happened.index(Discarded) < happened.index(CardBurned) < happened.index(Drew)
    assert text.cites(table.only(CardBurned).rule, "(f)")


@scenario("DR-06")
@spec("R-14.12A-f.3", "RTD-14.12B-f.2")
@each_text
def test_seven_players_who_all_discard_five_run_through_the_deck_twice(text: Text) -> None:
    table = at_the_draw(7, rules=text.game)
    left = []
    for script in ("S1 draws 5", "S2 draws 5", "S3 draws 5"):
        table.play(script)
        left.append(table.stub)
    assert left == [11, 6, 1]

    fourth = table.state.down[3]
    table.play("S4 draws 5")
    assert last_draw(table) == ("S4", 1)
    assert text.cites(table.only(DeckRanShort).rule, "(f)")
    assert not set(reshuffle_pool(table.state).cards) & set(fourth)
    assert reshuffle(table) == 15
    assert last_draw(table) == ("S4", 4)
    assert table.stub == 11
    table.play("S5 draws 5")
    assert table.stub == 6
    table.play("S6 draws 5")
    assert table.stub == 1

    seventh = table.state.down[6]
    table.play("S7 draws 5")
    assert last_draw(table) == ("S7", 1)
    assert not set(reshuffle_pool(table.state).cards) & set(seventh)
    assert reshuffle(table) == 15
    assert last_draw(table) == ("S7", 4)
    assert table.stub == 11
    assert burns_of_each_draw(table) == [1]


@spec("R-14.12A-f.3", "R-14.12A-h")
def test_a_players_discards_of_earlier_draws_stay_out_of_their_reshuffle() -> None:
    table = at_the_draw(7)
    first = table.state.down[1]
    table.play("S1 draws 5; S2 draws 5")
    stand_pat(table)
    to_the_draw(table)
    table.play("S1 draws 5")
    assert table.stub == 0
    table.play("S2 draws 1")
    pool = reshuffle_pool(table.state).cards
    assert sorted(pool) == sorted(table.state.muck[0])
    assert len(pool) == 10
    assert not set(pool) & set(first)


def test_where_the_house_excludes_this_draws_discards_only_earlier_ones_may_come_back() -> None:
    table = at_the_draw(7, own_discards_excluded="this-draw")
    first = table.state.down[1]
    table.play("S1 draws 5; S2 draws 5")
    stand_pat(table)
    to_the_draw(table)
    table.play("S1 draws 5")
    given_up = table.state.down[1][:1]
    table.play("S2 draws 1")
    pool = reshuffle_pool(table.state).cards
    assert len(pool) == 15
    assert set(first) <= set(pool)
    assert not set(given_up) & set(pool)


def test_a_lone_drawer_is_served_from_their_own_earlier_discards_when_nothing_else_is_left() -> None:
    table = at_the_draw(7)
    given_up = table.state.down[0]
    table.play("S1 draws 5")
    stand_pat(table)
    to_the_draw(table)
    given_up += table.state.down[0]
    table.play("S1 draws 5")
    stand_pat(table)
    to_the_draw(table)
    now = table.state.down[0]
    assert table.stub == 5
    table.play("S1 draws 5")
    assert last_draw(table) == ("S1", 4)
    pool = reshuffle_pool(table.state)
    assert sorted(pool.cards) == sorted(given_up)
    assert not set(pool.cards) & set(now)
    assert len(pool.burns) == 3
    assert reshuffle(table) == 10
    assert last_draw(table) == ("S1", 1)


def test_a_lone_drawer_without_earlier_discards_takes_some_of_this_draws_back() -> None:
    """Only a table above the seats of the text comes to this: ten hands leave two cards."""
    house = customary(Fixed(1000, 2000), blinds=(500, 1000))
    table = open_round(DEUCE, house, players=10)
    to_the_draw(table)
    now = table.state.down[0]
    table.play("S1 draws 5")
    assert last_draw(table) == ("S1", 1)
    pool = reshuffle_pool(table.state)
    assert sorted(pool.cards) == sorted(now)
    assert len(pool.burns) == 1
    reshuffle(table)
    assert last_draw(table) == ("S1", 4)
    assert len(table.state.down[0]) == 5


def test_a_burn_due_from_an_empty_stub_comes_from_the_reshuffled_discards() -> None:
    table = at_the_draw(7)
    table.play("S1 draws 5; S2 draws 5; S3 draws 5; S4 draws 1")
    assert table.stub == 0
    stand_pat(table)
    to_the_draw(table)
    table.play("S1 draws 2")
    assert table.state.stage is Stage.SHUFFLING
    assert reshuffle(table) == 5 + 5 + 1
    burn, drew = table.log[-2:]
    assert isinstance(burn, CardBurned)
    assert isinstance(drew, Drew)
    assert table.stub == 11 - 1 - 2


@scenario("DR-04")
@spec(
    "R-14.12A-e", "R-14.12A-g", "R-14.12A-h", "R-14.12A-i", "R-14.12A-j", "R-14.12A-k.1", "R-14.12A-k.2", "R-14.12A-l"
)
def test_a_whole_round_of_deuce_to_seven() -> None:
    table = open_round(
        DEUCE,
        LIMIT,
        hands=("Ac Ad Ah As Ks", "8s 6d 2s Kc Kd", "8h 7d 5c 3d Kh"),
        draws=("4h Qs 2c", "Qh", "3c"),
        button="S3",
    )
    pots = []
    table.play("S3 raises to 20; S1 folds; S2 calls")
    pots.append(table.pot)
    table.play("S2 draws giving up Kc Kd; S3 draws giving up Kh")
    assert (table.turn, table.offers()) == ("S2", NO_BET_YET)
    table.play("S2 checks; S3 bets 10; S2 calls")
    pots.append(table.pot)
    table.play("S2 draws giving up Qs; S3 stands pat")
    assert table.turn == "S2"
    table.play("S2 checks; S3 bets 20; S2 calls")
    pots.append(table.pot)
    table.play("S2 draws giving up Qh; S3 stands pat")
    assert table.turn == "S2"
    table.play("S2 bets 20; S3 calls")
    pots.append(table.pot)

    assert pots == [45, 65, 105, 145]
    assert len(table.all(BlindPosted)) == 2
    assert [event.rule.paragraph for event in table.all(DrawOpened)] == ["14.12A(f)", "14.12A(h)", "14.12A(j)"]
    assert burns_of_each_draw(table) == [1, 1, 1]
    assert [event.rule.paragraph for event in table.all(BettingRoundOpened)] == [
        "14.10(f)",
        "14.12A(g)",
        "14.12A(i)",
        "14.12A(k)",
    ]
    assert names(table.only(ShowdownOpened).to_show) == ("S2", "S3")
    table.stay()
    assert name(table.all(HandShown)[0].seat) == "S2"
    award = table.only(PotAwarded)
    assert table.won() == {"S2": 145}
    assert award.rule.paragraph == "14.12A(l)"
    assert award.strength == rank_hand(Ranking.LOW_DEUCE_TO_SEVEN, parse_cards("8s 6d 4h 3c 2s"))


@spec("R-14.12A-g", "R-14.12A-i", "R-14.12A-k.1", "RTD-14.12B-g", "RTD-14.12B-k")
@each_text
def test_every_later_round_is_opened_left_of_the_button_with_bet_or_check_and_no_blinds(text: Text) -> None:
    table = at_the_draw(4, rules=text.game)
    for subsection, bet in (("(g)", 1000), ("(i)", 2000), ("(k)", 2000)):
        stand_pat(table)
        assert text.cites(table.last(BettingRoundOpened).rule, subsection)
        assert names(table.last(BettingRoundOpened).to_act) == ("S1", "S2", "S3", "S4")
        assert table.offers() == NO_BET_YET
        assert table.offer(MayBet).least == table.offer(MayBet).most == bet
        if subsection != "(k)":
            to_the_draw(table)
    assert len(table.all(BlindPosted)) == 2


@spec("R-14.12A-k.1", "R-14.12A-k.2", "RTD-14.12B-k")
@each_text
def test_in_the_final_round_players_open_or_check_until_a_bet_and_then_answer_it(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=4, button="S4")
    table.play("S3 calls; S4 calls; S1 folds; S2 checks")
    stand_pat(table)
    to_the_draw(table)
    stand_pat(table)
    to_the_draw(table)
    stand_pat(table)
    assert (table.turn, table.offers()) == ("S2", NO_BET_YET)
    table.play("S2 checks")
    assert (table.turn, table.offers()) == ("S3", NO_BET_YET)
    table.play("S3 bets 20")
    assert (table.turn, table.offers()) == ("S4", FACING_A_BET)
    table.play("S4 raises to 40; S2 folds; S3 calls")
    assert text.cites(table.last(BettingRoundClosed).rule, "(k)")
    assert isinstance(table.log[-1], ShowdownOpened)


@spec("R-14.12A-k.2")
def test_a_final_round_in_which_everybody_checks_leads_to_the_showdown() -> None:
    table = at_the_draw(3)
    for _ in range(2):
        stand_pat(table)
        to_the_draw(table)
    stand_pat(table)
    table.play("S1 checks; S2 checks; S3 checks")
    assert table.state.stage is Stage.SHOWDOWN


@spec("R-14.12A-h", "R-14.12A-j", "RTD-14.12B-h")
@each_text
def test_the_second_and_third_draw_have_their_own_burn_order_and_supply_and_no_fourth_follows(text: Text) -> None:
    table = at_the_draw(7, rules=text.game)
    for subsection in ("(f)", "(h)", "(j)"):
        opened = table.last(DrawOpened)
        assert text.cites(opened.rule, subsection)
        assert names(opened.to_draw) == tuple(f"S{place}" for place in range(1, 8))
        while table.state.stage is not Stage.BETTING:
            if table.state.stage is Stage.SHUFFLING:
                reshuffle(table)
            else:
                table.play(f"{table.turn} draws 3")
        if subsection != "(j)":
            to_the_draw(table)
    assert burns_of_each_draw(table) == [1, 1, 1]
    assert len(table.all(DrawOpened)) == 3
    assert len(table.all(DeckRanShort)) >= 3
    table.stay()
    assert len(table.all(DrawOpened)) == 3


def test_where_the_house_burns_once_a_round_the_later_draws_have_no_burn() -> None:
    table = at_the_draw(3, burn_each_draw=False)
    for _ in range(3):
        table.play("S1 draws 1; S2 draws 1; S3 draws 1")
        if len(table.all(DrawOpened)) < 3:
            to_the_draw(table)
    assert burns_of_each_draw(table) == [1, 0, 0]


@spec("R-14.12A-l")
def test_straights_and_flushes_count_against_a_deuce_to_seven_hand_and_the_ace_is_high() -> None:
    hands = ("6s 5c 4d 3c 2s", "7h 5h 4h 3h 2h", "As Kh 4c 3d 2d")
    assert contest(DEUCE, hands, (10, 10, 10)).won() == {"S3": 30}


@spec("RTD-14.12B-l")
def test_the_amendment_ranks_plain_triple_draw_ace_to_five_and_its_variation_deuce_to_seven() -> None:
    hands = ("6s 4h 3d 2c As", "7s 5h 4d 3c 2d")
    plain = contest(AMENDED_PLAIN.game, hands, (10, 10))
    deuce = contest(AMENDED_DEUCE.game, hands, (10, 10))
    assert plain.won() == {"S1": 20}
    assert deuce.won() == {"S2": 20}
    assert AMENDED_PLAIN.cites(plain.only(PotAwarded).rule, "(l)")
    assert AMENDED_DEUCE.cites(deuce.only(PotAwarded).rule, "(l)")


def test_a_house_may_hold_the_wheel_to_be_a_straight_in_deuce_to_seven() -> None:
    hands = ("As 5h 4d 3c 2s", "Kd Kc 9h 8s 7d")
    assert contest(DEUCE, hands, (10, 10)).won() == {"S1": 20}
    assert contest(DEUCE, hands, (10, 10), two_seven_wheel_is_straight=True).won() == {"S2": 20}


def test_an_odd_dollar_of_tied_lows_goes_left_of_the_button() -> None:
    hands = ("As Ad Ah Ac Kc", "7s 5h 4d 3c 2s", "7h 5s 4c 3d 2h")
    table = contest(DEUCE, hands, (1, 10, 10), button="S2", folded=("S1",))
    assert table.won() == {"S2": 10, "S3": 11}


@spec("R-14.12A-f.2", "RTD-14.12B-f.1")
@each_text
def test_where_the_house_burns_once_the_burn_comes_before_the_first_new_card_in_whatever_draw(text: Text) -> None:
    table = at_the_draw(3, rules=text.game, burn_each_draw=False)
    stand_pat(table)
    to_the_draw(table)
    table.play("S1 stands pat; S2 draws 2; S3 draws 1")
    to_the_draw(table)
    table.play("S1 draws 1; S2 draws 1; S3 draws 1")
    assert burns_of_each_draw(table) == [0, 1, 0]


@spec("R-14.12A-g", "RTD-14.12B-g")
@each_text
def test_no_blinds_are_posted_again_where_the_text_refers_to_the_turns_alone(text: Text) -> None:
    table = at_the_draw(3, rules=text.game, repost_blinds_each_round=True)
    stand_pat(table)
    assert len(table.all(BlindPosted)) == 2
    assert (table.turn, table.offers()) == ("S1", NO_BET_YET)
