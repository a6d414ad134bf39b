"""N.J.A.C. 13:69F-14.15(k) to (o): cards due face down that a dealer turned face up.

Only a dealer can turn a card over, so these rounds are dealt card by card at a table with a dealer of its own.
"""

from typing import Any

import pytest

from pokerroom.cards import UNKNOWN, card_text, cards_text, parse_cards
from pokerroom.games import game
from pokerroom.play import (
    Code,
    Deal,
    Freeze,
    MayBet,
    MayCall,
    MayCheck,
    MayFold,
    MayFreeze,
    MayPlayOn,
    MayRaise,
    Misdeal,
    PlayOn,
    Removal,
    Role,
    Stage,
    cards_due,
    reshuffle_pool,
    seen_by,
    view,
)
from pokerroom.play.events import (
    BettingRoundClosed,
    BettingRoundOpened,
    CardBurned,
    CardExchanged,
    CardsDealt,
    ChoiceOffered,
    CommunityDealt,
    DrawnCardExposed,
    Drew,
    Frozen,
    HandRemoved,
    Misdealt,
    PlayedOn,
    PotAwarded,
    ReplacementDue,
    RoundClosed,
    ShowdownOpened,
)
from pokerroom.rules.clauses import Extreme, ForcedBet, Game
from pokerroom.rules.editions import NJAC_19_47_2006, SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed, HouseRules, NoLimit, customary, letter
from tests.spec_marks import scenario, spec
from tests.tables import LiveTable, exposed_cards, name, names, open_live_round, seat

HIGH = game("seven-card-stud-high")
SEVEN_STUD = {
    "high": HIGH,
    "low": game("seven-card-stud-low"),
    "high-low": game("seven-card-stud-high-low"),
    "high-low eight": game("seven-card-stud-high-low-eight"),
    "high of 2006": game("seven-card-stud-high", NJAC_19_47_2006),
    "high-low of 2006": game("seven-card-stud-high-low", NJAC_19_47_2006),
}
SUPER_STUD = {
    key: game(f"super-seven-card-stud-{key}", SUPER_STUD_AMENDMENT)
    for key in ("high", "low", "high-low", "high-low-eight")
}
FIVE_STUD = game("five-card-stud")
MAMBO = game("mambo-stud")
HOLD_EM = game("hold-em")
FLOP_GAMES = {key: game(key) for key in ("hold-em", "omaha-high", "omaha-high-low-eight")}
DRAW_GAMES = {
    "five-card draw high": game("five-card-draw-high"),
    "five-card draw low": game("five-card-draw-low"),
    "triple draw": game("triple-draw-deuce-to-seven"),
    "badugi": game("badugi"),
}

STUD_SIGN = letter(Fixed(500, 1000), ante=100, forced_bet=200)
BLINDS = letter(Fixed(200, 400), blinds=(100, 200))

every_seven_stud = pytest.mark.parametrize("stud", SEVEN_STUD.values(), ids=SEVEN_STUD)
every_super_stud = pytest.mark.parametrize("stud", SUPER_STUD.values(), ids=SUPER_STUD)
every_last_card = pytest.mark.parametrize(
    "stud",
    [*SEVEN_STUD.values(), *SUPER_STUD.values()],
    ids=[*SEVEN_STUD, *(f"super {key}" for key in SUPER_STUD)],
)
every_flop_game = pytest.mark.parametrize("flop_game", FLOP_GAMES.values(), ids=FLOP_GAMES)
every_draw_game = pytest.mark.parametrize("draw_game", DRAW_GAMES.values(), ids=DRAW_GAMES)


def text(cards: tuple[Any, ...]) -> str:
    return cards_text(cards) if cards else ""


def opens_with(stud: Game) -> tuple[str, str]:
    """A card that makes its holder open, and one that never does."""
    clause = stud.streets[0].opens
    assert isinstance(clause, ForcedBet)
    return ("2c", "Kd") if clause.upcard is Extreme.LOWEST else ("Kd", "2c")


def before_the_last_card(
    stud: Game, *hands: str, paid: float = 20, stacks: tuple[float, ...] = (), **settings: Any
) -> LiveTable:
    """Everybody has put in as much and nobody has bet; the dealer is about to deal the last card, face down."""
    house = letter(NoLimit(1000), posts_may_differ=True, **settings)
    paid_each = tuple(min(paid, stack) for stack in stacks) or (paid,) * len(hands)
    table = open_live_round(stud, house, hands=hands, stacks=stacks or 100, antes=paid_each)
    last = next(at for at, street in enumerate(stud.streets) if street.exposed and at)
    while not (table.state.street == last - 1 and table.state.stage is Stage.DEALING):
        table.do(table.cheapest())
    return table


def seventh_street(stud: Game, exposed: str, *, players: int = 3, **settings: Any) -> LiveTable:
    table = before_the_last_card(stud, *("",) * players, **settings)
    table.deal(exposed)
    return table


