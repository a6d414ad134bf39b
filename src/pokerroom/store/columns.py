"""Rows of projections as values of a database, and back: text and whole numbers alone, so that any database has them.

A time is whole microseconds since 1970, a date its text, an enumeration its value, and whatever has parts is JSON.
"""

from collections.abc import Callable
from datetime import date, datetime
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from pokerroom.log.envelope import microseconds, moment
from pokerroom.room.ports import StoreFailed
from pokerroom.room.projections.declaring import R, RowTable

JSON = msgspec.json.Encoder(order="deterministic")


class StoredColumn(NamedTuple):
    """A field of a row, and how it is stored; none where it is stored as it is."""

    name: str
    stored: type
    may_be_missing: bool
    write: Callable[[Any], Any] | None = None
    read: Callable[[Any], Any] | None = None


@cache
def columns_of(table: RowTable[Any]) -> tuple[StoredColumn, ...]:
    hints = get_type_hints(table.row)
    return tuple(column(name, hints[name]) for name in table.columns)


def column(name: str, kind: Any) -> StoredColumn:
    parts = get_args(kind) if get_origin(kind) in {UnionType, Union} else (kind,)
    named = [each for each in parts if each is not NoneType]
    missing = len(named) < len(parts)
    one = named[0] if len(named) == 1 else None
    if one in {str, int}:
        return StoredColumn(name, one, missing)
    if one is datetime:
        return StoredColumn(name, int, missing, microseconds, moment)
    if one is date:
        return StoredColumn(name, str, missing, date.isoformat, date.fromisoformat)
    return StoredColumn(name, str, missing, as_json, partial(msgspec.json.decode, type=kind))


def as_json(value: Any) -> str:
    return JSON.encode(value).decode()


def written(table: RowTable[Any], row: msgspec.Struct) -> tuple[Any, ...]:
    """The values of a row, column by column."""
    return tuple(
        value if each.write is None or value is None else each.write(value)
        for each, value in zip(columns_of(table), msgspec.structs.astuple(row), strict=True)
    )


def key_values(table: RowTable[Any], names: tuple[str, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values of these columns, to be looked up by."""
    columns = {each.name: each for each in columns_of(table)}
    writes = (columns[name].write for name in names)
    return tuple(
        value if write is None or value is None else write(value) for write, value in zip(writes, values, strict=False)
    )


def read_back(table: RowTable[R], values: tuple[Any, ...]) -> R:
    """The row; whoever changed a database may have left there what is none."""
    columns = columns_of(table)
    try:
        fields = {each.name: read_value(each, value) for each, value in zip(columns, values, strict=True)}
    except (ArithmeticError, TypeError, ValueError, msgspec.MsgspecError):
        key = ", ".join(str(value) for each, value in zip(columns, values, strict=True) if each.name in table.key)
        raise StoreFailed(
            f"row {key} of {table.name} is not one of the room's: `pokerroom projections --rebuild` makes it again"
        ) from None
    return table.row(**fields)


def read_value(column: StoredColumn, value: Any) -> Any:
    if value is None and column.may_be_missing:
        return None
    if type(value) is not column.stored:
        raise TypeError(column.name)
    return value if column.read is None else column.read(value)
