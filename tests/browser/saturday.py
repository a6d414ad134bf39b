"""A licensed house on a Saturday: its staff, each at a console of their own, and the people who have come to play.

Staff do what their consoles offer and nothing else. Whoever plays does so over a line of their own (`crowd`).
"""

import os
import re
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.crowd import Crowd
from tests.browser.pit import Pit
from tests.browser.test_access import violations
from tests.sampling import SOAKING

DESKTOP, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)
SHOTS = os.environ.get("POKERROOM_SHOTS", "")
NAMES = {"cage": "Kay Till", "Division": "Ines Court"}


class Posted(NamedTuple):
    """What is filed under a name, and the tables that post it."""

    name: str
    game: str
    title: str
    wagers: str
    tables: list[str]


class House(Pit):
    """Everybody who works tonight, logged in at their browsers. None of these may complain of anything."""

    def __init__(self, browser: Browser, room: str, store: Path) -> None:
        super().__init__(browser, room, store)
        for role, name in NAMES.items():
            self._appoint(role, name)
        self.complaints: list[str] = []
        self.looked_at: list[str] = []
        self.pages: dict[str, Page] = {}

    def at(self, who: str, console: str, size: tuple[int, int] | None = None) -> Page:
        """The console of one of them; the first time they come to it by its address, then by the bar above it."""
        if who not in self.pages:
            self.pages[who] = self._sat_down(who)
            self._resized(who, size or DESKTOP)
            self.pages[who].goto(f"{self.room}/#/staff")
        elif size is not None:
            self._resized(who, size)
        page = self.pages[who]
        bar = page.get_by_role("navigation", name="Consoles")
        link = bar.get_by_role("link", name=console, exact=console != "Home")
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        return page

    def _resized(self, who: str, size: tuple[int, int]) -> None:
        self.pages[who].set_viewport_size({"width": size[0], "height": size[1]})

    def _sat_down(self, who: str) -> Page:
        page = self.contexts[who].new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{who}: {error}"))
        page.on("console", lambda said: self._heard(who, said))
        return page

    def _heard(self, who: str, said: Any) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(f"{who}: {said.text}")

    def looks(self, page: Page, name: str) -> None:
        """Nothing beyond the edge, and nothing wrong with access; and a picture where somebody wants to look.

        What is wrong with access takes long to find, and the tests of each console look for it: here the soak does.
        """
        if SOAKING:
            assert violations(page) == [], name
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide"
        self.looked_at.append(name)
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{len(self.looked_at):02} {name}.png", full_page=True)

    def close(self) -> None:
        if SHOTS:
            for who, page in self.pages.items():
                page.screenshot(path=Path(SHOTS) / f"end, {who}.png")
        super().close()


# What people do at more than one console.


def part(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Parts of this console").get_by_role("link", name=name, exact=True).click()


def told(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("[data-part=told]").filter(has_text=words).first).to_be_visible()


def tile(page: Page, table: str) -> Locator:
    return page.locator(f'[data-table="{table}"]')


def seat(page: Page, table: str, number: int) -> Locator:
    return tile(page, table).locator(f'[data-seat="{number}"]')


def signs(house: House, who: str, what: str) -> None:
    """In their own inbox, with what will happen before them."""
    page = house.at(who, "Home")
    waiting = page.locator("[aria-labelledby=inbox]").get_by_role("listitem").filter(has_text=what)
    waiting.get_by_role("button", name="Sign", exact=True).click()
    expect(waiting).to_have_count(0)


class Evening(NamedTuple):
    """The house and who has come, for as long as the story lasts."""

    house: House
    crowd: Crowd
    posted: tuple[Posted, ...]

    @property
    def tables(self) -> list[str]:
        return [table for each in self.posted for table in each.tables]
