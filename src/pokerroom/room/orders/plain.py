"""Orders that concern only their own stream."""

from typing import Any

from pokerroom.room.room import Change, Handler, Room
from pokerroom.room.streams import Stream
from pokerroom.rules.refusal import Refusal


def asked_of(stream: Stream[Any]) -> Handler:
    """A handler for an order that is decided by its stream, and changes nothing else."""

    def ask(room: Room, order: Any) -> list[Change] | Refusal:
        change = room.ask(stream, order.command)
        return [change] if isinstance(change, Change) else change

    return ask
