"""Health tests of an entropy source, on its bytes, before a byte is used.

After NIST SP 800-90B, 4.4: a repetition count and an adaptive proportion test, for a source that claims eight bits of
entropy a byte. A third test finds a source that starts over, which the first two cannot see. The cutoffs follow from
the false alarm we accept.
"""

from fractions import Fraction
from math import comb

FALSE_ALARM = Fraction(1, 2**40)
"""How often a sound source may fail: for a repetition per byte, for a proportion per window."""

SAME_BYTE = Fraction(1, 256)
"""That two bytes of a source with full entropy are equal."""

WINDOW = 512
"""Bytes over which a proportion is taken: SP 800-90B has 512 for samples that are not bits."""

BLOCK = 8 * WINDOW
"""Bytes tested at once: whole windows."""

MARK = 16
"""Bytes that a source with full entropy gives twice with a chance of 2^-128."""


class EntropyFailureError(RuntimeError):
    """The source of entropy failed, or failed a health test: nothing may be dealt from it."""


def repetition_cutoff(false_alarm: Fraction = FALSE_ALARM) -> int:
    """The shortest run of equal bytes that begins at a given byte no more often than the false alarm."""
    run, chance = 1, Fraction(1)
    while chance > false_alarm:
        run, chance = run + 1, chance * SAME_BYTE
    return run


def proportion_cutoff(false_alarm: Fraction = FALSE_ALARM) -> int:
    """The least count of a window's first byte, itself included, that is reached no more often than the false alarm."""
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
    """Tests every block of a source in the order they came; what it says of one depends on those before."""

    def __init__(self) -> None:
        self._tail = b""
        self._marks: tuple[bytes, ...] = ()

    def check(self, block: bytes) -> None:
        """Returns if nothing is wrong with the block; the tests run on across blocks."""
        if len(block) != BLOCK:
            raise EntropyFailureError(f"the entropy source gave {len(block)} bytes where {BLOCK} were asked for")
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
        # The first mark of all finds any period, however long; that of the last block, a source that got stuck since.
        self._marks = (*self._marks[:1], block[:MARK])
        self._tail = block[1 - MARK :]


def repeats(data: bytes) -> bool:
    """Whether some byte stands as often in a row as the cutoff says."""
    number = int.from_bytes(data, "big")
    # Each byte against the one before it: equal bytes leave a zero. The first has none before it.
    differences = (number ^ number >> 8).to_bytes(len(data), "big")
    return differences.find(bytes(REPETITION - 1), 1) >= 0


def out_of_proportion(block: bytes) -> bool:
    windows = (block[start : start + WINDOW] for start in range(0, len(block), WINDOW))
    return any(window.count(window[:1]) >= PROPORTION for window in windows)
