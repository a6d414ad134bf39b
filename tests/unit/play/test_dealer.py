"""A dealer at the table: the round waits for the cards to be named, and may be left in the dark about some."""

import pytest

from pokerroom.cards import UNKNOWN, Card, parse_cards
from pokerroom.play import Call, Check, Code, Deal, Draw, Fold, Round, Show, Stage, cards_due
from pokerroom.play.events import CardBurned, CardsDealt, CommunityDealt, Drew, PotAwarded
from tests.unit.play.staging import FIVE_DRAW, HOLD_EM, PLENTY, S1, S2, STUD, after, events_of, opened, refused

# Two hold 'em hands nobody but their players has seen; the board under a burn card nobody has seen.
FACE_DOWN = Deal((UNKNOWN,) * 4)
FLOP, TURN, RIVER = ("?? 2c 7d 9h", "?? Jc", "?? 3s")
NOT_CARDS: tuple[object, ...] = (-1, 53, 10**9, True, 3.0, float("nan"), None, "As")


def dealt(text: str) -> Deal:
    return Deal(parse_cards(text))


def before_the_flop() -> Round:
    return after(opened(HOLD_EM, players=2, deck=None), FACE_DOWN, Call(S1), Check(S2))


def at_the_showdown(*, river: str = RIVER) -> Round:
    state = before_the_flop()
    for street in (FLOP, TURN, river):
        state = after(state, dealt(street), Check(S1), Check(S2))
    return state


def at_the_draw() -> Round:
    return after(opened(FIVE_DRAW, players=2, deck=None), Deal((UNKNOWN,) * 10), Call(S1), Check(S2))


def test_the_round_waits_for_the_dealer_before_each_street() -> None:
    state = opened(HOLD_EM, players=2, deck=None)
    assert (state.stage, cards_due(state)) == (Stage.DEALING, 4)
    state = after(state, FACE_DOWN)
    assert (state.stage, cards_due(state)) == (Stage.BETTING, 0)
    state = before_the_flop()
    assert (state.stage, cards_due(state)) == (Stage.DEALING, 4)


def test_no_cards_are_due_where_the_room_deals() -> None:
    assert cards_due(opened(HOLD_EM)) == 0


def test_cards_are_named_in_the_order_they_leave_the_deck_the_burn_card_first() -> None:
    burned, flop = events_of(before_the_flop(), dealt("Ks 2c 7d 9h"))[:2]
    assert isinstance(burned, CardBurned)
    assert (burned.card,) == parse_cards("Ks")
    assert isinstance(flop, CommunityDealt)
    assert flop.cards == parse_cards("2c 7d 9h")


def test_cards_go_round_the_table_one_at_a_time() -> None:
    (cards, *_) = events_of(opened(STUD, players=2, deck=None), dealt("2c 2d 3c 3d 4c 4d"))
    assert isinstance(cards, CardsDealt)
    state = after(opened(STUD, players=2, deck=None), dealt("2c 2d 3c 3d 4c 4d"))
    assert state.down == (parse_cards("2c 3c"), parse_cards("2d 3d"))
    assert state.up == (parse_cards("4c"), parse_cards("4d"))


@pytest.mark.parametrize("count", [0, 3, 5, 52])
def test_another_number_of_cards_than_is_due_is_refused(count: int) -> None:
    refusal = refused(before_the_flop(), Deal(tuple(Card(number) for number in range(count))))
    assert refusal.code is Code.WRONG_NUMBER_OF_CARDS
    assert refusal.facts == {"given": count, "due": 4}


def test_a_card_named_twice_is_refused() -> None:
    assert refused(before_the_flop(), dealt_raw("2c 7d 2c 9h")).code is Code.CARD_ELSEWHERE


def dealt_raw(text: str) -> Deal:
    """Cards as a careless dealer names them, one of them twice."""
    return Deal(tuple(card for word in text.split() for card in parse_cards(word)))


def test_a_card_that_has_left_the_deck_cannot_leave_it_again() -> None:
    state = after(before_the_flop(), dealt(FLOP), Check(S1), Check(S2))
    refusal = refused(state, dealt("?? 7d"))
    assert refusal.code is Code.CARD_ELSEWHERE
    assert "7d" in str(refusal)


