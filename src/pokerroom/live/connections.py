"""A client's connection: what the network cannot take at once waits in one bounded queue, so that a slow reader holds
nobody up.
"""

import asyncio
from collections.abc import Callable

from pokerroom.live.allowance import Allowance, Rate
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.machine import CLOCK

SendAtOnce = Callable[[bytes], bool]
"""Gives a message to the network; False if it has to wait, or the connection is over."""

MOST_WAITING = 512
"""How many messages a client may be behind; beyond that it is disconnected, and resumes when it comes back."""

MESSAGES = Rate(burst=60, each_second=20)
"""How often a client may send."""


class Connection:
    """One socket of one person. The house knows it from `Hello` on."""

    def __init__(
        self,
        identity: Identity,
        *,
        session: str = "",
        at_once: SendAtOnce | None = None,
        seconds: Callable[[], float] = CLOCK.monotonic,
    ) -> None:
        self.identity, self.session = identity, session
        self.greeted = False
        self.watching: set[str] = set()
        self.out: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.closed = False
        self.lobby = -1
        """The version of the lobby that it was sent last."""
        self.on_use: Callable[[], object] = lambda: None
        """Called for whatever a person does, and not for what their page says by itself."""
        self._at_once, self._behind = at_once, 0
        self._allowance, self._seconds = Allowance(MESSAGES), seconds

    def send(self, encoded: bytes) -> None:
        if self.closed:
            return
        # Messages that wait go first.
        if not self._behind and self._at_once is not None and self._at_once(encoded):
            return
        if self.out.full():
            self.close()
            return
        self._behind += 1
        self.out.put_nowait(encoded)

    def sent(self) -> None:
        """One of the waiting messages has gone to the network."""
        self._behind -= 1

    def close(self, last: bytes | None = None) -> None:
        """Nothing more is sent after this; a client that reads too slowly loses what waited."""
        if self.closed:
            return
        self.closed = True
        while self.out.qsize() >= MOST_WAITING - 1:
            self.out.get_nowait()
        if last is not None:
            self.out.put_nowait(last)
        self.out.put_nowait(None)

    def order_id(self, request: str) -> str:
        """A client's ids are their own: nobody repeats another's order."""
        return f"{self.identity.id}/{request}"

    def may_speak(self) -> bool:
        """Whether another message is within what a person could send."""
        return not self._allowance.wait(self._seconds())
