"""Every page of staff and of players by keyboard alone, in a true room."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served import serving, settings
from tests.browser.walking import dialogs, walked
from tests.sampling import sampled

CONSOLES = {
    "Dealer": ("", "dealer", "dice-pit"),
    "Floorperson": ("floor", "surveillance"),
    "Poker shift supervisor": ("", "supervisor", "accounting", "division"),
    "Cashier": ("", "cage", "payouts"),
    "Accountant": ("", "accounting", "payouts"),
    "Security officer": ("security",),
    "Surveillance officer": ("surveillance", "security"),
    "Division inspector": ("", "division", "board", "accounting", "surveillance", "payouts"),
}
"""What each position opens, by the titles under which a newcomer tries them."""
BESIDE = {"dealer": "#/dealer", "dice-pit": "#/dice-pit"}
"""Consoles that are not under `#/staff`."""
OF_PLAYERS = {
    "lobby": "/",
    "wall": "/wall",
    "history": "/#/history",
    "learning": "/#/learn/hold-em",
    "keno": "/#/keno",
    "behind the scenes": "/#/backstage",
}


@pytest.fixture(scope="module")
def room(browser: Browser) -> Iterator[str]:  # noqa: ARG001  without a browser no room need be opened
    with serving(settings(bots=2)) as address:
        yield address


@pytest.fixture(scope="module")
def tried(browser: Browser, room: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(room)
    yield page
    context.close()


def opened_at(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("main")).to_be_visible()
    expect(page.get_by_text("Coming…")).to_have_count(0)


def becomes(page: Page, room: str, title: str) -> None:
    page.goto(f"{room}/#/backstage")
    page.get_by_role("button", name=title).filter(has=page.get_by_text(title, exact=True)).click()
    expect(page.get_by_role("heading", name="Orders", exact=True)).to_be_visible()


@pytest.mark.sampled
@pytest.mark.parametrize("title", sampled(("Cashier", "Floorperson"), whole=tuple(CONSOLES)))
def test_every_console_of_a_position_is_walked_by_keyboard_alone(tried: Page, room: str, title: str) -> None:
    becomes(tried, room, title)
    wrong, opened = [], 0
    for console in CONSOLES[title]:
        opened_at(tried, f"{room}/{BESIDE.get(console) or f'#/staff/{console}'.rstrip('/')}")
        wrong += [f"{console or 'home'}: {each}" for each in walked(tried)]
        there, found = dialogs(tried)
        opened += there
        wrong += [f"{console or 'home'}: {each}" for each in found]
    assert wrong == []
    assert opened or "" not in CONSOLES[title], "what a position may read is in dialogs of its home"


@pytest.mark.sampled
@pytest.mark.parametrize("name", sampled(("lobby", "keno"), whole=tuple(OF_PLAYERS)))
def test_every_page_of_a_player_is_walked_by_keyboard_alone(tried: Page, room: str, name: str) -> None:
    opened_at(tried, f"{room}{OF_PLAYERS[name]}")
    assert walked(tried) == []
