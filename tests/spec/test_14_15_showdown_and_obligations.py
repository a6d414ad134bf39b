"""N.J.A.C. 13:69F-14.15: who shows first, who may concede, cards that speak, and a bet that folding does not save."""

from collections.abc import Callable

import msgspec
import pytest

from pokerroom.cards import UNKNOWN, cards_text, parse_cards
from pokerroom.games import game
from pokerroom.play import (
    Code,
    Concede,
    Deal,
    MayCall,
    MayConcede,
    MayFold,
    MayShow,
    OpenRound,
    Refusal,
    Role,
    Show,
    Stage,
    perform,
    procedure,
    view,
)
from pokerroom.play.events import (
    BetMade,
    Folded,
    ForcedBetPosted,
    HandConceded,
    HandDisclosed,
    HandShown,
    PotAwarded,
    ShowdownOpened,
)
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.house import Fixed, HouseRules, NoLimit, ShowFirst, Showing, customary, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, name, names, open_live_round, open_round, seat

HOLD_EM = game("hold-em")
STUD = game("seven-card-stud-high")
FIVE_STUD = game("five-card-stud")
DRAW = game("five-card-draw-high")

LIMIT = letter(Fixed(200, 400), blinds=(100, 200))
CUSTOM = customary(Fixed(200, 400), blinds=(100, 200))
NO_LIMIT = letter(NoLimit(200), blinds=(100, 200))
STUD_SIGN = letter(Fixed(500, 1000), forced_bet=200)


def show_order(table: Table) -> tuple[str, ...]:
    return names(table.only(ShowdownOpened).to_show)


def at_the_showdown(*hands: str, board: str = "2h 3h 7s 8s Jd", house: HouseRules = LIMIT) -> Table:
    """Everybody has stayed without a bet, and S1 is the first to show."""
    table = open_round(HOLD_EM, house, hands=hands, board=board)
    while table.state.stage is not Stage.SHOWDOWN:
        table.do(table.cheapest())
    return table


def dealt_unseen(*, board: str) -> Table:
    """Two players whose cards only they know have checked hold 'em through to the showdown."""
    table = Table(procedure(HOLD_EM, LIMIT), OpenRound(stacks=(10000, 10000)))
    table.do(Deal((UNKNOWN,) * 4))
    table.play("S1 calls; S2 checks")
    cards = parse_cards(board)
    for street in (cards[:3], cards[3:4], cards[4:]):
        table.do(Deal((UNKNOWN, *street)))
        table.play("S1 checks; S2 checks")
    return table


@spec("R-14.15-d.2")
def test_the_maker_of_the_final_wager_shows_first_and_the_others_follow_clockwise() -> None:
    table = open_round(HOLD_EM, LIMIT, players=5)
    table.stay(until="river")
    table.play("S1 folds; S2 checks; S3 folds; S4 checks; S5 bets 4; S2 calls; S4 calls")
    assert show_order(table) == ("S5", "S2", "S4")
    assert table.only(ShowdownOpened).rule.paragraph == "14.15(d)"
    table.stay()
    assert names([event.seat for event in table.all(HandShown)]) == ("S5", "S2", "S4")


@spec("R-14.15-d.2")
def test_of_several_wagers_the_last_raise_is_the_final_one() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4)
    table.stay(until="river")
    table.play("S1 bets 4; S2 raises to 8; S3 raises to 12; S4 calls; S1 calls; S2 calls")
    assert show_order(table) == ("S3", "S4", "S1", "S2")


@spec("R-14.15-d.2")
@pytest.mark.parametrize(
    ("house", "order"),
    [
        (LIMIT, ("S3", "S1")),
        (CUSTOM, ("S1", "S3")),
        (
            letter(Fixed(200, 400), blinds=(100, 200), show_first_if_checked=ShowFirst.FIRST_TO_ACT),
            ("S1", "S3"),
        ),
    ],
    ids=["letter", "customary", "letter with the custom"],
)
def test_after_a_checked_last_round_the_final_wager_is_that_of_an_earlier_street_and_by_custom_none(
    house: HouseRules, order: tuple[str, ...]
) -> None:
    table = open_round(HOLD_EM, house, players=3)
    table.stay(until="flop")
    table.play("S1 checks; S2 checks; S3 bets 2; S1 calls; S2 folds")
    table.play("S1 checks; S3 checks; S1 checks; S3 checks")
    assert show_order(table) == order


