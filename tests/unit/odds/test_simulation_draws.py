"""How players draw who never fold."""

import numpy as np
import pytest

from pokerroom.cards import cards_text, parse_cards
from pokerroom.games import game
from pokerroom.odds.simulation import What, simulate
from pokerroom.odds.simulation_draws import RULES, Draws, drawn_hands
from pokerroom.ranking import Ranking
from pokerroom.ranking.bulk import deal

pytest.importorskip("numba", reason="NOT TESTED: players draw by loops that need Numba")

HIGH, LOW = Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE
DEUCE, BADUGI = Ranking.LOW_DEUCE_TO_SEVEN, Ranking.BADUGI

DRAW_GAMES = [
    ("five-card-draw-high", 8),
    ("five-card-draw-low", 8),
    ("triple-draw-deuce-to-seven", 7),
    ("badugi", 9),
]


@pytest.mark.parametrize(
    ("ranking", "hand", "kept"),
    [
        (HIGH, "Kc Kd 9h 4s 2c", "Kc Kd"),
        (HIGH, "Kc Kd 9h 9s 2c", "Kc Kd 9h 9s"),
        (HIGH, "Kc Kd Kh 9s 2c", "Kc Kd Kh"),
        (HIGH, "Kc Kd Kh Ks 2c", "Kc Kd Kh Ks"),
        (HIGH, "Kc Kd Kh 2s 2c", "Kc Kd Kh 2s 2c"),
        (HIGH, "9c 8d 7h 6s 5c", "9c 8d 7h 6s 5c"),
        (HIGH, "Ac 2d 3h 4s 5c", "Ac 2d 3h 4s 5c"),
        (HIGH, "Ac 9c 7c 4c 2c", "Ac 9c 7c 4c 2c"),
        (HIGH, "9c 2d 7h Ks 5c", "Ks"),
        (HIGH, "Qc Kd Ah 2s 3c", "Ah"),
        (LOW, "Ac 8d 9h 5s 5c", "Ac 8d 5s"),
        (LOW, "Ac 2c 3c 4c 5c", "Ac 2c 3c 4c 5c"),
        (LOW, "Kc Kd Qh Js Tc", ""),
        (DEUCE, "Ac 8d 7h 2s 2c", "8d 7h 2s"),
        (DEUCE, "8c 7d 5h 3s 2c", "8c 7d 5h 3s 2c"),
        (DEUCE, "2c 3d 4h 5s 6c", "2c 3d 4h 5s"),
        (DEUCE, "8c 7c 5c 3c 2c", "7c 5c 3c 2c"),
        (BADUGI, "Ac 2d 3h 4s", "Ac 2d 3h 4s"),
        (BADUGI, "Ac 2c 3h 4s", "Ac 3h 4s"),
        (BADUGI, "9c 2d 2h 4s", "2d 4s"),
        (BADUGI, "Kc Qc Qd Js", ""),
    ],
)
def test_the_rule_keeps_what_it_says(ranking: Ranking, hand: str, kept: str) -> None:
    from pokerroom.odds.simulation_draw_loops import choose_kept  # noqa: PLC0415

    cards = np.array(parse_cards(hand), np.uint8)
    keep = np.empty(len(cards), np.bool_)
    choose_kept(RULES[ranking], cards, keep)
    assert cards_text(cards[keep].tolist()) == kept


@pytest.mark.parametrize(("key", "seats"), DRAW_GAMES, ids=[key for key, _ in DRAW_GAMES])
def test_no_card_is_in_two_places_when_the_deck_runs_short(key: str, seats: int) -> None:
    hands = drawn_hands(game(key), seats, seed=3, first=0, rounds=20_000).reshape(20_000, -1)
    ordered = np.sort(hands, axis=1)
    assert (ordered[:, 1:] > ordered[:, :-1]).all()
    assert ordered.max() < 52


def test_nobody_is_dealt_their_own_discard_while_others_have_discarded() -> None:
    """14.12A(f), 14.12B(f): the reshuffle leaves out what the drawer gave up."""
    law, rounds, seats = game("five-card-draw-high"), 5000, 8
    before = deal(rounds, 52, seed=3)[:, : 5 * seats].reshape(rounds, seats, 5)
    after = drawn_hands(law, seats, seed=3, first=0, rounds=rounds)
    kept = before == after
    own_again = (after[:, :, :, None] == before[:, :, None, :]).any(axis=3) & ~kept
    assert not own_again.any()
    dealt_again = (after.reshape(rounds, -1, 1) == before.reshape(rounds, 1, -1)).any(axis=2) & ~kept.reshape(
        rounds, -1
    )
    assert dealt_again.any(axis=1).mean() > 0.5, "with eight players the discards are nearly always wanted"


GOOD_CLASSES = {"five-card-draw-high": 7, "five-card-draw-low": 8, "triple-draw-deuce-to-seven": 7, "badugi": 1}
"""How many classes from the best down are three-of-a-kind or better, eight low or better, a badugi."""


@pytest.mark.parametrize(("key", "seats"), DRAW_GAMES, ids=[key for key, _ in DRAW_GAMES])
def test_drawing_makes_twice_as_many_good_hands_as_standing_pat(key: str, seats: int) -> None:
    good = [
        sum(line.rate for line in simulate(key, seats, 10_000, 1, draws=draws).of(What.HAND)[: GOOD_CLASSES[key]])
        for draws in (Draws.SIMPLE, Draws.PAT)
    ]
    assert good[0] > 2 * good[1]