# Seven-card stud, 14.15(k): the first two cards


# ST-20
@spec("R-14.15-k.1")
@every_seven_stud
@pytest.mark.parametrize("number", [1, 2])
def test_a_first_or_second_hole_card_turned_up_is_the_up_card_and_the_third_comes_face_down(
    stud: Game, number: int
) -> None:
    flashed, hidden = opens_with(stud)
    hand = [flashed, "9s"] if number == 1 else ["9s", flashed]
    table = open_live_round(stud, STUD_SIGN, hands=("5h 6h 8d", " ".join((*hand, hidden)), "5d 6d 8c"))
    table.deal(exposed=f"S2 {number}")
    assert text(table.state.up[1]) == flashed
    assert set(table.state.down[1]) == set(parse_cards(f"9s {hidden}"))
    assert [text(up) for up in (table.state.up[0], table.state.up[2])] == ["8d", "8c"]
    assert table.turn == "S2"
    assert table.last(BettingRoundOpened).obliged == 200

    seen = view(table.state, seat("S1")).seats[1]
    assert (text(seen.up), seen.down) == (flashed, (UNKNOWN, UNKNOWN))
    turned = [event for event in table.all(CardsDealt) if event.turned]
    assert [event.rule.paragraph for event in turned] == ["14.15(k)", "14.15(k)"]
    shown = [card for event in turned for card in seen_by(event, Role.SPECTATOR).cards]  # type: ignore[union-attr]
    assert parse_cards(flashed)[0] in shown
    assert not set(parse_cards(f"9s {hidden}")) & set(shown)


@spec("R-14.15-k.1")
@every_seven_stud
def test_the_card_that_would_have_been_the_up_card_does_not_decide_who_opens(stud: Game) -> None:
    opener, other = opens_with(stud)
    table = open_live_round(stud, STUD_SIGN, hands=("5h 6h 8d", f"{other} 9s {opener}", "5d 6d 8c"))
    table.deal(exposed="S2 1")
    assert table.turn in {"S1", "S3"}


@spec("R-14.15-k.1")
@every_seven_stud
def test_hands_with_one_card_each_turned_up_are_played_to_the_end(stud: Game) -> None:
    table = open_live_round(stud, STUD_SIGN, players=3)
    table.deal(exposed="S1 1, S2 2, S3 1")
    assert [(len(table.state.down[at]), len(table.state.up[at])) for at in range(3)] == [(2, 1)] * 3
    table.stay()
    assert table.state.over
    assert sum(table.stacks) == 300


@scenario("ST-21")
@spec("R-14.15-k.2")
@every_seven_stud
def test_with_both_hole_cards_turned_up_the_hand_is_dead_and_its_ante_goes_back(stud: Game) -> None:
    opener, _ = opens_with(stud)
    hands = ("9h 5h 7c", "9d 5d 7d", "9c 5c 7h", f"As {opener}", "Ts 5s 7s")
    table = open_live_round(stud, STUD_SIGN, hands=hands)
    assert table.pot == 5
    exposed = exposed_cards("S4 1, S4 2")
    assert cards_due(table.state, exposed) == 5 + 5 + 4
    table.deal(exposed="S4 1, S4 2")
    removed = table.only(HandRemoved)
    assert (name(removed.seat), removed.cause, removed.returned) == ("S4", Removal.EXPOSED, 100)
    assert removed.rule.paragraph == "14.15(k)"
    assert table.pot == 4
    assert table.stacks == (99, 99, 99, 100, 99)
    assert table.live == ("S1", "S2", "S3", "S5")
    assert text(table.state.muck[3]) == f"As {opener}"
    assert table.state.cards(3) == ()
    assert table.turn != "S4"
    table.stay()
    assert "S4" not in table.won()
    assert table.state.stacks[3] == 10000
    assert sum(table.stacks) == 500


@spec("R-14.15-k.2")
@every_super_stud
@pytest.mark.parametrize(("one", "two"), [(1, 2), (1, 4), (2, 3), (3, 4)])
def test_at_super_stud_two_down_cards_turned_up_make_the_hand_dead(stud: Game, one: int, two: int) -> None:
    table = open_live_round(stud, STUD_SIGN, players=4)
    exposed = exposed_cards(f"S3 {one}, S3 {two}")
    assert cards_due(table.state, exposed) == 4 * 5 - (5 - two)
    table.deal(exposed=f"S3 {one}, S3 {two}")
    removed = table.only(HandRemoved)
    assert (name(removed.seat), removed.returned) == ("S3", 100)
    assert (removed.rule.paragraph, removed.rule.reading) == ("14.15(r)", "AMB-112")
    assert len(table.state.muck[2]) == two
    assert table.pot == 3
    table.stay()
    assert table.state.stacks[2] == 10000


