"""Payouts on the page, away from the tables: forms day by day, papers of the rules, and the designer."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from time import sleep
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from pokerroom.jackpot.rules import Bonus, Reset
from pokerroom.web.api.link import AnnouncedRead, AwardThereRead, LinkRead, OwedRead, PendingRead
from tests.browser.office import Office
from tests.browser.pit import IDS, PASSWORD
from tests.browser.served import serving, settings
from tests.browser.test_desks import looked_at
from tests.daytime import gaming_day
from tests.payouts import RULES

NAME = "Friday"
TERMS = replace(
    RULES,
    name=NAME,
    bonuses=(Bonus(name="High hand", terms="the best hand of an hour", amount=20_00),),
    reset=Reset(percent=20, internal_controls="3.4", manner_approved="letter of May 4"),
)


@pytest.fixture(scope="module")
def office(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    store = tmp_path_factory.mktemp("payouts")
    with serving(settings(store=str(store), bots=3)) as room:
        found = Office(browser, room, store)
        offered(found)
        for _ in range(2):
            counted(found)
        yield found
        found.close()
        assert found.complaints == [], "a page has complained"


def offered(office: Office) -> None:
    """Filed by one officer, approved by the other, and offered once it is in force."""
    now, subject = datetime.now(UTC), f"payout {NAME}"
    office.gives(
        "supervisor",
        "register",
        "Propose",
        subject=subject,
        settings={"type": "payout", "rules": msgspec.to_builtins(TERMS)},
        document="appendix 3",
        filed_on=str(gaming_day()),
        effective=(now + timedelta(seconds=4)).isoformat(),
    )
    office.gives("accounting", "register", "Approve", subject=subject, version=1)
    path = f"{office.room}/api/rooms/play-chips/orders"
    for _ in range(300):
        given = {"id": f"offer-{next(IDS)}", "counter": "payouts", "order": {"type": "OfferPayout", "payout": NAME}}
        if office.contexts["supervisor"].request.post(path, data=given).ok:
            return
        sleep(0.1)
    raise AssertionError("it has not come into force")


def counted(office: Office) -> None:
    chips = [{"value": 100, "count": 37}, {"value": 500, "count": 10}]
    order: dict[str, Any] = {"type": "CountAtTable", "payout": NAME, "table": "1", "chips": chips, "written": 87_00}
    given = {
        "id": f"count-{next(IDS)}",
        "counter": "payouts",
        "order": {**order, "recording": "camera 4"},
        "beside": {"name": "Flo Ray", "password": PASSWORD},
    }
    answer = office.contexts["dealer"].request.post(f"{office.room}/api/rooms/play-chips/orders", data=given)
    assert answer.ok, answer.text()


def test_accounting_sees_where_each_part_of_a_form_is_and_opens_it(office: Office) -> None:
    for serial in (1001, 1002):
        office.gives("dealer", "payouts", "DropOriginal", payout=NAME, serial=serial)
    page = office.at("accounting", "payouts/form/1002")
    expect(page.get_by_role("heading", name="The next form: 1003")).to_be_visible()
    row = page.get_by_role("row").filter(has_text="1002")
    expect(row).to_contain_text("in its box")
    expect(row).to_have_class(re.compile("sought"))
    day = page.get_by_role("heading", name=re.compile(f"^{NAME}, ")).inner_text().removeprefix(f"{NAME}, ")
    office.gives("accounting", "payouts", "MatchForms", payout=NAME, day=day, duplicates=[1001, 1002], originals=[1001])
    expect(page.get_by_text("Missing: original of 1002.")).to_be_visible()
    page.get_by_label("Chips of $5", exact=True).fill("3")
    expect(page.locator("[data-part=total]")).to_have_text("$15")
    address = page.get_by_role("link", name="Preview of the form").get_attribute("href")
    assert office.contexts["dealer"].request.get(f"{office.room}{address}").body().startswith(b"%PDF")
    form = page.get_by_role("link", name="Form 1002: PDF").get_attribute("href")
    assert office.contexts["accounting"].request.get(f"{office.room}{form}").body().startswith(b"%PDF")
    looked_at(page, "payout-forms")


def test_the_rules_are_read_on_paper_and_on_the_page(office: Office) -> None:
    page = office.at("supervisor", "payouts/papers")
    panel = page.get_by_role("region", name=NAME)
    panel.locator("summary").filter(has_text="Rules posted in the poker room").click()
    expect(panel.locator("[data-part=payout-rules]")).to_contain_text("At most $1 from each pot")
    expect(panel.locator("[data-part=payout-rules]")).to_contain_text("High hand: the best hand of an hour, $20.")
    looked_at(page, "payout-papers")


def test_a_manager_designs_a_payout_and_sees_when_it_would_be_hit(office: Office) -> None:
    page = office.at("supervisor", "payouts/design")
    page.get_by_label("The hand that must lose").fill("quad elevens")
    page.get_by_role("button", name="Say what it would do").click()
    expect(page.get_by_role("alert")).to_contain_text("is not a hand for a qualifier")
    office.complaints.clear()  # The browser says of an answer that refuses something that it was refused.
    page.get_by_label("The hand that must lose").fill("quad eights")
    page.get_by_label(re.compile("^Ladder")).fill("50000 or 90 days = quad deuces")
    page.get_by_label(re.compile("^Rounds a day")).fill("2000")
    page.get_by_role("button", name="Say what it would do").click()
    days = page.locator("[data-part=days]")
    expect(days).to_contain_text("days", timeout=180_000)
    expect(page.get_by_role("row").filter(has_text=re.compile("^10 ?1 in"))).to_contain_text(re.compile("1 in 19[01],"))
    expect(page.get_by_text("from $50,000 on or 90 days after the last hit: quad deuces")).to_be_visible()
    expect(page.locator("canvas").first).to_be_visible()
    looked_at(page, "payout-design")


def test_accounting_sees_what_is_due_and_sets_the_display_with_a_supervisor_beside_them(office: Office) -> None:
    page = office.at("accounting", "payouts")
    due = page.get_by_role("region", name=NAME).get_by_role("list", name="Due before the gaming day ends")
    expect(due).to_contain_text("has not been entered")
    day = str(gaming_day())
    form = page.get_by_role("form", name="Adjust the display")
    looked_at(page, "payout-due")
    office.gives("accounting", "payouts", "RecordDay", payout=NAME, day=day)
    expect(due).not_to_contain_text("has not been entered")
    expect(due).to_contain_text("the display of Friday has not been set")
    form.get_by_label("Poker supervisor").fill("Flo Ray")
    form.get_by_label("Their password").fill(PASSWORD)
    looked_at(page, "payout-display-due")
    form.get_by_role("button", name="Adjust the display").click()
    expect(page.get_by_role("status").filter(has_text="The display is adjusted.")).to_be_visible()
    expect(form).to_have_count(0)
    expect(due).to_have_count(0)
    looked_at(page, "payout-adjusted")


def test_funds_have_every_meter(office: Office) -> None:
    page = office.at("accounting", "payouts")
    funds = page.get_by_role("table").first
    for meter in ("Displayed", "Official", "Reserve for the next", "Overflow", "Contributed", "Paid"):
        expect(funds).to_contain_text(meter)
    expect(page.get_by_text("Hits paid: 0.").first).to_be_visible()
    expect(page.get_by_text("Other award: High hand")).to_be_visible()
    looked_at(page, "payout-funds")


SYSTEM = LinkRead(
    system="Boardwalk bad beat",
    casino="alder",
    payout=NAME,
    host="The Alder",
    host_address="1 Boardwalk",
    members=("The Alder", "The Birch"),
    standing="offered",
    told="offered",
    why="",
    since=None,
    is_heard=True,
    sign_lacks=(),
    trouble="",
    unjoined="",
    written=9,
    received=9,
    outbox=0,
    notices=12,
    offset_seconds=0.0,
    error_seconds=0.0,
    shown=1_200_00,
    secondary=0,
    pending=(
        PendingRead(claim="alder.3.primary", casino="The Alder", amount=900_00, standing="decided", there=()),
        PendingRead(
            claim="alder.2.primary",
            casino="The Alder",
            amount=300_00,
            standing="confirmed",
            there=(
                AwardThereRead(
                    casino="The Birch", player="birch:room 1", part="room", amount=30_00, payer="", paid=False
                ),
                AwardThereRead(
                    casino="The Birch", player="birch:room 2", part="room", amount=30_00, payer="The Birch", paid=True
                ),
            ),
        ),
    ),
    owed=(OwedRead(casino="birch", name="The Birch", amount=-70_00, on_the_way=20_00),),
    announced=(AnnouncedRead(notice=11, name="The Birch", amount=40_00, reference="wire 3"),),
    calls=30,
    answers=30,
)


def linked(office: Office, role: str) -> Page:
    """The desk of somebody in a room whose link would say this; the orders go to the room as it is."""
    page = office.contexts[role].new_page()
    told = msgspec.json.encode([SYSTEM]).decode()
    page.route("**/link", lambda route: route.fulfill(body=told, content_type="application/json"))
    page.goto(f"{office.room}/#/staff/payouts")
    expect(page.get_by_role("heading", name="Boardwalk bad beat, across casinos")).to_be_visible()
    return page


def ordered_with(page: Page, button: str) -> dict[str, Any]:
    """What the room is asked; it takes part in no system, and says so."""
    with page.expect_request(lambda each: each.method == "POST" and each.url.endswith("/orders")) as asked:
        page.get_by_role("button", name=button).click()
    expect(page.get_by_role("alert").filter(has_text="takes part in no system")).to_contain_text("14.20(b)")
    given: Any = asked.value.post_data_json
    assert given["counter"] == "link"
    order: dict[str, Any] = given["order"]
    return order


def test_what_a_system_waits_for_is_ordered_where_it_is_read(office: Office) -> None:
    page = linked(office, "supervisor")
    order = ordered_with(page, "Authorise $900 for alder.3.primary")
    assert order == {"type": "Authorise", "claim": "alder.3.primary"}
    expect(page.get_by_role("button", name="in the place of")).to_have_count(0)
    page.close()

    page = linked(office, "accounting")
    expect(page.get_by_role("button", name="Authorise")).to_have_count(0)
    award = {"player": "birch:room 1", "part": "room", "amount": 30_00}
    order = ordered_with(page, "Pay $30 to birch:room 1 in the place of The Birch")
    assert order == {"type": "CoverAwards", "claim": "alder.2.primary", "awards": [award]}
    expect(page.get_by_role("button", name="in the place of")).to_have_count(1)
    expect(page.get_by_text("birch:room 2")).to_contain_text("was paid by The Birch")
    looked_at(page, "payout-system")
    order = ordered_with(page, "It has come: $40 of The Birch")
    assert order == {"type": "ConfirmReceipt", "announced": 11}
    page.get_by_label("Reference of the payment").fill("wire 7")
    order = ordered_with(page, "Settle $50")
    assert order == {"type": "Settle", "to": "birch", "amount": 50_00, "reference": "wire 7"}
    page.close()
