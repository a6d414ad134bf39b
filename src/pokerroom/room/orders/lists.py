"""Orders to the waiting lists: closed to whoever may not come into the game."""

from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.orders.entrances import entrance_refusal, removal_refusal
from pokerroom.room.orders.plain import asked_of
from pokerroom.room.room import Change, Refused, Room

ask = asked_of(LISTS)


def on_the_lists(room: Room, order: OnLists) -> list[Change] | Refused:
    return removal_refusal(room, order.command) or entrance_refusal(room, order.command) or ask(room, order)