@spec("R-14.15-d.2")
@pytest.mark.parametrize("house", [LIMIT, CUSTOM], ids=["letter", "customary"])
def test_the_last_to_bet_on_the_last_street_shows_first_under_both_presets(house: HouseRules) -> None:
    table = open_round(HOLD_EM, house, players=3)
    table.stay(until="flop")
    table.play("S1 bets 2; S2 calls; S3 calls")
    table.stay(until="river")
    table.play("S1 checks; S2 bets 4; S3 calls; S1 calls")
    assert show_order(table) == ("S2", "S3", "S1")


@spec("R-14.15-d.2")
@pytest.mark.parametrize("house", [LIMIT, CUSTOM], ids=["letter", "customary"])
def test_where_nobody_bet_or_raised_the_first_to_act_in_the_last_round_shows_first(house: HouseRules) -> None:
    """A blind is owed, not initiated, so the second blind is nobody's final wager."""
    table = open_round(HOLD_EM, house, players=4, button="S4")
    table.play("S3 calls; S4 calls; S1 folds; S2 checks")
    while table.state.stage is not Stage.SHOWDOWN:
        table.do(table.cheapest())
    assert show_order(table) == ("S2", "S3", "S4")


@spec("R-14.15-d.2")
def test_a_forced_bet_is_nobodys_final_wager() -> None:
    hands = ("9c 8d 7h 5s Jc Td 3h", "9d 8h 2c 4s 6d Qh 3d", "9h 8s Ac Ad Kh Js Ts")
    table = open_round(STUD, STUD_SIGN, hands=hands)
    table.play("S2 posts; S3 calls; S1 calls")
    while table.state.stage is not Stage.SHOWDOWN:
        table.do(table.cheapest())
    assert show_order(table) == ("S3", "S1", "S2")


@spec("R-14.15-d.2")
@pytest.mark.parametrize("preset", [letter, customary])
def test_players_all_in_before_the_last_street_show_from_the_last_who_raised(preset: Callable[..., HouseRules]) -> None:
    table = open_round(HOLD_EM, preset(NoLimit(200), blinds=(100, 200)), players=3, stacks=(50, 50, 50))
    table.play("S3 calls; S1 calls; S2 raises to 50; S3 calls; S1 calls")
    assert show_order(table) == ("S2", "S3", "S1")


@spec("R-14.15-d.2")
def test_hands_are_shown_in_turn() -> None:
    table = at_the_showdown("Ac Ad", "Kc Kd", "Qc Qd")
    assert table.offers("S1") == {MayShow, MayConcede}
    assert table.offers("S2") == set()
    table.refused("S2 shows", Code.NOT_YOUR_TURN)
    table.refused("S3 concedes", Code.NOT_YOUR_TURN)


@spec("R-14.15-d.1")
def test_a_winning_hand_is_shown_whole() -> None:
    table = at_the_showdown("Ac Ad", "Kc Kd")
    table.play("S1 shows; S2 shows")
    assert [cards_text(event.cards) for event in table.all(HandShown)] == ["Ac Ad", "Kc Kd"]
    assert table.won() == {"S1": 4}
    winner = view(table.state, Role.SPECTATOR).seats[0]
    assert cards_text(winner.down) == "Ac Ad"


@spec("R-14.15-d.1")
@pytest.mark.parametrize("shown", ["", "Ac ??", "?? Ac"], ids=["nothing", "the first card", "the second card"])
def test_a_hand_with_a_card_left_face_down_is_not_shown(shown: str) -> None:
    """A dealer's table knows a player's cards only from what the player turns up."""
    table = dealt_unseen(board="As Ks Qs Js 2d")
    outcome = perform(table.state, Show(seat("S1"), parse_cards(shown)))
    assert isinstance(outcome, Refusal)
    assert outcome.paragraph == "14.15(d)"
    table.do(Show(seat("S1"), parse_cards("Ac Ad")))
    assert cards_text(table.only(HandShown).cards) == "Ac Ad"


def test_cards_named_at_the_showdown_must_be_cards_the_player_can_hold() -> None:
    table = dealt_unseen(board="As Ks Qs Js 2d")
    for cards, code in (
        ("Ac", Code.WRONG_NUMBER_OF_CARDS),
        ("Ac As", Code.CARD_ELSEWHERE),
        ("Ac Ad Ah", Code.WRONG_NUMBER_OF_CARDS),
    ):
        outcome = perform(table.state, Show(seat("S1"), parse_cards(cards)))
        assert isinstance(outcome, Refusal)
        assert outcome.code is code
    table.do(Show(seat("S1"), parse_cards("Ac Ad")))
    outcome = perform(table.state, Show(seat("S2"), parse_cards("Ad Kc")))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.CARD_ELSEWHERE


