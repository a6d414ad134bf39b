"""What is asked of a table through the room."""

from datetime import datetime

import msgspec

from pokerroom.rules.staff import Official
from pokerroom.table.seating import commands as at_table


class AtTable(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Something asked of a table; `subject` names the filed settings it opens or changes to."""

    table: str
    command: at_table.Command
    subject: str = ""


class DealRound(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Deal the next round from a deck that the room shuffles, commits to and cuts."""

    table: str
    by: Official
    at: datetime


class DealDrawForButton(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Deal one card to each player for the first button, from a shuffled deck."""

    table: str
    by: Official
    at: datetime


class ShuffleAgain(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Reshuffle what a short deck can take back, where the room deals."""

    table: str
    by: Official
    at: datetime
