"""Cards that count are marked on one's own hand; at the showdown those that won are lifted, high and low apart."""

from playwright.sync_api import Page, expect

from tests.browser import scenes
from tests.browser.test_why import at_table


def marked(page: Page, part: str, way: str) -> list[str]:
    """The cards in a part of the table that have this mark."""
    places = page.locator(f"[data-part={part}] :has(> [data-part=counts][data-{way}]) [data-card]")
    return [str(each.get_attribute("data-card")) for each in places.all()]


def test_of_a_badugi_hand_the_cards_that_count_are_marked(page: Page, tables: dict[str, scenes.Scene]) -> None:
    at_table(page, tables["badugi-draw"])
    hand = tables["badugi-draw"].view.my_hands[0]
    assert 0 < len(hand.cards) < 4
    assert {*marked(page, "me", "high")} == {*hand.cards}
    expect(page.locator("[data-part=hand-name]")).to_contain_text("hand")


def test_a_low_that_is_not_there_yet_is_told(page: Page, tables: dict[str, scenes.Scene]) -> None:
    at_table(page, tables["super-stud"])
    low = tables["super-stud"].view.my_hands[1]
    expect(page.locator("[data-part=hand-name]")).to_contain_text("no low yet")
    assert {*marked(page, "me", "low")} == {*low.cards}


def test_at_the_showdown_high_and_low_are_lifted_apart(page: Page, tables: dict[str, scenes.Scene]) -> None:
    scene = tables["omaha8-split"]
    at_table(page, scene)
    assert scene.view.result is not None
    for way in ("high", "low"):
        won = {
            card for award in scene.view.result.awards if award.share == way for each in award.cards for card in each
        }
        assert won
        assert {*marked(page, "hand", way), *marked(page, "board", way)} == won
    lifted = page.locator(".lifted [data-card]").count()
    dimmed = page.locator(".dimmed [data-card]").count()
    shown = sum(len(seat.down) for seat in scene.view.seats if seat.shown or seat.me)
    assert lifted
    assert lifted + dimmed == shown + len(scene.view.board)
