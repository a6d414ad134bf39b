"""N.J.A.C. 13:69F-14.6: how many play, what follows what in a round of play, and how its pots are awarded."""

import pytest

from pokerroom.cards import cards_text, parse_cards
from pokerroom.games import PERMITTED, game
from pokerroom.play import (
    Code,
    Deal,
    Fold,
    MayBet,
    MayCall,
    MayCheck,
    MayFold,
    MayRaise,
    OpenRound,
    Refusal,
    Show,
    cards_due,
    legal_actions,
    perform,
    procedure,
    start,
)
from pokerroom.play.events import (
    AntesPosted,
    BettingRoundClosed,
    BettingRoundOpened,
    BlindPosted,
    CardBurned,
    CardsDealt,
    CommunityDealt,
    HandShown,
    PotAwarded,
    RoundClosed,
    ShowdownOpened,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed, HouseRules, HouseRulesError, NoLimit, customary, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, names, open_round, opening_refused, seat

HOLD_EM = game("hold-em")
STUD = game("seven-card-stud-high")
DRAW = game("five-card-draw-high")

LIMIT = letter(Fixed(200, 400), blinds=(100, 200))
NO_LIMIT = letter(NoLimit(200), blinds=(100, 200))
STUD_SIGN = letter(Fixed(500, 1000), ante=100, forced_bet=200)

SEATS = [
    (HOLD_EM, 11),
    (game("omaha-high"), 10),
    (game("omaha-high-low-eight"), 10),
    (STUD, 9),
    (game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT), 7),
    (DRAW, 8),
    (game("five-card-draw-low"), 8),
    (game("triple-draw-deuce-to-seven"), 7),
    (game("badugi"), 9),
    (game("five-card-stud"), 8),
    (game("mambo-stud"), 11),
]


def sign(rules: Game) -> HouseRules:
    return LIMIT if rules.has_button else STUD_SIGN


@scenario("HE-09")
@spec("R-14.6-b.1")
@pytest.mark.parametrize(("rules", "most"), SEATS, ids=[rules.key for rules, _ in SEATS])
def test_each_game_has_its_own_most_seats_and_the_next_player_is_refused(rules: Game, most: int) -> None:
    full = open_round(rules, sign(rules), players=most)
    assert len(full.only(CardsDealt).seats) == most
    refusal = opening_refused(rules, sign(rules), players=most + 1)
    assert refusal.code is Code.TOO_MANY_PLAYERS
    assert refusal.rule == rules.seats.rule
    assert refusal.facts["most_players"] == most


@scenario("HE-09")
@spec("R-14.6-b.1")
@pytest.mark.parametrize("rules", PERMITTED, ids=lambda rules: f"{rules.key}, {rules.edition}")
def test_one_player_is_never_dealt_to_and_two_are_in_every_game(rules: Game) -> None:
    assert 2 <= rules.seats.most <= 11
    for players in (0, 1):
        refusal = opening_refused(rules, sign(rules), players=players)
        assert (refusal.code, refusal.paragraph) == (Code.TOO_FEW_PLAYERS, "14.6(b)")
    assert len(open_round(rules, sign(rules), players=2).only(CardsDealt).seats) == 2


@spec("R-14.6-b.1")
def test_a_house_may_seat_fewer_and_never_more() -> None:
    smaller = letter(Fixed(200, 400), blinds=(100, 200), max_seats=6)
    assert opening_refused(HOLD_EM, smaller, players=7).code is Code.TOO_MANY_PLAYERS
    for seats in (1, 12):
        with pytest.raises(HouseRulesError, match=r"14\.10\(b\)"):
            procedure(HOLD_EM, letter(Fixed(200, 400), blinds=(100, 200), max_seats=seats))


def test_by_custom_a_table_recorded_elsewhere_may_seat_more() -> None:
    table = open_round(HOLD_EM, customary(Fixed(200, 400), blinds=(100, 200)), players=12)
    assert len(table.only(CardsDealt).seats) == 12


@spec("R-14.6-c.2")
@pytest.mark.parametrize(
    ("rules", "house", "posts"),
    [
        (HOLD_EM, LIMIT, [BlindPosted, BlindPosted]),
        (HOLD_EM, letter(Fixed(200, 400), blinds=(100, 200), ante=100), [AntesPosted, BlindPosted, BlindPosted]),
        (STUD, STUD_SIGN, [AntesPosted]),
        (DRAW, LIMIT, [BlindPosted, BlindPosted]),
    ],
    ids=["blinds", "ante and blinds", "ante", "blinds of a draw game"],
)
def test_antes_and_blinds_come_before_any_card(rules: Game, house: HouseRules, posts: list[type]) -> None:
    table = open_round(rules, house, players=4)
    before = [type(event) for event in table.log[: table.log.index(table.only(CardsDealt))]]
    assert before[2:] == posts


