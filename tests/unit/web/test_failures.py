"""What nobody can mean is refused in a sentence, and what nobody foresaw is logged under a number that is told."""

import json
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from pokerroom.live.entrance.identity import Identity
from pokerroom.wire.messages import LobbyView
from tests.unit.web.front import Front, client_of, desk_of, played_house, services_of
from tests.unit.web.open_doors import Opened, is_let_go, open_room


@pytest.fixture(scope="module")
def room() -> Iterator[Opened]:
    with open_room(rate_limits=False) as opened:
        yield opened


LONG = "x" * 5000


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 400),
        ("/api/tables/%00/sign", 400),
        ("/api/rules/14.9?edition=%00", 400),
        ("/assets/%0d%0aset-cookie:x", 400),
        ("/%1b[2J", 400),
        (f"/{LONG}", 414),
        (f"/api/tables/{LONG}/sign", 414),
        (f"/api/games?edition={LONG}", 414),
        (f"/{'a' * 300}", 404),
        (f"/{'a' * 300}.js", 404),
        ("/%ff%fe.js", 404),
        ("/../../etc/passwd", 404),
    ],
)
def test_an_address_that_names_nothing_is_refused_in_a_sentence(room: Opened, path: str, status: int) -> None:
    with capture_logs() as logs:
        found, _, body = room.ask(path)
    assert found == status
    assert status == 200 or json.loads(body)["detail"]
    assert not [each for each in logs if each["log_level"] == "error"]


@pytest.mark.parametrize(
    "junk",
    [b"\x00\xff\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"BREW / HTTP/9\r\n\r\n"],
)
def test_a_stranger_cannot_fill_the_log_with_junk(room: Opened, caplog: pytest.LogCaptureFixture, junk: bytes) -> None:
    with room.line(junk) as line:
        assert line.recv(12) == b"HTTP/1.1 400"
    assert not caplog.records


def test_text_that_is_none_ends_its_socket_and_leaves_no_trace_in_the_log(
    room: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    with room.upgrade(room.guest()) as line:
        line.sendall(b"\x81\x82" + bytes(4) + b"\xc3\x28")
        assert is_let_go(line)
    assert not caplog.records


NESTED = [b"[" * 60_000, b'{"a":' * 10_000, b"[" * 30_000 + b"]" * 30_000]


@pytest.mark.parametrize("body", NESTED, ids=["brackets", "braces", "closed"])
@pytest.mark.parametrize("path", ["/api/accounts/guest", "/api/accounts/login"])
def test_what_is_nested_deeply_is_refused_in_a_sentence(room: Opened, path: str, body: bytes) -> None:
    status, _, answer = room.ask(path, body)
    assert status == 400
    assert json.loads(answer)["detail"]


def test_an_order_nested_deeply_is_refused_in_a_sentence(room: Opened) -> None:
    order = b'{"id":"1","counter":"table","order":' + b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"}"
    status, _, answer = room.ask("/api/rooms/play-chips/orders", order, cookie=room.guest())
    assert 400 <= status < 500
    assert json.loads(answer)["detail"]


class Failing(Front):
    def lobby(self, who: Identity | None) -> LobbyView:
        raise ZeroDivisionError(who)


def test_what_nobody_foresaw_has_a_number_in_the_answer_and_in_the_log() -> None:
    services = services_of(played_house(rounds=0), desk_of())
    services.house = Failing(played_house(rounds=0))
    with capture_logs() as logs, client_of(services) as client:
        answer = client.get("/api/lobby")
    told = answer.json()
    assert (answer.status_code, told["code"]) == (500, "failed")
    (logged,) = [each for each in logs if each["event"] == "a request failed"]
    assert logged["failure"] == told["extra"]["failure"]
    assert logged["failure"] in told["detail"]
    assert isinstance(logged["exc_info"], ZeroDivisionError)
