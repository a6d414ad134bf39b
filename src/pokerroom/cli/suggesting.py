"""Suggestions for a misspelled name."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST = 3


def did_you_mean(typed: str, names: Iterable[str]) -> str:
    """The end of an error: `; did you mean hold-em?`, or nothing if no name is close."""
    near = get_close_matches(typed.casefold(), sorted(names), n=MOST)
    return f"; did you mean {' or '.join(near)}?" if near else ""
