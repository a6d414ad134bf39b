"""The dealer's box: the state that the events of its record fold into."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from pokerroom.rules.staff import Official
from pokerroom.table import clearing, decks
from pokerroom.table.box.events import CallAnswered, Event, FloorCalled, RoundAttested, RoundLeftToClear
from pokerroom.table.clearing import Clearing
from pokerroom.table.decks import Decks
from pokerroom.table.decks.apply import set_up
from pokerroom.table.decks.events import TableSetUp


class FloorCall(msgspec.Struct, frozen=True, gc=False):
    """A call for a floorperson that nobody has answered."""

    call: int
    by: Official
    at: datetime
    reason: str


class Box(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    table: str
    decks: Decks | None = None
    """None where a dealer has never dealt."""
    round: int = 0
    """The number of the round that was played last, as far as it is over."""
    clearing: Clearing | None = None
    """What still lies on the table after it."""
    called: int = 0
    """How often the floor was called."""
    calls: tuple[FloorCall, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.decks is not None and self.decks.day is not None


def apply(box: Box, event: Event) -> Box:
    """The box after an event."""
    fold = FOLDS.get(type(event), of_decks)
    return fold(box, event)


def of_decks(box: Box, event: Any) -> Box:
    if isinstance(event, TableSetUp):
        return replace(box, decks=set_up(event))
    assert box.decks is not None, "the record of a box starts with TableSetUp"
    return replace(box, decks=decks.apply(box.decks, event))


def of_clearing(box: Box, event: Any) -> Box:
    assert box.clearing is not None, "nothing is left to clear"
    after = clearing.apply(box.clearing, event)
    return replace(box, clearing=None if after.done else after)


def left_to_clear(box: Box, event: RoundLeftToClear) -> Box:
    lies = Clearing(event.hands, event.pots, rake=event.rake, contribution=event.contribution)
    return replace(box, round=event.round, clearing=None if lies.done else lies)


def attested(box: Box, event: RoundAttested) -> Box:  # noqa: ARG001  what it says of the deck follows
    return replace(box, clearing=None)


def floor_called(box: Box, event: FloorCalled) -> Box:
    call = FloorCall(event.call, event.by, event.at, event.reason)
    return replace(box, called=event.call, calls=(*box.calls, call))


def call_answered(box: Box, event: CallAnswered) -> Box:
    return replace(box, calls=tuple(each for each in box.calls if each.call != event.call))


FOLDS: dict[type[Any], Callable[[Box, Any], Box]] = {
    **dict.fromkeys(get_args(clearing.Event), of_clearing),
    RoundLeftToClear: left_to_clear,
    RoundAttested: attested,
    FloorCalled: floor_called,
    CallAnswered: call_answered,
}
"""What is not of the decks."""
