"""docs/running.md, which says of every setting what it is called and what it is when nobody sets it."""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pokerroom.live.entrance import sessions
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.permissions import ROUTES
from pokerroom.live.settings import PREFIX, Settings, read_settings
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import KEPT_FOR
from pokerroom.room.filing import TableSettings
from pokerroom.table.seating import customary_table
from pokerroom.web.app import create_app
from tests.conftest import ROOT
from tests.unit.room.filings import Office

GUIDE = ROOT.joinpath("docs/running.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([\w.]+)` \| (?:`(\w+)`|file only) \| (?:`([^`]+)`|empty|none) \|", re.MULTILINE)
OWN = {"tables", "health", "ready", "alive", "metrics", "page", "replay", "shared round"}
"""Routes of the app outside the API, open to everybody."""


def keys(kind: type[msgspec.Struct], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(kind):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from keys(field.type, f"{field.name}.")
        else:
            yield prefix + field.name, getattr(kind(), field.name)


def test_every_setting_stands_in_the_guide_with_its_default() -> None:
    told = {key: default for key, _, default in ROW.findall(GUIDE)}
    assert told == {key: shown(default) for key, default in keys(Settings)}


def shown(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    return str(default) if default not in ("", (), {}) else ""


def test_every_variable_is_named_after_its_key() -> None:
    for key, variable, _ in ROW.findall(GUIDE):
        assert variable in {"", f"{PREFIX}{key.replace('.', '_').upper()}"}


@pytest.mark.parametrize(("key", "variable"), [(key, variable) for key, variable, _ in ROW.findall(GUIDE) if variable])
def test_every_variable_is_read(key: str, variable: str) -> None:
    current = dict(keys(Settings))[key]
    given = {bool: "true" if not current else "false", int: "7", float: "7.5", str: "x", tuple: "https://a.example"}
    fit = {"time_zone": "UTC", "trusted_proxies": "10.0.0.0/8,::1", "tls.minimum": "1.3", "readers": "4=/dev/ttyUSB0"}
    read = read_settings(environment={variable: fit.get(key, given[type(current)])})
    outer, _, inner = key.rpartition(".")
    found = getattr(getattr(read, outer) if outer else read, inner)
    assert found != current


def test_the_file_of_the_guide_can_be_read() -> None:
    example = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert example is not None
    settings = msgspec.convert(tomllib.loads(example[1]), Settings)
    assert settings.secure


def test_the_lifetimes_of_sessions_are_those_of_the_guide() -> None:
    rows = re.findall(r"^\| (a guest|a player|staff) \| (\d+) (\w+) \| (\d+) (\w+) \|", GUIDE, re.MULTILINE | re.DOTALL)
    hours = {"hour": 1, "hours": 1, "day": 24, "days": 24}
    told = [(int(whole) * hours[unit], int(idle) * hours[its]) for _, whole, unit, idle, its in rows]
    lifetimes = (sessions.GUESTS, sessions.PLAYERS, sessions.STAFF)
    assert told == [(each.whole.total_seconds() / 3600, each.idle.total_seconds() / 3600) for each in lifetimes]


def rows_below(head: str) -> list[list[str]]:
    """The cells of a table of the guide."""
    _, found, after = GUIDE.partition(f"{head}\n")
    assert found
    return [line.strip("| ").split(" | ") for line in after.partition("\n\n")[0].splitlines()[1:]]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def test_the_guide_says_which_orders_two_people_sign() -> None:
    told = re.search(r"^Some orders take two people: (.*?)\.", GUIDE, re.MULTILINE | re.DOTALL)
    assert told is not None
    assert quoted(told[1]) == [each.type for each in orders.ORDERS if each.second is not None]


SAME = ("books", "journal", "filings", "floor", "talk", "cage", "days", "transfers", "looks", "activity", "incidents")
READ = {
    **{each: each for each in (*SAME, "watch", "security", "oversight")},
    "players": "find players",
    "forms": "form",
    "rounds": "staff round",
    "matrix": "rule in use",
}
"""The routes of a room by their addresses."""


def test_the_guide_says_to_whom_a_room_is_told() -> None:
    told = {quoted(route)[0]: roles for route, _, roles in rows_below("| `GET /api/rooms/{room}/...` | tells | to |")}
    assert told == {address: named(ROUTES[route]) for address, route in READ.items()}


def named(roles: frozenset[Role]) -> str:
    return ", ".join(role.value for role in Role if role in roles)


def test_the_filings_of_the_guide_can_be_filed_and_posted() -> None:
    office = Office()
    sue = Identity("sue", "Sue Park", Role.SHIFT_SUPERVISOR, guest=False)
    blocks = [json.loads(each) for each in re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)]
    documents = [each for each in blocks if each.get("type") == "Propose"]
    assert len(documents) == 2
    for document in documents:
        asked = orders.read("register", document)
        assert isinstance(asked, orders.Order)
        office.do(asked.at(office.now, sue).command)
        office.do(office.approval(document["subject"], 1))
    (filed,) = office.register.versions[documents[1]["subject"]]
    assert isinstance(filed.settings, TableSettings)
    (posting,) = filed.settings.rotation
    assert posting.house.heads_up_button_small_blind
    assert posting.rules == customary_table(buy_in_least=4_000)


def test_proposals_are_kept_as_long_as_the_guide_says() -> None:
    minutes = re.search(r"forgotten after (\d+) minutes", GUIDE)
    assert minutes is not None
    assert int(minutes[1]) * 60 == KEPT_FOR.total_seconds()


def test_the_app_has_no_route_that_nobody_decided_on() -> None:
    app = create_app(Settings(store="memory:"))
    names = {
        handler.name
        for route in app.routes
        for handler in getattr(route, "route_handlers", [getattr(route, "route_handler", None)])
        if handler is not None and not route.path.startswith("/api/docs") and "OPTIONS" not in methods(handler)
    }
    assert names == set(ROUTES) | OWN


def methods(handler: object) -> set[str]:
    return set(getattr(handler, "http_methods", ()))
