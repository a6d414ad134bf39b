"""Keno in a real Chromium: a player for play chips, and in the licensed room a writer, a runner and a supervisor."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from pokerroom.keno import HOUSE_CARD
from pokerroom.room.filing import KenoSettings
from tests.browser.conftest import People
from tests.browser.pit import IDS, Pit, sent
from tests.browser.served import serving, settings
from tests.browser.test_access import violations
from tests.daytime import gaming_day

SERIAL = re.compile(r"(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}")
CARD = "rate card of the house"


class Lounge(Pit):
    """The keno staff of a house with a licensed room, each logged in, and the card filed."""

    def __init__(self, browser: Browser, room: str, store: Path) -> None:
        self.browser, self.room, self.store = browser, room, store
        self.contexts = {}
        self._officer("supervisor", "Sue Park")
        self._officer("accounting", "Ann Gray")
        for role, name in (
            ("keno supervisor", "Susan Moss"),
            ("keno writer", "Wilma Roe"),
            ("keno runner", "Rudi Vos"),
        ):
            self._appoint(role, name)
        now = datetime.now(UTC) + timedelta(seconds=1)
        self.licensed("supervisor", "books", "BeginDay", date=str(gaming_day()))
        filed = {"document": "submission 1", "filed_on": str(gaming_day() - timedelta(days=30)), "subject": CARD}
        card = msgspec.to_builtins(KenoSettings(card=HOUSE_CARD))
        self.licensed("supervisor", "register", "Propose", settings=card, effective=now.isoformat(), **filed)
        self.licensed("accounting", "register", "Approve", subject=CARD, version=1)
        self._in_force()

    def _in_force(self) -> None:
        """What is filed takes effect a second later."""
        for _ in range(100):
            filed = sent(self.contexts["accounting"].request.get(f"{self.room}/api/rooms/licensed/filings"))
            if all(each["in_force"] for each in filed):
                return
            sleep(0.1)
        raise AssertionError("the card is not in force")

    def licensed(self, who: str, counter: str, type_: str, **fields: Any) -> Any:
        given = {"id": f"keno-{next(IDS)}", "counter": counter, "table": "", "order": {"type": type_, **fields}}
        return sent(self.contexts[who].request.post(f"{self.room}/api/rooms/licensed/orders", data=given))

    def at_counter(self, who: str) -> Page:
        page = self.contexts[who].new_page()
        page.goto(f"{self.room}/#/keno/money")
        expect(page.get_by_role("heading", name="Keno counter")).to_be_visible()
        return page


@pytest.fixture(scope="module")
def lounge(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lounge]:
    store: Path = tmp_path_factory.mktemp("lounge")
    with serving(replace(settings(bots=0, store=str(store)), licensed_database="memory:")) as room:
        found = Lounge(browser, room, store)
        yield found
        found.close()


def mark(page: Page, *numbers: int) -> None:
    for number in numbers:
        page.get_by_role("button", name=str(number), exact=True).first.click()


def tickets(page: Page) -> Locator:
    return page.locator("[data-part=ticket]")


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_a_player_marks_a_ticket_watches_the_draw_and_is_paid(people: People, quiet_room: str, device: str) -> None:
    ann = people("Ann", room=quiet_room, device=device)
    page = ann.page
    page.goto(f"{quiet_room}/#/keno")
    mark(page, 7, 22, 80)
    expect(page.locator("[data-part=advantage]")).to_have_text("27.85 %")
    page.get_by_role("button", name="Buy the ticket for $1").click()
    ticket = tickets(page).first
    expect(ticket).to_contain_text("three-spot straight")
    expect(ticket).to_contain_text(SERIAL)
    expect(ticket.get_by_role("listitem")).to_have_text(["7", "22", "80"])
    assert violations(page) == []
    for start in range(1, 72, 10):
        page.get_by_label("Or type them").fill(" ".join(str(start + place) for place in range(10)))
        page.get_by_role("button", name="Buy the ticket for $1").click()
        expect(tickets(page)).to_have_count(2 + start // 10)
    page.get_by_role("button", name="Draw now").click()
    draw = page.locator("[data-part=draw]")
    expect(draw.get_by_role("listitem")).to_have_count(20)
    # Eight tickets of ten spots each cover the whole board: one of them always catches none, five or more.
    while page.get_by_role("button", name="Collect").count() == 0:
        page.get_by_label("Or type them").fill("1")
        page.get_by_role("button", name="Buy the ticket for $1").click()
        page.get_by_role("button", name="Draw now").click()
        page.wait_for_timeout(300)
    page.get_by_role("button", name="Collect").first.click()
    expect(tickets(page).filter(has_text=re.compile(r"Paid \$")).first).to_be_visible()
    page.locator("summary").first.click()
    page.get_by_role("button", name="Check it in this browser").first.click()
    expect(page.get_by_text("Proved: these are the numbers promised")).to_be_visible()
    assert violations(page) == []


def test_bad_numbers_are_refused_in_words_with_the_paragraph(people: People, quiet_room: str) -> None:
    page = people("Ben", room=quiet_room).page
    page.goto(f"{quiet_room}/#/keno")
    for typed, why in (("81", "81 is not on the board"), ("7 7", "7 is marked twice")):
        page.get_by_label("Or type them").fill(typed)
        page.get_by_role("button", name="Buy the ticket").click()
        expect(page.locator(".notice").filter(has_text=why)).to_be_visible()
    page.get_by_role("button", name="why?").first.click()
    expect(page.get_by_text("15.2").first).to_be_visible()
    expect(tickets(page)).to_have_count(0)


def test_a_ticket_is_bought_by_keyboard_alone(people: People, quiet_room: str) -> None:
    page = people("Kay", room=quiet_room).page
    page.goto(f"{quiet_room}/#/keno")
    page.get_by_role("button", name="1", exact=True).first.focus()
    for key in ("Enter", "ArrowDown", "Enter", "ArrowRight", "Space", "End", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text("4 of up to 10 marked")).to_be_visible()
    page.get_by_role("button", name="Buy the ticket for $1").focus()
    page.keyboard.press("Enter")
    expect(tickets(page).first.get_by_role("listitem")).to_have_text(["1", "11", "12", "80"])


def test_the_wall_shows_the_draw(people: People, quiet_room: str) -> None:
    page = people("Wes", room=quiet_room).page
    page.goto(f"{quiet_room}/#/keno")
    page.get_by_text("Quick-pick", exact=True).click()
    page.get_by_role("button", name="Buy the ticket").click()
    page.get_by_role("button", name="Draw now").click()
    expect(page.locator("[data-part=draw]").get_by_role("listitem")).to_have_count(20)
    page.goto(f"{quiet_room}/#/keno/wall")
    expect(page.get_by_role("list", name="Numbers in the order drawn").get_by_role("listitem")).to_have_count(20)
    expect(page.get_by_role("img", name=re.compile("drawn$"))).to_have_count(20)
    assert violations(page) == []


def issue(page: Page, *numbers: int, form: str, station: str) -> str:
    """A ticket that a writer or runner issues; its serial number as printed."""
    page.get_by_label("Work station").fill(station)
    page.get_by_label("What the patron hands in").select_option(form)
    page.get_by_label("Or type them").fill(" ".join(map(str, numbers)))
    shown = page.locator("[aria-label=Printed] [data-part=ticket]")
    last = shown.get_attribute("data-serial") if shown.count() else ""
    page.get_by_role("button", name="Issue the ticket").click()
    expect(shown).not_to_have_attribute("data-serial", last or "-")
    return shown.get_attribute("data-serial") or ""


def test_writer_runner_and_supervisor_sell_draw_report_and_pay(lounge: Lounge) -> None:
    susan, wanda, rudi = (lounge.at_counter(f"keno {each}") for each in ("supervisor", "writer", "runner"))
    susan.get_by_label("Rate card, as filed").fill(CARD)
    susan.get_by_role("button", name="Post it").click()
    expect(susan.get_by_role("status").filter(has_text="The rate card is posted.")).to_be_visible()
    won: list[str] = []
    number = 0
    while len(won) < 2:
        number += 1
        susan.get_by_role("button", name=f"Open game {number}", exact=True).click()
        expect(rudi.get_by_role("button", name="Issue the ticket")).to_be_visible()
        spoken = issue(wanda, 7, 22, 80, form="spoken", station="W1")
        assert SERIAL.fullmatch(spoken)
        serials = [issue(rudi, spot, form="two parts", station="R7") for spot in (5, 25, 45, 65)]
        expect(rudi.locator("[aria-label=Printed]")).to_contain_text("The patron keeps the second part of the form.")
        wanda.get_by_role("button", name="End the sale and draw").click()
        report = susan.get_by_role("region", name=f"Report of game {number}", exact=True)
        expect(report).to_be_visible()
        lines = report.locator("code").all_inner_texts()
        won += [serial for serial in serials if any(line[:11] == serial[:11] for line in lines)]
        assert not any(serial in line for serial in serials for line in lines)
    for page in (susan, wanda, rudi):
        assert violations(page) == []
    rudi.get_by_role("textbox", name="Serial number").fill(won[0].lower())
    rudi.get_by_role("button", name="Look it up").click()
    rudi.get_by_role("button", name="Pay $3").click()
    expect(rudi.get_by_role("status").filter(has_text="The ticket is paid.")).to_be_visible()
    expect(rudi.locator("[aria-label=Printed]")).to_contain_text("Receipt: paid")
    expect(rudi.locator("[aria-label=Printed]")).to_contain_text(won[0])
    rudi.get_by_role("textbox", name="Serial number").fill(won[0])
    rudi.get_by_role("button", name="Look it up").click()
    rudi.get_by_role("button", name="Pay $3").click()
    expect(rudi.get_by_role("alert")).to_contain_text("a ticket is paid once. That is the house")
    rudi.get_by_role("textbox", name="Serial number").fill(won[1])
    rudi.get_by_role("button", name="Look it up").click()
    rudi.get_by_role("button", name="Take it to a writer").click()
    expect(rudi.locator("[aria-label=Printed]")).to_contain_text("Keno ticket receipt")
    expect(rudi.locator("[aria-label=Printed]")).to_contain_text(won[1])
    wanda.get_by_role("textbox", name="Serial number").fill(won[1])
    wanda.get_by_role("button", name="Look it up").click()
    expect(wanda.get_by_text("With a runner, to be paid $3")).to_be_visible()
    wanda.get_by_role("button", name="Pay $3").click()
    expect(wanda.get_by_role("status").filter(has_text="The ticket is paid.")).to_be_visible()
    wanda.get_by_role("textbox", name="Serial number").fill("AAAAA-AAAAA-AAAAA-AAAAA")
    wanda.get_by_role("button", name="Look it up").click()
    expect(wanda.locator(".notice").first).to_contain_text("there is no such ticket", ignore_case=True)
