"""Where people find what is at another server, where several serve one room.

A table is at the server that decides there. Dice, keno and the board of the floor are at the one that has the desk.
"""

from collections.abc import Iterable

from pokerroom.live.entrance.identity import Identity
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.console import is_only_at_work


def address_for(actor: TableActor, who: Identity) -> str:
    """Where somebody goes on with a table; empty where they are served here."""
    elsewhere = actor.live.elsewhere
    if elsewhere is None or is_only_at_work(who, actor.live.name, actor.table):
        return ""
    return elsewhere.address(actor.name)


def desk_of(rooms: Iterable[LiveRoom]) -> str:
    """Where the desk is; empty if it is here, or nowhere."""
    found = [live.elsewhere.desk() for live in rooms if live.elsewhere is not None]
    return next(filter(None, found), "")
