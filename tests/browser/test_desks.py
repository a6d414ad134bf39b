"""The desks of those who work away from the tables: cage, accounting, surveillance, security, and the Division."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.office import TABLET, Office
from tests.browser.served import serving, settings
from tests.browser.test_access import violations

SHOTS = os.environ.get("POKERROOM_SHOTS", "")


@pytest.fixture(scope="module")
def office(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    store = tmp_path_factory.mktemp("office")
    with serving(settings(store=str(store), bots=0)) as room:
        found = Office(browser, room, store, "cage", "surveillance", "security", "Division")
        yield found
        found.close()
        assert found.complaints == [], "a page has complained"


def looked_at(page: Page, name: str) -> None:
    """No serious fault of access; and a picture of it where somebody wants to look."""
    assert violations(page) == []
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def test_a_cashier_pays_in_fills_a_table_and_closes_the_drawer(office: Office) -> None:
    office.player("Pat Oneill")
    page = office.at("cage", "cage")
    page.get_by_role("button", name="Open a drawer").click()
    page.get_by_label("Cash of $100", exact=True).fill("30")
    page.get_by_label("Chips of $5", exact=True).fill("400")
    expect(page.locator("[data-part=counted]")).to_have_text("$5,000")
    page.get_by_role("button", name="Open the drawer").click()
    expect(page.locator("[data-part=expected]")).to_have_text("$5,000")

    page.get_by_role("searchbox", name="Find by name or number").fill("oneill")
    player = page.locator("[data-part=player]")
    expect(player).to_contain_text("Pat Oneill")
    player.get_by_label("Amount").fill("nonsense")
    expect(player).to_contain_text("Not an amount")
    expect(player.get_by_role("button", name="Buy in")).to_be_disabled()
    player.get_by_label("Amount").fill("250.50")
    player.get_by_role("button", name="Buy in").click()
    expect(page.locator("[data-part=told]")).to_have_text("$250.50 paid in for Pat Oneill.")
    expect(player).to_contain_text("$250.50")
    expect(page.locator("[data-part=expected]")).to_have_text("$5,250.50")

    page.get_by_role("button", name=re.compile("^Fill ")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="$500", exact=True).click()
    dialog.get_by_role("button", name="Fill $500").click()
    expect(page.locator("[data-part=expected]")).to_have_text("$4,750.50")
    slip = page.get_by_role("link", name="fill $500: PDF").get_attribute("href")
    assert office.contexts["cage"].request.get(f"{office.room}{slip}").body().startswith(b"%PDF")
    looked_at(page, "cage")
    looked_at(office.at("cage", "cage", size=TABLET), "cage-tablet")

    page.get_by_role("button", name="Close with a count").click()
    page.get_by_label("Cash of $100", exact=True).fill("47")
    expect(page.locator("[data-part=difference]")).to_contain_text("−$50.50 off")
    looked_at(page, "cage-count")
    page.get_by_role("button", name="Close the drawer").click()
    expect(page.locator("[data-part=told]")).to_contain_text("waits for a second signature")
    other = office.at("accounting", "")
    other.get_by_role("button", name="Sign").click()
    expect(page.locator("p.closed")).to_contain_text("Kay Till closed at")
    expect(page.locator("p.closed")).to_contain_text("−$50.50 off (noted)")
