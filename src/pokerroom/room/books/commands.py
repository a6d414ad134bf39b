"""What staff and the cage ask of the books through the room."""

from datetime import datetime

import msgspec

from pokerroom.ledger import Signature
from pokerroom.ledger.commands import CloseDay, CloseDrawer, Correct, CountTable, OpenDay, OpenDrawer


class Deposit(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Cash brought to the cage for a player's bank."""

    player: str
    amount: int
    by: Signature
    at: datetime


class Withdraw(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    player: str
    amount: int
    by: Signature
    at: datetime
    agreed: Signature | str | None = None
    """Who agreed besides: the player, by their id, or another member of staff."""


class HoldMoney(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Set money of a player's bank aside for a table that another server may keep: the first step of a buy-in there."""

    hold: str
    """Names the hold; each attempt of an order makes its own."""
    player: str
    table: str
    amount: int
    by: Signature
    at: datetime


class ReleaseMoney(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Back into the bank: the table has not taken it, and never will."""

    hold: str
    by: Signature
    at: datetime


class Fill(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Chips from the cage to a table's tray, or back where `credit` is set."""

    table: str
    amount: int
    credit: bool = False
    by: Signature
    at: datetime


class InBooks(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: OpenDay | CloseDay | CountTable | Correct | OpenDrawer | CloseDrawer
