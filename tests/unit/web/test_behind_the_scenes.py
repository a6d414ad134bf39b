"""Behind the scenes: anybody tries a position of staff at tables set apart, and has power over no other table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pokerroom.live.behind_the_scenes import BY_HAND, ROOM_DEALS, SCRIPTED, TRIED
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.permissions import ROUTES, STAFF
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.live.staff.orders import ORDERS
from pokerroom.web.app import create_app
from pokerroom.wire.messages import VERSION

BACKSTAGE, PLAY = "/api/rooms/demonstration", "/api/rooms/play-chips"
DOOR = "/api/accounts/behind-the-scenes"
Client = TestClient[Litestar]


def settings(**of: Any) -> Settings:
    return Settings(store="memory:", rate_limits=False, play_chips=PlayChips(bots=0, demonstrations=0), **of)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with TestClient(create_app(settings(), pace=0.02)) as opened:
        assert opened.post("/api/accounts/guest", json={}).status_code == 200
        yield opened


def tries(client: Client, position: Role | None) -> dict[str, Any]:
    answer = client.post(DOOR, json={"position": None if position is None else position.value})
    assert answer.status_code == 200, answer.text
    person: dict[str, Any] = answer.json()["person"]
    return person


@pytest.mark.parametrize("position", TRIED)
def test_a_guest_becomes_a_member_of_staff_with_one_request_and_comes_back(client: Client, position: Role) -> None:
    before = tries(client, None)
    assert (before["role"], before["scope"]) == ("visitor", "")
    person = tries(client, position)
    assert (person["id"], person["role"], person["scope"]) == (before["id"], position.value, "demonstration")
    given = {f"{each.counter.name}.{each.type}" for each in ORDERS if position in each.who}
    assert {f"{each['counter']}.{each['type']}" for each in client.get(f"{BACKSTAGE}/orders").json()} == given
    assert tries(client, None)["role"] == "visitor"
    assert client.get(f"{BACKSTAGE}/orders").status_code == 403


@pytest.mark.parametrize("position", TRIED)
def test_their_position_counts_in_no_other_room_and_over_no_account(client: Client, position: Role) -> None:
    tries(client, position)
    for route in ("orders", "proposals", "books", "filings", "floor", "talk?table=1", "journal?account=cage"):
        assert client.get(f"{PLAY}/{route}").status_code == 403, route
    order = {"id": "x", "counter": "table", "table": "1", "order": {"type": "CloseTable"}}
    assert client.post(f"{PLAY}/orders", json=order).status_code == 403
    assert client.post(f"{PLAY}/foretold", json=order).status_code == 403
    for method, path in (
        ("GET", "/api/accounts/named/Ann"),
        ("POST", "/api/accounts/named/Ann/release"),
        ("POST", "/api/accounts/named/Ann/role/approve"),
        ("DELETE", "/api/accounts/named/Ann/role"),
        ("DELETE", "/api/accounts/named/Ann/sessions"),
        ("POST", "/api/accounts/acting"),
    ):
        assert client.request(method, path, json={"role": "dealer"}).status_code == 403, path
    tries(client, None)


def test_every_route_of_staff_names_its_room_or_is_closed_to_them() -> None:
    """What a route may show is decided by the room it names: a new one without a room is closed by itself."""
    for_staff = {name for name, roles in ROUTES.items() if roles and roles <= STAFF}
    tried = {name for name in for_staff if ROUTES[name] & set(TRIED)}
    assert tried >= {"orders", "order", "books", "journal", "filings", "floor", "talk"}


def test_their_lobby_has_the_tables_set_apart_and_nobody_elses_has(client: Client) -> None:
    tries(client, Role.FLOORPERSON)
    with client.websocket_connect("/ws") as socket:
        socket.send_json({"type": "Hello", "version": VERSION})
        welcome = socket.receive_json()
    assert welcome["you"]["scope"] == "demonstration"
    assert {each["name"] for each in welcome["lobby"]["tables"]} == {*ROOM_DEALS, SCRIPTED, BY_HAND}
    tries(client, None)
    lobby = client.get("/api/lobby").json()
    assert lobby["behind_the_scenes"]
    assert not {each["name"] for each in lobby["tables"]} & {*ROOM_DEALS, SCRIPTED, BY_HAND}


def test_what_they_order_happens_there(client: Client) -> None:
    tries(client, Role.FLOORPERSON)
    table = next(iter(ROOM_DEALS))
    order = {"id": "soon", "counter": "table", "table": table, "order": {"type": "AnnounceClosing", "minutes": 30}}
    answer = client.post(f"{BACKSTAGE}/orders", json=order)
    assert answer.json()["events"] == ["ClosingAnnounced"]
    elsewhere = {**order, "id": "elsewhere", "table": "1"}
    assert client.post(f"{BACKSTAGE}/orders", json=elsewhere).status_code == 404, "that table is of another room"
    tries(client, None)


def test_staff_have_their_own_positions_and_no_other_is_tried(client: Client) -> None:
    for position in ("internal audit", "player", "nonsense"):
        assert client.post(DOOR, json={"position": position}).status_code in {400, 409}


def test_a_house_with_a_licensed_room_has_no_such_door(tmp_path: Path) -> None:
    licensed = settings(licensed_database=f"sqlite:///{tmp_path / 'licensed.sqlite3'}")
    with TestClient(create_app(licensed, pace=0.02)) as client:
        client.post("/api/accounts/guest", json={})
        assert not client.get("/api/lobby").json()["behind_the_scenes"]
        assert client.post(DOOR, json={"position": "dealer"}).status_code == 404
        assert client.get(f"{BACKSTAGE}/orders").status_code in {403, 404}
