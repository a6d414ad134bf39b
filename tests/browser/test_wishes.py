"""What players ask for at a table besides their moves: another table, and a higher minimum."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import People, Rooms
from tests.browser.people import Guest, Person, play_out, seated

HERE, THERE = "1", "2"
HOLD_EM = "9"
TRIPLE_DRAW, FULL = "25", "26"
"""With two tables of each game, in the order of the catalogue."""


@pytest.fixture
def room(rooms: Rooms) -> str:
    """Two tables of each game, and no bots."""
    return rooms(bots=0, tables_each=2)


@pytest.fixture
def ada(people: People, room: str) -> Person:
    return people("Ada", room=room)


@pytest.fixture
def bo(people: People, room: str) -> Person:
    return people("Bo", room=room, device="phone")


def dialog(person: Person, name: str) -> Locator:
    return person.page.get_by_role("dialog", name=name)


def test_a_player_goes_to_the_other_table_when_his_round_is_over(ada: Person, bo: Person) -> None:
    seated((ada, bo), HERE)
    ada.more("Change table")
    dialog(ada, "Change table").get_by_role("button", name=re.compile(rf"^Table {THERE}\b")).click()
    offered = dialog(ada, "A seat is yours")
    expect(offered).to_contain_text(re.compile(rf"^.*Seven-card stud high, .* at Table {THERE}", re.DOTALL))
    expect(offered).to_contain_text("You go there when this round is over.")
    offered.get_by_role("button", name="Take the seat").click()
    expect(offered).to_have_count(0)
    expect(ada.page.get_by_role("region", name="You change tables")).to_contain_text(
        f"at Table {THERE} is kept for you"
    )
    play_out((bo, ada))  # As Bo sees it: Ada goes as soon as it is over.
    expect(ada.page).to_have_url(re.compile(rf"/table/{THERE}$"))
    expect(ada.me).to_be_visible()
    expect(bo.seat_of(ada)).to_have_count(0)


def test_between_rounds_the_seat_is_taken_at_once(ada: Person) -> None:
    ada.sits_at(HERE)
    ada.at(HERE).more("Change table")
    dialog(ada, "Change table").get_by_role("button", name=re.compile(rf"^Table {THERE}\b")).click()
    dialog(ada, "A seat is yours").get_by_role("button", name="Take the seat").click()
    expect(ada.page).to_have_url(re.compile(rf"/table/{THERE}$"))
    expect(ada.me).to_be_visible()


def test_whoever_waits_for_another_table_sees_so_and_may_stay(ada: Person, room: str) -> None:
    for _ in range(7):
        Guest(room, "Filler").asks("Sit", table=FULL)
    ada.sits_at(TRIPLE_DRAW)
    ada.at(TRIPLE_DRAW).more("Change table")
    asked = dialog(ada, "Change table").get_by_role("button", name=re.compile(rf"^Table {FULL}\b"))
    expect(asked).to_contain_text("full")
    asked.click()
    ada.more("Change table: you wait for a seat")
    expect(dialog(ada, "Change table")).to_contain_text(f"You wait for a seat at Table {FULL}.")
    ada.page.get_by_role("button", name=f"Stay at Table {TRIPLE_DRAW}").click()
    ada.page.get_by_role("button", name="More").click()
    expect(ada.page.get_by_role("button", name="Change table", exact=True)).to_be_visible()


def propose(person: Person, amount: str) -> None:
    person.more("Propose a higher minimum")
    asking = dialog(person, "Propose a higher minimum")
    asking.get_by_role("button", name=amount, exact=True).click()
    asking.get_by_role("button", name=f"Propose {amount}").click()


def test_a_higher_minimum_takes_everybody(ada: Person, bo: Person) -> None:
    seated((ada, bo), HOLD_EM)
    propose(ada, "$5")
    mine = ada.page.get_by_role("region", name="A higher minimum is proposed")
    his = bo.page.get_by_role("region", name="A higher minimum is proposed")
    expect(mine).to_contain_text(f"You propose a minimum of $5 instead of $2. Still to answer: {bo.name}.")
    expect(his).to_contain_text(f"{ada.name} proposes a minimum of $5 instead of $2.")
    expect(bo.page.locator("[data-part=calm]")).to_contain_text("G to agree, X to decline.")
    his.get_by_role("button", name="Decline").click()
    for bar in (mine, his):
        expect(bar).to_have_count(0)
    propose(ada, "$4")
    expect(his).to_contain_text("$4")
    bo.page.keyboard.press("g")
    for bar in (mine, his):
        expect(bar).to_have_count(0)
    assert any(line.startswith("Everybody agrees: the minimum is $4") for line in ada.log)
    play_out((ada, bo))
    expect(ada.page.locator(".title p")).to_contain_text("$4 no limit")


def test_whoever_proposed_a_higher_minimum_may_withdraw_it(ada: Person, bo: Person) -> None:
    seated((ada, bo), HOLD_EM)
    propose(ada, "$3")
    his = bo.page.get_by_role("region", name="A higher minimum is proposed")
    expect(his).to_be_visible()
    ada.page.get_by_role("button", name="Withdraw").click()
    expect(his).to_have_count(0)


def test_bots_answer_a_proposal(people: People) -> None:
    ada = people("Ada")
    ada.sits_from_lobby("5")
    propose(ada, "$3")
    expect(ada.page.locator("[data-part=log]")).to_contain_text("Everybody agrees: the minimum is $3")
