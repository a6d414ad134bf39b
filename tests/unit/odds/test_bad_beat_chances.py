"""How likely a bad beat is: as published, as dealt, and with players who fold."""

import numpy as np
import pytest

from pokerroom.cards import typed_cards
from pokerroom.odds.bad_beat_chances import chance, pairs_of
from pokerroom.odds.folding import PAIRS, FoldModel, place_of, starting_class, starting_order
from pokerroom.odds.simulation import ask, run
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, qualifier
from tests.sampling import sampled

PUBLISHED = {"aces full of tens": 16_140, "quad eights": 191_051, "quad tens": 277_921, "quad deuces": 92_303}
"""One round in so many, ten dealt in: both hole cards play, pocket pairs for quads."""
SOME = sampled(("aces full of tens", "quad eights"), whole=tuple(PUBLISHED))


def customary(losing: str) -> Qualifier:
    return qualifier(losing, hole_cards=HoleCards.PLAY, pocket_pair_for_quads=True)


@pytest.mark.sampled
@pytest.mark.parametrize("losing", SOME)
def test_chances_are_those_published_within_their_error(losing: str) -> None:
    found = chance(customary(losing), 10, rounds=20_000, seed=1)
    assert 1 / found.rate == pytest.approx(PUBLISHED[losing], rel=0.005)
    assert found.error / found.rate < 0.002


def test_with_fewer_dealt_in_it_is_rarer_by_the_pairs_of_hands() -> None:
    asked = customary("aces full of tens")
    two = chance(asked, 2, rounds=2_000, seed=1)
    assert two.rate == pytest.approx(2 * pairs_of(asked).mean, rel=1e-9), "with two, every pair of the list is a round"
    assert chance(qualifier("quad tens", minimum_players=4), 3, rounds=10, seed=1).rate == 0


@pytest.mark.soak
@pytest.mark.parametrize("losing", PUBLISHED)
@pytest.mark.parametrize("takes_pot", [False, True])
def test_drawn_from_the_list_they_are_those_of_rounds_dealt_one_by_one(losing: str, takes_pot: bool) -> None:
    asked = qualifier(losing, hole_cards=HoleCards.PLAY, pocket_pair_for_quads=True, takes_pot=takes_pot)
    (line,) = run(ask("hold-em", 6, 100_000_000, 5, qualifier=asked)).lines
    found = chance(asked, 6, rounds=50_000, seed=2)
    assert line.error is not None
    assert found.rate == pytest.approx(line.rate, abs=4 * (line.error + found.error))


def test_nobody_folds_where_everybody_goes_on_and_folding_by_lot_is_the_lower_bound() -> None:
    asked = customary("aces full of tens")
    whole = chance(asked, 6, rounds=600, seed=3).rate
    assert chance(asked, 6, rounds=600, seed=3, folds=FoldModel((1.0, 1.0, 1.0, 1.0))).rate == pytest.approx(whole)
    folds = FoldModel((0.3, 0.5, 0.7, 0.8))
    found = chance(asked, 6, rounds=600, seed=3, folds=folds).rate
    assert whole * folds.by_lot**2 < found < whole


def test_the_best_starting_hands_stay_before_the_flop() -> None:
    own = np.array([typed_cards("As Ah"), typed_cards("7d 2c")], np.uint8)[:, None, :]
    board = np.array([typed_cards("Kd 9c 4s 3h 5d")], np.uint8)
    asked = np.ones((2, 1), np.bool_)
    assert FoldModel((0.1, 1.0, 1.0, 1.0)).stays(own, board, asked).tolist() == [[True], [False]]
    assert FoldModel((1.0, 0.2, 1.0, 1.0)).stays(own, board, asked).tolist() == [[True], [False]]


def test_every_pair_of_cards_has_its_place_and_its_class() -> None:
    assert (place_of(PAIRS) == np.arange(len(PAIRS))).all()
    aces, trash = typed_cards("As Ah"), typed_cards("3d 2c")
    assert (starting_class(*aces), starting_class(*trash)) == ("AA", "32o")
    assert starting_order().min() == 0
