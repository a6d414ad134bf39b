"""The staff's home in a real Chromium: behind the scenes, an inbox of two browsers, one sitting, passkeys, the lock."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pit import PASSWORD, Pit
from tests.browser.served import serving, settings
from tests.browser.test_access import violations

TRIED = {
    "Dealer": "dealer",
    "Floorperson": "floorperson",
    "Poker shift supervisor": "poker shift supervisor",
    "Cashier": "cage",
    "Accountant": "accounting",
    "Security officer": "security",
    "Surveillance officer": "surveillance",
    "Division inspector": "Division",
}
COUNT = {"type": "CountTable", "table": "1", "closer": 4_000}


@pytest.fixture(scope="module")
def pit(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    store: Path = tmp_path_factory.mktemp("staff")
    with serving(settings(bots=0, store=str(store))) as room:
        found = Pit(browser, room, store)
        yield found
        found.close()


def staff(pit: Pit, who: str) -> Page:
    page = pit.contexts[who].new_page()
    page.goto(f"{pit.room}/#/staff")
    expect(page.get_by_role("heading", name="Orders", exact=True)).to_be_visible()
    return page


def proposed(pit: Pit, number: str, **order: object) -> None:
    given = {"id": number, "counter": "books", "order": {**COUNT, **order}}
    answer = pit.contexts["supervisor"].request.post(f"{pit.room}/api/rooms/play-chips/orders", data=given)
    assert answer.ok, answer.text()


def test_a_newcomer_tries_every_position_with_one_tap(pit: Pit, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text + said.location["url"]) if said.type == "error" else None)
    asked: Counter[str] = Counter()
    page.on("request", lambda request: asked.update([request.url]))
    page.goto(pit.room)
    page.get_by_role("link", name="Behind the scenes").click()
    assert violations(page) == []
    for title, position in TRIED.items():
        page.goto(f"{pit.room}/#/backstage")
        page.get_by_role("button", name=title).filter(has=page.get_by_text(title, exact=True)).click()
        expect(page.locator("[data-part=acting]")).to_contain_text(position)
        expect(page.get_by_role("heading", name="Orders", exact=True)).to_be_visible()
        expect(page.get_by_text("Coming…")).to_have_count(0)
        assert violations(page) == [], title
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("heading", name="The poker room")).to_be_visible()
    assert wrong == []
    # Nothing is asked again and again by what its own answer changes.
    assert [(url, times) for url, times in asked.items() if times > 5 * len(TRIED)] == []
    context.close()


def test_what_one_proposes_is_in_the_others_inbox_at_once_and_signed_there(pit: Pit) -> None:
    sue, ann = staff(pit, "supervisor"), staff(pit, "accounting")
    proposed(pit, "inbox 1")
    waiting = ann.get_by_role("listitem").filter(has_text="Count table").filter(has_text="Proposed by Sue Park")
    expect(waiting).to_contain_text("$40")
    expect(sue.get_by_text("Another person signs.")).to_be_visible()
    assert violations(ann) == []
    waiting.get_by_role("button", name="Sign").click()
    expect(waiting).to_have_count(0)
    expect(sue.get_by_text("Another person signs.")).to_have_count(0)
    proposed(pit, "inbox 2")
    expect(waiting).to_be_visible()
    sue.get_by_role("button", name="Take back", exact=True).click()
    expect(waiting).to_have_count(0)
    sue.close()
    ann.close()


class Device:
    """The authenticator of a page's browser, simulated; a key that somebody carries fits into any of them."""

    def __init__(self, page: Page) -> None:
        self._line = page.context.new_cdp_session(page)
        self._line.send("WebAuthn.enable")
        kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        simulated = {**kind, "isUserVerified": True, "automaticPresenceSimulation": True}
        self._id = self._line.send("WebAuthn.addVirtualAuthenticator", {"options": simulated})["authenticatorId"]

    def brings_keys_to(self, other: "Device") -> None:
        for each in self._line.send("WebAuthn.getCredentials", {"authenticatorId": self._id})["credentials"]:
            other._line.send("WebAuthn.addCredential", {"authenticatorId": other._id, "credential": each})


def passkey_added(pit: Pit, page: Page) -> None:
    page.goto(pit.room)
    page.get_by_role("button", name="Account").click()
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Add a passkey").last.click()
    expect(page.get_by_role("list", name="Passkeys").get_by_role("listitem")).to_have_count(1)


def test_the_second_person_signs_in_the_same_sitting_by_a_passkey(pit: Pit) -> None:
    ann = pit.contexts["accounting"].new_page()
    carried = Device(ann)
    passkey_added(pit, ann)
    sue = staff(pit, "supervisor")
    screen = Device(sue)
    sue.get_by_role("searchbox", name="Find an order").fill("count table")
    sue.get_by_role("button", name="Count table").click()
    sue.get_by_label("Table", exact=True).last.fill("1")
    sue.get_by_label("Closer").fill("40")
    sue.get_by_label("The other person is here, and signs now").check()
    sue.get_by_label("They show a passkey").check()
    assert violations(sue) == []
    sue.get_by_role("button", name="Confirm").click()
    expect(sue.get_by_role("alert")).to_contain_text("No passkey was shown: nothing has happened.")
    carried.brings_keys_to(screen)
    sue.get_by_role("button", name="Confirm").click()
    expect(sue.get_by_role("status").filter(has_text="Count table: done and recorded.")).to_be_visible()
    sue.close()
    ann.close()


