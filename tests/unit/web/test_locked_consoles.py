"""A console that was left: until its holder shows who they are its session is answered nothing, by whatever way."""

from collections.abc import Iterator
from typing import Any

import pytest

from pokerroom.live.entrance.identity import Role
from pokerroom.wire.messages import VERSION
from tests.unit.web.desks import PASSWORD, ROOM, AtDesk, Desks, at_desks


@pytest.fixture(scope="module")
def desks() -> Iterator[Desks]:
    with at_desks() as found:
        yield found


@pytest.fixture
def flo(desks: Desks) -> Iterator[AtDesk]:
    who = desks[Role.FLOORPERSON]
    yield who
    who.post("/api/accounts/unlock", password=PASSWORD)


def next_of(socket: Any, *kinds: str) -> dict[str, Any]:
    found = (socket.receive_json() for _ in range(50))
    return next(each for each in found if each["type"] in kinds)


def test_its_sockets_close_at_once(flo: AtDesk) -> None:
    with flo.socket() as board, flo.socket() as other:
        for each in (board, other):
            each.send_json({"type": "Hello", "version": VERSION})
            assert next_of(each, "Welcome")["you"]["id"] == flo.id
        board.send_json({"type": "WatchFloor", "room": "play-chips"})
        assert next_of(board, "FloorBoard")
        flo.post("/api/accounts/lock")
        for each in (board, other):
            goodbye = next_of(each, "Goodbye")
            assert (goodbye["says"]["key"], goodbye["again"]) == ("goodbye.locked", False)


def test_it_can_open_no_socket_until_it_is_unlocked(flo: AtDesk) -> None:
    flo.post("/api/accounts/lock")
    with flo.socket() as socket:
        assert next_of(socket, "Welcome", "Goodbye")["type"] == "Goodbye"
    assert flo.asks("GET", f"{ROOM}/floor").status_code == 401
    assert flo.get("/api/accounts/me")["locked"]
    flo.post("/api/accounts/unlock", password=PASSWORD)
    with flo.socket() as socket:
        socket.send_json({"type": "Hello", "version": VERSION})
        assert next_of(socket, "Welcome", "Goodbye")["type"] == "Welcome"


def test_another_session_of_the_same_person_goes_on(desks: Desks, flo: AtDesk) -> None:
    elsewhere = AtDesk.__new__(AtDesk)
    elsewhere.client, elsewhere.name, elsewhere.cookies = desks.client, flo.name, {}
    elsewhere.enters("login")
    flo.post("/api/accounts/lock")
    assert elsewhere.asks("GET", f"{ROOM}/floor").status_code == 200
