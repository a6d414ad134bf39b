"""Accounts: the places where money is kept, each named by its kind and its owner."""

from enum import Enum, StrEnum
from functools import lru_cache
from typing import Self

import msgspec


class AccountError(ValueError):
    """Text or names that do not name an account."""


class Kind(StrEnum):
    """What an account holds, in the order in which a trial balance lists them."""

    CAGE = "cage"
    BANK = "bank"
    HELD = "held"
    STAKES = "stakes"
    POT = "pot"
    WAGERS = "wagers"
    RAKE_AREA = "rake-area"
    INVENTORY = "inventory"
    DROP_BOX = "drop-box"
    BAD_BEAT_BOX = "bad-beat-box"
    BAD_BEAT_FUND = "bad-beat-fund"
    MEMBER = "member"
    REVENUE = "revenue"
    VARIANCE = "variance"
    SUSPENSE = "suspense"


class Owner(Enum):
    """Who owns an account; the value is how many names identify the owner."""

    ROOM = ()
    PLAYER = ("player",)
    TABLE = ("table",)
    PLAYER_AT_TABLE = ("table", "player")
    CASINO = ("casino",)


OWNERS = {
    Kind.CAGE: Owner.ROOM,
    Kind.BANK: Owner.PLAYER,
    Kind.HELD: Owner.PLAYER_AT_TABLE,
    Kind.STAKES: Owner.PLAYER_AT_TABLE,
    Kind.POT: Owner.TABLE,
    Kind.WAGERS: Owner.TABLE,
    Kind.RAKE_AREA: Owner.TABLE,
    Kind.INVENTORY: Owner.TABLE,
    Kind.DROP_BOX: Owner.TABLE,
    Kind.BAD_BEAT_BOX: Owner.TABLE,
    Kind.BAD_BEAT_FUND: Owner.ROOM,
    Kind.MEMBER: Owner.CASINO,
    Kind.REVENUE: Owner.ROOM,
    Kind.VARIANCE: Owner.TABLE,
    Kind.SUSPENSE: Owner.ROOM,
}

MAY_BE_OVERDRAWN = frozenset({Kind.CAGE, Kind.INVENTORY, Kind.MEMBER, Kind.REVENUE, Kind.VARIANCE, Kind.SUSPENSE})
"""Accounts that may have a negative balance.

The cage stands for everything outside the other accounts: it is negative by what it has paid out. A tray's record may
be behind its chips (a fill slip comes after the fill), which the count of the table finds; refusing would stop the
game. What another member of a multi-casino system owes is negative, too: it is paid out here before that is settled.
"""


class Account(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """`stakes:table-4/ada` is what Ada has on table 4."""

    kind: Kind
    owner: str = ""

    def __post_init__(self) -> None:
        wanted = OWNERS[self.kind].value
        names = self.owner.split("/") if self.owner else []
        if len(names) != len(wanted) or not all(map(is_name, names)):
            form = ":".join((self.kind.value, "/".join(f"<{each}>" for each in wanted))).rstrip(":")
            raise AccountError(f"{self.kind.value}:{self.owner} is not an account: it is written {form}")

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.owner}" if self.owner else self.kind.value

    @classmethod
    def parse(cls, text: str) -> Self:
        """The account that `str` wrote."""
        kind, colon, owner = text.partition(":")
        if kind not in OWNERS or (colon and not owner):
            raise AccountError(f"{text!r} is not an account: write one like stakes:table-4/ada, pot:table-4 or cage")
        return cls(Kind(kind), owner)

    @property
    def table(self) -> str:
        """The table it belongs to; empty if none."""
        match OWNERS[self.kind]:
            case Owner.TABLE:
                return self.owner
            case Owner.PLAYER_AT_TABLE:
                return self.owner.partition("/")[0]
            case _:
                return ""

    @property
    def player(self) -> str:
        """The player whose money it holds; empty if none."""
        match OWNERS[self.kind]:
            case Owner.PLAYER:
                return self.owner
            case Owner.PLAYER_AT_TABLE:
                return self.owner.partition("/")[2]
            case _:
                return ""

    @property
    def may_be_overdrawn(self) -> bool:
        return self.kind in MAY_BE_OVERDRAWN


def is_name(text: str) -> bool:
    """Whether a table or a player can have this name: it contains no separator of ours and no spreadsheet formula."""
    return text[:1].isalnum() and text.isprintable() and text == text.strip() and not {":", "/"} & set(text)


CAGE = Account(Kind.CAGE)
BAD_BEAT_FUND = Account(Kind.BAD_BEAT_FUND)
REVENUE = Account(Kind.REVENUE)
SUSPENSE = Account(Kind.SUSPENSE)


NAMED = 1 << 16
"""A cache of accounts by name: the same few are used again and again while a table plays."""


@lru_cache(maxsize=NAMED)
def bank(player: str) -> Account:
    """What the room keeps for a player away from the tables."""
    return Account(Kind.BANK, player)


@lru_cache(maxsize=NAMED)
def held_for(table: str, player: str) -> Account:
    """What left a player's bank for a seat or for chips at a table, and has not arrived there yet."""
    return Account(Kind.HELD, f"{table}/{player}")


@lru_cache(maxsize=NAMED)
def stakes(table: str, player: str) -> Account:
    return Account(Kind.STAKES, f"{table}/{player}")


@lru_cache(maxsize=NAMED)
def pot(table: str) -> Account:
    """All pots of the round of play at a table."""
    return Account(Kind.POT, table)


@lru_cache(maxsize=NAMED)
def wagers(table: str) -> Account:
    """What players have staked against the house at a game that it banks, and is not decided yet."""
    return Account(Kind.WAGERS, table)


@lru_cache(maxsize=NAMED)
def rake_area(table: str) -> Account:
    return Account(Kind.RAKE_AREA, table)


@lru_cache(maxsize=NAMED)
def inventory(table: str) -> Account:
    return Account(Kind.INVENTORY, table)


def drop_box(table: str) -> Account:
    return Account(Kind.DROP_BOX, table)


@lru_cache(maxsize=NAMED)
def bad_beat_box(table: str) -> Account:
    return Account(Kind.BAD_BEAT_BOX, table)


def variance(table: str) -> Account:
    """What counts of a table found too much (negative) or too little (positive)."""
    return Account(Kind.VARIANCE, table)


def member(casino: str) -> Account:
    """What this casino owes another member of a multi-casino system; below zero, what that one owes it, 14.20(d)2."""
    return Account(Kind.MEMBER, casino)


OWN_PART = member("this casino")
"""Below zero: this casino's own part of what was paid, which still lies in its boxes and has not been counted."""
