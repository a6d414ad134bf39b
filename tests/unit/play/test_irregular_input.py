"""Irregularities told wrong: seats nobody sits in, cards that are none, cards a deck cannot spare."""

from typing import Any

import pytest

from pokerroom.cards import DECK, UNKNOWN, cards_text, parse_cards
from pokerroom.games import game
from pokerroom.play import (
    Call,
    Check,
    Code,
    Deal,
    DeclareMisdeal,
    Draw,
    Exposed,
    Fold,
    Freeze,
    LeaveTable,
    MarkProtected,
    Misdeal,
    Move,
    Place,
    PlayOn,
    ReconstructHand,
    Removal,
    RemoveFaceUpCard,
    RemoveFallenCard,
    RemoveHand,
    Rule,
    Seat,
    cards_due,
    perform,
)
from pokerroom.rules.clauses import Game
from tests.tables import Table, open_live_round, open_round
from tests.unit.play.irregular import RULING, TWO, every_game, sign
from tests.unit.play.staging import FIVE_DRAW, HOLD_EM, S1, S2, S3, after, opened, refused

# Seats and cards


NOT_SEATS: tuple[object, ...] = (-1, 3, 99, True, 1.0, "S1", None)
NOT_CARDS: tuple[object, ...] = (-1, 53, 99, True, 3.5, "As")


SEATED: dict[str, Any] = {
    "remove": lambda who: RemoveHand(who, Removal.SWEPT),
    "protect": lambda who: MarkProtected(who, "held"),
    "reconstruct": lambda who: ReconstructHand(who, parse_cards("As Ah"), TWO),
    "leave": LeaveTable,
    "fallen": lambda who: RemoveFallenCard(DECK[0], who),
    "freeze": Freeze,
    "play on": PlayOn,
    "ruling to": lambda who: Rule(RULING, (Move(100, Place(S1, "stakes"), Place(who, "stakes")),)),
    "ruling from": lambda who: Rule(RULING, (Move(100, Place(who, "stakes"), Place(S1, "stakes")),)),
}


@pytest.mark.parametrize("who", NOT_SEATS, ids=repr)
@pytest.mark.parametrize("make", SEATED.values(), ids=SEATED)
def test_a_seat_nobody_sits_in_is_refused_by_number(make: Any, who: object) -> None:
    if who is None and make is SEATED["fallen"]:
        return  # Without a seat the next card of the deck fell.
    refusal = refused(opened(HOLD_EM), make(who))
    assert refusal.code is Code.NOT_SEATED
    assert "no player in seat" in str(refusal)


@pytest.mark.parametrize("what", ["remove", "protect", "reconstruct", "leave", "fallen"])
def test_a_folded_player_has_no_hand_that_anything_could_happen_to(what: str) -> None:
    make = SEATED[what]
    state = after(opened(HOLD_EM), Fold(S3))
    assert refused(state, make(S3)).code is Code.NOT_IN_THE_ROUND


@pytest.mark.parametrize("make", SEATED.values(), ids=SEATED)
def test_nothing_happens_to_anybody_after_the_round(make: Any) -> None:
    state = after(opened(HOLD_EM), Fold(S3), Fold(S1))
    if make in (SEATED["ruling to"], SEATED["ruling from"]):
        return  # A ruling may still move table stakes.
    assert refused(state, make(S2)).code is Code.ROUND_OVER


@pytest.mark.parametrize("card", NOT_CARDS, ids=repr)
@pytest.mark.parametrize("deck", [DECK, None], ids=["room", "dealer"])
@pytest.mark.parametrize("make", [RemoveFallenCard, RemoveFaceUpCard])
def test_what_is_not_a_card_did_not_leave_the_deck(make: Any, deck: Any, card: object) -> None:
    refusal = refused(opened(HOLD_EM, deck=deck), make(card))
    assert refusal.code is (Code.ROOM_DEALS if deck else Code.NOT_A_CARD)
    assert str(refusal)


@pytest.mark.parametrize("card", [*NOT_CARDS, UNKNOWN, DECK[40]], ids=repr)
def test_what_a_player_does_not_hold_did_not_fall(card: Any) -> None:
    refusal = refused(opened(HOLD_EM), RemoveFallenCard(card, S1))
    assert refusal.code in {Code.NOT_YOUR_CARD, Code.NOT_A_CARD}
    assert str(refusal)


@pytest.mark.parametrize("card", [*NOT_CARDS, DECK[0]], ids=repr)
def test_a_replacement_is_a_card_still_in_the_deck(card: Any) -> None:
    state = after(opened(HOLD_EM, deck=None), Deal(DECK[:6]))
    refusal = refused(state, RemoveFallenCard(DECK[0], S1, card))
    assert refusal.code in {Code.NOT_A_CARD, Code.CARD_ELSEWHERE}
    assert str(refusal)


