"""What the room needs from outside, and how that reports failure."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import NamedTuple, Protocol

import msgspec

from pokerroom.log import Envelope, Head, follows, head_of
from pokerroom.log.envelope import microseconds
from pokerroom.room.shards import DESK, Layout, shards_of

Hears = Callable[[Mapping[int, int]], None]
"""Is told, by shard, how far commits have come."""

FOLLOWED_AT_ONCE = 500
"""Events in a page of what others have recorded."""


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
    of: str = field(default="", kw_only=True)
    """Where there are no events, a stream of the shard that the rows belong to; the desk's, if none is named."""
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


def shard_for(batch: Batch, shards: int) -> int:
    """The shard that a batch belongs to, in a record of so many."""
    if shards == 1:
        return DESK
    found = shards_of(batch.heads or (batch.of,), shards)
    if len(found) > 1:
        raise ShardsMixed(batch.heads)
    return next(iter(found))


def goes_on(batch: Batch, head: Head) -> bool:
    """Whether its first event of that stream is the next after `head`."""
    return batch.after.get(head.stream) == head or follows(batch.first[head.stream], head)


class Committed(msgspec.Struct, frozen=True, gc=False):
    position: int
    """Counted over all streams: one order of the whole record, in which whatever follows from an event stands after it.
    From 1 without gaps in the order of commits, where the record has one shard."""
    envelope: Envelope
    asked: bytes | None = None
    """Of the event that leads a command, what its batch says was asked."""


class Since(NamedTuple):
    """What was recorded in some shards since one last looked."""

    events: Sequence[Committed]
    """In the order of positions, and so of each shard; no command is divided."""
    ends: Mapping[int, int]
    """By shard: whoever has these events has all of it up to there."""
    is_all: bool
    """Whether everything is among them that was durable when this was asked for."""


class EventStore(Protocol):
    """The record. Once `append` has returned, the events cannot be lost."""

    @property
    def shards(self) -> int:
        """How many shards the record has."""

    def layouts(self) -> Sequence[Layout]:
        """How positions were counted from the first on, each with what it begins after."""

    def append(self, *batches: Batch) -> tuple[int, ...]:
        """All of it or nothing, durable on return; the position of the last event of each batch.

        A batch belongs to one shard, a commit to any number that we hold.
        """

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        """The events of a stream with a sequence above `after`, one page in memory at a time."""

    def read_all(self, *, after: int = 0, tags: Collection[str] = ()) -> Iterator[Committed]:
        """The events of all streams with a position above `after`, in their order; with these tags alone, where any
        are named. It ends where the order is settled: no event comes to stand before one that was read.
        """

    def end(self) -> int:
        """The position of the last event that `read_all` comes to."""

    def ends(self) -> Mapping[int, int]:
        """By shard, where it stands: whatever is read later has everything that it counted up to there."""

    def read_since(self, ends: Mapping[int, int], *, page: int = FOLLOWED_AT_ONCE) -> Since:
        """What was recorded in these shards after where each ended, a page at a time.

        It does not wait for the order over all shards to be settled: an event of one shard may come after others that
        stand behind it. Those that it follows from come before it.
        """

    def settle(self, *, patience: float = 0.0) -> bool:
        """Have the order settled up to all that is durable now, so that `read_all` comes to it; whether it is.

        A commit under way in another process is waited for, so many seconds.
        """

    def make_durable(self) -> None:
        """All that can be read is durable from now on: what an append has left that was cut short may not have been."""

    def saw(self, position: int) -> None:
        """We have heard of this event otherwise than by reading it: what we append from now on stands after it."""

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


class Bus(Protocol):
    """Wakes those who follow a record that another process writes to.

    Nothing depends on it: whoever is woken reads on from where they are, and whoever is not looks now and then.
    """

    def publish(self, ends: Mapping[int, int]) -> None:
        """By shard, how far commits have come. Nobody waits for it, and it never fails."""

    def listen(self, hears: Hears) -> Callable[[], None]:
        """Have this called when another process has committed; what is returned ends it.

        It is called in whichever thread hears of it, with nothing where something may have been missed.
        """

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


class ArchiveAway(StoreFailed):
    """Events that were asked for lie in a file that is missing or altered. Those after it are at hand."""

    def __init__(self, message: str, reason: str, *, up_to: int) -> None:
        super().__init__(message)
        self.reason = reason
        """The same for anybody to read, who need not know where files lie."""
        self.up_to = up_to
        """The position after which nothing lies in a file."""


class Fenced(StoreError):
    """Another process has taken the record over: this one writes to it no more."""

    def __init__(self, message: str, shards: Collection[int] = ()) -> None:
        super().__init__(message)
        self.shards = frozenset(shards)
        """Those that are not ours; none where all of the record is meant."""


class ShardsMixed(StoreError):
    """A batch has events of several shards: no commit spans what two processes may own."""

    def __init__(self, streams: Collection[str]) -> None:
        super().__init__(f"{', '.join(sorted(streams))} belong to several shards: one order cannot change them all")


class StoreBusy(StoreError):
    """The writer's queue is full."""


class StreamHalted(StoreError):
    """A commit of the stream failed; nothing more is written to it until it is reopened."""

    def __init__(self, stream: str, because: Exception) -> None:
        super().__init__(f"{stream!r} is halted until it is reopened: {because}")
        self.stream, self.because = stream, because
