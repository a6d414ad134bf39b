"""What the house knows of orders that wait for a player's consent: whom to ask, and where the answer goes.

The orders themselves are kept by whoever takes them from staff (`staff/floor.py`).
"""

from collections.abc import Iterator
from typing import Protocol

from pokerroom.live.entrance.identity import Identity
from pokerroom.live.refusals import Code, Refusal
from pokerroom.room.room import Done
from pokerroom.wire import messages as wire


class Consents(Protocol):
    def wanted_from(self, player: str) -> Iterator[wire.ConsentWanted]:
        """What waits for this player."""

    async def answer(self, by: Identity, proposal: str, *, agrees: bool) -> Done | Refusal: ...


class NoConsents:
    """Of a house without staff."""

    def wanted_from(self, player: str) -> Iterator[wire.ConsentWanted]:  # noqa: ARG002
        return iter(())

    async def answer(self, by: Identity, proposal: str, *, agrees: bool) -> Done | Refusal:  # noqa: ARG002
        return Refusal(Code.NO_SUCH_PROPOSAL)