@pytest.mark.parametrize("card", NOT_CARDS)
def test_what_is_not_a_card_is_refused(card: Card) -> None:
    refusal = refused(before_the_flop(), Deal((card, *parse_cards("2c 7d 9h"))))
    assert refusal.code is Code.NOT_A_CARD
    assert str(card) in str(refusal)


def test_cards_are_not_dealt_while_a_player_is_to_act() -> None:
    state = after(opened(HOLD_EM, players=2, deck=None), FACE_DOWN)
    assert refused(state, dealt(FLOP)).code is Code.NOT_NOW
    assert refused(opened(HOLD_EM), dealt(FLOP)).code is Code.NOT_NOW


def test_a_player_does_not_act_while_the_dealer_is_dealing() -> None:
    assert refused(opened(HOLD_EM, players=2, deck=None), Fold(S1)).code is Code.NOT_NOW


def test_a_card_that_lies_face_up_for_everybody_must_be_named() -> None:
    refusal = refused(before_the_flop(), dealt("?? 2c 7d ??"))
    assert refusal.code is Code.NOT_A_CARD


def test_an_up_card_must_be_named_since_it_decides_who_opens() -> None:
    refusal = refused(opened(STUD, players=2, deck=None), dealt("?? ?? ?? ?? 4c ??"))
    assert refusal.code is Code.NOT_A_CARD


def test_unknown_hands_are_named_when_they_are_shown() -> None:
    state = after(at_the_showdown(), Show(S1, parse_cards("As Ah")))
    (award,) = [event for event in events_of(state, Show(S2, parse_cards("Ks Kh"))) if isinstance(event, PotAwarded)]
    assert (award.seats, award.amounts) == ((S1,), (400,))


def test_a_hand_nobody_has_named_cannot_be_shown() -> None:
    for cards in ((), (UNKNOWN, UNKNOWN), parse_cards("As ??")):
        assert refused(at_the_showdown(), Show(S1, cards)).code is Code.NOT_SHOWN_WHOLE


@pytest.mark.parametrize("cards", ["As", "As Ah Ad", "2c Ah"])
def test_a_hand_is_not_shown_with_cards_that_cannot_be_its_own(cards: str) -> None:
    refusal = refused(at_the_showdown(), Show(S1, parse_cards(cards)))
    assert refusal.code in {Code.WRONG_NUMBER_OF_CARDS, Code.CARD_ELSEWHERE}


def test_two_players_cannot_show_one_card() -> None:
    state = after(at_the_showdown(), Show(S1, parse_cards("As Ah")))
    assert refused(state, Show(S2, parse_cards("As Kh"))).code is Code.CARD_ELSEWHERE


def test_a_draw_waits_for_the_dealer_and_its_burn_comes_first() -> None:
    state = after(at_the_draw(), Draw(S1, (UNKNOWN, UNKNOWN)))
    assert (state.stage, cards_due(state)) == (Stage.DRAWING, 3)
    burned, drew = events_of(state, dealt("?? As Ah"))
    assert isinstance(burned, CardBurned)
    assert isinstance(drew, Drew)
    assert drew.cards == parse_cards("As Ah")
    assert refused(state, Draw(S1)).code is Code.NOT_NOW


def test_nothing_is_due_from_the_dealer_when_a_player_stands_pat() -> None:
    state = after(at_the_draw(), Draw(S1))
    assert (cards_due(state), state.turn) == (0, S2)


def test_a_card_cannot_be_given_up_twice() -> None:
    aces = parse_cards("As")
    assert refused(at_the_draw(), Draw(S1, aces * 2)).code in {Code.NOT_YOUR_CARD, Code.CARD_ELSEWHERE}


def test_a_card_given_up_by_name_cannot_be_dealt_or_shown_again() -> None:
    state = after(at_the_draw(), Draw(S1, parse_cards("2c ??")))
    assert refused(state, dealt("?? As 2c")).code is Code.CARD_ELSEWHERE


def test_chips_and_cards_are_counted_where_a_dealer_deals() -> None:
    state = at_the_showdown()
    assert state.chips == 2 * PLENTY
    assert len(state.stub) == 52 - 4 - 8
