"""A wrong name is met with the names it comes near."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST = 3


def did_you_mean(typed: str, names: Iterable[str]) -> str:
    """The end of a refusal: `; did you mean hold-em?`, or nothing where no name comes near."""
    near = get_close_matches(typed.casefold(), sorted(names), n=MOST)
    return f"; did you mean {' or '.join(near)}?" if near else ""
