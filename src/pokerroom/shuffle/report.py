"""Statistical tests of the shuffle, over any number of decks, in constant memory.

Each test has a distribution that follows from every order being equally likely, and looks at both ends of it: a shuffle
that is too even is as wrong as one that is not even enough.
"""

from collections.abc import Callable, Iterable, Iterator
from math import comb, erfc, exp, factorial, lgamma, log, sqrt
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pokerroom.cards import DECK
from pokerroom.shuffle.generator import Generator
from pokerroom.shuffle.lab import LEAST_CUT

N = len(DECK)
CUTS = N - 2 * LEAST_CUT + 1
"""How many cuts leave the least number of cards in each packet."""

FALSE_ALARM = 1e-6
"""How often a sound shuffle may fail the report, all tests together."""

LEAST_DECKS = 10_000
"""With fewer decks, cells hold too little for the distributions to be right so far out."""

LEAST_EXPECTED = 50
"""How many decks a bin must be expected to hold; rarer outcomes are counted together."""

LAGS = 5
CHUNK = 10_000
"""Decks counted at once."""

Array = NDArray[Any]

VALUES = (np.arange(N) - (N - 1) / 2) / sqrt((N * N - 1) / 12)
"""The cards as numbers with mean 0 and variance 1, in the order of `pokerroom.cards`."""


class Chunk(NamedTuple):
    """Decks in the order they were shuffled, one per row, and a cut for each."""

    decks: Array
    cuts: Array


def drawn(generator: Generator, decks: int) -> Iterator[Chunk]:
    """Decks of the generator, each followed by its cut, as a table draws them."""
    while decks > 0:
        size = min(decks, CHUNK)
        cards, cuts = bytearray(), bytearray()
        for _ in range(size):
            cards += bytes(generator.shuffled(DECK))
            cuts.append(generator.cut(LEAST_CUT, N - LEAST_CUT))
        yield Chunk(np.frombuffer(cards, np.uint8).reshape(size, N), np.frombuffer(cuts, np.uint8))
        decks -= size


class Tally:
    """What the tests need to know about the decks counted so far."""

    def __init__(self) -> None:
        self.decks = 0
        self.last: Array | None = None
        self.places = np.zeros((N, N), np.int64)
        self.pairs = np.zeros((N, N), np.int64)
        self.seams = np.zeros((N, N), np.int64)
        """The last card of a deck and the first of the next."""
        self.runs = np.zeros(N, np.int64)
        self.rising = np.zeros(N, np.int64)
        self.runs_on_last = np.zeros(N, np.int64)
        self.fixed = np.zeros(N + 1, np.int64)
        self.fixed_on_last = np.zeros(N + 1, np.int64)
        self.lagged = np.zeros((LAGS, 2))
        """Sum over decks, and sum of squares, of the products at each lag."""
        self.between = 0.0
        self.cuts = np.zeros(CUTS, np.int64)

    def count(self, chunk: Chunk) -> None:
        decks = chunk.decks.astype(np.intp)
        refuse_what_is_no_deck(decks)
        self.decks += len(decks)
        self.places += table(np.arange(N) * N + decks)
        self.pairs += table(decks[:, :-1] * N + decks[:, 1:])
        self.runs += histogram(descents(chunk.decks), N)
        self.rising += histogram(descents(inverse(decks)), N)
        self.fixed += histogram((chunk.decks == np.arange(N)).sum(axis=1), N + 1)
        self.count_lags(VALUES[decks])
        self.count_successive(decks)
        self.cuts += histogram(chunk.cuts.astype(np.intp) - LEAST_CUT, CUTS)

    def count_lags(self, values: Array) -> None:
        for lag in range(1, LAGS + 1):
            products = np.einsum("ij,ij->i", values[:, :-lag], values[:, lag:])
            self.lagged[lag - 1] += products.sum(), (products * products).sum()

    def count_successive(self, decks: Array) -> None:
        """Each deck compared with the one before it, including the last of the previous chunk."""
        if self.last is not None:
            decks = np.concatenate((self.last, decks))
        before, after = decks[:-1], decks[1:]
        self.last = decks[-1:].copy()
        if not len(before):
            return
        # Where each card was in the previous deck: the order in which a shuffle would have had to move them.
        moved = inverse(before)[np.arange(len(before))[:, None], after]
        self.runs_on_last += histogram(descents(moved), N)
        self.fixed_on_last += histogram((moved == np.arange(N)).sum(axis=1), N + 1)
        self.seams += table(before[:, -1] * N + after[:, 0])
        values = VALUES[decks]
        self.between += float(np.einsum("ij,ij->", values[:-1], values[1:]))


