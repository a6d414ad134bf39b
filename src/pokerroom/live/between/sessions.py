"""Sessions where several servers have sockets: the desk keeps them, and every other server asks it.

A server that has a socket says so every few seconds, and whether a person has done something there, so that a session
is idle only if it is so everywhere. When a session ends, its console is locked, or its holder wishes something else,
the desk tells all servers at once; one that was not reached hears of it when it asks the next time. While nobody
answers at the desk, those who have a socket keep it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

import msgspec
import structlog

from pokerroom.live.between.coding import ENCODER, Unreadable
from pokerroom.live.between.line import Line, NoAnswer
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.sessions import LONGEST_TOKEN, key_of
from pokerroom.live.ports import Clock, T
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.people import Preferences

LOG = structlog.get_logger(__name__)

SESSION, KEPT, ENDED = "/between/session", "/between/sessions", "/between/ended"
WISHES, WISHED = "/between/wishes", "/between/wished"

LOOKS_EVERY = 10.0
"""Seconds between two questions of a server whether the sessions of its sockets go on."""
AT_ONCE = 1000
"""Sessions in one question."""
COUNTS_FOR = 3 * LOOKS_EVERY
"""Seconds for which a session counts as used after a server has said that it has a socket of it."""
PATIENCE = 3.0
"""Seconds that a server has to answer."""


# What servers say.


class OfSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str


class SessionIs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """None where there is no such session."""

    identity: Identity | None
    wishes: Preferences | None = None


class SessionsKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sessions of which a server has sockets, and those which a person has used since it last said so."""

    keys: tuple[str, ...]
    used: tuple[str, ...]


class SessionsOpen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Those of them that go on."""

    keys: frozenset[str]


class WishesSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    wishes: Preferences


Task = Callable[[bytes], Awaitable[bytes]]
HEARD = b"{}"


def read(kind: type[T], said: bytes) -> T:
    try:
        return msgspec.json.decode(said, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"no {kind.__name__}: {error}") from None


# The desk's side.


class Wishes(Protocol):
    """The house, as far as the desk's answers need it."""

    def rooms_for(self, identity: Identity | None) -> Iterable[LiveRoom]: ...

    @property
    def preferences(self) -> Mapping[str, Preferences]: ...

    async def prefer(self, player: str, wishes: Preferences) -> None: ...


class SessionsElsewhere:
    """At the desk: what other servers ask about sessions, and which of them have sockets there.

    `others` are the addresses of the other servers.
    """

    def __init__(
        self, desk: Desk, house: Wishes, line: Line, clock: Clock, others: Callable[[], Iterable[str]]
    ) -> None:
        self._desk, self._house, self._line, self._clock, self._others = desk, house, line, clock, others
        self._kept: dict[str, float] = {}
        """By key, until when the session counts as used elsewhere."""
        self._telling: set[asyncio.Task[None]] = set()
        desk.ended.append(lambda ended: self._over(ended.key))
        desk.locked.append(self._over)

    @property
    def tasks(self) -> dict[str, Task]:
        return {SESSION: self._session, KEPT: self._keep, WISHES: self._wishes}

    def in_use(self, key: str) -> bool:
        """Whether another server has a socket of this session; for `Desk.keep_while`."""
        return self._kept.get(key, 0.0) > self._clock.monotonic()

    async def _session(self, said: bytes) -> bytes:
        found = self._desk.holder_of(read(OfSession, said).key)
        if found is None:
            return ENCODER.encode(SessionIs(None))
        for live in self._house.rooms_for(found):
            live.remember(found.id, found.name)
        return ENCODER.encode(SessionIs(found, self._house.preferences.get(found.id)))

    async def _keep(self, said: bytes) -> bytes:
        given, now = read(SessionsKept, said), self._clock.monotonic()
        self._kept |= dict.fromkeys(given.keys, now + COUNTS_FOR)
        if len(self._kept) > 2 * self._desk.sessions_open:
            self._kept = {key: until for key, until in self._kept.items() if until > now}
        used = frozenset(given.used)
        going = frozenset(key for key in given.keys if self._desk.is_open(key, used=key in used))
        return ENCODER.encode(SessionsOpen(going))

    async def _wishes(self, said: bytes) -> bytes:
        given = read(WishesSaid, said)
        await self._house.prefer(given.player, given.wishes)
        return HEARD

    def _over(self, key: str) -> None:
        self._kept.pop(key, None)
        self._tell_others(ENDED, ENCODER.encode(OfSession(key)))

    def tell_wishes(self, player: str, wishes: Preferences) -> None:
        """Whoever has the table goes by them from now on, wherever they were said."""
        self._tell_others(WISHED, ENCODER.encode(WishesSaid(player, wishes)))

    def _tell_others(self, path: str, said: bytes) -> None:
        for address in self._others():
            telling = asyncio.get_running_loop().create_task(self._tell(address, path, said))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def _tell(self, address: str, path: str, said: bytes) -> None:
        try:
            await self._line.say(address, path, said, patience=PATIENCE)
        except NoAnswer as why:
            LOG.warning("another server hears of it a little later", address=address, of=path, why=str(why))


