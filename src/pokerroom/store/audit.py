"""Whether the log is what was recorded: every chain, the order of commits, and the signed heads."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from pokerroom.log import Envelope, Fault, Head, Tampering, head_of, verify
from pokerroom.room.ports import Committed, EventStore, StoreError
from pokerroom.room.shards import leaves_gap
from pokerroom.store.archived import archive_faults, archived_days
from pokerroom.store.heads import NOTHING, Reach, Signed, SignedHeads, SignedReach, signable

MOST_FAULTS = 100
"""How many faults of one stream are reported; renumbering a stream would give one for each of its events."""

WHOLE_LOG = "the log"


class Audit(msgspec.Struct, frozen=True):
    """What was checked, and what is wrong with it."""

    streams: int
    events: int
    records: int
    """The number of signed heads."""
    faults: tuple[Fault, ...]
    files: int = 0
    """The number of archived days."""

    @property
    def clean(self) -> bool:
        return not self.faults

    def __str__(self) -> str:
        checked = f"{self.events} events of {self.streams} streams and {self.records} signed heads checked"
        outcome = "clean" if self.clean else f"{len(self.faults)} faults"
        return "\n".join((f"{checked}: {outcome}", *map(str, self.faults)))


class Reading:
    """One stream while it is read: its events counted, and their order compared with the order of commits."""

    def __init__(self, store: EventStore, stream: str, heads: SignedHeads | None = None) -> None:
        self._store, self._stream = store, stream
        self._signed = {} if heads is None else heads.every.get(stream, {})
        self._sequence = self._position = 0
        self.events = self.highest = 0
        self.faults: list[Fault] = []

    def verify(self) -> None:
        self.faults += islice(verify(self._envelopes()), MOST_FAULTS)

    def _envelopes(self) -> Iterator[Envelope]:
        try:
            for committed in self._store.read(self._stream):
                self._pass(committed)
                yield committed.envelope
        except StoreError as error:
            self._blame(self._sequence + 1, Tampering.UNREADABLE, str(error))

    def _pass(self, committed: Committed) -> None:
        sequence, position = committed.envelope.sequence, committed.position
        if position < self._position and len(self.faults) < MOST_FAULTS:
            self._blame(sequence, Tampering.REORDERED, f"it was committed before event {self._sequence}")
        signed = self._signed.get(sequence)
        if signed is not None and signed.head.hash != committed.envelope.hash:
            self._blame(sequence, Tampering.REWRITTEN, f"its hash is not the one signed at {signed.at.isoformat()}")
        self._sequence, self._position = sequence, position
        self.events += 1
        self.highest = max(self.highest, position)

    def _blame(self, sequence: int, what: Tampering, detail: str) -> None:
        self.faults.append(Fault(self._stream, sequence, what, detail))


def audit_log(store: EventStore, heads: SignedHeads | None = None) -> Audit:
    """Reads every event, one page in memory at a time, and names whatever differs from what was recorded."""
    present = store.heads()
    signed = heads.latest if heads else {}
    faults: list[Fault] = list(heads.faults) if heads else []
    events = highest = 0
    for stream in sorted(present.keys() | signed.keys()):
        reading = Reading(store, stream, heads)
        reading.verify()
        faults += reading.faults
        if stream in signed:
            faults += head_faults(present.get(stream), signed[stream])
        events += reading.events
        highest = max(highest, reading.highest)
    if faults or events != highest:
        faults += missing_positions(store)
    faults += reach_faults(store, heads.reaches if heads else ())
    faults += (Fault(WHOLE_LOG, 0, Tampering.DAMAGED, each) for each in (*store.damage(), *archive_faults(store)))
    return Audit(len(present), events, heads.records if heads else 0, tuple(faults), archived_days(store))


def head_faults(present: Head | None, signed: Signed) -> Iterator[Fault]:
    """What of a stream was signed and is gone."""
    stream, sequence = signed.head.stream, signed.head.sequence
    testimony = f"event {sequence} was signed at {signed.at.isoformat()}"
    if present is None:
        yield Fault(stream, 1, Tampering.STREAM_MISSING, f"nothing of it is there; {testimony}")
    elif present.sequence < sequence:
        detail = f"the stream ends with event {present.sequence}; {testimony}"
        yield Fault(stream, present.sequence + 1, Tampering.CUT_OFF, detail)


def reach_faults(store: EventStore, reaches: Sequence[SignedReach]) -> Iterator[Fault]:
    """Where the record, read in the order of its commits, ceases to be the one that was signed again and again."""
    # Before its first event a record was empty, whoever signs that.
    at, unread = NOTHING, deque(each for each in reaches if each.reach.position)
    try:
        for committed in store.read_all() if unread else ():
            at = at.after((signable(committed),))
            while unread and unread[0].reach.position == at.position:
                signed = unread.popleft()
                if (fault := fault_in(signed, at)) is not None:
                    yield fault
                    return
    except StoreError:
        return  # The chain of the stream says where.
    if unread:
        last = unread[-1]
        detail = f"position {last.reach.position} was signed at {last.at.isoformat()}"
        yield Fault(
            WHOLE_LOG, at.position + 1, Tampering.CUT_OFF, f"the record ends at position {at.position}; {detail}"
        )


def fault_in(signed: SignedReach, at: Reach) -> Fault | None:
    """How the record up to here differs from the one that was signed."""
    when, asked = signed.at.isoformat(), signed.reach.asked
    if not at.is_of_one_record_with(signed.reach):
        detail = f"up to here it is not the record that was signed at {when}"
        return Fault(WHOLE_LOG, at.position, Tampering.ROLLED_BACK, detail)
    if asked and asked != at.asked:
        detail = f"what was asked with an event up to here is not what was signed at {when}"
        return Fault(WHOLE_LOG, at.position, Tampering.CHANGED, detail)
    return None


def holds(store: EventStore, head: Head) -> bool:
    """Whether the store still has this event at its place."""
    try:
        found = next(store.read(head.stream, after=head.sequence - 1), None)
    except StoreError:
        return False
    return found is not None and head_of(found.envelope) == head


def missing_positions(store: EventStore) -> Iterator[Fault]:
    """Gaps in the order of commits: where one shard counts, it leaves none."""
    before = 0
    try:
        layouts = store.layouts()
        for committed in store.read_all():
            if leaves_gap(before, committed.position, layouts):
                holes = f"positions {before + 1} to {committed.position - 1} hold nothing"
                yield Fault(WHOLE_LOG, before + 1, Tampering.REMOVED, holes)
            before = committed.position
    except StoreError as error:
        yield Fault(WHOLE_LOG, before + 1, Tampering.UNREADABLE, str(error))
