"""Silent connections keep nobody out: each is counted when it is accepted, has deadlines, and makes way."""

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.settings import Doors as Limits
from pokerroom.web.descriptors import KEPT_FOR_FILES
from pokerroom.web.doors import AT_ONCE, CLOSING, LAST_WORDS, SWEPT, Doors, Phase, Visitor
from tests.unit.web.open_doors import SHORT, Opened, is_let_go, open_room

HEAD = b"POST /api/accounts/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n"
DEADLINE = 20.0
"""Seconds in which a deadline of one must have been kept, on a machine with much else to do."""


@pytest.fixture(scope="module")
def room() -> Iterator[Opened]:
    with open_room(most_connections_each=3) as opened:
        yield opened


SILENT = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: lo",
    "half a body": HEAD + b"\r\n{",
    "half a chunk": b"POST /api/accounts/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n900\r\n{",
    "a second head": b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\nG",
}


@pytest.mark.parametrize("said", SILENT.values(), ids=SILENT)
def test_whoever_is_silent_is_let_go(room: Opened, said: bytes) -> None:
    began = time.monotonic()
    with room.line(said) as line:
        assert is_let_go(line)
    assert time.monotonic() - began < DEADLINE


@pytest.mark.parametrize("said", [b"GET / HTTP/1.1\r\nX: ", HEAD + b"\r\n"], ids=["head", "body"])
def test_a_byte_now_and_then_prolongs_nothing(room: Opened, said: bytes) -> None:
    began = time.monotonic()
    with room.line(said) as line, contextlib.suppress(OSError):
        line.settimeout(0.1)
        while time.monotonic() - began < DEADLINE:
            line.sendall(b"x")
            with contextlib.suppress(TimeoutError):
                if not line.recv(100):
                    break
    assert time.monotonic() - began < DEADLINE


def test_a_socket_that_never_says_hello_is_told_and_let_go(room: Opened) -> None:
    with room.upgrade(room.guest()) as line:
        heard = b""
        while more := line.recv(4096):
            heard += more
        assert b"goodbye.silent" in heard


def test_the_sockets_of_a_person_count_before_they_say_hello(room: Opened) -> None:
    cookie = room.guest()
    with contextlib.ExitStack() as lines:
        opened = [lines.enter_context(room.upgrade(cookie)) for _ in range(4)]
        opened[-1].settimeout(DEADLINE)
        heard = b""
        while b"Goodbye" not in heard:
            heard += opened[-1].recv(4096)
        assert b"too many connections" in heard


