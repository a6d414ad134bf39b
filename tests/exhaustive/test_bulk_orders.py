"""Many hands at once: every hand of up to five cards has the strength it has one by one, by either engine."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import chain, combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from pokerroom.cards import DECK
from pokerroom.ranking import Exactly, Ranking, omaha_ranker, ranker
from pokerroom.ranking.bulk import deal, masks_of, planes_of, rank_many, use_engine
from pokerroom.ranking.bulk.engines import ENGINES
from tests.exhaustive.hands import ALL_HANDS, some_hands
from tests.exhaustive.test_fast_equals_reference import ORDERS, SAMPLED


@pytest.fixture(params=ENGINES)
def each_engine(request: pytest.FixtureRequest) -> Iterator[str]:
    use_engine(request.param)
    yield request.param
    use_engine("numba")


@cache
def every_row(size: int) -> npt.NDArray[np.uint8]:
    cards = chain.from_iterable(combinations(DECK, size))
    return np.fromiter(cards, np.uint8, comb(len(DECK), size) * size).reshape(-1, size)


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize(("ranking", "size"), ALL_HANDS)
def test_the_whole_order_is_the_one_on_record(ranking: Ranking, size: int) -> None:
    strengths = rank_many(ranking, every_row(size))
    assert sha256(strengths.astype(">u4").tobytes()).hexdigest() == ORDERS[f"{ranking.value} of {size}"]


@pytest.mark.parametrize(("ranking", "size"), ALL_HANDS)
def test_hands_one_by_one_have_the_strengths_they_have_in_that_order(ranking: Ranking, size: int) -> None:
    some = [*some_hands(size)]
    assert rank_many(ranking, np.array(some, np.uint8)).tolist() == [*map(ranker(ranking), some)]


@pytest.mark.parametrize(("ranking", "size"), ALL_HANDS)
def test_masks_and_planes_of_every_hand_are_ranked_as_its_cards(ranking: Ranking, size: int) -> None:
    strengths = rank_many(ranking, every_row(size))
    assert np.array_equal(rank_many(ranking, masks_of(every_row(size)), size=size), strengths)
    assert np.array_equal(rank_many(ranking, planes_of(every_row(size)), size=size), strengths)


@pytest.mark.parametrize(("ranking", "size"), SAMPLED)
def test_six_and_seven_cards_have_the_strengths_they_have_one_by_one(ranking: Ranking, size: int) -> None:
    rounds = 20_000 if ranking is Ranking.LOW_DEUCE_TO_SEVEN else 200_000
    ids = deal(rounds, size, seed=size)
    assert rank_many(ranking, ids).tolist() == [*map(ranker(ranking), ids.tolist())]


@pytest.mark.parametrize(("ranking", "size"), SAMPLED)
def test_both_engines_rank_six_and_seven_cards_alike(ranking: Ranking, size: int) -> None:
    ids = deal(200_000, size, seed=size)
    compiled = rank_many(ranking, ids)
    use_engine("numpy")
    try:
        assert np.array_equal(rank_many(ranking, ids), compiled)
    finally:
        use_engine("numba")


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize("ranking", [Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE])
def test_omaha_hands_have_the_strengths_they_have_one_by_one(ranking: Ranking) -> None:
    ids = deal(60_000, 9, seed=9)
    scalar = omaha_ranker(ranking)
    strengths = rank_many(ranking, ids[:, :4], board=ids[:, 4:], formation=Exactly(own=2, board=3))
    assert strengths.tolist() == [scalar(cards[:4], cards[4:]) for cards in ids.tolist()]


EVERY_SHAPE = [
    (ranks, suits, board)
    for ranks, suits in ((4, 3), (3, 4), (13, 1), (7, 2))
    for board in (3, 5)
    if ranks * suits >= 9
]


@pytest.mark.parametrize("ranking", [Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE])
@pytest.mark.parametrize(("ranks", "suits", "board_size"), EVERY_SHAPE)
def test_every_omaha_hand_of_a_small_deck_is_ranked_as_its_best_two_and_three(
    ranking: Ranking, ranks: int, suits: int, board_size: int
) -> None:
    deck = [4 * rank + suit for rank in (12, *range(ranks - 1)) for suit in range(suits)]
    deals = [
        (own, board)
        for own in combinations(deck, 4)
        for board in combinations([card for card in deck if card not in own], board_size)
    ]
    own, board = (np.array(cards, np.uint8) for cards in zip(*deals, strict=True))
    best = np.zeros(len(deals), np.uint32)
    for two in combinations(range(4), 2):
        for three in combinations(range(board_size), 3):
            five = np.concatenate((own[:, [*two]], board[:, [*three]]), axis=1)
            np.maximum(best, rank_many(ranking, five), out=best)
    assert np.array_equal(rank_many(ranking, own, board=board, formation=Exactly(own=2, board=3)), best)
