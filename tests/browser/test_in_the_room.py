"""What people do in the room besides playing a hand, each as it looks from the page."""

import re
from itertools import takewhile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pokerroom.wire import messages as wire
from tests.browser import scenes
from tests.browser.conftest import People, Rooms
from tests.browser.people import FACE_DOWN, Guest, Person, cards, play_out, seated, turn_of
from tests.browser.stage import ADDRESS, Stage
from tests.browser.test_cards_given_up import everything_seen

STUD, HOLD_EM, TRIPLE_DRAW = "1", "5", "13"
PASSWORD = "correct horse battery"  # noqa: S105  of nobody


@pytest.fixture
def ada(people: People, quiet_room: str) -> Person:
    """Alone in a room without bots."""
    return people("Ada", room=quiet_room)


@pytest.fixture
def bo(people: People, quiet_room: str) -> Person:
    return people("Bo", room=quiet_room)


def test_one_click_finds_a_seat_and_cards_come(people: People) -> None:
    ada = people("Ada")
    ada.in_lobby()
    ada.page.get_by_role("button", name="Quick seat").click()
    expect(ada.me.locator("[data-card]")).to_have_count(2)
    assert FACE_DOWN not in ada.cards


def test_a_seat_is_taken_from_the_lobby_and_left_again(ada: Person) -> None:
    ada.sits_from_lobby(STUD)
    ada.more("Leave the table")
    expect(ada.page.get_by_role("heading", name="The poker room")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Return")).to_have_count(0)


def account(person: Person) -> None:
    person.page.get_by_role("button", name=re.compile("^(Sign in|Account)$")).click()


def enter(person: Person, way: str, password: str) -> None:
    """By one way of the dialog, which closes if it was right."""
    account(person)
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("group").get_by_role("button", name=way).click()
    dialog.get_by_label("Name").fill("Marguerite")
    dialog.get_by_label("Password").fill(password)
    dialog.locator("button[type=submit]").click()


def test_an_account_is_opened_left_and_entered_again(ada: Person) -> None:
    ada.in_lobby()
    who = ada.page.locator(".who p")
    enter(ada, "Open an account", PASSWORD)
    ada.page.get_by_role("button", name="I have written them down").click()
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    expect(who).to_contain_text("Marguerite")
    account(ada)
    ada.page.get_by_role("button", name="Log out", exact=True).click()
    expect(who).not_to_contain_text("Marguerite")
    enter(ada, "Log in", "something else altogether")
    expect(ada.page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    ada.forgive("401")
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    enter(ada, "Log in", PASSWORD)
    expect(ada.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("1 failed attempt to log in")
    ada.page.get_by_role("button", name="Go on").click()
    expect(who).to_contain_text("Marguerite")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)


def says(person: Person, words: str) -> None:
    person.page.get_by_label("Say something").fill(words)
    person.page.get_by_role("button", name="Say", exact=True).click()


def chat(person: Person) -> Page:
    person.page.get_by_role("button", name=re.compile("^Chat")).click()
    return person.page


def test_somebody_muted_is_not_heard(ada: Person, bo: Person) -> None:
    for each in (ada, bo):
        each.at(HOLD_EM)
        chat(each)
    talk = bo.page.get_by_role("list", name="Chat")
    says(ada, "good evening")
    expect(talk).to_contain_text("good evening")
    bo.page.get_by_role("button", name=f"Mute {ada.name}").click()
    says(ada, "can you hear me")
    expect(bo.page.get_by_role("button", name="Chat (2)")).to_be_visible()
    expect(talk).not_to_contain_text("can you hear me")
    bo.page.get_by_role("button", name=f"{ada.name} ✕").click()
    expect(talk).to_contain_text("can you hear me")


def test_whoever_holds_live_cards_neither_talks_nor_is_talked_to(ada: Person, bo: Person, people: People) -> None:
    cy = people("Cy", room=ada.room).at(STUD)
    seated((ada, bo), STUD)
    for each in (ada, bo, cy):
        chat(each)
    expect(ada.page.get_by_label("Say something")).to_be_disabled()
    says(cy, "she has the ace")
    expect(cy.page.get_by_role("list", name="Chat")).to_contain_text("she has the ace")
    play_out((ada, bo))
    expect(ada.page.get_by_role("list", name="Chat")).to_contain_text("she has the ace")
    before = [each["state"] for each in takewhile(lambda each: each["type"] != "Said", ada.heard()) if "state" in each]
    assert not before[-1]["playing"], "she heard it while the round was on"


@pytest.fixture
def full(quiet_room: str) -> list[Guest]:
    """Seven people who take every seat of the triple draw."""
    guests = [Guest(quiet_room, "Filler") for _ in range(7)]
    for each in guests:
        each.asks("Sit", table=TRIPLE_DRAW)
    return guests


def waits(person: Person, number: int) -> None:
    person.in_lobby()
    person.page.get_by_role("button", name=re.compile("^Wait for Triple draw low ball deuce to seven")).click()
    expect(person.page.get_by_text(re.compile(rf"^No\. {number} of \d")).first).to_be_visible()


def test_a_seat_is_offered_to_whoever_waits_and_goes_on_if_declined(ada: Person, bo: Person, full: list[Guest]) -> None:
    waits(ada, 1)
    waits(bo, 2)
    full[3].asks("Leave", table=TRIPLE_DRAW)
    offered = ada.page.get_by_role("dialog", name="A seat is yours")
    expect(offered).to_contain_text(re.compile(r"seat 4 at Table 13, for play chips, kept for another \d+ seconds"))
    offered.get_by_role("button", name="No, thank you").click()
    expect(offered).to_have_count(0)
    bo.page.get_by_role("dialog", name="A seat is yours").get_by_role("button", name="Take the seat").click()
    expect(bo.me).to_have_attribute("aria-label", "Your place, seat 4")


def test_an_offer_that_nobody_answers_is_gone(desktop: Page) -> None:
    stage = Stage(None)
    stage.put_on(desktop)
    desktop.clock.install()
    desktop.goto(f"{ADDRESS}/")
    stage.tell(wire.Offered(table="13", seat=3, game="hold-em", limits="$2-$4", until=scenes.NOW + 300, accepted=False))
    offered = desktop.get_by_role("dialog", name="A seat is yours")
    expect(offered).to_be_visible()
    stage.passed = 301
    desktop.clock.fast_forward("05:01")
    expect(offered).to_have_count(0)


def test_whoever_sits_out_is_dealt_in_again_when_he_is_back(ada: Person, bo: Person) -> None:
    ada.sits_at(STUD)
    ada.at(STUD).more("Sit out")
    expect(ada.page.get_by_text("You are sitting out; your seat is kept.")).to_be_visible()
    bo.sits_at(STUD)
    bo.at(STUD)
    expect(bo.seat_of(ada)).to_contain_text("sitting out")
    assert not bo.cards
    ada.page.get_by_role("button", name="I am back").click()
    for each in (ada, bo):
        each.me.locator("[data-card]").first.wait_for()


def test_chips_are_added_to_the_table_stakes(ada: Person) -> None:
    ada.sits_at(HOLD_EM, amount=5000)
    ada.at(HOLD_EM)
    expect(ada.me).to_contain_text("$50")
    ada.page.get_by_role("button", name="More").click()
    ada.page.get_by_label("Add play chips to my table stakes").fill("70")
    ada.page.get_by_role("button", name="Add", exact=True).click()
    expect(ada.me).to_contain_text("$120")


def test_the_time_bank_gives_more_time(ada: Person, bo: Person) -> None:
    seated((ada, bo), STUD)
    who = turn_of((ada, bo))
    assert who is not None
    who.waits_for_turn()
    seconds = who.page.locator(".actions .seconds")
    assert int(seconds.inner_text().split()[0]) <= 60
    who.page.get_by_role("button", name=re.compile(r"^\+\d+ s")).click()
    expect(seconds).to_contain_text("of the time bank")
    assert int(seconds.inner_text().split()[0]) > 60


def test_an_onlooker_is_behind_the_table_and_is_never_sent_a_hole_card(people: People, rooms: Rooms) -> None:
    behind = rooms(bots=0, spectator_delay=1.0)
    ada, bo, cy = (people(name, room=behind) for name in ("Ada", "Bo", "Cy"))
    cy.at(HOLD_EM)
    seated((ada, bo), HOLD_EM)
    expect(cy.page.get_by_text("1 second behind the table")).to_be_visible()
    hidden = {*ada.cards, *bo.cards}
    assert len(hidden) == 4
    expect(cy.page.locator(f'[data-card="{FACE_DOWN}"]')).to_have_count(4)
    while (who := turn_of((ada, bo))) is not None and "Show" not in who.offers:
        who.takes_mildest()
        assert not everything_seen(cy) & hidden
        assert not set(cards(cy.page.locator("main"))) & hidden
    expect(cy.page.locator("[data-part=board] [data-card]")).to_have_count(5)
    assert not everything_seen(cy) & hidden


def test_why_is_answered_with_the_rule(ada: Person, bo: Person) -> None:
    seated((ada, bo), STUD)
    ada.takes_mildest() or bo.takes_mildest()
    ada.page.get_by_role("button", name=re.compile("^Why\\? ")).last.click()
    dialog = ada.page.get_by_role("region", name="Why?")
    expect(dialog).to_contain_text("N.J.A.C. 13:69F-14.")
    expect(dialog.get_by_role("listitem").first).to_be_visible()


def test_a_round_played_is_replayed_taken_home_and_checked(ada: Person, bo: Person, tmp_path: Path) -> None:
    seated((ada, bo), HOLD_EM)
    held = ada.cards
    play_out((ada, bo))
    ada.page.goto(f"{ada.room}/#/history")
    ada.page.get_by_role("link", name=re.compile("^Hold ")).first.click()
    expect(ada.page.locator("[data-part=line]")).to_contain_text("A round of")
    with ada.page.expect_download() as coming:
        ada.page.get_by_role("link", name=re.compile("PHH")).click()
    coming.value.save_as(tmp_path / "round.phh")
    written = (tmp_path / "round.phh").read_text(encoding="utf-8")
    assert 'variant = "NT"' in written
    assert all(card in written for card in held)
    ada.page.get_by_role("button", name=re.compile("^Verify")).click()
    ada.page.get_by_text("The deck was fixed before the deal").first.wait_for()
    ada.page.get_by_text("The promise is the one this browser was shown before the deal.").wait_for()
