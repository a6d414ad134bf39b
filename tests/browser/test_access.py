"""Everything by keyboard, and nothing that a screen reader could not follow or should not hear."""

import re
from copy import deepcopy
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser import scenes
from tests.browser.screenshots import screens
from tests.browser.stage import ADDRESS, Stage

AXE = Path(__file__).parents[2] / "page/node_modules/axe-core/axe.min.js"
GRAVE = ("serious", "critical")
SCREENS = {
    "lobby": ("/", ".games h2"),
    "wall": ("/wall", "td"),
    "history": ("/#/history", "main li"),
    "replayer": (f"/#/history/{scenes.TABLE}/1204", "[data-part=line]"),
    "a shared round": (f"/replay/{'x' * 32}", "[data-part=line]"),
}
"""Where each is, and what is there once it is shown."""


def violations(page: Page) -> list[str]:
    if not AXE.is_file():
        pytest.skip("NOT TESTED: accessibility, as axe-core is not installed (`npm ci` in page/)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run()")
    return [
        f"{each['id']}: {node['html'][:120]}"
        for each in found["violations"]
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing_serious(page: Page, name: str) -> None:
    Stage(None, scenes.finished()).put_on(page)
    address, shown = SCREENS[name]
    page.goto(f"{ADDRESS}{address}")
    page.locator(shown).first.wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("name", ["holdem", "stud", "badugi-draw", "omaha8-split", "proposal"])
def test_axe_finds_nothing_serious_at_a_table(page: Page, tables: dict[str, scenes.Scene], name: str) -> None:
    Stage(tables[name]).put_on(page)
    page.goto(f"{ADDRESS}/#/table/{scenes.TABLE}")
    page.locator("[data-part=me]").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize(("key", "shown"), [("w", "[data-part=why] li"), ("?", "dialog kbd")])
def test_axe_finds_nothing_serious_in_a_dialog_by_its_key(
    desktop: Page, tables: dict[str, scenes.Scene], key: str, shown: str
) -> None:
    Stage(tables["holdem"]).put_on(desktop)
    desktop.goto(f"{ADDRESS}/#/table/{scenes.TABLE}")
    desktop.locator("[data-part=me]").wait_for()
    desktop.keyboard.press(key)
    desktop.locator(shown).first.wait_for()
    assert violations(desktop) == []


@pytest.mark.parametrize("name", ["more", "change-table", "higher-minimum", "moving"])
def test_axe_finds_nothing_serious_in_what_a_player_may_ask_for(
    page: Page, tables: dict[str, scenes.Scene], name: str
) -> None:
    stage, address, then = screens(tables)[name]
    stage.put_on(page)
    page.goto(address)
    page.locator("[data-part=me]").wait_for()
    then(page, stage)
    assert violations(page) == []


@pytest.mark.parametrize("name", ["Sign in", "Settings"])
def test_axe_finds_nothing_serious_in_a_dialog_of_the_lobby(page: Page, name: str) -> None:
    Stage().put_on(page)
    page.goto(ADDRESS)
    page.get_by_role("button", name=name).click()
    page.get_by_role("dialog").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("name", ["Sign in", "Settings"])
def test_a_dialog_that_closes_gives_the_keyboard_back_to_where_it_was(desktop: Page, name: str) -> None:
    Stage().put_on(desktop)
    desktop.goto(ADDRESS)
    button = desktop.get_by_role("button", name=name)
    button.focus()
    desktop.keyboard.press("Enter")
    desktop.get_by_role("dialog").wait_for()
    desktop.keyboard.press("Escape")
    expect(desktop.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_axe_finds_nothing_serious_where_a_round_is_shared(page: Page) -> None:
    Stage(None, scenes.finished()).put_on(page)
    page.goto(f"{ADDRESS}/#/history/{scenes.TABLE}/1204")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("textbox", name=re.compile("^Link")).first.wait_for()
    assert violations(page) == []


@pytest.mark.parametrize(("delay", "said"), [(1.0, "1 second behind"), (10.0, "10 seconds behind")])
def test_how_far_an_onlooker_is_behind_is_said_in_good_english(
    desktop: Page, tables: dict[str, scenes.Scene], delay: float, said: str
) -> None:
    scene = tables["watching"]
    Stage(scene._replace(view=msgspec.structs.replace(scene.view, delayed=delay))).put_on(desktop)
    desktop.goto(f"{ADDRESS}/#/table/{scenes.TABLE}")
    expect(desktop.locator("[data-part=actions]")).to_contain_text(f"{said} the table")


def at_table(page: Page, scene: scenes.Scene) -> Stage:
    stage = Stage(scene)
    stage.put_on(page)
    page.goto(f"{ADDRESS}/#/table/{scenes.TABLE}")
    page.locator("[data-part=me]").wait_for()
    return stage


def test_a_raise_is_sized_and_made_by_keys(desktop: Page, tables: dict[str, scenes.Scene]) -> None:
    scene = tables["holdem"]
    stage = at_table(desktop, scene)
    offer = next(each for each in scene.view.offers if each.kind == "Raise")
    for _ in range(3):
        desktop.keyboard.press("ArrowUp")
    desktop.keyboard.press("r")
    assert stage.moves() == [{"type": "Raise", "to": offer.least + 3 * offer.step, "discard": []}]


def test_an_exact_amount_is_typed(desktop: Page, tables: dict[str, scenes.Scene]) -> None:
    stage = at_table(desktop, tables["holdem"])
    desktop.keyboard.press("e")
    desktop.keyboard.type("25")
    desktop.keyboard.press("Enter")
    assert stage.moves() == [{"type": "Raise", "to": 2500, "discard": []}]


def test_cards_are_picked_and_drawn_by_keys(desktop: Page, tables: dict[str, scenes.Scene]) -> None:
    scene = tables["badugi-draw"]
    stage = at_table(desktop, scene)
    mine = next(seat for seat in scene.view.seats if seat.me)
    for key in ("1", "2", "4", "2", "d"):
        desktop.keyboard.press(key)
    assert stage.moves() == [{"type": "Draw", "discard": [mine.down[0], mine.down[3]]}]


def test_entering_super_stud_costs_the_cards_that_were_picked(desktop: Page, tables: dict[str, scenes.Scene]) -> None:
    scene = tables["super-stud"]
    stage = at_table(desktop, scene)
    offer = next(each for each in scene.view.offers if each.discard)
    mine = next(seat for seat in scene.view.seats if seat.me)
    button = desktop.locator(f"[data-offer={offer.kind}]")
    assert button.is_disabled(), "no card was picked yet"
    for number in range(offer.discard):
        desktop.keyboard.press(str(number + 1))
    button.click()
    given = stage.moves()[0]
    assert given["type"] == offer.kind
    assert given.get("discard", given.get("cards")) == list(mine.down[: offer.discard])


def test_a_key_reads_my_cards_and_no_other_hidden_one(desktop: Page, tables: dict[str, scenes.Scene]) -> None:
    scene = tables["stud"]
    at_table(desktop, scene)
    calm = desktop.locator("[data-part=calm]")
    desktop.keyboard.press("h")
    expect(calm).to_contain_text("Your cards")
    desktop.keyboard.press("n")
    expect(calm).to_contain_text("up ")
    backs = desktop.locator('[data-card="??"]')
    assert backs.count() >= 6
    assert set(backs.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")) == {"face-down card"}


def test_the_turn_is_announced_with_what_may_be_done(desktop: Page, tables: dict[str, scenes.Scene]) -> None:
    at_table(desktop, tables["holdem"])
    expect(desktop.locator("[data-part=urgent]")).to_have_text(re.compile(r"^Your turn: fold, call \$2, raise to"))


def test_a_deck_is_verified_in_the_browser(desktop: Page) -> None:
    Stage(None, scenes.finished()).put_on(desktop)
    desktop.goto(f"{ADDRESS}/#/history/{scenes.TABLE}/1204")
    desktop.get_by_role("button", name="Verify").click()
    desktop.get_by_text("The deck was fixed before the deal").wait_for()


def test_a_forged_card_is_found_in_the_browser(desktop: Page) -> None:
    played = deepcopy(scenes.finished())
    opening = played["evidence"]["openings"][0][0]
    opening["card"] = (opening["card"] + 1) % 52
    Stage(None, played).put_on(desktop)
    desktop.goto(f"{ADDRESS}/#/history/{scenes.TABLE}/1204")
    desktop.get_by_role("button", name="Verify").click()
    desktop.get_by_text("The deck does not check").wait_for()


def test_a_round_is_shared_by_keyboard_and_every_part_of_it_has_a_name(desktop: Page) -> None:
    Stage(None, scenes.finished()).put_on(desktop)
    desktop.goto(f"{ADDRESS}/#/history/{scenes.TABLE}/1204")
    button = desktop.get_by_role("button", name="Share")
    button.focus()
    desktop.keyboard.press("Enter")
    dialog = desktop.get_by_role("dialog", name="Share this round")
    dialog.get_by_role("textbox").first.wait_for()
    reached = []
    for _ in range(6):
        desktop.keyboard.press("Tab")
        reached.append(
            desktop.evaluate("() => document.activeElement.matches('input[type=checkbox], input, button, a')")
        )
    assert all(reached)
    cards = dialog.get_by_role("checkbox", name=re.compile("^my own cards"))
    cards.focus()
    desktop.keyboard.press("Space")
    expect(cards).not_to_be_checked()
    links = [each.get_attribute("aria-label") for each in dialog.get_by_role("textbox").all()]
    assert len(links) == len(set(links)) == 2, "each link says what it shows"
    desktop.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
