"""What the staff's consoles must have a place for: page/src/staff.ts, by `tools.wire`.

Positions, who gives the orders of which counter, and what staff alone may read. The page's list of consoles is held
against it (page/test/consoles.test.ts).
"""

from collections.abc import Iterator
from json import dumps
from pathlib import Path

from litestar.routes import HTTPRoute

from pokerroom.live.entrance.identity import NO_STAFF, Role
from pokerroom.live.entrance.permissions import ROUTES, STAFF
from pokerroom.live.staff.orders import COUNTERS, given_at
from pokerroom.web.api.routes import API

TYPESCRIPT = Path(__file__).resolve().parent.parent / "page/src/staff.ts"
HEAD = "// Made by `python -m tools.wire` from the positions, orders and routes: change those, not this.\n"


def made() -> dict[Path, str]:
    return {TYPESCRIPT: "\n".join((HEAD, *positions(), *orders(), *reads()))}


def named(roles: frozenset[Role]) -> list[str]:
    return [role.value for role in Role if role in roles]


def positions() -> Iterator[str]:
    yield "export const POSITIONS: readonly string[] = ["
    yield from (f"  {dumps(role.value)}," for role in Role if role not in NO_STAFF)
    yield "];\n"


def orders() -> Iterator[str]:
    yield "/** Who gives each order, by counter. */"
    yield "export const ORDERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {"
    for counter in COUNTERS:
        yield f"  {counter.name}: {{"
        yield from (f"    {each.type}: {dumps(named(each.who))}," for each in given_at(counter))
        yield "  },"
    yield "};\n"


def reads() -> Iterator[str]:
    """Routes of which nothing is for guests or players."""
    yield "/** What staff alone may read, by the names of the routes, and who may. */"
    yield "export const READS: Readonly<Record<string, readonly string[]>> = {"
    for name in sorted(getters()):
        if ROUTES[name] <= STAFF:
            yield f"  {dumps(name)}: {dumps(named(ROUTES[name]))},"
    yield "};\n"


def getters() -> Iterator[str]:
    for route in API.routes:
        if isinstance(route, HTTPRoute):
            yield from (str(each.name) for each in route.route_handlers if "GET" in each.http_methods)