def test_nobody_shows_other_cards_than_they_were_dealt() -> None:
    table = at_the_showdown("Ac Ad", "Kc Kd")
    outcome = perform(table.state, Show(seat("S1"), parse_cards("Ac Ah")))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.NOT_YOUR_CARD


@scenario("IR-18")
@spec("R-14.15-d.3")
def test_a_player_may_concede_unseen_when_their_turn_to_show_comes() -> None:
    table = at_the_showdown("Ac Ad", "Kc Kd", "Qc Qd")
    table.play("S1 shows; S2 concedes; S3 concedes")
    assert table.won() == {"S1": 6}
    assert names([event.seat for event in table.all(HandConceded)]) == ("S2", "S3")
    assert table.all(HandConceded)[0].rule.paragraph == "14.15(d)"
    seats = view(table.state, Role.SPECTATOR).seats
    assert cards_text(seats[0].down) == "Ac Ad"
    assert all(card == UNKNOWN for place in (1, 2) for card in (*seats[place].down, *seats[place].discards))


@scenario("IR-18")
@spec("R-14.15-a", "R-14.15-d.3")
def test_the_best_hand_cannot_win_once_conceded() -> None:
    table = at_the_showdown("Kc Kd", "Ac Ad", "Qc Qd")
    table.play("S1 shows; S2 concedes")
    table.refused("S2 shows", Code.NOT_YOUR_TURN)
    table.play("S3 shows")
    assert table.won() == {"S1": 6}


@spec("R-14.15-a")
def test_the_first_to_show_may_concede_too_and_must_know_whether_they_have_lost() -> None:
    table = at_the_showdown("Ac Ad", "Kc Kd", "Qc Qd")
    table.play("S1 concedes; S2 shows; S3 shows")
    assert table.won() == {"S2": 6}


def test_when_all_others_have_conceded_the_last_takes_the_pot_and_need_not_show() -> None:
    table = at_the_showdown("Ac Ad", "Kc Kd", "Qc Qd")
    table.play("S1 concedes; S2 concedes")
    assert table.state.over
    assert table.won() == {"S3": 6}
    assert not table.all(HandShown)
    assert table.only(PotAwarded).rule.paragraph == "14.6(e)5"


def test_the_last_claim_to_a_side_pot_cannot_be_conceded() -> None:
    table = open_round(
        HOLD_EM, NO_LIMIT, hands=("Ac Ad", "Kc Kd", "Qc Qd"), stacks=(10, 100, 100), board="2h 3h 7s 8s Jd"
    )
    table.play("S3 raises to 50; S1 calls; S2 calls")
    table.stay(until="river")
    table.play("S2 checks; S3 checks")
    assert show_order(table) == ("S3", "S1", "S2")
    table.play("S3 concedes; S1 shows")
    assert table.offers() == {MayShow}
    refusal = table.refused("S2 concedes", Code.LAST_CLAIM)
    assert (refusal.paragraph, refusal.cited.reading) == ("14.15(d)", "R-05")
    table.play("S2 shows")
    assert table.won() == {"S1": 30, "S2": 80}


@scenario("IR-18")
@spec("R-14.15-d.3")
def test_a_house_that_requires_disclosure_has_every_hand_tabled_before_the_pot_is_pushed() -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), showing=Showing.ALL)
    table = open_round(HOLD_EM, house, hands=("Ac Ad", "Kc Kd", "Qc Qd"), board="2h 3h 7s 8s Jd")
    table.stay(until="river")
    table.play("S1 checks; S2 bets 4; S3 calls; S1 calls")
    assert table.state.over
    assert names([event.seat for event in table.all(HandShown)]) == ("S2", "S3", "S1")
    shown = [at for at, event in enumerate(table.log) if isinstance(event, HandShown)]
    assert max(shown) < table.log.index(table.only(PotAwarded))
    assert not table.all(HandConceded)
    assert table.won() == {"S1": 18}


@scenario("IR-18")
@spec("R-14.15-d.3")
@pytest.mark.parametrize("required", [False, True])
def test_a_conceded_hand_is_disclosed_before_the_pot_is_pushed_where_the_house_requires_it(required: bool) -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), conceded_hands_disclosed=required)
    table = at_the_showdown("Kc Kd", "Ac Ad", "Qc Qd", house=house)
    table.play("S1 shows; S2 concedes; S3 shows")
    disclosed = table.all(HandDisclosed)
    assert [cards_text(event.cards) for event in disclosed] == (["Ac Ad"] if required else [])
    if required:
        assert table.log.index(disclosed[0]) < table.log.index(table.only(PotAwarded))
    assert names([event.seat for event in table.all(HandConceded)]) == ("S2",)
    assert table.won() == {"S1": 6}


