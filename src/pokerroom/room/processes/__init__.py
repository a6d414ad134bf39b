"""What the events of one stream mean for another: pure functions from events to commands, which the audit uses too.

A process names each item it owes after the event it follows from. So a room that stopped in between continues where the
target ends, nothing is done twice, and an audit can work out the same again.
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
    """The prefix of the ids of its commits."""
    by: str
    """Who signs for what follows automatically."""
    source: Stream[Any]
    target: Stream[Any]
    kinds: tuple[type[Any], ...]
    """What it owes to the target: each item has an id and a time."""
    idle: frozenset[type[Any]]
    """Events of the source that lead to nothing; most do."""
    due: Callable[[Recorded, Any], Iterable[Any]]
    """What events of the source lead to and the target does not have yet."""
    is_done: Callable[[Any, Any], bool]
    """Whether the target already has an item that was due."""
    commands: Callable[[Sequence[Any]], list[Any]]
    """The commands to the target for it."""
    is_open: Callable[[Any], bool]
    """Whether the target accepts anything now."""
    at_once: Callable[[Sequence[Any]], bool]
    """Whether events must be in one commit with what they lead to."""
    divides: Callable[[Any], bool]
    """Whether a command to the target falls between what happened at the source before it and after it."""
    from_bank: frozenset[type[Any]] = frozenset()
    """Commands to the source that may take money out of a player's bank: they wait for their turn at the books."""
