"""A client's connection: what the network cannot take at once waits in one bounded queue, so that a slow reader holds
nobody up.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping

import msgspec

from pokerroom.live.allowance import Allowance, Rate
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.machine import CLOCK
from pokerroom.wire import messages as wire
from pokerroom.words import Saying, saying

SendAtOnce = Callable[[bytes], bool]
"""Gives a message to the network; False if it has to wait, or the connection is over."""

MOST_WAITING = 512
"""How many messages a client may be behind; beyond that it is disconnected, and resumes when it comes back."""

MESSAGES = Rate(burst=60, each_second=20)
"""How often a client may send."""

REFUSALS = Rate(burst=600, each_second=20)
"""How often it is told that it sends too much; beyond that it is disconnected."""

ENCODER = msgspec.json.Encoder()


def goodbye(says: Saying, *, again: bool) -> bytes:
    """The last message of a connection: why it ends, and whether the client should come back by itself."""
    return ENCODER.encode(wire.Goodbye(says=says, again=again))


class Connection:
    """One socket of one person. It counts from its handshake on, and is told things from `Hello` on."""

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
        self._allowance, self._refusals, self._seconds = Allowance(MESSAGES), Allowance(REFUSALS), seconds

    def send(self, encoded: bytes) -> None:
        if self.closed:
            return
        # Messages that wait go first.
        if not self._behind and self._at_once is not None and self._at_once(encoded):
            return
        if self.out.full():
            self.close(goodbye(saying("goodbye.too-slow"), again=True))
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

    def may_be_refused(self) -> bool:
        """Whether somebody who sends too much is still answered."""
        return not self._refusals.wait(self._seconds())


NOBODY: Mapping[Connection, None] = {}


class Present:
    """Connections by person and by session: however many there are, one person's are found at once."""

    def __init__(self) -> None:
        self._all: dict[Connection, None] = {}
        self._of: dict[str, dict[Connection, None]] = {}
        self._in_session: dict[str, dict[Connection, None]] = {}

    def add(self, connection: Connection) -> None:
        self._all[connection] = None
        self._of.setdefault(connection.identity.id, {})[connection] = None
        self._in_session.setdefault(connection.session, {})[connection] = None

    def discard(self, connection: Connection) -> None:
        if self._all.pop(connection, self) is self:
            return
        for index, key in ((self._of, connection.identity.id), (self._in_session, connection.session)):
            del index[key][connection]
            if not index[key]:
                del index[key]

    def of(self, person: str) -> tuple[Connection, ...]:
        return tuple(self._of.get(person, NOBODY))

    def in_session(self, key: str) -> tuple[Connection, ...]:
        return tuple(self._in_session.get(key, NOBODY)) if key else ()

    @property
    def sessions(self) -> frozenset[str]:
        """Those that have a connection."""
        return frozenset(self._in_session) - {""}

    def __contains__(self, connection: object) -> bool:
        return connection in self._all

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)