@spec("R-14.6-c.3")
@pytest.mark.parametrize("rules", [HOLD_EM, STUD], ids=lambda rules: rules.key)
def test_each_round_of_cards_is_followed_by_a_betting_round(rules: Game) -> None:
    table = open_round(rules, sign(rules), players=4)
    table.stay()
    phases = [
        "cards" if isinstance(event, CardsDealt | CommunityDealt) else "betting"
        for event in table.log
        if isinstance(event, CardsDealt | CommunityDealt | BettingRoundOpened)
    ]
    assert phases == ["cards", "betting"] * len(rules.streets)


@spec("R-14.6-d.1")
def test_a_bet_that_nobody_calls_wins_the_pot_without_a_showdown() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay(until="flop")
    table.play("S1 bets 2; S2 folds; S3 folds")
    assert table.state.over
    assert not table.all(ShowdownOpened)
    assert table.won() == {"S1": 6}
    assert table.stacks == (104, 98, 98)


@spec("R-14.6-d.1", "R-14.6-d.2")
def test_the_highest_hand_at_the_showdown_wins_the_pot() -> None:
    table = open_round(HOLD_EM, LIMIT, hands=("Ac Ad", "Kc Kd", "Qc Qd"), board="2h 3h 7s 8s Jd")
    table.stay(until="river")
    table.play("S1 checks; S2 bets 4; S3 folds")
    assert not table.all(ShowdownOpened)
    table.play("S1 calls")
    assert set(names(table.only(ShowdownOpened).to_show)) == {"S1", "S2"}
    table.stay()
    assert table.won() == {"S1": 14}


@spec("R-14.6-d.2")
@pytest.mark.parametrize("rules", [HOLD_EM, STUD, DRAW], ids=lambda rules: rules.key)
def test_there_is_no_showdown_before_the_last_betting_round_is_complete(rules: Game) -> None:
    table = open_round(rules, sign(rules), players=3)
    table.stay()
    kinds = [type(event) for event in table.log]
    assert kinds.count(ShowdownOpened) == 1
    closed = [at for at, kind in enumerate(kinds) if kind is BettingRoundClosed]
    assert len(closed) == len(rules.streets)
    assert closed[-1] < kinds.index(ShowdownOpened)


@spec("R-14.6-e-2")
def test_each_player_is_told_their_turn_and_their_choices() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4)
    assert table.turn == "S3"
    fold, call, raise_ = legal_actions(table.state, seat("S3"))
    assert isinstance(fold, MayFold)
    assert isinstance(call, MayCall)
    assert isinstance(raise_, MayRaise)
    assert (call.amount, raise_.least, raise_.most) == (200, 400, 400)
    assert {call.rule.paragraph, raise_.rule.paragraph} == {"14.10(f)"}
    for other in ("S1", "S2", "S4"):
        assert table.offers(other) == set()
    table.stay(until="flop")
    assert (table.turn, table.offers()) == ("S1", {MayFold, MayCheck, MayBet})


@spec("R-14.6-e-3")
def test_burn_cards_lie_apart_from_the_discards() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4)
    table.play("S3 folds; S4 calls; S1 calls")
    discards = table.state.muck
    assert [len(cards) for cards in discards] == [0, 0, 2, 0]
    table.play("S2 checks")
    assert table.state.burns == (table.only(CardBurned).card,)
    assert table.state.muck == discards


@spec("R-14.6-e-5.1")
def test_the_last_player_left_is_awarded_everything() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=4)
    table.play("S3 raises to 10; S4 calls; S1 calls; S2 folds; S1 checks; S3 checks; S4 bets 20; S1 folds; S3 folds")
    award = table.only(PotAwarded)
    assert (names(award.seats), award.amounts, award.pot) == (("S4",), (3200,), 0)
    assert award.rule.paragraph == "14.6(e)5"
    assert isinstance(table.log[-1], RoundClosed)


