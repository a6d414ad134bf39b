"""The service manager is told that a server does its work, and hears nothing from one that hangs."""

import socket
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from pokerroom.web.watchdog import SAYS, Wanted, wanted_by, watched

WITHIN = 0.2


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(20)
        yield heard


def asked(manager: socket.socket) -> dict[str, str]:
    return {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": str(round(1_000_000 * WITHIN))}


def test_it_says_so_as_long_as_it_listens(manager: socket.socket) -> None:
    listens = True
    with watched(lambda: listens, asked(manager)):
        assert [manager.recv(100) for _ in range(3)] == [SAYS] * 3
        listens = False
        sleep(WITHIN)
        manager.setblocking(False)
        while True:
            try:
                manager.recv(100)
            except BlockingIOError:
                break
        sleep(2 * WITHIN)
        with pytest.raises(BlockingIOError):
            manager.recv(100)


def test_where_nobody_asks_nothing_is_said() -> None:
    assert wanted_by({}) is None
    assert wanted_by({"NOTIFY_SOCKET": "/run/notify"}) is None
    assert wanted_by({"NOTIFY_SOCKET": "@notify", "WATCHDOG_USEC": "30000000"}) == Wanted("\0notify", 7.5)
