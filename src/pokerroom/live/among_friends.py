"""Who has come to tables among friends, and what becomes of those where nobody is any more."""

from collections.abc import Callable, Mapping

import msgspec

from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.friends import FORGOTTEN_AFTER, end, invitation
from pokerroom.live.ports import Clock
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.actor import TableActor
from pokerroom.room.friends import FRIENDS, FriendsTable

ENCODER = msgspec.json.Encoder()


class AmongFriends:
    """Of a house; `forget` has a table stop and be gone. Such tables are in the play-chip room alone."""

    def __init__(self, actors: Mapping[str, TableActor], clock: Clock, forget: Callable[[str], None]) -> None:
        self._actors, self._clock, self._forget = actors, clock, forget
        self._invited: dict[str, set[str]] = {}
        """Who has come to a table by its link."""
        self._deserted: dict[str, float] = {}
        """Since when nobody has been there."""

    def is_welcome(self, identity: Identity, actor: TableActor) -> bool:
        """Whether somebody may know of a table: of one among friends only by its link, or because they sit there."""
        own, person = actor.among_friends, identity.id
        if own is None or identity.works_in(actor.live.name):
            return True
        return (
            person == own.host or person in self._invited.get(own.table, ()) or actor.table.seat_of(person) is not None
        )

    def welcome(self, live: LiveRoom, connection: Connection, own: FriendsTable) -> None:
        """Whoever has come by the link may watch the table and sit down there, and is told what they need for it."""
        self._invited.setdefault(own.table, set()).add(connection.identity.id)
        connection.send(ENCODER.encode(invitation(live, own, connection.identity.id)))

    def tell_invitations(self, live: LiveRoom, connection: Connection) -> None:
        """After a lost line or a restart: the tables that somebody made, or sits at."""
        for own in live.room.state(FRIENDS).open_ones:
            actor = self._actors.get(own.table)
            if (
                actor is not None
                and not connection.identity.works_in(actor.live.name)
                and self.is_welcome(connection.identity, actor)
            ):
                self.welcome(live, connection, own)

    async def keep(self, live: LiveRoom) -> None:
        """Close tables where nobody is any more, and let go of those that are closed."""
        now = self._clock.monotonic()
        for own in tuple(live.room.state(FRIENDS).tables.values()):
            actor = self._actors.get(own.table)
            if actor is None:
                continue
            if not actor.is_deserted or actor.rests:  # Whoever decides there knows who is there.
                self._deserted.pop(own.table, None)
            elif now - self._deserted.setdefault(own.table, now) >= FORGOTTEN_AFTER and own.is_open:
                await end(live, own.table)
            if not actor.table.is_open and not actor.audience.connected:
                self._let_go(own.table)

    def _let_go(self, table: str) -> None:
        self._forget(table)
        self._invited.pop(table, None)
        self._deserted.pop(table, None)
