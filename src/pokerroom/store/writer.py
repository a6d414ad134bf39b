"""The one thread that writes: many tables share a commit, and nobody is told of theirs before it is durable."""

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Protocol, Self

from pokerroom.log import Head, beginning
from pokerroom.room.ports import (
    Batch,
    CommandRepeated,
    EventStore,
    StoreBusy,
    StoreError,
    StoreFailed,
    StreamConflict,
    StreamHalted,
)
from pokerroom.store.audit import holds
from pokerroom.store.heads import HeadsFile
from pokerroom.store.signing import Signing, now

LOG = logging.getLogger(__name__)


QUICK = 0.002
"""Seconds: the longest commit that a loop makes itself."""
LATEST = 0.1
"""The weight of the latest commit in the running average of how long one takes."""
FADES = 0.98
"""How much of that average remains after each commit of the thread, so that a loop eventually tries again."""


class Answer(Protocol):
    """Who is told: a `Future`, or anything with the same methods."""

    def set_running_or_notify_cancel(self) -> bool: ...

    def set_result(self, result: int, /) -> None: ...

    def set_exception(self, exception: Exception, /) -> None: ...


Bell = Callable[[], None]
"""Called once when everybody in a commit has been told."""

Submission = tuple[Batch, Answer, Bell | None]


class Kept:
    """The answer for a caller that waits in the call itself: no other thread needs to know of it."""

    __slots__ = ("_outcome",)

    def __init__(self) -> None:
        self._outcome: int | Exception = StoreFailed("the batch has no answer")

    def set_running_or_notify_cancel(self) -> bool:
        return True

    def set_result(self, result: int, /) -> None:
        self._outcome = result

    def set_exception(self, exception: Exception, /) -> None:
        self._outcome = exception

    def result(self) -> int:
        if isinstance(self._outcome, Exception):
            raise self._outcome
        return self._outcome


class WriterClosed(StoreError):
    """The writer accepts nothing more."""


Later = Callable[[Callable[[], None]], None]
"""Runs a function soon, concurrently with the caller."""


