"""The writer for an event loop: submissions of one turn of the loop are passed on together, and the loop is woken once
for everything that became durable together.
"""

import asyncio
from collections import deque
from threading import Event

from pokerroom.room.ports import Batch, StoreAway, StoreBusy, StoreError
from pokerroom.store.writer import Submission, Writer

PATIENCE = 1.0
"""Seconds between two checks for an outcome."""

Told = tuple[asyncio.Future[int], int | Exception]


class LoopAnswer:
    """Filled by the writer's thread; the loop is told when the bell rings."""

    __slots__ = ("_future", "_told")

    def __init__(self, future: asyncio.Future[int], told: deque[Told]) -> None:
        self._future, self._told = future, told

    def set_running_or_notify_cancel(self) -> bool:
        return not self._future.cancelled()

    def set_result(self, result: int) -> None:
        self._told.append((self._future, result))

    def set_exception(self, exception: Exception) -> None:
        self._told.append((self._future, exception))


class Outcome(asyncio.Future[int]):
    """A commit cannot be cancelled: a task cancelled while it waits for one is told once there is an outcome."""

    def cancel(self, msg: object = None) -> bool:  # noqa: ARG002
        return False


class Promised:
    """A submission. A task waits until it is settled; asking for the result has it written at once."""

    __slots__ = ("_future", "_writer")

    def __init__(self, future: asyncio.Future[int], writer: "LoopWriter") -> None:
        self._future, self._writer = future, writer

    async def settled(self) -> None:
        """Wait for the outcome, whatever it is. A commit in progress goes on even if nobody waits for it.

        A task that is cancelled meanwhile is told at its next wait: what is durable takes effect first.
        """
        cancelled = False
        try:
            await asyncio.sleep(0)  # A loop that commits by itself has done so by now.
        except asyncio.CancelledError:
            cancelled = True
        while not self._future.done():
            try:
                await self._future
            except asyncio.CancelledError:
                cancelled = True
            except Exception:  # noqa: BLE001, S110  whoever asks for the result is told
                pass
        task = asyncio.current_task()
        if cancelled and task is not None:
            task.uncancel()
            asyncio.get_running_loop().call_soon(task.cancel)

    def result(self) -> int:
        """The position of its last event. Nobody waits here for a fault to pass: the loop would stand still."""
        self._writer.hand_over()
        while not self._future.done():
            self._writer.refuse_to_wait()
            self._writer.wait()
        return self._future.result()


class LoopWriter:
    """Create it in the loop that waits.

    While a commit takes no longer than a few callbacks, the loop makes it itself: waking a thread, and being woken,
    would take as long. A slower disk is left to the writer's thread.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._told: deque[Told] = deque()
        self._rung = Event()
        self._gathered: list[Submission] = []

    async def append(self, batch: Batch) -> int:
        """The position of its last event, once it is durable. A loop does not wait for a full queue: `StoreBusy`."""
        future: asyncio.Future[int] = self._loop.create_future()
        self._gather(batch, future)
        return await future

    def submit(self, batch: Batch) -> Promised:
        future = Outcome(loop=self._loop)
        self._gather(batch, future)
        return Promised(future, self)

    def wait(self) -> None:
        """Block until something has an outcome; the loop stands still meanwhile."""
        if self._writer.has_thread:
            self._rung.wait(PATIENCE)
        else:
            self._writer.write_waiting()
        self._rung.clear()
        self._deliver()

    def refuse_to_wait(self) -> None:
        trouble = self._writer.trouble
        if trouble is not None:
            raise StoreAway(f"nothing can be written: {trouble.reason}", trouble.reason)

    def _gather(self, batch: Batch, future: asyncio.Future[int]) -> None:
        if not self._gathered:
            self._loop.call_soon(self.hand_over)
        self._gathered.append((batch, LoopAnswer(future, self._told), self._ring))

    def hand_over(self) -> None:
        """Pass on everything that was submitted, to be written."""
        gathered, self._gathered = self._gathered, []
        if not gathered:
            return
        if self._writer.write_at_once(gathered):
            self._deliver()
            return
        try:
            taken = self._writer.submit_all(gathered)
        except StoreError as error:
            self._refuse(gathered, error)
        else:
            if taken < len(gathered):
                self._refuse(gathered[taken:], StoreBusy("as many batches wait to be written as may"))

    def _refuse(self, gathered: list[Submission], error: StoreError) -> None:
        for _, answer, _ in gathered:
            answer.set_exception(error)
        self._deliver()

    def _ring(self) -> None:
        self._rung.set()
        try:
            self._loop.call_soon_threadsafe(self._deliver)
        except RuntimeError:
            # The loop is closed: nobody is left to tell.
            self._told.clear()

    def _deliver(self) -> None:
        while self._told:
            future, outcome = self._told.popleft()
            if future.done():
                continue
            if isinstance(outcome, int):
                future.set_result(outcome)
            else:
                future.set_exception(outcome)
