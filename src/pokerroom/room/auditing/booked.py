"""Whether the books hold the transfers that a table's record leads to: all of them, once, in order, and no others.

A day's transfers are not kept in memory: those of each table are counted and hashed while they are read, once in the
ledger and once from the table. Only where the two differ are both read again, side by side, to find the difference.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from pokerroom.ledger import RecordId, Transfer, TransfersPosted
from pokerroom.log import CodecError, Envelope
from pokerroom.money import dollars
from pokerroom.room.auditing.figures import TableFigures
from pokerroom.room.auditing.findings import UNFIT, Check, Finding
from pokerroom.room.books import LEDGER
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.processes.booking import transfers
from pokerroom.room.streams import table_of
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Sealed
from pokerroom.table import seating

ENCODER = msgspec.msgpack.Encoder()
"""It writes a time as the same moment, whatever zone it was given in."""


class Booked(msgspec.Struct, frozen=True, gc=False):
    """What the books hold about one table."""

    transfers: int = 0
    digest: bytes = b""
    rounds: int = 0
    """Rounds of play noted in the books, and the number of the last of them."""
    last_round: int = 0
    holds: frozenset[str] = frozenset()
    """Those for the table that are open: what it took of them is not booked yet."""
    reported: TableFigures = TableFigures()
    """What the reports of all gaming days say of it, the one under way included."""


class Sum:
    """Transfers counted and hashed while they are read."""

    def __init__(self) -> None:
        self.count = 0
        self._hash = sha256()

    def add(self, transfer: Transfer) -> None:
        self.count += 1
        self._hash.update(ENCODER.encode(transfer))

    @property
    def digest(self) -> bytes:
        return self._hash.digest()


class Derived:
    """The transfers of a table while its record is read, compared with what the books hold about it."""

    def __init__(self, booked: Booked, paid_for: tuple[type[Any], ...]) -> None:
        self._booked, self._sum, self._paid_for = booked, Sum(), paid_for
        self.agrees = not booked.transfers
        self.unposted = 0
        self.unpaid: RecordId | None = None
        """The first bank debit without its transfer."""

    def add(self, event: object, moved: list[Transfer]) -> None:
        for transfer in moved:
            if self._sum.count < self._booked.transfers:
                self._sum.add(transfer)
                if self._sum.count == self._booked.transfers:
                    self.agrees = self._sum.digest == self._booked.digest
                continue
            self.unposted += 1
            is_paid = transfer.hold in self._booked.holds
            if isinstance(event, self._paid_for) and not is_paid and self.unpaid is None:
                self.unpaid = transfer.id

    @property
    def count(self) -> int:
        return self._sum.count


Moves = Iterator[tuple[Envelope, Transfer]]
"""Transfers, each with what it stands in or follows from."""


def derived(store: EventStore, stream: str) -> Moves:
    """The transfers that follow from a table's record, as far as it can be read. Money needs no deck."""
    table = seating.new_table(table_of(stream))
    try:
        for envelope, event in TABLES.events(store, table.name):
            bare = event.event if isinstance(event, Sealed) else event
            after = seating.apply(table, bare)
            id_ = RecordId(stream, envelope.sequence)
            for transfer in transfers(table, bare, after, id=id_, at=envelope.at):
                yield envelope, transfer
            table = after
    except (CodecError, StoreError, *UNFIT):
        return


def recorded(store: EventStore, stream: str) -> Moves:
    """The transfers of the books that say they follow from this stream."""
    try:
        for envelope, event in LEDGER.events(store):
            if isinstance(event, TransfersPosted):
                for transfer in event.transfers:
                    if transfer.id.stream == stream:
                        yield envelope, transfer
    except (CodecError, StoreError):
        return


def differences(due: Moves, booked: Moves, *, until: int) -> Iterator[Finding]:
    """Where books and table differ, by the ids that rise in both; `until` is the last event of the table that folds."""
    expected, held = next(due, None), next(booked, None)
    last: RecordId | None = None
    while held is not None:
        envelope, transfer = held
        if last is not None and transfer.id <= last:
            yield finding(envelope, f"transfer {transfer.id} stands after {last}: it was booked twice or moved")
        elif transfer.id.sequence > until:
            return
        elif expected is None or transfer.id < expected[1].id:
            yield finding(envelope, f"transfer {transfer.id} of {text(transfer)} follows from nothing at the table")
        elif transfer.id > expected[1].id:
            yield finding(expected[0], f"transfer {expected[1].id} of {text(expected[1])} is not in the books")
            expected = next(due, None)
            continue
        else:
            if ENCODER.encode(transfer) != ENCODER.encode(expected[1]):
                what = f"transfer {transfer.id} is booked as {text(transfer)}; the table makes it {text(expected[1])}"
                yield finding(envelope, what)
            expected = next(due, None)
        last = transfer.id if last is None else max(last, transfer.id)
        held = next(booked, None)


def finding(envelope: Envelope, what: str) -> Finding:
    return Finding(Check.BOOKS, envelope.stream, envelope.sequence, envelope.at, what)


def text(transfer: Transfer) -> str:
    return f"{dollars(transfer.amount)} from {transfer.debit} to {transfer.credit} ({transfer.reason.value})"
