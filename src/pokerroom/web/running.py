"""The server process: uvicorn around the app, one line that says where it is, and a stop that suspends rounds."""

import socket
from typing import Any

import uvicorn

from pokerroom.room.ports import StoreError
from pokerroom.shuffle.seal import SealError
from pokerroom.web.app import create_app
from pokerroom.web.metrics import configure_logging
from pokerroom.web.settings import Settings

LONGEST_FRAME = 16 * 1024
FAILURE = 1


class Server(uvicorn.Server):
    """Says where it is once it can be reached, and tells everybody before it closes."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"The poker room is open at {address(self, self.config)}", flush=True)  # noqa: T201  the one line

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        house = getattr(self.config.loaded_app.state, "house", None) if self.config.loaded else None
        if house is not None:
            house.farewell()
        await super().shutdown(sockets)


def address(server: uvicorn.Server, config: uvicorn.Config) -> str:
    bound = [each.getsockname() for one in server.servers for each in one.sockets]
    host = "localhost" if config.host in {"0.0.0.0", "::", "127.0.0.1"} else config.host  # noqa: S104
    return f"http://{host}:{bound[0][1] if bound else config.port}/"


def configured(settings: Settings, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings, **more),
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
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
    try:
        server = Server(configured(settings))
        server.run()
    except (StoreError, SealError) as error:
        print(f"pokerroom: {error}", flush=True)  # noqa: T201
        return FAILURE
    return 0 if server.started else FAILURE
