"""Who has tried a name in vain, and from where: three failures close the name to that device or address for a while.

A name that nobody has is counted like any other, in the same rows: whether an account exists shows in no answer, now or
after a restart. Names and places are kept as digests: people type passwords into the wrong field.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Annotated

import msgspec
import structlog

from pokerroom.live.entrance.names import folded
from pokerroom.room.ports import Row

LOG = structlog.get_logger(__name__)

ROW = "log-in-failures"
FAILURES_ALLOWED = 3
LOCKED_FOR = timedelta(minutes=15)


class Tries(msgspec.Struct, frozen=True, kw_only=True):
    """The failures of one name from one place."""

    count: int
    until: Annotated[datetime, msgspec.Meta(tz=True)]
    """They count until then; from the last one allowed on, the name is locked there."""

    @property
    def is_locked(self) -> bool:
        return self.count >= FAILURES_ALLOWED


def key_of(name: str, place: str) -> str:
    return f"{key_of_name(name)}/{digest(place)}"


def key_of_name(name: str) -> str:
    return digest(folded(name))


def digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read(key: str, value: bytes) -> Tries | None:
    """None for a row that somebody has spoiled: it locks nothing, as if it had been removed."""
    try:
        return msgspec.json.decode(value, type=Tries)
    except msgspec.MsgspecError:
        LOG.warning("failures to log in cannot be read, and count no more", key=key[:12])
        return None


class AllTries:
    """Those that count, by key."""

    def __init__(self, rows: Iterable[tuple[str, bytes]] = ()) -> None:
        found = {key: read(key, value) for key, value in rows}
        self._kept = {key: tries for key, tries in found.items() if tries is not None}

    def locked(self, key: str, at: datetime) -> datetime | None:
        """Until when it is locked, if it is."""
        tries = self._kept.get(key)
        return tries.until if tries is not None and tries.is_locked and at < tries.until else None

    def one_more(self, key: str, at: datetime) -> Row:
        """The row after another failure."""
        tries = self._kept.get(key)
        count = tries.count if tries is not None and at < tries.until else 0
        return Row(ROW, key, msgspec.json.encode(Tries(count=count + 1, until=at + LOCKED_FOR)))

    def of(self, name: str, at: datetime) -> list[str]:
        """The keys under which a name is locked."""
        mine = key_of_name(name)
        return [key for key in self._kept if key.startswith(mine) and self.locked(key, at)]

    def over(self, at: datetime) -> list[Row]:
        """The rows that count no more, removed."""
        return [forgotten(key) for key, tries in self._kept.items() if at >= tries.until]

    def fold(self, row: Row) -> None:
        if row.value is None:
            self._kept.pop(row.key, None)
        else:
            self._kept[row.key] = msgspec.json.decode(row.value, type=Tries)


def forgotten(key: str) -> Row:
    return Row(ROW, key, None)
