"""Open sessions, held by the server, each identified by the hash of a token that only its browser has.

A session can be ended at any moment, expires, and is replaced by a new one when somebody logs in, so that no earlier
token is worth anything afterwards.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.names import looks

TOKEN_BYTES = 32
LONGEST_TOKEN = 128
"""Anything longer is not one of our tokens, and not worth hashing."""

ROW = "session"
"""The rows of the open sessions, by their keys."""
LOCKED = "locked-console"
"""The rows of those whose console was left: nobody is answered there until its holder shows who they are."""


class Lifetime(NamedTuple):
    whole: timedelta
    idle: timedelta


GUESTS = Lifetime(timedelta(days=7), timedelta(days=1))
PLAYERS = Lifetime(timedelta(days=7), timedelta(hours=12))
STAFF = Lifetime(timedelta(hours=12), timedelta(hours=1))


class Why(StrEnum):
    """Why a session ended."""

    LOGGED_OUT = "logged out"
    LOGGED_OUT_EVERYWHERE = "logged out everywhere"
    REPLACED = "replaced"
    EXPIRED = "expired"
    PASSWORD_CHANGED = "password changed"  # noqa: S105  a reason, no password
    ROLE_CHANGED = "role changed"
    REVOKED = "revoked"


class Session(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    """The hash of the token: what is stored cannot be used to log in."""
    holder: str
    """The id of an account, or of a guest."""
    guest_name: str = ""
    """A guest's name; empty for the holder of an account, where the account has the name."""
    acting: Role | None = None
    """The position that its holder has chosen to act in; none for the one that they last were given."""
    scope: str = ""
    """The only room in which it counts; empty for all."""
    opened: datetime
    until: datetime
    idle: timedelta

    @property
    def is_guest(self) -> bool:
        return bool(self.guest_name)


class SessionOpened(msgspec.Struct, frozen=True, tag=True):
    session: Session


class SessionEnded(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    key: str
    holder: str
    why: Why
    at: datetime


class SessionKeptOn(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A guest's session that would have expired while the room was closed goes on for a while."""

    session: Session
    """As it goes on."""
    at: datetime


Event = SessionOpened | SessionEnded | SessionKeptOn


class Opened(NamedTuple):
    """A new session, and the secrets that only its browser will have."""

    token: str
    session: Session
    device: str = ""
    """What the browser will be known by when it logs in again; empty if it is known already."""
    recovery: tuple[str, ...] = ()
    """Codes for whoever loses the password, shown this once."""

    def __repr__(self) -> str:
        return f"Opened({self.session.holder!r})"


def lifetime_of(role: Role) -> Lifetime:
    """People with authority must log in more often."""
    return {Role.VISITOR: GUESTS, Role.PLAYER: PLAYERS}.get(role, STAFF)


def open_session(token: str, holder: str, at: datetime, lifetime: Lifetime, *, guest_name: str = "") -> Opened:
    session = Session(
        key=key_of(token),
        holder=holder,
        guest_name=guest_name,
        opened=at,
        until=at + lifetime.whole,
        idle=lifetime.idle,
    )
    return Opened(token, session)


def acting(before: Session, token: str, at: datetime, position: Role | None, *, scope: str = "") -> Opened:
    """The session that takes the place of another, whose holder acts in another position: it ends no later."""
    return Opened(token, replace(before, key=key_of(token), opened=at, acting=position, scope=scope))


def key_of(token: str) -> str:
    # 256 random bits need no slow hash: nobody can try them all.
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def end(session: Session, why: Why, at: datetime) -> SessionEnded:
    return SessionEnded(key=session.key, holder=session.holder, why=why, at=at)


def kept_on(sessions: Iterable[Session], at: datetime, latest: datetime) -> tuple[SessionKeptOn, ...]:
    """Sessions that a room which opens again keeps on, by the last moment of its record.

    Nobody but the wall clock has lived through the time in between, and it may be wrong: a guest, who would lose their
    chips with the session, has it for a while longer if it had not expired before.
    """
    return tuple(
        SessionKeptOn(session=replace(each, until=at + each.idle), at=at)
        for each in sessions
        if each.is_guest and latest < each.until < at + each.idle
    )


class Sessions:
    """The sessions that are open, by key and by holder, and when each was last used."""

    def __init__(self, open_now: Iterable[Session] = (), *, at: datetime | None = None) -> None:
        """The sessions of the record; they count as used at `at`, when the room opens again."""
        self._by_key: dict[str, Session] = {}
        self._of: dict[str, dict[str, Session]] = {}
        self._used: dict[str, datetime] = {}
        self._guests: dict[str, str] = {}
        self.in_use: Callable[[Session], bool] = lambda _session: False
        """Whether a socket keeps a session from being idle, however little its browser asks."""
        for session in open_now:
            self.fold(SessionOpened(session))
            self._used[session.key] = at or session.opened

    def fold(self, event: Event) -> None:
        if isinstance(event, SessionOpened):
            self._add(event.session)
        elif isinstance(event, SessionKeptOn):
            used = self._used[event.session.key]
            self._add(event.session)
            self._used[event.session.key] = used
        elif event.key in self._by_key:
            self._remove(self._by_key[event.key])

    def _add(self, session: Session) -> None:
        self._by_key[session.key] = session
        self._of.setdefault(session.holder, {})[session.key] = session
        self._used[session.key] = session.opened
        if session.is_guest:
            self._guests[looks(session.guest_name)] = session.key

    def _remove(self, session: Session) -> None:
        del self._by_key[session.key], self._used[session.key]
        held = self._of[session.holder]
        del held[session.key]
        if not held:
            del self._of[session.holder]
        if session.is_guest:
            self._guests.pop(looks(session.guest_name), None)

    def find(self, token: str | None, at: datetime, *, used: bool = True) -> Session | None:
        """The session of a token, marked as used now; None if it has expired or was idle too long."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        return self.open_under(key_of(token), at, used=used)

    def open_under(self, key: str, at: datetime, *, used: bool = False) -> Session | None:
        return self._by_key[key] if self.goes_on(key, at, used=used) else None

    def goes_on(self, key: str, at: datetime, *, used: bool) -> bool:
        """Whether a session is open and not over; `used` marks it as used now."""
        session = self._by_key.get(key)
        if session is None or self.is_over(session, at):
            return False
        if used:
            self._used[key] = at
        return True

    def is_over(self, session: Session, at: datetime) -> bool:
        # An open socket is use. It is looked for once in each idle time: that takes a look at all of them.
        if self._is_idle(session, at) and self.in_use(session):
            self._used[session.key] = at
        return at >= session.until or self._is_idle(session, at)

    def _is_idle(self, session: Session, at: datetime) -> bool:
        return at >= self._used[session.key] + session.idle

    def of(self, holder: str) -> tuple[Session, ...]:
        return tuple(self._of.get(holder, {}).values())

    def __iter__(self) -> Iterator[Session]:
        return iter(tuple(self._by_key.values()))

    def over(self, at: datetime) -> tuple[Session, ...]:
        """Sessions that have expired and only need to be removed."""
        return tuple(session for session in self._by_key.values() if self.is_over(session, at))

    def has_guest(self, name: str) -> bool:
        """Whether a guest has this name now, or one that looks like it."""
        return looks(name) in self._guests

    def __len__(self) -> int:
        return len(self._by_key)
