"""Why? is answered beside the table: for what happened, and nobody is timed out by reading."""

import re

from playwright.sync_api import Locator, Page, expect

from pokerroom.play import Round, Seat
from pokerroom.ranking import category
from tests.browser import scenes
from tests.browser.scenes import staged
from tests.browser.stage import ADDRESS, Stage

TABLE = f"{ADDRESS}/#/table/{scenes.TABLE}"


def at_table(page: Page, scene: scenes.Scene) -> Stage:
    stage = Stage(scene)
    stage.put_on(page)
    page.goto(TABLE)
    page.locator("[data-part=me]").wait_for()
    return stage


def answer(page: Page) -> Locator:
    return page.get_by_role("region", name="Why?")


def apart(one: Locator, other: Locator) -> bool:
    """Whether neither lies over the other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return beside or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1


def test_while_an_answer_is_read_clock_cards_and_moves_stay_within_reach(
    page: Page, tables: dict[str, scenes.Scene]
) -> None:
    stage = at_table(page, tables["stud"])
    page.keyboard.press("w")
    expect(answer(page)).to_contain_text("N.J.A.C. 13:69F-14.")
    for seen in (page.locator("[data-part=me]"), page.get_by_text("Your turn", exact=True), page.locator("footer")):
        expect(seen).to_be_visible()
        assert apart(answer(page), seen)
    page.keyboard.press("c")
    assert stage.moves()[0]["type"] == "Check"
    expect(answer(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(answer(page)).to_have_count(0)


def test_a_call_at_hold_em_cites_neither_draws_nor_kill_blinds(page: Page, tables: dict[str, scenes.Scene]) -> None:
    at_table(page, tables["holdem"])
    if page.viewport_size and page.viewport_size["width"] < 1000:
        page.keyboard.press("l")
    page.get_by_role("button", name=re.compile(r"^Why\? .* calls ")).first.click()
    expect(answer(page)).to_contain_text("14.10(f)")
    expect(answer(page).get_by_role("listitem").first).to_be_visible()
    expect(answer(page)).not_to_contain_text("draw")
    expect(answer(page)).not_to_contain_text("kill")


def test_the_award_at_mambo_says_that_a_straight_beats_a_flush(desktop: Page) -> None:
    scene = straight_over_flush()
    at_table(desktop, scene)
    desktop.get_by_role("button", name=re.compile("^Why\\? .*high: .* straight")).last.click()
    because = answer(desktop).locator("[data-part=because]")
    expect(because).to_contain_text("A straight beats a flush in this game.")
    expect(because).to_contain_text("three-of-a-kind, a straight, a flush")


def straight_over_flush() -> scenes.Scene:
    """The end of a round of mambo in which a straight was shown down against a flush."""
    return staged("mambo-stud", lambda state: state.over and beat_a_flush(state), players=6)[0]


def beat_a_flush(state: Round) -> bool:
    high = state.procedure.shares[0]
    hands = [state.cards(Seat(seat)) for seat in range(state.seats) if state.is_live(Seat(seat))]
    kinds = sorted((high.rank(hand, state.board) for hand in hands), reverse=True)
    names = [category(high.share.ranking, each) for each in kinds]
    return names[:1] == ["straight"] and "flush" in names and state.shown.bit_count() == len(hands)
