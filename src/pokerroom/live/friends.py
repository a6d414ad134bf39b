"""Tables among friends: what they may post, and what whoever comes by their link is told.

They are tables of the play-chip room like any other, recorded, proved and audited in the same way; a licensed room has
none. Who made one, and whether it is paused or has ended, is in a stream of its own (`room/friends`).
"""

from typing import NamedTuple

from pokerroom.live.posted import limits_of
from pokerroom.live.room import LiveRoom
from pokerroom.room import filing
from pokerroom.room.filing.stream import FILING
from pokerroom.room.friends import FRIENDS, FriendsTable
from pokerroom.room.friends.commands import End, OnFriends
from pokerroom.room.friends.links import token_of
from pokerroom.room.friends.stream import ROOM
from pokerroom.room.tables import TABLES
from pokerroom.table.seating import Rotation
from pokerroom.wire import messages as wire

FORGOTTEN_AFTER = 900.0
"""Seconds after which a table is closed where nobody is any more."""


class FiledChoice(NamedTuple):
    """Something a table among friends may post: a game, or several in turn, as it is filed and in force."""

    subject: str
    rotation: Rotation

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(posting.plan.game.name for posting in self.rotation)

    @property
    def limits(self) -> str:
        return " and ".join(dict.fromkeys(limits_of(posting) for posting in self.rotation))


def choices(live: LiveRoom) -> tuple[FiledChoice, ...]:
    """What is filed and in force, each once: rotations first."""
    register, now = live.room.state(FILING), live.moment()
    found: dict[Rotation, FiledChoice] = {}
    for subject in register.versions:
        version = filing.in_force(register, subject, now)
        if version is not None and isinstance(version.settings, filing.TableSettings):
            rotation = version.settings.rotation
            found.setdefault(rotation, FiledChoice(subject, rotation))
    return tuple(sorted(found.values(), key=lambda each: len(each.rotation) == 1))


def invitation(live: LiveRoom, own: FriendsTable, person: str) -> wire.Invitation:
    rotation = live.room.states(TABLES)[own.table].rotation
    return wire.Invitation(
        table=own.table,
        token=token_of(own, live.room.keys),
        host=live.name_of(own.host),
        mine=own.host == person,
        titles=FiledChoice(own.settings, rotation).titles,
        limits=FiledChoice(own.settings, rotation).limits,
        bots=own.bots,
    )


async def end(live: LiveRoom, table: str) -> None:
    """The room ends a table where nobody is any more."""
    await live.submit(lambda at: OnFriends(End(by=ROOM, at=at, table=table)))


async def put_in_order(live: LiveRoom) -> None:
    """After a stop between the steps of making a table: one that was never opened has ended."""
    for own in live.room.state(FRIENDS).open_ones:
        table = live.room.states(TABLES).get(own.table)
        if table is None or not table.is_open:
            await end(live, own.table)
