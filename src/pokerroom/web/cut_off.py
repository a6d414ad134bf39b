"""A server that is cut off from the database while another of the cluster is not.

It cannot learn who has its tables by now, and would show people how they were, while their clocks run elsewhere. Where
nobody reaches the database, everybody waits: then people are nowhere better off.
"""

from collections.abc import Callable, Iterable

import httpx
import structlog

from pokerroom.live.house import House
from pokerroom.store.lease import Terms
from pokerroom.web.between import patient, transport_to_others

LOG = structlog.get_logger(__name__)

LOOKS_EVERY = 1.0
LAPSED_FOR = Terms().lasts
"""Seconds after which it is more than a moment in which this server was not heard."""
ANSWERS_WITHIN = 1.0
READY = 200


class CutOff:
    """Looked at now and then while a house is open."""

    def __init__(self, house: House, others: Callable[[], Iterable[str]]) -> None:
        self._house, self._others = house, others
        self._since: float | None = None
        """Since when leases have lapsed, or nothing can be read."""

    async def send_on_who_is_cut_off(self) -> None:
        if not (self._house.lapsed or self._house.records.unread):
            self._since = None
            return
        now = self._house.world.clock.monotonic()
        self._since = now if self._since is None else self._since
        if now - self._since >= LAPSED_FOR and self._house.sockets and await another_is_ready(self._others()):
            LOG.warning("cut off from the database, where another server is not: everybody is sent there")
            self._house.send_on_all()


async def another_is_ready(addresses: Iterable[str]) -> bool:
    async with transport_to_others() as transport:
        for address in addresses:
            asked = httpx.Request("GET", f"{address.rstrip('/')}/ready", extensions=patient(ANSWERS_WITHIN))
            try:
                answer = await transport.handle_async_request(asked)
                await answer.aclose()
            except httpx.TransportError:
                continue
            if answer.status_code == READY:
                return True
    return False
