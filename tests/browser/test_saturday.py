"""A Saturday in a licensed room, from the morning's filing to the Division's audit of the night, told in chapters.

Twelve tables and ninety people, in `make test` four and eighteen, and the staff in their own browsers at the same time:
accounting and the shift supervisor at desks, a cashier in the cage, a floorperson who walks about with a tablet and a
phone, and in the end an inspector of the Division. Everything that staff do is done on their pages; players play over
lines of their own.
"""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from pokerroom.live.entrance import passwords
from pokerroom.live.tables.clock import ClockRules
from tests.browser.crowd import Crowd, names
from tests.browser.saturday import DESKTOP, PHONE, TABLET, Evening, House, Posted, part, seat, signs, tile, told
from tests.browser.served import ClockOnHours, serving, settings
from tests.sampling import sampled

HOLD_EMS, OMAHAS, STUDS = sampled((2, 1, 1), whole=(6, 3, 3))
"""Tables of each game: a quiet Saturday has four in all, a busy one twelve."""
AT_EACH, WAITING = sampled(3, whole=7), 6
PEOPLE = (HOLD_EMS + OMAHAS + STUDS) * AT_EACH + WAITING
NUMBERS = [str(number) for number in range(21, 33)]
HOLD_EM = Posted("hold 'em 1-2", "hold-em", "Hold \N{RIGHT SINGLE QUOTATION MARK}em", "no", NUMBERS[:HOLD_EMS])
OMAHA = Posted("omaha 2-4", "omaha-high-low-eight", "Omaha", "fixed", NUMBERS[HOLD_EMS:][:OMAHAS])
STUD = Posted("stud 2-4", "seven-card-stud-high", "Seven-card stud", "fixed", NUMBERS[HOLD_EMS + OMAHAS :][:STUDS])
POSTED = (HOLD_EM, OMAHA, STUD)
MAIN, DISPUTED, CHANGED = HOLD_EM.tables[0], HOLD_EM.tables[-1], STUD.tables[-1]
BOUGHT_IN, BUY_IN = 200, 10_000
ROUNDS = 2
PATIENT = ClockRules(act=900, show=900, round_pause=0.5, step_pause=0.1)
"""Nobody is hurried: a browser may be slow."""
QUICK = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def clock() -> ClockOnHours:
    return ClockOnHours()


@pytest.fixture
def evening(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, clock: ClockOnHours
) -> Iterator[Evening]:
    store = tmp_path_factory.mktemp("saturday")
    monkeypatch.setattr(passwords, "PasswordHasher", QUICK)
    licensed = replace(
        settings(PATIENT, bots=0, store=str(store)),
        licensed_database=f"sqlite:///{store / 'licensed.sqlite3'}",
        licensed_spectator_delay=0.0,
    )
    with serving(licensed, clock.world) as room:
        house, crowd = House(browser, room, store), Crowd(room, names(PEOPLE))
        yield Evening(house, crowd, POSTED)
        crowd.close()
        house.close()


@pytest.mark.sampled
def test_a_saturday(evening: Evening, clock: ClockOnHours) -> None:
    accounting_files_what_the_tables_will_post(evening)
    clock.put_on(minutes=15)
    the_floor_opens_the_tables(evening)
    the_cage_takes_everybodys_money(evening)
    most_sit_down_and_play(evening)
    names_are_put_on_a_list_and_called_by_phone(evening)
    a_dispute_is_ruled_on_and_witnessed(evening)
    a_player_is_barred(evening)
    a_table_changes_its_game(evening)
    a_tray_is_filled_counted_and_found_wrong(evening)
    a_mistake_at_the_cage_is_corrected_by_two(evening)
    the_drawer_is_counted_and_the_day_closed(evening)
    the_division_audits_the_night(evening)
    assert evening.house.complaints == []