@spec("R-14.15-d.3")
def test_a_hand_the_record_does_not_know_is_named_when_it_is_conceded() -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), conceded_hands_disclosed=True)
    table = open_live_round(HOLD_EM, house, players=2, board="2h 3h 7s 8s Jd")
    table.do(Deal((UNKNOWN,) * 4))
    while table.state.stage is not Stage.SHOWDOWN:
        table.do(table.cheapest())
    assert MayConcede in table.offers()
    table.refused("S1 concedes", Code.NOT_SHOWN_WHOLE)
    table.do(Concede(seat("S1"), parse_cards("Ac Ad")))
    assert cards_text(table.only(HandDisclosed).cards) == "Ac Ad"


def test_nobody_concedes_before_the_showdown() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    outcome = perform(table.state, Concede(seat("S3")))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.NOT_NOW


@spec("R-14.3-g")
def test_the_cards_decide_and_nothing_said_about_them_can_enter() -> None:
    assert [field.name for field in msgspec.structs.fields(Show)] == ["seat", "cards"]
    table = at_the_showdown("Ac Ad", "9h 4h", board="2h 7h Jh Qs 3c")
    table.play("S1 shows; S2 shows")
    award = table.only(PotAwarded)
    assert names(award.seats) == ("S2",)
    assert award.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("Jh 9h 7h 4h 2h"))


@spec("R-14.3-g")
@pytest.mark.parametrize("named", ["Ts 9s", "9s Ts"])
def test_the_best_hand_of_the_cards_shown_counts_in_whatever_order_they_are_turned_up(named: str) -> None:
    table = dealt_unseen(board="Ks Qs Js 2d 2c")
    table.do(Show(seat("S1"), parse_cards("Kd Kc")))
    table.do(Show(seat("S2"), parse_cards(named)))
    award = table.only(PotAwarded)
    assert names(award.seats) == ("S2",)
    assert award.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("Ks Qs Js Ts 9s"))


@scenario("IR-12")
@spec("R-14.15-j-2")
def test_a_forced_bettor_who_throws_the_hand_away_pays_the_forced_bet_and_is_out() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 2d", "?? ?? Ks"))
    assert table.turn == "S2"
    assert (table.offer(MayFold).pays, table.offer(MayFold).rule.paragraph) == (200, "14.15(j)2")
    table.play("S2 folds")
    paid, folded = table.log[-2:]
    assert isinstance(paid, ForcedBetPosted)
    assert isinstance(folded, Folded)
    assert (name(paid.seat), paid.amount, paid.rule.paragraph) == ("S2", 200, "14.15(j)2")
    assert table.state.stacks[1] == 9800
    assert table.live == ("S1", "S3", "S4")
    assert (table.turn, table.offer(MayCall).amount) == ("S3", 200)
    table.stay()
    assert "S2" not in table.won()
    assert sum(table.won().values()) == 8


@spec("R-14.15-j-2")
def test_a_forced_bet_left_by_a_folder_is_won_by_the_last_player_and_not_returned() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 2d"))
    table.play("S2 folds; S3 folds")
    assert table.won() == {"S1": 2}
    assert table.stacks == (102, 98, 100)


@spec("R-14.15-j-2")
def test_an_opener_who_must_bet_pays_the_bet_when_they_fold_instead() -> None:
    table = open_round(FIVE_STUD, STUD_SIGN, hands=("?? 2c Kc", "?? Qd Qh", "?? 9d 8d"))
    table.play("S1 posts; S2 calls; S3 calls")
    assert (table.turn, table.offer(MayFold).pays) == ("S2", 500)
    table.play("S2 folds")
    paid, folded = table.log[-2:]
    assert isinstance(paid, BetMade)
    assert isinstance(folded, Folded)
    assert (paid.to, paid.rule.paragraph) == (500, "14.15(j)2")
    assert table.state.stacks[1] == 10000 - 200 - 500
    assert (table.turn, table.offer(MayCall).amount) == ("S3", 500)


def test_a_player_under_no_obligation_saves_their_chips_by_folding() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 2d"))
    table.play("S2 posts")
    assert table.offer(MayFold).pays == 0
    table.play("S3 folds")
    assert table.state.stacks[2] == 10000


def test_a_split_of_the_pot_shows_the_hands_of_all_who_share_it() -> None:
    table = contest(DRAW, ("As Ah Kd Qc 2s", "Ad Ac Kh Qs 2h"), (10, 10))
    assert len(table.all(HandShown)) == 2
    assert table.won() == {"S1": 10, "S2": 10}
