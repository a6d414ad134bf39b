"""The quick way to count bad beats of hold 'em finds what the definition finds, and what others have published."""

from functools import cache
from math import sqrt

import numpy as np
import pytest

from pokerroom.odds.bad_beat import bad_beats, meets
from pokerroom.odds.bad_beat_boards import (
    LOSES,
    PAIRS,
    WINS,
    Masks,
    beats_of,
    count_bad_beats,
    kinds_of_board,
    listed_hands,
)
from pokerroom.odds.notation import Ids
from pokerroom.odds.simulation import What, simulate
from pokerroom.ranking import Ranking
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, qualifier
from pokerroom.ranking.bulk import ids_of, rank_many

pytest.importorskip("numba", reason="NOT TESTED: the quick way needs Numba")

SEATS = 10
ALL_BOARDS = 2_598_960

AS_PUBLISHED = {
    losing: qualifier(losing, hole_cards=HoleCards.PLAY, pocket_pair_for_quads=True)
    for losing in ("quad tens", "quad eights", "quad deuces", "aces full of tens")
}
"""Both hole cards play, pocket pairs for quads, ten players who never fold."""

QUALIFIERS = {
    "as published": AS_PUBLISHED["aces full of tens"],
    "no conditions": qualifier("quad tens"),
    "both needed": qualifier("aces full", hole_cards=HoleCards.NEEDED),
    "loser only": qualifier("aces full of kings", hole_cards=HoleCards.PLAY, loser_only=True),
    "takes the pot": qualifier("aces full of tens", hole_cards=HoleCards.PLAY, takes_pot=True),
    "by quads": qualifier("aces full of tens", beaten_by="quads", hole_cards=HoleCards.PLAY),
}


def test_134459_boards_stand_for_all_2598960() -> None:
    boards, copies = kinds_of_board()
    assert len(boards) == 134_459
    assert copies.sum() == ALL_BOARDS
    assert (np.bitwise_count(boards) == 5).all()


def chance_between_two(asked: Qualifier) -> float:
    """The exact chance that the first of two players loses to the second, from the hands listed."""
    beats = beats_of(asked)
    ways = 0
    for copies, start, end in zip(np.bincount(beats.kinds), beats.hand_starts, beats.hand_starts[1:], strict=False):
        hands, strengths, roles = beats.hands[start:end], beats.strengths[start:end], beats.roles[start:end]
        beaten = (strengths[:, None] < strengths) & (hands[:, None] & hands == 0)
        loses, wins = roles & LOSES != 0, roles & WINS != 0
        ways += int(copies) * int((beaten & loses[:, None] & wins).sum())
    return ways / (ALL_BOARDS * 1081 * 990)


@pytest.mark.parametrize(
    ("losing", "one_in"), [("quad tens", 276_999), ("quad eights", 190_635), ("quad deuces", 92_223)]
)
def test_beaten_quads_are_exactly_as_rare_as_published(losing: str, one_in: int) -> None:
    """About 277,000, 191,000 and 92,000. Two beats in one round hardly ever happen, so the chances of pairs add up."""
    assert round(1 / (SEATS * (SEATS - 1) * chance_between_two(AS_PUBLISHED[losing]))) == one_in


@pytest.mark.parametrize(
    ("losing", "rounds", "published", "rounding"),
    [
        ("quad tens", 100_000_000, 1 / 277_000, 0.005),
        ("quad eights", 100_000_000, 1 / 191_000, 0.005),
        ("quad deuces", 50_000_000, 1 / 92_000, 0.005),
        ("aces full of tens", 50_000_000, 0.0000619, 0.001),
    ],
)
def test_ten_handed_bad_beats_come_as_often_as_published(
    losing: str, rounds: int, published: float, rounding: float
) -> None:
    (line,) = simulate("hold-em", SEATS, rounds, 2010, qualifier=AS_PUBLISHED[losing]).of(What.BAD_BEAT)
    assert line.error is not None
    assert line.error == pytest.approx(sqrt(line.rate / rounds), rel=1e-3)
    assert abs(line.rate - published) < 3 * line.error + rounding * published


@cache
def allowing_boards(asked: Qualifier) -> Masks:
    """A board of each kind that allows a bad beat, in the order of the kinds."""
    boards, _ = kinds_of_board()
    allowing: Masks = boards[np.unique(listed_hands(asked, boards)[0])]
    return allowing