@every_super_stud
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_at_super_stud_one_down_card_turned_up_is_the_up_card_and_the_fifth_comes_face_down(
    stud: Game, number: int
) -> None:
    flashed, hidden = opens_with(stud)
    hand = ["9s", "Ts", "Js"]
    hand.insert(number - 1, flashed)
    table = open_live_round(stud, STUD_SIGN, hands=("5h 6h 4h 8h 8d", " ".join((*hand, hidden))))
    table.deal(exposed=f"S2 {number}")
    assert text(table.state.up[1]) == flashed
    assert set(table.state.down[1]) == set(parse_cards(f"9s Ts Js {hidden}"))
    assert table.turn == "S2"
    assert {event.rule.paragraph for event in table.all(CardsDealt) if event.turned} == {"14.15(r)"}


@spec("R-14.15-k.2")
@every_seven_stud
def test_heads_up_the_other_player_takes_back_what_he_put_in_and_no_third_card_is_dealt(stud: Game) -> None:
    table = open_live_round(stud, STUD_SIGN, players=2)
    assert cards_due(table.state, exposed_cards("S1 1, S1 2")) == 4
    table.deal(exposed="S1 1, S1 2")
    assert table.state.over
    assert table.stacks == (100, 100)
    assert table.won() == {"S2": 1}


@pytest.mark.parametrize("stud", [HIGH, SUPER_STUD["high"]], ids=["seven-card stud", "super stud"])
@pytest.mark.parametrize("players", [2, 3])
def test_where_every_hand_is_dead_every_ante_goes_back_and_the_round_is_over(stud: Game, players: int) -> None:
    table = open_live_round(stud, STUD_SIGN, players=players)
    table.deal(exposed=", ".join(f"S{place} {number}" for place in range(1, players + 1) for number in (1, 2)))
    assert table.state.over
    assert table.stacks == (100,) * players


def test_a_dead_hand_is_dealt_no_further_card_that_could_be_exposed() -> None:
    table = open_live_round(SUPER_STUD["high"], STUD_SIGN, players=3)
    exposed = exposed_cards("S1 1, S1 2, S1 3")
    refusal = table.refused(Deal((UNKNOWN,) * 15, exposed), Code.NOT_EXPOSABLE)
    assert "card 3 of seat 1" in str(refusal)


@pytest.mark.parametrize(
    ("key", "exposed"),
    [
        ("seven-card-stud-high", "S1 3"),
        ("seven-card-stud-high", "S1 4"),
        ("seven-card-stud-high", "S3 1"),
        ("seven-card-stud-high", "S1 1, S1 1"),
        ("five-card-stud", "S1 2"),
        ("mambo-stud", "S1 2"),
        ("hold-em", "S2 3"),
        ("hold-em", "S0 1"),
    ],
)
def test_only_a_card_due_face_down_to_a_player_can_be_exposed(key: str, exposed: str) -> None:
    stud = key != "hold-em"
    table = open_live_round(game(key), STUD_SIGN if stud else BLINDS, players=2)
    before = table.state
    table.refused(Deal((UNKNOWN,) * cards_due(before), exposed_cards(exposed)), Code.NOT_EXPOSABLE)
    assert table.state is before


def test_an_exposed_card_must_be_named() -> None:
    table = open_live_round(HIGH, STUD_SIGN, players=2)
    cards = parse_cards("?? ?? ?? ?? 4c 4d")
    table.refused(Deal(cards, exposed_cards("S1 1")), Code.NOT_A_CARD)
    table.do(Deal(parse_cards("2c ?? ?? ?? ?? 4d"), exposed_cards("S1 1")))
    assert table.state.down[0] == (UNKNOWN, UNKNOWN)


# The last card, 14.15(k)1 and 2


@scenario("ST-22")
@spec("R-14.15-k.3")
def test_who_freezes_contends_for_the_pot_as_it_stood_and_the_others_bet_beside_it() -> None:
    table = before_the_last_card(
        HIGH,
        "2c 3c Ad 9h Jd 4s 6h",
        "Kc Kd Kh 8s 7s 2d 3s",
        "Qc Qd 9s Th 6s 5c 4d",
    )
    assert table.pot == 60
    table.deal(exposed="S2 1")
    assert (table.state.stage, table.turn, table.offers()) == (Stage.CHOOSING, "S2", {MayFreeze, MayPlayOn})
    table.play("S2 freezes")
    frozen = table.only(Frozen)
    assert (frozen.rule.paragraph, frozen.rule.reading) == ("14.15(k)1", "AMB-116")
    assert view(table.state, Role.SPECTATOR).seats[1].frozen
    table.play("S1 bets 10; S3 raises to 20; S1 calls")
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (6000, ("S1", "S2", "S3")),
        (4000, ("S1", "S3")),
    ]
    assert names(table.only(ShowdownOpened).to_show) == ("S3", "S1", "S2")
    table.play("S3 shows; S1 shows; S2 shows")
    assert [(names(award.seats), award.amounts, award.pot) for award in table.all(PotAwarded)] == [
        (("S3",), (4000,), 1),
        (("S2",), (6000,), 0),
    ]


