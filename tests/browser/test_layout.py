"""Nothing overlaps, is clipped or scrolls sideways, on a desktop and on a phone."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import scenes
from tests.browser.stage import ADDRESS, Stage

TABLES = (
    "holdem",
    "holdem-full",
    "stud",
    "badugi-draw",
    "omaha8-side-pots",
    "omaha8-split",
    "mambo",
    "draw",
    "super-stud",
)
OTHERS = {
    "lobby": "/",
    "wall": "/wall",
    "history": "/#/history",
    "replayer": f"/#/history/{scenes.TABLE}/1204",
}

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


def faults(page: Page) -> Any:
    return page.evaluate(FAULTS)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_fits_its_screen(page: Page, tables: dict[str, scenes.Scene], name: str) -> None:
    Stage(tables[name]).put_on(page)
    page.goto(f"{ADDRESS}/#/table/{scenes.TABLE}")
    page.locator("[data-part=me]").wait_for()
    assert faults(page) == []


@pytest.mark.parametrize("name", OTHERS)
def test_a_screen_fits(page: Page, name: str) -> None:
    Stage(None, scenes.finished()).put_on(page)
    page.goto(f"{ADDRESS}{OTHERS[name]}")
    page.locator("main").wait_for()
    page.wait_for_timeout(300)
    assert faults(page) == []


def test_every_table_is_looked_at(tables: dict[str, scenes.Scene]) -> None:
    assert set(TABLES) == set(tables)
