"""What a server that stands by makes of the record: it verifies what another writes, and signs it in a file of its own.

So each server of a cluster keeps its own testimony of how far the record went, on its own machine: who would rewrite
the record has to rewrite all of them. And the one that takes over has little left to verify.
"""

from collections.abc import Callable
from datetime import datetime

from pokerroom.room.ports import EventStore
from pokerroom.store.heads import HeadsFile, signable
from pokerroom.store.signing import now, signed_in
from pokerroom.store.verifying import fault_after


class Witness:
    def __init__(self, store: EventStore, heads: HeadsFile, *, clock: Callable[[], datetime] = now) -> None:
        self._store, self._heads, self._clock = store, heads, clock
        self._reach = signed_in(heads)
        self.fault = ""
        """What is wrong with the record, in a sentence: from there on nothing is signed."""

    def look(self) -> None:
        """Verify and sign what has come since the last look."""
        if self.fault:
            return
        before = self._reach
        reach = before.after(map(signable, self._store.read_all(after=before.position)))
        if reach == before:
            return
        # Verified after it was read: whatever is signed here has been verified, and perhaps what follows it.
        self.fault = fault_after(self._store, before.position)
        if not self.fault:
            self._heads.write({}, at=self._clock(), reach=reach)
            self._reach = reach

    def close(self) -> None:
        self._heads.close()
        self._store.close()
