"""A front of house staged for tests: a played room, a desk with quick hashes, and the API before them."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

from argon2 import PasswordHasher
from litestar import Litestar
from litestar.testing import TestClient

from pokerroom.live.archive import Archive, Hall
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.friends import FiledChoice
from pokerroom.live.machine import CLOCK, MachineThreads
from pokerroom.live.posted import buy_in, limits_of
from pokerroom.live.sharing import Give, Lender, Sharing
from pokerroom.room.ports import Batch, EventStore
from pokerroom.room.room import Done
from pokerroom.room.shares.commands import OnShares
from pokerroom.room.tables import TABLES
from pokerroom.rules.refusal import Refusal
from pokerroom.store import MemoryStore
from pokerroom.table.seating import Table, lines_of, sign_of
from pokerroom.web.api.page import OPENAPI
from pokerroom.web.api.routes import ROUTES
from pokerroom.web.api.serving import Services
from pokerroom.web.metrics import Metrics
from pokerroom.web.security import Rules
from pokerroom.wire.messages import LobbyTable, LobbyView
from pokerroom.wire.payouts import PayoutShown
from tests.conftest import ROOT
from tests.unit.room.house import House, staged

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PASSWORD = "correct horse battery"  # noqa: S105  it opens nothing
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
UNHURRIED = Rules(limited=False)


class Clock:
    """Stands still until it is moved."""

    def __init__(self, at: datetime = NOON) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def advance(self, **by: float) -> None:
        self.at += timedelta(**by)


def desk_of(store: EventStore | None = None, *, clock: Callable[[], datetime] = CLOCK.now, filed: bool = False) -> Desk:
    kept = MemoryStore() if store is None else store

    async def append(batch: Batch) -> int:
        return kept.append(batch)[-1]

    return Desk(kept, append, passwords=Passwords(QUICK), clock=clock, filed=filed)


class Front:
    """A staged room as the API sees a house."""

    def __init__(self, house: House) -> None:
        self.house = house

    def table(self, name: str) -> Table | None:
        return self.house.room.states(TABLES).get(name)

    def sign(self, name: str) -> tuple[str, ...]:
        table = self.table(name)
        return () if table is None or not table.is_open else lines_of(sign_of(table.posting))

    def name_of(self, player: str) -> str:
        return f"Player {player}"

    def choices_for_friends(self) -> tuple[FiledChoice, ...]:
        return ()

    def lobby_payouts(self) -> tuple[PayoutShown, ...]:
        return ()

    def lobby(self, who: Identity | None) -> LobbyView:
        tables = self.house.room.states(TABLES).values()
        return LobbyView(tables=tuple(lobby_table(each, who) for each in tables), lists=(), bank=0)


def lobby_table(table: Table, who: Identity | None) -> LobbyTable:
    posting = table.posting
    return LobbyTable(
        name=table.name,
        game=posting.game,
        family=posting.plan.game.family,
        title=posting.plan.game.name,
        limits=limits_of(posting),
        structure="fixed limit",
        minimum=200,
        buy_in=buy_in(posting),
        places=len(table.places),
        seated=len(table.seated),
        bots=0,
        free=len(table.vacant),
        waiting=0,
        average_pot=0,
        rounds_per_hour=0,
        playing=table.dealing is not None,
        play_chips=True,
        mine=who is not None and table.seat_of(who.id) is not None,
    )


def played_house(*, rounds: int = 3, seed: int = 7, me: str = "p1") -> House:
    """A table at which somebody has played some rounds with three others."""
    house = staged(players=0)
    house.seat("4", ["p0", me, "p2", "p3"])
    rng = Random(seed)
    for _ in range(rounds):
        house.play_round("4", rng)
    return house


def services_of(house: House, desk: Desk, *, rules: Rules = UNHURRIED) -> Services:
    hall = Hall(house.store, house.room.keys)
    archive = Archive([hall])
    sharing = Sharing(archive, [Lender(hall, house.room, at_once(house))], os.urandom, MachineThreads())
    return Services(Front(house), desk, archive, sharing=sharing, rules=rules, metrics=Metrics())


def at_once(house: House) -> Give:
    """Orders of a staged room, given and done."""

    async def give(make: Callable[[datetime], OnShares]) -> Done | Refusal:
        answer: Done | Refusal = house.ask(make(house.at))
        return answer

    return give


def app_of(services: Services) -> Litestar:
    app = Litestar(route_handlers=list(ROUTES), openapi_config=OPENAPI, logging_config=None)
    app.state.services, app.state.page = services, ROOT / "page"
    return app


def client_of(services: Services) -> TestClient[Litestar]:
    return TestClient(app_of(services))
