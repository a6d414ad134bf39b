"""Deals drawn at random: fair, the same for everybody who draws them, and in agreement with every deal counted."""

from collections.abc import Iterator
from math import sqrt
from random import Random

import numpy as np
import pytest

from pokerroom.cards import DECK, cards_text
from pokerroom.games import PERMITTED
from pokerroom.odds import Effort, QuestionError, answer, ask, equity, sampling
from pokerroom.odds.answer import Figure
from pokerroom.odds.question import Question
from pokerroom.ranking.bulk import engine, use_engine
from pokerroom.rules.clauses import Draw, Game

GAMES = {played.key: played for played in reversed(PERMITTED)}
"""Each game once, under the current text where that has it."""


@pytest.fixture
def both_engines() -> Iterator[None]:
    usual = engine()
    yield
    use_engine(usual)


def nearly_dealt(played: Game) -> Question:
    """Two players with all but the last cards, where every deal is soon counted."""
    blank = ask(played, ["random", "random"])
    deck = Random(played.key).sample(DECK, len(DECK))
    draws = any(isinstance(street.cards, Draw) for street in played.streets)
    missing = 0 if blank.center else 2 if draws else 1
    hands = []
    for _ in range(2):
        hands.append(cards_text(deck[: blank.own - missing]).replace(" ", ""))
        del deck[: blank.own - missing]
    return ask(played, hands, board=cards_text(deck[: max(0, blank.center - 2)]))


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_a_sample_of_every_game_agrees_with_every_deal_counted(played: Game) -> None:
    question = nearly_dealt(played)
    exact = answer(question, effort=Effort(every_deal=True))
    sampled = answer(question, effort=Effort(samples=100_000, seed=3))
    assert (exact.method, sampled.method, sampled.deals) == ("exact", "sampled", 100_000)
    for true, drawn in zip(exact.players, sampled.players, strict=True):
        pairs = [(true.equity, drawn.equity), (true.win, drawn.win), (true.tie, drawn.tie), (true.scoop, drawn.scoop)]
        pairs += [(true.shares[name], drawn.shares[name]) for name in true.shares]
        for truth, estimate in pairs:
            check(truth, estimate, sampled.deals)


def check(truth: Figure, estimate: Figure, deals: int) -> None:
    """Within four standard errors; one of a figure never seen cannot be told from the sample."""
    most = sqrt(truth.value * (1 - min(truth.value, 1)) / deals)
    assert estimate.error is not None
    assert abs(estimate.value - truth.value) <= 4 * max(estimate.error, most) + 1e-12
    assert estimate.error <= 1.1 * most + 1e-3


def test_ranges_are_sampled_as_they_are_counted() -> None:
    hands = ["QQ+, AKs", "JJ-99, AQs", "A*"]
    exact = equity("hold-em", hands, board="2c7d9h", effort=Effort(every_deal=True))
    sampled = equity("hold-em", hands, board="2c7d9h", effort=Effort(samples=200_000))
    for true, drawn in zip(exact.players, sampled.players, strict=True):
        check(true.equity, drawn.equity, sampled.deals)


def test_every_hand_of_a_range_is_equally_likely() -> None:
    """Four kings are left for player one, so hands that need them are rarer for player two, and just so much."""
    question = ask("hold-em", ["KK", "KQ, AA"])
    (kings, other), _ = sampling.deals(question, seed=5, first=0, rounds=200_000)
    assert {tuple(row) for row in np.sort(kings, axis=1).tolist()} == {
        tuple(row) for row in question.holdings[0].hands.tolist()
    }
    with_king = float((other >> 2 == 11).any(axis=1).mean())
    # Of each pair of kings, two kings and four queens are left, eight hands, beside six of aces.
    assert with_king == pytest.approx(8 / 14, abs=4 * sqrt(8 * 6 / 14**2 / 200_000))


@pytest.mark.parametrize(
    ("key", "hands", "board"),
    [
        ("hold-em", ["As??", "QQ+", "random"], "2c7d9h"),
        ("omaha-high-low-eight", ["AA**ds", "random"], ""),
        ("seven-card-stud-high-low-eight", ["AsAd2c, AsAd3c", "KsKd"] + ["random"] * 6, ""),
        ("badugi", ["As2d3c/Kc", "random"], ""),
    ],
)
@pytest.mark.usefixtures("both_engines")
def test_numpy_and_numba_deal_the_same(key: str, hands: list[str], board: str) -> None:
    question = ask(key, hands, board=board)
    use_engine("numpy")
    alone = sampling.sample(question, seed=11, first=1000, rounds=3000)
    use_engine("numba")
    assert sampling.sample(question, seed=11, first=1000, rounds=3000) == alone


@pytest.mark.parametrize("players", [2, 7, 9])
def test_no_card_is_dealt_twice(players: int) -> None:
    question = ask("seven-card-stud-high", ["AsAd2c", *["random"] * (players - 1)], dead="KsKd")
    own, board = sampling.deals(question, seed=1, first=0, rounds=500)
    rows = np.concatenate((*own, board), axis=1)
    assert all(len(set(row)) == len(row) for row in rows.tolist())
    assert not np.isin(rows, question.dead).any()


def test_cards_of_a_range_are_not_dealt_again() -> None:
    question = ask("hold-em", ["AA", "AK, KK", "random"])
    own, board = sampling.deals(question, seed=1, first=0, rounds=2000)
    rows = np.concatenate((*own, board), axis=1)
    assert all(len(set(row)) == len(row) for row in rows.tolist())


def test_a_sample_is_the_same_whatever_the_workers() -> None:
    answers = [
        equity("hold-em", ["QQ+", "random"], effort=Effort(samples=150_001, seed=7, workers=workers))
        for workers in (1, 2, 3)
    ]
    assert answers[0].players == answers[1].players == answers[2].players
    other = equity("hold-em", ["QQ+", "random"], effort=Effort(samples=150_001, seed=8))
    assert other.players != answers[0].players


def test_a_round_is_drawn_the_same_wherever_it_is_cut() -> None:
    question = ask("hold-em", ["QQ+", "random"])
    (whole, _), _ = sampling.deals(question, seed=2, first=0, rounds=100)
    (tail, _), _ = sampling.deals(question, seed=2, first=60, rounds=40)
    assert (whole[60:] == tail).all()


def test_the_error_wanted_is_reached_with_few_deals_to_spare() -> None:
    answered = equity("hold-em", ["random", "random"], effort=Effort(every_deal=False, error=0.001))
    assert all((player.equity.error or 1) <= 0.001 for player in answered.players)
    assert answered.deals < 2 * 0.25 / 0.001**2


def test_ranges_that_hardly_ever_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "ATTEMPTS", 2)
    with pytest.raises(QuestionError, match="hardly any deal fits them all"):
        equity("hold-em", ["AA", "AA"], effort=Effort(samples=1000))


@pytest.mark.usefixtures("both_engines")
def test_numpy_too_refuses_ranges_that_hardly_ever_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    use_engine("numpy")
    monkeypatch.setattr(sampling, "ATTEMPTS", 2)
    with pytest.raises(QuestionError, match="hardly any deal fits them all"):
        equity("hold-em", ["AA", "AA"], effort=Effort(samples=1000))
