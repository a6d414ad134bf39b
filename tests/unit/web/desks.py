"""A house in memory with people at its desks, who ask it over HTTP without a network between."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from time import sleep
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from pokerroom.live.entrance.identity import Role
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.live.tables.clock import ClockRules
from pokerroom.play.events import CardBurned
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import RoundStarted
from pokerroom.web.app import create_app

PASSWORD = "correct horse battery"  # noqa: S105  it opens nothing
IDS = count(1)
ROOM = "/api/rooms/play-chips"
NAMES = {
    Role.DEALER: "Dee Low",
    Role.FLOORPERSON: "Flo Ray",
    Role.CAGE: "Kay Till",
    Role.SECURITY: "Sam Guard",
    Role.SURVEILLANCE: "Vic Lens",
    Role.DIVISION: "Ines Court",
}


class AtDesk:
    """Somebody with a browser: it keeps its cookies."""

    def __init__(self, client: TestClient[Litestar], name: str) -> None:
        self.client, self.name = client, name
        self.cookies: dict[str, str] = {}
        self.id = self.enters("register")

    def enters(self, how: str) -> str:
        answer = self.post(f"/api/accounts/{how}", name=self.name, password=PASSWORD)
        return str(answer["person"]["id"])

    def asks(self, method: str, path: str, **options: Any) -> Any:
        self.client.cookies.clear()
        header = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        answer = self.client.request(method, path, headers=header, **options)
        self.cookies |= dict(answer.cookies)
        return answer

    def socket(self) -> AbstractContextManager[Any]:
        self.client.cookies.clear()
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return self.client.websocket_connect("/ws", headers={"cookie": cookie})

    def get(self, path: str) -> Any:
        answer = self.asks("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.asks("POST", path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def orders(self, counter: str, kind: str, *, at: str = "", **says: Any) -> Any:
        body = {"id": f"d{next(IDS)}", "counter": counter, "table": at, "order": {"type": kind, **says}}
        return self.asks("POST", f"{ROOM}/orders", json=body)

    def gives(self, counter: str, kind: str, *, at: str = "", **says: Any) -> Any:
        answer = self.orders(counter, kind, at=at, **says)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def signs(self, proposal: str) -> Any:
        return self.post(f"{ROOM}/proposals/{proposal}/signature")


class Desks:
    """People by their roles; the first two are officers, by whom the others were appointed."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.people: dict[Role, AtDesk] = {}
        desk = client.app.state.services.desk
        for role, name in ((Role.SHIFT_SUPERVISOR, "Sue Park"), (Role.ACCOUNTING, "Ann Gray")):
            self.people[role] = AtDesk(client, name)
            self.people[role].post("/api/accounts/officer", code=desk.officer_codes.issue(role))

    def __getitem__(self, role: Role) -> AtDesk:
        if role not in self.people:
            self.people[role] = self.appointed(role, NAMES[role])
        return self.people[role]

    def appointed(self, role: Role, name: str) -> AtDesk:
        found = AtDesk(self.client, name)
        path = f"/api/accounts/named/{name.replace(' ', '%20')}/role"
        self[Role.SHIFT_SUPERVISOR].post(path, role=role.value)
        self[Role.ACCOUNTING].post(f"{path}/approve")
        found.enters("login")
        return found

    def player(self, name: str) -> AtDesk:
        return AtDesk(self.client, name)

    @property
    def house(self) -> Any:
        return self.client.app.state.house

    def state(self, stream: Any) -> Any:
        return self.house.rooms["play chips"].room.state(stream)

    def stop_tables(self, but: str = "") -> None:
        """Bots deal no more, except at one table."""
        for name, actor in self.house.actors.items():
            if name != but:
                actor.stop()

    def round_over(self) -> dict[str, Any]:
        """A round of the room that is over and went on at least until a card was burned."""
        for _ in range(600):
            for found in self[Role.SURVEILLANCE].get(f"{ROOM}/rounds?most=5")["rounds"]:
                if self._burned(found["table"], found["round"]):
                    self.client.blocking_portal.call(self.stop_tables)
                    return dict(found)
            sleep(0.1)
        raise AssertionError("no round was played")

    def _burned(self, table: str, number: int) -> bool:
        live, now = self.house.rooms["play chips"], 0
        for _, event in TABLES.events(live.store, table, keys=live.room.keys):
            now = event.number if isinstance(event, RoundStarted) else now
            if now == number and isinstance(event, CardBurned):
                return True
        return False


@contextmanager
def at_desks(store: str = "memory:", **chips: Any) -> Iterator[Desks]:
    play_chips = PlayChips(**{"bots": 0, "spectator_delay": 0.0, "demonstrations": 0} | chips)
    clock = ClockRules(round_pause=0.1, step_pause=0.1)
    app = create_app(Settings(store=store, rate_limits=False, play_chips=play_chips, clock=clock), pace=0.01)
    with TestClient(app) as client:
        yield Desks(client)
