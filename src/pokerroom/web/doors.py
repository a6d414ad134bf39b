"""Who stands at the door: every connection from the moment it is accepted, how long it may be silent, who goes first.

A connection costs a descriptor, and there are only so many. Whoever is silent past a deadline is let go. Where an
address has more connections without a session than it should, its oldest idle one makes way for the newest; where
descriptors run short, those without a session make way first and those of seated players last. A part of the
descriptors is a reserve: a newcomer may use it for as long as it takes to show who they are, and keeps it only to play.
"""

from collections.abc import Callable
from enum import IntEnum
from time import monotonic
from typing import Protocol

import structlog

from pokerroom.live.connections import Connection
from pokerroom.live.settings import Doors as Limits
from pokerroom.web.descriptors import room_for

LOG = structlog.get_logger(__name__)

RESERVE = 16
"""One descriptor in so many is kept for those who play."""
AT_ONCE = 32
"""How many make way together when descriptors run short: sorting everybody for each would take long."""
SWEPT = 100
"""How many are let go together at their deadline."""
GRACE, FEW = 1.0, 16
"""Seconds in which somebody new need not make way, unless their address has more connections than a few."""
CLOSING = 10.0
"""Seconds in which a connection that is being closed must be gone, whatever of it has not been taken."""
LAST_WORDS = 1.0
"""Seconds that somebody who is let go has to be told why, before the connection is cut."""
LOGGED_EVERY = 60.0


class Transport(Protocol):
    def is_closing(self) -> bool: ...

    def close(self) -> None: ...

    def abort(self) -> None: ...


class Phase(IntEnum):
    """What a connection is waited for."""

    HEAD = 0
    BODY = 1
    ANSWER = 2
    SOCKET = 3
    """A socket before its `Hello`."""
    GREETED = 4
    """No deadline any more: pings find out who is gone."""
    CLOSING = 5


class Rank(IntEnum):
    """Who makes way first."""

    SILENT = 0
    STRANGER = 1
    KNOWN = 2
    ONLOOKER = 3
    SEATED = 4


class Visitor:
    """One connection that has been accepted."""

    __slots__ = ("address", "asked", "connection", "doors", "known", "phase", "proxied", "since", "transport", "until")

    def __init__(self, doors: "Doors", transport: Transport, address: str, *, proxied: bool) -> None:
        self.doors, self.transport, self.address, self.proxied = doors, transport, address, proxied
        self.known = self.asked = False
        """Whether it has shown a session, and whether it has asked for anything yet."""
        self.connection: Connection | None = None
        self.phase, self.until, self.since = Phase.HEAD, 0.0, 0.0

    def enter(self, phase: Phase) -> None:
        """The deadline of a phase runs from its beginning: who goes on sending a byte now and then gains nothing."""
        if phase is not self.phase:
            self.begin(phase)

    def begin(self, phase: Phase) -> None:
        self.phase, self.since = phase, self.doors.now()
        self.until = self.since + self.doors.patience[phase]
        self.asked = self.asked or phase is not Phase.HEAD

    def shows_session(self) -> None:
        if not self.known:
            self.known = True
            self.doors.strangers.remove(self)

    @property
    def is_idle(self) -> bool:
        return self.phase is Phase.HEAD


class ByAddress:
    """Visitors by where they come from, each address in the order in which they came."""

    def __init__(self) -> None:
        self._of: dict[str, dict[Visitor, None]] = {}

    def add(self, visitor: Visitor) -> None:
        self._of.setdefault(visitor.address, {})[visitor] = None

    def remove(self, visitor: Visitor) -> None:
        those = self._of.get(visitor.address, {})
        those.pop(visitor, None)
        if not those:
            self._of.pop(visitor.address, None)

    def count(self, address: str) -> int:
        return len(self._of.get(address, ()))

    def oldest_idle(self, address: str) -> Visitor | None:
        return next((each for each in self._of.get(address, ()) if each.is_idle), None)


