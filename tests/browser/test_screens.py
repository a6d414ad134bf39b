"""Every screen, on a desktop and on a phone: nothing overlaps, is clipped or scrolls sideways, and what a screen reader
says of it is whole words. Each is shown once and looked at in both ways.
"""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import scenes
from tests.browser.conftest import quiet_page
from tests.browser.screenshots import FOR_MONEY, OTHERS, OVER_A_TABLE, screens
from tests.browser.stage import ADDRESS, LONGEST, SIZES, Stage, settled

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
    "broke",
    "missed-blinds",
)

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
SETTLING = 150
"""Milliseconds."""

BROKEN = re.compile(
    r"\s[,.;:!?]"  # a word apart from its comma
    r"|(?<![-\w])[B-HJ-Z] [a-z]"  # the first letter of a word apart from the rest
    r"|[♣♦♥♠]"  # a card as a sign, which is read out in many ways or not at all
    r"|(?<!\w)(?!As )[2-9TJQKA][cdhs](?!\w)"  # a card as the room writes it
    r"|[a-z]\$|\d[a-z]{2}"  # words that ran together
    r"|\b1 (card|game|player|pot|round|second)s\b"  # one of several
)
MUST_HAVE_A_NAME = {"button", "link", "textbox", "searchbox", "slider", "checkbox", "image", "dialog", "heading"}
NOT_A_NAME = {"StaticText", "InlineTextBox", "LineBreak"}


def names(page: Page) -> list[tuple[str, str]]:
    """What Chromium tells a screen reader, by role."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    told = [each for each in tree["nodes"] if not each["ignored"]]
    return [(each["role"]["value"], each.get("name", {}).get("value", "")) for each in told]


@pytest.fixture(scope="module", params=product([*TABLES, *OVER_A_TABLE, *OTHERS, *FOR_MONEY], SIZES), ids="-".join)
def screen(browser: Browser, tables: dict[str, scenes.Scene], request: pytest.FixtureRequest) -> Iterator[Page]:
    name, device = request.param
    stage, address, then = screens(tables)[name]
    for page in quiet_page(browser, device):
        stage.put_on(page)
        page.goto(address)
        page.locator("[data-part=plate], [data-part=line], .games h2, .history li, tbody tr").first.wait_for()
        then(page, stage)
        settled(page)
        yield page


def faults(page: Page) -> Any:
    """What is wrong once the screen has settled, which takes a busy machine a while."""
    found = page.evaluate(FAULTS)
    for _ in range(LONGEST // SETTLING):
        if not found:
            break
        page.wait_for_timeout(SETTLING)
        found = page.evaluate(FAULTS)
    return found


def test_a_screen_fits(screen: Page) -> None:
    assert faults(screen) == []


def test_every_name_is_whole_words(screen: Page) -> None:
    found = names(screen)
    assert "heading" in {role for role, _ in found}
    assert [role for role, said in found if role in MUST_HAVE_A_NAME and not said.strip()] == []
    assert [said for role, said in found if role not in NOT_A_NAME and BROKEN.search(said)] == []


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
