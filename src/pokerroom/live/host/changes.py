"""What a proposed agreement says otherwise than the one in force, so that whoever approves it has read what it is."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pokerroom.linked.agreement import Agreement


class TermRead(msgspec.Struct, frozen=True, kw_only=True):
    """A term by its place in the file; empty where it is not there."""

    term: str
    before: str
    after: str


def changed(before: Agreement, after: Agreement) -> tuple[TermRead, ...]:
    old, new = dict(terms(msgspec.to_builtins(before))), dict(terms(msgspec.to_builtins(after)))
    return tuple(
        TermRead(term=each, before=old.get(each, ""), after=new.get(each, ""))
        for each in dict.fromkeys((*old, *new))
        if old.get(each) != new.get(each)
    )


def terms(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every single thing that an agreement says, with its place: `rules.shares.losing`. A member is called by name."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from terms(each, f"{place}.{name}".removeprefix("."))
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value, start=1):
            named = each.get("casino", number) if isinstance(each, dict) else number
            yield from terms(each, f"{place}.{named}")
    elif value is not None:
        yield place, str(value)
