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
from tests.unit.web.desks import AtDesk

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


# What belongs to the house stays there.

QUESTIONS = (
    *("orders", "proposals", "books", "journal?account=cage", "filings", "floor", "talk?table=backstage%201"),
    *("payouts", "link", "signs", "players?like=", "players?like=ada", "cage", "days", "transfers", "rounds"),
    *("rounds?player=Ada%20Real", "looks", "incidents", "watch", "security", "oversight", "activity?who=Ada%20Real"),
)
"""What staff ask of a room."""


@pytest.fixture(scope="module")
def of_the_house(client: Client) -> tuple[str, ...]:
    """Somebody who plays in the house and somebody who works there, at whose accounts log-ins have failed."""
    service = client.app.state.services.desk
    ada, sue = AtDesk(client, "Ada Real"), AtDesk(client, "Sue Real")
    sue.post("/api/accounts/officer", code=service.officer_codes.issue(Role.SHIFT_SUPERVISOR))
    for who in (ada, sue):
        with client.websocket_connect("/ws", headers={"cookie": cookie_of(who)}) as socket:
            socket.send_json({"type": "Hello", "version": VERSION})
            assert socket.receive_json()["you"]["id"] == who.id
        client.post("/api/accounts/login", json={"name": who.name, "password": "not this one"})
    return "Ada Real", "Sue Real", ada.id, sue.id


def cookie_of(who: AtDesk) -> str:
    return "; ".join(f"{name}={value}" for name, value in who.cookies.items())


@pytest.fixture
def guest(client: Client) -> AtDesk:
    found = AtDesk.__new__(AtDesk)
    found.client, found.name, found.cookies = client, "", {}
    found.id = found.post("/api/accounts/guest")["person"]["id"]
    return found


@pytest.mark.parametrize("position", TRIED)
def test_nobody_of_the_house_is_known_there(guest: AtDesk, of_the_house: tuple[str, ...], position: Role) -> None:
    guest.post(DOOR, position=position.value)
    answers = {path: guest.asks("GET", f"{BACKSTAGE}/{path}") for path in QUESTIONS}
    assert sum(each.status_code == 200 for each in answers.values()) > 3
    for path, answer in answers.items():
        told = [each for each in of_the_house if each in answer.text]
        echoed = answer.status_code != 200 or "who=" in path
        assert not told or (echoed and told == ["Ada Real"]), (path, told)


def test_what_somebody_is_there_is_not_told_by_their_name(guest: AtDesk, of_the_house: tuple[str, ...]) -> None:
    guest.post(DOOR, position="surveillance")
    for who in of_the_house:
        told = guest.get(f"{BACKSTAGE}/activity?who={who}")
        assert (told["who"], told["role"], told["acts"]) == (who, "", [])


@pytest.mark.parametrize("kind", ["Silence", "Bar"])
def test_their_orders_name_nobody_of_the_house(guest: AtDesk, of_the_house: tuple[str, ...], kind: str) -> None:
    guest.post(DOOR, position="floorperson")
    says = {"until": "2099-01-01T00:00:00Z"} if kind == "Silence" else {"reason": "because I can"}
    order = {"type": kind, "player": of_the_house[2], **says}
    counter = "chat" if kind == "Silence" else "lists"
    answer = guest.asks("POST", f"{BACKSTAGE}/orders", json={"id": kind, "counter": counter, "order": order})
    assert answer.status_code == 404, answer.text
    assert answer.json()["code"] == "no such player"


def test_whoever_is_silenced_there_talks_in_the_house(client: Client, guest: AtDesk) -> None:
    guest.post(DOOR, position="floorperson")
    with client.websocket_connect("/ws", headers={"cookie": cookie_of(guest)}) as socket:
        socket.send_json({"type": "Hello", "version": VERSION})
        assert socket.receive_json()["you"]["id"] == guest.id
    for who in (guest.id, "anybody"):
        order = {"type": "Silence", "player": who, "until": "2099-01-01T00:00:00Z"}
        body = {"id": f"silence {who}", "counter": "chat", "order": order}
        answer = guest.asks("POST", f"{BACKSTAGE}/orders", json=body)
        assert answer.json().get("events") == ["PlayerSilenced"], answer.text
    guest.post(DOOR, position=None)
    table = next(name for name, actor in client.app.state.house.actors.items() if not actor.live.scope)
    with client.websocket_connect("/ws", headers={"cookie": cookie_of(guest)}) as socket:
        socket.send_json({"type": "Hello", "version": VERSION})
        socket.send_json({"type": "Watch", "table": table})
        socket.send_json({"type": "Chat", "id": "hello", "table": table, "text": "can anybody hear me"})
        answers = (socket.receive_json() for _ in range(20))
        answer = next(each for each in answers if each["type"] in ("Accepted", "Refused"))
    assert answer["type"] == "Accepted", answer
