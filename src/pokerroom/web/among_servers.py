"""The parts of a server that belongs to a cluster, where those of one that is alone do not do (`app.py`).

Loaded only where a server joins: the libraries that ask other servers take a good part of a start.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial

from litestar.datastructures import State

from pokerroom.live.between.line import Task
from pokerroom.live.between.sessions import AskedOfDesk, SessionsElsewhere
from pokerroom.live.cluster import PlaceInCluster
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.house import House
from pokerroom.live.ports import World
from pokerroom.live.records import SharedRecords
from pokerroom.live.settings import Settings
from pokerroom.live.spread import Spread
from pokerroom.live.tables.people import Preferences
from pokerroom.store import SqlStore
from pokerroom.store.lease import Terms
from pokerroom.store.servers import Doing
from pokerroom.web.app import SESSIONS_LOOKED_AT, Opening, closed, counting, opened
from pokerroom.web.between import DoorBetween
from pokerroom.web.cut_off import LOOKS_EVERY as CUT_OFF_LOOKED_AT, CutOff
from pokerroom.web.metrics import Metrics
from pokerroom.web.passing_on import Desk as DeskElsewhere, PassingOn
from pokerroom.web.security import App, Rules
from pokerroom.web.spreading import Lines, shared_by, spread_over

ACCOUNTS_LEFT_WITHIN = 6.0
"""Seconds in which a server that has lost the desk lets go of the accounts."""


class AmongServers:
    """It answers the other servers, and passes on to the desk what is the desk's."""

    def opening(self, state: State) -> Opening:
        return tables_opened if state.turn is Doing.TABLES else desk_opened

    def behind_guard(self, app: App, state: State) -> App:
        return PassingOn(app, state)

    def before_guard(self, app: App, state: State) -> App:
        return DoorBetween(app, state)


def desk_opened(
    settings: Settings, rules: Rules, state: State, world: World, pace: float
) -> AbstractAsyncContextManager[None]:
    """The whole room; or, where its record is divided, the desk and a share of the tables."""
    world = world._replace(records=SharedRecords(settings, desk=True))
    company = partial(company_of_desk, state)
    return opened(settings, rules, state, world, pace, company=company, patience=ACCOUNTS_LEFT_WITHIN)


def company_of_desk(state: State, house: House, desk: Desk) -> AbstractAsyncContextManager[object]:
    place: PlaceInCluster = state.place
    mind_others(house, place)

    def asked(lines: Lines, _spread: Spread) -> Mapping[str, Task]:
        others = SessionsElsewhere(desk, house, lines.line, house.clock, lambda: addresses(place))
        desk.keep_while(lambda key: bool(house.connections.in_session(key)) or others.in_use(key))
        note = house.keep_wishes

        async def keep(player: str, wishes: Preferences) -> None:
            await note(player, wishes)
            others.tell_wishes(player, wishes)

        house.keep_wishes = keep
        return others.tasks

    return spread_over(house, place, state, asked) if shared_by(house) else nullcontext()


@asynccontextmanager
async def tables_opened(
    settings: Settings, _rules: Rules, state: State, world: World, pace: float
) -> AsyncIterator[None]:
    """Tables of a room whose desk another server has, for as long as the app runs."""
    counters = Metrics()
    house = await House.open(settings, world=world._replace(records=SharedRecords(settings, desk=False)), pace=pace)
    for live in house.rooms.values():
        live.observe = counting(live, counters)
    counters.tell_of_shards(house)
    state.house, state.metrics, state.doors.is_seated = house, counters, house.is_seated

    def asked(lines: Lines, spread: Spread) -> Mapping[str, Task]:
        entrance = AskedOfDesk(house, lines.line, house.clock, desk=spread.desk, learn=house.preferences.__setitem__)
        house.keep_wishes = entrance.prefer
        house.chores.append((SESSIONS_LOOKED_AT, entrance.look))
        state.entrance = entrance
        state.desk_elsewhere = DeskElsewhere(spread.desk, lines.proofs, lines.transport)
        return entrance.tasks

    mind_others(house, state.place)
    async with spread_over(house, state.place, state, asked):
        house.start()
        try:
            yield
        finally:
            await closed(house, state)
            state.desk_elsewhere = None


def mind_others(house: House, place: PlaceInCluster) -> None:
    """People are sent on, and leases run out, where this server does not do what another could."""
    for store in house.records.stores.values():
        if isinstance(store, SqlStore) and store.lease is not None:
            store.lease.renews_while = partial(house.attention.listens, Terms().lapses_after)
    cut_off = CutOff(house, lambda: [each.address for each in place.others])
    house.chores.append((CUT_OFF_LOOKED_AT, cut_off.send_on_who_is_cut_off))


def addresses(place: PlaceInCluster) -> list[str]:
    """Of the other servers that have tables."""
    return [each.address for each in place.others if each.does is Doing.TABLES]
