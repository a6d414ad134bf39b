"""What is told of the shards of a room whose record is divided: what this server has of it, and how it keeps up."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pokerroom.live.room import LiveRoom
from pokerroom.room.shards import DESK
from pokerroom.store import SqlStore
from pokerroom.store.faults import Trouble
from pokerroom.store.lease import Held


class Followed(NamedTuple):
    """What others record, as it has taken effect here."""

    events: int = 0
    behind: float = 0.0
    """Seconds since everything durable was in effect here."""
    trouble: Trouble | None = None


class ShardsTold(NamedTuple):
    of: int
    """How many there are."""
    epochs: Mapping[int, int]
    """Of the leases that this server has."""
    ends: Mapping[int, int]
    """The last position of each shard that is in effect here."""
    held: Sequence[Held] = ()
    """Who had what when this server looked last; nothing where it shares with nobody."""
    followed: Followed = Followed()
    moves: Mapping[str, int] = {}
    """How often a shard was taken, given up or lost here."""

    @property
    def free(self) -> list[int]:
        return [each.shard for each in self.held if each.is_free]

    @property
    def health(self) -> dict[str, object]:
        told = {
            "of": self.of,
            "desk": DESK in self.epochs,
            "held": sorted(self.epochs.keys() - {DESK}),
            "free": self.free,
            "followed": self.followed.events,
            "behind": round(self.followed.behind, 3),
        }
        return told | dict(self.moves)


def shards_of(live: LiveRoom) -> ShardsTold:
    """Of a room that this server has alone."""
    lease = live.store.lease if isinstance(live.store, SqlStore) else None
    return ShardsTold(live.shards, {} if lease is None else dict(lease.epochs), dict(live.room.ends))


def shards_told(rooms: Mapping[str, LiveRoom]) -> dict[str, ShardsTold]:
    """Of each room of a house whose record is divided, by the room's name in addresses."""
    return {live.name: shards_of(live) for live in rooms.values() if live.is_divided}
