"""The server process: uvicorn around the app, one line that says where it is, and a stop that suspends rounds."""

import asyncio
import gc
import logging
import socket
import sys
from contextlib import suppress
from typing import Any

import uvicorn
from litestar.datastructures import State

from pokerroom.live.settings import Settings
from pokerroom.live.tables import opponents
from pokerroom.web.app import create_app
from pokerroom.web.frames import FramingProtocol
from pokerroom.web.metrics import configure_logging

LONGEST_FRAME = 16 * 1024
FAILURE = 1
GOODBYES = 2.0
"""Seconds that people have to hear that the room closes, before their sockets are cut."""


COLLECT_AFTER = (10_000, 20, 20)
"""How much is made between two looks for garbage. The usual numbers are for programs that make far less."""


class Server(uvicorn.Server):
    """Says where it is once it can be reached, and tells everybody before it closes."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._settling = asyncio.create_task(settle_memory())
            print(f"The poker room is open at {address(self, self.config)}", flush=True)  # noqa: T201  the one line

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        house = getattr(self.config.loaded_app.state, "house", None) if self.config.loaded else None
        if house is not None:
            house.farewell()
            await house.empty(within=GOODBYES)
        await super().shutdown(sockets)


async def settle_memory() -> None:
    """What is there once the room is open stays there: the collector need not walk it again while people wait."""
    gc.set_threshold(*COLLECT_AFTER)
    while opponents.are_preparing():  # noqa: ASYNC110  a thread does not set events of the loop
        await asyncio.sleep(1)
    gc.collect()
    gc.freeze()


def address(server: uvicorn.Server, config: uvicorn.Config) -> str:
    bound = [each.getsockname() for one in server.servers for each in one.sockets]
    host = "localhost" if config.host in {"0.0.0.0", "::", "127.0.0.1"} else config.host  # noqa: S104
    return f"http://{host}:{bound[0][1] if bound else config.port}/"


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
    """Until somebody stops it; the exit status."""
    configure_logging(level=settings.log_level.upper())
    config = configured(settings)
    state: State = getattr(config.app, "state")  # noqa: B009  to uvicorn it is any app
    # What the room says itself in a sentence, nobody has to read as a trace besides.
    logging.getLogger("uvicorn.error").addFilter(lambda _record: not state.failure)
    server = Server(config)
    with suppress(SystemExit):  # How it says that the app did not start.
        server.run()
    if state.failure:
        print(f"pokerroom: the room cannot be opened: {state.failure}", file=sys.stderr, flush=True)  # noqa: T201
    return 0 if server.started else FAILURE
