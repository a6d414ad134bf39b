"""Orders to the waiting lists: closed to players who may not enter the game."""

from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.orders.entrances import ENTRANCES, REMOVALS, entrance_refusal, removal_refusal
from pokerroom.room.orders.plain import asked_of
from pokerroom.room.room import Change, Room
from pokerroom.rules.refusal import Refusal

ask = asked_of(LISTS)


def on_the_lists(room: Room, order: OnLists) -> list[Change] | Refusal:
    command, refusal = order.command, None
    if isinstance(command, REMOVALS):
        refusal = removal_refusal(room, command)
    elif isinstance(command, ENTRANCES):
        refusal = entrance_refusal(room, command)
    return refusal or ask(room, order)
