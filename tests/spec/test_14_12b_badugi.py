"""N.J.A.C. 13:69F-14.12B: badugi, and the same game as first proposed in 19:47-14.12C."""

from typing import NamedTuple

import pytest

from pokerroom.cards import parse_cards
from pokerroom.games import NotPermittedError, game, games_of
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
from pokerroom.rules.editions import (
    BADUGI_PROPOSAL,
    NJAC_13_69F,
    NJAC_19_47_2006,
    TRIPLE_DRAW_AMENDMENT,
    Edition,
)
from pokerroom.rules.house import Fixed, OddUnits, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, name, names, open_round, opening_refused

LIMIT = letter(Fixed(1000, 2000), blinds=(500, 1000))

NO_BET_YET = {MayFold, MayCheck, MayBet}
FACING_A_BET = {MayFold, MayCall, MayRaise}


class Text(NamedTuple):
    """The game and the section of its edition that holds it."""

    game: Game
    section: str

    def cites(self, rule: Citation, subsection: str) -> bool:
        return (rule.edition, rule.paragraph) == (self.game.edition, f"{self.section}{subsection}")


BADUGI = game("badugi")
CURRENT = Text(BADUGI, "14.12B")
PROPOSED = Text(game("badugi", BADUGI_PROPOSAL), "14.12C")

each_text = pytest.mark.parametrize("text", [CURRENT, PROPOSED], ids=["current", "proposal"])


def at_the_draw(players: int, *, rules: Game = BADUGI, **settings: object) -> Table:
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
    while table.state.stage is Stage.DRAWING:
        table.do(table.cheapest())


def to_the_final_round(table: Table) -> None:
    """Everybody stays and keeps their cards until the betting after the third draw opens."""
    for _ in range(2):
        stand_pat(table)
        to_the_draw(table)
    stand_pat(table)


def reshuffle(table: Table) -> int:
    """Put the pool back into the deck as it lies; how many cards it held."""
    pool = reshuffle_pool(table.state).cards
    table.do(Reshuffle(pool))
    return len(pool)


def draws(table: Table) -> list[tuple[str, int]]:
    """Who took how many cards, in order."""
    return [(name(event.seat), len(event.cards)) for event in table.all(Drew)]


@spec("R-14.12B-a", "RBP-14.12C-a")
@each_text
def test_the_games_own_section_governs_it(text: Text) -> None:
    assert text.game.permitted.paragraph.startswith("14.8(a)")
    table = open_round(text.game, LIMIT, players=2)
    assert table.only(RoundOpened).rule == text.game.permitted
    assert table.only(RoundOpened).edition == text.game.edition
    assert text.cites(table.only(CardsDealt).rule, "(d)")


@spec("R-14.12B-b.1", "RBP-14.12C-b")
@each_text
def test_nine_players_are_dealt_in_and_a_tenth_is_not(text: Text) -> None:
    assert len(open_round(text.game, LIMIT, players=9).only(CardsDealt).cards) == 36
    refusal = opening_refused(text.game, LIMIT, players=10)
    assert refusal.code is Code.TOO_MANY_PLAYERS
    assert text.cites(refusal.cited, "(b)")


@spec("RBP-14.12C-b")
@each_text
def test_an_ante_is_the_houses_to_post(text: Text) -> None:
    assert not open_round(text.game, LIMIT, players=4).all(AntesPosted)
    antes = open_round(text.game, letter(Fixed(1000, 2000), blinds=(500, 1000), ante=200), players=4).only(AntesPosted)
    assert antes.amounts == (200,) * 4
    assert text.cites(antes.rule, "(b)")


@spec("R-14.12B-c", "R-14.12B-d", "RBP-14.12C-c", "RBP-14.12C-d")
@each_text
def test_four_cards_go_round_face_down_from_the_left_of_the_button(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=4, button="S4")
    dealt = table.only(CardsDealt)
    assert names(dealt.seats) == ("S1", "S2", "S3", "S4")
    assert [face.value for face in dealt.faces] == ["down"] * 4
    assert text.cites(dealt.rule, "(d)")
    moved = open_round(text.game, LIMIT, players=4, button="S2").only(CardsDealt)
    assert names(moved.seats) == ("S3", "S4", "S1", "S2")


