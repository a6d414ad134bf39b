"""A guest plays whole rounds in a true room by keyboard alone."""

import time

import pytest
from playwright.sync_api import Page

ANSWERS = (("Check", "c"), ("Call", "c"), ("PostForcedBet", "p"), ("Draw", "d"), ("Show", "s"), ("Bet", "r"))
LONGEST = 60


def seated(page: Page, room: str, title: str) -> None:
    """From the address to a seat with Tab and Enter alone."""
    page.goto(room)
    page.get_by_role("heading", name=title, exact=True).wait_for()
    page.keyboard.press("Tab")
    for _ in range(80):
        focused = page.evaluate("() => document.activeElement.textContent")
        if focused.startswith(f"Sit at {title}"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("[data-part=me]").wait_for()


def play_on(page: Page) -> None:
    """Take the mildest offer, if it is my turn."""
    kinds = page.locator("[data-offer]").evaluate_all("nodes => nodes.map(node => node.dataset.offer)")
    for kind, key in ANSWERS:
        if kind in kinds:
            page.keyboard.press(key)
            return


@pytest.mark.parametrize("title", ["Hold 'em", "Seven-card stud high", "Badugi"])
def test_a_round_is_played_to_its_end(desktop: Page, room: str, title: str) -> None:
    seated(desktop, room, title)
    until = time.monotonic() + LONGEST
    mine = False
    while time.monotonic() < until:
        play_on(desktop)
        mine = mine or desktop.locator("[data-part=me] [data-card]").count() > 0
        if mine and desktop.locator("[data-part=log] li.award").count():
            break
        desktop.wait_for_timeout(60)
    assert mine, "no card was dealt to me"
    assert desktop.locator("[data-part=log] li.award").count() > 0, "the round did not end"