@spec("R-14.15-k.3")
@every_last_card
def test_after_a_freeze_the_frozen_seat_never_acts_again_and_no_side_pot_is_his(stud: Game) -> None:
    table = seventh_street(stud, "S2 1")
    table.do(Freeze(seat("S2")))
    opened = table.last(BettingRoundOpened)
    assert set(names(opened.to_act)) == {"S1", "S3"}
    first, second = names(opened.to_act)
    table.play(f"{first} bets 10; {second} raises to 20; {first} calls")
    main, side = table.only(ShowdownOpened).pots
    assert (main.amount, names(main.claimants)) == (6000, ("S1", "S2", "S3"))
    assert (side.amount, names(side.claimants)) == (4000, ("S1", "S3"))
    table.stay()
    assert table.won().get("S2", 0) <= 60
    assert sum(table.stacks) == 300


@spec("R-14.15-k.3")
def test_two_frozen_players_share_one_cap() -> None:
    table = seventh_street(HIGH, "S2 1, S4 1", players=4)
    assert table.only(ChoiceOffered).seats == (seat("S2"), seat("S4"))
    table.refused("S4 freezes", Code.NOT_YOUR_TURN)
    table.play("S2 freezes; S4 freezes")
    first, second = names(table.last(BettingRoundOpened).to_act)
    assert {first, second} == {"S1", "S3"}
    table.play(f"{first} bets 10; {second} calls")
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (8000, ("S1", "S2", "S3", "S4")),
        (2000, ("S1", "S3")),
    ]


@spec("R-14.15-k.3")
@every_last_card
def test_where_only_one_opponent_could_bet_there_is_no_betting(stud: Game) -> None:
    table = seventh_street(stud, "S1 1", players=2)
    betting_rounds = len(table.all(BettingRoundOpened))
    table.play("S1 freezes")
    assert table.state.stage is Stage.SHOWDOWN
    assert len(table.all(BettingRoundOpened)) == betting_rounds
    assert table.pots == (40,)


def test_where_everybody_freezes_the_hands_are_shown() -> None:
    table = seventh_street(HIGH, "S1 1, S2 1, S3 1")
    table.play("S1 freezes; S2 freezes; S3 freezes")
    assert table.state.stage is Stage.SHOWDOWN
    assert table.pots == (60,)


def test_a_frozen_player_and_an_all_in_player_each_have_their_own_cap() -> None:
    table = before_the_last_card(HIGH, "", "", "", "", paid=20, stacks=(100, 100, 10, 100))
    table.deal(exposed="S2 1")
    table.play("S2 freezes")
    first, second = names(table.last(BettingRoundOpened).to_act)
    assert {first, second} == {"S1", "S4"}
    table.play(f"{first} bets 10; {second} calls")
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (4000, ("S1", "S2", "S3", "S4")),
        (3000, ("S1", "S2", "S4")),
        (2000, ("S1", "S4")),
    ]


def test_an_all_in_player_whose_last_card_is_exposed_has_nothing_to_choose() -> None:
    table = before_the_last_card(HIGH, "", "", "", paid=20, stacks=(100, 20, 100))
    table.deal(exposed="S2 1")
    assert table.only(ChoiceOffered).seats == ()
    assert table.state.stage is Stage.BETTING
    assert set(names(table.last(BettingRoundOpened).to_act)) == {"S1", "S3"}
    assert len(view(table.state, Role.SPECTATOR).seats[1].up) == 5


def test_nobody_acts_before_the_choice_is_made_and_nobody_else_makes_it() -> None:
    table = seventh_street(HIGH, "S2 1")
    table.refused("S2 checks", Code.NOT_NOW)
    table.refused("S1 bets 10", Code.NOT_NOW)
    table.refused("S1 freezes", Code.NOT_YOUR_TURN)
    table.refused("S3 plays on", Code.NOT_YOUR_TURN)
    assert not table.offers("S1")
    table.play("S2 plays on")
    table.refused("S2 freezes", Code.NOT_NOW)


def test_nobody_freezes_whose_last_card_came_face_down() -> None:
    table = seventh_street(HIGH, "")
    assert table.state.stage is Stage.BETTING
    table.refused(f"{table.turn} freezes", Code.NOT_NOW)


# ST-23
@spec("R-14.15-k.4")
@every_last_card
def test_who_plays_on_may_fold_call_or_raise_and_win_everything(stud: Game) -> None:
    table = seventh_street(stud, "S2 1")
    table.do(PlayOn(seat("S2")))
    assert table.only(PlayedOn).rule.paragraph == "14.15(k)2"
    assert set(names(table.last(BettingRoundOpened).to_act)) == {"S1", "S2", "S3"}
    while table.turn == "S2":
        table.play("S2 checks")
    table.play(f"{table.turn} bets 10")
    while table.turn != "S2":
        table.play(f"{table.turn} calls")
    assert table.offers() == {MayFold, MayCall, MayRaise}
    table.play("S2 calls")
    table.stay()
    assert table.only(ShowdownOpened).pots[0].amount == 9000
    assert names(table.only(ShowdownOpened).pots[0].claimants) == ("S1", "S2", "S3")


