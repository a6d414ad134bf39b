"""Two servers of one room over the network: what they pass on to each other, and whom they do not believe."""

import asyncio
import http.client
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import httpx
import pytest
from litestar.datastructures import State
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pokerroom.live.between.coding import written_order
from pokerroom.live.between.deciding import deciding
from pokerroom.live.between.line import LONGEST, PROOF, Answering, Line, NoAnswer, Reply
from pokerroom.live.between.proving import FRESH, Called, Proofs
from pokerroom.live.between.sessions import AskedOfDesk, SessionsElsewhere
from pokerroom.live.house import House
from pokerroom.live.machine import CLOCK
from pokerroom.live.ports import Entropy
from pokerroom.live.room import CAGE, LiveRoom
from pokerroom.room.books.commands import Deposit
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.web.among_servers import AmongServers
from pokerroom.web.app import Opening, opened
from pokerroom.web.between import ON_BEHALF_OF, HttpPost, disbelieved, transport_to_others
from pokerroom.web.passing_on import Desk, request_for
from pokerroom.wire.messages import VERSION
from tests.unit.web.open_doors import PATIENCE, Opened, open_room

KEYS = Keys((new_key(),))
STRANGERS = Keys((new_key(),))
ORDERS = "/between/orders"


def proofs(keys: Keys = KEYS, *, off: float = 0.0) -> Proofs:
    def now() -> datetime:
        return CLOCK.now() + timedelta(seconds=off)

    return Proofs(keys, now, Entropy(os.urandom))


class Spread(NamedTuple):
    """A house as `deciding` needs it, where nothing has to be followed."""

    house: House

    @property
    def rooms(self) -> Any:
        return self.house.rooms

    @property
    def actors(self) -> Any:
        return self.house.actors

    @property
    def banked(self) -> Any:
        return self.house.banked

    async def keep_up(self, live: LiveRoom) -> None:
        """It has all of the record."""

    def meet(self, live: LiveRoom, table: str) -> None:
        """There are no others."""


async def never(_table: str, _order: str) -> bool | None:
    return None


class Believing(AmongServers):
    """It believes other servers, though it has a record of its own."""

    def opening(self, _state: State) -> Opening:
        return opened


class Two(NamedTuple):
    desk: Opened
    tables: Opened

    @property
    def house(self) -> House:
        found: House = state_of(self.desk).house
        return found

    @property
    def room(self) -> LiveRoom:
        return next(iter(self.house.rooms.values()))


def state_of(server: Opened) -> Any:
    return server.server.config.loaded_app.state


def address_of(server: Opened) -> str:
    return f"http://127.0.0.1:{server.port}/"


@pytest.fixture(scope="module")
def two() -> Iterator[Two]:
    """One has the desk; at the other nobody can enter, and its tables are of no matter here."""
    with open_room(parts=Believing()) as desk, open_room(parts=Believing()) as tables:
        at_desk, at_tables = state_of(desk), state_of(tables)
        others, lines = [address_of(tables)], (transport_to_others(), transport_to_others())
        line = Line(proofs(), HttpPost(lines[0]))
        told = SessionsElsewhere(at_desk.services.desk, at_desk.house, line, CLOCK, lambda: others)
        tasks = deciding(Spread(at_desk.house), never) | told.tasks
        at_desk.between = Answering(proofs(), tasks, CLOCK)
        line = Line(proofs(), HttpPost(lines[1]))
        at_tables.entrance = AskedOfDesk(at_tables.house, line, CLOCK, desk=lambda: address_of(desk))
        at_tables.between = Answering(proofs(), at_tables.entrance.tasks, CLOCK)
        at_tables.desk_elsewhere = Desk(lambda: address_of(desk), proofs(), lines[1])
        yield Two(desk, tables)
        for server, transport in zip((desk, tables), lines, strict=True):
            loop = server.server.servers[0]._loop  # type: ignore[attr-defined]  # our own listener's
            asyncio.run_coroutine_threadsafe(transport.aclose(), loop).result(PATIENCE)


def said(order: str = "cashier/1", amount: int = 500) -> bytes:
    deposit = Deposit(player="ann", amount=amount, by=CAGE, at=CLOCK.now())
    return written_order("play-chips", deposit, id=order, asked=b"")


def post(server: Opened, path: str, body: bytes, **headers: str) -> tuple[int, bytes]:
    status, _, answer = server.ask(path, body, **headers)
    return status, answer


# Whom a server believes.