def test_two_people_sign_in_one_sitting_at_one_screen(pit: Pit) -> None:
    sue = staff(pit, "supervisor")
    sue.get_by_role("searchbox", name="Find an order").fill("count table")
    sue.get_by_role("button", name="Count table").click()
    sue.get_by_label("Table", exact=True).last.fill("1")
    sue.get_by_label("Closer").fill("40")
    sue.get_by_label("The other person is here, and signs now").check()
    sue.get_by_label("Name of the other person").fill("Sue Park")
    sue.get_by_label("Their password").fill(PASSWORD)
    sue.get_by_role("button", name="Confirm").click()
    expect(sue.get_by_role("alert")).to_contain_text("somebody else must sign")
    sue.get_by_label("Name of the other person").fill("Ann Gray")
    sue.get_by_role("button", name="Confirm").click()
    expect(sue.get_by_role("region", name="Orders").get_by_role("status")).to_have_text(
        "Count table: done and recorded."
    )
    sue.close()


def test_a_position_is_granted_by_two_and_its_holder_changes_between_theirs(pit: Pit) -> None:
    ann = staff(pit, "accounting")
    ann.get_by_label("Name of the account").fill("Dee Low")
    ann.get_by_role("combobox", name="Position").select_option("floorperson")
    ann.get_by_role("button", name="Propose", exact=True).click()
    expect(ann.get_by_text("Ann Gray proposes: floorperson")).to_be_visible()
    expect(ann.get_by_role("button", name="Approve floorperson")).to_have_count(0)
    sue = staff(pit, "supervisor")
    sue.get_by_role("button", name="Approve floorperson").click()
    expect(sue.get_by_text("Ann Gray proposes: floorperson")).to_have_count(0)
    known = {"name": "Dee Low", "password": PASSWORD}
    assert pit.contexts["dealer"].request.post(f"{pit.room}/api/accounts/login", data=known).ok
    dee = staff(pit, "dealer")
    acting = dee.get_by_label("Acting as")
    expect(acting).to_have_value("floorperson")
    expect(dee.get_by_role("button", name="Close table Close a table")).to_be_visible()
    acting.select_option("dealer")
    expect(dee.get_by_role("button", name="Close table Close a table")).to_have_count(0)
    expect(dee.get_by_label("Acting as")).to_have_value("dealer")
    for page in (ann, sue, dee):
        page.close()


def test_a_passkey_opens_the_door_and_a_locked_console(pit: Pit) -> None:
    context = pit.contexts["floorperson"]
    page = context.new_page()
    Device(page)
    passkey_added(pit, page)
    page.get_by_role("button", name="Log out", exact=True).click()
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("link", name="Staff")).to_be_visible()
    page.get_by_role("link", name="Staff").click()
    with page.expect_response("**/api/accounts/lock"):
        page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.get_by_role("heading", name="This console is locked")).to_be_visible()
    expect(page.get_by_role("heading", name="Orders", exact=True)).to_be_hidden()
    refused = context.request.get(f"{pit.room}/api/rooms/play-chips/orders")
    assert refused.status == 401, "the room itself answers nothing meanwhile"
    assert violations(page) == []
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Orders", exact=True)).to_be_visible()
    page.close()


def test_a_console_locks_wherever_staff_are_by_the_clock_and_until_the_room_has_heard_of_it(pit: Pit) -> None:
    page = pit.contexts["floorperson"].new_page()
    page.clock.install()
    page.goto(f"{pit.room}/#/")
    expect(page.get_by_role("link", name="Staff")).to_be_visible()
    locked = page.get_by_role("heading", name="This console is locked")
    page.clock.fast_forward(9 * 60_000)
    expect(locked).to_have_count(0)
    page.route("**/api/accounts/lock", lambda route: route.abort())
    page.clock.fast_forward(2 * 60_000)
    expect(locked).to_be_visible()
    expect(page.get_by_role("link", name="Staff")).to_be_hidden()
    page.reload()
    expect(locked).to_be_visible()
    page.unroute("**/api/accounts/lock")
    with page.expect_response("**/api/accounts/lock"):
        page.clock.run_for(5_000)
    page.reload()
    expect(page.get_by_text("Flo Ray, nobody has touched it")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("link", name="Staff")).to_be_visible()
    page.close()


def test_a_console_that_locks_over_an_open_dialog_is_unlocked_and_goes_on_there(pit: Pit) -> None:
    page = pit.contexts["supervisor"].new_page()
    page.clock.install()
    page.goto(f"{pit.room}/#/staff")
    page.get_by_role("button", name="Count table").click()
    count = page.get_by_role("dialog", name="Count table")
    count.get_by_label("Closer").fill("40")
    with page.expect_response("**/api/accounts/lock"):
        page.clock.fast_forward("10:01")
    expect(page.get_by_role("heading", name="This console is locked")).to_be_visible()
    expect(count).to_be_hidden()
    assert violations(page) == []
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="This console is locked")).to_be_visible()
    page.get_by_label("Password").click(trial=True)
    page.keyboard.type(PASSWORD)
    page.get_by_role("button", name="Unlock").click()
    expect(count.get_by_label("Closer")).to_have_value("40")
    expect(count.get_by_label("Closer")).to_be_focused()
    count.get_by_role("button", name="Close").click()
    expect(page.get_by_role("heading", name="Orders", exact=True)).to_be_visible()
    page.close()