# AMB-40
@pytest.mark.parametrize(("counts", "opener"), [(True, "S2"), (False, "S1")])
def test_the_exposed_last_card_is_part_of_the_hand_showing_where_the_house_counts_it(counts: bool, opener: str) -> None:
    table = before_the_last_card(
        HIGH,
        "2c 3c Ad 9h Jd 4s 6h",
        "Kc Kd Kh 8s 7s 2d 8h",
        "Qc Qd 9s Th 6s 5c 4d",
        exposed_river_counts_for_order=counts,
    )
    table.deal(exposed="S2 1")
    table.play("S2 plays on")
    assert table.turn == opener
    assert len(table.state.up[1]) == 5


@pytest.mark.parametrize(("counts", "opener"), [(True, "S3"), (False, "S2")])
def test_at_stud_low_an_exposed_pair_spoils_the_best_low_showing_where_the_house_counts_it(
    counts: bool, opener: str
) -> None:
    table = before_the_last_card(
        SEVEN_STUD["low"],
        "2c 3c Kd 9h Jd 4s 6h",
        "Kc Qs 2h 3s 4c 5d 5h",
        "Qc Qd 2s 3h 4d 7c 9d",
        exposed_river_counts_for_order=counts,
    )
    table.deal(exposed="S2 1")
    table.play("S2 plays on")
    assert table.turn == opener


@spec("R-14.16-a.2")
@every_last_card
def test_of_an_exposed_last_card_everybody_sees_that_card_and_no_other(stud: Game) -> None:
    table = seventh_street(stud, "S2 1")
    exposed = table.only(ChoiceOffered).cards
    for viewer in (seat("S1"), seat("S3"), Role.SPECTATOR, Role.DEALER):
        seen = view(table.state, viewer).seats[1]
        assert exposed[0] in seen.up
        assert set(seen.down) == {UNKNOWN}
    assert UNKNOWN not in view(table.state, seat("S2")).seats[1].down


# Five-card stud, 14.15(l)


@scenario("F5-03")
@spec("R-14.15-l")
def test_at_five_card_stud_a_hole_card_turned_up_is_compared_and_the_second_card_comes_face_down() -> None:
    table = open_live_round(FIVE_STUD, STUD_SIGN, hands=("4h 3c", "Ks 9d", "Qs 8d"))
    table.deal(exposed="S1 1")
    assert (text(table.state.up[0]), text(table.state.down[0])) == ("4h", "3c")
    assert table.turn == "S1"
    assert view(table.state, seat("S2")).seats[0].down == (UNKNOWN,)
    turned = [event.rule.paragraph for event in table.all(CardsDealt) if event.turned]
    assert turned == ["14.15(l)", "14.15(l)"]


@spec("R-14.15-l")
def test_at_five_card_stud_the_hidden_second_card_does_not_open() -> None:
    table = open_live_round(FIVE_STUD, STUD_SIGN, hands=("Ah 2c", "Ks 3d", "Qs 8d"))
    table.deal(exposed="S1 1")
    assert table.turn == "S2"


# Mambo stud, 14.15(m)


# MB-07
@spec("R-14.15-m.1")
def test_at_mambo_a_first_card_turned_up_is_the_up_card_and_the_second_comes_face_down() -> None:
    table = open_live_round(MAMBO, STUD_SIGN, hands=("4h Kc", "Ks 9d", "Qs 8d"))
    table.deal(exposed="S1 1")
    assert (text(table.state.up[0]), text(table.state.down[0])) == ("4h", "Kc")
    assert table.turn == "S1"
    assert view(table.state, Role.SPECTATOR).seats[0].down == (UNKNOWN,)
    assert {event.rule.paragraph for event in table.all(CardsDealt) if event.turned} == {"14.15(m)"}


@spec("R-14.15-m.2")
def test_at_mambo_who_freezes_on_the_third_card_is_out_of_both_later_betting_rounds() -> None:
    table = before_the_last_card(MAMBO, "", "", "", paid=10)
    table.deal(exposed="S2 1")
    assert table.offers() == {MayFreeze, MayPlayOn}
    table.play("S2 freezes")
    assert table.only(Frozen).rule.paragraph == "14.15(m)1"
    first, second = names(table.last(BettingRoundOpened).to_act)
    assert {first, second} == {"S1", "S3"}
    table.play(f"{first} bets 10; {second} calls")
    table.deal()
    assert table.street == "community"
    first, second = names(table.last(BettingRoundOpened).to_act)
    assert {first, second} == {"S1", "S3"}
    table.play(f"{first} bets 10; {second} calls")
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (3000, ("S1", "S2", "S3")),
        (4000, ("S1", "S3")),
    ]


