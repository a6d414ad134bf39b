"""The desks of those who work away from the tables: cage, accounting, surveillance, security, and the Division."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.office import TABLET, Office
from tests.browser.pit import PASSWORD
from tests.browser.served import serving, settings
from tests.browser.test_access import violations

MINUS = "\N{MINUS SIGN}"
SHOTS = os.environ.get("POKERROOM_SHOTS", "")


@pytest.fixture(scope="module")
def office(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    store = tmp_path_factory.mktemp("office")
    with serving(settings(store=str(store), bots=3)) as room:
        found = Office(browser, room, store, "cage", "surveillance", "security", "Division")
        yield found
        found.close()
        assert found.complaints == [], "a page has complained"


def looked_at(page: Page, name: str) -> None:
    """No serious fault of access; and a picture of it where somebody wants to look."""
    assert violations(page) == []
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def test_a_cashier_pays_in_fills_a_table_and_closes_the_drawer(office: Office) -> None:
    pat = office.player("Pat Oneill")
    page = office.at("cage", "cage")
    page.get_by_role("button", name="Open a drawer").click()
    page.get_by_label("Cash of $100", exact=True).fill("30")
    page.get_by_label("Chips of $5", exact=True).fill("400")
    expect(page.locator("[data-part=counted]")).to_have_text("$5,000")
    page.get_by_role("button", name="Open the drawer").click()
    expect(page.locator("[data-part=expected]")).to_have_text("$5,000")

    page.get_by_role("searchbox", name="Find by name or number").fill("oneill")
    player = page.locator("[data-part=player]")
    expect(player).to_contain_text("Pat Oneill")
    player.get_by_label("Amount").fill("nonsense")
    expect(player).to_contain_text("Not an amount")
    expect(player.get_by_role("button", name="Buy in")).to_be_disabled()
    player.get_by_label("Amount").fill("250.50")
    player.get_by_role("button", name="Buy in").click()
    expect(page.locator("[data-part=told]")).to_have_text("$250.50 paid in for Pat Oneill.")
    expect(player).to_contain_text("$250.50")
    expect(page.locator("[data-part=expected]")).to_have_text("$5,250.50")

    page.get_by_role("button", name=re.compile("^Fill ")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="$500", exact=True).click()
    dialog.get_by_role("button", name="Fill $500").click()
    expect(page.locator("[data-part=expected]")).to_have_text("$4,750.50")
    slip = page.get_by_role("link", name="fill $500: PDF").get_attribute("href")
    assert office.contexts["cage"].request.get(f"{office.room}{slip}").body().startswith(b"%PDF")
    looked_at(page, "cage")
    looked_at(office.at("cage", "cage", size=TABLET), "cage-tablet")

    page.get_by_role("button", name="Close with a count").click()
    page.get_by_label("Cash of $100", exact=True).fill("47")
    expect(page.locator("[data-part=difference]")).to_contain_text(f"{MINUS}$50.50 off")
    looked_at(page, "cage-count")

    # At another till of hers: the figure that she counts against stays, and the room takes no count against it.
    office.gives("cage", "cage", "Deposit", player=pat, amount=10_000)
    expect(page.locator("[data-part=moved]")).to_contain_text("it ought to be $4,850.50 now")
    expect(page.locator("[data-part=difference]")).to_contain_text(f"Ought to be $4,750.50: {MINUS}$50.50 off")
    looked_at(page, "cage-count-moved")
    page.get_by_role("button", name="Close the drawer").click()
    expect(page.get_by_role("dialog")).to_contain_text("the count was made against $4,750.50")
    office.complaints.remove("cage: Failed to load resource: the server responded with a status of 409 (Conflict)")
    page.get_by_role("button", name="Compare with that").click()
    expect(page.locator("[data-part=difference]")).to_contain_text(f"Ought to be $4,850.50: {MINUS}$150.50 off")
    page.get_by_label("Cash of $100", exact=True).fill("48")
    page.get_by_role("button", name="Close the drawer").click()
    expect(page.locator("[data-part=told]")).to_contain_text("waits for a second signature")
    other = office.at("accounting", "")
    other.get_by_role("button", name="Sign", exact=True).click()
    expect(page.locator("p.closed")).to_contain_text("Kay Till closed at")
    expect(page.locator("p.closed")).to_contain_text(f"{MINUS}$50.50 off (noted)")


def test_a_count_with_a_variance_is_signed_by_two_and_the_day_is_closed_with_its_report(office: Office) -> None:
    counted(office)
    closed(office)


def counted(office: Office) -> None:
    page = office.at("accounting", "accounting/count")
    page.get_by_role("combobox", name="Table").select_option("2")
    page.get_by_label("Closer, counted").fill("120")
    expect(page.locator("[data-part=difference]")).to_have_text("$120 more than expected.")
    page.get_by_label("The other person is here").check()
    page.get_by_label("Name of the other person").fill("Sue Park")
    expect(page.get_by_role("button", name="Record this count")).to_be_disabled()
    page.get_by_label("Their password").fill(PASSWORD)
    looked_at(page, "count-in-one-sitting")
    page.get_by_role("button", name="Record this count").click()
    expect(page.locator("[data-part=told]")).to_have_text("Count of Table 2: $120.")
    expect(page.get_by_role("group", name="Counts of the day")).to_contain_text("$120 reported")
    looked_at(page, "counts")


def closed(office: Office) -> None:
    page = office.at("accounting", "accounting")
    expect(page.locator("[data-part=variance]")).to_have_text("$120")
    page.locator(".u-wrap").first.wait_for()
    looked_at(page, "days")
    looked_at(office.at("accounting", "accounting", size=TABLET), "days-tablet")
    day = page.locator("h2", has_text="Master game report of").inner_text().split()[-1]
    page.get_by_role("button", name=f"Close {day}", exact=True).click()
    looked_at(page, "closing-a-day")
    page.get_by_role("button", name=re.compile(f"^Close {day} and begin ")).click()
    expect(page.locator("[data-part=told]")).to_contain_text("has begun")
    page.get_by_role("button", name=day, exact=True).click()
    expect(page.locator("[data-part=variance]")).to_have_text("$120")
    address = page.get_by_role("link", name="Master game report: PDF").get_attribute("href")
    assert office.contexts["accounting"].request.get(f"{office.room}{address}").body().startswith(b"%PDF")
    exported = office.contexts["accounting"].request.get(
        f"{office.room}/api/rooms/play-chips/days/{day}/journal/parquet"
    )
    assert exported.body().startswith(b"PAR1")


def test_a_transfer_is_found_and_corrected_by_two(office: Office) -> None:
    player = office.player("Quinn Twofold")
    office.gives("cage", "cage", "Deposit", player=player, amount=100_000)
    page = office.at("accounting", "accounting/journal")
    page.get_by_label("Reason").select_option("deposit")
    page.get_by_label("Anything").fill("100000")
    page.get_by_role("button", name="Search").click()
    found = page.get_by_role("group", name="Transfers found")
    expect(found).to_contain_text("Quinn Twofold, bank")
    found.get_by_role("button", name=re.compile("^ledger:")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Correct it").click()
    dialog.get_by_label("Why, in words").fill("a hundred was paid in, not a thousand")
    dialog.get_by_label("Amount").fill("100")
    expect(dialog).to_contain_text("$1,000 goes back")
    looked_at(page, "correction")
    dialog.get_by_role("button", name="Propose the correction").click()
    expect(page.locator("[data-part=told]")).to_contain_text("waits for a second signature")
    office.at("supervisor", "").get_by_role("button", name="Sign", exact=True).click()
    page.get_by_label("Anything").fill("a hundred was paid in")
    page.get_by_label("Reason").select_option("")
    page.get_by_role("button", name="Search").click()
    expect(found).to_contain_text("takes back ledger:")
    expect(found.locator("tbody tr")).to_have_count(2)
    looked_at(page, "journal")


def test_what_is_filed_is_read_side_by_side_and_approved_by_another(office: Office) -> None:
    page = office.at("accounting", "accounting/register")
    page.get_by_role("button", name="rake", exact=True).click()
    page.get_by_role("button", name="File another version").click()
    page.get_by_label("Document").fill("submission 9")
    page.get_by_label("Effective").fill("2099-01-01T12:00")
    settings_ = page.get_by_label("Settings, amounts in cents")
    settings_.fill(re.sub(r'"most": (\d+)', '"most": 300', settings_.input_value()))
    page.get_by_role("button", name="File it").click()
    expect(page.locator("[data-part=told]")).to_contain_text("waits for another person's approval")
    other = office.at("supervisor", "accounting/register")
    other.get_by_role("button", name=re.compile("^rake")).click()
    expect(other.get_by_role("group", name="Differences")).to_contain_text("$3")
    looked_at(other, "register")
    other.get_by_role("button", name="Approve", exact=True).click()
    expect(other.locator("[data-part=told]")).to_contain_text("is approved")


def test_surveillance_sees_a_table_as_it_is_and_opens_a_round_for_a_reason(office: Office) -> None:
    page = office.at("surveillance", "surveillance/tables")
    page.get_by_role("button", name=re.compile("^Table 3")).click()
    expect(page.locator("[data-part=delay]")).to_contain_text("without delay")
    expect(page.get_by_role("list", name="What happened last").locator("li").first).to_be_visible()
    looked_at(page, "surveillance")
    onlooker = office.contexts["surveillance"].new_page()
    onlooker.goto(f"{office.room}/#/table/3")
    page = office.at("surveillance", "surveillance/rounds")
    opens = page.get_by_role("button", name=re.compile("^Open round "))
    for _ in range(60):
        page.get_by_role("button", name="Search").click()
        if opens.count():
            break
        page.wait_for_timeout(500)
    onlooker.close()
    opens.first.click()
    expect(page.locator("[data-part=sight]")).to_contain_text("As a spectator saw it")
    page.get_by_label("Why the hidden cards are looked at").fill("two seats may have played together")
    page.get_by_role("button", name="Show hidden cards").click()
    expect(page.locator("[data-part=sight]")).to_contain_text("Every card that was dealt is shown")
    looked_at(page, "surveillance-round")
    page = office.at("surveillance", "surveillance/looks")
    expect(page.get_by_role("group", name="Looks")).to_contain_text("two seats may have played together")
    looked_at(page, "surveillance-looks")
    page = office.at("surveillance", "surveillance/watch")
    page.get_by_label("What: a slip, a count, a round").fill("count of table 2")
    page.get_by_label("Recording", exact=True).fill("camera 4, 02:10 to 02:25")
    page.get_by_role("button", name="Note it").click()
    expect(page.get_by_role("group", name="Recordings noted")).to_contain_text("camera 4")
    looked_at(page, "surveillance-watch")
    page = office.at("surveillance", "surveillance/person")
    page.get_by_label("Name or number").fill("Vic Lens")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("group", name="What they did")).to_contain_text("Recording noted")
    looked_at(page, "surveillance-person")


def test_the_division_sees_the_whole_floor_as_it_changes_and_orders_nothing(office: Office) -> None:
    page = office.at("Division", "board")
    main = page.locator("main")
    expect(page.locator("[data-part=counts]")).to_contain_text("0 waiting")
    table = next(each for each in office.lobby()["tables"] if each["name"] == "3")
    wanted = {"game": table["game"], "limits": table["limits"]}
    for name in ("Wanda", "Barnaby"):
        who = {"player": f"walk-in-{name.lower()}", "name": f"{name} Walkin", "phone": "555-0142"}
        office.gives("floorperson", "lists", "Join", **who, wanted=wanted)
    expect(page.locator("[data-part=counts]")).to_contain_text("2 waiting")
    expect(page.locator("[data-list]", has_text="Wanda Walkin")).to_contain_text("2 waiting")
    office.gives("floorperson", "lists", "Bar", player=office.player("Mal Barred"), reason="is on the exclusion list")
    expect(main).to_contain_text("Mal Barred")
    expect(main).to_contain_text("barred: is on the exclusion list")
    for order in ("Open a table", "Begin a list", "About a player", "Add to", "More about"):
        expect(page.get_by_role("button", name=order)).to_have_count(0)
    assert "555-0142" not in page.content()
    looked_at(page, "floor-watched")
    page.locator('[data-table="3"] [data-seat="1"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-part=seats] li").first).to_be_visible()
    looked_at(page, "floor-watched-table")
    dialog.get_by_role("link", name="Watch it").click()
    expect(page.locator("[data-part=delay]")).to_contain_text("without delay")
    page = office.at("security", "board", size=TABLET)
    expect(page.locator("[data-list]", has_text="Wanda Walkin")).to_contain_text("2 waiting")
    looked_at(page, "floor-watched-tablet")


def test_security_carries_a_fill_with_both_signatures(office: Office) -> None:
    office.gives("cage", "cage", "Fill", table="4", amount=70_000)
    page = office.at("security", "security")
    page.get_by_role("button", name=re.compile("^Take over ledger:")).last.click()
    expect(page.locator("[data-part=told]")).to_contain_text("waits for a second signature")
    office.at("cage", "cage").get_by_role("button", name="Sign", exact=True).click()
    page.get_by_role("button", name=re.compile("^Hand over number ")).first.click()
    office.at("floorperson", "").get_by_role("button", name="Sign", exact=True).click()
    expect(page.get_by_role("group", name="Arrived")).to_contain_text("Flo Ray")
    page.get_by_label("Where").fill("rail of table 4")
    page.get_by_label("What happened").fill("a visitor reached over the rail")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_role("group", name="Incidents")).to_contain_text("reached over the rail")
    looked_at(page, "security")


def test_the_division_sends_a_notice_authenticates_the_software_and_audits_the_record(office: Office) -> None:
    page = office.at("Division", "division")
    page.get_by_label("Subject").fill("visit on Friday")
    page.get_by_label("Text").fill("An inspector will watch the count of table 2.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("[data-part=told]")).to_have_text("Notice sent.")
    house = office.at("supervisor", "division")
    house.get_by_role("button", name="Acknowledge").click()
    expect(page.locator("main")).to_contain_text("Acknowledged by Sue Park")
    looked_at(page, "division-notices")
    page = office.at("Division", "division/checks")
    page.get_by_role("button", name="Authenticate now").click()
    expect(page.locator("[data-part=software]")).to_contain_text("Nothing to compare with")
    page.get_by_role("button", name="Start an audit").click()
    expect(page.locator("[data-part=audit]")).to_contain_text("Everything that was checked is in order", timeout=90_000)
    report = office.contexts["Division"].request.get(f"{office.room}/api/rooms/play-chips/audit/report")
    assert report.json()["clean"] is True
    looked_at(page, "division-checks")
    page = office.at("Division", "division/matrix")
    page.get_by_label("Find a paragraph or a word").fill("14.14(b)1")
    page.get_by_role("button", name=re.compile("^R-14.14-b-1")).first.click()
    expect(page.locator("main")).to_contain_text("Tests that show it")
    page.get_by_label("Find a paragraph or a word").fill("R-14.14-a.1")
    page.get_by_role("button", name=re.compile(r"^R-14\.14-a\.1")).first.click()
    expect(page.locator("[data-part=events]")).to_contain_text("Settings")
    looked_at(page, "division-matrix")
    looked_at(office.at("Division", "division/matrix", size=TABLET), "division-tablet")
