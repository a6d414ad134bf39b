"""Mini-dice in a real Chromium: a guest by taps and by keys, a dealer and a floorperson at a table of their own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Guest
from tests.browser.pit import Pit
from tests.browser.served import serving, settings
from tests.browser.stage import SIZES
from tests.browser.test_access import violations


@pytest.fixture(scope="module")
def pit(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    store: Path = tmp_path_factory.mktemp("dice")
    with serving(settings(bots=0, store=str(store))) as room:
        found = Pit(browser, room, store)
        yield found
        found.close()


def at_the_dice(browser: Browser, pit: Pit, device: str) -> Page:
    width, height = SIZES[device]
    page = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce").new_page()
    page.goto(f"{pit.room}/")
    page.get_by_role("link", name="Mini-dice, Dice 1").click()
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("Your chips")).to_be_visible()
    return page


def bet(page: Page, area: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{area} ")).click()


def test_a_guest_bets_by_tapping_shakes_three_times_and_sees_the_proof(
    browser: Browser, pit: Pit, device: str, tmp_path: Path
) -> None:
    page = at_the_dice(browser, pit, device)
    bet(page, "place 6")
    bet(page, "field")
    expect(page.get_by_text("yours $6")).to_be_visible()
    expect(page.get_by_text("house 1.52% = 1/66").first).to_be_visible()
    assert violations(page) == []
    page.screenshot(path=tmp_path / f"dice-betting-{device}.png", full_page=True)
    page.get_by_role("button", name="Shake now").click()
    page.get_by_role("button", name="Take the shaker").click()
    for count in (1, 2, 3):
        page.get_by_role("button", name=f"Shake {count} of 3").click()
    expect(page.locator(".total")).to_be_visible()
    page.screenshot(path=tmp_path / f"dice-result-{device}.png", full_page=True)
    page.get_by_text("Are the dice fair?").click()
    expect(page.get_by_text("proved ✓")).to_be_visible()
    expect(page.locator(".phase")).to_contain_text("Place your bets")
    assert violations(page) == []
    leaves(page)


def leaves(page: Page) -> None:
    """A place wager may still stand: it is taken back, and then nobody has to wait."""
    for standing in page.get_by_role("button", name="take back").all():
        standing.click()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
    page.context.close()


def test_a_round_by_keyboard_alone(browser: Browser, pit: Pit) -> None:
    page = at_the_dice(browser, pit, "desktop")
    page.get_by_role("button", name=re.compile("^over 7 ")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("yours $5")).to_be_visible()
    shake = page.get_by_role("button", name="Shake now")
    shake.focus()
    page.keyboard.press("Enter")
    decline = page.get_by_role("button", name="No, thanks")
    decline.wait_for()
    decline.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".phase")).to_contain_text("The dealer shakes for the players")
    expect(page.locator(".phase")).to_contain_text("Place your bets")
    leaves(page)


def test_dealer_and_floorperson_run_a_table_from_their_consoles(pit: Pit, tmp_path: Path) -> None:
    dealer, floor = pit.contexts["dealer"].new_page(), pit.contexts["floorperson"].new_page()
    dealer.goto(f"{pit.room}/#/dice-pit")
    dealer.get_by_label("Name of a new table").fill("Pit 9")
    for field, text in (("Shaker", "K-7"), ("Dice", "D-12")):
        dealer.get_by_label(field, exact=True).fill(text)
    dealer.get_by_label("Shaker on file").fill("1.13I/88")
    dealer.get_by_label("Dice on file").fill("1.15/41")
    dealer.get_by_role("button", name="Bring it to the table").click()
    dealer.get_by_role("button", name="Sign on or relieve").click()
    floor.goto(f"{pit.room}/#/dice-pit/Pit%209")
    floor.get_by_role("button", name="Open the table").click()
    expect(floor.get_by_role("alert")).to_contain_text("13.5(a)")
    floor.get_by_role("button", name="It works").click()
    expect(floor.get_by_text("inspected, works")).to_be_visible()
    floor.get_by_role("button", name="Open the table").click()
    pat = Guest(pit.room, "Pat at the dice")
    pat.asks("DiceSit", game="dice/Pit 9", seat=0, amount=10_000)
    expect(dealer.get_by_text("1 Pat at the dice").first).to_be_visible()
    dealer.get_by_label("Wager").select_option("place 8")
    dealer.get_by_label("Amount in dollars").fill("7")
    dealer.get_by_role("button", name="Place it").click()
    expect(dealer.get_by_role("alert")).to_contain_text("13.6(b)1")
    dealer.get_by_label("Amount in dollars").fill("12")
    dealer.get_by_role("button", name="Place it").click()
    dealer.get_by_role("button", name="No more bets").click()
    dealer.get_by_role("button", name="Cover the shaker").click()
    dealer.get_by_role("button", name="Shaken three times").click()
    dealer.get_by_role("button", name="Offer the shaker").click()
    dealer.get_by_role("button", name=re.compile("Pat.* takes the shaker")).click()
    assert violations(dealer) == []
    dealer.screenshot(path=tmp_path / "dice-dealer.png", full_page=True)
    floor.get_by_role("button", name="unreasonable delay").click()
    dealer.get_by_role("button", name="Shaken three times").click()
    dealer.get_by_role("button", name="5", exact=True).click()
    dealer.get_by_role("button", name="3", exact=True).click()
    dealer.get_by_role("button", name="Pay Pat").click()
    expect(dealer.get_by_text("wins $14 on place 8").first).to_be_visible()
    assert violations(floor) == []
    floor.screenshot(path=tmp_path / "dice-floor.png", full_page=True)


def test_the_shift_supervisor_posts_better_odds_at_every_table(pit: Pit) -> None:
    page = pit.contexts["supervisor"].new_page()
    page.goto(f"{pit.room}/#/dice-pit/Dice%201")
    odds = page.locator("[data-part=odds]")
    expect(odds.get_by_role("button", name="Nothing is changed")).to_be_disabled()
    odds.get_by_label("any 7").fill("3 to 1")
    odds.get_by_role("button", name="Post these odds at every table").click()
    expect(page.get_by_role("alert")).to_contain_text("13.6(b)")
    odds.get_by_label("any 7").fill("5 to 1")
    odds.get_by_role("button", name="Post these odds at every table").click()
    expect(odds).to_contain_text("Posted at every table.")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert violations(page) == []
    page.close()
