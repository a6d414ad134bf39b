"""A player's first evening between the hands: amounts that are typed wrong, a full table, a place on a list."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import scenes
from tests.browser.conftest import People, Rooms
from tests.browser.people import Guest, Person, buying, buys_in_again, is_broke, play_out, play_until_turn, seated
from tests.browser.screenshots import TABLE
from tests.browser.served import BRISK
from tests.browser.stage import Stage

TRIPLE_DRAW, FULL = "25", "26"
"""With two tables of each game, in the order of the catalogue."""
SEATS = 7


@pytest.fixture
def room(rooms: Rooms) -> str:
    """Two tables of each game, and no bots."""
    return rooms(bots=0, tables_each=2)


@pytest.fixture
def brisk(rooms: Rooms) -> str:
    """The same, where one round follows the other."""
    return rooms(bots=0, tables_each=2, clock=BRISK)


@pytest.fixture
def full(room: str) -> str:
    """A room in which one table has no free seat."""
    for _ in range(SEATS):
        Guest(room, "Filler").asks("Sit", table=FULL)
    return room


# The bet box.


@pytest.fixture
def my_turn(desktop: Page, tables: dict[str, scenes.Scene]) -> Stage:
    """No limit, $4 to answer and $298.50 behind."""
    stage = Stage(tables["holdem"])
    stage.put_on(desktop)
    desktop.goto(TABLE)
    desktop.locator("[data-offer=Raise]").wait_for()
    return stage


def box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Exact amount in dollars")


def prompt(page: Page) -> Locator:
    return page.locator("[data-part=prompt]")


def test_more_than_one_has_is_all_one_has_and_is_explained(my_turn: Stage, desktop: Page) -> None:
    box(desktop).fill("1000000")
    expect(prompt(desktop)).to_have_text("You have $300.50: no more than that.")
    expect(desktop.locator("[data-offer=Raise]")).to_have_text("Raise to $300.50")
    box(desktop).press("Enter")
    expect(box(desktop)).to_have_value("300.50")
    assert [each for each in my_turn.sent if each["type"] == "Act"] == []


@pytest.mark.parametrize("typed", ["abc", "-10", "1e3"])
def test_what_is_no_amount_is_never_wagered(my_turn: Stage, desktop: Page, typed: str) -> None:
    box(desktop).fill(typed)
    expect(prompt(desktop)).to_contain_text(f"“{typed}” is no amount")
    box(desktop).press("Enter")
    expect(box(desktop)).to_have_value("6")
    assert [each for each in my_turn.sent if each["type"] == "Act"] == []
    box(desktop).fill("12")
    expect(prompt(desktop)).to_contain_text("to call into")
    box(desktop).press("Enter")
    assert my_turn.moves()[0]["to"] == 1200


def test_the_cost_of_a_call_and_its_odds_stand_over_every_turn(my_turn: Stage, desktop: Page) -> None:  # noqa: ARG001
    expect(prompt(desktop)).to_have_text("Your turn · $2 to call into $17 · odds 8.5 to 1 (11%)")
    amounts = desktop.get_by_role("group", name="Amounts").get_by_role("button")
    expect(amounts).to_have_text(["Min", "½ pot", "⅔ pot", "Pot", "All-in"])


# Chips added at the table.


def test_what_may_be_added_is_said_and_nothing_closes_in_silence(my_turn: Stage, desktop: Page) -> None:
    desktop.get_by_role("button", name="More").click()
    form = desktop.locator("[data-part=add-chips]")
    expect(form).to_contain_text("$1 to $101, as you have $298.50 and the most here is $400")
    field, add = form.get_by_role("textbox"), form.get_by_role("button", name="Add")
    wrong = {"abc": "is no amount", "-10": "is no amount", "1e3": "is no amount", "": "Type how much to add."}
    wrong |= {"0.50": "The least is $1.", "5.30": "Whole chips of $1: $5.", "300": "The most is $101."}
    for typed, words in wrong.items():
        field.fill(typed)
        add.click()
        expect(form.get_by_role("alert")).to_contain_text(words)
    assert [each for each in my_turn.sent if each["type"] == "TopUp"] == []
    form.get_by_role("button", name="$101").click()
    add.click()
    expect(form).to_have_count(0)
    assert [each["amount"] for each in my_turn.sent if each["type"] == "TopUp"] == [10100]


# A full table.


def test_a_full_table_offers_another_table_of_its_game_or_watching(people: People, full: str) -> None:
    ada = people("Ada", room=full)
    actions = ada.at(FULL).page.locator("[data-part=actions]")
    expect(actions).to_contain_text("Every seat is taken. You are watching.")
    expect(actions.get_by_role("button", name="Join the waiting list")).to_be_enabled()
    actions.get_by_role("button", name=f"Sit at Table {TRIPLE_DRAW}").click()
    expect(ada.page).to_have_url(re.compile(rf"/table/{TRIPLE_DRAW}$"))
    expect(ada.me).to_be_visible()


def test_a_place_on_a_list_is_shown_and_left_only_by_a_button_that_says_so(people: People, full: str) -> None:
    for _ in range(SEATS):
        Guest(full, "Filler").asks("Sit", table=TRIPLE_DRAW)
    ada: Person = people("Ada", room=full, device="phone")
    actions = ada.at(FULL).page.locator("[data-part=actions]")
    actions.get_by_role("button", name="Join the waiting list").click()
    expect(actions).to_contain_text("You are No. 1 of 1 on the waiting list.")
    ada.in_lobby()
    row = ada.page.get_by_role("listitem").filter(has_text=f"Table {FULL}")
    expect(row).to_contain_text("No. 1 of 1")
    expect(row.get_by_role("button", name=re.compile("No. 1"))).to_have_count(0)
    row.get_by_role("button", name=re.compile("^Leave the list for ")).click()
    expect(row.get_by_role("button", name=re.compile("^Wait for "))).to_be_visible()


# Without chips.

HOLD_EM = "9"
LEAST = 4000


def all_in(two: tuple[Person, Person]) -> Person:
    """Both put in everything, round after round, until one of them has nothing left: that one.

    After a split pot one has a dollar more than the other, and keeps it: whoever is left with so little buys in again.
    """
    for each in two:
        each.page.keyboard.press("Escape")
    while True:
        for each in two:
            if is_broke(each):
                return each
            if buying(each).count():
                buys_in_again(each)
                continue
            offers = each.offers
            if "Raise" in offers or "Bet" in offers:
                each.page.keyboard.press("a")
                each.page.locator("[data-offer=Raise], [data-offer=Bet]").click()
            elif offers:
                each.takes_mildest()
        two[0].page.wait_for_timeout(50)


def test_whoever_loses_everything_is_asked_at_once_and_rebuys(people: People, brisk: str) -> None:
    ada, bo = people("Ada", room=brisk), people("Bo", room=brisk, device="phone")
    seated((ada, bo), HOLD_EM, amounts=(LEAST, LEAST))
    broke = all_in((ada, bo))
    other = bo if broke is ada else ada
    actions = broke.page.locator("[data-part=actions]")
    expect(actions).to_contain_text("You have no chips. Buy in again?")
    expect(actions).to_contain_text(re.compile(r"Your seat is kept for \d:\d\d\."))
    for choice in ("Other amount", "Another table", "Watch", "Leave"):
        expect(actions.get_by_role("button", name=choice, exact=True)).to_be_visible()
    expect(other.seat_of(broke)).to_contain_text(re.compile("out of chips|no chips"))
    actions.get_by_role("button", name="Buy $40", exact=True).click()
    broke.me.locator("[data-card]").first.wait_for()
    expect(actions).not_to_contain_text("no chips")


# Leaving.


def test_leaving_in_mid_hand_folds_at_once_and_the_lobby_seats_elsewhere(people: People, room: str) -> None:
    three = tuple(people(name, room=room) for name in ("Ada", "Bo", "Cy"))
    ada, bo, cy = three
    seated(three, HOLD_EM)
    play_until_turn(ada, (bo, cy))
    ada.in_lobby()
    row = ada.page.get_by_role("listitem").filter(has_text=f"Table {TRIPLE_DRAW}")
    row.get_by_role("button", name=re.compile("^Leave and sit here")).click()
    expect(ada.page).to_have_url(re.compile(rf"/table/{TRIPLE_DRAW}$"))
    kept = ada.page.get_by_role("region", name="You change tables")
    expect(kept).to_contain_text(f"at Table {TRIPLE_DRAW} is kept for you")
    expect(bo.page.locator("[data-part=log]")).to_contain_text(f"{ada.name} folds.")
    play_out((bo, cy))
    expect(ada.me).to_be_visible()
    expect(kept).to_have_count(0)
    expect(bo.seat_of(ada)).to_have_count(0)


def test_another_game_is_one_click_away_from_a_table_that_is_the_only_one_of_its_kind(
    people: People, quiet_room: str
) -> None:
    ada = people("Ada", room=quiet_room)
    ada.sits_from_lobby("5")
    ada.more("Change table")
    asking = ada.page.get_by_role("dialog", name="Change table")
    expect(asking).to_contain_text("No other table has")
    asking.get_by_role("button", name=re.compile("^Badugi")).click()
    expect(ada.page).to_have_url(re.compile(r"/table/(?!5$)\d+$"))
    expect(ada.me).to_be_visible()


# Coming back after missed blinds.


def test_whoever_missed_blinds_chooses_to_post_them_or_to_wait(people: People, brisk: str) -> None:
    three = tuple(people(name, room=brisk) for name in ("Ada", "Bo", "Cy"))
    ada, bo, cy = three
    seated(three, HOLD_EM)
    ada.asks("SitOut", table=HOLD_EM)
    play_out(three)
    dealt_again(bo)
    actions = ada.page.locator("[data-part=actions]")
    post = actions.get_by_role("button", name=re.compile(r"^Post \$\d and play$"))
    while post.count() == 0 or f"{bo.name} posts a blind of $2." not in bo.log_of_round:
        play_out((bo, cy))
        dealt_again(bo)
    # The big blind is with Bo now and goes to Cy next: Ada would come in between.
    expect(actions).to_contain_text(re.compile(r"You missed \$\d in blinds\."))
    actions.get_by_role("button", name="Wait for the blind").click()
    expect(actions).to_contain_text("You are dealt in when the big blind comes round to you.")
    post.click()
    expect(post).to_have_count(0)
    play_out((bo, cy))
    ada.me.locator("[data-card]").first.wait_for()
    expect(ada.page.locator("[data-part=log]")).to_contain_text(
        re.compile(rf"Missed blinds are made good: {ada.name} \$\d\.")
    )


def dealt_again(person: Person) -> None:
    """Until the awards of the last round are gone and cards of the next are there."""
    person.awards.wait_for(state="detached")
    person.me.locator("[data-card]").first.wait_for()
