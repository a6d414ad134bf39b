"""A round that somebody shares: made from the replayer, opened by a browser that was never here, and taken back."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page, expect

from tests.browser.conftest import People
from tests.browser.people import FACE_DOWN, PATIENCE, Person, cards, play_out, seated

HOLD_EM = "5"
LOOKS = 300
NO_ROUND = "There is no round to show"


class Visitor:
    """A browser without an account, a cookie or a name."""

    def __init__(self, browser: Browser, *, width: int = 1440, height: int = 900) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    def frames(self, elsewhere: "Elsewhere", link: str, *, width: int, height: int) -> Frame:
        """In a page of theirs."""
        self.page.goto(elsewhere.framing(link, width=width, height=height))
        found = self.page.frames[-1]
        assert found.parent_frame is not None
        return found


class Elsewhere:
    """Another site, whose pages frame one of the room. It is really there: browsers ask where a page comes from."""

    def __init__(self) -> None:
        self.body = b""
        site = self

        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.end_headers()
                self.wfile.write(site.body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        Thread(target=self.server.serve_forever, daemon=True).start()

    def framing(self, link: str, *, width: int, height: int) -> str:
        frame = f'<iframe src="{link}" width="{width}" height="{height}" style="border:0"></iframe>'
        self.body = f'<!doctype html><title>Elsewhere</title><body style="margin:0">{frame}'.encode()
        return f"http://127.0.0.1:{self.server.server_port}/"


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    found = Elsewhere()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def played(people: People, quiet_room: str) -> tuple[Person, Person]:
    """Two people after a round that went to the showdown."""
    ada, bo = people("Ada", room=quiet_room), people("Bo", room=quiet_room)
    seated((ada, bo), HOLD_EM)
    play_out((ada, bo))
    return ada, bo


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    found = Visitor(browser)
    yield found
    found.context.close()


def replays(person: Person) -> None:
    """The last round of theirs."""
    person.page.goto(f"{person.room}/#/history")
    person.page.locator(".history li a").first.click()
    person.page.locator("[data-part=line]").wait_for()


def shares(person: Person, *, cards: bool = True, names: bool = False) -> str:
    """The link, as the dialog shows it."""
    person.page.get_by_role("button", name="Share").click()
    dialog = person.page.get_by_role("dialog", name="Share this round")
    dialog.get_by_label("my own cards").set_checked(cards)
    dialog.get_by_label("the names of the others").set_checked(names)
    dialog.get_by_role("button", name="Make a link").click()
    link = dialog.get_by_role("textbox", name=re.compile("^Link")).first
    expect(link).to_have_value(re.compile(r"/replay/[\w-]{32}$"))
    return link.input_value()


def verified(where: Page | Frame) -> None:
    where.get_by_role("button", name=re.compile("^Verify")).click()
    expect(where.locator(".finding")).to_contain_text("The deck was fixed before the deal")


def test_a_link_is_opened_stepped_through_and_checked_by_a_stranger(
    played: tuple[Person, Person], visitor: Visitor
) -> None:
    ada, bo = played
    replays(ada)
    mine = set(ada.cards)
    link = shares(ada)
    page = visitor.page
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hold")
    expect(page.locator("header")).to_contain_text(f"shared by {ada.name}")
    page.keyboard.press("End")
    expect(page.locator("[data-part=seat]")).to_have_count(2)
    owner = page.locator(f'[data-part=seat][aria-label$=", {ada.name}"]')
    assert {each for each in cards(owner) if each != FACE_DOWN} >= mine
    assert bo.name not in page.content(), "the others are called by their seats"
    verified(page)
    assert visitor.context.cookies() == []
    assert visitor.complaints == []


def test_the_owners_cards_are_shown_only_if_they_want_that(played: tuple[Person, Person], visitor: Visitor) -> None:
    """Before the showdown: there they are shown to everybody."""
    ada, bo = played
    replays(ada)
    page = visitor.page
    page.goto(shares(ada, cards=False, names=True))
    dealt = page.locator("aside li").filter(has_text="cards down to each player")
    dealt.locator(".jump").click()
    expect(page.locator("[data-part=seat] [data-card]")).to_have_count(4)
    assert set(cards(page.locator("[data-part=seat]"))) == {FACE_DOWN}
    expect(page.locator(f'[data-part=seat][aria-label$=", {bo.name}"]')).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(640, 480), (320, 568)])
def test_in_a_frame_it_fits_is_checked_and_reaches_nobodys_account(
    played: tuple[Person, Person], browser: Browser, elsewhere: Elsewhere, width: int, height: int
) -> None:
    """Also by somebody who is logged in here: the frame knows nothing of that."""
    ada, _ = played
    replays(ada)
    link = shares(ada)
    visitor = Visitor(browser, width=width + 20, height=height + 20)
    visitor.context.add_cookies(ada.context.cookies())  # type: ignore[arg-type]  # cookies as they came
    asked: list[str | None] = []
    visitor.page.on(
        "request", lambda request: asked.append(request.headers.get("cookie")) if "/replay/" in request.url else None
    )
    frame = visitor.frames(elsewhere, link, width=width, height=height)
    frame.locator("[data-part=line]").wait_for()
    frame.get_by_label("One step on").click()
    wide = frame.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "it scrolls sideways"
    verified(frame)
    assert asked
    assert not any(asked)
    for path in ("/api/accounts/me", "/api/lobby", "/api/rounds"):
        with pytest.raises(Error, match="Failed to fetch"):
            frame.evaluate("path => fetch(path, {credentials: 'include'}).then(answer => answer.text())", path)
    with pytest.raises(Error, match="sandboxed"):
        frame.evaluate("() => document.cookie")
    visitor.context.close()


def test_no_other_page_of_the_room_stands_in_a_frame(quiet_room: str, visitor: Visitor, elsewhere: Elsewhere) -> None:
    for path in ("/", "/wall", "/api/lobby"):
        frame = visitor.frames(elsewhere, f"{quiet_room}{path}", width=640, height=480)
        for _ in range(LOOKS):
            if frame.url:
                break
            visitor.page.wait_for_timeout(1000 * PATIENCE / LOOKS)
        assert frame.url.startswith("chrome-error:"), path
    assert len(visitor.complaints) == 3
    assert all("frame" in said for said in visitor.complaints)


def test_a_link_that_was_taken_back_says_so(played: tuple[Person, Person], visitor: Visitor) -> None:
    ada, _ = played
    replays(ada)
    link = shares(ada)
    visitor.page.goto(link)
    visitor.page.locator("[data-part=line]").wait_for()
    ada.page.goto(f"{ada.room}/#/history")
    round_of_mine = ada.page.locator(".history li").first
    expect(round_of_mine).to_contain_text("shared")
    round_of_mine.get_by_role("link").click()
    ada.page.get_by_role("button", name="Share").click()
    dialog = ada.page.get_by_role("dialog", name="Share this round")
    dialog.get_by_role("button", name="Take back").click()
    expect(dialog.get_by_role("status")).to_contain_text("taken back")
    expect(dialog.get_by_role("textbox")).to_have_count(0)
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", name=NO_ROUND)).to_be_visible()
    expect(visitor.page.get_by_role("alert")).to_contain_text("has taken the link back")


def test_a_link_that_is_none_says_so(quiet_room: str, visitor: Visitor) -> None:
    visitor.page.goto(f"{quiet_room}/replay/nothing-of-the-kind")
    expect(visitor.page.get_by_role("heading", name=NO_ROUND)).to_be_visible()
    expect(visitor.page.get_by_role("alert")).to_contain_text("No round is shared under this link")


def test_a_link_to_ones_own_round_tells_a_stranger_how_they_could_see_it(
    played: tuple[Person, Person], visitor: Visitor
) -> None:
    """Not "enter first", and not nothing."""
    ada, _ = played
    replays(ada)
    visitor.page.goto(ada.page.url)
    told = visitor.page.get_by_role("alert")
    expect(told).to_contain_text("can share it with you by a link")
    expect(told).not_to_contain_text("nter first")
