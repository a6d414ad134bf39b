"""Nothing overlaps, is clipped or scrolls sideways, on a desktop and on a phone."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import scenes
from tests.browser.screenshots import OTHERS, OVER_A_TABLE, screens
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
    "triple-draw",
    "stud-full",
    "stud-showdown",
    "rich",
    "omaha8-full",
    "to-show",
    "waiting-turn",
    "watching",
    "proposal",
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
    page.evaluate("() => document.fonts.ready.then(() => null)")
    page.wait_for_timeout(150)
    assert faults(page) == []


def test_the_letters_come_with_the_page(page: Page) -> None:
    Stage().put_on(page)
    page.goto(ADDRESS)
    page.locator(".games h2").first.wait_for()
    loaded = page.evaluate(
        """() => document.fonts.ready.then(all =>
          [...all].filter(each => each.status === "loaded").map(each => each.family))"""
    )
    assert {each.strip('"') for each in loaded} == {"Inter Variable", "Source Serif 4"}


def test_every_table_is_looked_at(tables: dict[str, scenes.Scene]) -> None:
    assert set(TABLES) == set(tables)