def test_an_order_is_passed_on_over_the_network_and_answered(two: Two) -> None:
    async def give() -> bytes:
        async with transport_to_others() as transport:
            return await Line(proofs(), HttpPost(transport)).say(
                address_of(two.desk), ORDERS, said(), patience=PATIENCE
            )

    before = two.room.balance("ann")
    answer = json.loads(asyncio.run(give()))
    assert answer == {"type": "done", "id": "cashier/1", "repeated": False, "recorded": ["ledger"]}
    assert two.room.balance("ann") == before + 500
    assert json.loads(asyncio.run(give()))["repeated"] is True
    assert two.room.balance("ann") == before + 500


def sealed_and_proven(by: Proofs, body: bytes, path: str = ORDERS) -> tuple[bytes, str]:
    sealed = by.seal(body, b"asked")
    return sealed, by.prove(Called("POST", path, sealed)).header


@pytest.mark.parametrize("by", [proofs(STRANGERS), proofs(off=-FRESH - 5), proofs(off=FRESH + 5)], ids=[
    "who has other keys", "who kept it back", "whose clock is far ahead",
])  # fmt: skip
def test_who_is_no_server_of_the_room_gives_no_order(two: Two, by: Proofs) -> None:
    before = two.room.balance("ann")
    sealed, proof = sealed_and_proven(by, said("cashier/2"))
    status, answer = post(two.desk, ORDERS, sealed, **{PROOF: proof})
    assert status == 403
    assert json.loads(answer)["detail"] == "this is for servers of the room alone"
    assert two.room.balance("ann") == before


def test_an_order_that_somebody_caught_and_sends_again_is_not_taken(two: Two) -> None:
    sealed, proof = sealed_and_proven(proofs(), said("cashier/3"))
    assert post(two.desk, ORDERS, sealed, **{PROOF: proof})[0] == 200
    assert post(two.desk, ORDERS, sealed, **{PROOF: proof})[0] == 403


def test_an_order_that_was_altered_on_the_way_is_not_taken(two: Two) -> None:
    before = two.room.balance("ann")
    sealed, proof = sealed_and_proven(proofs(), said("cashier/4"))
    altered = sealed[:-1] + bytes([sealed[-1] ^ 1])
    assert post(two.desk, ORDERS, altered, **{PROOF: proof})[0] == 403
    assert post(two.desk, "/between/forgo", sealed, **{PROOF: proof})[0] == 403
    assert two.room.balance("ann") == before


def test_a_browser_cannot_ask_as_a_server_whatever_cookie_it_has(two: Two) -> None:
    cookie = two.desk.guest()
    for path in (ORDERS, "/between/forgo", "/between/session", "/between/ended", "/between/anything"):
        for headers in ({}, {"cookie": cookie}, {PROOF: "a b c d"}):
            assert post(two.desk, path, b"{}", **headers)[0] == 403
        assert two.desk.ask(path)[0] == 403


def test_a_type_that_is_no_order_is_refused_even_to_a_server(two: Two) -> None:
    body = b'{"room":"play-chips","id":"1","asked":"","command":{"type":"subprocess.Popen","args":["ls"]}}'
    sealed, proof = sealed_and_proven(proofs(), body)
    status, answer = post(two.desk, ORDERS, sealed, **{PROOF: proof})
    assert status == 400
    assert "no order" in json.loads(answer)["detail"]


def test_no_more_is_read_than_servers_say(two: Two) -> None:
    body = b"x" * (LONGEST + 1)
    assert post(two.desk, ORDERS, body, **{PROOF: proofs().prove(Called("POST", ORDERS, body)).header})[0] == 413


class Lying:
    """Somebody on the way who answers for the desk: what they like, or what it answered to another question."""

    def __init__(self, *, first: Reply | None = None) -> None:
        self.kept = first

    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes, *, patience: float) -> Reply:
        if self.kept is None:
            async with transport_to_others() as transport:
                self.kept = await HttpPost(transport)(url, headers, body, patience=patience)
        return self.kept


def test_an_answer_that_no_server_of_the_room_gave_is_not_believed(two: Two) -> None:
    async def ask(post: Lying, order: str) -> None:
        await Line(proofs(), post).say(address_of(two.desk), ORDERS, said(order, 1), patience=PATIENCE)

    with pytest.raises(NoAnswer, match="what no server of this room says"):
        asyncio.run(ask(Lying(first=Reply(200, b'{"type":"done","id":"cashier/5"}')), "cashier/5"))
    repeating = Lying()
    asyncio.run(ask(repeating, "cashier/6"))
    with pytest.raises(NoAnswer, match="what no server of this room says"):
        asyncio.run(ask(repeating, "cashier/7"))


# What is passed on to the desk.


