"""How values are stored in a checkpoint: field by field, with mappings as pairs, because a JSON key is a text."""

from collections.abc import Mapping
from typing import Any, get_args, get_origin

import msgspec
from msgspec.structs import fields

from pokerroom.room.streams import Kept


def kept_whole(kind: type[msgspec.Struct], *, without: str = "", **more: Any) -> Kept:
    """Every field of the type except one, which has a default or is read back separately."""
    form = form_of(kind, without=without)
    return Kept(form, lambda value: kept_as(form, value), lambda value: restored(kind, value), **more)


def form_of(kind: type[msgspec.Struct], *, without: str = "") -> Any:
    """What values of this type are stored as."""
    kept = [(field.name, pairs(field.type)) for field in fields(kind) if field.name != without]
    return msgspec.defstruct(f"Kept{kind.__name__}", kept, frozen=True, gc=False)


def pairs(kind: Any) -> Any:
    """The type a field is stored as."""
    return tuple[tuple[get_args(kind)], ...] if get_origin(kind) is Mapping else kind  # type: ignore[misc]


def kept_as(form: Any, value: Any) -> Any:
    found = ((name, getattr(value, name)) for name in form.__struct_fields__)
    return form(**{name: tuple(each.items()) if isinstance(each, Mapping) else each for name, each in found})


def restored(kind: Any, value: Any, **other: Any) -> Any:
    types = {field.name: field.type for field in fields(kind)}
    found = ((name, getattr(value, name)) for name in value.__struct_fields__)
    values = {name: dict(each) if get_origin(types[name]) is Mapping else each for name, each in found}
    return kind(**values, **other)