def refuse_what_is_no_deck(decks: Array) -> None:
    """Each row must hold every card once: only then do 52 cards set 52 bits."""
    found = np.bitwise_or.reduce(np.left_shift(1, decks), axis=1)
    if (found != (1 << N) - 1).any():
        raise ValueError(f"a shuffle did not give a deck: each of the {N} cards must be there once")


def table(cells: Array) -> Array:
    return np.bincount(cells.ravel(), minlength=N * N).reshape(N, N)


def histogram(counts: Array, size: int) -> Array:
    return np.bincount(counts, minlength=size)


def inverse(decks: Array) -> Array:
    """Where each card lies in its deck."""
    found = np.empty(decks.shape, np.uint8)
    found[np.arange(len(decks))[:, None], decks] = np.arange(N)
    return found


def descents(rows: Array) -> Array:
    """One less than the number of ascending runs of each row."""
    falls: Array = (rows[:, 1:] < rows[:, :-1]).sum(axis=1)
    return falls


class Test(msgspec.Struct, frozen=True, gc=False):
    """One test: its statistic, the degrees of freedom of a chi-square (0: a normal deviate), and its p-value."""

    __test__ = False  # pytest collects classes of this name.

    name: str
    statistic: float
    degrees: int
    p: float
    """How often a sound shuffle is at least as far out, on either side."""


