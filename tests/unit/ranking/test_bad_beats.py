"""The conditions of a bad beat on a player's own cards, one hand at a time, against the same in bulk."""

import random

import numpy as np
import pytest

from pokerroom.cards import Card, typed_cards
from pokerroom.odds import bad_beat as bulk
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, meets, qualifier


def test_fours_of_deuces_are_called_as_rooms_call_them() -> None:
    assert str(qualifier("quad twos")) == "quad deuces or better beaten"


@pytest.mark.parametrize("hole_cards", HoleCards)
@pytest.mark.parametrize("pocket_pair", [False, True])
def test_one_hand_is_judged_as_many_are(hole_cards: HoleCards, pocket_pair: bool) -> None:
    asked = qualifier("any full house", hole_cards=hole_cards, pocket_pair_for_quads=pocket_pair)
    chance = random.Random(1)
    # Few ranks, so that there are full houses and quads among them.
    deals = np.array([chance.sample(range(24), 7) for _ in range(400)], np.uint8)
    own, board = deals[:, :2], deals[:, 2:]
    strengths = np.array(
        [rank_hand(Ranking.HIGH_FIVE, [Card(int(card)) for card in each]) for each in deals], np.uint32
    )
    expected = bulk.meets(asked, own, board, strengths)
    found = [judged(asked, each) for each in deals]
    assert found == expected.tolist()
    assert hole_cards is HoleCards.ANY or {True, False} == set(found)


def dealt(deal: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> list[Card]:
    return [Card(int(card)) for card in deal]


def judged(asked: Qualifier, deal: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> bool:
    seven = dealt(deal)
    return meets(asked, seven[:2], seven[2:], rank_hand(Ranking.HIGH_FIVE, seven))


def test_quads_with_one_of_them_in_the_hand_are_no_pocket_pair() -> None:
    asked = qualifier("quads", pocket_pair_for_quads=True)
    for own, board, met in (("Ts Th", "Td Tc 5h 6h 2c", True), ("Ts Ah", "Td Tc Th 6h 2c", False)):
        hole, center = typed_cards(own), typed_cards(board)
        assert meets(asked, hole, center, rank_hand(Ranking.HIGH_FIVE, (*hole, *center))) is met
