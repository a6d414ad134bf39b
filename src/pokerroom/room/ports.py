"""What the room needs of the world outside, and how that world says it failed."""

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from pokerroom.log import Envelope, Head, follows, head_of


class Row(msgspec.Struct, frozen=True, gc=False):
    """A derived fact, kept with the events it follows from; None removes it."""

    name: str
    key: str
    value: bytes | None


class Batch(msgspec.Struct, frozen=True, gc=False):
    """What one command led to: events of one stream or several, and the rows they change.

    Its events follow one another, stream by stream: what does not is no batch. So a store need not look again.
    """

    envelopes: tuple[Envelope, ...]
    rows: tuple[Row, ...] = ()

    def __post_init__(self) -> None:
        last: dict[str, Envelope] = {}
        for each in self.envelopes:
            before = last.get(each.stream)
            if before is not None and not follows(each, head_of(before)):
                raise ChainBroken(each.stream, each.sequence)
            last[each.stream] = each

    @property
    def heads(self) -> dict[str, Head]:
        """The last event of each stream of the batch."""
        return {stream: head_of(each) for stream, each in self.last.items()}

    @property
    def last(self) -> dict[str, Envelope]:
        return {each.stream: each for each in self.envelopes}


class Committed(msgspec.Struct, frozen=True, gc=False):
    position: int
    """Counted from 1 over all streams in the order of their commits, without a gap."""
    envelope: Envelope


class EventStore(Protocol):
    """The record. What `append` returned from can no longer be lost."""

    def append(self, *batches: Batch) -> int:
        """All of it or nothing, durable on return; the position of the last event."""

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        """The events of a stream with a sequence above `after`, a page in memory at a time."""

    def read_all(self, *, after: int = 0) -> Iterator[Committed]:
        """The events of all streams with a position above `after`, in the order of their commits."""

    def heads(self) -> Mapping[str, Head]:
        """The last event of every stream."""

    def caused(self, stream: str, cause: str) -> tuple[Committed, ...]:
        """What a command led to in a stream; nothing, if it has not been stored."""

    def row(self, name: str, key: str) -> bytes | None: ...

    def rows(self, name: str) -> Iterator[tuple[str, bytes]]:
        """The rows of a name in the order of their keys."""

    def close(self) -> None: ...


class StoreError(Exception):
    """The record could not be kept or read."""


class StreamConflict(StoreError):
    """Somebody else has written to the stream since its events were decided."""

    def __init__(self, stream: str, sequence: int) -> None:
        super().__init__(f"event {sequence} of {stream!r} does not follow the last event stored there")
        self.stream, self.sequence = stream, sequence


class CommandRepeated(StoreError):
    """The command is stored already: `EventStore.caused` tells what it led to."""

    def __init__(self, stream: str, cause: str) -> None:
        super().__init__(f"command {cause!r} is stored in {stream!r} already")
        self.stream, self.cause = stream, cause


class ChainBroken(StoreError):
    """The events of a batch do not follow one another."""

    def __init__(self, stream: str, sequence: int) -> None:
        super().__init__(f"event {sequence} of {stream!r} does not follow the one before it in its batch")
        self.stream, self.sequence = stream, sequence


class StoreFailed(StoreError):
    """The database refused, broke or went away."""


class StoreBusy(StoreError):
    """More waits to be written than the writer may hold."""


class StreamHalted(StoreError):
    """A commit of the stream failed; nothing more is written to it until it is reopened."""

    def __init__(self, stream: str, because: Exception) -> None:
        super().__init__(f"{stream!r} is halted until it is reopened: {because}")
        self.stream, self.because = stream, because
