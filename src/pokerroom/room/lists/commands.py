"""What is asked of the lists.

Time comes with the commands: each first records what had expired by then, and `Expire` does nothing more.
"""

from datetime import datetime

import msgspec

from pokerroom.room.lists.rules import ListRules
from pokerroom.rules.citation import Citation
from pokerroom.rules.staff import Official

By = Official | str
"""A member of staff, or the player concerned, by their id."""


class Wanted(msgspec.Struct, frozen=True, gc=False, order=True):
    """A game and its limits as announced: what people wait for."""

    game: str
    limits: str

    def __str__(self) -> str:
        return f"{self.game} {self.limits}"


class Asked(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    at: datetime
    by: By


class SetRules(Asked, frozen=True, tag=True, kw_only=True):
    rules: ListRules


class OpenInterest(Asked, frozen=True, tag=True, kw_only=True):
    """Open a list for a game that is not running yet."""

    wanted: Wanted


class OpenList(Asked, frozen=True, tag=True, kw_only=True):
    """Open a waiting list; those on the interest list keep their order."""

    wanted: Wanted


class CloseList(Asked, frozen=True, tag=True, kw_only=True):
    wanted: Wanted


class AddTable(Asked, frozen=True, tag=True, kw_only=True):
    """A table opens, and so does its list. A table that feeds another is a must-move table."""

    table: str
    wanted: Wanted
    seats: int
    feeds: str | None = None


class RemoveTable(Asked, frozen=True, tag=True, kw_only=True):
    table: str


class RelistTable(Asked, frozen=True, tag=True, kw_only=True):
    """Another game or other limits are posted at a table; whoever sits there keeps the seat."""

    table: str
    wanted: Wanted
    seats: int


class Join(Asked, frozen=True, tag=True, kw_only=True):
    player: str
    name: str
    """The name to call out."""
    phone: str = ""
    wanted: Wanted


class LeaveList(Asked, frozen=True, tag=True, kw_only=True):
    player: str
    wanted: Wanted


class RequestChange(Asked, frozen=True, tag=True, kw_only=True):
    """Ask for a seat at another table of the same game and limits: `to`, or any."""

    player: str
    to: str | None = None


class CancelChange(Asked, frozen=True, tag=True, kw_only=True):
    player: str


class CallNext(Asked, frozen=True, tag=True, kw_only=True):
    """Offer a vacant seat to whoever is next, including those who let it go before."""

    table: str
    seat: int | None = None
    """The first that is vacant, if none is named."""


class CallPlayer(Asked, frozen=True, tag=True, kw_only=True):
    """Offer a vacant seat to one of those who may be called to it; `reason` says why before others, if it is."""

    player: str
    table: str
    seat: int
    reason: str = ""


class SetMustMove(Asked, frozen=True, tag=True, kw_only=True):
    """Have the players of a table move to the main game `feeds` in their order; None where they need not any more."""

    table: str
    feeds: str | None = None


class Accept(Asked, frozen=True, tag=True, kw_only=True):
    """Accept the offered seat. It is named, so that nobody accepts a later offer by mistake."""

    player: str
    table: str
    seat: int


class Decline(Asked, frozen=True, tag=True, kw_only=True):
    player: str
    table: str
    seat: int


class NoteNoShow(Asked, frozen=True, tag=True, kw_only=True):
    """The player was called, and did not come."""

    player: str
    table: str
    seat: int


class LockSeat(Asked, frozen=True, tag=True, kw_only=True):
    """Hold a seat for somebody, whoever is next."""

    player: str
    table: str
    seat: int
    until: datetime
    reason: str


class ReleaseSeat(Asked, frozen=True, tag=True, kw_only=True):
    """End a lock-up before its time."""

    table: str
    seat: int


class TakeSeat(Asked, frozen=True, tag=True, kw_only=True):
    """Sit down: where a seat is held for the player, or at one that nobody else is next for."""

    player: str
    table: str
    seat: int


class LeaveSeat(Asked, frozen=True, tag=True, kw_only=True):
    player: str
    table: str


class Bar(Asked, frozen=True, tag=True, kw_only=True):
    """Keep a player from lists and seats; `rule` is the paragraph that requires it, if any."""

    player: str
    reason: str
    rule: Citation | None = None


class Reinstate(Asked, frozen=True, tag=True, kw_only=True):
    player: str


class Remove(Asked, frozen=True, tag=True, kw_only=True):
    """Take a player required to leave the game off every list; no seat is held for them, and they change no table."""

    player: str


class Expire(Asked, frozen=True, tag=True, kw_only=True):
    """Record what has expired; `by` is whoever looked at the clock."""


Command = (
    SetRules
    | OpenInterest
    | OpenList
    | CloseList
    | AddTable
    | RemoveTable
    | RelistTable
    | SetMustMove
    | Join
    | LeaveList
    | RequestChange
    | CancelChange
    | CallNext
    | CallPlayer
    | Accept
    | Decline
    | NoteNoShow
    | LockSeat
    | ReleaseSeat
    | TakeSeat
    | LeaveSeat
    | Bar
    | Reinstate
    | Remove
    | Expire
)


class OnLists(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One of these, as an order to the room."""

    command: Command
