"""Steps of the machine's clock: what the room's own time was, and what the clock said instead."""

from datetime import datetime
from typing import Any

import msgspec

from pokerroom.log import Codec
from pokerroom.room.streams import Kept, Stream


class ClockStepped(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """From here on recorded times approach `wall` slowly; until they meet they differ from the machine's clock."""

    at: datetime
    wall: datetime
    seconds: float
    """How far the clock moved beyond the time that had passed: forward if positive."""


def noted(_known: None, _event: Any) -> None:
    """A step changes nothing; it is recorded for whoever reads the times."""


CLOCK_STEPS: Stream[None] = Stream(
    name="clock-steps",
    codec=Codec([ClockStepped]),
    first=lambda _: None,
    apply=noted,
    kept=Kept(None, lambda _: None, lambda _: None),
)
