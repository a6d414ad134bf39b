"""The things on a poker table that are not chips: decks, their backs, the cover card, the shuffling device."""

from enum import IntEnum, StrEnum

import msgspec


class Back(msgspec.Struct, frozen=True, gc=False):
    """What the backs of a deck look like."""

    color: str
    design: str

    def __str__(self) -> str:
        return f"{self.color} {self.design}"


class CoverCard(msgspec.Struct, frozen=True, gc=False):
    """The card on which the deck is cut, and which then hides the bottom card, 14.1."""

    color: str
    opaque: bool
    solid: bool
    """One color, without a pattern."""


class Shuffler(msgspec.Struct, frozen=True, gc=False):
    """An automated card shuffling device."""

    device: str
    counts: bool
    approval: str
    """The document by which the Division approved it as one that counts."""


class TableDecks(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One table in the day's distribution of decks, with the facts the distribution must take into account, 14.2(c)."""

    table: str
    limits: str
    location: str
    game: str
    backs: tuple[Back, ...]


class DeckPlace(StrEnum):
    """Where a deck lies."""

    ON_TABLE = "open table"
    IN_PLAY = "dealer's hand"
    DESIGNATED_AREA = "designated area"
    SHUFFLER = "shuffling device"


class Face(StrEnum):
    UP = "face up"
    DOWN = "face down"


class Step(IntEnum):
    """How far a deck is on its way to being dealt; each step needs the one before it."""

    RECEIVED = 0
    INSPECTED = 1
    VERIFIED = 2
    LEFT_IDLE = 3
    """Play has stopped at the table and the deck must still be spread, 14.5(d)."""
    SPREAD_FACE_DOWN = 4
    SPREAD_FACE_UP = 5
    SHOWN = 6
    """Two players have had the opportunity to look."""
    WASHED = 7
    USED = 8
    """Dealt, sorted or badly shuffled since it was washed: it must be shuffled."""
    SHUFFLED = 9
    COVER_CARD_PLACED = 10
    PACKET_TAKEN = 11
    CUT = 12


class ShuffleMethod(StrEnum):
    HAND = "by hand"
    DEVICE = "by device"


class Failure(StrEnum):
    """How a shuffling device fails, 14.15(p)."""

    JAMMED = "jammed"
    STOPPED = "stopped during a shuffle"
    UNFINISHED = "did not complete the cycle"


class Cause(StrEnum):
    """Why a deck leaves the table permanently."""

    WRONG_COUNT = "wrong count"
    WRONG_CARDS = "missing or additional cards"
    CHANGED = "changed"
    TABLE_CLOSED = "table closed"


class Skipped(StrEnum):
    """Which part of 14.5 the dealer left out or did wrongly before dealing, 14.15(e)1."""

    SHUFFLE = "shuffle"
    CUT = "cut"
