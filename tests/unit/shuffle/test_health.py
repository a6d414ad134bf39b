"""A source that has got stuck, leans or starts over is found before a byte of it is used."""

import os
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import comb

import pytest

from pokerroom.cards import DECK
from pokerroom.shuffle import EntropyFailureError, Generator, Source
from pokerroom.shuffle.health import BLOCK, FALSE_ALARM, PROPORTION, REPETITION, WINDOW, Monitor, repeats


def test_the_cutoffs_are_the_least_with_the_false_alarm_accepted() -> None:
    def tail(least: int) -> Fraction:
        others = WINDOW - 1
        return (
            sum(
                (comb(others, again) * Fraction(255) ** (others - again) for again in range(least - 1, WINDOW)),
                Fraction(0),
            )
            / Fraction(256) ** others
        )

    assert Fraction(1, 256) ** (REPETITION - 1) <= FALSE_ALARM < Fraction(1, 256) ** (REPETITION - 2)
    assert tail(PROPORTION) <= FALSE_ALARM < tail(PROPORTION - 1)


def test_the_repetition_cutoff_is_that_of_the_standard() -> None:
    """SP 800-90B, 4.4.1: one more than the bits of the false alarm divided by the entropy of a sample."""
    assert REPETITION == 1 + 40 // 8


@pytest.mark.parametrize("start", [0, 1, 100, 4000])
def test_a_run_is_found_wherever_it_stands_and_a_shorter_one_is_not(start: int) -> None:
    quiet = bytes(range(256)) * 16
    for length, found in ((REPETITION - 1, False), (REPETITION, True)):
        data = quiet[:start] + bytes([quiet[start - 1] ^ 0x80] * length) + quiet[start + length :]
        assert repeats(data) is found, (start, length)


def test_a_run_across_two_blocks_is_found() -> None:
    first, second = os.urandom(BLOCK), os.urandom(BLOCK)
    monitor = Monitor()
    monitor.check(first[:-3] + bytes(3))
    with pytest.raises(EntropyFailureError, match="repetition count"):
        monitor.check(bytes(REPETITION - 3) + second[REPETITION - 3 :])


def leaning() -> Source:
    """Every eighth byte is a zero: never so many in a row that they are a repetition."""
    return lambda size: bytes(byte if at % 8 else 0 for at, byte in enumerate(os.urandom(size)))


def starting_over(period: int) -> Callable[[], Source]:
    def source() -> Source:
        stream, place = os.urandom(period), 0

        def read(size: int) -> bytes:
            nonlocal place
            start, place = place, place + size
            return bytes(stream[at % period] for at in range(start, place))

        return read

    return source


BROKEN: dict[str, tuple[Callable[[], Source], str]] = {
    "stuck": (lambda: lambda size: b"\x5a" * size, "repetition count"),
    "two bytes in turn": (lambda: lambda size: b"\x00\xff" * (size // 2), "adaptive proportion"),
    "leaning": (leaning, "adaptive proportion"),
    "counting": (lambda: lambda size: bytes(at % 256 for at in range(size)), "recurrence"),
    "the same block again": (starting_over(BLOCK), "recurrence"),
    "a short period": (starting_over(1000), "recurrence"),
    "a long period": (starting_over(5 * BLOCK + 77), "recurrence"),
    "too few bytes": (lambda: lambda size: os.urandom(size - 1), "gave 4095 bytes where 4096"),
    "no bytes": (lambda: lambda _: b"", "gave 0 bytes"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_source_stops_the_deal(name: str) -> None:
    source, sentence = BROKEN[name]
    with pytest.raises(EntropyFailureError, match=sentence):  # noqa: PT012
        generator = Generator(source())
        for _ in range(2000):
            generator.shuffled(DECK)


def test_a_sound_source_passes_for_long() -> None:
    monitor = Monitor()
    for _ in range(2000):
        monitor.check(os.urandom(BLOCK))


class Failing:
    """Gives what the system gives until it is told to fail."""

    def __init__(self) -> None:
        self.how: Callable[[int], bytes] = os.urandom

    def __call__(self, size: int) -> bytes:
        return self.how(size)


def unavailable(_: int) -> bytes:
    raise OSError("no entropy device")


@pytest.mark.parametrize("how", [unavailable, bytes], ids=["raising", "stuck"])
def test_a_failure_while_running_latches_until_a_restart_passes(how: Callable[[int], bytes]) -> None:
    source = Failing()
    generator = Generator(source)
    generator.shuffled(DECK)
    source.how = how
    with pytest.raises(EntropyFailureError):
        generator.randbytes(BLOCK)
    source.how = os.urandom
    # The source is well again, but nobody has looked: nothing is dealt, not even what was tested before.
    for draw in (lambda: generator.shuffled(DECK), lambda: generator.randbytes(1), generator.random):
        with pytest.raises(EntropyFailureError):
            draw()
    generator.restart()
    assert sorted(generator.shuffled(DECK)) == sorted(DECK)


def test_a_restart_that_fails_leaves_the_generator_stopped() -> None:
    source = Failing()
    generator = Generator(source)
    source.how = bytes
    with pytest.raises(EntropyFailureError):
        generator.restart()
    source.how = os.urandom
    with pytest.raises(EntropyFailureError, match="repetition"):
        generator.random()


def test_the_reason_of_a_failing_source_is_kept() -> None:
    with pytest.raises(EntropyFailureError, match="no entropy device"):
        Generator(unavailable)


def test_the_start_up_sample_is_thrown_away() -> None:
    blocks = count()
    read = [os.urandom(BLOCK) for _ in range(3)]
    generator = Generator(lambda _: read[next(blocks)])
    assert generator.randbytes(2 * BLOCK) == read[1] + read[2]
