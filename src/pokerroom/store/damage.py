"""What is wrong with a database itself, whatever the hashes of its events say: its pages and indexes, the end of the
log, and which event leads its command.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Executable, and_, func, not_, or_, select, text

from pokerroom.room.ports import StoreFailed
from pokerroom.store.schema import event, log_end

Fetch = Callable[[Executable], Sequence[Any]]

PAGES = text("PRAGMA integrity_check(5)")
ENDS = select(log_end.c.position)
LAST = select(func.max(event.c.position))


def leading_wrongly() -> Executable:
    """Events that do not say truly whether they are the first of their command: no hash covers that."""
    before = func.lag(event.c.cause).over(partition_by=event.c.stream, order_by=event.c.sequence).label("before")
    read = select(event.c.stream, event.c.sequence, event.c.cause, event.c.leads, event.c.asked, before).subquery()
    first = or_(read.c.before.is_(None), read.c.before != read.c.cause)
    wrong = or_(and_(first, not_(read.c.leads)), and_(not_(first), read.c.leads))
    beside = and_(not_(read.c.leads), read.c.asked.is_not(None))
    return select(read.c.stream, read.c.sequence).where(or_(wrong, beside)).order_by(*read.c[:2]).limit(5)


LEADING_WRONGLY = leading_wrongly()


def damage_in(fetch: Fetch, *, is_sqlite: bool, thorough: bool) -> Iterator[str]:
    """Sentences, the gravest first. A thorough look reads the whole database."""
    try:
        if thorough and is_sqlite:
            yield from (f"the file is damaged: {found}" for found in pages_wrong(fetch(PAGES)))
        yield from end_of_log(fetch)
        if thorough:
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
    ends, last = [row[0] for row in fetch(ENDS)], fetch(LAST)[0][0] or 0
    if len(ends) != 1:
        yield f"the table log_end has {len(ends)} rows instead of one"
    elif ends[0] != last or type(ends[0]) is not int:
        yield f"log_end says that the log ends at position {ends[0]!r}, and its last event is at {last}"
