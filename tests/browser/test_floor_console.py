"""The floor in a real Chromium, with two floorpersons at once: seats, lists, tables, disputes, conduct, the shift."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.floors import PHONE, TwoFloors, drag, seat, told
from tests.browser.people import Guest
from tests.browser.served import serving, settings
from tests.browser.test_access import violations
from tests.daytime import gaming_day

NAME = "floor"


@pytest.fixture(scope="module")
def floors(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoFloors]:
    store = tmp_path_factory.mktemp("floors")
    with serving(settings(bots=0, store=str(store))) as room:
        found = TwoFloors(browser, room, store)
        yield found
        found.close()


@pytest.fixture
def flo(floors: TwoFloors) -> Iterator[Page]:
    page = floors.walks("floorperson")
    yield page
    page.close()
    assert floors.complaints == []


def queued(floors: TwoFloors, game: str, *names: str) -> dict[str, Any]:
    table = floors.table(game)
    floors.waits(table, *names)
    return table


def test_a_name_is_dragged_to_a_seat_and_the_other_floorperson_sees_it_at_once(floors: TwoFloors, flo: Page) -> None:
    table = queued(floors, "omaha-high", "Ada", "Bob")
    gil = floors.walks("second")
    drag(flo, "Ada", seat(flo, table["name"], 3))
    told(flo, "Ada is called to")
    for page in (flo, gil):
        expect(seat(page, table["name"], 3)).to_contain_text("Ada")
        expect(seat(page, table["name"], 3).locator(".timer")).to_contain_text("0:")
        expect(page.locator('[data-list="omaha-high"]')).to_contain_text("1 waiting, 1 being called")
    assert violations(flo) == []
    gil.close()


def test_the_same_goes_by_keyboard_and_escape_puts_the_name_back(floors: TwoFloors, flo: Page) -> None:
    table = queued(floors, "badugi", "Cyd")
    flo.locator(".entry", has_text="Cyd").focus()
    flo.keyboard.press("Enter")
    expect(flo.locator(".picked")).to_contain_text("Cyd in hand")
    flo.keyboard.press("Escape")
    expect(flo.locator(".picked")).to_have_count(0)
    flo.locator(".entry", has_text="Cyd").focus()
    flo.keyboard.press("Enter")
    seat(flo, table["name"], 2).focus()
    flo.keyboard.press("Enter")
    expect(seat(flo, table["name"], 2)).to_contain_text("Cyd")


def test_nobody_is_called_before_others_without_a_reason(floors: TwoFloors, flo: Page) -> None:
    table = queued(floors, "five-card-stud", "Dora", "Edgar")
    drag(flo, "Edgar", seat(flo, table["name"], 1))
    dialog = flo.get_by_role("dialog")
    expect(dialog).to_contain_text("Dora is to be called")
    assert violations(flo) == []
    dialog.get_by_label("Reason").fill("Dora is at dinner until nine")
    dialog.get_by_role("button", name="Call Edgar").click()
    expect(seat(flo, table["name"], 1)).to_contain_text("Edgar")


def test_of_two_who_put_names_on_one_seat_one_wins_and_the_other_is_told(floors: TwoFloors, flo: Page) -> None:
    """Gil chooses the seat first, and his order arrives after Flo's."""
    table = queued(floors, "five-card-draw-high", "Fay", "Gus")
    gil, on_the_way = floors.walks("second"), []
    gil.route(
        "**/orders", lambda route: on_the_way.append(route) if route.request.method == "POST" else route.continue_()
    )
    for page, name in ((flo, "Fay"), (gil, "Gus")):
        page.locator(".entry", has_text=name).click()
    seat(gil, table["name"], 4).click()
    while not on_the_way:
        gil.wait_for_timeout(50)
    seat(flo, table["name"], 4).click()
    expect(seat(flo, table["name"], 4)).to_contain_text("Fay")
    on_the_way[0].continue_()
    expect(gil.get_by_role("alert")).to_contain_text("is held for Fay")
    expect(seat(gil, table["name"], 4)).to_contain_text("Fay")
    gil.close()


