"""What every bus has in common: who listens, what waits to be told, and how it is written.

A message has how far the commits of some shards have come, and nothing else. It may be lost, come twice or come late.
"""

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock

from pokerroom.room.ports import Hears

LOG = logging.getLogger(__name__)

PAUSE = 0.005
"""Seconds between two messages: commits meanwhile are told together."""
FIRST_WAIT, LONGEST_WAIT = 0.05, 1.0
"""Seconds until a line that was lost is tried again, doubled each time."""
CLOSING = 2.0
"""Seconds that whoever closes a bus waits for a server that has fallen silent; its thread ends with the process."""
SHARDS_IN_ONE = 256
"""Of a message: PostgreSQL takes less than 8000 bytes."""
MESSAGE = re.compile(r"(\d{1,4}:\d{1,18})( \d{1,4}:\d{1,18})*")


class Listeners:
    """Who is told."""

    def __init__(self) -> None:
        self._hear: Sequence[Hears] = ()

    def add(self, hears: Hears) -> Callable[[], None]:
        self._hear = (*self._hear, hears)

        def end() -> None:
            self._hear = tuple(each for each in self._hear if each is not hears)

        return end

    def tell(self, ends: Mapping[int, int]) -> None:
        for each in self._hear:
            try:
                each(ends)
            except Exception:
                LOG.exception("somebody who follows the record could not be woken")


class Outbox:
    """How far each shard has come since it was last told; the latest alone counts."""

    def __init__(self) -> None:
        self._waiting: dict[int, int] = {}
        self._lock = Lock()

    def put(self, ends: Mapping[int, int]) -> bool:
        """Whether nothing waited: then somebody has to be woken who tells it."""
        with self._lock:
            was_empty = not self._waiting
            self._waiting |= ends
        return was_empty

    def take(self) -> Mapping[int, int]:
        with self._lock:
            taken, self._waiting = self._waiting, {}
        return taken


def written(ends: Mapping[int, int]) -> Iterator[str]:
    """As messages: shards with their positions."""
    said = [f"{shard}:{position}" for shard, position in sorted(ends.items())]
    for first in range(0, len(said), SHARDS_IN_ONE):
        yield " ".join(said[first : first + SHARDS_IN_ONE])


def read(message: str) -> Mapping[int, int]:
    """Of what is no such message, nothing: something has happened, and whoever hears of it looks."""
    if not MESSAGE.fullmatch(message):
        return {}
    pairs = (each.split(":") for each in message.split(" "))
    return {int(shard): int(position) for shard, position in pairs}
