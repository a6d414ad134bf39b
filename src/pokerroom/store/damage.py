"""What is wrong with a database itself, whatever the hashes of its events say: its pages and indexes, the end of the
log, under which lease each event was committed, and which event leads its command.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy import Executable, and_, bindparam, func, not_, or_, select, text

from pokerroom.room.ports import StoreFailed
from pokerroom.room.shards import Layout, last_up_to
from pokerroom.store.counting import ENDS, LAST, LAYOUTS, layouts_from
from pokerroom.store.schema import event, lease, shard

Fetch = Callable[..., Sequence[Any]]

PAGES = text("PRAGMA integrity_check(5)")
LEASES = select(lease.c.shard, lease.c.epoch, lease.c.after).order_by(lease.c.shard, lease.c.epoch)
COUNTED = select(func.sum(shard.c.events)).scalar_subquery()
AT_HAND = select(func.count(event.c.position)).where(event.c.position > bindparam("after"))
COUNTS = select(COUNTED, AT_HAND.scalar_subquery())


def leading_wrongly() -> Executable:
    """Events that do not say truly whether they are the first of their command: no hash covers that."""
    before = func.lag(event.c.cause).over(partition_by=event.c.stream, order_by=event.c.sequence).label("before")
    read = select(event.c.stream, event.c.sequence, event.c.cause, event.c.leads, event.c.asked, before).subquery()
    first = or_(read.c.before.is_(None), read.c.before != read.c.cause)
    # The first that is at hand of a stream whose beginning lies in a file has one before it there.
    known = or_(read.c.before.is_not(None), read.c.sequence == 1)
    wrong = or_(and_(first, not_(read.c.leads)), and_(not_(first), read.c.leads))
    beside = and_(not_(read.c.leads), read.c.asked.is_not(None))
    return select(read.c.stream, read.c.sequence).where(or_(and_(known, wrong), beside)).order_by(*read.c[:2]).limit(5)


LEADING_WRONGLY = leading_wrongly()


class InFiles(NamedTuple):
    """What of a record lies in files: up to which position, and how many events."""

    up_to: int = 0
    events: int = 0


def damage_in(fetch: Fetch, *, is_sqlite: bool, thorough: bool, files: InFiles) -> Iterator[str]:
    """Sentences, the gravest first. A thorough look reads the whole database."""
    try:
        if thorough and is_sqlite:
            yield from (f"the file is damaged: {found}" for found in pages_wrong(fetch(PAGES)))
        yield from end_of_log(fetch)
        if thorough:
            yield from committed_wrongly(fetch, files)
            for stream, sequence in fetch(LEADING_WRONGLY):
                yield f"event {sequence} of {stream!r} does not say truly whether it is the first of its command"
    except StoreFailed as error:
        yield str(error)


def pages_wrong(answer: Sequence[Any]) -> Iterator[str]:
    """What SQLite finds, a line each; where all is well it says ok, and before faults of pages which database it is."""
    lines = [line for (told,) in answer for line in str(told).splitlines()]
    return (line for line in lines if line != "ok" and not line.startswith("***"))


def end_of_log(fetch: Fetch) -> Iterator[str]:
    """Where the next event goes. Another place would leave a gap, or be taken."""
    # The last event first: others may commit meanwhile, and a shard says that it ends where all of it can be read.
    layout, last, ends = layouts_from(fetch(LAYOUTS))[-1], fetch(LAST)[0][0] or 0, fetch(ENDS)
    if [row.shard for row in ends] != list(range(layout.shards)):
        yield f"the table shard has {len(ends)} rows instead of {layout.shards}"
        return
    for row in ends:
        if type(row.position) is not int or row.position != last_up_to(row.position, row.shard, layout.shards):
            yield f"shard {row.shard} says that it ends at position {row.position!r}, which it does not count"
            return
    end = max(row.position for row in ends)
    if end < last or (layout.shards == 1 and end != max(last, layout.after)):
        yield f"the shards say that the log ends at position {end}, and its last event is at {last}"


def committed_wrongly(fetch: Fetch, files: InFiles) -> Iterator[str]:
    """What the record shows of two who wrote in one shard: events of a lease that another had followed already."""
    layouts = layouts_from(fetch(LAYOUTS))
    until = [*(each.after for each in layouts[1:]), None]
    # Events first: whoever commits meanwhile has taken its lease before.
    committed = [each for layout, end in zip(layouts, until, strict=True) for each in fetch(under_leases(layout, end))]
    leases = fetch(LEASES)
    if not all(type(each) is int for row in leases for each in row):
        yield "what the table lease holds is not who held a shard from which position on"
        return
    begins, ends = spans_of(leases)
    for epoch, of, first, last in committed:
        held = f"lease {epoch} of shard {of}"
        if (of, epoch) not in begins:
            yield f"the event at position {first} was committed under {held}, which nobody took"
        elif first <= begins[of, epoch]:
            yield f"the event at position {first} was committed under {held}, which was taken after it"
        elif last > ends.get((of, epoch), last):
            yield f"the event at position {last} was committed under {held}, after another was taken"
    if any(layout.shards > 1 for layout in layouts):
        counted, at_hand = fetch(COUNTS, after=files.up_to)[0]
        if counted != at_hand + files.events:
            yield f"the shards have counted {counted} events, and {at_hand + files.events} are there"


def spans_of(leases: Sequence[Any]) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]]:
    """After which position each lease of a shard was taken, and after which the next one of that shard."""
    begins = {(row.shard, row.epoch): row.after for row in leases}
    following = {(row.shard, row.epoch): after.after for row, after in pairwise(leases) if row.shard == after.shard}
    return begins, following


def under_leases(layout: Layout, until: int | None) -> Executable:
    """The first and the last event of each lease of each shard, while so many shards counted."""
    of = (event.c.position % layout.shards).label("of")
    there = event.c.epoch.is_not(None) & (event.c.position > layout.after)
    if until is not None:
        there &= event.c.position <= until
    spans = select(event.c.epoch, of, func.min(event.c.position), func.max(event.c.position))
    return spans.where(there).group_by(event.c.epoch, of).order_by(func.min(event.c.position))
