"""A server process of ours: uvicorn, which listens through the doors and says where it can be reached."""

import logging
import socket
import sys
from collections.abc import Callable
from typing import Any

import structlog
import uvicorn

from pokerroom.live.settings import shown
from pokerroom.web.arriving import ArrivingProtocol, doors_of, is_worth_logging
from pokerroom.web.frames import FramingProtocol
from pokerroom.web.listening import Listener, bound
from pokerroom.web.tls import Certificate

LOG = structlog.get_logger(__name__)

LONGEST_FRAME = 16 * 1024
FAILURE = 1


class DoorServer(uvicorn.Server):
    """Its app has doors in its state; `reached_at` is called with its address once it can be reached."""

    def __init__(
        self,
        config: uvicorn.Config,
        note: Callable[[str], None] = lambda _address: None,
        *,
        certificate: Certificate | None = None,
    ) -> None:
        super().__init__(config)
        self._note, self._certificate = note, certificate
        logging.getLogger("uvicorn.error").addFilter(is_worth_logging)

    def reached_at(self, here: str) -> None:
        """Whoever waits for it is told."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002  as uvicorn has it
        """uvicorn is given no address: we listen ourselves, so that a connection is counted before its handshake."""
        await super().startup([])
        try:
            self.servers.append(self._listen())  # type: ignore[arg-type]  # all that uvicorn asks of a server
        except OSError as error:
            LOG.error("the address cannot be listened at", error=str(error))  # noqa: TRY400  a trace says no more
            await self.lifespan.shutdown()
            sys.exit(FAILURE)
        here = self.address
        self._note(here)
        self.reached_at(here)

    @property
    def is_secure(self) -> bool:
        return self._certificate is not None

    @property
    def address(self) -> str:
        config = self.config
        found = [each.getsockname() for one in self.servers for each in one.sockets]
        scheme = "https" if self.is_secure else "http"
        return f"{scheme}://{shown(config.host)}:{found[0][1] if found else config.port}/"

    def _listen(self) -> Listener:
        config, certificate = self.config, self._certificate
        sockets = bound(config.host, config.port, backlog=config.backlog)
        return Listener(sockets, doors_of(config), self._protocol, None if certificate is None else certificate.context)

    def _protocol(self) -> ArrivingProtocol:
        return ArrivingProtocol(self.config, self.server_state, self.lifespan.state)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        doors_of(self.config).sweep()
        if counter % 600 == 0 and self._certificate is not None:
            self._certificate.renew_if_changed()
        return await super().on_tick(counter)


def config_of(app: Any, host: str, port: int, *, longest_frame: int = LONGEST_FRAME) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=ArrivingProtocol,
        ws=FramingProtocol,
        # Messages are small and many: compressing them costs more than it saves.
        ws_per_message_deflate=False,
        ws_max_size=longest_frame,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        proxy_headers=False,
    )
