"""The built page with a staged room behind it: static files, the HTTP answers and the socket come from the scenes."""

import json
import mimetypes
import os
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import msgspec
from playwright.sync_api import Browser, Page, Playwright, Route, WebSocketRoute

from pokerroom.wire import messages as wire
from tests.browser import scenes

PAGE = Path(os.environ.get("POKERROOM_PAGE") or Path(__file__).parents[2] / "src/pokerroom/web/page")
ADDRESS = "http://localhost"  # a browser hashes only for pages it trusts
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
LONGEST, LOOK = 10_000, 10
"""Milliseconds: how long a move may take to come, and between two looks whether it has."""
CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launched(playwright: Playwright) -> Browser:
    """Debian's Chromium where it is, else Playwright's own."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


class Stage:
    """Answers everything the page asks, for one scene. `sent` is what the page has sent over its socket."""

    def __init__(self, scene: scenes.Scene | None = None, played: dict[str, Any] | None = None) -> None:
        self.scene, self.played = scene, played
        self.sent: list[dict[str, Any]] = []
        self._socket: WebSocketRoute | None = None

    def put_on(self, page: Page) -> None:
        page.route(f"{ADDRESS}/**", self._answer)
        page.route_web_socket("**/ws", self._connected)

    def tell(self, message: Any) -> None:
        assert self._socket is not None, "the page has not connected"
        self._socket.send(msgspec.json.encode(message).decode())

    def moves(self, page: Page) -> list[dict[str, Any]]:
        """What the page has asked the table for, once it has asked for anything."""
        for _ in range(LONGEST // LOOK):
            if found := [each["move"] for each in self.sent if each["type"] == "Act"]:
                return found
            page.wait_for_timeout(LOOK)
        return []

    def _connected(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._heard)

    def _heard(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.sent.append(message)
        match message["type"]:
            case "Hello":
                self.tell(wire.Welcome(version=wire.VERSION, you=scenes.you(), now=scenes.NOW, lobby=scenes.lobby()))
            case "Watch" if self.scene is not None:
                self.tell(
                    wire.Happened(
                        table=message["table"],
                        sequence=self.scene.told[-1].sequence,
                        told=self.scene.told,
                        state=self.scene.view,
                    )
                )
            case "Ping" | "Unwatch" | "Watch":
                pass
            case _:
                self.tell(wire.Accepted(id=message["id"]))

    def _answer(self, route: Route) -> None:
        path = unquote(urlparse(route.request.url).path)
        found = self._api(path)
        if found is not None:
            route.fulfill(json=found)
            return
        file = PAGE / (path.removeprefix("/") or "index.html")
        file = file if file.is_file() else PAGE / "index.html"
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/html")

    def _api(self, path: str) -> Any:
        if path.startswith("/api/rules/"):
            return scenes.rule(path.removeprefix("/api/rules/"))
        if path == "/api/accounts/me":
            return {"person": {"id": "1", "name": "Ada", "role": "visitor", "guest": True}}
        if path == "/api/wall":
            seen = scenes.lobby()
            rows = [{"table": msgspec.to_builtins(each), "sign": list(scenes.SIGN)} for each in seen.tables]
            return {"tables": rows, "lists": msgspec.to_builtins(seen.lists)}
        if self.played is None or not path.startswith("/api/rounds"):
            return None
        if path == "/api/rounds":
            return self.played["rounds"]
        return self.played["evidence" if path.endswith("/evidence") else "told"]
