"""Accounts on the page: what is wrong stands beside its field, who is locked out is told until when, codes work."""

import re
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from pokerroom.live.entrance.sessions import PLAYERS
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.served import serving, settings
from tests.unit.web.front import PASSWORD
from tests.unit.web.officers import code_for


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def ada(people: People, quiet_room: str) -> Person:
    person = people("Pat", room=quiet_room)
    person.in_lobby()
    return person


def opened(person: Person) -> Locator:
    person.page.get_by_role("button", name=re.compile("^(Sign in|Account)$")).click()
    return person.page.get_by_role("dialog")


def asks(dialog: Locator, way: str, name: str, password: str | None = None) -> None:
    dialog.get_by_role("group").get_by_role("button", name=way).click()
    dialog.get_by_label("Name").fill(name)
    if password is not None:
        dialog.get_by_label("Password").fill(password)
    dialog.locator("button[type=submit]").click()


def registered(person: Person, name: str) -> None:
    dialog = opened(person)
    asks(dialog, "Open an account", name, PASSWORD)
    expect(dialog.get_by_role("list", name="Recovery codes").get_by_role("listitem")).to_have_count(8)
    dialog.get_by_role("button", name="I have written them down").click()
    expect(person.page.locator(".who p")).to_contain_text(name)


def test_what_is_wrong_with_a_name_or_a_password_is_said_beside_it(ada: Person) -> None:
    ada.forgive("409")
    dialog = opened(ada)
    for name, words in (
        ("Ada 😀", "😀 cannot be in a name: it has letters and digits"),
        ("Ada  Park", "Between two letters of a name stands one space"),
        ("Dealer", "Dealer would be taken for the room, its staff or a bot"),
        ("A", "A name has 3 to 20 letters and digits"),
    ):
        for way in ("Guest name", "Open an account"):
            asks(dialog, way, name, PASSWORD if way == "Open an account" else None)
            field = dialog.get_by_label("Name")
            expect(field).to_have_attribute("aria-invalid", "true")
            expect(field).to_have_accessible_description(re.compile(f"^{words}"))
    asks(dialog, "Open an account", "Ada Park", "password12")
    field = dialog.get_by_label("Password")
    expect(field).to_have_accessible_description(re.compile("^The password is easily guessed"))


def test_whoever_is_locked_out_here_is_told_until_when_by_their_own_clock(ada: Person) -> None:
    ada.forgive("40[13]")
    dialog = opened(ada)
    for _ in range(3):
        asks(dialog, "Log in", "Nobody Here", "wrong password")
        expect(dialog.get_by_role("alert")).to_be_visible()
        expect(dialog.locator("button[type=submit]")).to_be_enabled()
    alert = dialog.get_by_role("alert")
    expect(alert).to_contain_text("After 3 failures this name is locked for this device or address until ")
    told = alert.inner_text()
    here = ada.page.evaluate(
        """() => [...Array(16).keys()].map(minutes =>
            new Date(Date.now() + 60_000 * minutes).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }))"""
    )
    assert any(time in told for time in here), (told, here)


def test_the_owner_sees_log_ins_and_failures_and_logs_out_everywhere(ada: Person, people: People) -> None:
    registered(ada, "Ada Park")
    other = people("Quy", room=ada.room)
    other.in_lobby()
    other.forgive("401")
    dialog = opened(other)
    asks(dialog, "Log in", "Ada Park", "wrong password")
    expect(dialog.get_by_role("alert")).to_contain_text("do not match")
    asks(dialog, "Log in", "Ada Park", PASSWORD)
    expect(dialog.get_by_role("alert")).to_contain_text("1 failed attempt to log in")
    dialog.get_by_role("button", name="Go on").click()
    mine = opened(ada)
    expect(mine).to_contain_text("in 2 browsers; 8 recovery codes left")
    expect(mine.get_by_role("list", name="Last log-ins").get_by_role("listitem")).to_have_count(2)
    expect(mine).to_contain_text(str(datetime.now().astimezone().year))
    mine.get_by_role("button", name="Log out everywhere").click()
    for each in (ada, other):
        expect(each.page.locator(".who p")).not_to_contain_text("Ada Park")
        each.forgive("401")


def test_a_code_from_whoever_runs_the_room_makes_an_officer_once(people: People, store: Path) -> None:
    with serving(settings(bots=0, store=str(store))) as room:
        ada = people("Pat", room=room)
        ada.in_lobby()
        registered(ada, "Ada Park")
        code = code_for("supervisor", store)
        dialog = claiming(ada, code.lower())
        expect(dialog).to_have_count(0)
        expect(opened(ada)).to_contain_text("Logged in as poker shift supervisor")
        ada.page.keyboard.press("Escape")
        ada.forgive("404")
        dialog = claiming(ada, code)
        expect(dialog.get_by_label("Code")).to_have_accessible_description(re.compile("^There is no such code"))
        ada.context.close()


def claiming(person: Person, code: str) -> Locator:
    dialog = opened(person)
    dialog.get_by_role("button", name="Officer code").click()
    dialog.get_by_label("Code").fill(code)
    dialog.locator("button[type=submit]").click()
    return dialog


def test_a_player_stays_logged_in_in_a_browser_for_as_long_as_the_guide_says(ada: Person) -> None:
    registered(ada, "Ada Park")
    (session,) = (each for each in ada.context.cookies() if each.get("name") == "pokerroom")
    (device,) = (each for each in ada.context.cookies() if each.get("name") == "pokerroom-device")
    left = session["expires"] - datetime.now().astimezone().timestamp()
    assert abs(left - PLAYERS.whole.total_seconds()) < 120
    assert device["expires"] - session["expires"] > 300 * 24 * 3600
    assert session["httpOnly"]
    assert device["httpOnly"]
