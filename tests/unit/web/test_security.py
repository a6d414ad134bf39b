"""What stands before the room: headers, origins, rates, lengths."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from pokerroom.live.allowance import Rate
from pokerroom.web.forwarding import network_of
from pokerroom.web.neighbors import neighbors_at
from pokerroom.web.security import (
    HEADERS,
    PAGE_POLICY,
    Guard,
    Message,
    Receive,
    Rules,
    Send,
)
from tests.unit.web.front import UNHURRIED

HOST = "https://room.example"


async def echo(scope: Any, receive: Receive, send: Send) -> None:
    """Reads everything, then says how much it was."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        return
    length, more = 0, True
    while more:
        message = await receive()
        length += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x-frame-options", b"SAMEORIGIN")]})
    await send({"type": "http.response.body", "body": str(length).encode()})


class Ticks:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def guard(rules: Rules = UNHURRIED, clock: Ticks | None = None, servers: frozenset[str] = frozenset()) -> Guard:
    return Guard(echo, rules, clock=clock or Ticks(), neighbors=lambda: neighbors_at(servers))


def ask(app: Guard, method: str = "GET", path: str = "/api/lobby", **more: Any) -> httpx.Response:
    async def asking() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOST) as client:
            return await client.request(method, path, **more)

    return asyncio.run(asking())


def test_every_answer_has_the_headers_and_keeps_its_own() -> None:
    answer = ask(guard())
    for name in HEADERS.keys() - {"x-frame-options"}:
        assert answer.headers[name] == HEADERS[name]
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    assert answer.headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in answer.headers


def test_a_page_may_be_kept_and_an_answer_of_the_api_may_not() -> None:
    assert "cache-control" not in ask(guard(), path="/").headers


def test_over_tls_browsers_are_told_to_stay_there_and_the_cookie_is_bound_to_the_host() -> None:
    rules = Rules(https=True)
    assert "max-age" in ask(guard(rules)).headers["strict-transport-security"]
    assert rules.cookie.startswith("__Host-")


def test_the_page_runs_no_script_but_its_own_and_stands_in_no_frame() -> None:
    assert PAGE_POLICY["script-src"] == "'self'"
    assert PAGE_POLICY["default-src"] == PAGE_POLICY["frame-ancestors"] == "'none'"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": HOST}, 200),
        ({"origin": "https://ROOM.example"}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "https://room.example.evil.example"}, 403),
        ({"origin": "https://room.example:444"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "https://friend.example"}, 200),
    ],
)
def test_only_our_own_page_changes_anything(headers: dict[str, str], status: int) -> None:
    rules = Rules(origins=frozenset({"https://friend.example"}))
    assert ask(guard(rules), "POST", headers=headers).status_code == status
    assert ask(guard(rules), "DELETE", headers=headers).status_code == status
    assert ask(guard(rules), headers=headers).status_code == 200, "looking is not changing"


def upgrade(app: Guard, **headers: str) -> Message:
    """The first thing said to a browser that opens a socket."""
    said: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        said.append(message)

    raw = [(b"host", b"room.example"), *((name.encode(), value.encode()) for name, value in headers.items())]
    scope: dict[str, Any] = {"type": "websocket", "path": "/ws", "headers": raw, "client": ("10.0.0.1", 1)}

    async def connect() -> None:
        await app(scope, receive, send)

    asyncio.run(connect())
    return said[0]


def test_a_socket_is_opened_by_our_own_page_only() -> None:
    assert upgrade(guard(), origin=HOST)["type"] == "websocket.accept"
    assert upgrade(guard())["type"] == "websocket.accept", "a program sends nobody else's cookies"
    assert upgrade(guard(), origin="https://evil.example")["type"] == "websocket.close"


SERVERS = frozenset(
    {"http://localhost:8001/", "http://localhost:8002", "https://room.example/s/one", "http://[::1]:8003/"}
)


def test_a_page_of_another_server_of_the_cluster_opens_a_socket_here_and_does_nothing_else() -> None:
    app = guard(servers=SERVERS)
    assert upgrade(app, origin="http://localhost:8001")["type"] == "websocket.accept"
    assert upgrade(app, origin="http://localhost:9000")["type"] == "websocket.close"
    assert upgrade(app, origin="http://localhost:8001.evil.example")["type"] == "websocket.close"
    assert ask(app, "POST", headers={"origin": "http://localhost:8001"}).status_code == 403


def test_a_page_of_the_cluster_may_open_sockets_at_its_hosts_by_any_port_and_nowhere_else() -> None:
    policy = ask(guard(servers=SERVERS), path="/").headers["content-security-policy"]
    assert "connect-src 'self' ws://localhost:* wss://room.example:*;" in policy
    assert "connect-src 'self';" in ask(guard(), path="/").headers["content-security-policy"]


def test_sockets_are_counted_too() -> None:
    app = guard(Rules(by_address=Rate(1, 0.1)))
    assert upgrade(app)["type"] == "websocket.accept"
    assert upgrade(app)["type"] == "websocket.close"


def test_too_many_requests_are_told_when_to_come_back() -> None:
    clock = Ticks()
    app = guard(Rules(by_address=Rate(2, 0.1)), clock)
    answers = [ask(app) for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert int(answers[-1].headers["retry-after"]) >= 10
    assert answers[-1].headers["x-content-type-options"] == "nosniff"
    clock.at = float(answers[-1].headers["retry-after"])
    assert ask(app).status_code == 200


def test_signing_in_is_slower_than_anything_else() -> None:
    app = guard(Rules(signing_in=Rate(2, 0.1)))
    logins = [ask(app, "POST", "/api/accounts/login").status_code for _ in range(3)]
    assert logins == [200, 200, 429]
    assert ask(app, "GET", "/api/accounts/me").status_code == 200
    assert ask(app, "POST", "/api/accounts/guest").status_code == 200


def test_a_load_test_does_without_rates() -> None:
    app = guard(Rules(limited=False, by_address=Rate(1, 0.1), entering=Rate(1, 0.1)))
    assert {ask(app, "POST", "/api/accounts/guest").status_code for _ in range(5)} == {200}


def test_a_session_has_a_rate_of_its_own() -> None:
    app = guard(Rules(by_session=Rate(1, 0.1)))
    mine, yours = {"cookie": "pokerroom=one"}, {"cookie": "pokerroom=two"}
    assert [ask(app, headers=mine).status_code for _ in range(2)] == [200, 429]
    assert ask(app, headers=yours).status_code == 200
    assert ask(app, headers={"cookie": "broken\x01=;;=\\"}).status_code == 200


def test_a_household_of_ipv6_is_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1")
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("::ffff:10.1.2.3") == "10.1.2.3"
    assert network_of("testclient") == "testclient"


@pytest.mark.parametrize("length", [1000, 1001])
def test_a_body_may_be_just_so_long(length: int) -> None:
    rules = Rules(most_body=1000)
    expected = 200 if length <= 1000 else 413

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(length):
            yield b"x"

    assert ask(guard(rules), "POST", content=b"x" * length).status_code == expected
    assert ask(guard(rules), "POST", content=pieces()).status_code == expected, "without saying how long it is"


@pytest.mark.parametrize("length", ["-1", "ten", "1_0", "\uff19", "9" * 5000])
def test_a_length_that_is_none_is_refused(length: str) -> None:
    status = ask(guard(), "POST", headers={"content-length": length.encode()}, content=b"").status_code
    assert status in {400, 413}