@spec("R-14.15-m.2")
def test_at_mambo_who_plays_on_after_the_third_card_bets_like_everybody() -> None:
    table = before_the_last_card(MAMBO, "", "", "", paid=10)
    table.deal(exposed="S2 1")
    table.play("S2 plays on")
    assert table.only(PlayedOn).rule.paragraph == "14.15(m)2"
    assert set(names(table.last(BettingRoundOpened).to_act)) == {"S1", "S2", "S3"}


def test_at_mambo_with_nobody_left_to_bet_the_community_card_still_comes() -> None:
    table = before_the_last_card(MAMBO, "", "", paid=10)
    table.deal(exposed="S1 1, S2 1")
    table.play("S1 freezes; S2 freezes")
    assert cards_due(table.state) == 2
    table.deal()
    assert table.all(CommunityDealt)
    assert table.state.stage is Stage.SHOWDOWN
    table.stay()
    assert sum(table.stacks) == 200


# Hold 'em and omaha, 14.15(o)


# HE-05
@spec("R-14.15-o.1")
@every_flop_game
@pytest.mark.parametrize("use", ["burn", "discard"])
def test_any_hole_card_turned_up_is_exchanged_after_the_deal_for_the_top_card(flop_game: Game, use: str) -> None:
    held = len(flop_game.streets[0].cards.faces)  # type: ignore[union-attr]
    for number in range(1, held + 1):
        house = letter(Fixed(200, 400), blinds=(100, 200), exposed_card_use=use)
        hand = ["As", "Ks", "Qs", "Js"][:held]
        hand[number - 1] = "7d"
        table = open_live_round(flop_game, house, hands=("", "", " ".join(hand), ""))
        assert cards_due(table.state, exposed_cards(f"S3 {number}")) == 4 * held + 1
        table.deal(exposed=f"S3 {number}", then="2h")
        exchanged = table.only(CardExchanged)
        assert (name(exchanged.seat), card_text(exchanged.exposed), card_text(exchanged.card)) == ("S3", "7d", "2h")
        assert table.log.index(exchanged) > table.log.index(table.all(CardsDealt)[-1])
        assert set(parse_cards("2h")) <= set(table.state.down[2])
        assert len(table.state.down[2]) == held
        assert table.state.up[2] == ()
        assert view(table.state, seat("S1")).seats[2].down == (UNKNOWN,) * held


@spec("R-14.15-o-1")
@every_flop_game
def test_the_exposed_card_may_go_to_the_discards_and_a_fresh_card_is_burned_before_the_flop(flop_game: Game) -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), exposed_card_use="discard")
    table = open_live_round(flop_game, house, hands=("", "", "7d", ""))
    table.deal(exposed="S3 1")
    exchanged = table.only(CardExchanged)
    assert (exchanged.rule.paragraph, exchanged.burned) == ("14.15(o)1", False)
    assert text(table.state.muck[2]) == "7d"
    assert set(view(table.state, seat("S1")).seats[2].discards) == {UNKNOWN}
    table.finish_betting()
    assert cards_due(table.state) == 4
    table.deal()
    assert len(table.all(CardBurned)) == 1
    assert parse_cards("7d")[0] not in table.state.burns


@spec("R-14.15-o-2")
@every_flop_game
def test_the_exposed_card_may_be_the_burn_card_and_no_other_is_burned_before_the_flop(flop_game: Game) -> None:
    table = open_live_round(flop_game, BLINDS, hands=("", "", "7d", ""))
    table.deal(exposed="S3 1")
    exchanged = table.only(CardExchanged)
    assert (exchanged.rule.paragraph, exchanged.burned) == ("14.15(o)2", True)
    table.finish_betting()
    assert cards_due(table.state) == 3
    table.deal()
    assert not table.all(CardBurned)
    assert text(table.state.burns) == "7d"
    table.finish_betting()
    assert cards_due(table.state) == 2
    table.deal()
    assert len(table.all(CardBurned)) == 1
    table.stay()
    assert sum(table.stacks) == 400


# AMB-113
@spec("R-14.15-o.1")
@every_flop_game
def test_any_number_is_exchanged_and_only_the_first_is_the_burn_card(flop_game: Game) -> None:
    table = open_live_round(flop_game, BLINDS, hands=("7d 7h", "7c", "", "9c 9d"))
    table.deal(exposed="S1 1, S2 1, S4 2, S1 2", then="2c 2d 2h 2s")
    assert [(name(each.seat), card_text(each.exposed), each.burned) for each in table.all(CardExchanged)] == [
        ("S1", "7d", True),
        ("S2", "7c", False),
        ("S1", "7h", False),
        ("S4", "9d", False),
    ]
    assert text(table.state.burns) == "7d"
    assert text(table.state.muck[0] + table.state.muck[1] + table.state.muck[3]) == "7h 7c 9d"
    assert not any(table.state.up)
    assert not table.all(Misdealt)
    table.finish_betting()
    assert cards_due(table.state) == 3
    table.stay()
    assert sum(table.stacks) == 400


