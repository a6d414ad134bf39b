"""The host's process: uvicorn around its app, one line that says where it is, and a stop that leaves all in order."""

import logging
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from time import monotonic

from litestar.datastructures import State

from pokerroom.live.host.host import LinkedHost
from pokerroom.live.host.settings import HostSettings
from pokerroom.live.settings import SettingsError
from pokerroom.web.descriptors import raised
from pokerroom.web.door_server import FAILURE, DoorServer, config_of
from pokerroom.web.host.app import create_host
from pokerroom.web.metrics import configure_logging
from pokerroom.web.occupied import OccupiedError, held, refuse_taken
from pokerroom.web.tls import Certificate

LONGEST_CALL = 1024 * 1024
"""Bytes of a casino's call: a hundred letters are a tenth of it."""
TELLS_IT_WAS_FENCED = 1.0


class HostServer(DoorServer):
    taken_over = ""
    _taken_at = 0.0

    def reached_at(self, here: str) -> None:
        print(f"The host is open at {here}", flush=True)  # noqa: T201  the one line

    @property
    def host(self) -> LinkedHost | None:
        return getattr(self.config.loaded_app.state, "host", None) if self.config.loaded else None

    async def on_tick(self, counter: int) -> bool:
        if not self.taken_over and self.host is not None and self.host.fenced:
            self.taken_over, self._taken_at = self.host.fenced, monotonic()
        is_told = bool(self.taken_over) and monotonic() - self._taken_at > TELLS_IT_WAS_FENCED
        return await super().on_tick(counter) or is_told


def run_host(settings: HostSettings) -> int:
    """Run until somebody stops it; returns the exit status."""
    with ExitStack() as kept:
        try:
            note = kept.enter_context(held(settings.as_room.folder))
            refuse_taken(settings.host, settings.port)
            certificate = Certificate(settings.tls) if settings.tls.certificate else None
        except (OccupiedError, OSError, SettingsError) as error:
            return unopened(str(error))
        return serve(settings, note, certificate)


def serve(settings: HostSettings, note: Callable[[str], None], certificate: Certificate | None) -> int:
    configure_logging(level=settings.log_level.upper())
    app = create_host(settings, descriptors=raised())
    state: State = app.state
    logging.getLogger("uvicorn.error").addFilter(lambda _record: not state.failure)
    if certificate is not None and hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: certificate.renew())
    config = config_of(app, settings.host, settings.port, longest_frame=LONGEST_CALL)
    server = HostServer(config, note, certificate=certificate)
    with suppress(SystemExit):  # How it reports that the app did not start.
        server.run()
    if server.taken_over or state.failure:
        return unopened(server.taken_over or state.failure)
    return 0 if server.started else FAILURE


def unopened(why: str) -> int:
    print(f"pokerroom: the host cannot be opened: {why}", file=sys.stderr, flush=True)  # noqa: T201
    return FAILURE
