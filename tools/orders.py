"""The orders of staff for those who do not read Python: page/src/orders.ts and docs/orders.md, by `tools.wire`."""

from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Any

from pokerroom.live.entrance.identity import Role
from pokerroom.live.staff.orders import COUNTERS, NOT_ORDERS, ORDERS, Counter, Declaration, given_at, schemas_of
from pokerroom.words import said

ROOT = Path(__file__).resolve().parent.parent
TYPESCRIPT = ROOT / "page/src/orders.ts"
DOCUMENT = ROOT / "docs/orders.md"

MADE = "Made by `python -m tools.wire` from the declarations in src/pokerroom/live/staff/orders"
HEAD = f"""# Orders of staff

{MADE}.

Each is given at one counter, by whoever holds one of the roles named ([running](running.md#staff) says how). The room
itself adds who gives it and when. Fields marked `?` may be left out; amounts are cents, seats are counted from 0. The
types of their parts stand in page/src/orders.ts, and in the schema of the API.
"""
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
PARTS_AT = "#/"
SCHEMAS = schemas_of(ORDERS, parts_at=PARTS_AT)


def typed(schema: dict[str, Any]) -> str:
    """A schema as TypeScript writes it."""
    match schema:
        case {"$ref": str(part)}:
            return part.removeprefix(PARTS_AT)
        case {"anyOf": several}:
            return " | ".join(map(typed, several))
        case {"enum": values}:
            return " | ".join(map(dumps, values))
        case {"type": "array", "items": item}:
            inner = typed(item)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema["type"] == "object":
        return f"Record<string, {typed(schema['additionalProperties'])}>"
    return PLAIN[schema["type"]]


def fields(schema: dict[str, Any]) -> Iterator[str]:
    for name, field in schema["properties"].items():
        yield f"{name}{'' if name in schema.get('required', ()) else '?'}: {typed(field)}"


def typescript() -> str:
    orders = [interface(interface_of(each), schema) for each, schema in zip(ORDERS, SCHEMAS.orders, strict=True)]
    parts = [part(name, schema) for name, schema in SCHEMAS.parts.items()]
    unions = [union(union_of(counter), map(interface_of, given_at(counter))) for counter in COUNTERS]
    return "\n".join([f"// {MADE}: change those, not this.\n", *parts, *orders, *unions, union("StaffOrder", bodies())])


def interface_of(declared: Declaration) -> str:
    return f"{declared.counter.name.capitalize()}{declared.type}"


def union_of(counter: Counter) -> str:
    return f"{counter.name.capitalize()}Order"


def part(name: str, schema: dict[str, Any]) -> str:
    if "properties" in schema:
        return interface(name, schema)
    return f"{remark(schema)}export type {name} = {typed(schema)};\n"


def interface(name: str, schema: dict[str, Any]) -> str:
    return "\n".join([f"{remark(schema)}export interface {name} {{", *(f"  {each};" for each in fields(schema)), "}\n"])


def remark(schema: dict[str, Any]) -> str:
    words = " ".join(schema.get("description", "").split())
    return f"/** {words} */\n" if words else ""


def union(name: str, kinds: Iterator[str]) -> str:
    return "\n".join([f"export type {name} =", *(f"  | {kind}" for kind in kinds)]) + ";\n"


def bodies() -> Iterator[str]:
    """What is sent to give an order, by where it is given."""
    for counter in COUNTERS:
        about = " table: string; subject?: string;" if counter.names_table else ""
        yield f'{{ id: string; counter: "{counter.name}";{about} order: {union_of(counter)} }}'


def document() -> str:
    parts = [HEAD]
    for counter in COUNTERS:
        parts += [f"## {counter.name}", "", *table_of(counter), ""]
    return "\n".join([*parts, *no_orders()]) + "\n"


def table_of(counter: Counter) -> Iterator[str]:
    yield "| order | what it does | given by | signed by | says |"
    yield "|---|---|---|---|---|"
    for each, schema in zip(ORDERS, SCHEMAS.orders, strict=True):
        if each.counter is counter:
            roles = ", ".join(role.value for role in Role if role in each.who)
            cells = (f"`{each.type}`", said(each.sentence), roles, signers(each), says(schema))
            yield f"| {' | '.join(cells)} |"


def signers(declared: Declaration) -> str:
    return "one" if declared.second is None else f"two, {said(declared.second.when)}"


def says(schema: dict[str, Any]) -> str:
    _type, *others = fields(schema)
    return ", ".join(f"`{each}`" for each in others).replace("|", "\\|")


def no_orders() -> Iterator[str]:
    """Commands under the reason that they share."""
    yield from ("## No orders", "", "Commands of the room that staff do not give, and why.", "")
    yield from ("| command | because |", "|---|---|")
    for why in dict.fromkeys(NOT_ORDERS.values()):
        kinds = ", ".join(f"`{kind.__name__}`" for kind, its in NOT_ORDERS.items() if its == why)
        yield f"| {kinds} | {why} |"


def made() -> dict[Path, str]:
    return {TYPESCRIPT: typescript(), DOCUMENT: document()}
