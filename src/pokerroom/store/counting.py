"""How a commit gets its positions, and how far readers may read: the statements on the rows of the shards.

Positions of different shards become visible out of their order. What stands in the row of a shard is never counted
again, and the row is raised in the transaction that stores the events: so everything up to the lowest of the rows is
there, whoever looks. A shard that stands still would hold readers back, and is carried along by `settling`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, cast, func, select

from pokerroom.room.ports import Batch, StoreFailed, shard_for
from pokerroom.room.shards import UNDIVIDED, Layout, last_up_to
from pokerroom.store.schema import event, layout, shard

LARGER = {"sqlite": "max", "postgresql": "greatest"}

SHARDS = select(func.count()).select_from(shard)
LAYOUTS = select(layout).order_by(layout.c.after)
ENDS = select(shard.c.shard, shard.c.position).order_by(shard.c.shard)
LAST = select(func.max(event.c.position))


def settled() -> ColumnElement[int]:
    """The position up to which the order is settled, whatever is committed later."""
    return select(cast(func.min(shard.c.position) + func.count() - 1, Integer)).scalar_subquery()


def layouts_from(rows: Sequence[Any]) -> list[Layout]:
    if not all(type(each) is int for row in rows for each in row):
        raise StoreFailed("what the table layout holds is not how positions were counted")
    return [Layout(*row) for row in rows] or [UNDIVIDED]


@cache
def counting(dialect: str) -> str:
    """Counts, and finds no row once another process has taken the lease. Values are marked as SQLite does."""
    return (
        f"UPDATE shard SET position = {LARGER[dialect]}(position, ?) + ?, events = events + ? "  # noqa: S608
        "WHERE shard = ? AND epoch = ? RETURNING position"
    )


def settling(dialect: str) -> str:
    """Carries along the shards that stand still, beyond all that is counted so far. Whoever commits is not waited for.

    Once it is seen it must be durable: a shard that fell back would count what readers have passed.
    """
    return {"sqlite": SETTLE_SQLITE, "postgresql": SETTLE_POSTGRESQL}[dialect]


SETTLE_SQLITE = """
    UPDATE shard SET position = (SELECT max(position) FROM shard)
        - ((SELECT max(position) FROM shard) - shard) % (SELECT count(*) FROM shard)
    WHERE position + (SELECT count(*) FROM shard) <= (SELECT max(position) FROM shard)
"""
SETTLE_POSTGRESQL = """
    WITH so_far AS (SELECT max(position) AS position, count(*) AS shards FROM shard), behind AS (
        SELECT shard.shard FROM shard, so_far WHERE shard.position + so_far.shards <= so_far.position
        ORDER BY shard.shard FOR NO KEY UPDATE OF shard SKIP LOCKED
    )
    UPDATE shard SET position = greatest(
        shard.position, so_far.position - mod(so_far.position - shard.shard, so_far.shards)
    ) FROM so_far, behind WHERE shard.shard = behind.shard
"""


class Share(NamedTuple):
    """What a commit stores in one shard."""

    shard: int
    events: int


class Numbering:
    """The batches of one commit, shard by shard."""

    def __init__(self, batches: Sequence[Batch], shards: int) -> None:
        self.batches, self._step = batches, shards
        if shards == 1:
            self._of: Sequence[int] = (0,) * len(batches)
            self.shares: Sequence[Share] = (Share(0, sum(len(batch.envelopes) for batch in batches)),)
            return
        self._of = [shard_for(batch, shards) for batch in batches]
        counts: dict[int, int] = {}
        for batch, of in zip(batches, self._of, strict=True):
            counts[of] = counts.get(of, 0) + len(batch.envelopes)
        # Rows are locked in the order of shards, by everybody: nobody waits in a circle.
        self.shares = [Share(of, counts[of]) for of in sorted(counts)]

    def values(self, share: Share, seen: int, epoch: int) -> tuple[int, ...]:
        """Of the statement that counts. What we count stands after all that we have seen."""
        after = 0 if self._step == 1 else last_up_to(seen, share.shard, self._step)
        return after, share.events * self._step, share.events, share.shard, epoch

    def placed(self, lasts: Mapping[int, int]) -> tuple[tuple[int, ...], Mapping[int, list[object]]]:
        """The position of the last event of each batch, and for each shard the values of its rows, row after row.

        `lasts` are the last positions that were counted. The writer's busiest loop.
        """
        step, ends = self._step, list[int]()
        values: dict[int, list[object]] = {share.shard: [] for share in self.shares}
        positions = {share.shard: lasts[share.shard] - share.events * step for share in self.shares}
        for batch, of in zip(self.batches, self._of, strict=True):
            position, row = positions[of], values[of]
            for record in batch.records:
                position += step
                row.append(position)
                row += record
            positions[of] = position
            ends.append(position)
        return tuple(ends), values
