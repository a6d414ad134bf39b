"""Signs how far the record has come: at most a second after each commit, and never in the way of one."""

import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from itertools import count
from threading import Condition, Lock, Thread
from time import monotonic

from pokerroom.log import Head
from pokerroom.room.ports import Batch, EventStore
from pokerroom.store.faults import Trouble
from pokerroom.store.heads import NOTHING, HeadsFile, Reach, signable

LOG = logging.getLogger(__name__)

LIST_EVERY = 60.0
"""Seconds between two records that list the head of every stream: they tell which events are missing."""


def now() -> datetime:
    return datetime.now(UTC)


class Signing:
    """What was committed and is to be signed. A thread of its own does it, or else whoever asks whether it is due."""

    def __init__(
        self,
        file: HeadsFile,
        store: EventStore,
        *,
        every: float,
        clock: Callable[[], datetime],
        seconds: Callable[[], float] = monotonic,
        has_thread: bool = True,
    ) -> None:
        self._file, self._store, self._every = file, store, every
        self._clock, self._seconds = clock, seconds
        self._heads = dict(store.heads())
        self._signed = self._reach = signed_in(file)
        self._reaching = Lock()
        """Whoever commits and whoever signs are two threads."""
        self._is_astray = True
        """Whether the reach has to be read from the store: not every commit was told in its order."""
        self._unsigned = bool(self._heads)
        self._noted = 0
        """The last position that we committed."""
        self._sign_at = self._list_at = seconds()
        self.trouble: Trouble | None = None
        """Why what was committed last could not be signed; None while all is well."""
        self._work, self._closing = Condition(), False
        self._thread = Thread(target=self._run, name="event log signing", daemon=True) if has_thread else None
        if self._thread is not None:
            self._thread.start()

    def note(self, batch: Batch, position: int) -> None:
        """A batch is durable, and ends at this position."""
        first = position - len(batch.envelopes) + 1
        with self._reaching:
            self._noted = max(self._noted, position)
            if self._store.shards == 1 and first == self._reach.position + 1:
                self._reach = self._reach.after(
                    (place, each.hash, batch.asked if leads else None)
                    for place, each, leads in zip(count(first), batch.envelopes, batch.leads)
                )
            elif position > self._reach.position:  # Else it was read from the store already.
                self._is_astray = True
        self._heads.update(batch.heads)
        if not self._unsigned:
            with self._work:
                self._unsigned = True
                self._work.notify()

    def sign_if_due(self) -> None:
        """For whoever has no thread for it."""
        if self._thread is None and self._unsigned and self._seconds() >= self._sign_at:
            self._try()

    def close(self) -> None:
        """Signs all there is. What cannot be signed is raised here."""
        with self._work:
            self._closing = True
            self._work.notify()
        if self._thread is not None:
            self._thread.join()
        if self._unsigned or self._file.listed != listing(self._heads):
            self._list_at = self._seconds()
            self._sign()

    def _run(self) -> None:
        while self._is_wanted():
            self._try()

    def _is_wanted(self) -> bool:
        """Waits until something is to be signed and a record is due again."""
        with self._work:
            self._work.wait_for(lambda: self._unsigned or self._closing)
            while not self._closing and (wait := self._sign_at - self._seconds()) > 0:
                self._work.wait(wait)
            return not self._closing

    def _try(self) -> None:
        try:
            self._sign()
        except Exception as error:  # noqa: BLE001  whatever it was, it is tried again
            # The tables go on: what they did is durable, and the next record covers it.
            self._failed(error)
        else:
            self.trouble = None
        self._sign_at = self._seconds() + self._every

    def _failed(self, error: Exception) -> None:
        known = self.trouble
        if known is None:
            LOG.error("the heads of the event log could not be signed", exc_info=error)
        since = self._clock() if known is None else known.since
        self.trouble = Trouble(str(error), since, 1 if known is None else known.tries + 1)

    def _sign(self) -> None:
        self._unsigned = False
        try:
            reach, lists = self._reached(), self._seconds() >= self._list_at
            if lists or reach != self._signed:
                self._file.write(dict(self._heads) if lists else {}, at=self._clock(), reach=reach)
        except BaseException:
            self._unsigned = True
            raise
        self._signed = reach
        # What other shards have not settled yet is signed with the next record.
        self._unsigned = self._unsigned or reach.position < self._noted
        if lists:
            self._list_at = self._seconds() + LIST_EVERY

    def _reached(self) -> Reach:
        with self._reaching:
            if not self._is_astray:
                return self._reach
            self._is_astray = False
        try:
            found = self._read_on()
        except BaseException:
            self._is_astray = True
            raise
        with self._reaching:
            if found.position > self._reach.position:
                self._reach = found
            self._is_astray = self._is_astray or self._noted > self._reach.position
            return self._reach

    def _read_on(self) -> Reach:
        """From what was signed last, as the store has it. What is committed meanwhile is told again."""
        self._store.settle()
        later = self._store.read_all(after=self._signed.position)
        return self._signed.after(map(signable, later))


def signed_in(file: HeadsFile) -> Reach:
    """What to go on from. An earlier version did not sign what was asked: then all is read once more."""
    reach = None if file.last is None else file.last.reach
    return NOTHING if reach is None or not reach.asked else reach


def listing(heads: Mapping[str, Head]) -> tuple[Head, ...]:
    return tuple(heads[stream] for stream in sorted(heads))