class Report(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    decks: int
    false_alarm: float
    bound: float
    """The p-value below which a test fails: the false alarm rate divided by the number of tests."""
    tests: tuple[Test, ...]
    passed: bool
    seed: str | None = None

    @property
    def failed(self) -> tuple[Test, ...]:
        return tuple(test for test in self.tests if test.p < self.bound)


def report(
    chunks: Iterable[Chunk], *, seed: str | None = None, progress: Callable[[int], None] | None = None
) -> Report:
    """Count the decks and judge them. `progress` is called with the number counted."""
    tally = Tally()
    for chunk in chunks:
        tally.count(chunk)
        if progress is not None:
            progress(tally.decks)
    if tally.decks < LEAST_DECKS:
        raise ValueError(f"{tally.decks:,} decks prove nothing: at least {LEAST_DECKS:,} are needed")
    tests = tuple(judged(tally))
    bound = FALSE_ALARM / len(tests)
    passed = all(test.p >= bound for test in tests)
    return Report(decks=tally.decks, false_alarm=FALSE_ALARM, bound=bound, tests=tests, passed=passed, seed=seed)


def judged(tally: Tally) -> Iterator[Test]:
    decks, successive = tally.decks, tally.decks - 1
    eulerian, rencontres = run_chances(), fixed_point_chances()
    yield chi_square("every card in every position", place_statistic(tally.places, decks), (N - 1) ** 2)
    yield chi_square("every card right after every other", *pair_statistic(tally.pairs, decks))
    yield multinomial("ascending runs", tally.runs, eulerian)
    yield multinomial("rising sequences", tally.rising, eulerian)
    yield multinomial("unmoved cards", tally.fixed, rencontres)
    for lag, (total, squares) in enumerate(tally.lagged, start=1):
        yield lag_test(lag, total, squares, decks)
    yield multinomial("ascending runs, against the deck before", tally.runs_on_last, eulerian)
    yield multinomial("unmoved cards, against the deck before", tally.fixed_on_last, rencontres)
    yield multinomial("last card and the next deck's first", tally.seams.ravel(), np.full(N * N, 1 / N**2))
    deviate = tally.between / sqrt(successive * N * N / (N - 1))
    yield normal("serial correlation with the deck before", deviate)
    yield multinomial("the cut", tally.cuts, np.full(CUTS, 1 / CUTS))


def place_statistic(places: Array, decks: int) -> float:
    """A chi-square of (n - 1)^2 degrees, though the counts are not independent.

    Rows and columns of the table are fixed. The covariance of what is left is a projection divided by n - 1.
    """
    return float(((places - decks / N) ** 2).sum() * (N - 1) / decks)


def pair_statistic(pairs: Array, decks: int) -> tuple[float, int]:
    """A chi-square over the ordered pairs of neighbors, and its degrees of freedom.

    How often a card comes first or last is tested by position. Without it, the table has two independent parts: which
    cards lie together, with variance 1 / n a deck in every direction, and in which order, with variance (n + 1) / (n (n
    - 1)).
    """
    together, order = (pairs + pairs.T) / 2, (pairs - pairs.T) / 2
    sums = together.sum(axis=1)
    share = (sums - sums.sum() / (2 * (N - 1))) / (N - 2)
    together = together - share[:, None] - share[None, :]
    np.fill_diagonal(together, 0)
    leads = order.sum(axis=1) / N
    order = order - leads[:, None] + leads[None, :]
    statistic = (together**2).sum() * N + (order**2).sum() * N * (N - 1) / (N + 1)
    either = N * (N - 1) // 2
    return float(statistic / decks), (either - N) + (either - (N - 1))


def lag_test(lag: int, total: float, squares: float, decks: int) -> Test:
    """The mean product of cards this far apart. Cards of one deck are drawn without replacement, so it is not 0."""
    mean = float(total) / decks
    # Decks that are all alike have no spread; rounding must not make it negative.
    spread = max(float(squares) / decks - mean * mean, 1e-12)
    expected = -(N - lag) / (N - 1)
    return normal(f"serial correlation at lag {lag}", (mean - expected) / sqrt(spread / decks))


def run_chances() -> Array:
    """How many orders of n cards have each number of descents: the Eulerian numbers, in parts of n!."""
    row = [1]
    for size in range(2, N + 1):
        padded = [0, *row, 0]
        row = [(at + 1) * padded[at + 1] + (size - at) * padded[at] for at in range(size)]
    return np.array([count / factorial(N) for count in row])


def fixed_point_chances() -> Array:
    """How many orders leave each number of cards in place: the rencontres numbers, in parts of n!."""
    deranged = [1, 0]
    for size in range(2, N + 1):
        deranged.append((size - 1) * (deranged[-1] + deranged[-2]))
    return np.array([comb(N, fixed) * deranged[N - fixed] / factorial(N) for fixed in range(N + 1)])


def multinomial(name: str, counts: Array, chances: Array) -> Test:
    """Counts compared with their chances; outcomes too rare to judge are counted together with their neighbors."""
    counted, expected = merged(counts, chances * counts.sum())
    return chi_square(name, float(((counted - expected) ** 2 / expected).sum()), len(counted) - 1)


def merged(counts: Array, expected: Array) -> tuple[Array, Array]:
    """Bins in order, each long enough to be expected often enough; a short last one joins the one before."""
    bins: list[list[float]] = [[0.0, 0.0]]
    for count, mean in zip(counts, expected, strict=True):
        if bins[-1][1] >= LEAST_EXPECTED:
            bins.append([0.0, 0.0])
        bins[-1][0] += count
        bins[-1][1] += mean
    if len(bins) > 1 and bins[-1][1] < LEAST_EXPECTED:
        count, mean = bins.pop()
        bins[-1][0] += count
        bins[-1][1] += mean
    counted, means = np.array(bins).T
    return counted, means


def chi_square(name: str, statistic: float, degrees: int) -> Test:
    below, above = incomplete_gamma(degrees / 2, statistic / 2)
    return Test(name, statistic, degrees, min(1.0, 2 * min(below, above)))


def normal(name: str, deviate: float) -> Test:
    return Test(name, deviate, 0, erfc(abs(deviate) / sqrt(2)))


def incomplete_gamma(a: float, x: float) -> tuple[float, float]:
    """The regularized incomplete gamma functions P and Q; the smaller of them is exact to many digits."""
    if x <= 0:
        return 0.0, 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        while term > total * 1e-16:
            a += 1
            term *= x / a
            total += term
        return scale * total, 1 - scale * total
    upper = scale * continued_fraction(a, x)
    return 1 - upper, upper


def continued_fraction(a: float, x: float) -> float:
    """Legendre's fraction for the upper incomplete gamma function, by Lentz's method."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value, step, i = d, 0.0, 0
    while abs(step - 1) > 1e-15:
        i += 1
        numerator = i * (a - i)
        b += 2
        d = 1 / (numerator * d + b or tiny)
        c = b + numerator / c or tiny
        step = c * d
        value *= step
    return value
