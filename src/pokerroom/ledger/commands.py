"""What the books are asked to record. A command may be refused; sent twice, it is recorded once."""

from datetime import date, datetime

import msgspec

from pokerroom.ledger.counting import Count, Thresholds
from pokerroom.ledger.days import Dealt, Shift
from pokerroom.ledger.drawers import Pieces
from pokerroom.ledger.transfers import RecordId, Signature, Transfer


class OpenDay(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Begin a gaming day: nothing is recorded outside one."""

    date: date
    shifts: tuple[Shift, ...]
    thresholds: Thresholds = Thresholds()
    at: datetime
    by: Signature


class CloseDay(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    date: date
    at: datetime
    by: Signature


class Post(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Make all these transfers, in this order, or none."""

    transfers: tuple[Transfer, ...]
    may_be_late: bool = False
    """Of a table that another server may keep: what happened there before a day was closed, and was not known then, is
    recorded in the next."""


class Correct(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Reverse a transfer, and make those that should have been made. Nothing recorded is ever changed.

    The first of `transfers` is the `compensation` of the original. Whoever signed them is the maker; the checker is
    somebody else.
    """

    original: Transfer
    transfers: tuple[Transfer, ...]
    checker: Signature

    @property
    def at(self) -> datetime | None:
        """A correction without transfers has no time; the books refuse it."""
        return self.transfers[0].at if self.transfers else None

    @property
    def by(self) -> Signature:
        return self.transfers[0].by


class NoteRounds(msgspec.Struct, frozen=True, gc=False, tag=True):
    dealt: Dealt
    may_be_late: bool = False


class CountTable(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Reconcile a table with what was counted, and adjust the books to the count."""

    count: Count
    expected: int | None = None
    """What the tray ought to hold, as whoever counted it was shown."""

    @property
    def at(self) -> datetime:
        return self.count.at

    @property
    def by(self) -> Signature:
        return self.count.by


class OpenDrawer(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """A cashier takes over a drawer with these pieces; from now on their transfers move it."""

    id: RecordId
    pieces: tuple[Pieces, ...]
    at: datetime
    by: Signature


class CloseDrawer(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Count a drawer by denomination at the end of a shift, and hand it over."""

    pieces: tuple[Pieces, ...]
    expected: int | None = None
    """What ought to be in it, as whoever counted it was shown."""
    at: datetime
    by: Signature
    second: Signature | None = None


Command = OpenDay | CloseDay | Post | Correct | NoteRounds | CountTable | OpenDrawer | CloseDrawer