def test_the_api_is_the_desks_and_cookies_go_both_ways(two: Two) -> None:
    status, headers, body = two.tables.ask("/api/accounts/guest", b'{"name": "Ann"}')
    assert status == 200, body
    person = json.loads(body)["person"]
    cookie = headers["set-cookie"].partition(";")[0]
    assert "httponly" in headers["set-cookie"].lower()
    for server in two:
        status, _, body = server.ask("/api/accounts/me", cookie=cookie)
        assert (status, json.loads(body)["person"]["id"]) == (200, person["id"])
    assert state_of(two.desk).services.desk.name_of(person["id"]) == "Ann"
    assert state_of(two.tables).services.desk.name_of(person["id"]) is None


def test_a_question_and_a_refusal_are_passed_on_as_they_are(two: Two) -> None:
    for path in ("/api/games?x=%C3%A9%20a+b", "/api/no%2Fsuch?page=1", "/replay/nothing", "/api/accounts/me"):
        here, there = two.tables.ask(path), two.desk.ask(path)
        assert (here[0], here[2]) == (there[0], there[2]), path
        assert here[1]["content-type"] == there[1]["content-type"]


def test_what_is_passed_on_is_proven_as_it_arrives_behind_a_proxy_that_takes_a_prefix_away() -> None:
    desk = Desk(lambda: "https://room.example.com/s/one/", proofs(), transport_to_others())
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/api/games",
        "query_string": b"x=%C3%A9",
        "headers": [],
        "client": ("10.0.0.7", 4),
    }
    request = request_for(desk, desk.address(), scope, None)  # type: ignore[arg-type]  # nothing is received
    assert request.url == "https://room.example.com/s/one/api/games?x=%C3%A9"
    arrived = Called("GET", "/api/games?x=%C3%A9", on_behalf_of=request.headers[ON_BEHALF_OF])
    assert proofs().check(request.headers[PROOF], arrived)


