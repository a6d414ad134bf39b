"""What an order would lead to, told before it is given: the same sentences with the same paragraphs, and nothing done.

A dealer sees what an irregularity will do before confirming it. What is foretold is decided by the room itself on what
is durable at that moment, so it says what the order would say, refusals included.
"""

from collections.abc import Iterator

from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.staff.orders import Submission
from pokerroom.live.tables.recent import next_entry
from pokerroom.live.tables.telling import Entry, told
from pokerroom.room.room import Change
from pokerroom.room.tables import TABLES
from pokerroom.wire import messages as wire


def foretold(submission: Submission) -> tuple[wire.Told, ...] | Refusal:
    """Every event that has a sentence or a paragraph of its own, as everybody would be told of it."""
    live, counter = submission.live, submission.order.declaration.counter
    actor = submission.house.actors.get(submission.order.table)
    if not counter.foretells or actor is None or actor.live is not live:
        return Refusal(Code.NOT_FORETOLD, facts={"order": submission.order.kind.__name__})
    why = counter.unfit(live, submission.order)
    changes = live.room.would(submission.now) if why is None else why
    if isinstance(changes, Refusal):
        return changes
    last = actor.recent.kept[-1] if actor.recent.kept else None
    entries = entries_of(changes, last)
    return tuple(line for line in (told(each, None, live.name_of) for each in entries) if line.says is not None)


def entries_of(changes: list[Change], last: Entry | None) -> Iterator[Entry]:
    for change in changes:
        if change.stream is TABLES:
            for event in change.events:
                last = next_entry(last, 0, 0.0, event)
                yield last
