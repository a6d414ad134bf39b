"""The orders of staff as JSON schemas: what is said of each, without what the room says itself.

The answer of `GET .../orders`, the request body in the OpenAPI schema, the types of clients and docs/orders.md are
made from these.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pokerroom.live.staff.orders.declaration import Declaration
from pokerroom.words import said

Schema = dict[str, Any]


class Schemas(NamedTuple):
    """Of several orders, and of the parts that they refer to, by name."""

    orders: tuple[Schema, ...]
    parts: Mapping[str, Schema]


def schemas_of(declared: Sequence[Declaration], *, parts_at: str) -> Schemas:
    """Where parts stand at this place, each once for all orders."""
    wholes, parts = msgspec.json.schema_components(
        [each.command for each in declared], ref_template=f"{parts_at}{{name}}"
    )
    named = [parts[whole["$ref"].removeprefix(parts_at)] for whole in wholes]
    orders = tuple(order_schema(each, whole) for each, whole in zip(declared, named, strict=True))
    return Schemas(orders, parts_of(orders, parts, parts_at))


def order_schema(declared: Declaration, whole: Schema) -> Schema:
    spoken = {name: each for name, each in whole["properties"].items() if name in declared.said}
    needed = [name for name in whole.get("required", ()) if name in spoken]
    return {
        "description": said(declared.sentence),
        "type": "object",
        "properties": {"type": {"enum": [declared.type]}, **spoken},
        "required": ["type", *needed],
        "additionalProperties": False,
    }


def fields_of(declared: Declaration) -> Schema:
    """One order by itself, its parts with it."""
    (schema,), parts = schemas_of((declared,), parts_at="#/$defs/")
    return {**schema, "$defs": parts}


def parts_of(schema: Any, parts: Mapping[str, Schema], parts_at: str) -> dict[str, Schema]:
    """The parts that a schema refers to, and those that they do."""
    found: dict[str, Schema] = {}
    unread = [schema]
    while unread:
        value = unread.pop()
        if isinstance(value, list | tuple):
            unread += value
        elif isinstance(value, dict):
            unread += value.values()
            name = str(value.get("$ref", "")).removeprefix(parts_at)
            if name in parts and name not in found:
                found[name] = parts[name]
                unread.append(parts[name])
    return dict(sorted(found.items()))