class Writer:
    """Commits what is submitted, in order. Close it, or leave its `with`, to have everything written.

    Waiting submissions are written by the writer's own thread, or else by `later`, one commit after the other.
    """

    def __init__(
        self,
        store: EventStore,
        *,
        heads: HeadsFile | None = None,
        heads_every: float = 1.0,
        most_waiting: int = 1024,
        most_together: int = 512,
        clock: Callable[[], datetime] = now,
        seconds: Callable[[], float] = monotonic,
        later: Later | None = None,
    ) -> None:
        self._store = store
        self._seconds = seconds
        self._most_waiting, self._most_together = most_waiting, most_together
        self._waiting: deque[Submission] = deque()
        # Two conditions on one lock: submitters and the thread never wake each other needlessly.
        lock = Lock()
        self._work, self._room = Condition(lock), Condition(lock)
        self._closing = False
        self._writing = False
        self._halted: dict[str, Exception] = {}
        self._signing = (
            None
            if heads is None
            else Signing(heads, store, every=heads_every, clock=clock, seconds=seconds, has_thread=later is None)
        )
        self._took = 0.0
        """Seconds of a commit that a loop made, by and large. The thread's own would not do: it waits for the loop."""
        self._later, self._asked = later, False
        self._thread = Thread(target=self._run, name="event log writer", daemon=True)
        if self.has_thread:
            self._thread.start()

    @property
    def has_thread(self) -> bool:
        return self._later is None

    def submit(self, batch: Batch, *, timeout: float | None = None) -> Future[int]:
        """The position of its last event, once it is durable. Waits while the queue is full, at most `timeout` s."""
        future: Future[int] = Future()
        self.submit_for(batch, future, timeout=timeout)
        return future

    def submit_for(self, batch: Batch, answer: Answer, *, timeout: float | None = None) -> None:
        """Like `submit`; the writer's thread gives the answer."""
        with self._work:
            if len(self._waiting) >= self._most_waiting:
                self._wait_for_room(timeout)
            self._queue([(batch, answer, None)])

    def submit_all(self, submissions: Sequence[Submission]) -> int:
        """Submits without waiting; returns how many of them the queue had room for."""
        with self._work:
            room = max(0, self._most_waiting - len(self._waiting))
            self._queue(submissions[:room])
        return room

    def _queue(self, submissions: Sequence[Submission]) -> None:
        if self._closing:
            raise WriterClosed("the writer of the event log is closed")
        if submissions and not self._waiting:
            self._wake()
        self._waiting.extend(submissions)

    def _wait_for_room(self, timeout: float | None) -> None:
        patience = timeout if self.has_thread else 0  # Nobody would make room meanwhile.
        if not self._room.wait_for(lambda: self._closing or len(self._waiting) < self._most_waiting, patience):
            raise StoreBusy(f"{len(self._waiting)} batches wait to be written already")

    def append(self, batch: Batch) -> int:
        """Submits and waits until it is durable. If nobody else is writing, no thread has to be woken for it."""
        if not self._begin_at_once():
            return self.submit(batch).result()
        answer = Kept()
        try:
            self._commit_alone(batch, answer)
        finally:
            self._finish()
        return answer.result()

    def write_at_once(self, submissions: Sequence[Submission]) -> bool:
        """Write in the caller's own thread, if nobody else is writing and commits are quick; returns whether it did."""
        if self._took > QUICK or not self._begin_at_once():
            return False
        began = self._seconds()
        try:
            self._commit([each for each in submissions if each[1].set_running_or_notify_cancel()])
        finally:
            self._took += LATEST * (self._seconds() - began - self._took)
            self._finish()
        return True

    def _begin_at_once(self) -> bool:
        with self._work:
            if self._writing or self._waiting or self._closing:
                return False
            self._writing = True
            return True

    def _finish(self) -> None:
        """Whoever wrote lets the next one write."""
        with self._work:
            self._writing = False
            if self._waiting or self._closing:
                self._wake()

    @property
    def signing_failure(self) -> str:
        """Why what was committed last could not be signed; empty while all is well."""
        return "" if self._signing is None else self._signing.failure

    @property
    def halted(self) -> Mapping[str, Exception]:
        """The streams that nothing is written to until they are reopened, and why."""
        return dict(self._halted)

    def reopen(self, stream: str) -> Head:
        """Lets a stream be written to again, from its stored head: the only one to go on from."""
        head = self._store.heads().get(stream, beginning(stream))
        self._halted.pop(stream, None)
        return head

    def close(self) -> None:
        """Writes everything submitted, and signs the result. What cannot be signed is raised here."""
        with self._work:
            self._closing = True
            self._work.notify_all()
            self._room.notify_all()
        if self.has_thread:
            self._thread.join()
        while self._waiting:
            self.write_waiting()
        if self._signing is not None:
            self._signing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write_waiting(self) -> None:
        """Write everything that waits and fits into one commit, now: what `later` is asked to do."""
        with self._work:
            self._asked, self._writing = False, True
            group = self._taken()
        self._write(group)

    def _wake(self) -> None:
        if self._later is None:
            self._work.notify()
        elif not self._asked and not self._closing:  # Whoever closes the writer writes the rest.
            self._asked = True
            self._later(self.write_waiting)

    def _run(self) -> None:
        while (group := self._next()) is not None:
            self._write(group)

    def _write(self, group: Sequence[Submission]) -> None:
        self._commit([each for each in group if each[1].set_running_or_notify_cancel()])
        self._took *= FADES
        # In the order of their submissions, each once.
        for bell in dict.fromkeys(bell for _, _, bell in group if bell):
            bell()
        if self._signing is not None:
            self._signing.sign_if_due()
        self._finish()

    def _next(self) -> list[Submission] | None:
        """All that waits, as far as it goes into one commit; None at the end."""
        with self._work:
            while self._writing or not self._waiting:
                if self._closing and not self._writing and not self._waiting:
                    return None
                self._work.wait()
            self._writing = True
            return self._taken()

    def _taken(self) -> list[Submission]:
        group = [self._waiting.popleft() for _ in range(min(len(self._waiting), self._most_together))]
        self._room.notify(len(group))
        return group

    def _commit(self, group: Sequence[Submission]) -> None:
        fit = [(batch, answer) for batch, answer, _ in group if not self._refused(batch, answer)]
        if not fit:
            return
        try:
            position = self._store.append(*(batch for batch, _ in fit))
        except Exception as error:  # noqa: BLE001  whatever it was, each batch is tried alone and hears of its own
            LOG.warning("a commit of %d batches failed, each is tried alone: %s", len(fit), error)
            for batch, answer in fit:
                self._commit_alone(batch, answer)
            return
        position -= sum(len(batch.envelopes) for batch, _ in fit)
        for batch, answer in fit:
            position += len(batch.envelopes)
            self._acknowledge(batch, answer, position)

    def _commit_alone(self, batch: Batch, answer: Answer) -> None:
        if self._refused(batch, answer):
            return
        try:
            position = self._store.append(batch)
        except Exception as error:  # noqa: BLE001  it is told to the one who submitted the batch
            stored = self._stored_after_all(batch, error)
            if stored is not None:
                self._acknowledge(batch, answer, stored)
                return
            # A command that came twice is answered; any other conflict means that the stream's owner may be wrong about
            # its state.
            if not isinstance(error, CommandRepeated):
                self._halted.update(dict.fromkeys(batch.heads, error))
            answer.set_exception(error)
        else:
            self._acknowledge(batch, answer, position)

    def _stored_after_all(self, batch: Batch, error: Exception) -> int | None:
        """The position of a batch whose commit was reported as failed, for example by a lost connection, but had
        succeeded.
        """
        if not isinstance(error, StreamConflict | CommandRepeated):
            return None
        try:
            if not all(holds(self._store, head) for head in batch.heads.values()):
                return None
            last = batch.envelopes[-1]
            return next(self._store.read(last.stream, after=last.sequence - 1)).position
        except StoreError:
            return None

    def _refused(self, batch: Batch, answer: Answer) -> bool:
        for stream in batch.heads if self._halted else ():
            if stream in self._halted:
                answer.set_exception(StreamHalted(stream, self._halted[stream]))
                return True
        return False

    def _acknowledge(self, batch: Batch, answer: Answer, position: int) -> None:
        if self._signing is not None:
            self._signing.note(batch, position)
        answer.set_result(position)
