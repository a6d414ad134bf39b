"""A deck that runs short: play waits, and what comes back is what the section says, no card more or less."""

from random import Random

import pytest

from pokerroom.cards import UNKNOWN, Card
from pokerroom.games import game
from pokerroom.play import (
    Code,
    Fold,
    PostForcedBet,
    Procedure,
    RemoveFallenCard,
    Reshuffle,
    Round,
    Stage,
    procedure,
    reshuffle_pool,
)
from pokerroom.play.events import DeckReshuffled
from pokerroom.play.state import live_from
from pokerroom.rules.editions import SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed, letter
from tests.sweep import Draws, Policy, next_command
from tests.unit.play.staging import (
    FIVE_DRAW,
    HOLD_EM,
    STUD,
    STUD_SIGN,
    SUPER_STUD,
    after,
    events_of,
    opened,
    refused,
)

STAYING = Policy(fold=0, stay=1, push=0, concede=0, draws=Draws.ALL)
"""Everybody stays for as little as possible and draws all they may."""

# Eight at stud leave one card for seventh street; seven at super stud one for sixth; eight drawers take 40 of 12.
SHORT = {"stud": (STUD, 8), "super stud": (SUPER_STUD, 7), "five-card draw": (FIVE_DRAW, 8)}
every_shortage = pytest.mark.parametrize(("table", "players"), SHORT.values(), ids=SHORT)
NOT_CARDS: tuple[object, ...] = (-1, 53, 10**9, True, 3.5, float("nan"), None, "As")


def stayed(state: Round, *, until: Stage) -> Round:
    rng = Random(0)
    while state.stage is not until:
        assert not state.over, f"the round ended before {until}"
        state = after(state, next_command(state, STAYING, rng))
    return state


def short_of_cards(table: Procedure, players: int) -> Round:
    return stayed(opened(table, players=players), until=Stage.SHUFFLING)


@every_shortage
def test_play_waits_for_the_reshuffle(table: Procedure, players: int) -> None:
    state = short_of_cards(table, players)
    assert refused(state, Fold(state.turn or state.waiting[0])).code is Code.NOT_NOW


@every_shortage
def test_the_new_deck_is_the_pool_in_the_order_given(table: Procedure, players: int) -> None:
    state = short_of_cards(table, players)
    order = reshuffle_pool(state).cards[::-1]
    event = events_of(state, Reshuffle(order))[0]
    assert isinstance(event, DeckReshuffled)
    assert event.deck == order
    assert table.game.shortage is not None
    assert event.rule == table.game.shortage.rule


@every_shortage
def test_a_card_short_or_over_is_refused(table: Procedure, players: int) -> None:
    state = short_of_cards(table, players)
    pool = reshuffle_pool(state).cards
    for cards in ((), pool[1:], (*pool, pool[0])):
        refusal = refused(state, Reshuffle(cards))
        assert refusal.code is Code.WRONG_NUMBER_OF_CARDS
        assert refusal.facts == {"given": len(cards), "due": len(pool)}


@every_shortage
def test_a_card_from_elsewhere_or_one_twice_is_refused(table: Procedure, players: int) -> None:
    state = short_of_cards(table, players)
    pool = reshuffle_pool(state).cards
    held = state.down[state.turn or 0][0]
    for card in (held, pool[1], UNKNOWN):
        refusal = refused(state, Reshuffle((card, *pool[1:])))
        assert refusal.code is Code.CARD_ELSEWHERE
        assert str(refusal)


@every_shortage
@pytest.mark.parametrize("card", NOT_CARDS)
def test_what_is_not_a_card_is_refused(table: Procedure, players: int, card: Card) -> None:
    state = short_of_cards(table, players)
    refusal = refused(state, Reshuffle((card, *reshuffle_pool(state).cards[1:])))
    assert refusal.code is Code.NOT_A_CARD
    assert str(card) in str(refusal)


def test_a_card_is_its_number_and_not_an_equal_fraction() -> None:
    state = short_of_cards(STUD, 8)
    first, *rest = reshuffle_pool(state).cards
    assert refused(state, Reshuffle((float(first), *rest))).code is Code.NOT_A_CARD  # type: ignore[arg-type]


def test_nothing_is_reshuffled_while_the_deck_holds_out() -> None:
    state = opened(HOLD_EM)
    assert refused(state, Reshuffle(state.stub)).code is Code.NOT_NOW


def test_nothing_is_reshuffled_after_the_round() -> None:
    state = opened(HOLD_EM, players=2)
    state = after(state, Fold(state.to_act[0]))
    assert refused(state, Reshuffle(())).code is Code.ROUND_OVER


@every_shortage
def test_a_dealer_need_not_know_the_new_order(table: Procedure, players: int) -> None:
    state = stayed(opened(table, players=players, deck=None), until=Stage.SHUFFLING)
    pool = reshuffle_pool(state).cards
    event = events_of(state, Reshuffle((UNKNOWN,) * len(pool)))[0]
    assert isinstance(event, DeckReshuffled)
    assert set(event.deck) == {UNKNOWN}


@pytest.mark.parametrize("reshuffle", ["mid-street", "before-street"])
@pytest.mark.parametrize("players", [6, 7])
def test_super_stud_ends_although_nobody_may_be_dealt_their_own_discards(players: int, reshuffle: str) -> None:
    law = game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT)
    house = letter(Fixed(400, 800), **STUD_SIGN, super_own_discards_excluded=True, super_reshuffle=reshuffle)
    state, rng = opened(procedure(law, house), players=players), Random(0)
    for _ in range(500):
        if state.over:
            return
        state = after(state, next_command(state, STAYING, rng))
    pytest.fail("the deck runs short again and again")


def test_super_stud_reshuffles_again_where_the_new_deck_loses_cards_in_the_same_street() -> None:
    """The discards that were kept from the players still to be served are muck too, 14.9B(h)."""
    law = game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT)
    house = letter(Fixed(400, 800), **STUD_SIGN, super_own_discards_excluded=True)
    state = stayed(opened(procedure(law, house), players=7, deck=None), until=Stage.BETTING)
    state = after(state, PostForcedBet(state.to_act[0]))
    state = stayed(after(state, Fold(state.to_act[0])), until=Stage.SHUFFLING)
    street, waiting = state.street, state.waiting
    state = after(state, Reshuffle((UNKNOWN,) * len(reshuffle_pool(state).cards)))
    while len(state.stub) > len(waiting):
        state = after(state, RemoveFallenCard())
    state = stayed(state, until=Stage.SHUFFLING)
    assert (state.street, state.waiting) == (street, waiting[-1:])
    state = stayed(state, until=Stage.BETTING)
    assert {len(state.cards(seat)) for seat in live_from(state, 0)} == {3 + street}
