"""Older gaming days moved from the database of a record to files.

Three steps a day, each durable before the next: the file is written and read back against the database; the record
notes the file, its digest and the heads around it, and from then on counts on it; the rows are removed. A process that
ends between two of them leaves a file that nobody knows, which is written again, or rows that lie in a file too, which
are removed by the next.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select

from pokerroom.ledger.events import DayOpened
from pokerroom.log import Head, beginning, follows, head_of
from pokerroom.room.archived import DayArchived, Files
from pokerroom.room.books import LEDGER
from pokerroom.room.ports import Committed, StoreFailed
from pokerroom.store.archived import ArchivedStore
from pokerroom.store.parquet import Events, write
from pokerroom.store.private import private_folder
from pokerroom.store.schema import event
from pokerroom.store.sql import PAGE, STORED, committed_from

AT_HAND = 256
"""Events at the end of each stream that stay in the database whatever their day: a room that opens shows them."""
TOGETHER = 5000
"""How many are removed in a transaction."""

BETWEEN = (
    select(*event.c)
    .where(event.c.position > bindparam("after"), event.c.position <= bindparam("last"))
    .order_by(event.c.position)
    .limit(bindparam("page"))
)
LAST_BEFORE = select(func.max(event.c.position)).where(event.c.position < bindparam("position"))
FIRST_OF = select(func.min(event.c.sequence)).where(event.c.stream == bindparam("stream"))

PLACES = [list(event.c).index(column) for column in STORED]
"""Where in a row of the table what an event is made of stands."""

Told = Callable[[int, int], None]


class Closed(NamedTuple):
    """A gaming day after which another has begun."""

    date: date
    last: int
    """The position of the last event before the next day."""


def closed_days(store: ArchivedStore, *, keep: int) -> list[Closed]:
    """Those that may go into files, the earliest first: all but the `keep` latest, and the one that is under way."""
    opened = [
        (LEDGER.read(each.envelope).date, each.position)
        for each in store.read_all(after=store.files().last, tags=(DayOpened.__name__,))
        if each.envelope.stream == LEDGER.name
    ]
    days = [
        Closed(day, int(store.fetched(LAST_BEFORE, position=following)[0][0]))
        for (day, _), (_, following) in pairwise(opened)
    ]
    return days[: max(0, len(days) - keep)]


class Passing:
    """The events of a day on their way into a file, each held against the one before it in its stream."""

    def __init__(self, store: ArchivedStore, last: int) -> None:
        self._store, self._last, files = store, last, store.files()
        self._after = files.last
        self._heads = ends_of(files)
        self.starts: dict[str, Head] = {}
        self.ends: dict[str, Head] = {}
        self.count = self.first = 0

    def rows(self) -> Iterator[Sequence[Any]]:
        """As the table has them."""
        after = self._after
        while rows := self._store.fetched(BETWEEN, after=after, last=self._last, page=PAGE):
            for row in rows:
                self._pass(committed_in(row))
                yield row
            after = rows[-1][0]

    def _pass(self, committed: Committed) -> None:
        envelope = committed.envelope
        before = self.ends.get(envelope.stream) or self._heads.get(envelope.stream, beginning(envelope.stream))
        if not follows(envelope, before):
            raise StoreFailed(f"{envelope} does not follow the one before it: audit the record before it is archived")
        self.starts.setdefault(envelope.stream, before)
        self.ends[envelope.stream] = head_of(envelope)
        self.first = self.first or committed.position
        self.count += 1


def committed_in(row: Sequence[Any]) -> Committed:
    return committed_from(tuple(row[place] for place in PLACES))


def ends_of(files: Files) -> dict[str, Head]:
    """Where the files have each stream end."""
    return {each.stream: each for day in files.days for each in day.ends}


def written(store: ArchivedStore, folder: Path, day: Closed, *, at: datetime) -> DayArchived:
    """The file of a day, durable and compared with the database; what the record is to say of it."""
    private_folder(folder)
    path, passing = folder / f"{day.date.isoformat()}.parquet", Passing(store, day.last)
    made = write(path, passing.rows())
    for ours, theirs in zip(Passing(store, day.last).rows(), Events(path).rows(), strict=True):
        if tuple(ours) != theirs:
            raise StoreFailed(f"{path} does not hold what was written to it, from position {ours[0]} on")
    return DayArchived(
        date=day.date,
        at=at,
        file=path.name,
        digest=made.digest,
        size=made.size,
        events=passing.count,
        first=passing.first,
        last=day.last,
        starts=tuple(passing.starts[each] for each in sorted(passing.starts)),
        ends=tuple(passing.ends[each] for each in sorted(passing.ends)),
    )


def let_go(store: ArchivedStore, needed: Mapping[str, int], told: Told) -> int:
    """Remove from the database what lies in files and no open state needs; how many events that were.

    `needed` says of a stream from which event on it is needed, whatever its day.
    """
    heads, removed = store.heads(), 0
    ends = ends_of(store.files())
    for number, (stream, end) in enumerate(sorted(ends.items())):
        until = min(end.sequence, heads[stream].sequence - AT_HAND + 1, needed.get(stream, end.sequence))
        while (first := first_of(store, stream)) < until:
            removed += store.let_go(stream, before=min(first + TOGETHER, until))
        told(number + 1, len(ends))
    return removed


def first_of(store: ArchivedStore, stream: str) -> int:
    found: Any = store.fetched(FIRST_OF, stream=stream)[0][0]
    return int(found)
