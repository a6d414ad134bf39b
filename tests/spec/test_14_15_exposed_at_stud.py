"""N.J.A.C. 13:69F-14.15(k) to (m): first cards of a stud hand that a dealer turned face up."""

import pytest

from pokerroom.cards import UNKNOWN, parse_cards
from pokerroom.games import game
from pokerroom.play import Code, Deal, Removal, Role, cards_due, seen_by, view
from pokerroom.play.events import BettingRoundOpened, CardsDealt, HandRemoved
from pokerroom.rules.clauses import Game
from tests.exposing import (
    BLINDS,
    FIVE_STUD,
    HIGH,
    MAMBO,
    STUD_SIGN,
    SUPER_STUD,
    every_seven_stud,
    every_super_stud,
    opens_with,
    text,
)
from tests.spec_marks import scenario, spec
from tests.tables import exposed_cards, name, open_live_round, seat

# Seven-card stud and super stud, 14.15(k)


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
def test_heads_up_the_other_player_takes_back_what_they_put_in_and_no_third_card_is_dealt(stud: Game) -> None:
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


# What can have been exposed


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


def test_no_card_is_exposed_where_the_clause_does_not_speak_of_it() -> None:
    table = open_live_round(HIGH, STUD_SIGN, players=2)
    table.deal()
    table.finish_betting()
    refusal = table.refused(table.next_deal(exposed_cards("S1 1")), Code.NOT_EXPOSABLE)
    assert refusal.paragraph == "14.15(k)"
