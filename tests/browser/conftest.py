"""A real Chromium, the built page, and behind it a staged room or a true one."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from tests.browser import scenes
from tests.browser.people import Person
from tests.browser.served import serving, settings
from tests.browser.stage import PAGE, SIZES, launched

People = Callable[..., Person]
Rooms = Callable[..., str]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not (PAGE / "index.html").is_file():
        pytest.skip("NOT TESTED: the page has not been built (`make page`, which needs Node and npm)")
    with sync_playwright() as playwright:
        try:
            found = launched(playwright)
        except Error as error:
            pytest.skip(f"NOT TESTED: the page in a browser, as there is no Chromium ({error.message.splitlines()[0]})")
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


@pytest.fixture
def rooms(browser: Browser) -> Iterator[Rooms]:  # noqa: ARG001  without a browser no room need be opened
    """Opens true rooms for this test alone, so that nobody sits there from another; by their settings, each once."""
    with ExitStack() as open_ones:
        yield cache(lambda **given: open_ones.enter_context(serving(settings(**given))))


@pytest.fixture
def quiet_room(rooms: Rooms) -> str:
    """The address of a room without bots."""
    return rooms(bots=0)


@pytest.fixture
def people(browser: Browser, rooms: Rooms) -> Iterator[People]:
    """Lets people in, into a room with quick bots unless told; nothing may go wrong on any page of theirs."""
    inside: list[Person] = []

    def enter(name: str, *, room: str = "", device: str = "desktop") -> Person:
        inside.append(Person(browser, room or rooms(bots=3), name, device=device))
        return inside[-1]

    yield enter
    for each in inside:
        each.context.close()
    assert [f"{each.name}: {said}" for each in inside for said in each.complaints] == [], "a page has complained"


@pytest.fixture(scope="package")
def tables() -> dict[str, scenes.Scene]:
    return scenes.tables()
