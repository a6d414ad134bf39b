"""People at the page, each in a browser of his own, who see only what it shows them and do only what it offers.

A `Guest` has no page: he fills a seat.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from itertools import count, zip_longest
from typing import Any
from urllib.parse import urlparse

from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError as TimedOut, expect
from websockets.sync.client import connect

from pokerroom.wire import messages as wire
from tests.browser.stage import SIZES

PATIENCE = 30.0
expect.set_options(timeout=1000 * PATIENCE)

MILDEST = ("Check", "Call", "PostForcedBet", "Draw", "Discard", "Show", "PlayOn", "Bet")
"""What somebody takes who wants to see the showdown, the first that is offered."""
MOST_MOVES = 60
"""More than a round takes."""
NUMBERS = count(10)
"""From two digits on: a name such as "Bo 7" looks too much like "Bot"."""

LINES_KEPT = """
  window.lines = [];
  window.heard = [];
  window.held = null;
  window.round = null;
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      window.lines.push(this);
      this.addEventListener("message", event => {
        window.heard.push(event.data);
        window.round = JSON.parse(event.data).state?.round ?? window.round;
      });
    }
    send(text) {
      if (window.held) window.held.push(() => super.send(text));
      else super.send(text);
    }
  };
"""
"""The sockets of a page and what came over them, so that a test can break one, speak out of turn, or read along; and
what is said while it is held back.
"""

HOLD = "() => { window.held = [] }"
LET_GO = """() => {
  const held = window.held;
  window.held = null;
  window.round = null;
  for (const each of held) each();
}"""

WHOSE_TURN = """([names, round]) => {
  if (document.querySelector("[data-part=awards]")) return "nobody";
  if (round !== null && window.round !== round) return "nobody";
  if (document.querySelector("[data-offer]")) return "mine";
  const acting = document.querySelector("[data-part=seat].acting")?.getAttribute("aria-label");
  return acting && names.find(name => acting.endsWith(`, ${name}`)) || null;
}"""
"""Which of these people is to act, as the page shows it; nobody once the pots are awarded or another round is on."""

ANSWERS = """() => window.heard.filter(each => ["Accepted", "Refused"].includes(JSON.parse(each).type)).length"""
"""How much of what the page asked has been answered."""

ONE_LINE = """address => {
  const open = window.lines.filter(each => each.readyState === WebSocket.OPEN);
  return open.length === 1 && open[0].url.startsWith(address);
}"""

BLINKS = """() => {
  window.blinks = 0;
  let down = false;
  const look = () => {
    const before = down;
    down = document.querySelector(".line-down") !== null;
    if (down && !before) window.blinks += 1;
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""

CARDS = "nodes => nodes.map(node => node.dataset.card)"
FACE_DOWN = "??"


class Person:
    """A guest with a page."""

    def __init__(self, browser: Browser, room: str, name: str, *, device: str = "desktop") -> None:
        self.room, self.name = room, f"{name} {next(NUMBERS)}"
        width, height = SIZES[device]
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        self.context.set_default_timeout(1000 * PATIENCE)
        self.context.add_init_script(LINES_KEPT)
        self._complaints: list[str] = []
        self._forgiven: list[str] = []
        entered = self.context.request.post(f"{room}/api/accounts/guest", data={"name": self.name})
        assert entered.ok, entered.text()
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, said: Any) -> None:
        if said.type in ("error", "warning"):
            self._complaints.append(said.text)

    def forgive(self, pattern: str) -> None:
        """Let complaints pass that a test brings about itself."""
        self._forgiven.append(pattern)

    @property
    def complaints(self) -> list[str]:
        """Everything his browser found wrong with the page, and that was not to be expected."""
        return [said for said in self._complaints if not any(re.search(each, said) for each in self._forgiven)]

    # Going about.

    def in_lobby(self) -> None:
        self.page.goto(f"{self.room}/#/")
        self.page.locator(".games h2").first.wait_for()

    def at(self, table: str) -> "Person":
        self.page.goto(f"{self.room}/#/table/{table}")
        self.page.locator("[data-part=plate], [data-part=free]").first.wait_for()
        return self

    def sits_from_lobby(self, table: str) -> None:
        self.in_lobby()
        self.page.get_by_role("button", name=re.compile(rf"^Sit at .*, Table {table}$")).click()
        self.me.wait_for()

    def sits_at(self, table: str, *, amount: int | None = None) -> None:
        """Without a page yet, so that no round begins before those have sat down who are to be in it."""
        self.asks("Sit", table=table, amount=amount)

    def asks(self, kind: str, **fields: Any) -> dict[str, Any]:
        """By another line of his than that of the page."""
        cookie = "; ".join(f"{each.get('name')}={each.get('value')}" for each in self.context.cookies())
        return asked(self.room, cookie, {"type": kind, **fields})

    def more(self, choice: str) -> None:
        self.page.get_by_role("button", name="More").click()
        self.page.get_by_role("dialog").get_by_role("button", name=choice).click()

    # What he sees.

    @property
    def me(self) -> Locator:
        return self.page.locator("[data-part=me]")

    def seat_of(self, other: "Person") -> Locator:
        return self.page.locator(f'[data-part=seat][aria-label$=", {other.name}"]')

    @property
    def cards(self) -> list[str]:
        return cards(self.me)

    @property
    def offers(self) -> list[str]:
        found = self.page.locator("[data-offer]").evaluate_all("nodes => nodes.map(node => node.dataset.offer)")
        assert isinstance(found, list)
        return found

    @property
    def log(self) -> list[str]:
        """The lines of the log, without the words of its buttons."""
        return self.page.locator("[data-part=log] li > span").all_text_contents()

    @property
    def log_of_round(self) -> list[str]:
        """Of the last round of play, as far as this page was there."""
        lines = self.log
        start = max((place for place, line in enumerate(lines) if line.startswith("A round of ")), default=0)
        return lines[start:]

    @property
    def awards(self) -> Locator:
        return self.page.locator("[data-part=awards]")

    @property
    def notices(self) -> Locator:
        return self.page.locator(".notice p")

    def heard(self, page: Page | None = None) -> list[dict[str, Any]]:
        """Every message of the room to his page."""
        return [json.loads(text) for text in (page or self.page).evaluate("() => window.heard")]

    # His lines.

    def has_one_line_to(self, address: str) -> None:
        """Waits until the page has one line, which leads to this server."""
        self.page.wait_for_function(ONE_LINE, arg=address.replace("http", "ws", 1) + "/")

    def counts_blinks(self) -> None:
        self.page.evaluate(BLINKS)

    @property
    def blinks(self) -> int:
        """How often the page has said that its line is down, since they are counted."""
        return int(self.page.evaluate("() => window.blinks"))

    # What he does.

    def takes(self, kind: str) -> None:
        """An offer, giving up as many cards as it costs."""
        button = self.page.locator(f"[data-offer={kind}]")
        taps = self.me.locator("button.tap[aria-pressed=false]")
        while kind != "Draw" and button.is_disabled():
            taps.first.click()
        answered = self.page.evaluate(ANSWERS)
        button.click()
        # Until then the page shows what it had shown before.
        self.page.wait_for_function(f"answered => ({ANSWERS})() > answered", arg=answered)

    def takes_mildest(self) -> bool:
        offers = self.offers
        kind = next((each for each in MILDEST if each in offers), None)
        if kind is not None:
            self.takes(kind)
        return kind is not None

    def waits_for_turn(self) -> None:
        self.page.locator("[data-offer]").first.wait_for()


@contextmanager
def at_once(*pages: Page) -> Iterator[None]:
    """What is done on these pages meanwhile reaches the room when all of it is done: nobody has seen what came of the
    others.
    """
    for page in pages:
        page.evaluate(HOLD)
    yield
    for page in pages:
        page.evaluate(LET_GO)


def cards(where: Locator) -> list[str]:
    found = where.locator("[data-card]").evaluate_all(CARDS)
    assert isinstance(found, list)
    return found


def seated(people: Sequence[Person], table: str, *, amounts: Sequence[int | None] = ()) -> None:
    """All of them at this table, with cards; with these stakes, or the customary ones."""
    for each, amount in zip_longest(people, amounts):
        each.sits_at(table, amount=amount)
    for each in people:
        each.at(table)
    dealt_in(people)


def dealt_in(people: Sequence[Person]) -> None:
    """Whose page came too late for a round waits for the next one, and the others play theirs to its end meanwhile."""
    for each in people:
        for _ in range(MOST_MOVES):
            with suppress(TimedOut):
                each.me.locator("[data-card]").first.wait_for(timeout=1_000)
                break
            for other in people:
                other.takes_mildest()
        expect(each.me.locator("[data-card]").first).to_be_visible()


def turn_of(people: Sequence[Person], of: int | None = None) -> Person | None:
    """Whose turn it is among these, as the first of them sees it; nobody's once the pots are awarded, or once another
    round is played than the one that is meant.
    """
    first, *others = people
    name = first.page.wait_for_function(WHOSE_TURN, arg=[[each.name for each in others], of]).json_value()
    return first if name == "mine" else next((each for each in others if each.name == name), None)


def play_out(people: Sequence[Person]) -> None:
    """Everybody takes the mildest offer until the pots are awarded, as all of them see."""
    now: int = people[0].page.evaluate("() => window.round")
    while (who := turn_of(people, now)) is not None:
        who.takes_mildest()
    for each in people:
        each.page.wait_for_function(f"given => ({WHOSE_TURN})(given) === 'nobody'", arg=[[], now])


def play_until_turn(one: Person, others: Sequence[Person]) -> None:
    """The others take the mildest offer until it is this one's turn."""
    while (who := turn_of((one, *others))) is not one:
        assert who is not None, "the round was over before"
        who.takes_mildest()


class Guest:
    """Somebody without a page."""

    def __init__(self, room: str, name: str) -> None:
        self._room, self._cookie = room, entered(room, f"{name} {next(NUMBERS)}")

    def asks(self, kind: str, **fields: Any) -> dict[str, Any]:
        return asked(self._room, self._cookie, {"type": kind, **fields})


def asked(room: str, cookie: str, message: dict[str, Any]) -> dict[str, Any]:
    """What the room answers to one request of somebody, by a line that is then closed."""
    number = f"line-{next(NUMBERS)}"
    address = room.replace("http", "ws", 1) + "/ws"
    with connect(address, additional_headers={"Cookie": cookie}, compression=None, open_timeout=PATIENCE) as line:
        line.send(json.dumps({"type": "Hello", "version": wire.VERSION}))
        line.send(json.dumps(message | {"id": number}))
        while True:
            heard: dict[str, Any] = json.loads(line.recv(timeout=PATIENCE))
            if heard.get("id") == number:
                assert heard["type"] == "Accepted", heard
                return heard


def entered(room: str, name: str) -> str:
    """The cookie of a guest who has just come in."""
    asking = HTTPConnection(urlparse(room).netloc, timeout=PATIENCE)
    asking.request("POST", "/api/accounts/guest", json.dumps({"name": name}), {"content-type": "application/json"})
    answer = asking.getresponse()
    cookie = answer.headers["set-cookie"]
    asking.close()
    assert cookie, f"{name} was not let in: {answer.status}"
    return cookie.partition(";")[0]


def is_broke(one: Person) -> bool:
    """Without a single chip, and asked whether they buy in again."""
    return buying(one).count() > 0 and one.me.locator(".stakes", has_text=re.compile(r"^\$0$")).count() > 0


def buying(one: Person) -> Locator:
    """The amounts offered to whoever has too little to be dealt in; the least of them is less if they have some."""
    return one.page.locator("[data-part=actions]").get_by_role("button", name=re.compile(r"^Buy \$"))


def buys_in_again(one: Person) -> None:
    buying(one).first.click()
    expect(one.page.locator("[data-part=chipless]")).to_have_count(0)