def accounting_files_what_the_tables_will_post(evening: Evening) -> None:
    """One files and another approves; nothing of it can be posted before its time."""
    ann = evening.house.at("accounting", "Accounting")
    ann.get_by_role("button", name=re.compile("^Begin 20")).click()
    told(ann, "has begun")
    evening.house.looks(ann, "a gaming day that has just begun")
    part(ann, "Filing register")
    expect(ann.get_by_text("Nothing is filed yet")).to_be_visible()
    files(ann, "rake", "submission 7")
    for each in evening.posted:
        files_table(ann, each)
    sue = evening.house.at("supervisor", "Accounting")
    part(sue, "Filing register")
    for subject in ("rake", *(f"table {each.name}" for each in evening.posted)):
        sue.get_by_role("button", name=re.compile(f"^{subject}")).click()
        evening.house.looks(sue, f"{subject} to be approved") if subject == "rake" else None
        sue.get_by_role("button", name="Approve", exact=True).click()
        told(sue, f"of {subject} is approved")


def files(page: Page, kind: str, document: str) -> None:
    page.get_by_role("button", name="File something new").click()
    page.get_by_label("To be filed").select_option(kind)
    page.get_by_label("Document").fill(document)
    page.get_by_role("button", name="File it").click()
    told(page, f"Filed under {kind}")


def files_table(page: Page, posted: Posted) -> None:
    page.get_by_role("button", name="File something new").click()
    page.get_by_label("To be filed").select_option("table")
    page.get_by_label("Name, by which tables are opened").fill(posted.name)
    page.get_by_label("Game").select_option(posted.game)
    page.get_by_label("Wagers").select_option(posted.wagers)
    page.get_by_label("Least bet, in dollars").fill("2")
    page.get_by_label("Document").fill("submission 7")
    page.get_by_role("button", name="File it").click()
    told(page, f"Filed under table {posted.name}")


def the_floor_opens_the_tables(evening: Evening) -> None:
    flo = evening.house.at("floorperson", "Floor", TABLET)
    for posted in evening.posted:
        for table in posted.tables:
            flo.get_by_role("button", name="Open a table").click()
            dialog = flo.get_by_role("dialog")
            dialog.get_by_label("Name of the table").fill(table)
            dialog.get_by_label("As filed").select_option(f"table {posted.name}")
            expect(dialog.locator("[data-part=sign]")).to_contain_text(posted.title)
            dialog.get_by_role("button", name="Open the table").click()
            expect(tile(flo, table)).to_contain_text(posted.title)
    expect(flo.locator("[data-part=counts]")).to_contain_text(f"{len(evening.tables)} tables")
    evening.house.looks(flo, "tables without anybody, tablet")


def the_cage_takes_everybodys_money(evening: Evening) -> None:
    kay = evening.house.at("cage", "Cage")
    kay.get_by_role("button", name="Open a drawer").click()
    kay.get_by_label("Cash of $100", exact=True).fill("50")
    kay.get_by_label("Chips of $5", exact=True).fill("3000")
    kay.get_by_role("button", name="Open the drawer").click()
    told(kay, "Drawer opened")
    for name in evening.crowd.players:
        buys_in(kay, name)
    expect(kay.locator("[data-part=expected]")).to_have_text(f"${20_000 + PEOPLE * BOUGHT_IN:,}")
    evening.house.looks(kay, "the cage when everybody has bought in")


def buys_in(page: Page, name: str, amount: int = BOUGHT_IN) -> None:
    """By keys alone, as quick as a cashier types: a name, an amount, Enter."""
    page.get_by_role("searchbox", name="Find by name or number").fill(name)
    player = page.locator("[data-part=player]").filter(has_text=name)
    player.get_by_label("Amount").fill(str(amount))
    player.get_by_label("Amount").press("Enter")
    told(page, f"${amount:,} paid in for {name}.")


def most_sit_down_and_play(evening: Evening) -> None:
    crowd, everybody = evening.crowd, iter(evening.crowd.players)
    crowd.held.add(DISPUTED)
    for table in evening.tables:
        for _ in range(AT_EACH):
            crowd.sits(next(everybody), table, amount=BUY_IN, rounds=ROUNDS)
    crowd.played([each for each in evening.tables if each != DISPUTED], ROUNDS)


