"""What makes several servers one room, around a house that is open: following, lines between them, and who has what."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import NamedTuple

import httpx
from litestar.datastructures import State

from pokerroom.live.between.deciding import deciding
from pokerroom.live.between.elsewhere import OtherServers
from pokerroom.live.between.line import Answering, Line, Task
from pokerroom.live.between.proving import Proofs
from pokerroom.live.cluster import PlaceInCluster, runs_nothing
from pokerroom.live.following import Following
from pokerroom.live.house import House
from pokerroom.live.machine import CLOCK
from pokerroom.live.records import address_of
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings
from pokerroom.live.spread import KnownOwners, Spread
from pokerroom.room.ports import Bus
from pokerroom.store import SqlStore
from pokerroom.store.buses import open_bus
from pokerroom.web.between import HttpPost, transport_to_others


class Lines(NamedTuple):
    """To the other servers."""

    line: Line
    proofs: Proofs
    transport: httpx.AsyncBaseTransport


Asked = Callable[[Lines, Spread], Mapping[str, Task]]
"""What else other servers may ask of this one, by path."""


def shared_by(house: House) -> list[LiveRoom]:
    """The rooms of a house whose tables several servers may have."""
    return [live for live in house.rooms.values() if live.is_divided]


def bus_of(live: LiveRoom, settings: Settings) -> Bus:
    """What wakes other servers after a commit of ours, and us after one of theirs; it closes with the record."""
    assert isinstance(live.store, SqlStore)
    live.store.bus = open_bus(address_of(settings, live.name), live.name, at=settings.cluster.bus)
    return live.store.bus


@asynccontextmanager
async def spread_over(house: House, place: PlaceInCluster, state: State, asked: Asked) -> AsyncIterator[Spread]:
    """From now on this server acts for its share of the tables, and for others it passes orders on."""
    world = house.world
    async with transport_to_others() as transport:
        # By the machine's own clock: that of the house follows a clock that was set only slowly.
        proofs = Proofs(world.records.keys(), CLOCK.now, world.entropy)
        lines = Lines(Line(proofs, HttpPost(transport)), proofs, transport)
        following = {live: Following(live, bus_of(live, house.settings)) for live in shared_by(house)}
        owners = {live: KnownOwners(live, world.threads) for live in following}
        for live, followed in following.items():
            await owners[live].look()
            live.elsewhere = OtherServers(
                lines.line,
                owners[live],
                world.clock,
                address=house.settings.reached_at,
                shards=live.shards,
                room=live.room,
                seen=followed.seen,
                catch_up=followed.catch_up,
            )
        spread = Spread(house, place.name, lambda: place.listed, following, owners)
        tasks = deciding(spread, spread.forgo) | dict(asked(lines, spread))
        state.between, state.spread = Answering(proofs, tasks, world.clock), spread
        house.shards_told, place.runs = spread.told, lambda: spread.runs
        spread.start()
        try:
            yield spread
        finally:
            await spread.stop()
            state.between = state.spread = None
            place.runs = runs_nothing
