"""A store that fails when it is told to: before a commit, after it so that only the answer is lost, or for good."""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping

from pokerroom.log import Head
from pokerroom.room.ports import Batch, Committed, EventStore, Fenced, StoreAway

BEFORE, AFTER, FENCED = "before", "after", "fenced"


class Flaky:
    """What becomes of the next commits stands in `coming`; `is_away` fails all of them, and all reading."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.coming: deque[str] = deque()
        self.is_away = False
        self.attempts = 0
        self.on_attempt: Callable[[], None] = lambda: None

    def append(self, *batches: Batch) -> int:
        self.attempts += 1
        self.on_attempt()
        fate = self.coming.popleft() if self.coming else ""
        self._refuse_away()
        if fate == BEFORE:
            raise StoreAway("the connection ended", "the database does not answer")
        if fate == FENCED:
            raise Fenced("the other server has the record")
        position = self.store.append(*batches)
        if fate == AFTER:
            raise StoreAway("the answer was lost", "the database does not answer")
        return position

    def _refuse_away(self) -> None:
        if self.is_away:
            raise StoreAway("no space is left", "the disk is full")

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        self._refuse_away()
        return self.store.read(stream, after=after)

    def read_all(self, *, after: int = 0, tags: Collection[str] = ()) -> Iterator[Committed]:
        self._refuse_away()
        return self.store.read_all(after=after, tags=tags)

    def end(self) -> int:
        self._refuse_away()
        return self.store.end()

    def heads(self) -> Mapping[str, Head]:
        self._refuse_away()
        return self.store.heads()

    def caused(self, stream: str, cause: str) -> tuple[Committed, ...]:
        return self.store.caused(stream, cause)

    def row(self, name: str, key: str) -> bytes | None:
        return self.store.row(name, key)

    def rows(self, name: str) -> Iterator[tuple[str, bytes]]:
        return self.store.rows(name)

    def damage(self, *, thorough: bool = True) -> Iterator[str]:
        return self.store.damage(thorough=thorough)

    def close(self) -> None:
        self.store.close()