def names_are_put_on_a_list_and_called_by_phone(evening: Evening) -> None:
    """One is seated by the floor and agrees to it, one takes the seat, one does not come and the next is called."""
    house, crowd = evening.house, evening.crowd
    flo = house.at("floorperson", "Floor", PHONE)
    first, second, third, fourth, fifth, _ = list(crowd.players)[-WAITING:]
    for name in (first, second):
        crowd.follows(name, MAIN, rounds=ROUNDS + 1)
    waits_first(flo, first)
    for name in (second, third, fourth):
        flo.get_by_role("button", name=re.compile("^Add to")).tap()
        put_on(flo, name)
    house.looks(flo, "the lists, phone")
    shown = {DESKTOP: "a busy floor", TABLET: "a busy floor, tablet", PHONE: "a busy floor, phone"}
    flo.get_by_role("group", name="Parts of the floor").get_by_role("button", name="Tables").tap()
    for size, words in shown.items():
        house.looks(house.at("floorperson", "Floor", size), words)
    calls(flo, first, AT_EACH + 1)
    seat(flo, MAIN, AT_EACH + 1).tap()
    dialog = flo.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Buys in for")).fill(str(BUY_IN // 100))
    house.looks(flo, "a seat that is held, phone")
    dialog.get_by_role("button", name="Has come: seat them").tap()
    expect(seat(flo, MAIN, AT_EACH + 1)).to_have_class(re.compile("taken"))
    calls(flo, second, AT_EACH + 2)
    assert crowd.asks(second, "AnswerOffer", table=MAIN, seat=AT_EACH + 1, accept=True) == ""
    expect(seat(flo, MAIN, AT_EACH + 2)).to_have_class(re.compile("taken"))
    calls(flo, third, AT_EACH + 3)
    seat(flo, MAIN, AT_EACH + 3).tap()
    dialog.get_by_role("button", name="No show").tap()
    expect(seat(flo, MAIN, AT_EACH + 3)).to_contain_text(fourth)
    limits = crowd.state(MAIN)["limits"]
    assert crowd.asks(fifth, "JoinList", game=HOLD_EM.game, limits=limits, play_chips=False) == ""
    expect(seat(flo, MAIN, AT_EACH + 4)).to_contain_text(fifth)


def waits_first(page: Page, name: str) -> None:
    """On a list that nobody is on yet."""
    page.get_by_role("group", name="Parts of the floor").get_by_role("button", name="Lists").tap()
    page.locator("summary", has_text="with nobody on").tap()
    page.get_by_role("button", name=re.compile("^Hold .em · ")).tap()
    put_on(page, name)


def put_on(page: Page, name: str) -> None:
    page.get_by_role("dialog").get_by_label("Name").fill(name)
    page.get_by_role("dialog").get_by_label("Name").press("Enter")
    expect(page.locator(".entry", has_text=name)).to_be_visible()


def calls(page: Page, name: str, number: int) -> None:
    """A tap on the name, a tap on the seat."""
    page.get_by_role("group", name="Parts of the floor").get_by_role("button", name="Lists").tap()
    page.locator(".entry", has_text=name).tap()
    seat(page, MAIN, number).tap()
    # A seat that could be theirs names them, too: now it is held.
    expect(seat(page, MAIN, number).and_(page.locator(".held"))).to_contain_text(name)


def a_dispute_is_ruled_on_and_witnessed(evening: Evening) -> None:
    """The floorperson looks at the round on a phone; the shift supervisor decides, and the floorperson has seen it."""
    house = evening.house
    flo = house.at("floorperson", "Floor", PHONE)
    tile(flo, DISPUTED).locator(".name").tap()
    so_far = flo.get_by_role("dialog").get_by_label("The round so far")
    expect(so_far).to_contain_text("blind")
    house.looks(flo, "a dispute, phone")
    sue = house.at("supervisor", "Shift")
    house.looks(sue, "the shift")
    sue.get_by_label("Rule in a round").select_option(DISPUTED)
    dialog = sue.get_by_role("dialog")
    dialog.get_by_role("button", name="Decide, and move chips").click()
    house.looks(sue, "a final ruling")
    dialog.get_by_label("Reason").fill("seat 1 said call before seat 2 acted")
    dialog.get_by_label("Paragraph").fill("14.15(b)")
    dialog.get_by_role("button", name="What will happen?").click()
    dialog.get_by_role("button", name="Confirm").click()
    dialog.get_by_label("Close", exact=True).click()
    expect(tile(flo, DISPUTED)).to_contain_text("1 ruling to witness")
    flo.get_by_role("dialog").get_by_role("button", name="Witness").tap()
    expect(tile(flo, DISPUTED)).not_to_contain_text("to witness")
    flo.get_by_role("dialog").get_by_label("Close", exact=True).tap()
    evening.crowd.goes_on(DISPUTED)


