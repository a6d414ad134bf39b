"""A player required to leave the game, 14.16(b): the page says why, for as long as it stands, and offers no seat."""

import pytest
from playwright.sync_api import Page, expect

from pokerroom.wire import messages as wire
from pokerroom.words import saying
from tests.browser import scenes
from tests.browser.screenshots import required, screens
from tests.browser.stage import ADDRESS, Stage
from tests.browser.test_access import violations
from tests.spec_marks import spec

REINSTATED = wire.Standing(play_chips=True, required=False, says=saying("table.reinstated"), rule="")


def staged(page: Page, tables: dict[str, scenes.Scene], name: str) -> Stage:
    stage, address, then = screens(tables)[name]
    stage.put_on(page)
    page.goto(address)
    then(page, stage)
    return stage


@spec("R-14.16-b")
def test_the_lobby_says_why_and_has_no_seat_to_sit_at(page: Page) -> None:
    stage = Stage(None)
    stage.put_on(page)
    page.goto(f"{ADDRESS}/")
    page.locator(".games h2").first.wait_for()
    ways_in = page.locator(".do button:not(.primary), .hero button")
    expect(ways_in.nth(2)).to_be_visible()
    required(page, stage)
    told = page.get_by_role("region", name="You were required to leave the game")
    expect(told).to_contain_text("shows folded cards to seat 5")
    expect(told).to_contain_text("poker shift supervisor")
    for each in page.get_by_role("button", name="Sit").all() + page.locator(".hero button").all():
        expect(each).to_be_disabled()
    assert violations(page) == []
    stage.tell(REINSTATED)
    expect(told).to_have_count(0)
    expect(page.locator(".notice")).to_contain_text("You may play here again.")
    expect(page.locator(".hero button").first).to_be_enabled()


@pytest.mark.parametrize("name", ["required", "required-watching"])
def test_at_a_table_it_stands_above_the_felt_and_no_seat_is_free(
    page: Page, tables: dict[str, scenes.Scene], name: str
) -> None:
    stage = staged(page, tables, name)
    told = page.get_by_role("region", name="You were required to leave the game")
    expect(told).to_contain_text("shows folded cards to seat 5")
    expect(page.locator("[data-part=free]")).to_have_count(0)
    assert violations(page) == []
    stage.tell(REINSTATED)
    expect(told).to_have_count(0)
    if name == "required-watching":
        expect(page.locator("[data-part=free]").first).to_be_visible()


def test_in_the_round_that_is_played_out_nothing_else_can_be_asked_for(
    page: Page, tables: dict[str, scenes.Scene]
) -> None:
    staged(page, tables, "required")
    expect(page.locator("[data-part=me]")).to_contain_text("must leave after this round")
    expect(page.get_by_role("button", name="Fold").first).to_be_visible()
    page.get_by_role("button", name="More").click()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("button", name="Leave the table")).to_be_visible()
    for gone in ("Add", "Sit out after this round", "Change table", "Propose a higher minimum"):
        expect(menu.get_by_role("button", name=gone)).to_have_count(0)


def test_the_paragraph_is_one_click_away(desktop: Page) -> None:
    stage = Stage(None)
    stage.put_on(desktop)
    desktop.goto(f"{ADDRESS}/")
    required(desktop, stage)
    desktop.get_by_role("region", name="You were required").get_by_role("button", name="why?").click()
    expect(desktop.get_by_role("region", name="Why?")).to_contain_text("14.16(b)")
