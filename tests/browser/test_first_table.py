"""What the first table costs a newcomer: how much of the page is sent before there is a hand, and what comes later."""

import gzip
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser import scenes
from tests.browser.conftest import People
from tests.browser.screenshots import REPLAY
from tests.browser.stage import ADDRESS, PAGE, Stage

BUDGET = 120_000
"""Bytes of scripts and styles for the lobby and the first table, gzipped; fonts apart."""


@pytest.fixture
def fetched(desktop: Page) -> Callable[[], dict[str, int]]:
    """The scripts and styles that the page has asked for so far, and how large each is when gzipped."""
    asked: list[str] = []
    desktop.on("request", lambda request: asked.append(urlparse(request.url).path))

    def sizes() -> dict[str, int]:
        files = [PAGE / path.lstrip("/") for path in asked if path.endswith((".js", ".css"))]
        return {file.name.partition("-")[0] + file.suffix: len(gzip.compress(file.read_bytes())) for file in files}

    return sizes


def test_the_first_table_takes_at_most_120_kilobytes(
    desktop: Page, tables: dict[str, scenes.Scene], fetched: Callable[[], dict[str, int]]
) -> None:
    Stage(tables["holdem"]).put_on(desktop)
    desktop.goto(ADDRESS)
    desktop.locator(".games h2").first.wait_for()
    desktop.evaluate("table => { location.hash = `#/table/${table}` }", scenes.TABLE)
    desktop.locator("[data-offer]").first.wait_for()
    desktop.wait_for_load_state("networkidle")
    assert sum(fetched().values()) <= BUDGET, fetched()


@pytest.mark.parametrize(
    ("address", "shown", "part"),
    [
        (f"{ADDRESS}/#/history", ".history li", "History"),
        (REPLAY, "[data-part=line]", "Replayer"),
        (f"{ADDRESS}/wall", "tbody tr", "Wall"),
    ],
    ids=["history", "replay", "wall"],
)
def test_a_screen_apart_is_fetched_when_somebody_goes_there(
    desktop: Page, fetched: Callable[[], dict[str, int]], address: str, shown: str, part: str
) -> None:
    Stage(None, scenes.finished()).put_on(desktop)
    desktop.goto(ADDRESS)
    desktop.locator(".games h2").first.wait_for()
    assert f"{part}.js" not in fetched()
    desktop.goto(address)
    desktop.locator(shown).first.wait_for()
    assert f"{part}.js" in fetched()


def test_a_screen_that_does_not_come_is_told_and_can_be_asked_for_again(desktop: Page) -> None:
    Stage(None, scenes.finished()).put_on(desktop)
    desktop.route(
        "**/assets/History-*.js",
        lambda route: route.fulfill(status=200, content_type="text/javascript", body="throw 0"),
    )
    desktop.goto(f"{ADDRESS}/#/history")
    expect(desktop.get_by_role("alert")).to_contain_text("This part of the page did not come.")
    desktop.unroute("**/assets/History-*.js")
    desktop.get_by_role("button", name="Try again").click()
    desktop.locator(".history li").first.wait_for()


def test_scripts_and_styles_come_compressed(people: People, quiet_room: str) -> None:
    ada = people("Ada", room=quiet_room)
    came: dict[str, str | None] = {}

    def note(each: Response) -> None:
        came.setdefault(urlparse(each.url).path, each.header_value("content-encoding"))

    ada.page.on("response", note)
    ada.in_lobby()
    ada.page.wait_for_load_state("networkidle")
    built = {path: coding for path, coding in came.items() if path.endswith((".js", ".css"))}
    assert built
    assert set(built.values()) == {"br"}, built


def test_every_script_and_style_is_built_compressed() -> None:
    built = [file for file in PAGE.rglob("*") if file.suffix in (".js", ".css")]
    assert all(gzip.decompress(Path(f"{file}.gz").read_bytes()) == file.read_bytes() for file in built)
    assert all(0 < Path(f"{file}.br").stat().st_size < file.stat().st_size for file in built)