def a_player_is_barred(evening: Evening) -> None:
    house, crowd = evening.house, evening.crowd
    name = list(crowd.players)[-1]
    flo = house.at("floorperson", "Floor", PHONE)
    flo.get_by_role("group", name="Parts of the floor").get_by_role("button", name="People").tap()
    flo.get_by_role("button", name="About a player…").tap()
    dialog = flo.get_by_role("dialog")
    dialog.get_by_label("Name of the account").fill(name)
    dialog.get_by_role("button", name="Find").tap()
    dialog.get_by_label("In words").fill("threw cards at the dealer")
    house.looks(flo, "conduct, phone")
    dialog.get_by_role("button", name="Bar from lists and seats").tap()
    expect(dialog).to_contain_text("Barred from lists and seats: threw cards at the dealer")
    dialog.get_by_label("Close", exact=True).tap()
    assert crowd.asks(name, "Sit", table=DISPUTED, amount=BUY_IN) == "barred"
    kay = house.at("cage", "Cage")
    kay.get_by_role("searchbox", name="Find by name or number").fill(name)
    expect(kay.locator("[data-part=player]")).to_contain_text("Barred from lists and seats")


def a_table_changes_its_game(evening: Evening) -> None:
    house = evening.house
    flo = house.at("floorperson", "Floor", TABLET)
    tile(flo, CHANGED).locator(".name").tap()
    dialog = flo.get_by_role("dialog")
    dialog.get_by_role("button", name="Change game").tap()
    dialog.get_by_label("As filed").select_option(f"table {OMAHA.name}")
    dialog.get_by_label("Notice given").fill("Told to everybody at the table")
    house.looks(flo, "a change of game, tablet")
    dialog.get_by_role("button", name="Post the change").tap()
    expect(tile(flo, CHANGED)).to_contain_text(OMAHA.title)


def a_tray_is_filled_counted_and_found_wrong(evening: Evening) -> None:
    """Between two rounds of play: a tray that moves before the second signature is counted again."""
    house = evening.house
    evening.crowd.played([MAIN], ROUNDS + 1)
    kay = house.at("cage", "Cage")
    kay.get_by_role("button", name=f"Fill Table {MAIN}").click()
    dialog = kay.get_by_role("dialog")
    dialog.get_by_role("button", name="$500", exact=True).click()
    dialog.get_by_role("button", name="Fill $500").click()
    told(kay, f"Fill of $500 to Table {MAIN}")
    ann = house.at("accounting", "Accounting")
    part(ann, "Counts")
    ann.get_by_role("combobox", name="Table").select_option(MAIN)
    expected = cents(ann.locator("dd.sum").inner_text())
    ann.get_by_label("Closer, counted").fill(f"{(expected + 12_000) / 100:.2f}")
    expect(ann.locator("[data-part=difference]")).to_have_text("$120 more than expected.")
    house.looks(ann, "a count that is off")
    ann.get_by_role("button", name="Propose this count").click()
    told(ann, "waits for a second signature")
    sue = house.at("supervisor", "Home")
    house.looks(sue, "the home of the shift supervisor, with something to sign")
    signs(house, "supervisor", "Count table")
    expect(ann.get_by_role("group", name="Counts of the day")).to_contain_text("$120 reported")


def cents(dollars: str) -> int:
    return round(100 * float(dollars.replace("$", "").replace(",", "")))


