"""Who may enter the game: every entrance is closed to barred players and those required to leave, 14.16(b)."""

from typing import Any

from pokerroom.room.books.commands import HoldMoney
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.room import Room
from pokerroom.room.tables import TABLES
from pokerroom.table import conduct, refusals as of_table
from pokerroom.table.seating import commands as at_table

ENTRANCES = (
    at_table.TakeSeat,
    at_table.TopUp,
    at_table.SitIn,
    at_table.Return,
    on_lists.Join,
    on_lists.RequestChange,
    on_lists.CallPlayer,
    on_lists.Accept,
    on_lists.LockSeat,
    on_lists.TakeSeat,
)
"""Commands by which a player enters the game or stays: not for a player required to leave, 14.16(b)."""

REMOVALS = (at_table.RemovePlayer, on_lists.Remove)
"""Commands by which a player is removed."""


def entrance_refusal(room: Room, command: Any) -> Refusal | None:
    """Why a player cannot enter the game: barred, or required to leave and not reinstated."""
    refusal = barred_refusal(room, command.player) if isinstance(command, at_table.TakeSeat) else None
    return refusal or conduct.seat_refusal(room.state(CONDUCT), command.player)


def hold_refusal(room: Room, command: HoldMoney) -> Refusal | None:
    """Why nothing is set aside for a player at a table: for a seat, or for more at the one they have."""
    seated = room.state(TABLES, command.table).seat_of(command.player) is not None
    refusal = None if seated else barred_refusal(room, command.player)
    return refusal or conduct.seat_refusal(room.state(CONDUCT), command.player)


def barred_refusal(room: Room, player: str) -> Refusal | None:
    barred = room.state(LISTS).barred.get(player)
    return None if barred is None else Refusal(Code.BARRED, barred.rule, {"player": player, "reason": barred.reason})


def removal_refusal(room: Room, command: Any) -> Refusal | None:
    """A player is removed from a table or a list only by the order that has the Division notified, 14.16(b)."""
    if room.state(CONDUCT).removal(command.player) is not None:
        return None
    facts = {"player": command.player}
    return of_table.Refusal(of_table.Code.NOT_REQUIRED_TO_LEAVE, conduct.REQUIRED, facts)
