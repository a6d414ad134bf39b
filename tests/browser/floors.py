"""A room with two floorpersons and the people around them, each with a browser that may complain of nothing."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.pit import IDS, Pit, sent
from tests.browser.stage import SIZES

DESKTOP, PHONE = SIZES["desktop"], (390, 844)
ALLOWED = ("409", "400")
"""A refusal over HTTP is an answer, though the browser calls it an error."""


class TwoFloors(Pit):
    """`floorperson` is Flo Ray, `second` is Gil Moss."""

    def __init__(self, browser: Browser, room: str, store: Path) -> None:
        super().__init__(browser, room, store)
        flo = self.contexts.pop("floorperson")
        self._appoint("floorperson", "Gil Moss")
        self.contexts["second"] = self.contexts["floorperson"]
        self.contexts["floorperson"] = flo
        self.complaints: list[str] = []

    def walks(self, who: str, console: str = "floor", size: tuple[int, int] = DESKTOP) -> Page:
        """The console of one of them, once it shows the room."""
        page = self.contexts[who].new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("pageerror", lambda error: self.complaints.append(f"{who}: {error}"))
        page.on("console", lambda said: self._heard(who, said))
        page.goto(f"{self.room}/#/staff/{console}")
        if console == "floor":
            page.locator('.floor[data-known="true"]').wait_for()
        return page

    def _heard(self, who: str, said: Any) -> None:
        refused = any(code in said.text for code in ALLOWED) and "status of" in said.text
        if said.type in ("error", "warning") and not refused:
            self.complaints.append(f"{who}: {said.text}")

    def table(self, game: str) -> dict[str, Any]:
        lobby = self.contexts["supervisor"].request.get(f"{self.room}/api/lobby").json()
        found: dict[str, Any] = next(each for each in lobby["tables"] if each["game"] == game)
        return found

    def calls(self, who: str, name: str, to: str, number: int, **more: str) -> None:
        """One of those who wait is called to a seat."""
        order = {"type": "CallPlayer", "player": f"walk-in-{name.lower()}", "table": to, "seat": number - 1, **more}
        given = {"id": f"call-{next(IDS)}", "counter": "lists", "table": "", "order": order}
        sent(self.contexts[who].request.post(f"{self.room}/api/rooms/play-chips/orders", data=given))

    def waits(self, table: dict[str, Any], *names: str) -> None:
        """These people wait for a table, put on the list by the floor."""
        wanted = {"game": table["game"], "limits": table["limits"]}
        for name in names:
            player = f"walk-in-{name.lower()}"
            self.order("floorperson", "lists", "", "Join", player=player, name=name, phone="", wanted=wanted)


def seat(page: Page, table: str, number: int) -> Any:
    return page.locator(f'[data-table="{table}"] [data-seat="{number}"]')


def drag(page: Page, name: str, to: Any) -> None:
    page.bring_to_front()
    page.locator(".entry", has_text=name).first.drag_to(to)


def told(page: Page, words: str) -> None:
    expect(page.get_by_role("status").filter(has_text=words).first).to_be_visible()
