"""The board of the floor: every table and list of a room, without a card."""

from typing import Literal

import msgspec

from pokerroom.wire.common import Message, Seat, Seconds
from pokerroom.wire.felt import CallView, Reason


class FloorHold(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that is kept for somebody: called, accepted, or locked by the floor."""

    player: str
    name: str
    queue: str
    """Which queue they were called from; empty for a locked seat."""
    accepted: bool
    until: Seconds


class FloorSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that somebody has, or that is held for somebody; the others of the table are vacant."""

    seat: Seat
    player: str = ""
    """As orders name them; empty where nobody has it."""
    name: str = ""
    state: Literal["", "playing", "out", "away", "leaving"] = ""
    """Dealt in, sitting out, on leave, or about to give the seat up."""
    until: Seconds | None = None
    """Of a player who is away: when the house's time for it is over."""
    hold: FloorHold | None = None


class TurnOfGames(msgspec.Struct, frozen=True, kw_only=True):
    """The next game of a rotation, and in how many rounds of play its turn comes."""

    title: str
    rounds: int


class RulingView(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling, by its number at the table."""

    ruling: int
    by: str
    at: Seconds | None
    reason: str


class FloorTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the floor sees it. It shows no card, and nothing of a round but that one is played."""

    name: str
    open: bool
    game: str
    title: str
    limits: str
    area: str
    dealt_by: str
    settings: str
    """The filed version of what it posts."""
    places: int
    seats: tuple[FloorSeat, ...]
    round: int | None
    """The number of the round of play in progress."""
    kill: str | None
    """A kill or half-kill in effect."""
    next_game: TurnOfGames | None
    changes: bool
    """A posted change waits for the end of the round."""
    dealer: str | None
    """Who is signed on, where a dealer deals."""
    relief: Seconds | None
    """When another dealer is due."""
    duties: tuple[Seconds, ...]
    """When each duty about its decks is due, or was."""
    calls: tuple[CallView, ...]
    feeds: str | None
    """The main game that its players must move to."""
    rulings: tuple[RulingView, ...]
    """Those that nobody has witnessed."""
    halted: bool
    notices: tuple[Reason, ...] = ()
    """What is said of the bad beat payout of the table before it is too late."""


class FloorEntry(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    name: str
    """To call out."""
    phone: str
    """Empty for whoever only watches the floor."""
    since: Seconds


class FloorList(msgspec.Struct, frozen=True, kw_only=True):
    """A waiting list, in its order; one that is not open is a list of interest in a game."""

    game: str
    limits: str
    title: str
    open: bool
    entries: tuple[FloorEntry, ...]


class ExpectedWait(msgspec.Struct, frozen=True, kw_only=True):
    """For whoever joins the list next."""

    game: str
    limits: str
    minutes: int | None
    """By the pace of this evening's seatings; none where there were too few to tell."""


class FloorChange(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who would like to sit at another table of the same game: at one, or at any."""

    player: str
    name: str
    at: str
    to: str | None
    since: Seconds


class BarredView(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    name: str
    reason: str
    rule: str


class RemovalView(msgspec.Struct, frozen=True, kw_only=True):
    """A player required to leave, 14.16(b): while it stands, or while the Division is owed a notice of it."""

    player: str
    name: str
    cause: str
    at: Seconds
    stands: bool
    notice_by: Seconds | None
    """Until when the house allows itself to notify the Division; none once it has."""


class WarningView(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    name: str
    incident: str
    warning: str
    by: str
    at: Seconds


class OnDutyView(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    position: str
    since: Seconds


class FloorPeople(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever may not play, was warned, wants another table or is on duty."""

    changes: tuple[FloorChange, ...]
    barred: tuple[BarredView, ...]
    removals: tuple[RemovalView, ...]
    warnings: tuple[WarningView, ...]
    """The last of them, the latest last."""
    on_duty: tuple[OnDutyView, ...]
    gaming_day: str | None


class FloorBoard(Message, frozen=True, kw_only=True):
    """The floor of a room: all of it, or what has changed since the last one."""

    room: str
    whole: bool
    """All of it: forget what was shown before."""
    now: Seconds
    tables: tuple[FloorTable, ...] = ()
    gone: tuple[str, ...] = ()
    """Tables that are no longer there."""
    lists: tuple[FloorList, ...] = ()
    ended: tuple[tuple[str, str], ...] = ()
    """Lists that are no longer there, by game and limits."""
    waits: tuple[ExpectedWait, ...] = ()
    people: FloorPeople | None = None
