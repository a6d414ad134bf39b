"""A bus of servers that are one process: whoever listens is told in the call itself."""

from collections.abc import Callable, Mapping

from pokerroom.room.ports import Hears
from pokerroom.store.bus import Listeners


class MemoryBus:
    """A `Bus`. Whoever publishes is told, too."""

    def __init__(self) -> None:
        self._listeners = Listeners()

    def publish(self, ends: Mapping[int, int]) -> None:
        self._listeners.tell(ends)

    def listen(self, hears: Hears) -> Callable[[], None]:
        return self._listeners.add(hears)

    def close(self) -> None:
        """There is nothing to close."""
