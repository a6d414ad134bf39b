"""Every draw is unbiased by construction, whole, and nobody else's."""

import copy
import os
import pickle
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from math import factorial
from random import Random

import pytest
from hypothesis import given, strategies as st

from pokerroom.cards import DECK
from pokerroom.shuffle import Generator, Mode, Source, lab_generator, os_generator
from pokerroom.shuffle.health import BLOCK
from tests.spec_marks import spec


def lab(seed: str) -> Generator:
    return lab_generator(seed, otherwise=Mode.LAB)


class Scripted(Generator):
    """Draws the numbers it is given, so that every draw can be tried."""

    def __init__(self, numbers: Iterator[int]) -> None:
        super().__init__(os.urandom)
        self.numbers = numbers

    def __new__(cls, numbers: Iterator[int]) -> "Scripted":  # noqa: ARG004, PYI034
        made = super().__new__(cls, os.urandom)
        assert isinstance(made, Scripted)
        return made

    def getrandbits(self, k: int) -> int:  # noqa: ARG002
        return next(self.numbers)


@pytest.mark.parametrize("cards", range(1, 7))
def test_each_number_below_n_factorial_is_another_order_of_n_cards(cards: int) -> None:
    orders = [Scripted(iter([number])).shuffled(range(cards)) for number in range(factorial(cards))]
    assert sorted(orders) == list(permutations(range(cards)))


def test_a_number_too_large_is_thrown_away_and_never_folded_in() -> None:
    generator = Scripted(iter([7, 6, 5, 4]))
    assert generator.below(6) == 5
    assert generator.below(5) == 4
    assert Scripted(iter([factorial(3) + 1, 7, 0])).shuffled("abc") == Scripted(iter([0])).shuffled("abc")


@given(st.integers(1, 2**300), st.integers(0, 2**32))
def test_below_stays_below(n: int, seed: int) -> None:
    assert 0 <= lab(str(seed)).below(n) < n


def test_below_reaches_every_number_equally_often() -> None:
    generator = lab("below")
    counts = Counter(generator.below(52) for _ in range(52_000))
    assert sum((counts[n] - 1000) ** 2 / 1000 for n in range(52)) < 120  # 51 degrees: beyond it once in ten million.


def test_one_choice_costs_no_entropy() -> None:
    generator, same = lab("one"), lab("one")
    assert generator.below(1) == 0
    assert generator.randbytes(8) == same.randbytes(8)


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_lies_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match=f"below {n}"):
        os_generator().below(n)


@spec("R-14.5-a.3")
def test_a_shuffle_leaves_one_deck_with_every_card_once() -> None:
    generator = os_generator()
    for _ in range(1000):
        deck = generator.shuffled(DECK)
        assert isinstance(deck, tuple)
        assert sorted(deck) == list(DECK)


def test_a_cut_reaches_from_the_least_to_the_most() -> None:
    generator = lab("cut")
    assert {generator.cut(10, 42) for _ in range(2000)} == set(range(10, 43))
    assert generator.cut(10, 10) == 10
    with pytest.raises(ValueError, match="42 cards at least and 10 at most"):
        generator.cut(42, 10)


def test_it_serves_whoever_asks_for_a_random_of_the_standard_library() -> None:
    chance: Random = lab("library")
    assert 0 <= chance.random() < 1
    assert chance.randint(3, 5) in (3, 4, 5)
    assert chance.choice("abc") in "abc"
    assert len(set(chance.sample(DECK, 5)) & set(DECK)) == 5
    assert -1 <= chance.uniform(-1, 1) <= 1
    assert isinstance(chance.gauss(0, 1), float)
    assert chance.getrandbits(0) == 0
    assert 0 <= chance.getrandbits(3) < 8


def test_it_takes_no_seed_and_shows_no_state() -> None:
    generator = os_generator()
    for forbidden in (
        lambda: generator.seed(1),
        generator.getstate,
        lambda: generator.setstate(()),
        lambda: pickle.dumps(generator),
        lambda: copy.copy(generator),
    ):
        with pytest.raises(TypeError):
            forbidden()


def test_bytes_are_given_once_however_they_are_asked_for() -> None:
    whole = lab("bytes").randbytes(3 * BLOCK)
    pieces = lab("bytes")
    assert b"".join(pieces.randbytes(size) for size in (1, 29, 4000, 0, 5000, 3 * BLOCK - 9030)) == whole


def counting() -> Source:
    """Bytes that tell where they come from, which no health test would pass; each four are a number of their own."""
    numbers = iter(range(2**32))
    mixed = 0x9E3779B1
    return lambda size: b"".join((next(numbers) * mixed % 2**32).to_bytes(4, "big") for _ in range(size // 4))


def test_threads_never_share_a_byte() -> None:
    generator = Generator(counting())
    with ThreadPoolExecutor(8) as pool:
        drawn = list(pool.map(lambda _: generator.randbytes(4), range(20_000)))
    assert len(set(drawn)) == len(drawn)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this system does not fork")
def test_a_child_process_deals_other_cards_than_its_parent() -> None:
    generator = os_generator()
    generator.shuffled(DECK)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, bytes(generator.shuffled(DECK)))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 52) != bytes(generator.shuffled(DECK))
    os.close(reading)
    os.close(writing)


def test_two_generators_of_the_system_differ() -> None:
    assert os_generator().shuffled(DECK) != os_generator().shuffled(DECK)
