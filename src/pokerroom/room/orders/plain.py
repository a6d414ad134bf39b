"""Orders that are their aggregate's own affair."""

from typing import Any

from pokerroom.room.room import Change, Handler, Refused, Room
from pokerroom.room.streams import Stream


def asked_of(stream: Stream[Any]) -> Handler:
    """An order that is put before its stream, and changes nothing else."""

    def ask(room: Room, order: Any) -> list[Change] | Refused:
        change = room.ask(stream, order.command)
        return [change] if isinstance(change, Change) else change

    return ask
