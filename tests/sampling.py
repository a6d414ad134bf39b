"""How much a test does: a sample in `make test`, chosen by seed, and the whole of it in `make soak`.

A test that asks here is marked `sampled`, so that the soak runs it too.
"""

import os
from typing import TypeVar

T = TypeVar("T")

SOAKING = os.environ.get("POKERROOM_SOAK") == "1"


def sampled(some: T, *, whole: T) -> T:
    return whole if SOAKING else some
