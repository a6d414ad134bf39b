"""The server process: uvicorn around the app, one line that says where it is, and a stop that suspends rounds."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from time import monotonic
from typing import Any

import structlog
import uvicorn
from litestar.datastructures import State

from pokerroom.live.entrance.accounts import MAY_GRANT
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.house import House
from pokerroom.live.settings import Settings, SettingsError
from pokerroom.live.tables import opponents
from pokerroom.web.app import create_app
from pokerroom.web.descriptors import raised
from pokerroom.web.door_server import FAILURE, DoorServer, config_of
from pokerroom.web.doors import Doors
from pokerroom.web.metrics import configure_logging
from pokerroom.web.network import own_addresses
from pokerroom.web.occupied import OccupiedError, held, refuse_taken
from pokerroom.web.tls import Certificate
from pokerroom.web.watchdog import watched

LOG = structlog.get_logger(__name__)

Serve = Callable[[Settings, Callable[[str], None], Certificate | None], int]
"""How a process serves: alone, or as one of a cluster."""

GOODBYES = 2.0
"""Seconds that people have to see that the room closes, before their sockets are cut."""


HANGS = 10.0
"""Seconds in which the loop of an open house comes round, whatever it does; otherwise the process had better end."""
TELLS_IT_WAS_FENCED = 3.0
"""Seconds that a server whose record was taken over still answers /health, before it ends."""


COLLECT_AFTER = (10_000, 20, 20)
"""How many objects are made between two runs of the garbage collector. The defaults are for programs that make far
fewer.
"""


class Server(DoorServer):
    """Prints its address once it can be reached, and tells everybody before it closes."""

    goodbyes = GOODBYES

    def __init__(
        self,
        config: uvicorn.Config,
        note: Callable[[str], None] = lambda _address: None,
        *,
        certificate: Certificate | None = None,
        network: bool = False,
    ) -> None:
        super().__init__(config, note, certificate=certificate)
        self._network = network
        self.taken_over = ""
        """By whom; empty while the records are ours."""
        self._taken_at = 0.0

    def reached_at(self, here: str) -> None:
        self.open_at(here)

    def open_at(self, here: str) -> None:
        """The room is open: everybody may come."""
        self._settling = asyncio.create_task(settle_memory())
        services = self.config.loaded_app.state.services
        services.addresses = addresses_for_others(here) if self._network else ()
        print(f"The poker room is open at {here}", flush=True)  # noqa: T201  the one line
        for each in services.addresses:
            print(f"Others in your network can come to {each}", flush=True)  # noqa: T201
        if self._network and not services.addresses:
            print("This machine is in no network: nobody else can come.", flush=True)  # noqa: T201
        invite_officers(services.desk)

    @property
    def house(self) -> House | None:
        return getattr(self.config.loaded_app.state, "house", None) if self.config.loaded else None

    def listens(self) -> bool:
        """Whether the house does, or there is none to open or to close."""
        house = self.house
        return house is None or house.attention.listens(HANGS)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if not self.taken_over and self.house is not None and self.house.records.fenced:
            self.taken_over, self._taken_at = "; ".join(self.house.records.fenced.values()), monotonic()
        is_told = bool(self.taken_over) and monotonic() - self._taken_at > TELLS_IT_WAS_FENCED
        return await super().on_tick(counter) or is_told

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if (house := self.house) is not None:
            house.farewell()
            await house.empty(within=self.goodbyes)
        await super().shutdown(sockets)


def invite_officers(desk: Desk) -> None:
    """A room that never had officers shows a code for each; at a terminal only, for what is logged is read by many."""
    if desk.had_officers or not sys.stdout.isatty():
        return
    print("Nobody can grant roles yet. Two people can: register, and enter under Account, once and within a day,")  # noqa: T201
    for role in sorted(MAY_GRANT):
        print(f"  {desk.officer_codes.issue(role)}  for the role of {role.value}", flush=True)  # noqa: T201


def state_room(doors: Doors, wanted: int) -> None:
    """Say for how many connections there is room, as a warning where it is less than the settings allow."""
    say = LOG.warning if doors.room < wanted else LOG.info
    say("room for connections", connections=doors.room, descriptors=doors.descriptors, most_connections=wanted)


async def settle_memory() -> None:
    """What exists once the room is open stays: the collector need not visit it again while people wait."""
    gc.set_threshold(*COLLECT_AFTER)
    while opponents.are_preparing():  # noqa: ASYNC110  a thread does not set events of the loop
        await asyncio.sleep(1)
    gc.collect()
    gc.freeze()


def addresses_for_others(here: str) -> tuple[str, ...]:
    """The address of the room, by each address of this machine in its network."""
    scheme, _, rest = here.partition("://")
    return tuple(f"{scheme}://{each}:{rest.rpartition(':')[2]}" for each in own_addresses())


def configured(settings: Settings, **more: Any) -> uvicorn.Config:
    return config_of(create_app(settings, descriptors=raised(), **more), settings.listens_at, settings.port)


def run(settings: Settings, serve: Serve | None = None) -> int:
    """Run until somebody stops it; returns the exit status."""
    with ExitStack() as kept:
        try:
            note = kept.enter_context(held(settings.folder))
            refuse_taken(settings.listens_at, settings.port)
            certificate = Certificate(settings.tls) if settings.tls.certificate else None
        except (OccupiedError, OSError, SettingsError) as error:
            return unopened(str(error))
        return (serve or serve_alone)(settings, note, certificate)


def serve_alone(settings: Settings, note: Callable[[str], None], certificate: Certificate | None) -> int:
    config = configured(settings)
    state = prepare(config, settings, certificate)
    server = Server(config, note, certificate=certificate, network=settings.network)
    with suppress(SystemExit), watched(server.listens):  # How it reports that the app did not start.
        server.run()
    if server.taken_over:
        print(f"pokerroom: {server.taken_over}", file=sys.stderr, flush=True)  # noqa: T201
        return FAILURE
    if state.failure:
        return unopened(state.failure)
    return 0 if server.started else FAILURE


def prepare(config: uvicorn.Config, settings: Settings, certificate: Certificate | None) -> State:
    """What a server process sets up before it runs; the state of its app."""
    configure_logging(level=settings.log_level.upper())
    state: State = getattr(config.app, "state")  # noqa: B009  to uvicorn it is any app
    state_room(state.doors, settings.most_connections)
    # An error that the room states in a sentence needs no traceback.
    logging.getLogger("uvicorn.error").addFilter(lambda _record: not state.failure)
    if certificate is not None and hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: certificate.renew())
    return state


def unopened(why: str) -> int:
    print(f"pokerroom: the room cannot be opened: {why}", file=sys.stderr, flush=True)  # noqa: T201
    return FAILURE
