"""The books: the balance of each account, and the little that must be remembered to keep them right.

Balances are kept, transfers are not: those are in the log. To tell a repeated record from a new one the books remember,
for each stream, the last id and the last `KEPT` records. Ids rise within a stream, so anything not above the last id is
a repeat, and is accepted as one only if it can be compared with what was recorded. Fills and credits are kept for two
gaming days, because their chips are still to be carried when the books are done with them. The size of the books
therefore grows with accounts, tables and streams, never with the number of rounds.
"""

from collections.abc import Mapping, Set as AbstractSet
from datetime import datetime

import msgspec
from msgspec import UNSET

from pokerroom.ledger.accounts import Account, Kind
from pokerroom.ledger.counting import Count, Slip, Tray
from pokerroom.ledger.days import Day, DayReport, Dealt, Figures, Held, Line, Where
from pokerroom.ledger.drawers import Drawer, DrawerSlip
from pokerroom.ledger.transfers import RecordId, Transfer

KEPT = 256
"""How many records of a stream are remembered: more than a sender that waits for its answers can repeat."""

Record = Transfer | Dealt | Count


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What came from one stream."""

    last: RecordId
    recent: tuple[Record, ...]
    """The last records, and never less than the whole of the last command."""


class Hold(msgspec.Struct, frozen=True, gc=False):
    """Money that waits to be at a table: it is neither in its player's bank nor before them yet."""

    player: str
    table: str
    amount: int
    at: datetime


class Books(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    balances: Mapping[Account, int] = {}
    """Accounts with a balance of zero have no line."""
    seen: Mapping[str, Seen] = {}
    holds: Mapping[str, Hold] = {}
    """Those that are neither used nor released, by their ids."""
    corrected: AbstractSet[RecordId] = frozenset()
    """Every transfer ever reversed. Two people sign for each, so these stay few."""
    day: Day | None = None
    since: datetime | None = None
    """When the last gaming day was closed: anything later is recorded in the next one."""
    latest: datetime | None = None
    """The latest time in anything recorded."""
    figures: Mapping[Where, Figures] = {}
    """The day report so far; kept after the day is closed until the next one opens."""
    slips: tuple[Slip, ...] = ()
    trays: Mapping[str, Tray] = {}
    drawers: Mapping[str, Drawer] = {}
    """Those that are open, by the names of their cashiers."""
    drawer_slips: tuple[DrawerSlip, ...] = ()
    """Of drawers closed in the day."""
    drawers_opened: int = 0
    chips_moved: tuple[Transfer, ...] = ()
    """Fills and credits of this gaming day and of the one before it, less those that were corrected."""

    def balance(self, account: Account) -> int:
        return self.balances.get(account, 0)

    def tray(self, table: str) -> Tray:
        return self.trays.get(table, Tray())

    def last_from(self, stream: str) -> RecordId | None:
        """The last record from a stream: whoever turns its events into transfers continues after it."""
        seen = self.seen.get(stream)
        return None if seen is None else seen.last

    @property
    def open_day(self) -> Day | None:
        return None if self.day is None or self.day.closed is not None else self.day

    @property
    def begins(self) -> datetime | None:
        """The earliest time a record can still have: the end of the last gaming day or, before one has ended, its
        opening.
        """
        return self.since if self.since is not None or self.day is None else self.day.opened


def held(books: Books) -> tuple[Held, ...]:
    """Every account with a balance, by kind and name."""
    order = {kind: place for place, kind in enumerate(Kind)}
    lines = sorted(books.balances.items(), key=lambda line: (order[line[0].kind], line[0].owner))
    return tuple(Held(account, balance) for account, balance in lines)


def day_report(books: Books) -> DayReport:
    """The report so far of the open day, or else of the one closed last."""
    if books.day is None:
        raise LookupError("there is no gaming day to report on: none was ever opened")
    balances = books.balances.values()
    return DayReport(
        day=books.day,
        lines=tuple(Line(where, books.figures[where]) for where in sorted(books.figures)),
        slips=books.slips,
        in_play=tuple(line for line in held(books) if line.account.kind in {Kind.POT, Kind.WAGERS, Kind.RAKE_AREA}),
        debits=-sum(balance for balance in balances if balance < 0),
        credits=sum(balance for balance in balances if balance > 0),
        drawers=books.drawer_slips or UNSET,
    )
