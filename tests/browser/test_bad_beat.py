"""A bad beat in a licensed room, from the showdown to the last award, through the consoles of everybody concerned."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.jackpot import BEATEN, BY_HAND, BY_ROOM, PLAYERS, STAKES, Casino, hit_on, open_casino, reaches
from tests.browser.office import DESKTOP, NAMES
from tests.browser.pit import PASSWORD
from tests.browser.shift import Console
from tests.browser.test_desks import looked_at

MISTYPED = "Td Tc Jd Qd 3c"
SCREEN = {"width": 1920, "height": 1080}


@pytest.fixture
def casino(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with open_casino(browser, tmp_path_factory.mktemp("casino")) as found:
        yield found
        assert found.complaints == [], "a page has complained"


def seen_by_patrons(casino: Casino, address: str, size: dict[str, int]) -> Page:
    page = casino.browser.new_context(viewport=size).new_page()  # type: ignore[arg-type]
    page.goto(f"{casino.room}/#/{address}")
    return page


def test_a_hit_at_a_table_that_the_room_deals_is_paid_there(casino: Casino) -> None:
    wall = seen_by_patrons(casino, "wall", SCREEN)
    displays(wall, "$659.80")
    watched = seen_by_patrons(casino, f"table/{BY_ROOM}", DESKTOP)
    security = casino.at("security", "security")
    casino.deck.top = BEATEN
    casino.plays(3, sitting=False)
    expect(watched.locator("[data-part=bad-beat]")).to_have_attribute("data-step", "reported")
    verified(casino.at("supervisor", "payouts"))
    displays(wall, "Pending adjustment due to a bad beat payout")
    looked_at(wall, "hit-wall-pending")
    expect(security.locator("[data-part=open-hit]")).to_contain_text("$659.80: verified; accounting prepares it")
    looked_at(security, "hit-security-notified")
    prepared(casino.at("accounting", "payouts"), at="table")
    security.get_by_role("link", name="See to it").click()
    handed_over(security, "hit-delivered")
    looked_at(watched, "hit-table-paid")
    adjusted(casino.pages["accounting"])
    displays(wall, "$164.94")
    expect(wall.get_by_label("Bad beat payouts")).not_to_contain_text("Pending adjustment")
    looked_at(wall, "hit-wall-adjusted")
    play_resumes(casino, BY_ROOM)
    casino.deck.top = ()
    casino.plays(4, sitting=False)


def test_a_dealer_declares_a_hit_after_the_push_and_again_after_a_rejection(casino: Casino) -> None:
    dee = casino.at_a_dealers_table(PLAYERS[BY_HAND], STAKES)
    dee.deal()
    dee.runs_out()
    dee.push((2,))
    dee.page.get_by_role("button", name="Bad beat in round 1?").click()
    declared_after(dee, board=("Name the board", MISTYPED), one=("1 had…", "Ts Th"), two=("2 had…", "Kd Ad"))
    dee.page.get_by_text("the poker shift supervisor verifies it").wait_for()
    hit = hit_on(casino.at("supervisor", "payouts"), 1)
    hit.get_by_label("Why it does not qualify").fill("another card lies there")
    hit.get_by_role("button", name="Reject").click()
    reaches(hit, "rejected")
    declared_after(dee, board=(MISTYPED, "Td Tc Jd Qd 2c"))
    reaches(hit_on(casino.at("supervisor", "payouts"), 2), "reported")
    dee.close()


def declared_after(console: Console, **cards_of: tuple[str, str]) -> None:
    """The board and the hands are named once the pots have been pushed."""
    asked = console.page.get_by_role("group", name="Bad beat in round 1")
    for name, cards in cards_of.values():
        asked.get_by_role("button", name=name).click()
        types(console, cards)
        console.page.get_by_role("dialog").get_by_role("button", name="Name them").click()
    looked_at(console.page, "hand-declared-after")
    asked.get_by_role("button", name="Bad beat!").click()


@pytest.mark.soak
def test_a_hit_that_a_dealer_declares_is_paid_at_the_cage(casino: Casino) -> None:
    wall = seen_by_patrons(casino, "wall", SCREEN)
    dee = casino.at_a_dealers_table(PLAYERS[BY_HAND], STAKES)
    dee.deal()
    dee.runs_out()
    expect(dee.page.locator("[data-part=bad-beat]")).to_contain_text("$412.37")
    looked_at(dee.page, "hand-showdown")
    expect(dee.button("Bad beat!")).to_be_disabled()
    dee.button("Name the board").tap()
    types(dee, "Td Tc Jd Qd 2c")
    dee.button("Name them").tap()
    dee.answered()
    for seat, cards in ((1, "Ts Th"), (2, "Kd Ad")):
        dee.button(f"{seat} shows").tap()
        types(dee, cards)
        dee.button("Shown").tap()
        dee.answered()
    looked_at(dee.page, "hand-named")
    dee.tap("Bad beat!")
    expect(dee.page.get_by_text("everything stays as it lies")).to_be_visible()
    looked_at(dee.page, "hand-declared")
    displays(wall, "Edie Fabre beaten by Finn Goodwin, to be verified")
    verified(casino.at("supervisor", "payouts"))
    prepared(casino.at("accounting", "payouts"), at="cage")
    dee.push((2,))
    dee.confirm()
    expect(dee.page.locator(".between")).to_contain_text("kept as it is, as evidence")
    looked_at(dee.page, "hand-held")
    cage = casino.at("cage", "cage")
    cage.get_by_role("link", name="See to it").click()
    handed_over(cage, "hand-paid")
    adjusted(casino.pages["accounting"])
    displays(wall, "$164.94")
    play_resumes(casino, BY_HAND)
    dee.button("Deal round 2").wait_for()
    dee.close()


def displays(wall: Page, words: str) -> None:
    expect(wall.get_by_label("Bad beat payouts")).to_contain_text(words)


def types(console: Console, cards: str) -> None:
    console.page.keyboard.type(cards.replace(" ", ""))


def verified(page: Page) -> None:
    hit = hit_on(page, 1)
    reaches(hit, "reported")
    looked_at(page, "hit-reported")
    hit.get_by_role("button", name="Verify").click()
    reaches(hit, "verified")


def prepared(page: Page, *, at: str) -> None:
    hit = hit_on(page, 1)
    hit.get_by_label("Paid at the").select_option(at)
    if at == "table":
        expect(hit.get_by_role("button", name="Prepared")).to_be_disabled()
        hit.get_by_label("Cashier who gives it out").fill(NAMES["cage"])
        hit.get_by_label("Their password").fill(PASSWORD)
    looked_at(page, "hit-to-prepare")
    hit.get_by_role("button", name="Prepared").click()
    reaches(hit, "prepared")


def handed_over(page: Page, picture: str) -> None:
    """To one player after the other."""
    hit = hit_on(page, 1)
    reaches(hit, "prepared")
    awards = hit.get_by_role("row")
    expect(awards.get_by_role("button", name="Hand over")).to_have_count(awards.count())
    looked_at(page, picture)
    for place, award in enumerate(awards.all()):
        how, says = ("on account", "on account ✓") if place == 1 else ("Hand over", "paid ✓")
        award.get_by_role("button", name=how).click()
        expect(award).to_contain_text(says)
    reaches(hit, "paid")


def adjusted(page: Page) -> None:
    form = page.get_by_role("form", name="Adjust the display")
    form.get_by_label("Poker supervisor").fill("Flo Ray")
    form.get_by_label("Their password").fill(PASSWORD)
    looked_at(page, "hit-to-adjust")
    form.get_by_role("button", name="Adjust the display").click()
    expect(page.get_by_role("status").filter(has_text="The display is adjusted.")).to_be_visible()
    expect(page.locator("[data-part=open-hit]")).to_have_count(0)


def play_resumes(casino: Casino, table: str) -> None:
    page = casino.at("floorperson", "payouts")
    hit_on(page, 1).get_by_role("button", name=f"Resume play at Table {table}").click()
    expect(page.get_by_role("status").filter(has_text=f"Play goes on at Table {table}.")).to_be_visible()
    looked_at(page, "hit-over")
