"""Whether the record that a room opens on is sound: its latest events before it opens, the rest beside play.

What was signed last is the point from which on every event is verified first: whoever wrote to the database while the
room was closed wrote after it. A small record is verified whole.
"""

from collections.abc import Sequence
from itertools import islice

from pokerroom.log import Envelope, Head, beginning, follows, head_of
from pokerroom.room.ports import ArchiveAway, Committed, EventStore, StoreAway, StoreError, StoreFailed
from pokerroom.room.shards import Layout, leaves_gap

AT_ONCE = 5_000
"""Events that are verified before a room opens in any case: a tenth of a second."""
PATIENCE = 5.0
"""Seconds to wait for what other processes commit at this moment."""


class Verifying:
    """The events of a record in their order, held against their chains step by step."""

    def __init__(self, store: EventStore, *, after: int = 0) -> None:
        self._store, self.position = store, after
        self._layouts: Sequence[Layout] = ()
        self._heads: dict[str, Head] = {}
        self.fault = ""
        """What is wrong, in a sentence; empty while nothing is."""
        self.missing = ""
        """Which file of the archive is gone: its events cannot be verified, and a room opens without them."""
        self.is_done = False

    def step(self, most: int) -> None:
        """Some more of them, until there are no more or one is wrong."""
        taken = 0
        try:
            self._layouts = self._store.layouts()
            for committed in islice(self._store.read_all(after=self.position), most):
                taken += 1
                self._pass(committed)
                if self.fault:
                    break
        except ArchiveAway as away:
            self._pass_over(away)
            return
        except StoreAway:
            raise  # Nothing is wrong with the record: it is read on from here.
        except StoreError as error:
            self.fault = f"the record cannot be read after position {self.position}: {error}"
        self.is_done = bool(self.fault) or taken < most

    def _pass_over(self, away: ArchiveAway) -> None:
        """What is at hand is verified all the same."""
        if away.up_to > self.position:
            self.missing, self.position = away.reason, away.up_to
            self._heads.clear()
        else:
            self.fault, self.is_done = str(away), True

    def _pass(self, committed: Committed) -> None:
        envelope = committed.envelope
        if leaves_gap(self.position, committed.position, self._layouts):
            self.fault = f"positions {self.position + 1} to {committed.position - 1} of the record hold nothing"
        elif not follows(envelope, self._head_before(envelope)):
            self.fault = f"{envelope} is not what was recorded: its hash does not follow from the event before it"
        self._heads[envelope.stream] = head_of(envelope)
        self.position = committed.position

    def _head_before(self, envelope: Envelope) -> Head:
        known = self._heads.get(envelope.stream)
        if known is not None or envelope.sequence == 1:
            return known or beginning(envelope.stream)
        before = next(self._store.read(envelope.stream, after=envelope.sequence - 2), None)
        return beginning(envelope.stream) if before is None else head_of(before.envelope)


def refuse_broken(store: EventStore, *, signed: int) -> None:
    """`signed` is the position up to which the record was signed."""
    is_small = sum(head.sequence for head in store.heads().values()) <= AT_ONCE
    fault = next(store.damage(thorough=is_small), "") or fault_after(store, 0 if is_small else signed)
    if fault:
        raise StoreFailed(f"the record is broken, and no room opens on it: {fault}; `pokerroom audit` says more")


def fault_after(store: EventStore, position: int) -> str:
    store.settle(patience=PATIENCE)
    verifying = Verifying(store, after=position)
    while not verifying.is_done:
        verifying.step(AT_ONCE)
    return verifying.fault
