"""What the room needs from outside, and how that reports failure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Protocol

import msgspec

from pokerroom.log import Envelope, Head, follows, head_of
from pokerroom.log.envelope import microseconds


class Row(msgspec.Struct, frozen=True, gc=False):
    """A derived fact, stored with the events it follows from; None removes it."""

    name: str
    key: str
    value: bytes | None


@dataclass(frozen=True, slots=True)
class Batch:
    """What one command led to: events of one stream or several, and the rows they change.

    Its events follow one another, stream by stream, and follow `after` where that is given; anything else is refused.
    This is checked, and the rest computed, when a batch is made: one thread writes for everybody, and need not check
    again.
    """

    envelopes: tuple[Envelope, ...]
    rows: tuple[Row, ...] = ()
    after: Mapping[str, Head] = field(default_factory=dict, kw_only=True)
    """The head of each stream before, where the maker knows it."""
    asked: bytes | None = field(default=None, kw_only=True)
    """A digest of what was asked, kept with the event that leads the command in each stream; no part of any event."""
    first: Mapping[str, Envelope] = field(init=False, compare=False, repr=False)
    """The first event of each stream."""
    heads: Mapping[str, Head] = field(init=False, compare=False, repr=False)
    """Where each stream ends after it."""
    leads: tuple[bool, ...] = field(init=False, compare=False, repr=False)
    """Of each event, whether it is the first of its command in its stream."""
    records: tuple[tuple[object, ...], ...] = field(init=False, compare=False, repr=False)
    """Each event with all that is kept of it but its position: its fields in their order, whether it leads, and what
    was asked where it does."""

    def __post_init__(self) -> None:
        first: dict[str, Envelope] = {}
        heads: dict[str, Head] = {}
        running: dict[str, str] = {}
        leads, records = [], []
        for each in self.envelopes:
            stream = each.stream
            before = heads.get(stream) or self.after.get(stream)
            if before is not None and not follows(each, before):
                raise ChainBroken(stream, each.sequence)
            first.setdefault(stream, each)
            heads[stream] = head_of(each)
            lead = running.get(stream) != each.cause
            running[stream] = each.cause
            leads.append(lead)
            records.append(
                (stream, each.sequence, microseconds(each.at), each.by, each.cause, each.tag, each.version, each.body,
                 each.hash, lead, self.asked if lead else None)
            )  # fmt: skip
        object.__setattr__(self, "first", first)
        object.__setattr__(self, "heads", heads)
        object.__setattr__(self, "leads", tuple(leads))
        object.__setattr__(self, "records", tuple(records))


def causes_of(batches: Sequence[Batch]) -> Iterator[Envelope]:
    """The first event of each command in each stream it is stored in."""
    return (each for batch in batches for each in compress(batch.envelopes, batch.leads))


def refuse_repeated(batches: Sequence[Batch]) -> None:
    """The events of a command must be one run in one batch."""
    commands: set[tuple[str, str]] = set()
    for each in causes_of(batches):
        command = (each.stream, each.cause)
        if command in commands:
            raise CommandRepeated(*command)
        commands.add(command)


def first_in(batches: Sequence[Batch]) -> Mapping[str, Batch]:
    """The batch with each stream's first event; later ones are checked to follow it."""
    if len(batches) == 1:
        return dict.fromkeys(batches[0].first, batches[0])
    first: dict[str, Batch] = {}
    heads: dict[str, Head] = {}
    for batch in batches:
        for stream, each in batch.first.items():
            if stream not in first:
                first[stream] = batch
            elif not follows(each, heads[stream]):
                raise ChainBroken(stream, each.sequence)
        heads.update(batch.heads)
    return first


def goes_on(batch: Batch, head: Head) -> bool:
    """Whether its first event of that stream is the next after `head`."""
    return batch.after.get(head.stream) == head or follows(batch.first[head.stream], head)


class Committed(msgspec.Struct, frozen=True, gc=False):
    position: int
    """Counted from 1 over all streams in the order of their commits, without gaps."""
    envelope: Envelope
    asked: bytes | None = None
    """Of the event that leads a command, what its batch says was asked."""


class EventStore(Protocol):
    """The record. Once `append` has returned, the events cannot be lost."""

    def append(self, *batches: Batch) -> int:
        """All of it or nothing, durable on return; returns the position of the last event."""

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        """The events of a stream with a sequence above `after`, one page in memory at a time."""

    def read_all(self, *, after: int = 0, tags: Collection[str] = ()) -> Iterator[Committed]:
        """The events of all streams with a position above `after`, in the order of their commits; with these tags
        alone, where any are named.
        """

    def end(self) -> int:
        """The position of the last event."""

    def heads(self) -> Mapping[str, Head]:
        """The last event of every stream."""

    def caused(self, stream: str, cause: str) -> tuple[Committed, ...]:
        """What a command led to in a stream; empty if it has not been stored."""

    def row(self, name: str, key: str) -> bytes | None: ...

    def rows(self, name: str) -> Iterator[tuple[str, bytes]]:
        """The rows of a name in the order of their keys."""

    def damage(self, *, thorough: bool = True) -> Iterator[str]:
        """What is wrong with how the record is stored, beside what its hashes show; a thorough look reads all of it."""

    def close(self) -> None: ...


class StoreError(Exception):
    """The record could not be written or read."""


class StreamConflict(StoreError):
    """Somebody else has written to the stream since its events were decided."""

    def __init__(self, stream: str, sequence: int) -> None:
        super().__init__(f"event {sequence} of {stream!r} does not follow the last event stored there")
        self.stream, self.sequence = stream, sequence


class CommandRepeated(StoreError):
    """The command is already stored: `EventStore.caused` says what it led to."""

    def __init__(self, stream: str, cause: str, asked: bytes | None = None) -> None:
        super().__init__(f"command {cause!r} is stored in {stream!r} already")
        self.stream, self.cause, self.asked = stream, cause, asked


class ChainBroken(StoreError):
    """The events of a batch do not follow one another."""

    def __init__(self, stream: str, sequence: int) -> None:
        super().__init__(f"event {sequence} of {stream!r} does not follow the one before it in its batch")
        self.stream, self.sequence = stream, sequence


class StoreFailed(StoreError):
    """The database refused, broke or went away."""


class StoreAway(StoreFailed):
    """The database cannot be used at the moment: its connection ended, its disk is full, it is locked. That passes."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message
        """The same in a few words, for anybody to read."""


class Fenced(StoreError):
    """Another process has taken the record over: this one writes to it no more."""


class StoreBusy(StoreError):
    """The writer's queue is full."""


class StreamHalted(StoreError):
    """A commit of the stream failed; nothing more is written to it until it is reopened."""

    def __init__(self, stream: str, because: Exception) -> None:
        super().__init__(f"{stream!r} is halted until it is reopened: {because}")
        self.stream, self.because = stream, because
