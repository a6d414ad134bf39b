"""What a projection is: rows in tables of the store, made from the recorded events, for whoever lists or reports.

A projection is declared once, beside the streams it reads: its tables, and for each kind of event a function that says
which rows it changes. The rows follow from the record alone, so they can be made again from nothing at any time. A row
is a frozen struct, and its fields are the columns of its table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from pokerroom.room.ports import EventStore
from pokerroom.room.streams import Stream

R = TypeVar("R", bound=msgspec.Struct)


@dataclass(frozen=True, eq=False, kw_only=True)
class RowTable(Generic[R]):
    """A table of a database; nobody plays at this one."""

    name: str
    row: type[R]
    key: tuple[str, ...]
    """The columns that name a row; every text in them is compared byte by byte."""
    indexes: tuple[tuple[str, ...], ...] = ()
    """Other orders in which rows are looked up."""
    columns: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        columns = self.row.__struct_fields__
        object.__setattr__(self, "columns", columns)
        unknown = {each for order in (self.key, *self.indexes) for each in order} - set(columns)
        if unknown:
            raise TypeError(f"{self.name} has no column {', '.join(sorted(unknown))} to be looked up by")

    def key_of(self, row: R) -> tuple[Any, ...]:
        return tuple(getattr(row, name) for name in self.key)


class Removed(NamedTuple):
    """The row of this key is there no longer."""

    table: RowTable[Any]
    key: tuple[Any, ...]


class Rows(Protocol):
    """The rows as they are so far."""

    def get(self, table: RowTable[R], *key: Any) -> R | None: ...


class Reading(Rows, Protocol):
    """Rows to be listed. Whoever lists names the order, a key or an index of the table, so that nothing is scanned."""

    def find(
        self,
        table: RowTable[R],
        order: tuple[str, ...],
        *equal: Any,
        since: Any = None,
        before: Any = None,
        most: int | None = None,
        latest_first: bool = False,
    ) -> Sequence[R]:
        """Rows whose first columns of `order` equal these; `since` and `before` bound the next, or several at once."""


class ProjectedUpTo(NamedTuple):
    """Which versions the rows are of, and the last event that is in them."""

    versions: Mapping[str, int]
    positions: frozenset[int]

    @property
    def position(self) -> int:
        return min(self.positions, default=0)


class Projected(Reading, Protocol):
    """The projections of a record as they are stored."""

    def caught_up(self, *, however_long: bool = False) -> "Projected":
        """The same, once they have taken in all that was durable when this was called; a `StoreError` that says how far
        they have come, where that takes long and the reader would rather be told.
        """

    def advance(self) -> bool:
        """Take in some of what there is, unless somebody does; whether there was more to take in."""

    def rebuild(self) -> None:
        """Forget all rows, and make them again from the first event on."""

    def up_to(self) -> ProjectedUpTo: ...

    def stored(self, table: RowTable[Any]) -> Iterator[tuple[Any, ...]]:
        """Every row of a table as it is stored, in the order of its key, a page in memory at a time."""


class ProjectingStore(EventStore, Protocol):
    """A record with its projections."""

    @property
    def projected(self) -> Projected: ...


class Occurrence(NamedTuple):
    """An event with its place in the record."""

    position: int
    stream: str
    table: str
    """Empty where the stream is the whole room's."""
    sequence: int
    at: datetime
    by: str
    event: Any


Fold = Callable[[Rows, Any], Iterable["msgspec.Struct | Removed"]]
"""From the rows so far and an occurrence to the rows that it changes."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Projection:
    name: str
    version: int
    """Raised with every change of what the rows hold: a database with rows of another version makes them again."""
    tables: tuple[RowTable[Any], ...]
    folds: Mapping[Stream[Any], Mapping[type[Any], Fold]]
    """What it reads, stream by stream; of all other kinds of event it hears nothing."""
