"""The fast rankings put all hands in the order in which the readable reference puts them."""

import json
import random
from collections.abc import Iterable
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from pokerroom.cards import DECK
from pokerroom.ranking import Ranking, Strength, omaha_ranker, ranker
from pokerroom.ranking.reference import Standing, omaha_standing, standing
from tests.exhaustive.hands import ALL_HANDS, some_hands, strengths

ORDERS: dict[str, str] = json.loads(Path(__file__).with_name("orders.json").read_text(encoding="utf-8"))

SAMPLED = (
    (Ranking.HIGH_FIVE, 6),
    (Ranking.HIGH_FIVE, 7),
    (Ranking.LOW_ACE_TO_FIVE, 6),
    (Ranking.LOW_ACE_TO_FIVE, 7),
    (Ranking.LOW_DEUCE_TO_SEVEN, 6),
    (Ranking.LOW_DEUCE_TO_SEVEN, 7),
)


def assert_same_order(ranked: Iterable[tuple[Strength, Standing]]) -> None:
    """Each strength belongs to one standing, and the greater to the greater."""
    found: dict[Strength, Standing] = {}
    for strength, stands in ranked:
        assert found.setdefault(strength, stands) == stands
    ascending = [found[strength] for strength in sorted(found)]
    assert all(weaker < stronger for weaker, stronger in pairwise(ascending))


@pytest.mark.sampled
@pytest.mark.parametrize(("ranking", "size"), ALL_HANDS)
def test_hands_are_ordered_as_the_reference_orders_them(ranking: Ranking, size: int) -> None:
    fast = ranker(ranking)
    assert_same_order((fast(hand), standing(ranking, hand)) for hand in some_hands(size))


# Of five cards `make test` looks at some, and at the whole order many at once: see test_bulk_orders.
@pytest.mark.parametrize(
    ("ranking", "size"), [pytest.param(*each, marks=pytest.mark.soak if each[1] == 5 else ()) for each in ALL_HANDS]
)
def test_the_whole_order_is_the_one_on_record(ranking: Ranking, size: int) -> None:
    digest = sha256()
    for strength in strengths(ranking, size):
        digest.update(strength.to_bytes(4, "big"))
    assert digest.hexdigest() == ORDERS[f"{ranking.value} of {size}"]


@pytest.mark.parametrize(("ranking", "size"), SAMPLED)
def test_the_best_five_of_six_and_seven_are_those_of_the_reference(ranking: Ranking, size: int) -> None:
    chance = random.Random(size)
    fast = ranker(ranking)
    sample = [tuple(chance.sample(DECK, size)) for _ in range(3000)]
    assert_same_order((fast(hand), standing(ranking, hand)) for hand in sample)


@pytest.mark.parametrize("ranking", [Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE])
@pytest.mark.parametrize("board_size", [3, 4, 5])
def test_the_best_omaha_hands_are_those_of_the_reference(ranking: Ranking, board_size: int) -> None:
    chance = random.Random(board_size)
    fast = omaha_ranker(ranking)
    sample = [chance.sample(DECK, 4 + board_size) for _ in range(2000)]
    assert_same_order((fast(cards[:4], cards[4:]), omaha_standing(ranking, cards[:4], cards[4:])) for cards in sample)
