"""The page of the HTTP API: its OpenAPI schema, and the same for a person to read, loading nothing from elsewhere."""

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

import msgspec
from litestar.connection import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

from pokerroom.live.staff.orders import COUNTERS, ORDERS, Counter, Declaration, given_at, schemas_of
from pokerroom.web.api.answers import StaffOrder
from pokerroom.words import said

# As attributes: the policy of the room's pages lets no other style in that is written into a page.
BODY = (
    "font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff"
)
BLOCK = "overflow:auto;background:#f4f4f2;padding:.75rem"


class PlainPage(OpenAPIRenderPlugin):
    """Read without a script: the room's pages load nothing from other hosts."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        return "".join(page(with_orders(openapi_schema))).encode()


class Schema(JsonRenderPlugin):
    """The schema with every order of staff in it, which one route takes."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, with_orders(openapi_schema))


COMPONENTS = "#/components/schemas/"
PARTS = "part."
"""What the names of the orders' parts begin with: the API has types of its own."""


def with_orders(schema: dict[str, Any]) -> dict[str, Any]:
    """The body that gives an order is one of them all, told apart by the counter and then by the order's type."""
    components = schema["components"]
    schemas = components["schemas"]
    told = {**schemas, **orders_told(), **bodies(schemas[StaffOrder.__name__]["properties"])}
    return {**schema, "components": {**components, "schemas": told}}


@cache
def orders_told() -> dict[str, Any]:
    """Every order by where it is given and its type, with what it says and who gives it; and the parts of them."""
    schemas, parts = schemas_of(ORDERS, parts_at=f"{COMPONENTS}{PARTS}")
    orders = {each.name: told_of(each, schema) for each, schema in zip(ORDERS, schemas, strict=True)}
    return orders | {f"{PARTS}{name}": part for name, part in parts.items()}


def told_of(declared: Declaration, schema: dict[str, Any]) -> dict[str, Any]:
    givers = f"Given by: {', '.join(sorted(declared.who))}."
    second = "" if declared.second is None else f"Another countersigns it: {said(declared.second.when)}."
    return {**schema, "description": " ".join(filter(None, (schema["description"], givers, second)))}


def bodies(fields: dict[str, Any]) -> dict[str, Any]:
    """The body of the route, and of each counter."""
    whole = StaffOrder.__name__
    names = {counter.name: f"{whole}.{counter.name}" for counter in COUNTERS}
    any_of_them = {"description": StaffOrder.__doc__, **one_of("counter", names)}
    return {whole: any_of_them} | {names[counter.name]: body_at(counter, fields) for counter in COUNTERS}


def body_at(counter: Counter, fields: dict[str, Any]) -> dict[str, Any]:
    """What is sent to give an order at this counter."""
    table = {**fields["table"], "minLength": 1}
    del table["default"]
    about = {"table": table, "subject": fields["subject"]} if counter.names_table else {}
    return {
        "type": "object",
        "properties": {
            "id": fields["id"],
            "counter": {"enum": [counter.name]},
            **about,
            "order": one_of("type", {each.type: each.name for each in given_at(counter)}),
        },
        "required": ["id", "counter", "order", *(("table",) if about else ())],
    }


def one_of(field: str, names: dict[str, str]) -> dict[str, Any]:
    """A union told apart by a field: by its value, the name of the schema."""
    where = {value: f"{COMPONENTS}{name}" for value, name in names.items()}
    return {
        "oneOf": [{"$ref": each} for each in where.values()],
        "discriminator": {"propertyName": field, "mapping": where},
    }


def page(schema: dict[str, Any]) -> Iterator[str]:
    info = schema["info"]
    yield f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])}</title>'
    yield f'</head><body style="{BODY}"><main><h1>'
    yield f"{escape(info['title'])} {escape(info['version'])}</h1>"
    yield '<p>The schema is <a href="/api/docs/openapi.json">openapi.json</a>.</p>'
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict):
                yield from told(path, method, operation)
    yield "<h1>Types</h1>"
    for name, each in schema.get("components", {}).get("schemas", {}).items():
        yield f'<h2 id="{escape(name)}">{escape(name)}</h2>'
        yield f'<pre tabindex="0" style="{BLOCK}">{escape(pretty(each))}</pre>'
    yield "</main></body></html>"


def told(path: str, method: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"<h2>{escape(method.upper())} <code>{escape(path)}</code></h2>"
    yield f"<p>{escape(operation.get('description') or operation.get('summary') or '')}</p><table>"
    for parameter in operation.get("parameters", ()):
        name = f"{parameter['name']} ({parameter['in']})"
        yield f"<tr><td><code>{escape(name)}</code></td><td>{escape(parameter.get('description', ''))}</td></tr>"
    if "requestBody" in operation:
        yield f"<tr><td>body</td><td>{types_of(operation['requestBody'])}</td></tr>"
    for status, response in operation.get("responses", {}).items():
        words = escape(response.get("description", ""))
        yield f"<tr><td>{escape(status)}</td><td>{words} {types_of(response)}</td></tr>"
    yield "</table>"


def types_of(content: dict[str, Any]) -> str:
    """Links to the types named in a body."""
    named = sorted(set(references(content.get("content", {}))))
    return ", ".join(f'<a href="#{escape(name)}"><code>{escape(name)}</code></a>' for name in named)


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "$ref":
                yield str(each).rpartition("/")[2]
            else:
                yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def pretty(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


OPENAPI = OpenAPIConfig(
    title="pokerroom",
    version="1",
    path="/api/docs",
    use_handler_docstrings=True,
    render_plugins=[PlainPage(path="/"), Schema(path="/openapi.json")],
)