@spec("R-14.12B-d", "RBP-14.12C-d")
@each_text
def test_nine_hands_take_thirty_six_cards_and_leave_sixteen(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=9)
    assert (len(table.only(CardsDealt).cards), table.stub) == (36, 16)


@spec("R-14.12B-e", "RBP-14.12C-e")
@each_text
def test_the_first_betting_round_has_the_blinds_of_hold_em(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=4, button="S4")
    assert [(name(event.seat), event.amount) for event in table.all(BlindPosted)] == [("S1", 500), ("S2", 1000)]
    assert (table.turn, table.offers()) == ("S3", FACING_A_BET)
    assert table.offer(MayCall).amount == 1000
    table.play("S3 calls; S4 calls; S1 calls")
    assert (table.turn, table.offers()) == ("S2", {MayFold, MayCheck, MayRaise})


@spec("R-14.12B-f.1", "R-14.12B-f.2", "RBP-14.12C-f.1")
@each_text
def test_each_player_in_turn_exchanges_up_to_four_cards_after_one_burn(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=4, button="S4")
    table.play("S3 calls; S4 calls; S1 calls; S2 checks")
    opened = table.only(DrawOpened)
    assert names(opened.to_draw) == ("S1", "S2", "S3", "S4")
    assert text.cites(opened.rule, "(f)")
    assert table.offer(MayDraw).most == 4
    table.refused("S2 draws 1", Code.NOT_YOUR_TURN)
    table.play("S1 draws 4; S2 stands pat; S3 draws 1; S4 draws 2")
    assert draws(table) == [("S1", 4), ("S3", 1), ("S4", 2)]
    happened = [type(event) for event in table.since(DrawOpened)]
    assert happened.index(Discarded) < happened.index(CardBurned) < happened.index(Drew)
    assert text.cites(table.only(CardBurned).rule, "(f)")
    assert all(len(hand) == 4 for hand in table.state.down)


@scenario("BD-01")
@spec("R-14.12B-f.3", "RBP-14.12C-f.2")
@each_text
def test_the_stub_is_dealt_out_before_the_discards_of_the_others_are_reshuffled(text: Text) -> None:
    table = at_the_draw(9, rules=text.game)
    left = []
    for script in ("S1 draws 4", "S2 draws 4", "S3 draws 4"):
        table.play(script)
        left.append(table.stub)
    assert left == [11, 7, 3]

    own = table.state.down[3]
    table.play("S4 draws 4")
    assert draws(table)[-1] == ("S4", 3)
    assert text.cites(table.only(DeckRanShort).rule, "(f)")
    assert not set(reshuffle_pool(table.state).cards) & set(own)
    assert reshuffle(table) == 12
    assert draws(table)[-1] == ("S4", 1)
    assert table.stub == 11
    table.play("S5 draws 4; S6 draws 4; S7 draws 4")
    assert draws(table)[-1] == ("S7", 3)
    assert reshuffle(table) == 12
    table.play("S8 draws 4; S9 draws 4")
    assert table.stub == 3
    assert len(table.all(CardBurned)) == 1


@scenario("BD-04")
@spec("R-14.12B-g", "R-14.12B-h", "R-14.12B-i", "R-14.12B-j", "R-14.12B-k", "RBP-14.12C-g", "RBP-14.12C-k")
@each_text
def test_four_betting_rounds_and_three_draws_without_new_blinds(text: Text) -> None:
    table = open_round(text.game, LIMIT, players=4, button="S4")
    pots = []
    assert table.turn == "S3"
    table.play("S3 calls; S4 calls; S1 calls; S2 checks")
    pots.append(table.pot)
    stand_pat(table)
    assert (table.turn, table.offers()) == ("S1", NO_BET_YET)
    table.play("S1 checks; S2 bets 10; S3 calls; S4 folds; S1 folds")
    pots.append(table.pot)
    stand_pat(table)
    assert (table.turn, table.offers()) == ("S2", NO_BET_YET)
    table.play("S2 bets 20; S3 calls")
    pots.append(table.pot)
    stand_pat(table)
    assert (table.turn, table.offers()) == ("S2", NO_BET_YET)
    table.play("S2 checks")
    assert (table.turn, table.offers()) == ("S3", NO_BET_YET)
    table.play("S3 bets 20; S2 calls")
    pots.append(table.pot)

    assert pots == [40, 60, 100, 140]
    assert len(table.all(BlindPosted)) == 2
    for opened, subsection in zip(table.all(BettingRoundOpened)[1:], ("(g)", "(i)", "(k)"), strict=True):
        assert text.cites(opened.rule, subsection)
    for drawn, subsection in zip(table.all(DrawOpened), ("(f)", "(h)", "(j)"), strict=True):
        assert text.cites(drawn.rule, subsection)
    assert text.cites(table.last(BettingRoundClosed).rule, "(k)")


