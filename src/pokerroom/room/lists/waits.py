"""How long somebody who joins a list now may expect to wait: from the room's own evening, or not said at all."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from pokerroom.room.lists.commands import Wanted
from pokerroom.room.lists.state import Lists

LOOKS_BACK = timedelta(hours=3)
"""What happened before says nothing about this evening."""
FEWEST = 3
"""Seatings from which a pace can be told."""
MOST = 12
"""Seatings that are remembered of a game."""

Seatings = Mapping[Wanted, tuple[datetime, ...]]


def with_seating(seatings: Seatings, wanted: Wanted, at: datetime) -> Seatings:
    return {**seatings, wanted: (*seatings.get(wanted, ()), at)[-MOST:]}


def expected(lists: Lists, wanted: Wanted, moment: datetime) -> timedelta | None:
    """At the pace of the last seatings, for whoever joins next; None where there were too few to tell.

    The time since the last seating counts: while nobody gets up, the expected wait grows.
    """
    found = lists.lists.get(wanted)
    recent = [at for at in lists.seatings.get(wanted, ()) if at > moment - LOOKS_BACK]
    if found is None or len(recent) < FEWEST:
        return None
    pace = (moment - recent[0]) / (len(recent) - 1)
    return pace * (len(found.entries) + 1)


def minutes_expected(lists: Lists, wanted: Wanted, moment: datetime) -> int | None:
    """The same in whole minutes, and never too short."""
    wait = expected(lists, wanted, moment)
    return None if wait is None else -(-wait // timedelta(minutes=1))