class Doors:
    """All connections of one server."""

    def __init__(
        self,
        limits: Limits,
        *,
        descriptors: int | None = None,
        is_proxy: Callable[[str], bool] = lambda _address: False,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.limits, self.descriptors, self.now, self._is_proxy = limits, descriptors, now, is_proxy
        self.room = room_for(descriptors)
        self.reserve = self.room // RESERVE
        self.visitors: dict[Visitor, None] = {}
        self.strangers, self.addresses = ByAddress(), ByAddress()
        self.is_seated: Callable[[str], bool] = lambda _person: False
        self.turned_away = self.timed_out = self.made_way = 0
        self._logged = self._looked = float("-inf")
        self._over: list[Visitor] = []
        self.patience = {
            Phase.HEAD: limits.head,
            Phase.BODY: limits.body,
            Phase.ANSWER: limits.answer,
            # The room itself takes leave of a socket that never says hello: the door only cuts what is left of it.
            Phase.SOCKET: limits.hello + LAST_WORDS,
            Phase.GREETED: float("inf"),
            Phase.CLOSING: CLOSING,
        }

    @property
    def is_crowded(self) -> bool:
        """Whether only the reserve is left."""
        return len(self.visitors) > self.room - self.reserve

    def arrive(self, transport: Transport, address: str, key: str) -> Visitor | None:
        """Count a connection that has just been accepted; None if there is no place for it. `key` is its address as
        it counts: a household is one.
        """
        visitor = Visitor(self, transport, key, proxied=self._is_proxy(address))
        if len(self.visitors) >= self.room - self.reserve:
            self._make_room()
        if len(self.visitors) >= self.room or not (visitor.proxied or self._has_place(key)):
            self._turn_away(key)
            return None
        self.visitors[visitor] = None
        if not visitor.proxied:
            self.strangers.add(visitor)
            self.addresses.add(visitor)
        visitor.begin(Phase.HEAD)
        return visitor

    def _has_place(self, address: str) -> bool:
        if self.addresses.count(address) >= self.limits.each_address:
            return False
        if self.strangers.count(address) < self.limits.strangers_each_address:
            return True
        oldest = self.strangers.oldest_idle(address)
        if oldest is not None:
            self._let_go(oldest)
        return oldest is not None

    def speaks_for(self, visitor: Visitor, address: str) -> bool:
        """A socket that came by a trusted proxy counts for whoever is behind it; False if they have too many."""
        if not visitor.proxied:
            return True
        if self.addresses.count(address) >= self.limits.each_address:
            self._turn_away(address)
            return False
        visitor.address = address
        self.addresses.add(visitor)
        return True

    def leave(self, visitor: Visitor) -> None:
        """Its line is over. What it asked last may still be waited for, but it counts no longer for whoever it was."""
        if visitor.connection is not None:
            visitor.connection.close()
        self.visitors.pop(visitor, None)
        self.strangers.remove(visitor)
        self.addresses.remove(visitor)

    def may_stay(self, visitor: Visitor, connection: Connection) -> bool:
        """A socket has shown whose it is: of the reserve it may keep a place to play, and only then."""
        visitor.connection = connection
        visitor.shows_session()
        if not self.is_crowded:
            return True
        return self.is_seated(connection.identity.id) and self._make_way_for(visitor)

    def _make_way_for(self, player: Visitor) -> bool:
        others = (each for each in self.visitors if each is not player)
        first = min(others, key=self._order, default=None)
        if first is None or self.rank(first) is Rank.SEATED:
            return False
        self._let_go(first)
        return True

    def _make_room(self) -> None:
        """Whoever has no socket that was greeted may have to come again."""
        those = (each for each in self.visitors if self.rank(each) <= Rank.KNOWN and not self._is_fresh(each))
        for visitor in sorted(those, key=self._order)[:AT_ONCE]:
            self._let_go(visitor)

    def _is_fresh(self, visitor: Visitor) -> bool:
        return self.now() < visitor.since + GRACE and self.addresses.count(visitor.address) <= FEW

    def _order(self, visitor: Visitor) -> tuple[int, int, float]:
        """By rank, then from the address that has most of them, then who has stood there longest."""
        return self.rank(visitor), -self.addresses.count(visitor.address), visitor.since

    def rank(self, visitor: Visitor) -> Rank:
        if visitor.connection is not None and visitor.phase is Phase.GREETED:
            return Rank.SEATED if self.is_seated(visitor.connection.identity.id) else Rank.ONLOOKER
        if visitor.known:
            return Rank.KNOWN
        return Rank.STRANGER if visitor.asked else Rank.SILENT

    def sweep(self) -> None:
        """Let go some of those who have been silent for too long. Called ten times a second: thousands who came at
        once are not let go at once, while others wait.
        """
        now = self.now()
        if not self._over and now >= self._looked + 1:
            self._looked = now
            self._over = [each for each in self.visitors if self._is_over(each, now)]
        for visitor in self._over[:SWEPT]:
            if visitor in self.visitors and now >= visitor.until:
                self.timed_out += 1
                self._close(visitor)
        del self._over[:SWEPT]

    def _is_over(self, visitor: Visitor, now: float) -> bool:
        if visitor.phase is not Phase.CLOSING and visitor.transport.is_closing():
            # What was sent last is still to be taken: not for ever.
            visitor.begin(Phase.CLOSING)
        return now >= visitor.until

    def _let_go(self, visitor: Visitor) -> None:
        self.made_way += 1
        self._close(visitor)

    def _close(self, visitor: Visitor) -> None:
        self.leave(visitor)
        visitor.transport.abort()

    def _turn_away(self, address: str) -> None:
        self.turned_away += 1
        now = self.now()
        if now - self._logged >= LOGGED_EVERY:
            self._logged = now
            LOG.warning("connections are turned away", address=address, open=len(self.visitors), room=self.room)

    def state(self) -> dict[str, int | None]:
        """For whoever runs the room."""
        return {
            "descriptors": self.descriptors,
            "room": self.room,
            "open": len(self.visitors),
            "turned_away": self.turned_away,
            "timed_out": self.timed_out,
            "made_way": self.made_way,
        }
