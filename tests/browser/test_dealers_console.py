"""The dealer's console in a real Chromium on a tablet: rounds by touch and by keys, and what goes wrong."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Guest, Person
from tests.browser.pit import Pit
from tests.browser.served import serving, settings
from tests.browser.test_access import violations
from tests.browser.test_every_size import FAULTS

NAME = "pit"
PLAYERS = ("Ada", "Bo", "Cy", "Di", "Ed", "Hal")


@pytest.fixture(scope="module")
def pit(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    store: Path = tmp_path_factory.mktemp("pit")
    with serving(settings(bots=0, store=str(store))) as room:
        found = Pit(browser, room, store)
        yield found
        found.close()


def answered(page: Page) -> None:
    page.locator('main[data-unanswered="0"]').wait_for()


def dealt(pit: Pit, name: str, game: str, players: int) -> Page:
    """The console of a table at which everybody sits and the first round can be dealt."""
    pit.posted(name, game)
    page = pit.contexts["dealer"].new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{pit.room}/#/dealer/{name}")
    pit.supplied(name, page.evaluate("() => new Date().toISOString().slice(0, 10)"))
    for seat, who in enumerate(PLAYERS[:players]):
        Guest(pit.room, f"{who} at {name}").asks("Sit", table=name, seat=seat)
    pit.prepared(name)
    expect(page.get_by_role("button", name="Deal round 1")).to_be_visible()
    return page


@pytest.fixture(autouse=True)
def line_is_back(pit: Pit) -> Iterator[None]:
    yield
    pit.contexts["dealer"].set_offline(False)


def taps_on(page: Page) -> int:
    return int(page.evaluate("() => window.taps"))


COUNT_TAPS = "() => { window.taps = 0; addEventListener('click', () => (window.taps += 1), true); }"


def test_a_round_checked_down_by_six_takes_a_tap_an_action_and_four_more(pit: Pit) -> None:
    page = dealt(pit, "six", "hold-em", 6)
    page.evaluate(COUNT_TAPS)
    page.get_by_role("button", name="Deal round 1").tap()
    actions = 0
    for _ in range(24):
        quiet = page.locator("button.move.Check, button.move.Call").first
        quiet.wait_for()
        quiet.tap()
        answered(page)
        actions += 1
    expect(page.get_by_text("who wins?")).to_be_visible()
    assert violations(page) == []
    page.locator("[data-seat='3']").tap()
    page.get_by_role("button", name="Push").tap()
    page.get_by_role("button", name="Confirm round 1").tap()
    expect(page.get_by_role("button", name="Deal round 2")).to_be_visible()
    assert taps_on(page) == actions + 4
    expect(page.locator("[data-seat='3']")).to_contain_text("$210")
    page.close()


def test_a_whole_round_goes_by_keys_and_its_last_entry_can_be_taken_back(pit: Pit) -> None:
    page = dealt(pit, "keys", "hold-em", 3)
    page.keyboard.press("n")
    expect(page.locator(".ask")).to_contain_text("Seat 3")
    page.keyboard.press("f")
    answered(page)
    expect(page.locator(".ask")).to_contain_text("Seat 1")
    page.keyboard.press("u")
    answered(page)
    expect(page.locator(".ask")).to_contain_text("Seat 3")
    for _ in range(2):
        page.locator("button.move.Fold").wait_for()
        page.keyboard.press("f")
        answered(page)
    page.keyboard.press("n")
    expect(page.get_by_role("button", name="Deal round 2")).to_be_visible()
    page.close()


def test_a_mistapped_last_fold_is_taken_back_before_it_ends_the_round(pit: Pit) -> None:
    page = dealt(pit, "mistap", "hold-em", 2)
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Fold").tap()
    expect(page.locator(".ask")).to_contain_text("wins")
    page.get_by_role("button", name="Take back").tap()
    page.locator("button.move.Call").tap()
    answered(page)
    page.locator("button.move.Fold").tap()
    page.get_by_role("button", name="Confirm round 1").tap()
    expect(page.get_by_role("button", name="Deal round 2")).to_be_visible()
    told = pit.contexts["supervisor"].request.get(f"{pit.room}/api/lobby").json()
    assert next(each for each in told["tables"] if each["name"] == "mistap")["playing"] is False
    page.close()


def test_whoever_follows_sees_every_seat_and_whose_turn_it_is_before_anything_is_entered(
    pit: Pit, browser: Browser
) -> None:
    page = dealt(pit, "phones", "hold-em", 2)
    eve = Person(browser, pit.room, "Eve", device="phone")
    eve.page.goto(f"{pit.room}/#/table/phones")
    expect(eve.page.locator("[data-part=seat]")).to_have_count(2)
    page.get_by_role("button", name="Deal round 1").tap()
    expect(eve.page.locator("[data-part=seat].acting")).to_have_count(1)
    expect(eve.page.locator("[data-part=waiting]")).to_contain_text("to act")
    page.locator("button.move.Call").tap()
    answered(page)
    page.locator("button.move.Check").tap()
    expect(eve.page.locator("[data-part=board] [data-card='??']")).to_have_count(3)
    expect(eve.page.locator("[data-part=seat]")).to_have_count(2)
    expect(eve.page.locator("[data-part=seat].acting")).to_have_count(1)
    expect(eve.page.locator("[data-offer]")).to_have_count(0)
    eve.context.close()
    assert eve.complaints == []
    page.close()


def test_through_a_lost_line_entries_stay_in_order_and_are_sent_when_it_is_back(pit: Pit) -> None:
    page = dealt(pit, "line", "hold-em", 3)
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    answered(page)
    page.context.set_offline(True)
    page.locator("button.move.Call").tap()
    page.locator("button.move.Call").tap()
    unsent = page.get_by_role("status", name="Entries not confirmed")
    expect(unsent).to_contain_text("2 entries are kept here and sent in order")
    expect(unsent.get_by_role("listitem")).to_have_text(["Seat 3 calls unsent", "Seat 1 calls unsent"])
    page.context.set_offline(False)
    expect(unsent).to_have_count(0)
    answered(page)
    expect(page.locator(".ask")).to_contain_text("Seat 2")
    page.close()


def test_what_the_room_refuses_stops_the_rest_and_nothing_is_dropped_in_silence(pit: Pit) -> None:
    page = dealt(pit, "no", "hold-em", 3)
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    answered(page)
    page.context.set_offline(True)
    page.locator("[data-seat='2']").tap()
    page.locator("button.move.Check").tap()
    page.locator("[data-seat='3']").tap()
    page.locator("button.move.Call").tap()
    page.context.set_offline(False)
    unsent = page.get_by_role("status", name="Entries not confirmed")
    expect(unsent).to_contain_text("“Seat 2 checks” was refused")
    expect(unsent).to_contain_text("14.")
    expect(unsent.get_by_role("listitem")).to_have_count(2)
    assert violations(page) == []
    unsent.get_by_role("button", name="Strike it out").tap()
    expect(unsent).to_have_count(0)
    expect(page.locator(".ask")).to_contain_text("Seat 1")
    page.close()


def test_what_went_wrong_says_what_will_happen_before_it_is_confirmed(pit: Pit) -> None:
    page = dealt(pit, "trouble", "hold-em", 3)
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    page.get_by_role("button", name="Wrong?").tap()
    dialog = page.get_by_role("dialog")
    assert violations(page) == []
    dialog.get_by_role("button", name="A card lies face up in the deck").tap()
    dialog.get_by_role("button", name="What will happen?").tap()
    expect(dialog).to_contain_text("This will happen")
    expect(dialog).to_contain_text("14.15(h)")
    dialog.get_by_role("button", name="Confirm").tap()
    expect(dialog).to_have_count(0)
    answered(page)
    page.close()


def test_the_floor_is_called_play_waits_and_a_floorperson_answers_on_their_own_console(pit: Pit) -> None:
    page = dealt(pit, "floor", "hold-em", 3)
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    answered(page)
    page.get_by_role("button", name="Floor!").tap()
    page.get_by_role("dialog").get_by_role("button", name="Players dispute a pot").tap()
    expect(page.get_by_role("alert")).to_contain_text("The floor was called by Dee Low: Players dispute a pot")
    floor = pit.contexts["floorperson"].new_page()
    floor.goto(f"{pit.room}/#/dealer/floor")
    floor.get_by_role("button", name="I have seen to it").tap()
    expect(page.get_by_role("alert")).to_have_count(0)
    floor.close()
    page.close()


SIZES = {"tablet": (1024, 768), "large tablet": (1280, 800), "phone": (390, 844)}


def test_on_a_tablet_and_at_need_on_a_phone_everything_fits(pit: Pit) -> None:
    page = dealt(pit, "sizes", "hold-em", 6)
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    answered(page)
    page.context.set_offline(True)
    for _ in range(2):
        page.locator("button.move.Call").tap()
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FAULTS) == [], name
        fold = page.locator("button.move.Fold")
        fold.scroll_into_view_if_needed()
        expect(fold).to_be_in_viewport()
    page.context.set_offline(False)
    answered(page)
    page.close()


def test_players_follow_on_their_own_phones_and_the_wall_shows_the_table(pit: Pit, browser: Browser) -> None:
    page = dealt(pit, "follow", "hold-em", 2)
    kay = Person(browser, pit.room, "Kay", device="phone")
    kay.asks("Sit", table="follow", seat=4)
    kay.at("follow")
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    page.locator("button.move.Call").tap()
    answered(page)
    expect(kay.page.locator("[data-part=seat].acting, [data-part=me].acting")).to_have_count(1)
    expect(kay.page.locator("[data-part=pots]")).to_contain_text("$5")
    assert kay.offers == [], "the dealer enters what players do"
    assert set(kay.cards) <= {"??"}, "the room does not know them"
    wall = browser.new_context().new_page()
    wall.goto(f"{pit.room}/wall")
    expect(wall.get_by_text("dealt by a person")).to_be_visible()
    wall.context.close()
    kay.context.close()
    assert kay.complaints == []
    page.close()


def test_at_stud_the_dealer_taps_who_acts_first_and_names_no_card(pit: Pit) -> None:
    page = dealt(pit, "stud", "seven-card-stud-high-low-eight", 3)
    page.get_by_role("button", name="Deal round 1").tap()
    expect(page.get_by_text("Who acts first?")).to_be_visible()
    page.locator("[data-seat='2']").tap()
    answered(page)
    expect(page.locator(".ask")).to_contain_text("Seat 2")
    page.get_by_role("button", name="Forced bet").tap()
    answered(page)
    expect(page.locator(".ask")).to_contain_text("Seat 3")
    page.close()


def test_at_a_draw_the_dealer_taps_how_many_cards(pit: Pit) -> None:
    page = dealt(pit, "draw", "triple-draw-deuce-to-seven", 3)
    page.get_by_role("button", name="Deal round 1").tap()
    for _ in range(3):
        page.locator("button.move.Check, button.move.Call").first.tap()
        answered(page)
    page.get_by_role("button", name="Draws 2").tap()
    answered(page)
    page.get_by_role("button", name="Stands pat").tap()
    answered(page)
    expect(page.get_by_role("button", name="Draws 5")).to_be_visible()
    page.close()
