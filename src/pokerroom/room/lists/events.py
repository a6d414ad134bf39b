"""What has happened on the lists. An offer names the queue it was made from and everybody it passed over, and why."""

from datetime import datetime
from enum import StrEnum

import msgspec

from pokerroom.room.lists.commands import By, Wanted
from pokerroom.room.lists.rules import Fate, ListRules, Queue
from pokerroom.rules.citation import Citation


class PassedFor(StrEnum):
    """Why somebody ahead in the order was not called to a seat."""

    HOLDS_ANOTHER = "another seat is held for him"
    LET_IT_GO = "he let this seat go"
    CALLED_LATER = "another was called first, for a reason"


class Passed(msgspec.Struct, frozen=True, gc=False):
    player: str
    queue: Queue
    why: PassedFor


class How(StrEnum):
    """How a seat was let go."""

    DECLINED = "declined"
    EXPIRED = "expired"
    NO_SHOW = "did not come"


class Happened(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    at: datetime
    by: By


class RulesSet(Happened, frozen=True, tag=True, kw_only=True):
    rules: ListRules


class InterestOpened(Happened, frozen=True, tag=True, kw_only=True):
    wanted: Wanted


class ListOpened(Happened, frozen=True, tag=True, kw_only=True):
    wanted: Wanted
    interested: tuple[str, ...]
    """Who was on the interest list, in the order in which they now wait."""


class ListClosed(Happened, frozen=True, tag=True, kw_only=True):
    wanted: Wanted
    waiting: tuple[str, ...]


class TableAdded(Happened, frozen=True, tag=True, kw_only=True):
    table: str
    wanted: Wanted
    seats: int
    feeds: str | None


class MustMoveSet(Happened, frozen=True, tag=True, kw_only=True):
    """From now on the table feeds this one, or none."""

    table: str
    feeds: str | None


class TableRelisted(Happened, frozen=True, tag=True, kw_only=True):
    """Other limits or another game. Whoever sits there keeps the seat; no seat there is held, and nobody must move."""

    table: str
    wanted: Wanted
    seats: int


class TableRemoved(Happened, frozen=True, tag=True, kw_only=True):
    table: str


class PlayerJoined(Happened, frozen=True, tag=True, kw_only=True):
    player: str
    name: str
    phone: str
    wanted: Wanted


class PlayerLeftList(Happened, frozen=True, tag=True, kw_only=True):
    player: str
    wanted: Wanted


class ChangeRequested(Happened, frozen=True, tag=True, kw_only=True):
    player: str
    to: str | None


class ChangeCanceled(Happened, frozen=True, tag=True, kw_only=True):
    player: str


class SeatOffered(Happened, frozen=True, tag=True, kw_only=True):
    """For a player in the must-move queue it is an order."""

    player: str
    table: str
    seat: int
    queue: Queue
    passed: tuple[Passed, ...]
    until: datetime
    afresh: bool
    """Whether those who let the seat go before were asked again."""
    reason: str = ""
    """Why the player was called before others."""


class OfferAccepted(Happened, frozen=True, tag=True, kw_only=True):
    player: str
    table: str
    seat: int
    until: datetime


class SeatLetGo(Happened, frozen=True, tag=True, kw_only=True):
    """For an offer that expired, `at` is the moment it did."""

    player: str
    table: str
    seat: int
    queue: Queue
    how: How
    fate: Fate


class SeatLocked(Happened, frozen=True, tag=True, kw_only=True):
    player: str
    table: str
    seat: int
    until: datetime
    reason: str


class LockEnded(Happened, frozen=True, tag=True, kw_only=True):
    player: str
    table: str
    seat: int


class SatDown(Happened, frozen=True, tag=True, kw_only=True):
    player: str
    table: str
    seat: int
    left: str | None
    """The table the player came from."""
    held: bool
    """Whether the seat was held for the player; if not, nobody else was to be called first."""
    passed: tuple[Passed, ...]


class GotUp(Happened, frozen=True, tag=True, kw_only=True):
    player: str
    table: str


class PlayerBarred(Happened, frozen=True, tag=True, kw_only=True):
    """The player is off every list, and no seat is held for them."""

    rule: Citation | None
    player: str
    reason: str


class PlayerReinstated(Happened, frozen=True, tag=True, kw_only=True):
    player: str


class PlayerTakenOff(Happened, frozen=True, tag=True, kw_only=True):
    """The player was required to leave the game: off every list, with no seat held and no change requested."""

    rule: Citation
    player: str


Event = (
    RulesSet
    | InterestOpened
    | ListOpened
    | ListClosed
    | TableAdded
    | TableRelisted
    | TableRemoved
    | MustMoveSet
    | PlayerJoined
    | PlayerLeftList
    | ChangeRequested
    | ChangeCanceled
    | SeatOffered
    | OfferAccepted
    | SeatLetGo
    | SeatLocked
    | LockEnded
    | SatDown
    | GotUp
    | PlayerBarred
    | PlayerReinstated
    | PlayerTakenOff
)
