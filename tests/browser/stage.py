"""The built page with a staged room behind it: static files, the HTTP answers and the socket come from the scenes."""

import json
import mimetypes
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, unquote, urlparse

import msgspec
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, WebSocketRoute

from pokerroom.games import CATALOGUE
from pokerroom.live.lessons import lesson_of
from pokerroom.web.api.routes import game_summary
from pokerroom.wire import messages as wire
from tests.browser import scenes

PAGE = Path(os.environ.get("POKERROOM_PAGE") or Path(__file__).parents[2] / "src/pokerroom/web/page")
ADDRESS = "http://localhost"  # a browser hashes only for pages it trusts
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
LONGEST, LOOK = 30_000, 10
"""Milliseconds: how long what a page does may take to come, and between two looks whether it has."""
CHROMIUM = shutil.which("chromium")
LATE, LATE_SCRIPT = os.environ.get("POKERROOM_LATE", ""), Path(__file__).with_name("late.js")
"""`answers` or `news`: what comes late to every page."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


SETTLED = """() => document.fonts.ready.then(() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))"""


def settled(page: Page) -> None:
    """The letters are there, and whatever follows from how much room there is has been drawn."""
    page.evaluate(SETTLED)


def launched(playwright: Playwright) -> Browser:
    """Debian's Chromium where it is, else Playwright's own."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    if LATE:
        opened = browser.new_context
        browser.new_context = lambda **given: hearing_late(opened(**given), LATE)  # type: ignore[method-assign]
    return browser


def hearing_late(context: BrowserContext, what: str, *, by: int = 300) -> BrowserContext:
    """Whatever page it opens from now on hears `answers` late, or `news`, by so many milliseconds."""
    context.add_init_script(f"({LATE_SCRIPT.read_text()})({json.dumps(what)}, {by})")
    return context


class Stage:
    """Answers everything the page asks, for one scene. `sent` is what the page has sent over its socket."""

    def __init__(
        self,
        scene: scenes.Scene | None = None,
        played: dict[str, Any] | None = None,
        *,
        at: str = scenes.TABLE,
        money: bool = False,
        teaches: bool = False,
    ) -> None:
        """The scene is at the table `at`. With `money` the house has a licensed room too, and whoever looks at it an
        account there. One that `teaches` has lessons, and a coach for whoever is there for the first time.
        """
        self.scene, self.played, self.at, self.teaches = scene, played, at, teaches
        self.lobby, self.you = (scenes.with_money(), scenes.member()) if money else (scenes.lobby(), scenes.you())
        self.sent: list[dict[str, Any]] = []
        self._page: Page | None = None
        self._socket: WebSocketRoute | None = None
        self._opened = 0.0
        self.passed = 0.0
        """Seconds by which a test has let the time of the room go on, beside those that pass by themselves."""
        self._answered: set[str] = set()
        """What was asked by this line and answered with all that there is: by then the page follows it."""

    def put_on(self, page: Page) -> None:
        self._page = page
        page.route(f"{ADDRESS}/**", self._answer)
        page.route_web_socket("**/ws", self._connected)

    def tell(self, message: Any) -> None:
        """Something that happens in the room: not before the page knows how the room is, and the table it happens at.

        What came earlier would be undone by the answer that says how everything is.
        """
        at_table = self.scene is not None and isinstance(message, wire.Happened | wire.Said)
        self.until(lambda: "Watch" in self._answered if at_table else "Hello" in self._answered)
        self._send(message)

    def until(self, holds: Callable[[], object]) -> None:
        """Wait for something that the page does."""
        assert self._page is not None, "no page is there"
        for _ in range(LONGEST // LOOK):
            if holds():
                return
            self._page.wait_for_timeout(LOOK)
        raise AssertionError(f"the page did not do what was waited for, only {self.sent}")

    def moves(self) -> list[dict[str, Any]]:
        """What the page has asked the table for, once it has asked for anything."""
        self.until(self._moves)
        return self._moves()

    def _moves(self) -> list[dict[str, Any]]:
        return [each["move"] for each in self.sent if each["type"] == "Act"]

    def _connected(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        self._answered = set()
        socket.on_message(self._heard)

    def _send(self, message: Any) -> None:
        assert self._socket is not None
        self._socket.send(msgspec.json.encode(message).decode())

    def _heard(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.sent.append(message)
        match message["type"]:
            case "Hello":
                now = scenes.NOW + self.passed
                self._send(wire.Welcome(version=wire.VERSION, you=self.you, now=now, lobby=self.lobby))
                self._answered.add("Hello")
                self._opened = monotonic()
            case "Ping":
                # A page whose line is silent for some seconds takes it for lost, and begins again.
                self._send(wire.Pong(n=message["n"], now=scenes.NOW + self.passed + monotonic() - self._opened))
            case "Watch" if self.scene is not None and message["table"] == self.at:
                self._send(
                    wire.Happened(
                        table=message["table"],
                        sequence=self.scene.told[-1].sequence,
                        told=self.scene.told,
                        state=self.scene.view,
                    )
                )
                self._answered.add("Watch")
            case "Unwatch" | "Watch":
                pass
            case _:
                self._send(wire.Accepted(id=message["id"]))

    def _answer(self, route: Route) -> None:
        asked = urlparse(route.request.url)
        path = unquote(asked.path)
        found = self._api(
            path, {name: values[0] for name, values in parse_qs(asked.query, keep_blank_values=True).items()}
        )
        if found is not None:
            route.fulfill(json=found)
            return
        file = PAGE / (path.removeprefix("/") or "index.html")
        page = PAGE / ("replay.html" if path.startswith("/replay/") else "index.html")
        file = file if file.is_file() else page
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/html")

    def _api(self, path: str, query: dict[str, str]) -> Any:
        if path.startswith("/api/rules/"):
            return scenes.rule(path.removeprefix("/api/rules/"), query.get("reading"))
        if self.teaches and path.startswith("/api/learn/"):
            return msgspec.to_builtins(lesson_of(path.removeprefix("/api/learn/")))
        if path == "/api/games":
            return msgspec.to_builtins([game_summary(each) for each in CATALOGUE.values()])
        if path == "/api/accounts/me":
            return {"person": {"id": "1", "name": "Ada", "role": "visitor", "guest": True}}
        if path == "/api/wall":
            seen = self.lobby
            rows = [{"table": msgspec.to_builtins(each), "sign": list(scenes.SIGN)} for each in seen.tables]
            return {
                "tables": rows,
                "lists": msgspec.to_builtins(seen.lists),
                "games": msgspec.to_builtins(seen.games),
                "payouts": [],
            }
        if self.played is not None and path.startswith("/replay/") and path.endswith("/round"):
            return self.played["shared"]
        if self.played is not None and path == "/api/shares":
            return self.played["shares"]
        if self.played is None or not path.startswith("/api/rounds"):
            return None
        if path == "/api/rounds":
            return self.played["rounds"]
        return self.played["evidence" if path.endswith("/evidence") else "told"]