@spec("R-14.12B-k", "RBP-14.12C-k")
@each_text
def test_in_the_final_round_a_bet_is_answered_by_fold_call_or_raise(text: Text) -> None:
    table = at_the_draw(3, rules=text.game)
    to_the_final_round(table)
    table.play("S1 bets 20")
    assert (table.turn, table.offers()) == ("S2", FACING_A_BET)
    table.play("S2 raises to 40; S3 folds")
    assert (table.turn, table.offers()) == ("S1", FACING_A_BET)
    table.play("S1 calls")
    assert isinstance(table.log[-1], ShowdownOpened)


@spec("R-14.12B-h", "R-14.12B-j", "RBP-14.12C-h")
@each_text
def test_the_later_draws_have_their_own_burn_and_the_same_supply(text: Text) -> None:
    table = at_the_draw(9, rules=text.game)
    for draw in range(1, 4):
        while table.state.stage is not Stage.BETTING:
            if table.state.stage is Stage.SHUFFLING:
                assert not set(reshuffle_pool(table.state).cards) & set(table.state.burns)
                reshuffle(table)
            else:
                table.play(f"{table.turn} draws 3")
        assert len(table.all(DrawOpened)) == draw
        assert len(table.all(CardBurned)) == draw
        served = {name(event.seat) for event in table.since(DrawOpened) if isinstance(event, Drew)}
        assert len(served) == 9
        if draw < 3:
            to_the_draw(table)
    assert len(table.all(DeckRanShort)) >= 3
    table.stay()
    assert len(table.all(DrawOpened)) == 3


def test_where_the_house_reposts_blinds_the_second_and_third_round_begin_with_them() -> None:
    table = at_the_draw(4, repost_blinds_each_round=True)
    stand_pat(table)
    assert [(name(event.seat), event.amount) for event in table.all(BlindPosted)[2:]] == [("S1", 500), ("S2", 1000)]
    assert (table.turn, table.offers()) == ("S3", FACING_A_BET)
    to_the_draw(table)
    stand_pat(table)
    assert len(table.all(BlindPosted)) == 6
    to_the_draw(table)
    stand_pat(table)
    assert len(table.all(BlindPosted)) == 6
    assert (table.turn, table.offers()) == ("S1", NO_BET_YET)


@spec("R-14.12B-l.0")
def test_two_hands_left_after_the_last_betting_round_are_compared() -> None:
    table = open_round(BADUGI, LIMIT, hands=("Ac 2d 3h 4s", "Kc Kd Qh Qs", "Jc Td 9h 8s"))
    to_the_draw(table)
    to_the_final_round(table)
    table.play("S1 checks; S2 bets 20; S3 calls; S1 folds")
    assert table.state.stage is Stage.SHOWDOWN
    assert names(table.only(ShowdownOpened).to_show) == ("S2", "S3")
    table.stay()
    assert table.won() == {"S3": 70}
    assert table.only(PotAwarded).rule.paragraph == "14.12B(l)"


@spec("R-14.12B-l.0")
def test_the_last_player_left_is_paid_unseen() -> None:
    table = at_the_draw(3)
    to_the_final_round(table)
    table.play("S1 checks; S2 checks; S3 bets 20; S1 folds; S2 folds")
    assert table.state.over
    assert table.won() == {"S3": 30}
    assert not table.all(ShowdownOpened)
    assert not table.all(HandShown)


@scenario("BD-02")
def test_a_four_card_badugi_beats_any_hand_of_three() -> None:
    table = contest(BADUGI, ("As 5h 6d 6c", "Kh 9d 4s 2c", "3h 3d 2h 7d"), (20, 20, 20))
    assert table.won() == {"S2": 60}
    award = table.only(PotAwarded)
    assert award.strength == rank_hand(Ranking.BADUGI, parse_cards("Kh 9d 4s 2c"))
    without = contest(BADUGI, ("As 5h 6d 6c", "3h 3d 2h 7d"), (20, 20)).only(PotAwarded)
    assert names(without.seats) == ("S1",)
    assert without.strength == rank_hand(Ranking.BADUGI, parse_cards("6d 5h As"))


