"""A real Chromium, the built page, and behind it a staged room or a true one."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from pokerroom.web.app import create_app
from pokerroom.web.settings import PlayChips, Settings
from tests.browser import scenes
from tests.browser.stage import CHROMIUM, PAGE, SIZES, launched

FAST = 0.02
"""Bots that do not stop to think."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not (PAGE / "index.html").is_file():
        pytest.skip("NOT TESTED: the page has not been built (`make page`, which needs Node and npm)")
    with sync_playwright() as playwright:
        try:
            found = launched(playwright)
        except Error as error:
            pytest.skip(f"NOT TESTED: no Chromium at {CHROMIUM}, nor Playwright's own ({error})")
        yield found
        found.close()


@pytest.fixture(params=SIZES)
def device(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(browser: Browser, device: str) -> Iterator[Page]:
    """A page of this size that fails its test when anything goes wrong in it."""
    yield from quiet_page(browser, device)


@pytest.fixture
def desktop(browser: Browser) -> Iterator[Page]:
    yield from quiet_page(browser, "desktop")


def quiet_page(browser: Browser, device: str) -> Iterator[Page]:
    width, height = SIZES[device]
    context: BrowserContext = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    found, wrong = context.new_page(), []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    yield found
    context.close()
    assert wrong == [], "the page has complained"


@pytest.fixture(scope="session")
def tables() -> dict[str, scenes.Scene]:
    return scenes.tables()


@pytest.fixture(scope="session")
def room() -> Iterator[str]:
    """A true room that keeps nothing, with quick bots; its address."""
    settings = Settings(port=0, store="memory:", play_chips=PlayChips(bots=3))
    config = uvicorn.Config(create_app(settings, pace=FAST), port=0, log_level="warning", ws="websockets-sansio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    waited = threading.Event()
    for _ in range(300):
        if server.started or not thread.is_alive():
            break
        waited.wait(0.1)
    assert server.started, "the room did not open"
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://localhost:{port}"
    server.should_exit = True
    thread.join(20)
