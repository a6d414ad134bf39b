"""The socket of a session that has ended: it is not let in, and nothing that comes by it is heard."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from pokerroom.live.settings import PlayChips, Settings
from pokerroom.web.app import create_app
from pokerroom.wire.messages import VERSION
from tests.unit.web.front import PASSWORD

HELLO = {"type": "Hello", "version": VERSION}


@pytest.fixture
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(Settings(store="memory:", play_chips=PlayChips(bots=0)))) as client:
        assert client.post("/api/accounts/register", json={"name": "Ada Park", "password": PASSWORD}).is_success
        yield client


def until(socket: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = socket.receive_json(timeout=20)
        if message["type"] == kind:
            return message


def test_a_socket_that_was_opened_before_its_session_ended_is_not_let_in_afterwards(
    client: TestClient[Litestar],
) -> None:
    with client.websocket_connect("/ws") as socket:
        assert client.post("/api/accounts/logout").is_success
        socket.send_json(HELLO)
        assert socket.receive_json(timeout=20)["type"] == "Goodbye"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json(timeout=20)


@pytest.mark.parametrize("how", ["logout", "logout-everywhere"])
def test_logging_out_closes_the_sockets(client: TestClient[Litestar], how: str) -> None:
    with client.websocket_connect("/ws") as socket:
        socket.send_json(HELLO)
        until(socket, "Welcome")
        assert client.post(f"/api/accounts/{how}").is_success
        assert until(socket, "Goodbye")["again"] is False
        with pytest.raises(WebSocketDisconnect):
            until(socket, "nothing more")
