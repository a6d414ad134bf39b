"""A store that fails when it is told to: before a commit, after it so that only the answer is lost, or for good."""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from pokerroom.log import Head
from pokerroom.room.ports import FOLLOWED_AT_ONCE, Batch, Committed, EventStore, Fenced, Since, StoreAway
from pokerroom.room.shards import Layout

BEFORE, AFTER, FENCED = "before", "after", "fenced"


class Flaky:
    """What becomes of the next commits stands in `coming`; `is_away` fails all of them, and all reading."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.coming: deque[str] = deque()
        self.is_away = False
        self.attempts = 0
        self.on_attempt: Callable[[], None] = lambda: None

    @property
    def shards(self) -> int:
        return self.store.shards

    def layouts(self) -> Sequence[Layout]:
        return self.store.layouts()

    def make_durable(self) -> None:
        self._refuse_away()
        self.store.make_durable()

    def settle(self, *, patience: float = 0.0) -> bool:
        self._refuse_away()
        return self.store.settle(patience=patience)

    def saw(self, position: int) -> None:
        self.store.saw(position)

    def append(self, *batches: Batch) -> tuple[int, ...]:
        self.attempts += 1
        self.on_attempt()
        fate = self.coming.popleft() if self.coming else ""
        self._refuse_away()
        if fate == BEFORE:
            raise StoreAway("the connection ended", "the database does not answer")
        if fate == FENCED:
            raise Fenced("the other server has the record")
        positions = self.store.append(*batches)
        if fate == AFTER:
            raise StoreAway("the answer was lost", "the database does not answer")
        return positions

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

    def ends(self) -> Mapping[int, int]:
        self._refuse_away()
        return self.store.ends()

    def read_since(self, ends: Mapping[int, int], *, page: int = FOLLOWED_AT_ONCE) -> Since:
        self._refuse_away()
        return self.store.read_since(ends, page=page)

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