def test_whoever_has_gone_counts_no_longer_though_what_they_asked_still_waits(
    room: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the desk of a cluster moves: a page tries again and again, and each time what it asks waits there."""
    cookie = room.guest()

    async def waits(_house: object, _connection: object, _message: object) -> None:
        await asyncio.sleep(DEADLINE)

    monkeypatch.setattr("pokerroom.web.app.receive", waits)
    for _ in range(6):
        with connect(f"ws://127.0.0.1:{room.port}/ws", additional_headers={"Cookie": cookie}) as line:
            line.send("{}")
            with pytest.raises(TimeoutError):
                line.recv(timeout=0.1)


def test_idle_connections_of_an_address_make_way_for_its_next(room: Opened) -> None:
    with contextlib.ExitStack() as lines:
        for _ in range(3 * SHORT.strangers_each_address):
            lines.enter_context(room.line())
        status, _, body = room.ask("/health")
        assert status == 200
        assert json.loads(body)["doors"]["open"] <= SHORT.strangers_each_address + 1


def test_the_room_says_for_how_many_there_is_room(room: Opened) -> None:
    told = json.loads(room.ask("/health")[2])["doors"]
    assert told["room"] == told["descriptors"] - KEPT_FOR_FILES
    assert f'pokerroom_doors{{what="room"}} {float(told["room"])}' in room.ask("/metrics")[2].decode()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_the_limit_of_open_files_is_raised_as_far_as_the_system_lets_us() -> None:
    script = (
        "import resource as r; from pokerroom.web.descriptors import raised\n"
        "hard = min(r.getrlimit(r.RLIMIT_NOFILE)[1], 4000) if r.getrlimit(r.RLIMIT_NOFILE)[1] > 0 else 4000\n"
        "r.setrlimit(r.RLIMIT_NOFILE, (256, hard)); print(raised(), *r.getrlimit(r.RLIMIT_NOFILE), hard)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    found, soft, hard, wanted = map(int, done.stdout.split())
    assert found == soft == hard == wanted


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_more_idle_connections_than_descriptors_keep_nobody_out(tmp_path: Path) -> None:
    """The whole server with 200 descriptors, and 400 connections that say nothing."""
    script = (
        "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (200, 200))\n"
        "from pokerroom.live.settings import *; from pokerroom.web.running import run\n"
        f"run(Settings(port=0, store={str(tmp_path)!r}, play_chips=PlayChips(bots=0), doors=Doors(head=600)))"
    )
    command = [sys.executable, "-c", script]
    server = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert server.stdout is not None
    assert server.stderr is not None
    try:
        port = int(server.stdout.readline().rpartition(":")[2].strip().rstrip("/"))
        assert json.loads(server.stderr.readline())["connections"] == 104
        with contextlib.ExitStack() as lines:
            for _ in range(400):
                lines.enter_context(socket.create_connection(("127.0.0.1", port)))
            with socket.create_connection(("127.0.0.1", port), timeout=DEADLINE) as honest:
                honest.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert honest.recv(100).startswith(b"HTTP/1.1 200")
    finally:
        server.terminate()
        server.wait(60)
        server.stdout.close()
        server.stderr.close()


class Line:
    """A connection as the doors see it."""

    def __init__(self) -> None:
        self.aborted = self.closing = False

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.aborted = True


class Hall:
    """Doors with a clock of their own and 64 places, four of them in reserve."""

    def __init__(self, **limits: Any) -> None:
        self.at = 0.0
        self.seated: set[str] = set()
        self.doors = Doors(Limits(**limits), descriptors=128, now=lambda: self.at, is_proxy=lambda who: who == "proxy")
        self.doors.is_seated = self.seated.__contains__

    def come(self, address: str = "a") -> Visitor | None:
        self.at += 0.001
        return self.doors.arrive(Line(), address, address)

    def fill(self, count: int, *, each: int = 1) -> list[Visitor]:
        found = [self.come(f"10.0.{number // each}") for number in range(count)]
        return [one for one in found if one is not None]

    def socket(self, visitor: Visitor, who: str) -> bool:
        """It shows whose it is, and says Hello where it may stay."""
        visitor.begin(Phase.SOCKET)
        stays = self.doors.may_stay(visitor, Connection(Identity(who, who, Role.VISITOR, guest=True)))
        if stays:
            visitor.begin(Phase.GREETED)
        return stays


def is_gone(visitor: Visitor) -> bool:
    assert isinstance(visitor.transport, Line)
    return visitor.transport.aborted


def test_without_a_session_one_makes_way_first_and_the_biggest_crowd_before_all() -> None:
    hall = Hall()
    known, *others = hall.fill(21)
    known.begin(Phase.ANSWER)
    known.shows_session()
    crowd = [hall.come("crowd") for _ in range(AT_ONCE + 7)]
    assert len(hall.doors.visitors) == hall.doors.room - hall.doors.reserve
    assert hall.come("new") is not None
    assert [is_gone(each) for each in crowd if each is not None] == [True] * AT_ONCE + [False] * 7
    assert not any(map(is_gone, [known, *others]))


def test_those_with_a_seat_go_last_and_find_a_place_when_everybody_else_has_one() -> None:
    hall = Hall()
    watching = hall.fill(hall.doors.room - hall.doors.reserve)
    assert all(hall.socket(each, f"w{place}") for place, each in enumerate(watching))
    onlooker, player = hall.come("x"), hall.come("y")
    assert onlooker is not None
    assert player is not None, "the reserve is there for showing who one is"
    hall.seated.add("ann")
    assert not hall.socket(onlooker, "bob")
    hall.doors.leave(onlooker)
    assert hall.socket(player, "ann")
    assert sum(map(is_gone, watching)) == 1
    assert not is_gone(player)


def test_when_only_players_are_left_nobody_makes_way() -> None:
    hall = Hall()
    hall.seated.update(f"w{place}" for place in range(99))
    playing = hall.fill(hall.doors.room - hall.doors.reserve)
    assert all(hall.socket(each, f"w{place}") for place, each in enumerate(playing))
    late = [hall.come(f"late {place}") for place in range(hall.doors.reserve + 5)]
    assert sum(each is not None for each in late) == hall.doors.reserve
    assert not any(map(is_gone, playing))


def test_an_address_has_its_own_limit_and_a_trusted_proxy_has_those_it_speaks_for() -> None:
    hall = Hall(each_address=3, strangers_each_address=9)
    assert [hall.come("a") is not None for _ in range(4)] == [True, True, True, False]
    behind = [hall.come("proxy") for _ in range(5)]
    told = [each is not None and hall.doors.speaks_for(each, "b") for each in behind]
    assert told == [True, True, True, False, False]
    assert behind[0] is not None
    hall.doors.leave(behind[0])
    another = hall.come("proxy")
    assert another is not None
    assert hall.doors.speaks_for(another, "b")


def test_of_an_address_the_oldest_idle_stranger_makes_way_and_never_one_that_is_busy_or_known() -> None:
    hall = Hall(strangers_each_address=3)
    first = hall.come()
    assert first is not None
    first.shows_session()
    known, busy, idle, last = (first, *(each for _ in range(3) if (each := hall.come()) is not None))
    busy.begin(Phase.ANSWER)
    assert hall.come() is not None
    assert [is_gone(each) for each in (known, busy, idle, last)] == [False, False, True, False]


def test_a_connection_that_is_closed_and_takes_nothing_is_cut() -> None:
    hall = Hall()
    (visitor,) = hall.fill(1)
    hall.socket(visitor, "slow")
    visitor.transport.close()
    hall.doors.sweep()
    hall.at += CLOSING - 0.5
    hall.doors.sweep()
    assert not is_gone(visitor)
    hall.at += 1
    hall.doors.sweep()
    assert is_gone(visitor)


def test_a_crowd_at_its_deadline_is_not_let_go_in_one_go() -> None:
    hall = Hall(head=1)
    hall.doors.room = 1000
    crowd = hall.fill(250)
    hall.at += 2
    gone = []
    for _ in range(3):
        hall.doors.sweep()
        gone.append(sum(map(is_gone, crowd)))
    assert gone == [SWEPT, 2 * SWEPT, 250]


def test_whoever_plays_has_no_deadline() -> None:
    hall = Hall()
    (visitor,) = hall.fill(1)
    hall.socket(visitor, "ann")
    hall.at += 1e6
    hall.doors.sweep()
    assert not is_gone(visitor)


def test_a_socket_that_never_says_hello_is_not_cut_before_it_can_be_told_why() -> None:
    hall = Hall(hello=5)
    (visitor,) = hall.fill(1)
    visitor.begin(Phase.SOCKET)
    hall.at += 5 + LAST_WORDS / 2
    hall.doors.sweep()
    assert not is_gone(visitor)
    hall.at += 1 + LAST_WORDS
    hall.doors.sweep()
    assert is_gone(visitor)
