"""What the events of one stream mean for another: pure functions from events to commands, which the audit reads too.

A process names what it owes by the event it follows from. So a room that stopped in between goes on where the target
ends, nothing is done twice, and whoever audits the record works out the same again.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pokerroom.room.streams import Stream


class Recorded(NamedTuple):
    """Events of one stream, with the states before and after them."""

    table: str
    first: int
    """The number of the first of them in its stream."""
    at: datetime
    before: Any
    events: Sequence[Any]
    after: Any


class Process(NamedTuple):
    name: str
    """How the ids of its commits begin."""
    by: str
    """Who signs for what follows of itself."""
    source: Stream[Any]
    target: Stream[Any]
    kinds: tuple[type[Any], ...]
    """What it owes the target: each has an id and a time."""
    idle: frozenset[type[Any]]
    """Events of the source that lead to nothing; most do not."""
    due: Callable[[Recorded, Any], Iterable[Any]]
    """What events of the source lead to and the target, as it is, does not hold yet."""
    is_done: Callable[[Any, Any], bool]
    """Whether the target holds something that was due."""
    commands: Callable[[Sequence[Any]], list[Any]]
    """What is asked of the target for it."""
    is_open: Callable[[Any], bool]
    """Whether the target takes anything now."""
    at_once: Callable[[Sequence[Any]], bool]
    """Whether events stand only together with what they lead to, in one commit."""
    divides: Callable[[Any], bool]
    """Whether a command to the target falls between what happened at the source before it and after it."""
