"""The stream of conduct: warnings, and who was required to leave."""

from functools import reduce
from typing import Any

from pokerroom.log import Codec
from pokerroom.room.streams import Stream, kinds_of
from pokerroom.table import conduct
from pokerroom.table.conduct import Command, Conduct, Event


def perform(state: Conduct, command: Command) -> Any:
    events = conduct.decide(state, command)
    return (reduce(conduct.apply, events, state), events) if isinstance(events, tuple) else events


CONDUCT: Stream[Conduct] = Stream(
    name="conduct", codec=Codec(kinds_of(Event)), first=lambda _: Conduct(), perform=perform, apply=conduct.apply
)
