"""A room with everybody who works away from the tables, each in a browser of their own that may complain of nothing."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.pit import IDS, PASSWORD, Pit, sent

DESKTOP, TABLET = {"width": 1440, "height": 900}, {"width": 1024, "height": 768}
NAMES = {"cage": "Kay Till", "security": "Sam Guard", "surveillance": "Vic Lens", "Division": "Ines Court"}


class Office(Pit):
    """Staff by their roles, besides those of the pit."""

    def __init__(self, browser: Browser, room: str, store: Path, *roles: str) -> None:
        super().__init__(browser, room, store)
        self.complaints: list[str] = []
        self.pages: dict[str, Page] = {}
        for role in roles:
            self._appoint(role, NAMES[role])

    def at(self, role: str, console: str, *, size: dict[str, int] = DESKTOP) -> Page:
        """The console that somebody of this role has open."""
        if role not in self.pages:
            self.pages[role] = self.contexts[role].new_page()
            self.pages[role].on("pageerror", lambda error: self.complaints.append(f"{role}: {error}"))
            self.pages[role].on("console", lambda said: self._heard(role, said))
        page = self.pages[role]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(f"{self.room}/#/staff/{console}")
        return page

    def _heard(self, role: str, said: Any) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(f"{role}: {said.text}")

    def player(self, name: str) -> str:
        """Somebody with an account; their id."""
        context = self.browser.new_context()
        self.contexts[name] = context
        known = {"name": name, "password": PASSWORD}
        return str(sent(context.request.post(f"{self.room}/api/accounts/register", data=known))["person"]["id"])

    def lobby(self) -> Any:
        return sent(self.contexts["supervisor"].request.get(f"{self.room}/api/lobby"))

    def gives(self, who: str, counter: str, type_: str, **fields: Any) -> Any:
        """An order that is about no table of its own."""
        given = {"id": f"office-{next(IDS)}", "counter": counter, "order": {"type": type_, **fields}}
        return self._given(who, given)

    def both_give(self, who: str, beside: str, counter: str, type_: str, **fields: Any) -> Any:
        """An order that is given in the presence of somebody, who signs it in the same sitting."""
        given = {"id": f"office-{next(IDS)}", "counter": counter, "order": {"type": type_, **fields}}
        return self._given(who, {**given, "beside": {"name": beside, "password": PASSWORD}})
