"""The clock by which time is measured: it only ever grows, and the seconds that the machine slept count."""

import time
from functools import partial

steady = partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic
"""Where the machine counts the seconds that it slept, they have passed like any others."""
