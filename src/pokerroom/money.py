"""Money is a whole number of cents; no float is ever money."""

from functools import lru_cache
from typing import NewType

Cents = NewType("Cents", int)


@lru_cache(maxsize=4096)  # The same amounts are said over and over.
def dollars(cents: int) -> str:
    """`1250` is `$12.50`; whole dollars drop the cents."""
    whole, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"
