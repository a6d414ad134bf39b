"""Forced money: what folding does not save, and where it goes when nobody is left who could answer it."""

import pytest

from pokerroom.cards import DECK
from pokerroom.games import game
from pokerroom.play import Call, Event, Fold, OpenRound, PostForcedBet, Procedure, Round, procedure, start
from pokerroom.play.events import BettingRoundClosed, DiscardsDue, ShowdownOpened, UncalledReturned
from pokerroom.rules.editions import SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed, NoLimit, Showing, customary
from tests.unit.play.staging import (
    BLINDS,
    FIVE_STUD,
    PLENTY,
    S1,
    S2,
    S3,
    STUD,
    STUD_SIGN,
    accepted,
    after,
    opened,
)


def forced_bettor_folds(table: Procedure, players: int) -> Round:
    """The forced bettor, lowest card up, throws the hand away; the others fold to the last of them."""
    state = opened(table, players=players)
    for _ in range(players - 1):
        assert state.turn is not None
        state = after(state, Fold(state.turn))
    return state


@pytest.mark.parametrize("players", [2, 3, 8])
def test_a_forced_bet_owed_by_a_player_who_folds_stays_in_the_pot(players: int) -> None:
    # The last player wins the antes and the forced bet nobody called: 14.15(j)2.
    state = forced_bettor_folds(STUD, players)
    assert state.over
    assert sorted(state.stacks) == sorted(
        [PLENTY - 300, *[PLENTY - 100] * (players - 2), PLENTY + 100 * (players - 1) + 200]
    )


def test_a_compulsory_opening_bet_owed_by_a_player_who_folds_stays_in_the_pot() -> None:
    state = opened(FIVE_STUD, players=2)
    opener, other = state.to_act
    state = after(state, PostForcedBet(opener), Call(other))
    assert state.turn is not None
    leader = state.turn
    state = after(state, Fold(leader))
    assert state.over
    assert state.stacks[leader] == PLENTY - 300 - 400
    assert state.stacks[1 - leader] == PLENTY + 300 + 400


def test_a_player_who_folds_owing_nothing_pays_nothing() -> None:
    state = opened(STUD, players=3)
    opener, second, _ = state.to_act
    state = after(state, PostForcedBet(opener), Fold(second))
    assert state.stacks[second] == PLENTY - 100


def log_of(table: Procedure, stacks: tuple[int, ...]) -> tuple[Round, list[Event]]:
    return accepted(start(table, OpenRound(stacks=stacks, deck=DECK)))


CARD_ROOM = procedure(game("hold-em"), customary(NoLimit(200), ante=100, showing=Showing.ALL, **BLINDS))


def test_a_blind_nobody_can_answer_is_returned_and_what_was_matched_is_gathered() -> None:
    # Heads-up the button, S2, posts the small blind; the ante leaves S2 nothing to post it with.
    state, log = log_of(CARD_ROOM, (PLENTY, 100))
    assert [event.amount for event in log if isinstance(event, UncalledReturned)] == [200]
    assert any(isinstance(event, BettingRoundClosed) for event in log)
    (showdown,) = [event for event in log if isinstance(event, ShowdownOpened)]
    assert [pot.amount for pot in showdown.pots] == [200]
    assert sum(state.stacks) == PLENTY + 100


def test_blinds_that_put_everybody_all_in_are_gathered_into_the_pots() -> None:
    # Antes of 100, then S1 all-in on the small blind, S2 on the big one, S3 on what the ante left.
    state, log = log_of(CARD_ROOM, (150, 300, 100))
    (showdown,) = [event for event in log if isinstance(event, ShowdownOpened)]
    assert [pot.amount for pot in showdown.pots] == [300, 100]
    assert state.over
    assert sum(state.stacks) == 550


def test_super_stud_hands_are_cut_to_three_cards_even_when_nobody_could_bet() -> None:
    law = game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT)
    table = procedure(law, customary(Fixed(400, 800), **STUD_SIGN))
    state, log = log_of(table, (100, 100, PLENTY))
    assert any(isinstance(event, DiscardsDue) for event in log)
    assert state.to_act == (S1, S2, S3)
