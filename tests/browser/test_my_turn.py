"""My turn is announced wherever I am: in the tab, on every other screen, over every dialog, and outside if I wish."""

import re
from collections.abc import Callable
from itertools import count

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from pokerroom.wire import messages as wire
from tests.browser import scenes
from tests.browser.screenshots import REPLAY, TABLE, opened
from tests.browser.stage import ADDRESS, Stage

MINE = next(each for each in scenes.lobby().tables if each.mine).name
"""The table where the lobby says that I have a seat."""
GAME = "Hold \N{RIGHT SINGLE QUOTATION MARK}em"
SECONDS = re.compile(r"\b1?\d s\b")
LATER = count(1)

NOTICES = """
  window.asked = 0;
  window.shown = [];
  window.away = false;
  document.hasFocus = () => !window.away;
  window.Notification = class extends Notification {
    static requestPermission() { window.asked += 1; return super.requestPermission(); }
    constructor(title, options) { super(title, options); window.shown.push(`${title}: ${options.body}`); }
  };
"""
"""The notices that a page shows and how often it asks whether it may, and a window that can be behind another."""


LOG_LEAVES_ACTIONS = """() => {
  const [log, actions] = ["aside", "[data-part=actions]"]
    .map(each => document.querySelector(each).getBoundingClientRect());
  const shown = log.width > 0 && log.height > 0 && log.bottom > 0 && log.top < innerHeight;
  return shown && (log.left >= actions.right - 1 || log.bottom <= actions.top + 1);
}"""
"""The log is in sight, beside the actions or above them."""


@pytest.fixture
def stage(tables: dict[str, scenes.Scene]) -> Stage:
    """My turn at the table where I sit, and a round of mine to look at."""
    return Stage(tables["holdem"], scenes.finished(), at=MINE)


def passed(stage: Stage) -> None:
    """Somebody else is to act."""
    assert stage.scene
    happens(stage, replace(stage.scene.view, offers=(), turn=None))


def happens(stage: Stage, view: wire.TableView) -> None:
    assert stage.scene
    sequence = stage.scene.told[-1].sequence + next(LATER)
    stage.tell(wire.Happened(table=MINE, sequence=sequence, told=(), state=view))


SCREENS = {
    "lobby": f"{ADDRESS}/",
    "history": f"{ADDRESS}/#/history",
    "replayer": REPLAY,
    "another table": TABLE,
}


@pytest.mark.parametrize("screen", SCREENS)
def test_every_other_screen_leads_back_to_the_table_that_waits_for_me(page: Page, stage: Stage, screen: str) -> None:
    stage.put_on(page)
    page.goto(SCREENS[screen])
    bar = page.locator("a[data-part=turn]")
    expect(bar).to_contain_text(f"Your turn at {GAME}, {MINE}")
    expect(bar).to_contain_text(SECONDS)
    bar.click()
    page.locator("[data-offer]").first.wait_for()
    expect(page.locator("a[data-part=turn]")).to_have_count(0)


def test_the_bar_goes_when_the_turn_does(desktop: Page, stage: Stage) -> None:
    stage.put_on(desktop)
    desktop.goto(ADDRESS)
    expect(desktop.locator("a[data-part=turn]")).to_be_visible()
    passed(stage)
    expect(desktop.locator("a[data-part=turn]")).to_have_count(0)


@pytest.mark.parametrize("address", [f"{ADDRESS}/", f"{ADDRESS}/#/table/{MINE}"], ids=["lobby", "table"])
def test_the_tab_says_whose_turn_it_is_and_how_long(desktop: Page, stage: Stage, address: str) -> None:
    stage.put_on(desktop)
    desktop.goto(address)
    expect(desktop).to_have_title(re.compile(r"^\(1?\d s\) Your turn · .*Poker room$"))
    passed(stage)
    expect(desktop).to_have_title(re.compile(r"^[^(]*Poker room$"))


@pytest.fixture
def watched(desktop: Page, stage: Stage) -> Callable[[], list[str]]:
    """The notices shown so far, by a browser that allows them."""
    desktop.context.grant_permissions(["notifications"], origin=ADDRESS)
    desktop.add_init_script(NOTICES)
    stage.put_on(desktop)

    def shown() -> list[str]:
        found: list[str] = desktop.evaluate("() => window.shown")
        return found

    return shown


def turn_comes(page: Page, stage: Stage) -> None:
    """Mine has passed and comes again, and the page has seen both."""
    assert stage.scene
    bar = page.locator("a[data-part=turn]")
    passed(stage)
    expect(bar).to_have_count(0)
    happens(stage, stage.scene.view)
    expect(bar).to_be_visible()


def test_nobody_is_asked_to_allow_notices_who_did_not_ask_for_them(
    desktop: Page, stage: Stage, watched: Callable[[], list[str]]
) -> None:
    desktop.goto(ADDRESS)
    expect(desktop.locator("a[data-part=turn]")).to_be_visible()
    desktop.evaluate("() => { window.away = true }")
    turn_comes(desktop, stage)
    assert (desktop.evaluate("() => window.asked"), watched()) == (0, [])


def test_whoever_wants_it_is_notified_of_his_turn_while_he_looks_elsewhere(
    desktop: Page, stage: Stage, watched: Callable[[], list[str]]
) -> None:
    desktop.goto(ADDRESS)
    opened("Settings")(desktop, stage)
    desktop.get_by_label("Notify me of my turn").check()
    assert desktop.evaluate("() => window.asked") == 1
    desktop.get_by_role("button", name="Close").click()
    turn_comes(desktop, stage)
    assert watched() == [], "he is looking"
    desktop.evaluate("() => { window.away = true }")
    turn_comes(desktop, stage)
    desktop.wait_for_function("() => window.shown.length")
    assert watched() == [f"Your turn: Your turn at {GAME}, {MINE}"]


def test_a_browser_that_allows_no_notices_is_said_to(desktop: Page, stage: Stage) -> None:
    desktop.add_init_script("Notification.requestPermission = async () => 'denied'")
    stage.put_on(desktop)
    desktop.goto(ADDRESS)
    opened("Settings")(desktop, stage)
    desktop.get_by_label("Notify me of my turn").click()
    expect(desktop.get_by_role("alert")).to_contain_text("does not let this page notify you")
    expect(desktop.get_by_label("Notify me of my turn")).not_to_be_checked()


@pytest.mark.parametrize("dialog", ["Sign", "More"])
def test_a_dialog_never_hides_the_clock(page: Page, stage: Stage, dialog: str) -> None:
    stage.put_on(page)
    page.goto(f"{ADDRESS}/#/table/{MINE}")
    page.locator("[data-offer]").first.wait_for()
    opened(dialog)(page, stage)
    clock = page.get_by_role("dialog").locator("[data-part=turn]")
    expect(clock).to_be_in_viewport()
    expect(clock).to_contain_text(SECONDS)


def test_the_log_called_up_on_a_phone_leaves_the_clock_in_sight(page: Page, stage: Stage) -> None:
    stage.put_on(page)
    page.goto(f"{ADDRESS}/#/table/{MINE}")
    page.locator("[data-offer]").first.wait_for()
    page.keyboard.press("l")
    page.wait_for_function(LOG_LEAVES_ACTIONS)
