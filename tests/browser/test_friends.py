"""A table among friends in two browsers: made in the lobby, joined by link, played, paused and ended by its host."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import People
from tests.browser.stage import SIZES
from tests.browser.test_access import violations

ROUND_OVER = "[data-part=awards]"


def moves(pages: list[Page]) -> None:
    """Whoever is to act takes the first thing offered, until the pots are awarded."""
    for _ in range(200):
        for page in pages:
            if page.locator(ROUND_OVER).count():
                return
            offers = page.locator("[data-offer]:enabled")
            if offers.count():
                offers.first.click()
                sure = page.get_by_role("button", name="Yes, fold")
                if sure.count():
                    sure.click()
        pages[0].wait_for_timeout(100)
    raise AssertionError("the round did not end")


def test_a_private_mixed_game_is_made_joined_by_link_played_paused_and_ended(
    people: People, quiet_room: str, browser: Browser
) -> None:
    host = people("Ann", room=quiet_room).page
    host.goto(f"{quiet_room}/")
    host.get_by_role("button", name="Play with friends").click()
    making = host.get_by_role("dialog", name="Play with friends")
    making.get_by_label("Game").select_option("friends stud eight and triple draw")
    assert violations(host) == []
    making.get_by_role("button", name="Open the table").press("Enter")
    bar = host.locator("[data-part=friends]")
    expect(bar).to_contain_text("Your table, among friends.")
    bar.get_by_role("button", name="Invite").click()
    inviting = host.get_by_role("dialog", name="Invite friends")
    link = inviting.get_by_label("Link").input_value()
    code = inviting.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert violations(host) == []
    host.keyboard.press("Escape")
    host.get_by_role("button", name="Take a seat").click()

    width, height = SIZES["phone"]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    friend = context.new_page()
    friend.goto(link)
    expect(friend.get_by_text(re.compile("invites you: Seven-card stud high-low"))).to_be_visible()
    assert violations(friend) == []
    friend.get_by_label("Your name at the table").fill("Ben")
    friend.get_by_label("Your name at the table").press("Enter")
    expect(friend.locator("[data-part=friends]")).to_contain_text("table, among friends.")
    moves([host, friend])
    expect(friend.locator("[data-part=friends]").get_by_role("button", name="Pause")).to_have_count(0)

    bar.get_by_role("button", name="Pause").click()
    expect(friend.locator("[data-part=friends]")).to_contain_text("paused this table")
    bar.get_by_role("button", name="Resume").click()
    expect(friend.locator("[data-part=friends]")).to_contain_text("among friends")
    bar.get_by_role("button", name="End").click()
    bar.get_by_role("button", name="Yes, end it").click()
    expect(friend.locator("[data-part=friends]")).to_contain_text("has ended this table")
    context.close()
