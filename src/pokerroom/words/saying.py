"""Something to be said, before it is put into words."""

from collections.abc import Mapping
from enum import Enum
from typing import Union

import msgspec


class Saying(msgspec.Struct, frozen=True, gc=False):
    """A sentence or a part of one: its key in the catalogue, `<file>.<name>`, and the values that it names.

    Money is in cents, a seat counted from 0, a card its text. Words come in as values only where they are somebody's
    own: a name, a reason that was typed in.
    """

    key: str
    values: Mapping[str, "Value"] = {}


Value = Union[int, str, Saying, tuple[Union[int, str, Saying], ...]]  # noqa: UP007  Saying is not complete above


def saying(key: str, **values: Value) -> Saying:
    return Saying(key, values)


def term(member: Enum) -> Saying:
    """What a member of an enumeration is called."""
    return Saying(f"term.{type(member).__name__}.{member.name}")
