"""Nothing overlaps, is clipped or scrolls sideways, on a desktop and on a phone."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import scenes
from tests.browser.screenshots import OTHERS, OVER_A_TABLE, screens

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
    "triple-draw",
    "stud-full",
    "stud-showdown",
    "rich",
    "omaha8-full",
    "to-show",
    "waiting-turn",
    "watching",
    "sitting-out",
)

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


def faults(page: Page) -> Any:
    return page.evaluate(FAULTS)


@pytest.mark.parametrize("name", [*TABLES, *OVER_A_TABLE, *OTHERS])
def test_a_screen_fits(page: Page, tables: dict[str, scenes.Scene], name: str) -> None:
    stage, address, then = screens(tables)[name]
    stage.put_on(page)
    page.goto(address)
    page.locator("[data-part=plate], [data-part=line], .games h2, .history li, tbody tr").first.wait_for()
    then(page, stage)
    page.wait_for_timeout(150)
    assert faults(page) == []


def test_every_table_is_looked_at(tables: dict[str, scenes.Scene]) -> None:
    assert set(TABLES) == set(tables)
