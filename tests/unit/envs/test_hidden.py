"""What a seat may not see changes nothing of what it sees: cards are swapped behind its back."""

from typing import Any

import numpy as np
import pytest

from pokerroom.batch import layout
from pokerroom.envs import Rounds, loops
from tests.sampling import sampled
from tests.unit.envs.playing import CASES, dealt, step_at_random

LANES = sampled(32, whole=200)
STEPS = 24


def perturbed(rounds: Rounds, viewer: int, chance: np.random.Generator) -> int:
    """Put other cards where the viewer sees none: others' down cards, burn cards, others' discards, and the deck.

    Returns how many cards were changed. Cards may be twice then: an observation does not care.
    """
    game, lanes, decks = rounds.game, rounds._lanes, rounds._decks
    changed = 0
    for seat in range(game.seats):
        hidden = (seat != viewer) & ((lanes[:, layout.SHOWN] >> seat & 1) == 0)
        at = game.place(seat)
        for card in range(game.down_most):
            where = hidden & (card < lanes[:, at + layout.DOWNS])
            lanes[where, at + layout.CARDS + card] = chance.integers(52, size=int(where.sum()))
            changed += int(where.sum())
    pile = int(game.rules[layout.PILE_AT])
    for number in range(int(game.rules[layout.PILE_MOST])):
        owner = lanes[:, pile + number] >> layout.OWNER
        where = (number < lanes[:, layout.PILE_CARDS]) & (owner != viewer)
        drawn = chance.integers(52, size=int(where.sum()))
        lanes[where, pile + number] = owner[where] << layout.OWNER | drawn
        changed += int(where.sum())
    decks[:, layout.DECK_CARDS :] = chance.permuted(decks[:, layout.DECK_CARDS :], axis=1)
    return changed


def seen_by(rounds: Rounds, viewer: int) -> tuple[Any, Any]:
    seen, masks = np.zeros_like(rounds.seen), np.zeros_like(rounds.masks)
    rounds.observe(np.full(rounds.size, viewer), seen, masks)
    return seen, masks


def compared(key: str, limits: str, seed: int) -> int:
    """Every seat of every lane at every decision; returns how many observations were compared."""
    rounds = dealt(key, limits, LANES, seed=seed)
    chance = np.random.default_rng(seed)
    compared = changed = 0
    for _ in range(STEPS):
        before = rounds.snapshot()
        for viewer in range(rounds.game.seats):
            seen, masks = seen_by(rounds, viewer)
            changed += perturbed(rounds, viewer, chance)
            again, masks_again = seen_by(rounds, viewer)
            np.testing.assert_array_equal(seen, again)
            np.testing.assert_array_equal(masks, masks_again)
            compared += rounds.size
            rounds.restore(before)
        step_at_random(rounds, chance)
    assert changed > 0
    return compared


@pytest.mark.sampled
@pytest.mark.parametrize(("key", "limits"), CASES)
def test_cards_that_a_seat_may_not_see_change_nothing_of_what_it_sees(key: str, limits: str) -> None:
    assert compared(key, limits, seed=len(key)) == LANES * STEPS * 4


def test_the_soak_compares_a_million_observations() -> None:
    assert len(CASES) * 200 * STEPS * 4 > 1_000_000


def test_a_card_that_is_seen_does_change_what_is_seen() -> None:
    """The comparison can fail: an open card, an own card and a card of the board are found."""
    rounds = dealt("seven-card-stud-high", "fixed", 4)
    at = rounds.game.place(1) + layout.CARDS
    for place in (at, at + rounds.game.down_most):
        seen, _ = seen_by(rounds, 1)
        rounds._lanes[:, place] = (rounds._lanes[:, place] + 1) % 52
        assert (seen_by(rounds, 1)[0] != seen).any(axis=1).all()


def test_hands_are_seen_by_all_once_they_are_shown() -> None:
    rounds = dealt("hold-em", "fixed", 64)
    stay = np.ones(64, np.int64)
    while not rounds.over.all():
        assert (rounds.part(rounds.seen, "down")[rounds.turn >= 0, 1:] >= layout.UNKNOWN_CARD).all()
        rounds.step(stay)
    seen, _ = seen_by(rounds, 2)
    assert (rounds.part(seen, "down") < layout.UNKNOWN_CARD).all()
    assert (rounds.part(seen, "acting") == loops.NOTHING).all()