def test_the_room_knows_the_replacement_itself() -> None:
    state = opened(HOLD_EM)
    assert refused(state, RemoveFallenCard(state.down[0][0], S1, DECK[40])).code is Code.ROOM_DEALS


@pytest.mark.parametrize("who", [-1, 3, True, 1.0, "S1", None], ids=repr)
def test_only_a_seat_can_have_had_a_card_exposed_in_the_deal(who: Any) -> None:
    refusal = refused(opened(HOLD_EM, deck=None), Deal(DECK[:7], (Exposed(who, 0),)))
    assert refusal.code is Code.NOT_EXPOSABLE
    assert str(refusal)


@pytest.mark.parametrize("number", [-1, 2, True, 0.0, "1", None], ids=repr)
def test_only_a_card_s_number_can_have_been_exposed(number: Any) -> None:
    refusal = refused(opened(HOLD_EM, deck=None), Deal(DECK[:7], (Exposed(S1, number),)))
    assert refusal.code is Code.NOT_EXPOSABLE
    assert str(refusal)


@pytest.mark.parametrize("who", [0.0, False, "S1", None], ids=repr)
def test_only_the_seat_drawing_can_have_had_a_drawn_card_exposed(who: Any) -> None:
    state = after(opened(FIVE_DRAW, players=2, deck=None), Deal((UNKNOWN,) * 10), Call(S1), Check(S2))
    state = after(state, Draw(S1, (UNKNOWN,)))
    assert refused(state, Deal(parse_cards("?? As"), (Exposed(who, 0),))).code is Code.NOT_EXPOSABLE


def test_a_cause_that_follows_from_the_deal_is_not_declared() -> None:
    state = opened(HOLD_EM)
    assert refused(state, DeclareMisdeal(Misdeal.EXPOSED_CARDS)).code is Code.NOT_A_CAUSE
    assert refused(state, RemoveHand(S1, Removal.EXPOSED)).code is Code.NOT_A_CAUSE


def test_a_room_that_deals_by_itself_is_told_no_cards() -> None:
    assert refused(opened(HOLD_EM), Deal(DECK[:6], (Exposed(S1, 0),))).code is Code.NOT_NOW


# The deck


def drop_cards(table: Table) -> None:
    """Let cards fall off the table until the deck can spare no more."""
    while isinstance(perform(table.state, RemoveFallenCard()), tuple):
        table.do(RemoveFallenCard())
    table.refused(RemoveFallenCard(), Code.DECK_TOO_SHORT)


@every_game
def test_cards_leave_the_deck_unused_as_long_as_the_round_can_spare_them(each: Game) -> None:
    """Then a refusal, and the round goes on to its end."""
    table = open_round(each, sign(each), players=3)
    drop_cards(table)
    for _ in range(200):
        if not table.state.over:
            table.do(table.cheapest())
    assert table.state.over, f"stuck at {table.state.stage} on {table.street} street"
    assert sum(table.stacks) == 300


@every_game
def test_before_the_first_card_the_deck_keeps_enough_for_the_deal(each: Game) -> None:
    players = min(each.seats.most, 8)
    table = open_live_round(each, sign(each), players=players)
    drop_cards(table)
    assert table.stub >= players * len(each.streets[0].cards.faces)  # type: ignore[union-attr]
    assert cards_due(table.state) == players * len(each.streets[0].cards.faces)  # type: ignore[union-attr]


def test_a_deck_too_short_is_told_in_cards() -> None:
    table = open_round(game("hold-em"), sign(game("hold-em")), players=3)
    for _ in range(52 - 6 - 8):
        table.do(RemoveFallenCard())
    refusal = table.refused(RemoveFallenCard(), Code.DECK_TOO_SHORT)
    assert str(refusal).startswith("the deck holds 8 cards, and the round would need 9")


def test_a_face_up_card_must_be_named_by_a_dealer_and_a_fallen_one_need_not() -> None:
    state = opened(HOLD_EM, deck=None)
    assert refused(state, RemoveFaceUpCard()).code is Code.NOT_A_CARD
    state = after(state, RemoveFaceUpCard(parse_cards("9d")[0]), RemoveFallenCard())
    assert cards_text(state.dead) == "9d ??"
    assert refused(state, Deal(parse_cards("9d ?? ?? ?? ?? ??"))).code is Code.CARD_ELSEWHERE


def test_a_replaced_card_of_the_deal_after_a_hand_has_left_is_still_in_time() -> None:
    """Removing the first to act is nobody's action."""
    state = opened(HOLD_EM, players=4)
    state = after(state, RemoveHand(S3, Removal.SWEPT))
    assert state.turn == Seat(3)
    after(state, RemoveFallenCard(state.down[0][0], S1))
