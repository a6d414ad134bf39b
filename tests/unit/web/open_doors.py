"""A true server in a thread of this process, with short deadlines, and the plain sockets that come to it."""

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pokerroom.live.settings import Doors, PlayChips, Settings
from pokerroom.web.app import Parts
from pokerroom.web.doors import Doors as Standing
from pokerroom.web.running import Server, configured
from pokerroom.web.tls import Certificate

PATIENCE = 30.0
SHORT = Doors(head=1, body=1, answer=30, hello=1, strangers_each_address=20)


class Opened:
    """A room that can be reached."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.port: int = server.servers[0].sockets[0].getsockname()[1]
        self.doors: Standing = server.config.loaded_app.state.doors

    def line(self, *said: bytes) -> socket.socket:
        """A connection on which this is said."""
        found = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        for each in said:
            found.sendall(each)
        return found

    def ask(self, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        method = "GET" if body is None else "POST"
        connection.putrequest(method, path, skip_host="host" in headers)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        if body is not None:
            connection.putheader("content-type", "application/json")
            connection.putheader("content-length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def guest(self) -> str:
        """The cookie of a new guest."""
        status, headers, body = self.ask("/api/accounts/guest", b"{}")
        assert status == 200, body
        return headers["set-cookie"].partition(";")[0]

    def upgrade(self, cookie: str) -> socket.socket:
        """A socket of the room that has said nothing yet."""
        head = (
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        found = self.line(head.encode())
        assert b" 101 " in found.recv(12 + 5), "no socket was opened"
        return found


@contextmanager
def open_room(certificate: Certificate | None = None, parts: Parts | None = None, **of: Any) -> Iterator[Opened]:
    chosen: dict[str, Any] = {"doors": SHORT, "store": "memory:", "port": 0, "play_chips": PlayChips(bots=0)} | of
    server = Server(configured(Settings(**chosen), parts=parts), certificate=certificate)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    for _ in range(600):
        if getattr(server, "servers", None) or not thread.is_alive():
            break
        time.sleep(0.1)
    assert server.servers, "the room did not open"
    try:
        yield Opened(server)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def is_let_go(line: socket.socket) -> bool:
    """Whether the room ends the connection, in whatever way, before patience does."""
    try:
        while line.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