@pytest.mark.parametrize("asked", QUALIFIERS.values(), ids=QUALIFIERS)
def test_a_round_is_judged_as_the_definition_has_it(asked: Qualifier) -> None:
    """Boards that allow a bad beat, and hole cards dealt mostly from those that matter on them."""
    from pokerroom.odds.bad_beat_loops import is_beat  # noqa: PLC0415

    rng = np.random.default_rng(3)
    beats, boards = beats_of(asked), allowing_boards(asked)
    kinds = rng.integers(len(boards), size=1500)
    board = ids_of(boards[kinds], 5)
    mattering = [cards_that_matter(asked, kind) for kind in kinds]
    own = np.array([some_hands(rng, *cards) for cards in zip(board, mattering, strict=True)])
    held = np.bitwise_or.reduce(np.uint64(1) << own.astype(np.uint64), axis=2)
    own = own.swapaxes(0, 1)
    strengths = np.stack([rank_many(Ranking.HIGH_FIVE, hands, board=board) for hands in own])
    expected = bad_beats(asked, own, board, strengths)
    judged = [is_beat(hands, SEATS, beats, kind, asked.takes_pot) for hands, kind in zip(held, kinds, strict=True)]
    assert judged == expected.tolist()
    assert 20 < expected.sum() < 1400


def cards_that_matter(asked: Qualifier, kind: int) -> Ids:
    beats = beats_of(asked)
    return beats.cards[beats.card_starts[kind] : beats.card_starts[kind + 1]]


def some_hands(rng: np.random.Generator, board: Ids, mattering: Ids) -> Ids:
    others = np.setdiff1d(np.arange(52), [*board, *mattering])
    first = rng.permutation(mattering)[: 2 * SEATS]
    rest = rng.permutation(others)[: 2 * SEATS - len(first)]
    hands = np.concatenate((first, rest)).reshape(SEATS, 2).astype(np.uint8)
    return rng.permutation(hands)


@pytest.mark.parametrize("asked", QUALIFIERS.values(), ids=QUALIFIERS)
def test_no_bad_beat_can_happen_on_a_board_that_is_passed_over(asked: Qualifier) -> None:
    rng = np.random.default_rng(4)
    boards, _ = kinds_of_board()
    passed_over = np.setdiff1d(boards, allowing_boards(asked))
    for board in ids_of(rng.choice(passed_over, 400, replace=False), 5):
        own = PAIRS[~np.isin(PAIRS, board).any(axis=1)]
        strengths = rank_many(Ranking.HIGH_FIVE, own, board=board)
        strong = strengths >= asked.least
        own, strengths = own[strong], strengths[strong]
        met = meets(asked, own, np.broadcast_to(board, (len(own), 5)), strengths)
        wins = (met | asked.loser_only) & (strengths >= asked.beaten_by)
        apart = ~(own[:, None, :, None] == own[None, :, None, :]).any(axis=(2, 3))
        assert not ((strengths[:, None] < strengths) & met[:, None] & wins & apart).any()


def test_each_card_that_matters_goes_to_each_seat_equally_often() -> None:
    from pokerroom.odds.bad_beat_loops import LEFT, Places, deal_cards, take_back  # noqa: PLC0415
    from pokerroom.ranking.bulk.hashing import key_of  # noqa: PLC0415

    asked = QUALIFIERS["no conditions"]
    beats = beats_of(asked)
    kind = int(np.argmax(np.diff(beats.card_starts)))
    cards = cards_that_matter(asked, kind)
    places = Places(np.arange(LEFT), np.empty(LEFT, np.int64), np.zeros(LEFT // 2 + 1, np.uint64))
    rounds = 20_000
    times = np.zeros((LEFT // 2 + 1, len(cards)))
    for number in range(rounds):
        deal_cards(key_of(9), np.uint64(number), beats, kind, SEATS, places)
        times += places.held[:, None] >> cards & 1
        assert np.bitwise_count(places.held).sum() == len(cards)
        take_back(len(cards), places)
    assert not places.held.any()
    chance = 2 / LEFT
    assert np.abs(times[:-1] - rounds * chance).max() < 5 * sqrt(rounds * chance * (1 - chance))
    assert len(cards) > 20


def test_a_prefix_and_the_rest_of_the_rounds_come_to_the_whole() -> None:
    asked = AS_PUBLISHED["aces full of tens"]
    whole = count_bad_beats(asked, SEATS, seed=1, first=0, rounds=3_000_000)
    parts = [(0, 1_000_001), (1_000_001, 999_999), (2_000_000, 1_000_000)]
    assert sum(count_bad_beats(asked, SEATS, seed=1, first=first, rounds=rounds) for first, rounds in parts) == whole
    assert whole > 100


def test_the_quick_way_and_the_full_deal_agree() -> None:
    """With few conditions a beat is common enough to be seen in both."""
    asked = qualifier("aces full", hole_cards=HoleCards.PLAY)
    (quick,) = simulate("hold-em", SEATS, 20_000_000, 1, qualifier=asked).of(What.BAD_BEAT)
    (full,) = simulate("hold-em", SEATS, 400_000, 1, qualifier=asked, hands=True).of(What.BAD_BEAT)
    assert full.times > 50
    assert quick.error is not None
    assert full.error is not None
    assert abs(quick.rate - full.rate) < 4 * sqrt(quick.error**2 + full.error**2)