@pytest.mark.parametrize("table_game", [*FLOP_GAMES.values(), *DRAW_GAMES.values()], ids=[*FLOP_GAMES, *DRAW_GAMES])
def test_a_house_may_file_that_so_many_exposed_cards_make_a_misdeal(table_game: Game) -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), exposed_limit_misdeal=2)
    table = open_live_round(table_game, house, players=3)
    table.deal(exposed="S1 1")
    assert table.state.stage is Stage.BETTING
    table = open_live_round(table_game, house, players=3)
    exposed = exposed_cards("S1 1, S2 1")
    held = len(table_game.streets[0].cards.faces)  # type: ignore[union-attr]
    assert cards_due(table.state, exposed) == 3 * held
    cards = table.next_deal(exposed).cards[: 3 * held]
    table.do(Deal(cards, exposed))
    misdeal = table.only(Misdealt)
    assert (misdeal.cause, misdeal.rule.paragraph) == (Misdeal.EXPOSED_CARDS, "14.15(r)")
    assert misdeal.returned == (100, 200, 0)
    assert isinstance(table.log[-1], RoundClosed)
    assert table.stacks == (100, 100, 100)


@spec("R-14.16-a.2")
@every_flop_game
def test_the_replacement_is_seen_by_its_player_alone(flop_game: Game) -> None:
    table = open_live_round(flop_game, BLINDS, hands=("", "", "7d", ""))
    table.deal(exposed="S3 1", then="2h")
    event = table.only(CardExchanged)
    for viewer in (seat("S1"), Role.SPECTATOR, Role.DEALER):
        seen = seen_by(event, viewer)
        assert isinstance(seen, CardExchanged)
        assert (card_text(seen.exposed), seen.card) == ("7d", UNKNOWN)
    assert seen_by(event, seat("S3")) == event


@pytest.mark.parametrize(("key", "players"), [("omaha-high", 10), ("omaha-high-low-eight", 10)])
def test_more_cards_cannot_be_exchanged_than_the_board_can_spare(key: str, players: int) -> None:
    """Ten omaha hands leave twelve cards, and the board takes eight: a fifth exchange would leave the river short."""
    table = open_live_round(
        game(key), letter(Fixed(200, 400), blinds=(100, 200), exposed_card_use="discard"), players=players
    )
    exposed = exposed_cards(", ".join(f"S{place} 1" for place in range(1, 6)))
    table.refused(Deal(table.next_deal(exposed).cards, exposed), Code.DECK_TOO_SHORT)


def test_more_cards_cannot_be_exchanged_than_the_deck_holds() -> None:
    table = open_live_round(DRAW_GAMES["five-card draw high"], BLINDS, players=8)
    exposed = exposed_cards(", ".join(f"S{place} {number}" for number in (1, 2) for place in range(1, 9)))[:13]
    lying_open = {each.number * 8 + each.seat: card for card, each in enumerate(exposed)}
    cards = tuple(lying_open.get(at, UNKNOWN) for at in range(cards_due(table.state, exposed)))
    table.refused(Deal(cards, exposed), Code.DECK_TOO_SHORT)  # type: ignore[arg-type]


# Draw games and badugi, by the house's own filing (AMB-112)


@every_draw_game
@pytest.mark.parametrize("use", ["burn", "discard"])
def test_in_draw_games_a_card_turned_up_in_the_deal_is_exchanged_and_goes_to_the_discards(
    draw_game: Game, use: str
) -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), exposed_card_use=use)
    table = open_live_round(draw_game, house, hands=("", "7d", ""))
    table.deal(exposed="S2 1", then="2h")
    exchanged = table.only(CardExchanged)
    assert (card_text(exchanged.exposed), card_text(exchanged.card), exchanged.burned) == ("7d", "2h", False)
    assert (exchanged.rule.paragraph, exchanged.rule.reading) == ("14.15(r)", "AMB-112")
    assert text(table.state.muck[1]) == "7d"
    assert set(parse_cards("2h")) <= set(table.state.down[1])
    table.stay()
    assert sum(table.stacks) == 300


def at_the_draw(draw_game: Game, players: int = 3, **settings: Any) -> LiveTable:
    house = letter(Fixed(200, 400), blinds=(100, 200), **settings)
    table = open_live_round(draw_game, house, players=players)
    table.deal()
    table.finish_betting()
    assert table.state.stage is Stage.DRAWING
    return table


def deal_draw(table: LiveTable, exposed: str = "") -> None:
    table.do(table.next_deal(exposed_cards(exposed)))


