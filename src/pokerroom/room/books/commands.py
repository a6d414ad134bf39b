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


class Fill(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Chips from the cage to a table's tray, or back where `credit` is set."""

    table: str
    amount: int
    credit: bool = False
    by: Signature
    at: datetime


class InBooks(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: OpenDay | CloseDay | CountTable | Correct | OpenDrawer | CloseDrawer
