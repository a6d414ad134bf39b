"""The writer for an event loop: what the loop submits in one turn goes over together, and it is woken once for all
that became durable together.
"""

import asyncio
from collections import deque

from pokerroom.room.ports import Batch, StoreBusy, StoreError
from pokerroom.store.writer import Submission, Writer

Told = tuple[asyncio.Future[int], int | Exception]


class LoopAnswer:
    """Told by the writer's thread; the loop hears of it when the bell is rung."""

    __slots__ = ("_future", "_told")

    def __init__(self, future: asyncio.Future[int], told: deque[Told]) -> None:
        self._future, self._told = future, told

    def set_running_or_notify_cancel(self) -> bool:
        return not self._future.cancelled()

    def set_result(self, result: int) -> None:
        self._told.append((self._future, result))

    def set_exception(self, exception: Exception) -> None:
        self._told.append((self._future, exception))


class LoopWriter:
    """Made in the loop that waits. A wake-up for each batch would cost more than the batch."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._told: deque[Told] = deque()
        self._gathered: list[Submission] = []

    async def append(self, batch: Batch) -> int:
        """The position of its last event, once it is durable. A loop does not wait for a full queue: `StoreBusy`."""
        future: asyncio.Future[int] = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append((batch, LoopAnswer(future, self._told), self._ring))
        return await future

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
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
        try:
            self._loop.call_soon_threadsafe(self._deliver)
        except RuntimeError:
            # The loop is closed: nobody is left there to be told.
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
