"""Which parts of a command are seats: every field declared as `Seat`, at any depth.

A table and an audit number the players differently. Both renumber commands with this module alone; a new command only
needs to declare its seats with that type.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec

from pokerroom.play.commands import Seat

Value = TypeVar("Value")


class Naming(NamedTuple):
    """The fields of a type that are seats, and those whose parts contain seats."""

    seats: tuple[str, ...]
    parts: tuple[str, ...]


def types_in(hint: Any) -> Iterator[Any]:
    """The types that a hint is made of: `Seat` and `None` for `Seat | None`."""
    inner = get_args(hint)
    if not inner:
        yield hint
    for each in inner:
        yield from types_in(each)


NO_SEATS = Naming((), ())


@cache
def naming_of(kind: Any) -> Naming:
    """How a type names seats, read once from its declaration."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return NO_SEATS
    types = {name: tuple(types_in(hint)) for name, hint in get_type_hints(kind).items()}
    return Naming(
        seats=tuple([name for name, inner in types.items() if Seat in inner]),
        parts=tuple([name for name, inner in types.items() if any(naming_of(each) != NO_SEATS for each in inner)]),
    )


def seats_named(command: Any) -> Iterator[Seat]:
    """Every seat that a command, or a part of it, names."""
    kind: Any = type(command)
    naming = naming_of(kind)
    for name in naming.seats:
        yield from values_in(getattr(command, name))
    for name in naming.parts:
        for part in values_in(getattr(command, name)):
            yield from seats_named(part)


def values_in(value: Any) -> tuple[Any, ...]:
    """The values of a field that holds one, several or none."""
    if isinstance(value, tuple):
        return value
    return () if value is None else (value,)


def renumbered(command: Value, number: Callable[[Seat], Seat]) -> Value:
    """The same command with another number for every seat."""
    kind: Any = type(command)
    naming = naming_of(kind)
    fields = {name: each_by(number, getattr(command, name)) for name in naming.seats}
    for name in naming.parts:
        fields[name] = each_by(lambda part: renumbered(part, number), getattr(command, name))
    return msgspec.structs.replace(command, **fields) if fields else command  # type: ignore[type-var]


def each_by(change: Callable[[Any], Any], value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple([change(each) for each in value])
    return None if value is None else change(value)
