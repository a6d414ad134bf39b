"""Random deals are fair, hold no card twice, and are the same for everybody who deals them."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from pokerroom.ranking.bulk import deal, use_engine
from pokerroom.ranking.bulk.engines import ENGINES


@pytest.fixture(autouse=True)
def numba_again() -> Iterator[None]:
    yield
    use_engine("numba")


def test_both_engines_deal_the_same_cards() -> None:
    dealt = []
    for engine in ENGINES:
        use_engine(engine)
        dealt.append(deal(1300, 9, seed=2**63 + 5, first=10**12, dead=[51, 0, 17]))
    numba, numpy = dealt
    assert np.array_equal(numba, numpy)


@pytest.mark.parametrize(("cards", "dead"), [(1, []), (5, [3]), (25, []), (48, [0, 1, 50, 51]), (52, [])])
def test_a_round_has_no_card_twice_and_none_that_is_dead(cards: int, dead: list[int]) -> None:
    for row in deal(800, cards, seed=1, dead=dead).tolist():
        assert len({*row} - {*dead}) == cards
        assert {*row} <= {*range(52)}


@pytest.mark.parametrize("cuts", [(0, 1000), (0, 1, 2, 513, 1000), (0, 512, 1000), (0, 999, 1000)])
def test_rounds_are_the_same_however_the_work_is_cut(cuts: tuple[int, ...]) -> None:
    whole = deal(1000, 7, seed=9)
    parts = [deal(end - start, 7, seed=9, first=start) for start, end in pairwise(cuts)]
    assert np.array_equal(np.concatenate(parts), whole)


def test_another_seed_deals_other_cards() -> None:
    assert not np.array_equal(deal(10, 5, seed=0), deal(10, 5, seed=1))


def test_every_card_is_as_likely_in_every_place() -> None:
    rounds, cards, dead = 520_000, 10, [7, 8]
    dealt = deal(rounds, cards, seed=3, dead=dead)
    live = np.delete(np.arange(52), dead)
    even = rounds / len(live)
    for place in range(cards):
        counts = np.bincount(dealt[:, place], minlength=52)
        assert counts[dead].tolist() == [0, 0]
        # Chi-squared with 49 degrees of freedom: 49 on average, with a standard deviation of ten.
        assert np.sum((counts[live] - even) ** 2) / even < 100


def test_every_two_cards_are_as_likely_together() -> None:
    rounds = 1_326_000
    first, second = deal(rounds, 2, seed=5).T.astype(np.int64)
    counts = np.bincount(52 * first + second, minlength=52 * 52)
    ordered = np.delete(counts, np.arange(52) * 53)
    assert counts[np.arange(52) * 53].sum() == 0
    even = rounds / len(ordered)
    # 2,651 degrees of freedom: 2,651 on average, with a standard deviation of 73.
    assert abs(np.sum((ordered - even) ** 2) / even - 2651) < 5 * 73


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"cards": 53}, "53 cards cannot be dealt from 52"),
        ({"cards": 51, "dead": [0, 1]}, "51 cards cannot be dealt from 50"),
        ({"dead": [52]}, "52 is not a card"),
        ({"dead": [4, 4]}, "dead twice"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"seed": 2**64}, "a seed is a number from 0"),
        ({"first": -1}, "counted from 0"),
        ({"rounds": -1}, "counted from 0"),
    ],
)
def test_what_cannot_be_dealt_is_refused_by_name(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        deal(**{"rounds": 1, "cards": 5, "seed": 0, **arguments})  # type: ignore[arg-type]
