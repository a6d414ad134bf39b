"""The dealer's console in a real Chromium on a tablet: rounds by touch and by keys, and what goes wrong."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.people import Guest, Person
from tests.browser.pit import PASSWORD, Pit, sent
from tests.browser.served import serving, settings
from tests.browser.shift import Console
from tests.browser.stage import hearing_late
from tests.browser.test_access import violations
from tests.browser.test_every_size import FAULTS
from tests.daytime import gaming_day

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
    pit.supplied(name, str(gaming_day()))
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


ANSWER_LATE = """() => {
  const ask = window.fetch;
  const until = new Promise((resolve) => (window.answerNow = resolve));
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    await until;
    return answer;
  };
}"""
"""The room does what it is asked, and the page hears of it by its socket before any answer arrives."""


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


def test_what_is_shown_can_be_taken_back_before_its_answer_has_come(pit: Pit) -> None:
    page = dealt(pit, "early", "hold-em", 3)
    page.keyboard.press("n")
    expect(page.locator(".ask")).to_contain_text("Seat 3")
    page.evaluate(ANSWER_LATE)
    page.keyboard.press("f")
    expect(page.locator(".ask")).to_contain_text("Seat 1")
    answered(page)
    page.keyboard.press("u")
    page.evaluate("() => window.answerNow()")
    expect(page.locator(".ask")).to_contain_text("Seat 3")
    page.close()


def test_a_winner_stays_chosen_when_the_answer_to_the_last_action_comes_late(pit: Pit) -> None:
    page = dealt(pit, "late", "hold-em", 2)
    page.keyboard.press("n")
    for _ in range(7):
        page.locator("button.move.Check, button.move.Call").first.wait_for()
        page.keyboard.press("c")
        answered(page)
    page.locator("button.move.Check").wait_for()
    page.evaluate(ANSWER_LATE)
    page.keyboard.press("c")
    expect(page.locator(".ask")).to_contain_text("who wins?")
    page.keyboard.press("1")
    page.evaluate("() => window.answerNow()")
    page.locator('main[data-unsent="0"]').wait_for()
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Confirm round 1")).to_be_visible()
    page.close()


def test_a_step_that_is_tapped_again_before_the_room_has_told_of_it_is_entered_once(pit: Pit) -> None:
    pit.posted("twice", "hold-em")
    page = hearing_late(pit.tablet("dealer"), "news", by=1500).new_page()
    page.goto(f"{pit.room}/#/dealer/twice")
    pit.supplied("twice", str(gaming_day()))
    step = page.get_by_role("button", name="Deck A inspected")
    with page.expect_response("**/orders"):
        step.tap()
    step.tap()
    page.keyboard.press("n")
    answered(page)
    expect(step).to_have_count(0)
    expect(page.locator(".unsent")).to_have_count(0)
    page.close()


def test_a_box_still_open_on_the_day_before_begins_the_new_one_between_rounds(pit: Pit) -> None:
    pit.posted("overnight", "hold-em")
    page = pit.contexts["dealer"].new_page()
    page.goto(f"{pit.room}/#/dealer/overnight")
    pit.supplied("overnight", str(gaming_day() - timedelta(days=1)))
    for seat in range(2):
        Guest(pit.room, f"{PLAYERS[seat]} at overnight").asks("Sit", table="overnight", seat=seat)
    pit.prepared("overnight")
    page.get_by_role("button", name="Deal round 1").wait_for()
    said = page.locator("[data-part=gaming-day]")
    expect(said).to_contain_text("egin the gaming day at the table")
    page.get_by_role("button", name="Begin gaming day").tap()
    expect(said).to_contain_text("istribute the decks of the gaming day")
    expect(said).to_contain_text("Waits for the shift supervisor")
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
    expect(eve.page.get_by_text("offline")).to_have_count(0)
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


def test_words_bind_once_that_is_all_and_chips_are_understood_before_they_are_entered(pit: Pit) -> None:
    page = dealt(pit, "words", "hold-em", 3)
    page.get_by_role("button", name="Deal round 1").tap()
    page.get_by_role("button", name="Raise to…").tap()
    pad = page.get_by_role("dialog")
    pad.get_by_role("button", name="$25", exact=True).tap()
    expect(pad.locator("[data-part=understood]")).to_contain_text("14.7(i)")
    pad.get_by_label("Or what the player said").fill("raise, forty")
    pad.get_by_role("button", name="Said").tap()
    answered(page)
    expect(page.locator(".unfinished")).to_contain_text("Seat 3 said “raise, forty”")
    page.get_by_role("button", name="That is all").tap()
    answered(page)
    expect(page.locator("[data-seat='3']")).to_contain_text("$40")
    expect(page.locator(".unfinished")).to_contain_text("Seat 3 still has $40 to put in.")
    page.get_by_role("button", name="Chips are in").tap()
    answered(page)
    expect(page.locator(".unfinished")).to_have_count(0)
    for _ in range(2):
        page.locator("button.move.Call").tap()
        answered(page)
    expect(page.locator("[data-part=rake]")).to_contain_text("Lay $1 into the rake area")
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


def test_what_is_unsent_is_sent_from_elsewhere_in_the_page_and_said_before_its_dealer_goes(pit: Pit) -> None:
    dealt(pit, "left", "hold-em", 3).close()
    pit.hire("Una Bly", "Dan Roe")
    pit.order("Una Bly", "box", "left", "RelieveDealer")
    context = pit.contexts["Una Bly"]
    page = context.new_page()
    page.goto(f"{pit.room}/#/dealer/left")
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    answered(page)

    without_answers(page)
    page.locator("button.move.Call").tap()
    page.get_by_role("link", name="Back to the lobby").tap()
    said = page.locator("[data-part=unsent]")
    expect(said).to_contain_text("One entry at left is not with the room yet")
    page.unroute("**/orders")
    expect(said).to_have_count(0)

    without_answers(page)
    page.goto(f"{pit.room}/#/dealer/left")
    expect(page.locator(".ask")).to_contain_text("Seat 1")
    page.locator("button.move.Call").tap()
    page.get_by_role("link", name="Back to the lobby").tap()
    expect(said).to_be_visible()
    page.get_by_role("button", name="Account").tap()
    account = page.get_by_role("dialog")
    expect(account.get_by_role("alert")).to_contain_text("stays on this tablet until you are back at it")
    account.get_by_role("button", name="Log out all the same").tap()
    expect(page.get_by_role("button", name="Sign in")).to_be_attached()

    sent(context.request.post(f"{pit.room}/api/accounts/login", data={"name": "Dan Roe", "password": PASSWORD}))
    page.goto(f"{pit.room}/#/dealer/left")
    page.reload()
    left = page.get_by_role("status", name="Entries of another dealer")
    expect(left).to_contain_text("Una Bly")
    expect(left).to_contain_text("Seat 1 calls")
    left.get_by_role("button", name="Strike it out").tap()
    expect(left).to_have_count(0)
    assert page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('entries '))") == []
    page.close()


def without_answers(page: Page) -> None:
    """No entry reaches the room from here."""
    page.route("**/orders", lambda route: route.abort() if route.request.method == "POST" else route.fallback())


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


def test_the_floor_is_called_past_an_entry_that_the_room_has_refused(pit: Pit) -> None:
    page = dealt(pit, "stopped", "hold-em", 3)
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    answered(page)
    page.locator("[data-seat='2']").tap()
    page.locator("button.move.Check").tap()
    unsent = page.get_by_role("status", name="Entries not confirmed")
    expect(unsent).to_contain_text("“Seat 2 checks” was refused")
    unsent.get_by_role("button", name="Floor!").tap()
    page.get_by_role("dialog").get_by_role("button", name="Players dispute a pot").tap()
    expect(page.get_by_role("alert")).to_contain_text("The floor was called by Dee Low: Players dispute a pot")
    expect(unsent).to_contain_text("“Seat 2 checks” was refused")
    page.close()


def test_a_push_and_a_last_muck_are_held_until_the_dealer_goes_on_and_can_be_taken_back(pit: Pit) -> None:
    dealt(pit, "held", "hold-em", 2).close()
    dealer = Console(pit, "dealer", "held")
    dealer.deal()
    dealer.runs_out()
    dealer.push([1])
    expect(dealer.ask).to_contain_text("Seat 1 wins $4")
    expect(dealer.page.locator("[data-part=pushed]")).to_contain_text("Ada")
    assert violations(dealer.page) == []
    dealer.button("Take back").tap()
    expect(dealer.ask).to_contain_text("who wins?")
    muck = dealer.button(re.compile(r"Seat \d mucks: seat \d wins"))
    muck.tap()
    expect(dealer.ask).to_contain_text("mucks, seat")
    dealer.button("Take back").tap()
    dealer.push([2])
    dealer.confirm()
    expect(dealer.button("Deal round 2")).to_be_visible()
    assert [dealer.stakes(seat) for seat in (1, 2)] == [198, 202]
    dealer.close()


def test_an_entry_does_what_was_read_of_it_or_is_refused(pit: Pit) -> None:
    page = dealt(pit, "read", "hold-em", 3)
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    answered(page)
    page.get_by_role("button", name="Wrong?").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Push the pots as decided")).to_have_count(0)
    dialog.get_by_role("button", name="A card lies face up in the deck").tap()
    dialog.get_by_role("button", name="What will happen?").tap()
    expect(dialog).to_contain_text("14.15(h)")
    pit.order("dealer", "felt", "read", "CardFaceUp")
    dialog.get_by_role("button", name="Confirm").tap()
    unsent = page.get_by_role("status", name="Entries not confirmed")
    expect(unsent).to_contain_text("“A card lies face up in the deck” was refused")
    unsent.get_by_role("button", name="Strike it out").tap()
    without_answers(page)
    page.locator("button.move.Call").tap()
    page.get_by_role("button", name="Wrong?").tap()
    dialog.get_by_role("button", name="Dealt from the wrong seat").tap()
    expect(dialog).to_contain_text("What was entered before goes to the room first (1)")
    expect(dialog.get_by_role("button", name="What will happen?")).to_be_disabled()
    page.unroute("**/orders")
    expect(dialog.get_by_role("button", name="What will happen?")).to_be_enabled()
    page.close()


def test_a_deck_leaves_for_good_only_when_that_is_said_twice(pit: Pit) -> None:
    page = dealt(pit, "slips", "hold-em", 2)
    page.get_by_role("button", name="Decks").first.tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Take away").first.tap()
    expect(dialog).to_contain_text("Deck A leaves the table for good")
    dialog.get_by_role("button", name="Cancel").tap()
    dialog.get_by_role("button", name="Count", exact=True).first.tap()
    dialog.get_by_label("Found").fill("51")
    dialog.get_by_role("button", name="Confirm").tap()
    expect(dialog.get_by_role("alert")).to_contain_text("That makes 51 cards, not 52. Count once more")
    assert violations(page) == []
    dialog.get_by_label("Found").fill("52")
    dialog.get_by_role("button", name="Confirm").tap()
    answered(page)
    expect(dialog.get_by_role("heading", name="deck “A”")).to_be_visible()
    dialog.get_by_role("button", name="Close", exact=True).tap()
    page.get_by_role("button", name="Deal round 1").tap()
    page.locator("button.move.Call").wait_for()
    page.get_by_role("button", name="Decks").first.tap()
    dialog.get_by_role("button", name="Count the stub").tap()
    expect(dialog.get_by_label("Dealt")).to_have_value("4")
    page.close()


def test_a_player_whose_cards_are_out_of_sight_is_warned_from_the_one_button(pit: Pit) -> None:
    page = dealt(pit, "sight", "hold-em", 2)
    page.get_by_role("button", name="Wrong?").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="A card lies face up in the deck")).to_have_count(0)
    dialog.get_by_role("button", name="Cards out of my sight").tap()
    expect(dialog).to_contain_text("14.15(c)")
    dialog.get_by_role("button", name="2 Bo").tap()
    assert violations(page) == []
    dialog.get_by_role("button", name="Confirm").tap()
    answered(page)
    warned = sent(pit.contexts["supervisor"].request.get(f"{pit.room}/api/rooms/play-chips/incidents"))
    assert "took cards out of the dealer's view" in str(warned)
    page.close()


def test_a_deck_that_runs_short_asks_for_the_shuffle_and_for_nothing_else(pit: Pit) -> None:
    page = dealt(pit, "short", "triple-draw-deuce-to-seven", 6)
    page.get_by_role("button", name="Deal round 1").tap()
    for _ in range(6):
        page.locator("button.move.Check, button.move.Call").first.tap()
        answered(page)
    again = page.get_by_role("button", name="Reshuffled")
    for _ in range(5):
        page.locator(".move.count", has_text="Draws 5").tap()
        answered(page)
    expect(again).to_be_visible()
    expect(page.locator(".ask")).to_contain_text("The deck runs short")
    assert violations(page) == []
    page.keyboard.press("n")
    answered(page)
    expect(page.locator(".ask")).to_contain_text("Seat")
    expect(again).to_have_count(0)
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
    expect(wall.get_by_role("rowheader", name=re.compile("^Hold .*dealt by a person"))).to_be_visible()
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
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FAULTS) == [], name
    page.get_by_role("button", name="Name up-cards").tap()
    page.get_by_role("dialog").get_by_role("button", name="3 Cy").tap()
    for card in ("9", "c"):
        page.keyboard.press(card)
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator("[data-seat='3'] [data-card='9c']")).to_be_visible()
    page.get_by_role("button", name="Forced bet").tap()
    answered(page)
    expect(page.locator(".ask")).to_contain_text("Seat 3")
    page.close()


def named(console: Console, *cards: str) -> None:
    """A hand that is shown, card by card as they are typed."""
    for card in "".join(cards):
        console.page.keyboard.press(card)
    console.page.keyboard.press("Enter")
    console.answered()


def test_tied_high_hands_divide_the_whole_pot_where_nobody_is_low_though_a_hand_is_tabled(pit: Pit) -> None:
    dealt(pit, "halves", "seven-card-stud-high-low-eight", 3).close()
    dealer = Console(pit, "dealer", "halves")
    dealer.deal()
    dealer.runs_out()
    before = [dealer.stakes(seat) for seat in (1, 2, 3)]
    shows = dealer.button(re.compile(r"Seat \d shows"))
    first = int((shows.text_content() or "").split()[1])
    expect(dealer.seat(first)).to_contain_text("to show")
    shows.tap()
    named(dealer, "as", "ad", "kh", "kc", "qs", "jd", "9c")
    expect(dealer.seat(first)).not_to_contain_text("to show")
    expect(shows).not_to_contain_text(f"Seat {first}")
    assert violations(dealer.page) == []
    for seat in (first, first % 3 + 1):
        dealer.seat(seat).tap()
    expect(dealer.page.locator("[data-part=odd-chip]")).to_contain_text(f"seat {first}, tapped first")
    dealer.button("Next pot").tap()
    dealer.button("No low").tap()
    dealer.answered()
    dealer.confirm()
    won = [dealer.stakes(seat) - stakes for seat, stakes in zip((1, 2, 3), before, strict=True)]
    assert sum(won) > 0
    assert won[first - 1] - won[first % 3] in {0, 1}, "halves of halves would be two chips apart"
    dealer.close()


def contradicted(pit: Pit, table: str) -> tuple[Console, int]:
    """A push against tabled cards, heads up: the dealer is told to call the floor. Whom it was for."""
    dealt(pit, table, "hold-em", 2).close()
    dealer = Console(pit, "dealer", table)
    dealer.deal()
    dealer.runs_out()
    dealer.button("Name the cards in the center").tap()
    named(dealer, "2c", "7d", "9h", "js", "3s")
    shows = dealer.button(re.compile(r"Seat \d shows"))
    loser = 3 - int((shows.text_content() or "").split()[1])
    for hand in (("as", "ad"), ("kc", "kd")):
        shows.tap()
        named(dealer, *hand)
    dealer.seat(loser).tap()
    dealer.button("Push").tap()
    refused = dealer.page.get_by_role("status", name="Entries not confirmed")
    expect(refused).to_contain_text("Call the floor")
    refused.get_by_role("button", name="Strike it out").tap()
    return dealer, loser


def winning(dialog: Locator, seat: int) -> Locator:
    """The winner that the form of a ruling on the pots offers."""
    return dialog.get_by_role("button", name=re.compile(rf"^{seat} "))


def test_a_contradicted_push_is_ruled_on_at_the_table(pit: Pit) -> None:
    dealer, winner = contradicted(pit, "against")
    sue = Console(pit, "supervisor", "against")
    sue.begins_trouble("Push the pots as decided")
    winning(sue.dialog, winner).tap()
    assert violations(sue.page) == []
    expect(sue.foretold(reason="the other hand was dead")).to_contain_text(
        f"pushed by the dealer: {PLAYERS[winner - 1]}"
    )
    sue.confirmed()
    sue.close()
    dealer.confirm()
    dealer.close()


def test_a_contradicted_push_is_ruled_on_from_the_shift_supervisors_desk(pit: Pit) -> None:
    dealer, winner = contradicted(pit, "desk")
    sue = pit.contexts["supervisor"].new_page()
    sue.goto(f"{pit.room}/#/staff/supervisor")
    sue.get_by_label("Rule in a round").select_option("desk")
    dialog = sue.get_by_role("dialog")
    dialog.get_by_role("button", name="Push the pots as decided").click()
    winning(dialog, winner).click()
    dialog.get_by_label("Reason").fill("the other hand was dead")
    dialog.get_by_role("button", name="What will happen?").click()
    dialog.get_by_role("button", name="Confirm").click()
    dealer.confirm()
    sue.close()
    dealer.close()


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
