"""A bad beat in the browser: celebrated at its table, on the lobby and on the wall, for whoever has just come in."""

import os
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from pokerroom.cards import typed_cards
from pokerroom.live.ports import Entropy, World
from pokerroom.live.records import machine
from pokerroom.live.settings import Settings
from pokerroom.shuffle.lab import keystream
from tests.browser.served import CLOCK, serving, settings
from tests.browser.test_access import violations
from tests.payout_room import Arranged

SHOTS = os.environ.get("POKERROOM_SHOTS", "")
PLAYERS = 4
"""As many bots as the arranged cards are for."""
FULL_HOUSES = typed_cards("As Qs Js Ts Ah Qh Jh Th 3s Kc Kd Kh 3h 7c 3d 7d")
"""Four pocket pairs that nobody folds, and a full house on the board: whoever shows down, all but one are beaten."""


def looked_at(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def arranged(deck: Arranged) -> Callable[[Settings], World]:
    """The machine as it is, except that a test arranges the decks."""

    class OfDeck(Entropy):
        def generator(self) -> Arranged:
            return deck

    def world(of: Settings) -> World:
        real = machine(of)
        return real._replace(entropy=OfDeck(real.entropy.source))

    return world


def foot_of(page: Page) -> float:
    """Where the buttons begin."""
    box = page.get_by_role("button", name="Take a seat").bounding_box()
    assert box is not None
    return box["y"]


def test_a_newcomer_sees_a_bad_beat(browser: Browser) -> None:
    deck = Arranged(keystream("a newcomer"))
    with serving(settings(CLOCK, bots=PLAYERS), arranged(deck)) as room:
        page, wall = (browser.new_context(viewport={"width": 1280, "height": 800}).new_page() for _ in range(2))
        wall.goto(f"{room}/#/wall")
        (payout,) = page.request.get(f"{room}/api/payouts").json()
        page.goto(f"{room}/#/table/{payout['tables'][0]}")
        deck.top = FULL_HOUSES
        moment = page.locator("[data-part=bad-beat]")
        expect(moment).to_have_attribute("data-step", "paid", timeout=120_000)
        expect(page.locator("[data-part=log]")).to_contain_text("has been paid")
        expect(wall.locator("[data-part=last-hit]")).to_be_visible()
        covers = moment.bounding_box()
        assert covers is not None
        assert covers["y"] + covers["height"] <= foot_of(page), "the buttons are covered"
        looked_at(page, "hit-table")
        looked_at(wall, "hit-wall")
        assert violations(page) == []
