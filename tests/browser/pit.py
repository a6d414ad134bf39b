"""A room with a table that a dealer deals and the people who work there, each logged in, as officers appointed them."""

from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, BrowserContext

from tests.unit.web.officers import code_for

PASSWORD = "seven slow green doors"  # noqa: S105  of a room that is gone when its test is over
TABLET = {"width": 1024, "height": 768}
BLUE, RED = {"color": "blue", "design": "diamonds"}, {"color": "red", "design": "diamonds"}
COVER = {"color": "yellow", "opaque": True, "solid": True}
IDS = count(1)


class Pit:
    """Staff by their roles; `contexts` are their browsers."""

    where = "play-chips"
    """The room that they work in, as addresses name it."""

    def __init__(self, browser: Browser, room: str, store: Path) -> None:
        self.browser, self.room, self.store = browser, room, store
        self.contexts: dict[str, BrowserContext] = {}
        self._officer("supervisor", "Sue Park")
        self._officer("accounting", "Ann Gray")
        self._appoint("floorperson", "Flo Ray")
        self._appoint("dealer", "Dee Low")

    def tablet(self, who: str) -> BrowserContext:
        """One more browser of somebody who is logged in: a console stands at its table."""
        return self._context(storage_state=self.contexts[who].storage_state())

    def _context(self, **kept: Any) -> BrowserContext:
        return self.browser.new_context(viewport=TABLET, has_touch=True, reduced_motion="reduce", **kept)  # type: ignore[arg-type]

    def _enter(self, who: str, name: str) -> APIRequestContext:
        self.contexts[who] = self._context()
        request = self.contexts[who].request
        sent(request.post(f"{self.room}/api/accounts/register", data={"name": name, "password": PASSWORD}))
        return request

    def _officer(self, role: str, name: str) -> None:
        code = code_for(role, self.store)
        sent(self._enter(role, name).post(f"{self.room}/api/accounts/officer", data={"code": code}))

    def hire(self, *names: str) -> None:
        """More dealers, each at a tablet of their own."""
        for name in names:
            self._appoint("dealer", name, name)

    def _appoint(self, role: str, name: str, who: str = "") -> None:
        who = who or role
        self._enter(who, name)
        path = f"{self.room}/api/accounts/named/{name.replace(' ', '%20')}/role"
        sent(self.contexts["supervisor"].request.post(path, data={"role": role}))
        sent(self.contexts["accounting"].request.post(f"{path}/approve", data={}))
        known = {"name": name, "password": PASSWORD}
        sent(self.contexts[who].request.post(f"{self.room}/api/accounts/login", data=known))

    def order(self, who: str, counter: str, table: str, type_: str, subject: str = "", **fields: Any) -> Any:
        given = {"id": f"pit-{next(IDS)}", "counter": counter, "table": table, "order": {"type": type_, **fields}}
        if subject:
            given["subject"] = subject
        return self._given(who, given)

    def _given(self, who: str, given: dict[str, Any]) -> Any:
        return sent(self.contexts[who].request.post(f"{self.room}/api/rooms/{self.where}/orders", data=given))

    def posted(self, table: str, game: str) -> None:
        """Opened by the floor just as the room has filed it for a table of this game, to be dealt by a dealer."""
        lobby = sent(self.contexts["supervisor"].request.get(f"{self.room}/api/lobby"))
        like = next(each["name"] for each in lobby["tables"] if each["game"] == game)
        area = {"name": "poker room", "approved": True}
        self.order("floorperson", "table", table, "OpenTable", f"table {like}", area=area, dealt_by="dealer")

    def supplied(self, table: str, day: str) -> None:
        """Two decks, a cover card, the box open, and the dealer signed on."""
        line = {"table": table, "limits": "posted", "location": "pit 2", "game": "poker", "backs": [BLUE, RED]}
        self.order("supervisor", "box", table, "DistributeDecks", day=day, tables=[line])
        for deck, back in (("A", BLUE), ("B", RED)):
            self.order("dealer", "box", table, "ReceiveDeck", deck=deck, backs=[back], edges="white")
        self.order("dealer", "box", table, "ProvideCoverCard", cover=COVER)
        self.order("dealer", "box", table, "OpenTable", day=day)
        self.order("dealer", "box", table, "SignOn")

    def prepared(self, table: str) -> None:
        for deck in ("A", "B"):
            self.order("dealer", "box", table, "InspectDeck", deck=deck, found=52)
            self.order("floorperson", "box", table, "VerifyDeck", deck=deck)
            self.order("dealer", "box", table, "SpreadDeck", deck=deck, face="face up", in_sequence=True)
            self.order("dealer", "box", table, "OfferInspection", deck=deck)
        for deck in ("A", "B"):
            self.order("dealer", "box", table, "WashDeck", deck=deck)
            self.order("dealer", "box", table, "ShuffleDeck", deck=deck, method="by hand")
        self.order("dealer", "box", table, "PutInPlay", deck="A")
        self.order("dealer", "box", table, "StoreDeck", deck="B", place="designated area")
        self.order("dealer", "box", table, "PrepareDeck")

    def all_busy(self) -> None:
        """Everybody does something elsewhere: staff who do nothing for an hour are logged out."""
        for context in self.contexts.values():
            sent(context.request.get(f"{self.room}/api/accounts/me"))

    def close(self) -> None:
        for context in self.contexts.values():
            context.close()


def sent(response: Any) -> Any:
    assert response.ok, f"{response.url}: {response.text()}"
    return response.json()
