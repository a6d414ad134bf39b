"""A table moves to another server under somebody who plays there: the page follows it, and nobody would notice."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Browser, expect

from pokerroom.live.house import PLAY
from pokerroom.web.app import create_app
from tests.browser.people import MILDEST, Person
from tests.browser.served import FAST, reached, settings
from tests.elsewhere import Whereabouts

HOLD_EM = "5"
HERE: ContextVar[str] = ContextVar("the address by which somebody has come", default="")

STANDS = "() => document.querySelector('[data-offer], [data-part=awards]') !== null"
"""Whether it is the turn of whoever looks, or the round is over: nothing happens by itself for a while."""
SWALLOWED = """() => {
  window.asked = null;
  window.lines.at(-1).send = text => { window.asked = JSON.parse(text).id ?? window.asked };
}"""
"""What the page says from now on gets lost on the way."""
ANSWERED = (
    "() => window.heard.map(text => JSON.parse(text)).filter(each => each.id === window.asked).map(each => each.type)"
)
"""How the room has answered what the page asked last."""


BY_NAME = "/s/three"
"""How a proxy is asked for one server; it takes this away."""


class ThreeServers:
    """One house that is reached at three addresses, two of them by one port: whoever comes by one is told that some
    tables are at another.
    """

    def __init__(self) -> None:
        self._app = create_app(settings(bots=3), pace=FAST)
        self._where = Whereabouts(HERE.get)
        self.addresses: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self._loop = asyncio.get_running_loop()
        if scope["type"] != "lifespan":
            name = BY_NAME if scope["path"].startswith(BY_NAME) else ""
            HERE.set(f"http://localhost:{scope['server'][1]}{name}")
            scope |= {"path": scope["path"].removeprefix(name)}
        await self._app(scope, receive, send)

    @contextmanager
    def opened(self) -> Iterator["ThreeServers"]:
        with reached(self, ports=2) as (one, two):
            self.addresses = [one, two, one + BY_NAME]
            self._app.state.place = SimpleNamespace(addresses=frozenset(self.addresses))
            self._app.state.house.rooms[PLAY].elsewhere = self._where
            yield self

    def move(self, table: str, address: str) -> None:
        self._loop.call_soon_threadsafe(self._move, table, address)

    def _move(self, table: str, address: str) -> None:
        self._where.at[table] = address
        self._app.state.house.actors[table].moved(address)


def test_a_player_whose_table_moves_again_and_again_plays_on_and_notices_nothing(browser: Browser) -> None:
    with ThreeServers().opened() as servers:
        one, two, three = servers.addresses
        ada = Person(browser, one, "Ada")
        ada.sits_at(HOLD_EM)
        ada.at(HOLD_EM).waits_for_turn()
        ada.has_one_line_to(one)
        ada.counts_blinks()
        held, offers = ada.cards, ada.offers

        servers.move(HOLD_EM, two)
        ada.has_one_line_to(two)
        assert (ada.cards, ada.offers) == (held, offers), "it is not the round of play that it was"
        ada.page.evaluate(SWALLOWED)
        ada.page.locator(f"[data-offer={next(each for each in MILDEST if each in offers)}]").click()
        ada.page.wait_for_function("() => window.asked")

        servers.move(HOLD_EM, three)
        ada.has_one_line_to(three)
        ada.page.wait_for_function(f"() => ({ANSWERED})().length")
        assert ada.page.evaluate(ANSWERED) == ["Accepted"], "what was asked of the other server is answered here"
        ada.page.wait_for_function(STANDS)
        told = ada.log_of_round
        assert ada.blinks == 0
        ada.page.reload()
        expect(ada.page.locator("[data-part=log] li").first).to_be_visible()
        ada.page.wait_for_function(STANDS)
        assert ada.log_of_round == told, "the log had a gap, or said something twice"
        assert ada.complaints == []
        ada.context.close()