def a_mistake_at_the_cage_is_corrected_by_two(evening: Evening) -> None:
    """A thousand was entered for a hundred."""
    house = evening.house
    name = next(iter(evening.crowd.players))
    kay = house.at("cage", "Cage")
    buys_in(kay, name, amount=1000)
    ann = house.at("accounting", "Accounting")
    part(ann, "Journal")
    ann.get_by_label("Reason").select_option("deposit")
    ann.get_by_label("Anything").fill("100000")
    ann.get_by_role("button", name="Search").click()
    found = ann.get_by_role("group", name="Transfers found")
    found.get_by_role("button", name=re.compile("^ledger:")).first.click()
    dialog = ann.get_by_role("dialog")
    dialog.get_by_role("button", name="Correct it").click()
    dialog.get_by_label("Why, in words").fill("a hundred was paid in, not a thousand")
    dialog.get_by_label("Amount").fill("100")
    expect(dialog).to_contain_text("$1,000 goes back")
    house.looks(ann, "a correction before it is proposed")
    dialog.get_by_role("button", name="Propose the correction").click()
    told(ann, "waits for a second signature")
    signs(house, "supervisor", "Correct")
    ann.get_by_label("Reason").select_option("")
    ann.get_by_label("Anything").fill("a hundred was paid in")
    ann.get_by_role("button", name="Search").click()
    expect(found.locator("tbody tr")).to_have_count(2)
    house.looks(ann, "the journal with a correction")


def the_drawer_is_counted_and_the_day_closed(evening: Evening) -> None:
    house = evening.house
    evening.crowd.played([DISPUTED], ROUNDS)
    kay = house.at("cage", "Cage", TABLET)
    kay.get_by_role("button", name="Close with a count").click()
    ought = kay.locator("[data-part=difference]").inner_text()
    expected = cents(ought.removeprefix("Ought to be ").partition(":")[0])
    assert expected == cents(kay.locator("[data-part=expected]").inner_text())
    kay.get_by_label("Cash of $1", exact=True).fill(str(expected // 100))
    expect(kay.locator("[data-part=difference]")).to_contain_text("it agrees")
    house.looks(kay, "the drawer counted, tablet")
    kay.get_by_role("button", name="Close the drawer").click()
    told(kay, "waits for a second signature")
    signs(house, "supervisor", "Close drawer")
    expect(kay.locator("p.closed")).to_contain_text("agrees")
    ann = house.at("accounting", "Accounting")
    day = ann.locator("h2", has_text="Master game report of").inner_text().split()[-1]
    ann.get_by_role("button", name=f"Close {day}", exact=True).click()
    house.looks(ann, "before the day is closed")
    ann.get_by_role("button", name=re.compile(f"^Close {day} and begin ")).click()
    told(ann, "has begun")
    ann.get_by_role("button", name=day, exact=True).click()
    expect(ann.locator("[data-part=variance]")).to_have_text("$120")
    rounds = sum(evening.crowd.state(table)["round"] for table in evening.tables)
    expect(ann.locator("[data-part=rounds]")).to_have_text(str(rounds))
    assert cents(ann.locator("[data-part=rake]").inner_text()) == evening.crowd.raked > 0
    house.looks(ann, "the day closed with its report")
    house.looks(house.at("accounting", "Accounting", TABLET), "the day, tablet")
    address = ann.get_by_role("link", name="Master game report: PDF").get_attribute("href")
    assert house.contexts["accounting"].request.get(f"{house.room}{address}").body().startswith(b"%PDF")


def the_division_audits_the_night(evening: Evening) -> None:
    house = evening.house
    ines = house.at("Division", "Division")
    house.looks(ines, "the Division's notices")
    part(ines, "Software and audit")
    ines.get_by_role("button", name="Authenticate now").click()
    expect(ines.locator("[data-part=software]")).to_contain_text("Nothing to compare with")
    ines.get_by_role("button", name="Start an audit").click()
    audited = ines.locator("[data-part=audit]")
    expect(audited).to_contain_text("Everything that was checked is in order", timeout=180_000)
    expect(ines.get_by_role("group", name="Checks", exact=True)).not_to_contain_text("decide-again")
    house.looks(ines, "an audit in order")
    house.at("Division", "Accounting")
    expect(ines.locator("[data-part=rake]")).to_be_visible()
    house.looks(ines, "the report as the Division reads it")
