"""The stream of archived days. It binds each file into the chain, and so under the signature of the heads.

Nobody is asked: whoever archives notes what is done. The stream is never archived itself, for it says where to look.
"""

from datetime import date, datetime

import msgspec

from pokerroom.log import Codec, Head
from pokerroom.room.streams import Stream


class DayArchived(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """The events up to the end of a gaming day, from where the file before it ended."""

    date: date
    at: datetime
    file: str
    """Its name, in the folder of the record's files."""
    digest: bytes
    """SHA-256 of the file."""
    size: int
    events: int
    first: int
    """The position of its first event."""
    last: int
    starts: tuple[Head, ...]
    """Of every stream that has events in it, the event before the first of them."""
    ends: tuple[Head, ...]
    """Of the same streams, the last event in it."""


class Files(msgspec.Struct, frozen=True, gc=False):
    """Every archived day, the earliest first."""

    days: tuple[DayArchived, ...] = ()

    @property
    def last(self) -> int:
        """The position up to which the record lies in files."""
        return self.days[-1].last if self.days else 0


def apply(files: Files, event: DayArchived) -> Files:
    if event.first <= files.last:
        raise ValueError(f"the file {event.file} begins at position {event.first}, and one before it ends there")
    return Files((*files.days, event))


ARCHIVED: Stream[Files] = Stream(
    name="archived-days",
    codec=Codec([DayArchived]),
    first=lambda _: Files(),
    apply=apply,
)
