"""The report passes a sound shuffle of a great many decks, and fails the ways in which shuffles go wrong."""

import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise, permutations
from math import erfc, exp, factorial, sqrt

import numpy as np
import pytest

from pokerroom.shuffle import Mode, lab_generator
from pokerroom.shuffle.report import (
    LEAST_EXPECTED,
    Array,
    Chunk,
    Report,
    drawn,
    fixed_point_chances,
    incomplete_gamma,
    merged,
    report,
    run_chances,
)
from tests.sampling import sampled
from tests.spec_marks import spec

DECKS, MANY, GREAT_MANY = 50_000, 200_000, sampled(250_000, whole=1_000_000)
Chance = np.random.Generator
Shuffler = Callable[[Chance, int], Array]


@spec("R-14.5-a.2")
@pytest.mark.sampled
def test_a_great_many_decks_of_the_generator_pass() -> None:
    judged = report(drawn(lab_generator("a million decks", otherwise=Mode.LAB), GREAT_MANY), seed="a million decks")
    assert judged.decks == GREAT_MANY
    assert judged.passed, judged.failed
    assert not judged.failed


def fresh(size: int) -> Array:
    return np.tile(np.arange(52), (size, 1))


def fair(chance: Chance, size: int) -> Array:
    return chance.permuted(fresh(size), axis=1)


def swap(decks: Array, here: int, there: Array) -> None:
    rows = np.arange(len(decks))
    kept = decks[rows, there]
    decks[rows, there] = decks[:, here]
    decks[:, here] = kept


def swap_with_any(chance: Chance, size: int) -> Array:
    """The classic mistake: each card changes places with any of the 52."""
    decks = fresh(size)
    for place in range(52):
        swap(decks, place, chance.integers(0, 52, size))
    return decks


def never_itself(chance: Chance, size: int) -> Array:
    """Off by one: a card is never left where it is, so that only cycles through all of the deck come out."""
    decks = fresh(size)
    for place in range(51, 0, -1):
        swap(decks, place, chance.integers(0, place, size))
    return decks


def last_card_left_out(chance: Chance, size: int) -> Array:
    decks = fresh(size)
    decks[:, :51] = chance.permuted(decks[:, :51], axis=1)
    return decks


def top_card_stays_one_time_in_a_hundred(chance: Chance, size: int) -> Array:
    decks = fair(chance, size)
    stays = chance.random(size) < 0.01
    decks[stays, 1:] = chance.permuted(fresh(int(stays.sum()))[:, 1:], axis=1)
    decks[stays, 0] = 0
    return decks


def riffled(chance: Chance, decks: Array) -> Array:
    """One riffle as Gilbert, Shannon and Reeds have it, backwards: cards marked 0 come before those marked 1."""
    marks = chance.integers(0, 2, decks.shape)
    return np.take_along_axis(decks, np.argsort(marks, axis=1, kind="stable"), axis=1)


def seven_riffles(chance: Chance, size: int) -> Array:
    decks = fresh(size)
    for _ in range(7):
        decks = riffled(chance, decks)
    return decks


def seven_riffles_of_the_deck_before(chance: Chance, size: int) -> Array:
    """Every deck by itself is as good as any; only beside the one before does it show."""
    moves = seven_riffles(chance, size)
    decks, deck = np.empty_like(moves), fair(chance, 1)[0]
    for row, move in enumerate(moves):
        deck = deck[move]
        decks[row] = deck
    return decks


def first_goes_on_last(chance: Chance, size: int) -> Array:
    """One deck in twenty begins with the card the deck before ended with."""
    decks = fair(chance, size)
    for row in np.flatnonzero(chance.random(size) < 0.05):
        if row:
            swap(decks[row : row + 1], 0, np.flatnonzero(decks[row] == decks[row - 1, -1]))
    return decks


