"""Values of any type that the types themselves describe: fields by their annotations, chosen by chance."""

import enum
import math
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from pokerroom.cards import DECK, Card

TRIES = 200
LETTERS = 'abc 09/-"\\é☃\n\U0001f0a1'


class NoValue(Exception):
    """No value of the type was found to be one: its fields hang together."""


def any_value(kind: Any, chance: Random, *, depth: int = 0) -> Any:
    """One that the type allows, whatever it means."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Card:
        return chance.choice(DECK)
    if origin is Annotated:
        return within(args[0], args[1:], chance, depth)
    if origin is Literal:
        return chance.choice(args)
    if origin in {Union, UnionType}:
        return any_value(chance.choice(fitting(args, depth)), chance, depth=depth + 1)
    if origin is not None:
        return several(origin, args, chance, depth)
    if hasattr(kind, "__supertype__"):
        return any_value(kind.__supertype__, chance, depth=depth)
    if kind in PLAIN:
        return PLAIN[kind](chance)
    if issubclass(kind, enum.Enum):
        return chance.choice(list(kind))
    return made(kind, chance, depth)


def fitting(args: tuple[Any, ...], depth: int) -> tuple[Any, ...]:
    """Deep down nothing goes deeper."""
    plain = tuple(each for each in args if each in PLAIN)
    return plain if depth > 12 and plain else args


def several(origin: Any, args: tuple[Any, ...], chance: Random, depth: int) -> Any:
    if origin is tuple and args[-1:] != (...,):
        return tuple(any_value(each, chance, depth=depth + 1) for each in args)
    count = 0 if depth > 12 else chance.randrange(4)
    if origin is tuple:
        return tuple(any_value(args[0], chance, depth=depth + 1) for _ in range(count))
    if origin is frozenset:
        return frozenset(any_value(args[0], chance, depth=depth + 1) for _ in range(count))
    assert issubclass(origin, Mapping), origin
    key, value = args
    return {any_value(key, chance): any_value(value, chance, depth=depth + 1) for _ in range(count)}


def within(kind: Any, limits: tuple[Any, ...], chance: Random, depth: int) -> Any:
    meta = next((each for each in limits if isinstance(each, msgspec.Meta)), msgspec.Meta())
    if kind is int:
        least = meta.ge if meta.ge is not None else (meta.gt + 1 if meta.gt is not None else -5)
        return chance.randint(math.ceil(least), math.floor(meta.le if meta.le is not None else least + 1000))
    if kind is float:
        return chance.uniform(0.01, 100.0)
    return any_value(kind, chance, depth=depth)


def made(kind: type, chance: Random, depth: int) -> Any:
    """A struct or a named tuple. What a type refuses itself is tried again, with fewer fields that are not needed."""
    hints = get_type_hints(kind, include_extras=True)
    required = required_fields(kind)
    for attempt in range(TRIES):
        chosen = [name for name in fields_of(kind) if name in required or chance.random() > attempt / TRIES]
        try:
            return kind(**{name: any_value(hints[name], chance, depth=depth + 1) for name in chosen})
        except (ValueError, TypeError, AssertionError, ArithmeticError):
            continue
    raise NoValue(kind)


def fields_of(kind: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else kind._fields
    return names


def required_fields(kind: Any) -> frozenset[str]:
    if issubclass(kind, msgspec.Struct):
        return frozenset(each.name for each in msgspec.structs.fields(kind) if each.required)
    return frozenset(set(kind._fields) - set(kind._field_defaults))


PLAIN: Mapping[Any, Any] = {
    str: lambda chance: "".join(chance.choices(LETTERS, k=chance.randrange(6))),
    int: lambda chance: chance.choice((0, 1, 7, -3, 10**9)),
    bool: lambda chance: chance.random() < 0.5,
    float: lambda chance: chance.choice((0.5, 7.0, 1e-3)),
    bytes: lambda chance: chance.randbytes(chance.randrange(5)),
    NoneType: lambda _chance: None,
    msgspec.UnsetType: lambda _chance: msgspec.UNSET,
    Decimal: lambda chance: Decimal(chance.choice(("10", "7.5", "0.0001"))),
    datetime: lambda chance: datetime(2026, 3, 2, 18, tzinfo=UTC) + timedelta(microseconds=chance.randrange(10**12)),
    date: lambda chance: date(2026, 3, 2) + timedelta(days=chance.randrange(400)),
}
