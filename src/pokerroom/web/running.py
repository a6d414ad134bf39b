"""The server process: uvicorn around the app, one line that says where it is, and a stop that suspends rounds."""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from time import monotonic
from typing import Any

import uvicorn
from litestar.datastructures import State

from pokerroom.live.entrance.accounts import MAY_GRANT
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.house import House
from pokerroom.live.settings import Settings, shown
from pokerroom.live.tables import opponents
from pokerroom.web.app import create_app
from pokerroom.web.frames import FramingProtocol
from pokerroom.web.metrics import configure_logging
from pokerroom.web.occupied import OccupiedError, held, refuse_taken

LONGEST_FRAME = 16 * 1024
FAILURE = 1
GOODBYES = 2.0
"""Seconds that people have to see that the room closes, before their sockets are cut."""


TELLS_IT_WAS_FENCED = 3.0
"""Seconds that a server whose record was taken over still answers /health, before it ends."""


COLLECT_AFTER = (10_000, 20, 20)
"""How many objects are made between two runs of the garbage collector. The defaults are for programs that make far
fewer.
"""


class Server(uvicorn.Server):
    """Prints its address once it can be reached, and tells everybody before it closes."""

    def __init__(self, config: uvicorn.Config, note: Callable[[str], None] = lambda _address: None) -> None:
        super().__init__(config)
        self._note = note
        self.taken_over = ""
        """By whom; empty while the records are ours."""
        self._taken_at = 0.0

    @property
    def house(self) -> House | None:
        return getattr(self.config.loaded_app.state, "house", None) if self.config.loaded else None

    async def on_tick(self, counter: int) -> bool:
        if not self.taken_over and self.house is not None and self.house.fenced:
            self.taken_over, self._taken_at = "; ".join(self.house.fenced.values()), monotonic()
        is_told = bool(self.taken_over) and monotonic() - self._taken_at > TELLS_IT_WAS_FENCED
        return await super().on_tick(counter) or is_told

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._settling = asyncio.create_task(settle_memory())
            self._note(address(self, self.config))
            print(f"The poker room is open at {address(self, self.config)}", flush=True)  # noqa: T201  the one line
            invite_officers(self.config.loaded_app.state.services.desk)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if (house := self.house) is not None:
            house.farewell()
            await house.empty(within=GOODBYES)
        await super().shutdown(sockets)


def invite_officers(desk: Desk) -> None:
    """A room that never had officers shows a code for each; at a terminal only, for what is logged is read by many."""
    if desk.had_officers or not sys.stdout.isatty():
        return
    print("Nobody can grant roles yet. Two people can: register, and enter under Account, once and within a day,")  # noqa: T201
    for role in sorted(MAY_GRANT):
        print(f"  {desk.officer_codes.issue(role)}  for the role of {role.value}", flush=True)  # noqa: T201


async def settle_memory() -> None:
    """What exists once the room is open stays: the collector need not visit it again while people wait."""
    gc.set_threshold(*COLLECT_AFTER)
    while opponents.are_preparing():  # noqa: ASYNC110  a thread does not set events of the loop
        await asyncio.sleep(1)
    gc.collect()
    gc.freeze()


def address(server: uvicorn.Server, config: uvicorn.Config) -> str:
    bound = [each.getsockname() for one in server.servers for each in one.sockets]
    return f"http://{shown(config.host)}:{bound[0][1] if bound else config.port}/"


def configured(settings: Settings, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings, **more),
        host=settings.host,
        port=settings.port,
        ws=FramingProtocol,
        # Messages are small and many: compressing them costs more than it saves.
        ws_per_message_deflate=False,
        ws_max_size=LONGEST_FRAME,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        proxy_headers=False,
    )


def run(settings: Settings) -> int:
    """Run until somebody stops it; returns the exit status."""
    with ExitStack() as kept:
        try:
            note = kept.enter_context(held(settings.folder))
            refuse_taken(settings.host, settings.port)
        except (OccupiedError, OSError) as error:
            return unopened(str(error))
        return serve(settings, note)


def serve(settings: Settings, note: Callable[[str], None]) -> int:
    configure_logging(level=settings.log_level.upper())
    config = configured(settings)
    state: State = getattr(config.app, "state")  # noqa: B009  to uvicorn it is any app
    # An error that the room states in a sentence needs no traceback.
    logging.getLogger("uvicorn.error").addFilter(lambda _record: not state.failure)
    server = Server(config, note)
    with suppress(SystemExit):  # How it reports that the app did not start.
        server.run()
    if server.taken_over:
        print(f"pokerroom: {server.taken_over}", file=sys.stderr, flush=True)  # noqa: T201
        return FAILURE
    if state.failure:
        return unopened(state.failure)
    return 0 if server.started else FAILURE


def unopened(why: str) -> int:
    print(f"pokerroom: the room cannot be opened: {why}", file=sys.stderr, flush=True)  # noqa: T201
    return FAILURE
