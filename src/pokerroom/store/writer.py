"""The one thread that writes: many tables share a commit, and nobody is told of theirs before it is durable.

A fault that passes, such as a connection that ended or a full disk, is waited out: what was taken is tried again in its
order until it is written, and nothing new is taken meanwhile. Only a conflict halts a stream.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import inf
from threading import Condition, Lock, Thread
from time import monotonic, sleep
from typing import Protocol, Self

from pokerroom.log import Head, beginning
from pokerroom.room.ports import (
    Batch,
    CommandRepeated,
    EventStore,
    Fenced,
    ShardsMixed,
    StoreAway,
    StoreBusy,
    StoreError,
    StoreFailed,
    StreamConflict,
    StreamHalted,
    shard_for,
)
from pokerroom.store.audit import holds
from pokerroom.store.faults import DOES_NOT_ANSWER, Trouble
from pokerroom.store.heads import HeadsFile
from pokerroom.store.signing import Signing, now

LOG = logging.getLogger(__name__)


QUICK = 0.002
"""Seconds: the longest commit that a loop makes itself."""
LATEST = 0.1
"""The weight of the latest commit in the running average of how long one takes."""
FADES = 0.98
"""How much of that average remains after each commit of the thread, so that a loop eventually tries again."""

FIRST_WAIT, LONGEST_WAIT, DOUBLED = 0.05, 1.0, 16
"""Seconds until what could not be written is tried again: doubled each time, so many times and up to the longest."""
UNNOTICED = 1
"""How often it may fail before new submissions are refused: a connection that ended is replaced by then."""
LONG = 3.0
"""Seconds that a commit may take before it counts as a fault: a database may be gone, or wait for a replica that is."""
CLOSING = 5.0
"""Seconds that a writer which closes waits for a fault to pass."""


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
        self._seconds, self._clock = seconds, clock
        self._most_waiting, self._most_together = most_waiting, most_together
        self._waiting: deque[Submission] = deque()
        # Two conditions on one lock: submitters and the thread never wake each other needlessly.
        lock = Lock()
        self._work, self._room = Condition(lock), Condition(lock)
        self._closing = False
        self._writing = False
        self._halted: dict[str, Exception] = {}
        self._trouble: Trouble | None = None
        self._began: float | None = None
        """When the commit under way did."""
        self._give_up_at = inf
        self._signing = (
            None
            if heads is None
            else Signing(heads, store, every=heads_every, clock=clock, seconds=seconds, has_thread=later is None)
        )
        self._took = 0.0
        """Seconds of a commit that a loop made, by and large. The thread's own would not do: it waits for the loop."""
        self.lets_loops_write = True
        """Whether a loop may make a quick commit itself: it stands still if that turns out to be a slow one."""
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
            self.refuse_new()
            if len(self._waiting) >= self._most_waiting:
                self._wait_for_room(timeout)
            self._queue([(batch, answer, None)])

    def submit_all(self, submissions: Sequence[Submission]) -> int:
        """Submits without waiting; returns how many of them the queue had room for."""
        with self._work:
            self.refuse_new()
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
        if not self._written_at_once([(batch, answer, None)]):
            return answer.result()
        if not self.has_thread:
            assert self._trouble is not None
            raise away(self._trouble)
        future: Future[int] = Future()
        self._finish([(batch, future, None)])
        return future.result()

    def write_at_once(self, submissions: Sequence[Submission]) -> bool:
        """Write in the caller's own thread, if nobody else is writing and commits are quick; returns whether it did.

        What cannot be written at the moment is left to the writer's thread.
        """
        if not self.lets_loops_write or self._took > QUICK or not self._begin_at_once():
            return False
        began = self._seconds()
        left: Sequence[Submission] = ()
        try:
            left = self._attempt(wanted(submissions))
        finally:
            self._took += LATEST * (self._seconds() - began - self._took)
            self._finish(left)
        return True

    def _written_at_once(self, submissions: Sequence[Submission]) -> Sequence[Submission]:
        """What could not be written."""
        try:
            return self._attempt(submissions)
        finally:
            self._finish()

    def _begin_at_once(self) -> bool:
        with self._work:
            if self._writing or self._waiting or self._closing or self._trouble is not None:
                return False
            self._writing = True
            return True

    def _finish(self, left: Sequence[Submission] = ()) -> None:
        """Whoever wrote lets the next one write: first what is left."""
        with self._work:
            self._writing = False
            self._waiting.extendleft(reversed(left))
            if self._waiting or self._closing:
                self._wake()

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing can be written at the moment; None while all is well."""
        return self._trouble or self._takes_long

    @property
    def _takes_long(self) -> Trouble | None:
        """A commit that does not come to an end: it may yet be stored, and nothing is written until that is known."""
        began = self._began
        took = 0.0 if began is None else self._seconds() - began
        if took <= LONG:
            return None
        return Trouble(DOES_NOT_ANSWER, self._clock() - timedelta(seconds=took), tries=UNNOTICED + 1)

    @property
    def refuses(self) -> bool:
        """Whether nothing new is taken, because what was taken cannot be written."""
        trouble = self.trouble
        return trouble is not None and is_noticed(trouble)

    def refuse_new(self) -> None:
        """Raise why nothing new is taken, where nothing is."""
        trouble = self.trouble
        if trouble is not None and is_noticed(trouble):
            raise away(trouble)

    @property
    def signing_trouble(self) -> Trouble | None:
        """Why what was committed last could not be signed; None while all is well."""
        return None if self._signing is None else self._signing.trouble

    @property
    def halted(self) -> Mapping[str, Exception]:
        """The streams that nothing is written to until they are reopened, and why."""
        return dict(self._halted)

    def reopen(self, stream: str) -> Head:
        """Lets a stream be written to again, from its stored head: the only one to go on from."""
        head = self._store.heads().get(stream, beginning(stream))
        self._halted.pop(stream, None)
        return head

    def hurry(self) -> None:
        """From now on a fault is waited out for a short while only; what then waits is refused."""
        self._give_up_at = min(self._give_up_at, self._seconds() + CLOSING)

    def close(self) -> None:
        """Writes everything submitted, and signs the result. What cannot be signed is raised here."""
        self.hurry()
        with self._work:
            self._closing = True
            self._work.notify_all()
            self._room.notify_all()
        if self.has_thread:
            self._thread.join()
        while self._waiting:
            self.write_waiting()
            if self._trouble is not None:
                self._give_up()
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
        self._finish(self._try(wanted(group)))

    def _wake(self) -> None:
        if self._later is None:
            self._work.notify()
        elif not self._asked and not self._closing:  # Whoever closes the writer writes the rest.
            self._asked = True
            self._later(self.write_waiting)

    def _run(self) -> None:
        while (group := self._next()) is not None:
            left: Sequence[Submission] = wanted(group)
            while left and self._has_waited():
                left = self._try(left)
            if left:
                self._give_up(left)
            self._finish()

    def _has_waited(self) -> bool:
        """Returns when it is time to try again, at once if all is well; whether it is not too late for that."""
        trouble = self._trouble
        if trouble is None or trouble.is_final:
            return True
        sleep(min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(trouble.tries - 1, DOUBLED)))
        return self._seconds() < self._give_up_at

    def _try(self, group: Sequence[Submission]) -> Sequence[Submission]:
        """Write a group and ring for those who have an answer; what is left has to be tried again."""
        left = self._attempt(group)
        self._took *= FADES
        if len(left) < len(group):
            ring(group)
        if self._signing is not None:
            self._signing.sign_if_due()
        return left

    def _give_up(self, left: Sequence[Submission] = ()) -> None:
        """Refuse what could not be written in time, and all that waits behind it."""
        with self._work:
            rest = [*left, *wanted(self._waiting)]
            self._waiting.clear()
            self._room.notify_all()
        LOG.error("%d batches could not be written before the record was closed", len(rest))
        for _, answer, _ in rest:
            answer.set_exception(WriterClosed("it could not be written before the record was closed"))
        ring(rest)

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

    def _attempt(self, group: Sequence[Submission]) -> Sequence[Submission]:
        """Try to commit a group; returns those of it that a fault which passes has left without an answer."""
        fit = [each for each in group if not self._refused(*each[:2])]
        try:
            return self._commit(fit)
        except StoreAway as error:
            self._failed(error)
            return fit
        except Fenced as error:
            return self._fenced(fit, error)
        except Exception as error:  # noqa: BLE001  whatever it was, each batch is tried alone and hears of its own
            LOG.warning("a commit of %d batches failed, each is tried alone: %s", len(fit), error)
            return self._commit_each(fit)

    def _commit(self, fit: Sequence[Submission]) -> Sequence[Submission]:
        positions = self._stored([batch for batch, _, _ in fit]) if fit else ()
        self._is_well()
        for (batch, answer, _), position in zip(fit, positions, strict=True):
            self._acknowledge(batch, answer, position)
        return ()

    def _stored(self, batches: Sequence[Batch]) -> Sequence[int]:
        with self._timed():
            return self._store.append(*batches)

    @contextmanager
    def _timed(self) -> Iterator[None]:
        self._began = self._seconds()
        try:
            yield
        finally:
            self._began = None

    def _commit_each(self, fit: Sequence[Submission]) -> Sequence[Submission]:
        for place, (batch, answer, _) in enumerate(fit):
            try:
                self._commit_alone(batch, answer)
            except StoreAway as error:
                self._failed(error)
                return fit[place:]
            except Fenced as error:
                return self._fenced(fit[place:], error)
        return ()

    def _commit_alone(self, batch: Batch, answer: Answer) -> None:
        if self._refused(batch, answer):
            return
        try:
            (position,) = self._stored([batch])
        except (StoreAway, Fenced):
            raise
        except Exception as error:  # noqa: BLE001  it is told to the one who submitted the batch
            stored = self._stored_after_all(batch, error)
            if isinstance(error, CommandRepeated):
                self._make_durable()  # It is answered as done.
            self._is_well()
            if stored is not None:
                self._acknowledge(batch, answer, stored)
                return
            # A command that came twice is answered, and one that no commit can carry out is refused; any other conflict
            # means that the stream's owner may be wrong about its state.
            if not isinstance(error, CommandRepeated | ShardsMixed):
                self._halted.update(dict.fromkeys(batch.heads, error))
            answer.set_exception(error)
        else:
            self._is_well()
            self._acknowledge(batch, answer, position)

    def _failed(self, error: StoreAway) -> None:
        """Nothing can be written at the moment."""
        known = self._trouble
        if known is None:
            LOG.warning("the record cannot be written, and is tried again: %s", error)
            self._trouble = Trouble(error.reason, self._clock())
        else:
            self._trouble = known._replace(reason=error.reason, tries=known.tries + 1)

    def _is_well(self) -> None:
        if self._trouble is not None and not self._trouble.is_final:
            LOG.warning("the record is written again, after %d failures: %s", self._trouble.tries, self._trouble.reason)
            self._trouble = None

    def _fenced(self, left: Sequence[Submission], error: Fenced) -> Sequence[Submission]:
        """Nothing of the shards that were lost is written any more; the others go on."""
        shards = self._store.shards
        lost = [each for each in left if shards == 1 or shard_for(each[0], shards) in error.shards] or [*left]
        if shards == 1:
            self._trouble = Trouble(str(error), self._clock(), is_final=True)
        else:
            # Who has the shard was asked of the database, which answers again: what is left may be written.
            self._is_well()
        LOG.error("%d batches are not written: %s", len(lost), error)
        self._refuse_lost(lost, error)
        return self._attempt([each for each in left if each not in lost]) if len(lost) < len(left) else ()

    def _refuse_lost(self, lost: Sequence[Submission], error: Fenced) -> None:
        """What an earlier attempt has stored after all is answered as stored."""
        for batch, answer, _ in lost:
            try:
                stored = self._position_of(batch)
            except StoreError:
                stored = None
            if stored is None:
                answer.set_exception(error)
            else:
                self._acknowledge(batch, answer, stored)

    def _stored_after_all(self, batch: Batch, error: Exception) -> int | None:
        """The position of a batch whose commit was reported as failed, for example by a lost connection, but had
        succeeded.
        """
        if not isinstance(error, StreamConflict | CommandRepeated):
            return None
        try:
            return self._position_of(batch)
        except StoreAway:
            raise
        except StoreError:
            return None

    def _position_of(self, batch: Batch) -> int | None:
        if not batch.envelopes or not all(holds(self._store, head) for head in batch.heads.values()):
            return None
        self._make_durable()
        last = batch.envelopes[-1]
        return next(self._store.read(last.stream, after=last.sequence - 1)).position

    def _make_durable(self) -> None:
        """What was found by reading may be acknowledged from now on."""
        with self._timed():
            self._store.make_durable()

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


def is_noticed(trouble: Trouble) -> bool:
    """Whether it is more than a connection that ended and is replaced."""
    return trouble.is_final or trouble.tries > UNNOTICED


def away(trouble: Trouble) -> StoreError:
    if trouble.is_final:
        return Fenced(trouble.reason)
    return StoreAway(f"nothing can be written: {trouble.reason}", trouble.reason)


def wanted(submissions: Iterable[Submission]) -> list[Submission]:
    """Those that somebody still waits for; a future that is being written already cannot be asked again."""
    return [
        each
        for each in submissions
        if (isinstance(each[1], Future) and each[1].running()) or each[1].set_running_or_notify_cancel()
    ]


def ring(submissions: Iterable[Submission]) -> None:
    """In the order of the submissions, each bell once."""
    for bell in dict.fromkeys(bell for _, _, bell in submissions if bell):
        bell()