@every_draw_game
def test_a_card_drawn_face_up_is_replaced_when_everybody_has_drawn(draw_game: Game) -> None:
    table = at_the_draw(draw_game)
    held = len(table.state.down[0])
    table.play("S1 draws 2")
    deal_draw(table, "S1 2")
    exposed = table.only(DrawnCardExposed)
    assert (name(exposed.seat), exposed.rule.paragraph, exposed.rule.reading) == ("S1", "14.15(r)", "AMB-112")
    assert exposed.card == table.only(Drew).cards[1]
    assert exposed.card in table.state.muck[0]
    assert len(table.state.down[0]) == held - 1
    table.play("S2 draws 1")
    deal_draw(table)
    table.play("S3 stands pat")
    assert table.only(ReplacementDue).seat == seat("S1")
    assert (table.turn, cards_due(table.state), table.offers()) == ("S1", 1, set())
    deal_draw(table)
    assert len(table.state.down[0]) == held
    assert exposed.card not in table.state.down[0]
    assert table.state.stage is Stage.BETTING
    assert len(table.all(CardBurned)) == 1
    table.stay()
    assert sum(table.stacks) == 300


@every_draw_game
def test_two_cards_drawn_face_up_by_two_players_and_one_again_are_each_replaced(draw_game: Game) -> None:
    table = at_the_draw(draw_game, 2)
    held = len(table.state.down[0])
    table.play("S1 draws 2")
    deal_draw(table, "S1 1, S1 2")
    table.play("S2 draws 1")
    deal_draw(table, "S2 1")
    deal_draw(table)
    deal_draw(table, "S1 1")
    deal_draw(table)
    deal_draw(table)
    assert [name(each.seat) for each in table.all(ReplacementDue)] == ["S1", "S1", "S2", "S1"]
    assert table.state.stage is Stage.BETTING
    assert [len(hand) for hand in table.state.down] == [held, held]
    cards = [card for hand in table.state.down for card in hand]
    assert not {event.card for event in table.all(DrawnCardExposed)} & set(cards)


def test_who_is_owed_a_card_for_an_exposed_one_never_draws_what_he_gave_up() -> None:
    """He is owed it in the same draw, so what he gave up in this draw stays out of the pool."""
    for excluded in ("all-draws", "this-draw"):
        table = at_the_draw(DRAW_GAMES["five-card draw high"], 8, own_discards_excluded=excluded)
        given_up = set(table.state.down[0][:3])
        table.play("S1 draws 3")
        deal_draw(table, "S1 1")
        for place, count in (("S2", 3), ("S3", 3), ("S4", 2)):
            table.play(f"{place} draws {count}")
            deal_draw(table)
        table.play("S5 stands pat; S6 stands pat; S7 stands pat; S8 stands pat")
        assert table.stub == 0
        assert table.state.stage is Stage.SHUFFLING
        assert not given_up & set(reshuffle_pool(table.state).cards), excluded


@spec("R-14.16-a.2")
def test_what_was_drawn_face_up_everybody_has_seen_and_of_the_rest_nobody() -> None:
    table = at_the_draw(DRAW_GAMES["badugi"])
    table.play("S1 draws 2")
    deal_draw(table, "S1 2")
    drew, exposed = seen_by(table.only(Drew), seat("S2")), seen_by(table.only(DrawnCardExposed), seat("S2"))
    assert isinstance(drew, Drew)
    assert drew.cards == (UNKNOWN, UNKNOWN)
    assert exposed == table.only(DrawnCardExposed)


@pytest.mark.parametrize("exposed", ["S1 2", "S2 1", "S1 0"])
def test_only_a_card_just_drawn_can_be_exposed_in_a_draw(exposed: str) -> None:
    table = at_the_draw(DRAW_GAMES["five-card draw high"])
    table.play("S1 draws 1")
    table.refused(table.next_deal(exposed_cards(exposed)), Code.NOT_EXPOSABLE)


def test_no_card_is_exposed_where_the_clause_does_not_speak_of_it() -> None:
    table = open_live_round(HIGH, STUD_SIGN, players=2)
    table.deal()
    table.finish_betting()
    refusal = table.refused(table.next_deal(exposed_cards("S1 1")), Code.NOT_EXPOSABLE)
    assert refusal.rule.paragraph == "14.15(k)"


@pytest.mark.parametrize("preset", [letter, customary])
def test_the_betting_after_a_choice_is_that_of_any_seventh_street(preset: Any) -> None:
    house: HouseRules = preset(Fixed(500, 1000), ante=100, forced_bet=200)
    table = open_live_round(HIGH, house, players=3)
    while not (table.street == "sixth" and table.state.stage is Stage.DEALING):
        table.do(table.cheapest())
    table.deal(exposed="S3 1")
    table.play("S3 plays on")
    assert table.offers() == {MayFold, MayCheck, MayBet}
    assert table.offer(MayBet).least == 1000
    assert isinstance(table.since(BettingRoundClosed)[1], CardBurned)
