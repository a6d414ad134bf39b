"""At every size of screen, from a small phone to a large monitor, and at 200 percent: nothing overlaps, is clipped,
hidden or scrolls sideways, and a table needs no scrolling at all. Each screen is opened once and looked at in all
sizes.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pokerroom.play import Round
from pokerroom.rules.house import NoLimit
from tests.browser import scenes
from tests.browser.conftest import quiet_page
from tests.browser.screenshots import OTHERS, TABLE, Then, nothing
from tests.browser.stage import LONGEST, Stage, settled

FRAME = "a frame of 640x480"
SIZES = {
    "1440x900": (1440, 900),
    "1920x1080": (1920, 1080),
    "1024x768": (1024, 768),
    "390x844": (390, 844),
    "844x390": (844, 390),
    "320x568": (320, 568),
    FRAME: (640, 480),
    "1440x900 at 200 percent": (720, 450),
    "1920x1080 at 200 percent": (960, 540),
}
"""A page that is zoomed has as many of its own pixels as fit: half as many each way at 200 percent."""

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
SETTLING = 60
"""Milliseconds."""


def facing_a_bet(state: Round) -> bool:
    """My turn before all community cards, several still in, some money in the middle: everything there is to show."""
    return scenes.my_turn(3, at_least=2, bet=True)(state)


@cache
def seated(name: str) -> scenes.Scene:
    """A table in play with my offers, and an amount to choose where the game leaves one."""
    match name:
        case "two seats":
            return scenes.staged("hold-em", facing_a_bet, players=2, limits=NoLimit(200))[0]
        case "six seats":
            return scenes.staged("omaha-high-low-eight", facing_a_bet, players=6, limits=NoLimit(200))[0]
        case "six seats of stud":
            return scenes.staged(scenes.STUD, scenes.my_turn(4, at_least=5), players=6)[0]
        case "ten seats":
            return scenes.staged("hold-em", facing_a_bet, players=10, limits=NoLimit(200))[0]
        case _:
            raise LookupError(name)


TABLES = ("two seats", "six seats", "six seats of stud", "ten seats")
COACHED = "six seats, coached"
SHARED = "shared-end"
SCREENS = ("lobby", "history", "replayer", "replayer-end", "share", SHARED, "wall", "account", "settings")


def staged(name: str) -> tuple[Stage, str, Then]:
    if name in TABLES:
        return Stage(seated(name)), TABLE, nothing
    if name == COACHED:
        return Stage(seated("six seats"), teaches=True), TABLE, nothing
    address, then = OTHERS[name]
    return Stage(None, scenes.finished()), address, then


@pytest.fixture(scope="module")
def screen(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    stage, address, then = staged(request.param)
    for page in quiet_page(browser, "desktop"):
        stage.put_on(page)
        page.goto(address)
        page.locator("[data-offer], [data-part=line], .games h2, .history li, tbody tr").first.wait_for()
        then(page, stage)
        yield page


def faults(page: Page) -> Any:
    """What is wrong once the screen has settled, which takes a busy machine a while."""
    settled(page)
    found = page.evaluate(FAULTS)
    for _ in range(LONGEST // SETTLING):
        if not found:
            break
        page.wait_for_timeout(SETTLING)
        found = page.evaluate(FAULTS)
    return found


def pairs() -> Iterator[tuple[str, str]]:
    """Every screen in every size; nothing but a shared round may stand in a frame."""
    for name in (*TABLES, COACHED, *SCREENS):
        for size in SIZES:
            if size != FRAME or name == SHARED:
                yield name, size


@pytest.mark.parametrize(("screen", "size"), [*pairs()], indirect=["screen"], scope="module")
def test_a_screen_fits(screen: Page, size: str) -> None:
    width, height = SIZES[size]
    screen.set_viewport_size({"width": width, "height": height})
    assert faults(screen) == []
