"""What a room decides before anybody is in it: recorded together, in one commit.

In a divided record it is a commit for each run of orders of one shard: what follows from an order of another shard
stands after it. After a stop in between the lists follow the tables, holds are settled, and a room that was not yet
founded is founded on (`founding.py`).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby

from pokerroom.live.room import LiveRoom
from pokerroom.log import Head
from pokerroom.room.ports import Batch, shard_for
from pokerroom.store import LoopWriter, Promised, Writer


class Together(LoopWriter):
    """Collects what is to be recorded until `write`: then all of it is durable, or nothing."""

    def __init__(self, writer: Writer, *, shards: int = 1) -> None:
        super().__init__(writer)
        self._shards = shards
        self._kept: list[Batch] = []

    def submit(self, batch: Batch) -> Promised:
        self._kept.append(batch)
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        taken.set_result(0)
        return Promised(taken, self)

    async def write(self) -> None:
        kept, self._kept = self._kept, []
        for _, run in groupby(kept, lambda batch: shard_for(batch, self._shards)):
            await self.append(one_of(list(run)))


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
    usual, together = live.room.recorder, Together(live.writer, shards=live.shards)
    live.room.recorder = together
    try:
        yield
        await together.write()
    finally:
        live.room.recorder = usual
