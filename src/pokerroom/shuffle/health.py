"""Health tests of an entropy source, run on its bytes before any byte is used.

After NIST SP 800-90B, 4.4: a repetition count and an adaptive proportion test, for a source that claims eight bits of
entropy per byte. A third test finds a source that starts over, which the first two cannot see. The cutoffs follow from
the false alarm rate that we accept.
"""

from fractions import Fraction
from math import comb

FALSE_ALARM = Fraction(1, 2**40)
"""How often a sound source may fail: a repetition per byte, a proportion per window."""

SAME_BYTE = Fraction(1, 256)
"""The chance that two bytes of a source with full entropy are equal."""

WINDOW = 512
"""Bytes over which a proportion is taken: SP 800-90B uses 512 for samples that are not bits."""

BLOCK = 8 * WINDOW
"""Bytes tested at once: whole windows."""

MARK = 16
"""So many bytes that a source with full entropy repeats them with a chance of 2^-128."""


class EntropyFailureError(RuntimeError):
    """The source of entropy failed, or failed a health test: nothing may be dealt from it."""


def repetition_cutoff(false_alarm: Fraction = FALSE_ALARM) -> int:
    """The shortest run of equal bytes that starts at a given byte no more often than the false alarm rate."""
    run, chance = 1, Fraction(1)
    while chance > false_alarm:
        run, chance = run + 1, chance * SAME_BYTE
    return run


def proportion_cutoff(false_alarm: Fraction = FALSE_ALARM) -> int:
    """The smallest count of a window's first byte, itself included, that is reached no more often than the false alarm
    rate.
    """
    others, rest = WINDOW - 1, 1 - SAME_BYTE
    count, tail = WINDOW + 1, Fraction(0)
    while tail <= false_alarm:
        count -= 1
        again = count - 1
        tail += comb(others, again) * SAME_BYTE**again * rest ** (others - again)
    return count + 1


REPETITION = repetition_cutoff()
PROPORTION = proportion_cutoff()


class Monitor:
    """Tests the blocks of a source in order; the result for a block depends on those before it."""

    def __init__(self) -> None:
        self._tail = b""
        self._marks: tuple[bytes, ...] = ()

    def check(self, block: bytes) -> None:
        """Returns if the block is sound, and raises otherwise; the tests continue from one block to the next."""
        if len(block) != BLOCK:
            raise EntropyFailureError(f"the entropy source gave {len(block)} bytes where {BLOCK} were requested")
        joined = self._tail + block
        if repeats(joined):
            raise EntropyFailureError(
                f"repetition count test: the entropy source gave {REPETITION} equal bytes in a row"
            )
        if out_of_proportion(block):
            raise EntropyFailureError(
                f"adaptive proportion test: one byte came {PROPORTION} times or more in {WINDOW} of the entropy source"
            )
        if any(mark in joined for mark in self._marks) or block.find(block[:MARK], 1) >= 0:
            raise EntropyFailureError(f"recurrence test: the entropy source gave the same {MARK} bytes again")
        # The very first mark finds any period, however long; the mark of the last block finds a source that got stuck
        # since.
        self._marks = (*self._marks[:1], block[:MARK])
        self._tail = block[1 - MARK :]


def repeats(data: bytes) -> bool:
    """Whether some byte is repeated in a row as often as the cutoff."""
    number = int.from_bytes(data, "big")
    # Each byte XOR the one before it: equal bytes give zero. The first has none before it.
    differences = (number ^ number >> 8).to_bytes(len(data), "big")
    return differences.find(bytes(REPETITION - 1), 1) >= 0


def out_of_proportion(block: bytes) -> bool:
    windows = (block[start : start + WINDOW] for start in range(0, len(block), WINDOW))
    return any(window.count(window[:1]) >= PROPORTION for window in windows)