def too_even(chance: Chance, size: int) -> Array:
    """Every card in every position equally often, to the deck: no shuffle does that."""
    turns = (np.arange(52)[None, :] + np.arange(size)[:, None]) % 52
    return np.take_along_axis(np.repeat(fair(chance, size // 52 + 1), 52, axis=0)[:size], turns, axis=1)


def neighbors_stay(chance: Chance, size: int) -> Array:
    """One deck in a hundred keeps two cards together."""
    decks = fair(chance, size)
    for row in np.flatnonzero(chance.random(size) < 0.01):
        rest = [card for card in decks[row] if card != 1]
        rest.insert(rest.index(0) + 1, 1)
        decks[row] = rest
    return decks


def sorted_halves(chance: Chance, size: int) -> Array:
    """Cards are dealt in a direction: each deck in two hundred lies in ascending order."""
    decks = fair(chance, size)
    rows = chance.random(size) < 0.005
    decks[rows] = np.sort(decks[rows], axis=1)
    return decks


def unshuffled(chance: Chance, size: int) -> Array:  # noqa: ARG001
    return fresh(size)


POSITIONS, NEIGHBORS = "every card in every position", "every card right after every other"
BIASED: dict[str, tuple[Shuffler, str]] = {
    "swap with any": (swap_with_any, POSITIONS),
    "never itself": (never_itself, "unmoved cards"),
    "last card left out": (last_card_left_out, POSITIONS),
    "top card stays": (top_card_stays_one_time_in_a_hundred, POSITIONS),
    "seven riffles": (seven_riffles, "rising sequences"),
    "seven riffles of the deck before": (
        seven_riffles_of_the_deck_before,
        "ascending runs, against the deck before",
    ),
    "first goes on last": (first_goes_on_last, "last card and the next deck's first"),
    "too even": (too_even, POSITIONS),
    "neighbors stay": (neighbors_stay, NEIGHBORS),
    "sorted now and then": (sorted_halves, "ascending runs"),
    "unshuffled": (unshuffled, "serial correlation at lag 1"),
}

SLIGHT = {"top card stays", "neighbors stay"}
"""Biases of one deck in a hundred, which take more decks to see."""


def judged(shuffler: Shuffler, *, seed: int = 1, count: int = DECKS) -> Report:
    chance = np.random.default_rng(seed)
    decks = shuffler(chance, count).astype(np.uint8)
    cuts = chance.integers(10, 43, count).astype(np.uint8)
    return report(Chunk(decks[at : at + 7000], cuts[at : at + 7000]) for at in range(0, count, 7000))


@pytest.mark.parametrize("name", BIASED)
def test_a_biased_shuffle_fails(name: str) -> None:
    shuffler, test = BIASED[name]
    verdict = judged(shuffler, count=MANY if name in SLIGHT else DECKS)
    assert not verdict.passed
    assert test in [failed.name for failed in verdict.failed]


def test_a_shuffle_bent_only_against_the_deck_before_passes_every_other_test() -> None:
    """So that the tests against the deck before are seen to be needed."""
    failed = {test.name for test in judged(seven_riffles_of_the_deck_before).failed}
    assert POSITIONS not in failed
    assert "rising sequences" not in failed


@pytest.mark.parametrize("seed", range(3))
def test_a_fair_shuffle_passes(seed: int) -> None:
    assert judged(fair, seed=seed).passed


def test_a_cut_that_leans_fails() -> None:
    chance = np.random.default_rng(1)
    cuts = np.minimum(chance.integers(10, 44, DECKS), 42).astype(np.uint8)
    verdict = report([Chunk(fair(chance, DECKS).astype(np.uint8), cuts)])
    assert [failed.name for failed in verdict.failed] == ["the cut"]


def test_how_decks_are_counted_together_changes_nothing() -> None:
    decks = fair(np.random.default_rng(3), 12_000).astype(np.uint8)
    cuts = np.full(12_000, 20, np.uint8)
    at_once = report([Chunk(decks, cuts)])
    one_by_one = report(
        Chunk(decks[at : at + size], cuts[at : at + size]) for at, size in ((0, 1), (1, 9), (10, 11_990))
    )
    for test, other in zip(at_once.tests, one_by_one.tests, strict=True):
        assert test.statistic == pytest.approx(other.statistic, rel=1e-9)


def test_each_statistic_has_the_mean_its_degrees_promise() -> None:
    """The tables are not of independent counts; their degrees of freedom are derived, and seen to be right here."""
    chance = np.random.default_rng(11)
    found = []
    for _ in range(40):
        cuts = chance.integers(10, 43, 10_000).astype(np.uint8)
        found.append([t for t in report([Chunk(fair(chance, 10_000).astype(np.uint8), cuts)]).tests if t.degrees])
    for tests in zip(*found, strict=True):
        degrees = tests[0].degrees
        mean = sum(test.statistic for test in tests) / len(tests)
        assert abs(mean - degrees) < 5 * sqrt(2 * degrees / len(tests)), tests[0].name


def test_what_is_not_a_deck_is_refused() -> None:
    decks = fresh(10_000).astype(np.uint8)
    decks[77, 3] = 4
    with pytest.raises(ValueError, match="did not give a deck"):
        report([Chunk(decks, np.full(10_000, 20, np.uint8))])


def test_too_few_decks_prove_nothing() -> None:
    with pytest.raises(ValueError, match="500 decks prove nothing: at least 10,000"):
        report(drawn(lab_generator("few", otherwise=Mode.LAB), 500))


def test_the_bound_is_the_false_alarm_shared_among_the_tests() -> None:
    verdict = judged(fair)
    assert verdict.bound * len(verdict.tests) == pytest.approx(verdict.false_alarm)
    assert verdict.false_alarm == 1e-6


# Upper critical values of the chi-square distribution as any table has them.
QUANTILES = [
    (1, 0.05, 3.841),
    (1, 0.001, 10.828),
    (5, 0.05, 11.070),
    (10, 0.95, 3.940),
    (10, 0.01, 23.209),
    (30, 0.99, 14.953),
    (30, 0.001, 59.703),
    (100, 0.05, 124.342),
    (100, 0.95, 77.929),
]


@pytest.mark.parametrize(("degrees", "upper", "value"), QUANTILES)
def test_the_gamma_function_gives_the_published_quantiles(degrees: int, upper: float, value: float) -> None:
    assert incomplete_gamma(degrees / 2, value / 2)[1] == pytest.approx(upper, rel=2e-3)


def test_the_gamma_function_has_its_known_forms_far_out() -> None:
    for x in (1e-9, 0.3, 1.0, 7.0, 50.0, 600.0):
        assert incomplete_gamma(1, x)[1] == pytest.approx(exp(-x), rel=1e-12)
        assert incomplete_gamma(0.5, x)[1] == pytest.approx(erfc(sqrt(x)), rel=1e-11)
        poisson = sum(exp(-x) * x**k / factorial(k) for k in range(20))
        assert incomplete_gamma(20, x)[1] == pytest.approx(poisson, rel=1e-11)
    assert incomplete_gamma(1300, 0) == (0, 1)
    below, above = incomplete_gamma(1300.5, 1300.5)
    assert below + above == pytest.approx(1)
    assert below == pytest.approx(0.5, abs=0.01)
    assert incomplete_gamma(1300, 900)[0] < 1e-30 > incomplete_gamma(1300, 1800)[1]


def test_the_chances_of_runs_and_fixed_points_are_those_counted_over_all_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pokerroom.shuffle.report.N", 6)
    orders = list(permutations(range(6)))
    falls = [sum(after < before for before, after in pairwise(order)) for order in orders]
    fixed = [sum(card == place for place, card in enumerate(order)) for order in orders]
    assert run_chances() == pytest.approx([falls.count(count) / 720 for count in range(6)])
    assert fixed_point_chances() == pytest.approx([fixed.count(count) / 720 for count in range(7)])


def test_bins_are_merged_until_each_is_expected_often_enough() -> None:
    counts, expected = np.arange(8), np.array([1.0, 60.0, 20.0, 20.0, 30.0, 70.0, 2.0, 0.0])
    counted, means = merged(counts, expected)
    assert (counted.sum(), means.sum()) == (counts.sum(), expected.sum())
    assert all(means >= LEAST_EXPECTED)
    assert list(means) == [61.0, 70.0, 72.0]


def test_without_numpy_everything_but_the_report_can_be_imported() -> None:
    program = "import sys; sys.modules['numpy'] = None; import pokerroom.shuffle.seal, pokerroom.cli.shuffle"
    subprocess.run([sys.executable, "-c", program], check=True)
