"""The process of a server that belongs to a cluster.

It begins anew, by replacing itself, whenever it has lost the room or given it up: what it knew of the room is gone, and
it stands by like any other.
"""

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import structlog
import uvicorn

from pokerroom.live.cluster import PlaceInCluster
from pokerroom.live.records import machine
from pokerroom.live.settings import Settings
from pokerroom.store.lease import MARK, own_mark
from pokerroom.store.servers import Doing
from pokerroom.web.among_servers import AmongServers
from pokerroom.web.app import create_app
from pokerroom.web.descriptors import raised
from pokerroom.web.door_server import FAILURE, config_of
from pokerroom.web.running import Server, prepare, settle_memory, unopened
from pokerroom.web.standing_by import StandingBy
from pokerroom.web.tls import Certificate
from pokerroom.web.watchdog import watched

LOG = structlog.get_logger(__name__)

MOVING = 0.2
"""Seconds for goodbyes where another server goes on: nobody has to read that the room closes, for it does not."""


class ClusterServer(Server):
    """Says that it stands by, and where the room is once it is open here."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: StandingBy,
        settings: Settings,
        note: Callable[[str], None] = lambda _address: None,
        *,
        certificate: Certificate | None = None,
    ) -> None:
        super().__init__(config, note, certificate=certificate, network=settings.network)
        self._app, self._settings = app, settings

    def reached_at(self, here: str) -> None:
        place = PlaceInCluster(self._settings, here, machine(self._settings))
        print(f"Server {place.name} stands by at {here}", flush=True)  # noqa: T201  like the one line of a room
        self._app.on_open = lambda turn: self.open_at(here) if turn is Doing.SERVING else self.share_at(here)
        self._app.join(place)

    def share_at(self, here: str) -> None:
        self._settling = asyncio.create_task(settle_memory())
        print(f"Tables of the room are served at {here}", flush=True)  # noqa: T201

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._app.over:
            self.goodbyes = MOVING
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or bool(self._app.over or self._app.state.failure)


def serve_in_cluster(settings: Settings, note: Callable[[str], None], certificate: Certificate | None) -> int:
    app = StandingBy(create_app(settings, descriptors=raised(), parts=AmongServers()))
    config = config_of(app, settings.listens_at, settings.port)
    state = prepare(config, settings, certificate)
    server = ClusterServer(config, app, settings, note, certificate=certificate)
    with suppress(SystemExit), watched(server.listens):  # How it reports that the app did not start.
        server.run()
    if state.failure:
        return unopened(state.failure)
    why = server.taken_over or app.over
    if why:
        begin_anew(why)
    return 0 if server.started else FAILURE


def begin_anew(why: str) -> None:
    """The same command once more, in the place of this process."""
    print(f"pokerroom: {why}; this server stands by again", file=sys.stderr, flush=True)  # noqa: T201
    # What it was asked, and what it has just given up, is still said of it.
    os.execve(sys.executable, sys.orig_argv, {**os.environ, MARK: own_mark()})  # noqa: S606  it is our own command