def test_a_body_that_is_too_long_is_refused_before_the_desk_hears_of_all_of_it(two: Two) -> None:
    assert post(two.tables, "/api/accounts/guest", b"x" * 70_000)[0] == 413
    connection = http.client.HTTPConnection("127.0.0.1", two.tables.port, timeout=PATIENCE)
    parts = iter([b"x" * 30_000] * 4)
    connection.request("POST", "/api/accounts/guest", body=parts, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


def test_where_nobody_has_the_desk_people_are_told_to_come_again(two: Two) -> None:
    state = state_of(two.tables)
    reached: Desk = state.desk_elsewhere
    try:
        for nobody in ("".strip, "http://127.0.0.1:1/".strip):
            state.desk_elsewhere = reached._replace(address=nobody)
            status, headers, body = two.tables.ask("/api/lobby")
            assert (status, headers["retry-after"]) == (503, "1")
            assert "does not answer at the moment" in json.loads(body)["detail"]
            # What is the server's own needs no desk.
            assert [two.tables.ask(path)[0] for path in ("/alive", "/ready", "/", "/table/4")] == [200] * 4
    finally:
        state.desk_elsewhere = reached


def test_what_changes_nothing_is_asked_again_where_a_connection_was_just_closed(two: Two) -> None:
    class Closed(httpx.AsyncBaseTransport):
        tries = 0

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            self.tries += 1
            if self.tries % 2:
                raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
            return await reached.transport.handle_async_request(request)

    state, closed = state_of(two.tables), Closed()
    reached: Desk = state.desk_elsewhere
    state.desk_elsewhere = reached._replace(transport=closed)
    try:
        assert two.tables.ask("/api/games")[0] == 200
        assert closed.tries == 2
        # What changes something may have been done already.
        assert post(two.tables, "/api/accounts/guest", b"{}")[0] == 503
        assert closed.tries == 3
    finally:
        state.desk_elsewhere = reached


def test_a_servers_connection_makes_way_for_no_stranger(two: Two) -> None:
    sealed, proof = sealed_and_proven(proofs(), said("cashier/8"))
    for headers, is_known in (({PROOF: proof}, True), ({PROOF: proof}, False), ({}, False)):
        line = http.client.HTTPConnection("127.0.0.1", two.desk.port, timeout=PATIENCE)
        before = two.desk.doors.visitors.copy()
        line.request("POST", ORDERS, body=sealed, headers=headers)
        line.getresponse().read()
        (visitor,) = two.desk.doors.visitors.keys() - before.keys()
        assert visitor.known is is_known
        line.close()


def test_the_desk_counts_the_person_and_not_the_server_that_passes_on(two: Two) -> None:
    """Failures to log in close an account to the address they came from, and the proof says which that is."""
    seen = list[str]()
    app = state_of(two.desk)
    desk = app.services.desk
    log_in = desk.log_in

    async def listening(*args: Any, place: Any, **more: Any) -> Any:
        seen.append(place.address)
        return await log_in(*args, place=place, **more)

    desk.log_in = listening
    try:
        path, body = "/api/accounts/login", b'{"name": "Nobody", "password": "correct horse"}'
        post(two.tables, path, body)
        proof = proofs().prove(Called("POST", path, on_behalf_of="203.0.113.7 https")).header
        post(two.desk, path, body, **{PROOF: proof, ON_BEHALF_OF: "203.0.113.7 https"})
    finally:
        desk.log_in = log_in
    assert seen == ["127.0.0.1", "203.0.113.7"]


def test_what_a_proxy_between_two_servers_says_changes_nothing_about_who_asks() -> None:
    whom = "203.0.113.7 https"
    header = proofs().prove(Called("GET", "/api/games?page=2", on_behalf_of=whom)).header
    named = {"host": "room.example", PROOF: header, ON_BEHALF_OF: whom, "X-Forwarded-For": "10.0.0.2", "cookie": "a=b"}
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/api/games",
        "raw_path": b"/api/games",
        "query_string": b"page=2",
        "client": ("10.0.0.1", 4711),
        "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }
    assert disbelieved(Answering(proofs(), {}, CLOCK), scope) is None
    assert (scope["client"], scope["scheme"]) == (("203.0.113.7", 0), "https")
    assert scope["headers"] == [(b"host", b"room.example"), (b"cookie", b"a=b")]


def test_nobody_else_says_for_whom_they_ask(two: Two) -> None:
    path, body = "/api/accounts/guest", b"{}"
    proof = proofs().prove(Called("POST", path, on_behalf_of="203.0.113.7 https")).header
    for headers in (
        {ON_BEHALF_OF: "203.0.113.7 https"},
        {ON_BEHALF_OF: "203.0.113.8 https", PROOF: proof},
        {ON_BEHALF_OF: "203.0.113.7 https", PROOF: proofs(STRANGERS).prove(Called("POST", path)).header},
    ):
        assert post(two.desk, path, body, **headers)[0] == 403
    # At the other server it is left out, and the request is passed on for whoever asks.
    assert post(two.tables, "/api/accounts/guest", body, x_forwarded_for="203.0.113.9")[0] == 200


# Sockets.


@contextmanager
def socket_at(server: Opened, cookie: str) -> Iterator[ClientConnection]:
    address = f"ws://127.0.0.1:{server.port}/ws"
    with connect(address, additional_headers={"Cookie": cookie}, compression=None) as socket:
        yield socket


def until(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == kind:
            return message


@contextmanager
def greeted(server: Opened, cookie: str) -> Iterator[tuple[ClientConnection, dict[str, Any]]]:
    with socket_at(server, cookie) as socket:
        socket.send(json.dumps({"type": "Hello", "version": VERSION}))
        yield socket, until(socket, "Welcome")


def test_a_session_of_the_desk_opens_a_socket_at_another_server(two: Two) -> None:
    _, headers, body = two.desk.ask("/api/accounts/guest", b'{"name": "Cleo"}')
    with greeted(two.tables, headers["set-cookie"].partition(";")[0]) as (_, welcome):
        assert welcome["you"]["id"] == json.loads(body)["person"]["id"]
        assert welcome["you"]["name"] == "Cleo"
        assert two.house.name_of(welcome["you"]["id"]) == "Cleo", "the desk knows whom it has been asked for"


@pytest.mark.parametrize("at", ["desk", "tables"])
def test_a_session_that_ends_closes_its_sockets_at_every_server(two: Two, at: str) -> None:
    cookie, another = two.desk.guest(), two.desk.guest()
    with (
        greeted(two.tables, cookie) as (here, _),
        greeted(two.desk, cookie) as (there, _),
        greeted(two.tables, another) as (other, _),
    ):
        assert post(getattr(two, at), "/api/accounts/logout", b"", cookie=cookie)[0] in {200, 201, 204}
        for socket in (here, there):
            assert until(socket, "Goodbye")["again"] is False
            with pytest.raises(ConnectionClosed):
                until(socket, "nothing more")
        other.send(json.dumps({"type": "Ping", "n": 1}))
        until(other, "Pong")


def test_who_has_no_session_is_told_to_enter_first(two: Two) -> None:
    with socket_at(two.tables, "pokerroom=nobodys") as socket:
        until(socket, "Goodbye")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401


def test_where_nobody_can_say_who_it_is_a_socket_is_told_to_come_again(two: Two) -> None:
    cookie, state = two.desk.guest(), state_of(two.tables)
    entrance = state.entrance
    state.entrance = AskedOfDesk(state.house, Line(proofs(), HttpPost(transport_to_others())), CLOCK, desk=lambda: "")
    try:
        with socket_at(two.tables, cookie) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
    finally:
        state.entrance = entrance
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