# The side of every other server.


class Sockets(Protocol):
    """The house, as far as sessions need it."""

    def sessions_here(self) -> frozenset[str]:
        """The keys of those that have a socket here."""

    def close_session(self, session: str) -> None:
        """It has ended: its sockets close."""


class Known(NamedTuple):
    identity: Identity
    since: float


class AskedOfDesk:
    """The entrance of a server that has not the desk. `desk` is the address of the one that has; `learn` is called with
    what somebody wishes.
    """

    def __init__(
        self,
        house: Sockets,
        line: Line,
        clock: Clock,
        *,
        desk: Callable[[], str],
        learn: Callable[[str, Preferences], None] = lambda _player, _wishes: None,
    ) -> None:
        self._house, self._line, self._clock, self._desk, self._learn = house, line, clock, desk, learn
        self._known: dict[str, Known] = {}
        self._used: set[str] = set()

    @property
    def tasks(self) -> dict[str, Task]:
        return {ENDED: self._ended, WISHED: self._wished}

    async def identify(self, token: str | None) -> Identity | None:
        if not token or len(token) > LONGEST_TOKEN:
            return None
        key = key_of(token)
        found = read(SessionIs, await self._ask(SESSION, ENCODER.encode(OfSession(key))))
        if found.identity is None:
            self._forget(key)
            return None
        self._known[key] = Known(found.identity, self._clock.monotonic())
        if found.wishes is not None:
            self._learn(found.identity.id, found.wishes)
        return found.identity

    def is_open(self, key: str, *, used: bool = False) -> bool:
        if used:
            self._used.add(key)
        return key in self._known

    async def look(self) -> None:
        """Ask whether the sessions go on; called every `LOOKS_EVERY` seconds."""
        before, now = self._house.sessions_here(), self._clock.monotonic()
        # Somebody who has just been identified may have no socket yet.
        self._known = {
            key: each for key, each in self._known.items() if key in before or now - each.since < LOOKS_EVERY
        }
        asked = tuple(self._known)
        for first in range(0, len(asked), AT_ONCE):
            await self._look_at(asked[first : first + AT_ONCE])

    async def _look_at(self, keys: tuple[str, ...]) -> None:
        used = self._used.intersection(keys)
        self._used -= used
        try:
            said = ENCODER.encode(SessionsKept(keys, tuple(used)))
            going = read(SessionsOpen, await self._ask(KEPT, said)).keys
        except NoAnswer as why:
            self._used |= used
            LOG.warning("the desk does not say which sessions go on", why=str(why))
            return
        for key in keys:
            if key not in going:
                self._over(key)

    async def prefer(self, player: str, wishes: Preferences) -> None:
        """Have the desk keep what somebody wishes."""
        await self._ask(WISHES, ENCODER.encode(WishesSaid(player, wishes)))

    async def _ended(self, said: bytes) -> bytes:
        self._over(read(OfSession, said).key)
        return HEARD

    async def _wished(self, said: bytes) -> bytes:
        given = read(WishesSaid, said)
        self._learn(given.player, given.wishes)
        return HEARD

    def _over(self, key: str) -> None:
        self._forget(key)
        self._house.close_session(key)

    def _forget(self, key: str) -> None:
        self._known.pop(key, None)
        self._used.discard(key)

    async def _ask(self, path: str, said: bytes) -> bytes:
        address = self._desk()
        if not address:
            raise NoAnswer("nobody has the desk")
        return await self._line.say(address, path, said, patience=PATIENCE)
