"""Which shard of a record a stream belongs to, and which positions a shard counts.

A shard is what one process at a time writes: the desk, or a share of the tables. A record has one shard unless it was
divided for several processes. Shard `s` of `K` counts the positions that leave `s` when divided by `K`, so that no
two shards ever count the same one, and nobody has to ask another before counting on. Where there is one shard, that is
1, 2, 3 and so on.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

DESK = 0
"""Books, lists, register, conduct, accounts: everything that is not a table. Where there is one shard, it is this."""
AT_TABLES = frozenset({"table", "deals", "box"})
"""The kinds of stream that a table has: what happens there, the decks promised for it, and the dealer's box."""
MOST = 1024
"""Shards of one record."""


class Layout(NamedTuple):
    """How positions are counted from some point on."""

    after: int
    shards: int


UNDIVIDED = Layout(0, 1)
"""Of a record that was never divided."""


@lru_cache(maxsize=1 << 16)
def shard_of(stream: str, shards: int) -> int:
    """The same in every process and every version: a table's events are its owner's alone."""
    kind, _, table = stream.partition("/")
    if shards == 1 or kind not in AT_TABLES:
        return DESK
    return 1 + crc32(table.encode()) % (shards - 1)


def shards_of(streams: Iterable[str], shards: int) -> frozenset[int]:
    return frozenset(shard_of(stream, shards) for stream in streams)


def last_up_to(position: int, shard: int, shards: int) -> int:
    """The last position up to this one that a shard counts: the next it counts is beyond it."""
    return position - (position - shard) % shards


def begun(layout: Layout) -> tuple[int, ...]:
    """Where each shard stands before its first event: what it counts next is beyond all that was counted before."""
    return tuple(last_up_to(layout.after, shard, layout.shards) for shard in range(layout.shards))


def divided(after: int, shards: int) -> Layout:
    """So that no shard stands below zero."""
    return Layout(max(after, shards - 1), shards)


def settled_by(ends: Sequence[int]) -> int:
    """Up to where nothing more will be counted, given where each shard stands."""
    return min(ends) + len(ends) - 1


def layout_at(position: int, layouts: Sequence[Layout]) -> Layout:
    """How this position was counted."""
    return next((each for each in reversed(layouts) if each.after < position), UNDIVIDED)


def leaves_gap(before: int, position: int, layouts: Sequence[Layout]) -> bool:
    """Whether something that was counted between two positions is not there. Several shards leave some out."""
    if position == before + 1:
        return False
    layout = layout_at(position, layouts)
    return layout.shards == 1 and position != max(before, layout.after) + 1
