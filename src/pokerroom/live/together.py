"""What a room decides before anybody is in it: recorded together, in one commit."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pokerroom.live.room import LiveRoom
from pokerroom.log import Head
from pokerroom.room.ports import Batch
from pokerroom.store import LoopWriter, Promised, Writer


class Together(LoopWriter):
    """Collects what is to be recorded until `write`: then all of it is durable, or nothing."""

    def __init__(self, writer: Writer) -> None:
        super().__init__(writer)
        self._kept: list[Batch] = []

    def submit(self, batch: Batch) -> Promised:
        self._kept.append(batch)
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        taken.set_result(0)
        return Promised(taken, self)

    async def write(self) -> None:
        kept, self._kept = self._kept, []
        if kept:
            await self.append(one_of(kept))


def one_of(batches: list[Batch]) -> Batch:
    before: dict[str, Head] = {}
    for batch in batches:
        before = {**batch.after, **before}
    return Batch(
        tuple(envelope for batch in batches for envelope in batch.envelopes),
        tuple(row for batch in batches for row in batch.rows),
        after=before,
    )


@asynccontextmanager
async def recorded_together(live: LiveRoom) -> AsyncIterator[None]:
    """Every order given inside the block takes effect at once, and is durable when the block ends.

    Only for a room that has told nobody anything yet: if it cannot be recorded, the room must not be used.
    """
    usual, together = live.room.recorder, Together(live.writer)
    live.room.recorder = together
    try:
        yield
        await together.write()
    finally:
        live.room.recorder = usual