@spec("R-14.6-e-5.1")
def test_the_winner_of_a_showdown_is_awarded_the_pot_after_every_hand_is_shown() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay()
    kinds = [type(event) for event in table.log]
    assert kinds.count(HandShown) == 3
    last_shown = max(at for at, kind in enumerate(kinds) if kind is HandShown)
    assert last_shown < kinds.index(PotAwarded)
    assert sum(table.won().values()) == 6


@spec("R-14.6-e-6")
def test_side_pots_are_awarded_before_the_main_pot_the_last_of_them_first() -> None:
    table = open_round(
        HOLD_EM, NO_LIMIT, hands=("Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd"), stacks=(10, 30, 60, 100), board="2h 3h 5s 7s 8d"
    )
    table.play("S3 raises to 60; S4 calls; S1 calls; S2 calls")
    table.stay()
    assert [(award.pot, names(award.seats), award.amounts) for award in table.all(PotAwarded)] == [
        (2, ("S3",), (6000,)),
        (1, ("S2",), (6000,)),
        (0, ("S1",), (4000,)),
    ]


@spec("R-14.3-d.2")
def test_tied_hands_share_the_pot_equally() -> None:
    table = contest(DRAW, ("As Ah Kd Qc 2s", "Ad Ac Kh Qs 2h"), (45, 45))
    award = table.only(PotAwarded)
    assert (names(award.seats), award.amounts) == (("S1", "S2"), (4500, 4500))
    assert award.rule.paragraph == "14.3(d)"
    assert award.odd_rule is None


@spec("R-14.3-d.2")
def test_several_odd_dollars_go_one_each_from_the_left_of_the_button() -> None:
    hands = ("As 2c", "Ah 2d", "Ad 2h", "Ks 9c")
    table = contest(HOLD_EM, hands, (12, 12, 12, 2), board="Qd Js 9h 5c 4h", button="S1", folded=("S4",))
    award = table.only(PotAwarded)
    assert (names(award.seats), award.amounts) == (("S2", "S3", "S1"), (1300, 1300, 1200))


def test_coin_that_tied_players_cannot_divide_goes_with_the_first_of_them() -> None:
    hands = ("As 2c", "Ah 2d", "Ks 9c")
    table = contest(HOLD_EM, hands, (10, 10, 0.25), board="Qd Js 9h 5c 4h", button="S1", folded=("S3",))
    assert table.won() == {"S1": 10, "S2": 10.25}


def test_a_dealer_may_deal_cards_nobody_names_until_the_showdown() -> None:
    table = Table(procedure(HOLD_EM, LIMIT), OpenRound(stacks=(10000, 10000, 10000)))
    table.do(Deal(parse_cards("?? ?? ?? ?? ?? ??")))
    table.play("S3 folds; S1 calls; S2 checks")
    for street in ("?? 2h 3h 7s", "?? 8s", "?? Jd"):
        table.do(Deal(parse_cards(street)))
        table.play("S1 checks; S2 checks")
    table.do(Show(seat("S1"), parse_cards("Ac Ad")))
    table.do(Show(seat("S2"), parse_cards("Kc Kd")))
    assert table.won() == {"S1": 4}
    assert [cards_text(event.cards) for event in table.all(HandShown)] == ["Ac Ad", "Kc Kd"]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("?? 2h 3h", Code.WRONG_NUMBER_OF_CARDS),
        ("?? 2h 3h 7s 8s", Code.WRONG_NUMBER_OF_CARDS),
        ("?? Ac 3h 7s", Code.CARD_ELSEWHERE),
    ],
)
def test_a_dealer_deals_as_many_cards_as_are_due_and_no_card_twice(cards: str, code: Code) -> None:
    table = Table(procedure(HOLD_EM, LIMIT), OpenRound(stacks=(10000, 10000)))
    table.do(Deal(parse_cards("Ac ?? Ad ??")))
    table.play("S1 calls; S2 checks")
    assert cards_due(table.state) == 4
    outcome = perform(table.state, Deal(parse_cards(cards)))
    assert isinstance(outcome, Refusal)
    assert outcome.code is code


def test_nobody_acts_while_the_dealers_cards_are_awaited() -> None:
    outcome = start(procedure(HOLD_EM, LIMIT), OpenRound(stacks=(10000, 10000)))
    assert not isinstance(outcome, Refusal)
    state, _ = outcome
    assert legal_actions(state, seat("S1")) == ()
    refusal = perform(state, Fold(seat("S1")))
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.NOT_NOW
