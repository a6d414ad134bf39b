"""How to play: a page for every game, a round to step through, a panel beside the table, and a first-round coach."""

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from pokerroom.live.lessons import lesson_of
from pokerroom.wire import messages as wire
from tests.browser import scenes
from tests.browser.stage import ADDRESS, Stage
from tests.browser.test_access import violations
from tests.browser.test_why import apart, at_table


def lesson(page: Page, game: str, scene: scenes.Scene | None = None) -> None:
    """Of this game, in a room where the scene is played; the line that the page has then goes on to its table."""
    Stage(scene, teaches=True).put_on(page)
    page.goto(f"{ADDRESS}/#/learn/{game}")
    expect(page.get_by_role("heading", name="How a round goes")).to_be_visible()


def test_every_game_has_a_page_that_opens_from_the_list(desktop: Page) -> None:
    Stage(None, teaches=True).put_on(desktop)
    desktop.goto(f"{ADDRESS}/#/learn")
    links = desktop.get_by_role("main").get_by_role("listitem").get_by_role("link")
    expect(links).to_have_count(18)
    addresses = [str(each.get_attribute("href")) for each in links.all()]
    for address in addresses:
        desktop.goto(f"{ADDRESS}/{address}")
        expect(desktop.locator("[data-part=worked] [data-part=line]")).to_contain_text("A round of")
        expect(desktop.locator("[data-part=corners] li").first).to_be_visible()
        expect(desktop.locator("[data-part=order] li").first.locator("[data-card]").first).to_be_visible()


@pytest.mark.parametrize("game", ["badugi", "mambo-stud", "omaha-high-low-eight"])
def test_a_round_can_be_stepped_through_to_its_award(page: Page, game: str) -> None:
    lesson(page, game)
    worked = page.locator("[data-part=worked]")
    taught = lesson_of(game)
    told = [step.told for step in taught.steps if step.told.says]
    expect(worked.locator("[data-part=count]")).to_have_text(f"1/{len(told)}")
    on = worked.get_by_role("button", name="One step on")
    award = next(place for place, each in enumerate(told) if each.award)
    for _ in range(award):
        on.click()
    expect(worked.locator("li").first).to_be_visible()
    on.focus()
    page.keyboard.press("End")
    expect(worked.locator("[data-part=count]")).to_have_text(f"{len(told)}/{len(told)}")
    expect(worked.locator("[data-part=awards]")).to_be_visible()
    expect(worked.locator(".lifted").first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(worked.locator("[data-part=count]")).to_have_text(f"{len(told) - 1}/{len(told)}")


def test_beside_the_table_it_leaves_cards_and_moves_within_reach(page: Page, tables: dict[str, scenes.Scene]) -> None:
    stage = Stage(tables["stud"], teaches=True)
    stage.put_on(page)
    page.goto(f"{ADDRESS}/#/table/{scenes.TABLE}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="How to play").click()
    panel = page.get_by_role("region", name="How to play")
    expect(panel.locator("[data-part=order]").first).to_be_visible()
    assert apart(panel, page.locator("[data-part=me]"))
    assert apart(panel, page.locator("footer"))
    page.keyboard.press("c")
    assert stage.moves()[0]["type"] == "Check"
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)


def test_the_coach_names_what_happens_and_what_i_can_do_and_is_quiet_once_dismissed(
    page: Page, tables: dict[str, scenes.Scene]
) -> None:
    stage = Stage(tables["badugi-draw"], teaches=True)
    stage.put_on(page)
    page.goto(f"{ADDRESS}/#/table/{scenes.TABLE}")
    coach = page.get_by_role("region", name="Coach")
    expect(coach).to_contain_text("Each player in turn may exchange cards")
    expect(coach).to_contain_text("Tap the cards to exchange, then draw")
    dismiss = coach.get_by_role("button", name="Dismiss the coach")
    dismiss.focus()
    page.keyboard.press("Enter")
    expect(coach).to_have_count(0)
    page.reload()
    page.locator("[data-part=me]").wait_for()
    expect(page.get_by_role("button", name=re.compile("Stand pat|Draw"))).to_be_visible()
    expect(coach).to_have_count(0)


def test_after_my_first_round_the_coach_is_quiet_by_itself(desktop: Page, tables: dict[str, scenes.Scene]) -> None:
    scene = tables["badugi-draw"]
    stage = Stage(scene, teaches=True)
    stage.put_on(desktop)
    desktop.goto(f"{ADDRESS}/#/table/{scenes.TABLE}")
    coach = desktop.get_by_role("region", name="Coach")
    expect(coach).to_be_visible()
    following = replace(scene.view, round=scene.view.round + 1)
    sequence = scene.told[-1].sequence + 1
    stage.tell(wire.Happened(table=scenes.TABLE, sequence=sequence, told=(), state=following))
    expect(coach).to_have_count(0)


def test_at_a_game_i_know_there_is_no_coach(desktop: Page, tables: dict[str, scenes.Scene]) -> None:
    desktop.add_init_script("localStorage.setItem('pokerroom.preferences', '{\"coached\": [\"badugi\"]}')")
    at_table(desktop, tables["badugi-draw"])
    expect(desktop.get_by_role("button", name=re.compile("Stand pat|Draw"))).to_be_visible()
    expect(desktop.get_by_role("region", name="Coach")).to_have_count(0)


def test_axe_finds_nothing_serious_in_a_lesson_and_at_a_table_with_a_coach(
    page: Page, tables: dict[str, scenes.Scene]
) -> None:
    lesson(page, "omaha-high-low-eight", tables["holdem"])
    assert violations(page) == []
    page.goto(f"{ADDRESS}/#/table/{scenes.TABLE}")
    page.get_by_role("region", name="Coach").wait_for()
    assert violations(page) == []
