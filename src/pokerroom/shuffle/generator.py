"""The generator: every card, cut, button and die of the product is drawn here, and nowhere else.

It reads a source of entropy in blocks, tests each before using any byte of it, and draws numbers by rejection, so that
all outcomes are equally likely. When the source fails, the generator gives nothing more until it is restarted.
"""

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import factorial
from random import Random
from threading import Lock
from typing import Any, NoReturn, TypeVar
from weakref import WeakSet

from pokerroom.shuffle.health import BLOCK, EntropyFailureError, Monitor

T = TypeVar("T")

Source = Callable[[int], bytes]
"""Returns as many bytes as requested."""


class Generator(Random):
    """A `random.Random` over a source of entropy, for code that expects one; safe to share between threads."""

    def __new__(cls, source: Source) -> "Generator":  # noqa: ARG004, PYI034  the base class would hash it for a seed
        return super().__new__(cls)

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._source = source
        self._lock = Lock()
        self._failure: str | None = None
        self._buffer, self._used = b"", 0
        self._monitor = Monitor()
        self.restart()
        LIVING.add(self)

    def restart(self) -> None:
        """Start again after a failure: test a block of the source and throw it away."""
        with self._lock:
            self._monitor, self._failure = Monitor(), None
            self._buffer, self._used = b"", 0
            self._tested_block()

    def randbytes(self, n: int) -> bytes:
        """The next bytes of the source; no byte is given twice."""
        if n < 0:
            raise ValueError(f"{n} bytes cannot be drawn")
        with self._lock:
            if self._failure is not None:
                raise EntropyFailureError(self._failure)
            end = self._used + n
            while end > len(self._buffer):
                self._buffer = self._buffer[self._used :] + self._tested_block()
                self._used, end = 0, n
            drawn = self._buffer[self._used : end]
            self._used = end
            return drawn

    def _tested_block(self) -> bytes:
        try:
            block = self._source(BLOCK)
            self._monitor.check(block)
        except Exception as error:
            self._buffer, self._used = b"", 0
            self._failure = (
                str(error) if isinstance(error, EntropyFailureError) else f"the entropy source failed: {error!r}"
            )
            raise EntropyFailureError(self._failure) from error
        return block

    def getrandbits(self, k: int) -> int:
        """The leading bits of the fewest whole bytes that hold them."""
        if k < 0:
            raise ValueError(f"{k} bits cannot be drawn")
        count = (k + 7) // 8
        return int.from_bytes(self.randbytes(count), "big") >> count * 8 - k

    def random(self) -> float:
        return self.getrandbits(53) * 2.0**-53

    def below(self, n: int) -> int:
        """A number from 0 to n - 1. A number outside is thrown away and drawn again, so that all are equally likely."""
        if n < 1:
            raise ValueError(f"there is no number from 0 to below {n}")
        bits = (n - 1).bit_length()
        number = self.getrandbits(bits)
        while number >= n:
            number = self.getrandbits(bits)
        return number

    def shuffled(self, cards: Sequence[T]) -> tuple[T, ...]:
        """One of the n! orders of the cards, chosen as a whole by one number below n!."""
        number = self.below(orders(len(cards)))
        order = list(cards)
        # The digits of the number in the factorial system say which of the remaining cards comes last, then second to
        # last.
        for place in range(len(order) - 1, 0, -1):
            number, chosen = divmod(number, place + 1)
            order[place], order[chosen] = order[chosen], order[place]
        return tuple(order)

    def cut(self, least: int, most: int) -> int:
        """How many cards are cut off the top: from `least` to `most`, all equally likely."""
        if not 0 <= least <= most:
            raise ValueError(f"a cut cannot be of {least} cards at least and {most} at most")
        return least + self.below(most - least + 1)

    def seed(self, a: Any = None, version: int = 2) -> None:  # noqa: ARG002
        """Does nothing: the base class seeds itself when it is created, and this one takes no seed."""
        if a is not None:
            raise TypeError("the generator reads its source of entropy and takes no seed; a laboratory's does, see lab")

    def getstate(self) -> NoReturn:
        """Always refused: whoever knows the state knows the next deck."""
        raise TypeError("the state of the generator cannot be read or copied")

    def setstate(self, state: Any) -> NoReturn:  # noqa: ARG002
        raise TypeError("the state of the generator cannot be set")

    def _in_child(self) -> None:
        self._lock = Lock()
        self._buffer, self._used = b"", 0


LIVING: "WeakSet[Generator]" = WeakSet()


def forget_the_parents_bytes() -> None:
    """A child process has a copy of the parent's buffer, and would deal the parent's next cards from it."""
    for generator in list(LIVING):
        generator._in_child()  # noqa: SLF001


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_the_parents_bytes)


@lru_cache(maxsize=64)
def orders(cards: int) -> int:
    """How many orders this many cards have."""
    return factorial(cards)


def os_generator() -> Generator:
    """The generator of a room that deals: the operating system's entropy."""
    return Generator(os.urandom)
