"""A line that is lost is seen at once: nothing can be done meanwhile, and what was sent is settled when it is back."""

import json
import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, WebSocketRoute, expect

from pokerroom.words import saying
from tests.browser import scenes
from tests.browser.screenshots import TABLE
from tests.browser.stage import ADDRESS, Stage

DOWN = "The line to the room is down"


class Silent(Stage):
    """A room that may stop answering what it is asked, and whose line may be cut."""

    answers = True
    reachable = True

    def _connected(self, socket: WebSocketRoute) -> None:
        if self.reachable:
            super()._connected(socket)
        else:
            socket.close()

    def _heard(self, text: str | bytes) -> None:
        if self.answers:
            super()._heard(text)
        else:
            self.sent.append(json.loads(text))

    def cut(self) -> None:
        assert self._socket is not None
        self._socket.close()

    def lose(self, page: Page) -> None:
        """The network is gone. No time passes for the page from then on: what it says, it does not say after a wait."""
        self.reachable = False
        page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
        page.context.set_offline(True)


@pytest.fixture
def stage(tables: dict[str, scenes.Scene]) -> Silent:
    return Silent(tables["holdem"])


def seated(page: Page, stage: Stage) -> Page:
    page.clock.install()
    stage.put_on(page)
    page.goto(TABLE)
    page.locator("[data-offer]").first.wait_for()
    return page


def acts(stage: Stage) -> list[dict[str, Any]]:
    return [each for each in stage.sent if each["type"] == "Act"]


def test_a_network_that_is_gone_is_told_at_once_and_nothing_can_be_done(page: Page, stage: Silent) -> None:
    seated(page, stage)
    stage.lose(page)
    expect(page.locator(".line-down")).to_contain_text(DOWN)
    fold = page.locator("[data-offer=Fold]")
    expect(page.locator("[data-part=actions]")).to_have_attribute("inert", "")
    expect(fold).to_have_css("opacity", "0.45")
    fold.click(force=True)
    page.keyboard.press("c")
    page.wait_for_timeout(100)
    assert not acts(stage)
    stage.reachable = True
    page.context.set_offline(False)
    page.clock.resume()
    expect(page.locator(".line-down")).to_have_count(0)
    fold.click()
    assert stage.moves() == [{"type": "Fold"}]


def test_what_the_banner_says_hides_nothing_of_the_table(page: Page, stage: Silent) -> None:
    seated(page, stage)
    stage.lose(page)
    banner = page.locator(".line-down").bounding_box()
    header = page.locator("main header").bounding_box()
    assert banner
    assert header
    assert banner["y"] + banner["height"] <= header["y"] + 1
    # The table makes room for the banner with the next frame.
    expect(page.locator("[data-part=actions]")).to_be_in_viewport(ratio=1)


def test_a_move_that_is_not_confirmed_is_shown_so_and_settled_when_the_line_is_back(
    desktop: Page, stage: Silent
) -> None:
    seated(desktop, stage)
    stage.answers = False
    desktop.locator("[data-offer=Call]").click()
    status = desktop.locator("[data-part=actions]")
    expect(status).to_contain_text("Call $")
    expect(status).to_contain_text("sent, not confirmed yet")
    stage.reachable = False
    stage.cut()
    expect(desktop.locator(".line-down")).to_contain_text(DOWN)
    expect(status).to_contain_text("It is settled as soon as the line is back")
    stage.answers = stage.reachable = True
    expect(desktop.locator(".line-down")).to_have_count(0)
    stage.until(lambda: len(acts(stage)) > 1)
    first, again = acts(stage)[0], acts(stage)[-1]
    assert first["id"] == again["id"], "the room could not tell that it is the same move"
    assert first == again


def test_a_room_that_does_not_answer_is_no_line(desktop: Page, stage: Silent) -> None:
    seated(desktop, stage)
    stage.answers = False
    desktop.locator("[data-offer=Call]").click()
    stage.reachable = False
    desktop.clock.run_for(9000)
    expect(desktop.locator(".line-down")).to_contain_text(DOWN)


def test_the_lobby_says_it_too(page: Page, stage: Silent) -> None:
    page.clock.install()
    stage.put_on(page)
    page.goto(ADDRESS)
    sit = page.get_by_role("button", name=re.compile("^(Sit|Leave and sit here) at")).first
    expect(sit).to_be_enabled()
    stage.lose(page)
    expect(page.locator(".line-down")).to_contain_text(DOWN)
    expect(page.get_by_role("button", name="Quick seat")).to_be_disabled()
    expect(sit).to_be_disabled()


OVERLAPS = """() => {
  const { bottom, top } = document.querySelector(".halted").getBoundingClientRect();
  return [...document.querySelectorAll("[data-part=seat], [data-part=me]")]
    .map(each => each.getBoundingClientRect())
    .filter(each => each.top < bottom && each.bottom > top).length;
}"""


def test_why_play_waits_covers_nobody(page: Page, tables: dict[str, scenes.Scene]) -> None:
    scene = tables["holdem"]
    halted = saying("refused-live.cannot record")
    seated(page, Silent(scene._replace(view=replace(scene.view, halted=halted))))
    expect(page.locator(".halted")).to_be_visible()
    assert page.evaluate(OVERLAPS) == 0