def test_a_call_runs_down_and_a_no_show_passes_the_seat_on(floors: TwoFloors, flo: Page) -> None:
    table = queued(floors, "mambo-stud", "Hal", "Ivy")
    flo.locator(".entry", has_text="Hal").click()
    seat(flo, table["name"], 2).click()
    expect(seat(flo, table["name"], 2)).to_contain_text("Hal")
    seat(flo, table["name"], 2).click()
    expect(flo.locator("[data-part=timer]")).to_contain_text(":")
    assert violations(flo) == []
    flo.get_by_role("button", name="No show").click()
    expect(seat(flo, table["name"], 2)).to_contain_text("Ivy")
    expect(flo.locator('[data-list="mambo-stud"]')).not_to_contain_text("Hal")


def test_a_table_is_opened_changed_and_closed_with_the_sign_it_will_show(floors: TwoFloors, flo: Page) -> None:
    like, other = floors.table("hold-em")["name"], floors.table("badugi")["name"]
    flo.get_by_role("button", name="Open a table").click()
    dialog = flo.get_by_role("dialog")
    dialog.get_by_label("Name of the table").fill("Sat 1")
    dialog.get_by_label("As filed").select_option(f"table {like}")
    expect(dialog.locator("[data-part=sign]")).to_contain_text("Wagers: no limit")
    assert violations(flo) == []
    dialog.get_by_role("button", name="Open the table").click()
    tile = flo.locator('[data-table="Sat 1"]')
    expect(tile).to_contain_text("no limit")
    tile.locator(".name").click()
    dialog.get_by_role("button", name="Change game").click()
    dialog.get_by_label("As filed").select_option(f"table {other}")
    expect(dialog.locator("[data-part=sign]")).to_contain_text("Badugi")
    dialog.get_by_label("Notice given").fill("Notice 12 at the podium")
    dialog.get_by_role("button", name="Post the change").click()
    expect(tile).to_contain_text("Badugi")
    tile.locator(".name").click()
    dialog.get_by_role("button", name="Close", exact=True).last.click()
    dialog.get_by_role("button", name="Close now").click()
    expect(tile).to_contain_text("closed")


def test_a_dispute_shows_the_round_with_why_and_what_each_ruling_would_do(floors: TwoFloors, flo: Page) -> None:
    table = floors.table("seven-card-stud-high")["name"]
    players = [Guest(floors.room, name) for name in ("Jan", "Kim")]
    for each in players:
        each.asks("Sit", table=table)
    watching = floors.contexts["supervisor"].new_page()
    watching.goto(f"{floors.room}/#/table/{table}")
    tile = flo.locator(f'[data-table="{table}"]')
    expect(tile).to_contain_text("round")
    tile.locator(".name").click()
    dialog = flo.get_by_role("dialog").first
    so_far = dialog.get_by_label("The round so far")
    expect(so_far).to_contain_text("antes")
    so_far.get_by_role("button", name="why?").first.click()
    expect(flo.get_by_role("dialog").last).to_contain_text("14.")
    flo.keyboard.press("Escape")
    dialog.get_by_text("Misdeal", exact=False).first.click()
    dialog.get_by_role("button", name="Misdeal: shuffle or cut not made as required").click()
    expect(dialog.locator("[data-part=ruling]")).to_contain_text("This will happen")
    assert violations(flo) == []
    dialog.get_by_role("button", name="Rule so").click()
    told(flo, "Misdeal: shuffle or cut not made as required")
    watching.close()


def test_a_dispute_follows_the_round_while_it_is_read_and_a_ruling_carries_what_was_read(
    floors: TwoFloors, flo: Page
) -> None:
    table = floors.table("hold-em")["name"]
    for name in ("Lea", "Mia", "Nan"):
        Guest(floors.room, name).asks("Sit", table=table)
    watching = floors.contexts["supervisor"].new_page()
    watching.goto(f"{floors.room}/#/table/{table}")
    tile = flo.locator(f'[data-table="{table}"]')
    expect(tile).to_contain_text("round")
    tile.locator(".name").click()
    dialog = flo.get_by_role("dialog").first
    dialog.get_by_text("Misdeal", exact=False).first.click()
    dialog.get_by_role("button", name="Misdeal: shuffle or cut not made as required").click()
    so_far = dialog.get_by_label("The round so far")
    expect(so_far).not_to_contain_text("under a chip")
    floors.order("second", "round", table, "MarkProtected", seat=0, how="under a chip")
    expect(so_far).to_contain_text("under a chip")
    with flo.expect_request("**/orders") as sent:
        dialog.get_by_role("button", name="Rule so").click()
    assert (sent.value.post_data_json or {}).get("expected")
    told(flo, "Misdeal: shuffle or cut not made as required")
    watching.close()