@spec("R-14.12B-l-5", "RBP-14.12C-l-5")
@each_text
def test_tied_hands_share_the_pot_evenly(text: Text) -> None:
    table = contest(text.game, ("8s 6h 3d 2c", "8h 6s 3c 2d"), (50, 50))
    assert table.won() == {"S1": 50, "S2": 50}
    assert table.only(PotAwarded).odd_rule is None


@spec("R-14.12B-l-5", "RBP-14.12C-l-5")
@each_text
def test_the_odd_dollar_of_a_tie_goes_left_of_the_button(text: Text) -> None:
    hands = ("Ks Kh Kd Kc", "8s 6h 3d 2c", "8h 6s 3c 2d")
    table = contest(text.game, hands, (1, 50, 50), button="S2", folded=("S1",))
    assert table.won() == {"S2": 50, "S3": 51}
    odd = table.only(PotAwarded).odd_rule
    assert odd is not None
    assert text.cites(odd, "(l)5")
    assert odd.reading == "AMB-75"


def test_where_the_house_has_it_so_the_odd_dollar_goes_to_the_lowest_card_by_suit() -> None:
    hands = ("Ks Kh Kd Kc", "8s 6h 3d 2c", "8h 6s 3c 2d")
    table = contest(
        BADUGI, hands, (1, 50, 50), button="S2", folded=("S1",), odd_unit_button_games=OddUnits.CARD_BY_SUIT
    )
    assert table.won() == {"S2": 51, "S3": 50}


@scenario("BD-05")
@pytest.mark.parametrize(
    ("edition", "badugi", "triple_draw"),
    [
        (NJAC_19_47_2006, False, []),
        (BADUGI_PROPOSAL, True, []),
        (TRIPLE_DRAW_AMENDMENT, False, ["triple-draw-deuce-to-seven", "triple-draw-ace-to-five"]),
        (NJAC_13_69F, True, ["triple-draw-deuce-to-seven"]),
    ],
    ids=lambda value: value.key if isinstance(value, Edition) else "",
)
def test_each_edition_offers_badugi_and_triple_draw_as_far_as_its_text_goes(
    edition: Edition, badugi: bool, triple_draw: list[str]
) -> None:
    offered = games_of(edition)
    assert [rules.key for rules in offered if rules.family == "badugi"] == ["badugi"] * badugi
    assert [rules.key for rules in offered if rules.family == "triple-draw"] == triple_draw
    for key in {"badugi", "triple-draw-deuce-to-seven", "triple-draw-ace-to-five"} - {rules.key for rules in offered}:
        with pytest.raises(NotPermittedError, match=key):
            game(key, edition)


@scenario("BD-05")
def test_the_current_list_names_badugi_and_leaves_deuce_to_seven_to_its_own_section() -> None:
    assert BADUGI.listed
    assert BADUGI.permitted.paragraph == "14.8(a)7"
    deuce = game("triple-draw-deuce-to-seven")
    assert not deuce.listed
    assert deuce.permitted.paragraph == "14.12A(a)"


@spec("R-14.12B-f.2")
@each_text
def test_where_the_house_burns_once_the_burn_comes_before_the_first_new_card_in_whatever_draw(text: Text) -> None:
    table = at_the_draw(3, rules=text.game, burn_each_draw=False)
    stand_pat(table)
    to_the_draw(table)
    assert not table.all(CardBurned)
    table.play("S1 draws 1; S2 draws 1; S3 stands pat")
    to_the_draw(table)
    table.play("S1 draws 1; S2 draws 1; S3 draws 1")
    assert len(table.all(CardBurned)) == 1


@spec("R-14.12B-g")
@each_text
def test_reposted_blinds_are_posted_by_those_who_have_chips(text: Text) -> None:
    house = letter(Fixed(1000, 2000), blinds=(500, 1000), repost_blinds_each_round=True, short_stack_dealt_in=True)
    table = open_round(text.game, house, players=3, stacks=(10, 100, 100))
    to_the_draw(table)
    stand_pat(table)
    posted = [(name(event.seat), event.amount) for event in table.all(BlindPosted)[2:]]
    assert posted == [("S2", 1000)], "S1 is all-in and posts nothing, not even $0"
    assert table.turn == "S3"
