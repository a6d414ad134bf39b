"""Texts that one person writes and another sees: whatever stands in them, a browser shows it and runs nothing of it.

The room refuses most of them at the door. Here they come past it, into every message, as if a door had been forgotten.
"""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route

from pokerroom.wire import messages as wire
from pokerroom.words import saying
from tests.browser import scenes, screenshots
from tests.browser.people import Person
from tests.browser.stage import ADDRESS, Stage

ATTACKS = (
    '<img src=x onerror="window.hit=1">',
    "<script>window.hit=2</script>",
    '"><svg onload="window.hit=3">',
    "</style><script>window.hit=4</script>",
    "' onmouseover='window.hit=5' x='",
    "javascript:window.hit=6",
    "{{constructor.constructor('window.hit=7')()}}",
    "${window.hit=8}",
)
PERSON = "".join(ATTACKS)
"""All at once, where a name or a text would stand."""
WRITTEN = {"name", "text", "by", "cause", "reason", "note", "error", "said", "who", "player"}
"""Fields of messages that hold what somebody wrote."""

HIT = "() => window.hit ?? 0"
PLANTED = """() => document.querySelectorAll(
  "img[src=x], svg[onload], [onerror], [onmouseover], a[href^='javascript:'], body script:not([src])"
).length"""


def poisoned(value: Any, key: str = "") -> Any:
    """The same message, with an attack wherever somebody's own words or name would stand."""
    if isinstance(value, dict):
        return {field: poisoned(each, field) for field, each in value.items()}
    if isinstance(value, list | tuple):
        return [poisoned(each, key) for each in value]
    is_name = isinstance(value, str) and value in (*scenes.NAMES, *scenes.LONG)
    return PERSON if is_name or (isinstance(value, str) and key in WRITTEN and key != "name") else value


class HostileStage(Stage):
    """A room in which everybody has such a name, and says such things."""

    def _send(self, message: Any) -> None:
        assert self._socket is not None
        self._socket.send(msgspec.json.encode(poisoned(msgspec.to_builtins(message))).decode())

    def _answer(self, route: Route) -> None:
        found = self._api(route.request.url.partition(ADDRESS)[2].partition("?")[0], {})
        if found is None:
            super()._answer(route)
        else:
            route.fulfill(json=poisoned(msgspec.to_builtins(found)))


def shown(page: Page, stage: Stage, address: str, then: screenshots.Then) -> str:
    stage.put_on(page)
    page.goto(address)
    page.locator("main, [data-part=plate], .games h2, h1").first.wait_for()
    then(page, stage)
    page.wait_for_timeout(100)
    return page.locator("body").inner_text()


def is_inert(page: Page) -> None:
    assert page.evaluate(HIT) == 0, "something that somebody wrote was run"
    assert page.evaluate(PLANTED) == 0, "something that somebody wrote became a part of the page"


def talk(page: Page, stage: Stage) -> None:
    stage.tell(wire.Said(table=scenes.TABLE, name="Bao", text="x", at=scenes.NOW))
    page.keyboard.press("l")
    page.get_by_role("button", name="Chat").click()


def consent(page: Page, stage: Stage) -> None:
    page.locator("[data-part=plate], .games h2").first.wait_for()
    says = saying("consent.table.TopUp", amount=500, table="Brigantine")
    stage.tell(wire.ConsentWanted(proposal="p", says=says, by="Flo", until=scenes.NOW + 60))
    page.locator("[data-part=consent]").wait_for()


def refusal(page: Page, stage: Stage) -> None:
    says = saying("refused-live.not in words", field="'reason'", said="x")
    stage.tell(wire.Refused(id="", code="not in words", says=says, rule="14.15(b)"))
    page.locator(".notice").wait_for()


AT_A_TABLE: dict[str, screenshots.Then] = {
    "names": screenshots.nothing,
    "log": screenshots.log,
    "talk": talk,
    "consent": consent,
    "refusal": refusal,
    "required to leave": screenshots.required,
}
ELSEWHERE = ("lobby", "wall", "history", "replayer-end")
NAMELESS = {"lobby", "wall", "history"}
"""Where nobody is named today; should somebody be, nothing of it may run."""


@pytest.mark.parametrize("what", AT_A_TABLE)
def test_at_a_table_what_others_write_is_shown_and_not_run(
    desktop: Page, tables: dict[str, scenes.Scene], what: str
) -> None:
    text = shown(desktop, HostileStage(tables["holdem-full"]), screenshots.TABLE, AT_A_TABLE[what])
    assert ATTACKS[0] in text, "nothing of it was shown"
    is_inert(desktop)


@pytest.mark.parametrize("where", ELSEWHERE)
def test_in_lobby_wall_and_replayer_what_others_write_is_not_run(desktop: Page, where: str) -> None:
    address, then = screenshots.OTHERS[where]
    text = shown(desktop, HostileStage(None, scenes.finished()), address, then)
    assert ATTACKS[0] in text or where in NAMELESS, "nothing of it was shown"
    is_inert(desktop)


def test_talk_goes_through_a_real_room_and_is_run_in_nobodys_browser(people: Any) -> None:
    ada, bo = people("Ada"), people("Bo")
    for each in (ada, bo):
        each.at("5")
    for attack in ATTACKS[:4]:
        said_by(ada, attack)
    for each in (ada, bo):
        each.page.keyboard.press("l")
        each.page.get_by_role("button", name="Chat").click()
        each.page.get_by_text(ATTACKS[3]).first.wait_for()
        is_inert(each.page)


def said_by(person: Person, text: str) -> None:
    speak = "text => window.lines.at(-1).send(JSON.stringify({type: 'Chat', id: text, table: '5', text}))"
    person.page.evaluate(speak, text[:64])
