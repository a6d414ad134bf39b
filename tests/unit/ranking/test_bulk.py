"""Many hands at once get the strengths they get one by one, in whatever form the cards come, by either engine."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pokerroom.cards import parse_cards
from pokerroom.ranking import AnyOf, Exactly, Ranking, omaha_ranker, ranker
from pokerroom.ranking.bulk import Planes, deal, engine, ids_of, masks_of, planes_of, rank_many, use_engine
from pokerroom.ranking.bulk.engines import ENGINES, PART
from pokerroom.ranking.bulk.many import BEST_OF_MORE, OMAHA_SCORES, SCORES

OMAHA = Exactly(own=2, board=3)
SIZES = [*SCORES, *BEST_OF_MORE]


@pytest.fixture(params=ENGINES)
def each_engine(request: pytest.FixtureRequest) -> Iterator[str]:
    before = engine()
    use_engine(request.param)
    yield request.param
    use_engine(before)


@pytest.fixture(autouse=True)
def numba_again() -> Iterator[None]:
    yield
    use_engine("numba")


def one_by_one(ranking: Ranking, ids: npt.NDArray[Any]) -> list[int]:
    return [*map(ranker(ranking), ids.tolist())]


def few_ranks_and_suits(rounds: int, cards: int, *, ranks: int, suits: int) -> npt.NDArray[np.uint8]:
    """Deals from a small deck, in which rare classes are frequent: the lowest ranks and the ace."""
    deck = [4 * rank + suit for rank in (12, *range(ranks - 1)) for suit in range(suits)]
    chance = random.Random(f"{cards} {ranks} {suits}")
    return np.array([chance.sample(deck, cards) for _ in range(rounds)], np.uint8)


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize(("ranking", "size"), SIZES)
def test_a_hand_is_worth_the_same_as_card_numbers_mask_and_planes(ranking: Ranking, size: int) -> None:
    ids = deal(700, size, seed=size)
    expected = one_by_one(ranking, ids)
    assert rank_many(ranking, ids).tolist() == expected
    assert rank_many(ranking, masks_of(ids), size=size).tolist() == expected
    assert rank_many(ranking, planes_of(ids), size=size).tolist() == expected


@pytest.mark.parametrize(("ranking", "size"), [entry for entry in SIZES if entry[1] > 5])
@pytest.mark.parametrize(("ranks", "suits"), [(13, 4), (13, 1), (8, 2), (6, 2), (5, 4), (4, 4)])
def test_six_and_seven_cards_are_worth_the_same_where_rare_classes_are_frequent(
    ranking: Ranking, size: int, ranks: int, suits: int
) -> None:
    ids = few_ranks_and_suits(4000, size, ranks=ranks, suits=suits)
    assert rank_many(ranking, ids).tolist() == one_by_one(ranking, ids)


@pytest.mark.parametrize("ranking", OMAHA_SCORES)
@pytest.mark.parametrize("board_size", [3, 4, 5])
@pytest.mark.parametrize(("ranks", "suits"), [(13, 4), (13, 1), (13, 2), (8, 2), (6, 2), (5, 4), (4, 4), (3, 4)])
def test_omaha_hands_are_worth_the_same_where_rare_classes_are_frequent(
    ranking: Ranking, board_size: int, ranks: int, suits: int
) -> None:
    ids = few_ranks_and_suits(1500, 4 + board_size, ranks=ranks, suits=suits)
    own, board = ids[:, :4], ids[:, 4:]
    scalar = omaha_ranker(ranking)
    expected = [scalar(cards[:4], cards[4:]) for cards in ids.tolist()]
    assert rank_many(ranking, own, board=board, formation=OMAHA).tolist() == expected


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize("ranking", OMAHA_SCORES)
def test_one_board_serves_every_omaha_hand(ranking: Ranking) -> None:
    board = parse_cards("9s 8s 2d 3c Ah")
    own = deal(500, 4, seed=1, dead=board)
    scalar = omaha_ranker(ranking)
    strengths = rank_many(ranking, own, board=np.array(board), formation=OMAHA)
    assert strengths.tolist() == [scalar(cards, board) for cards in own.tolist()]


@pytest.mark.usefixtures("each_engine")
def test_hole_cards_and_a_board_are_ranked_as_the_seven_cards_they_are() -> None:
    ids = deal(500, 7, seed=3)
    together = rank_many(Ranking.HIGH_FIVE, ids)
    apart = rank_many(Ranking.HIGH_FIVE, ids[:, :2], board=ids[:, 2:], formation=AnyOf(5))
    assert apart.tolist() == together.tolist()


def test_any_number_of_threads_gives_the_same_strengths() -> None:
    ids = deal(3 * PART + 17, 7, seed=4)
    alone = rank_many(Ranking.HIGH_FIVE, ids, threads=1)
    assert np.array_equal(alone, rank_many(Ranking.HIGH_FIVE, ids, threads=3))
    assert alone[-1] == ranker(Ranking.HIGH_FIVE)(ids[-1].tolist())


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.int64, np.uint16])
def test_card_numbers_may_be_of_any_whole_type_and_layout(dtype: type) -> None:
    ids = deal(50, 14, seed=5)
    expected = one_by_one(Ranking.HIGH_FIVE, ids[:, ::2])
    assert rank_many(Ranking.HIGH_FIVE, ids.astype(dtype)[:, ::2]).tolist() == expected


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize(("ranking", "size"), [(Ranking.HIGH_FIVE, 7), (Ranking.LOW_DEUCE_TO_SEVEN, 6)])
def test_strengths_are_written_where_the_caller_wants_them(ranking: Ranking, size: int) -> None:
    ids = deal(90, size, seed=7)
    kept = np.full(100, 7, np.uint32)
    assert np.shares_memory(rank_many(ranking, ids, out=kept[:90]), kept)
    assert kept.tolist() == one_by_one(ranking, ids) + [7] * 10
    with pytest.raises(ValueError, match=r"strengths of 90 hands go into as many uint32, not uint32 of shape \(100,\)"):
        rank_many(ranking, ids, out=kept)


@pytest.mark.usefixtures("each_engine")
def test_no_hands_have_no_strengths() -> None:
    assert rank_many(Ranking.HIGH_FIVE, np.empty((0, 7), np.uint8)).tolist() == []
    assert rank_many(Ranking.BADUGI, np.empty(0, np.uint64), size=4).tolist() == []
    none = np.empty((0, 4), np.uint8)
    board = np.empty((0, 5), np.uint8)
    assert rank_many(Ranking.LOW_ACE_TO_FIVE, none, board=board, formation=OMAHA).tolist() == []


@pytest.mark.usefixtures("each_engine")
def test_a_mask_has_the_clubs_lowest_and_the_spades_highest() -> None:
    (mask,) = masks_of([parse_cards("2c Ac 3d 4h As")])
    assert int(mask) == 1 << 0 | 1 << 12 | 1 << 16 + 1 | 1 << 32 + 2 | 1 << 48 + 12


@pytest.mark.usefixtures("each_engine")
def test_cards_go_into_masks_and_planes_and_come_back() -> None:
    ids = deal(300, 6, seed=6)
    masks = masks_of(ids)
    assert np.array_equal(masks_of(planes_of(ids)), masks)
    assert np.array_equal(masks_of(planes_of(masks)), masks)
    assert [{*row} for row in ids_of(masks, 6).tolist()] == [{*row} for row in ids.tolist()]


FOUR_PLANES = planes_of([[0, 5, 10, 15, 20, 25, 30]])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((Ranking.HIGH_FIVE, [[0, 1, 2, 3, 52]]), "52 is not a card"),
        ((Ranking.HIGH_FIVE, [[0, 1, 2, 3, -1]]), "-1 is not a card"),
        ((Ranking.HIGH_FIVE, [[0.0, 1.0, 2.0, 3.0, 4.0]]), "whole numbers, not float64"),
        ((Ranking.HIGH_FIVE, [0, 1, 2, 3, 4]), r"int64 of shape \(5,\)"),
        ((Ranking.HIGH_FIVE, [[0, 1, 2, 3]]), "high-five ranking takes 5 or 6 or 7 cards, not 4"),
        ((Ranking.LOW_DEUCE_TO_SEVEN, [[0, 1, 2, 3]]), "takes 5 or 6 or 7 cards, not 4"),
        ((Ranking.BADUGI, [[0, 1, 2, 3, 4]]), "badugi ranking takes 4 cards, not 5"),
        ((Ranking.HIGH_FIVE, np.zeros(3, np.uint64)), "state its size"),
        ((Ranking.HIGH_FIVE, FOUR_PLANES), "state its size"),
    ],
)
def test_what_is_not_a_hand_of_the_ranking_is_refused_by_name(arguments: tuple[Any, ...], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        rank_many(*arguments)


def test_planes_of_other_types_or_lengths_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="d is uint32"):
        rank_many(Ranking.HIGH_FIVE, FOUR_PLANES._replace(d=np.zeros(1, np.uint32)), size=7)
    with pytest.raises(ValueError, match=r"s is uint16 of shape \(2,\)"):
        rank_many(Ranking.HIGH_FIVE, Planes(*FOUR_PLANES[:3], np.zeros(2, np.uint16)), size=7)


@pytest.mark.parametrize(
    ("ranking", "own", "board", "complaint"),
    [
        (Ranking.HIGH_FIVE, 4, None, "needs a board"),
        (Ranking.BADUGI, 4, 5, "does not form hands of the badugi ranking"),
        (Ranking.HIGH_FIVE, 5, 4, "four own cards and three to five of the board, not 5 and 4"),
        (Ranking.HIGH_FIVE, 4, 2, "not 4 and 2"),
    ],
)
def test_what_is_not_an_omaha_hand_is_refused_by_name(
    ranking: Ranking, own: int, board: int | None, complaint: str
) -> None:
    cards = np.arange(own)[None]
    shared = None if board is None else np.arange(20, 20 + board)[None]
    with pytest.raises(ValueError, match=complaint):
        rank_many(ranking, cards, board=shared, formation=OMAHA)


def test_other_formations_and_boards_that_fit_no_hand_are_refused() -> None:
    with pytest.raises(ValueError, match="AnyOf"):
        rank_many(Ranking.HIGH_FIVE, [[0, 1, 2]], formation=AnyOf(3))
    with pytest.raises(ValueError, match="2 hands have 3 boards"):
        rank_many(Ranking.HIGH_FIVE, [[0, 1], [2, 3]], board=[[4, 5, 6]] * 3)
    with pytest.raises(ValueError, match="rows of 5 cards are not hands of 7"):
        rank_many(Ranking.HIGH_FIVE, [[0, 1, 2, 3, 4]], size=7)
    with pytest.raises(ValueError, match="a board is a row of card numbers"):
        rank_many(Ranking.HIGH_FIVE, [[0, 1]], board=4)


def test_there_is_no_third_engine() -> None:
    with pytest.raises(ValueError, match="no engine 'abacus': choose numba or numpy"):
        use_engine("abacus")


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "always", "-c", code],
        env={**os.environ, **environment},
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )


TWO_OF_THEM = np.array([ranker(Ranking.BADUGI)(parse_cards("2c 3d 4h 5s"))] * 2)
RANK_ONE = """
from pokerroom.ranking import Ranking
from pokerroom.ranking.bulk import rank_many
print(rank_many(Ranking.BADUGI, [[0, 5, 10, 15]] * 2))
"""


def test_the_room_starts_without_numpy_and_numba() -> None:
    done = python("import pokerroom.cli, pokerroom.play, sys; print({'numpy', 'numba'} & sys.modules.keys())")
    assert done.stdout == "set()\n", done.stderr


def test_ranking_many_hands_compiles_nothing_before_the_first_call() -> None:
    done = python("import pokerroom.ranking.bulk, sys; print('numba' in sys.modules)")
    assert done.stdout == "False\n", done.stderr


def test_without_numba_the_work_is_done_by_numpy_and_the_reader_told_once() -> None:
    hidden = "import importlib.util as u; real = u.find_spec; u.find_spec = lambda n: None if n == 'numba' else real(n)"
    done = python(f"{hidden}\n{RANK_ONE}\nprint(rank_many(Ranking.BADUGI, [[0, 5, 10, 15]]))")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{TWO_OF_THEM}\n{TWO_OF_THEM[:1]}\n"
    assert done.stderr.count("pip install 'pokerroom[odds]'") == 1


def test_what_was_compiled_is_kept_for_the_next_process_by_however_many_at_once(tmp_path: Path) -> None:
    def kept() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")}

    with ThreadPoolExecutor() as pool:
        first, other = pool.map(lambda _: python(RANK_ONE, NUMBA_CACHE_DIR=str(tmp_path)), range(2))
    after_first = kept()
    later = python(RANK_ONE, NUMBA_CACHE_DIR=str(tmp_path))
    assert after_first, first.stderr
    assert kept() == after_first
    assert [each.stdout for each in (first, other, later)] == [f"{TWO_OF_THEM}\n"] * 3


def test_where_nothing_can_be_kept_every_process_compiles_for_itself(tmp_path: Path) -> None:
    occupied = tmp_path / "a file where the directory should be"
    occupied.write_text("")
    done = python(RANK_ONE, NUMBA_CACHE_DIR=str(occupied))
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{TWO_OF_THEM}\n"