def test_a_call_of_a_dealer_is_answered_with_a_reason(floors: TwoFloors, flo: Page) -> None:
    floors.posted("Pit 9", "hold-em")
    floors.supplied("Pit 9", str(gaming_day()))
    floors.order("dealer", "box", "Pit 9", "CallFloor", reason="Players dispute a pot")
    expect(flo.locator("[data-part=counts]")).to_contain_text("1 call")
    flo.locator(".calls .call").click()
    dialog = flo.get_by_role("dialog")
    dialog.get_by_role("button", name="Answer the call").click()
    dialog.get_by_label("Reason").fill("Counted the pot with both players")
    dialog.get_by_role("button", name="Answered").click()
    expect(flo.locator("[data-part=counts]")).to_contain_text("0 calls")


def test_a_player_is_required_to_leave_the_division_is_told_and_another_is_barred(floors: TwoFloors, flo: Page) -> None:
    queued(floors, "omaha-high-low-eight", "Lou", "Max")
    flo.get_by_label("More about Lou").click()
    dialog = flo.get_by_role("dialog")
    dialog.get_by_role("button", name="Conduct").click()
    dialog.get_by_label("In words").fill("plays for somebody else")
    dialog.get_by_role("button", name="Require to leave").click()
    expect(dialog).to_contain_text("The Division must be told")
    assert violations(flo) == []
    dialog.get_by_label("In words").fill("N-2026-7")
    dialog.get_by_role("button", name="The Division was told").click()
    expect(dialog).to_contain_text("The Division was told.")
    dialog.get_by_label("Close", exact=True).click()
    expect(flo.locator('[data-list="omaha-high-low-eight"]')).not_to_contain_text("Lou")
    flo.get_by_label("More about Max").click()
    dialog.get_by_role("button", name="Conduct").click()
    dialog.get_by_label("In words").fill("is on the exclusion list")
    dialog.get_by_role("button", name="Bar from lists and seats").click()
    expect(dialog).to_contain_text("Barred from lists and seats: is on the exclusion list")
    dialog.get_by_label("Close", exact=True).click()
    expect(flo.locator(".people").first).to_contain_text("barred: is on the exclusion list")


def test_on_a_phone_a_name_is_tapped_and_then_the_seat(floors: TwoFloors) -> None:
    table = queued(floors, "triple-draw-deuce-to-seven", "Nan")
    page = floors.walks("second", size=PHONE)
    parts = page.get_by_role("group", name="Parts of the floor")
    parts.get_by_role("button", name="Lists").tap()
    page.locator(".entry", has_text="Nan").tap()
    seat(page, table["name"], 1).tap()
    expect(seat(page, table["name"], 1)).to_contain_text("Nan")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.close()
    assert floors.complaints == []


def test_the_supervisor_distributes_decks_lets_a_player_go_and_sees_who_is_on_duty(floors: TwoFloors) -> None:
    floors.posted("Pit 8", "hold-em")
    Guest(floors.room, "Oda").asks("Sit", table=floors.table("seven-card-stud-low")["name"], seat=0)
    page = floors.walks("supervisor", "supervisor")
    page.get_by_role("button", name="Go on duty").click()
    expect(page.locator("[data-part=duty]")).to_contain_text("Sue Park poker shift supervisor")
    decks = page.locator("[data-part=decks]")
    expect(decks).to_contain_text("Pit 8")
    decks.get_by_role("button", name="Distribute").click()
    told(page, "Decks of")
    leaves = page.locator("[data-part=leaves]")
    leaves.get_by_label("Player").select_option(label=leaves.locator("option", has_text="Oda").first.inner_text())
    leaves.get_by_role("button", name="May be away").click()
    expect(leaves).to_contain_text("Oda")
    expect(leaves.get_by_role("button", name="Is back")).to_be_visible()
    assert violations(page) == []
    page.close()
    assert floors.complaints == []
