"""Reads the ledger once: every record checked, every balance added up again, every day report computed again.

Its memory grows with accounts and tables, never with the number of transfers.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom import ledger
from pokerroom.ledger import (
    Account,
    Books,
    DayClosed,
    Figures,
    Hold,
    Kind,
    Line,
    Reason,
    RecordId,
    RoundsNoted,
    Transfer,
    TransferCorrected,
    TransfersPosted,
    Where,
    day_report,
    trial_balance,
    unfounded,
)
from pokerroom.ledger.posting import hold_refusal, money_refusal, overdraft_refusal, route_refusal
from pokerroom.log import CodecError, Envelope
from pokerroom.money import dollars
from pokerroom.room.auditing.booked import Booked, Sum
from pokerroom.room.auditing.figures import TableFigures, reported
from pokerroom.room.auditing.findings import UNFIT, Check, Examined, Finding, Notes
from pokerroom.room.auditing.holds import HOLDS_OPEN
from pokerroom.room.books import LEDGER
from pokerroom.room.books.stream import BALANCE
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.processes.posting import SCRIBE
from pokerroom.room.streams import Stream, kind_of, table_of
from pokerroom.room.tables import TABLES

OF_TABLES = frozenset(
    {
        Reason.BUY_IN,
        Reason.CASH_OUT,
        Reason.WAGER,
        Reason.REFUND,
        Reason.AWARD,
        Reason.WAGER_LOST,
        Reason.WAGER_WON,
        Reason.RULING,
        Reason.PERCENTAGE_RAKE,
        Reason.INCREMENTAL_RAKE,
        Reason.TIME_CHARGE,
        Reason.RAKE_COLLECTED,
        Reason.RAKE_EARNED,
        Reason.BAD_BEAT_CONTRIBUTION,
    }
)
"""Reasons for moving money at a table: the transfer must follow from an event there."""


class Touched(msgspec.Struct, frozen=True, gc=False):
    """The last record of an account."""

    sequence: int
    at: datetime


class BooksExamined(msgspec.Struct, frozen=True, gc=False):
    examined: Examined
    booked: dict[str, Booked]
    """By the stream of each table, what the books hold about it."""


class Bookkeeping:
    """The ledger while it is read."""

    def __init__(self, store: EventStore, games: Iterable[Stream[Any]] = (TABLES,)) -> None:
        self._store, self._notes = store, Notes()
        self._games = {each.name for each in games}
        """The streams whose events move money at a table."""
        self._books = Books()
        self._balances: dict[Account, int] = {}
        self._holds: dict[str, Hold] = {}
        self._touched: dict[Account, Touched] = {}
        self._sums: dict[str, Sum] = {}
        self._rounds: dict[str, tuple[int, int]] = {}
        self._last_id: dict[str, RecordId] = {}
        self._envelope: Envelope | None = None
        self._corrections: dict[RecordId, Envelope] = {}
        self._reported: dict[str, TableFigures] = {}

    def examined(self) -> BooksExamined:
        self._read()
        self._weigh()
        self._compare_rows()
        self._note_reported(Line(where, figures) for where, figures in self._under_way())
        if self._corrections:
            self._found_corrections()
        return BooksExamined(self._notes.told(), dict(self._booked()))

    def _read(self) -> None:
        events = self._events()
        try:
            while (day := self._fold_a_day(events)) is not None:
                self._check_report(day)
        except UNFIT as error:
            what = f"the record does not fit the books before it, and nothing after it was read: {error!r}"
            self._blame(Check.BOOKS, what)

    def _fold_a_day(self, events: Iterator[Any]) -> DayClosed | None:
        """Read up to the end of a gaming day, which is returned, or of the ledger."""
        closed: list[DayClosed] = []

        def until_closed() -> Iterator[Any]:
            for event in events:
                if isinstance(event, DayClosed):
                    closed.append(event)
                    return
                yield event

        self._books = ledger.fold(self._books, until_closed())
        return closed[0] if closed else None

    def _check_report(self, event: DayClosed) -> None:
        self._notes.counts["gaming days closed"] += 1
        day = self._books.day
        assert day is not None, "a day was closed that was never opened"
        report = replace(day_report(self._books), day=replace(day, closed=event.at))
        if report != event.report:
            self._blame(Check.BOOKS, f"the report of {event.date} is not what the records of that day come to")
        self._note_reported(event.report.lines)
        self._books = ledger.apply(self._books, event)

    def _under_way(self) -> Iterable[tuple[Where, Figures]]:
        """What the gaming day that is open has come to so far."""
        return self._books.figures.items() if self._books.open_day is not None else ()

    def _note_reported(self, lines: Iterable[Line]) -> None:
        for table, figures in reported(lines).items():
            self._reported[table] = self._reported.get(table, TableFigures()).plus(figures)

    def _events(self) -> Iterator[Any]:
        try:
            for committed in self._store.read(LEDGER.name):
                envelope = self._envelope = committed.envelope
                try:
                    event = LEDGER.read(envelope)
                except CodecError as error:
                    self._blame(Check.BOOKS, f"the record cannot be read: {error}")
                    continue
                self._notes.counts["ledger records"] += 1
                self._judge(event, envelope)
                yield event
        except StoreError as error:
            self._blame(Check.BOOKS, f"what comes after it cannot be read: {error}")

    def _judge(self, event: Any, envelope: Envelope) -> None:
        match event:
            case TransfersPosted():
                self._posted(event)
            case TransferCorrected():
                self._corrected(event, envelope)
            case RoundsNoted():
                self._rounds_noted(event)
        transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
        for transfer in transfers:
            self._post(transfer, envelope)

    def _posted(self, event: TransfersPosted) -> None:
        for transfer in event.transfers:
            stream = transfer.id.stream
            if kind_of(stream) in self._games:
                self._sums.setdefault(stream, Sum()).add(transfer)
            elif transfer.reason in OF_TABLES or transfer.by == SCRIBE:
                self._blame(Check.BOOKS, f"{transfer.reason.value} {transfer.id} follows from no event of any table")

    def _corrected(self, event: TransferCorrected, envelope: Envelope) -> None:
        self._corrections[event.transfers[0].id] = envelope
        self._notes.counts["corrections"] += 1
        for transfer in event.transfers:
            if transfer.by.same_person(event.checker):
                self._blame(Check.BOOKS, f"correction {transfer.id} was made and checked by {transfer.by.name}")

    def _rounds_noted(self, event: RoundsNoted) -> None:
        dealt = event.dealt
        noted, last = self._rounds.get(dealt.table, (0, 0))
        self._rounds[dealt.table] = noted + dealt.rounds, max(last, dealt.id.sequence)

    def _post(self, transfer: Transfer, envelope: Envelope) -> None:
        """Each transfer as if it were posted now: allowed for its reason, covered by its
        account, and under a new id.
        """
        self._notes.counts["transfers"] += 1
        refusal = (
            money_refusal(transfer.id, transfer.amount, least=1)
            or route_refusal(transfer)
            or hold_refusal(self._holds, (transfer,))
            or overdraft_refusal(self._balances, (transfer,))
        )
        if refusal is not None:
            self._blame(Check.BOOKS, f"transfer {transfer.id} could not have been posted: {refusal}")
        last = self._last_id.get(transfer.id.stream)
        if last is not None and transfer.id <= last:
            self._blame(Check.BOOKS, f"transfer {transfer.id} stands after {last}: it was booked twice or moved")
        self._last_id[transfer.id.stream] = transfer.id
        touched = Touched(envelope.sequence, envelope.at)
        for account, amount in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
            self._balances[account] = self._balances.get(account, 0) + amount
            self._touched[account] = touched
        if transfer.hold:
            self._note_hold(transfer, transfer.hold, envelope)

    def _note_hold(self, transfer: Transfer, hold: str, envelope: Envelope) -> None:
        """A hold is made by the order of its name, so that no name holds twice."""
        account = transfer.credit
        if account.kind is not Kind.HELD:
            self._holds.pop(hold, None)
            return
        self._notes.counts["holds"] += 1
        self._holds[hold] = Hold(account.player, account.table, transfer.amount, transfer.at)
        if envelope.cause != hold:
            self._blame(Check.BOOKS, f"transfer {transfer.id} holds money as {hold!r} by the order {envelope.cause!r}")

    def _blame(self, check: Check, what: str) -> None:
        if self._envelope is None:
            self._notes.add(Finding(check, LEDGER.name, 1, None, what))
        else:
            self._notes.find(check, self._envelope, what)

    def _weigh(self) -> None:
        self._notes.counts[HOLDS_OPEN] += len(self._holds)
        trial = trial_balance(self._books)
        self._notes.counts["accounts"] = len(self._balances)
        self._notes.counts["cents held"] = trial.credits
        if trial.difference:
            self._blame(Check.BALANCES, f"the trial balance is out by {dollars(trial.difference)}")

    def _compare_rows(self) -> None:
        """Compare the rows that say what each account holds with what the record adds up to."""
        known = {str(account): account for account in self._balances}
        rows = 0
        for key, value in self._rows():
            rows += 1
            account = known.pop(key, None)
            held = 0 if account is None else self._balances[account]
            if value != str(held).encode():
                said = value.decode(errors="replace")
                self._blame_balance(key, account, f"the row of {key} says {said} cents; the record makes it {held}")
        self._notes.counts["balance rows"] = rows
        for key, account in known.items():
            self._blame_balance(
                key, account, f"there is no row of {key}; the record makes it {self._balances[account]}"
            )

    def _rows(self) -> Iterator[tuple[str, bytes]]:
        try:
            yield from self._store.rows(BALANCE)
        except StoreError as error:
            self._notes.add(Finding(Check.BALANCES, BALANCE, 0, None, f"the rows cannot be read: {error}"))

    def _blame_balance(self, key: str, account: Account | None, what: str) -> None:
        """Name the last record that touched the account; a row without an account was never written by one."""
        touched = None if account is None else self._touched[account]
        if touched is None:
            self._notes.add(Finding(Check.BALANCES, f"{BALANCE}/{key}", 0, None, what))
        else:
            self._notes.add(Finding(Check.BALANCES, LEDGER.name, touched.sequence, touched.at, what))

    def _found_corrections(self) -> None:
        for event in unfounded(self._reread):
            first = event.transfers[0]
            what = f"correction {first.id} takes back {event.original.id}, which the books do not hold so"
            self._notes.find(Check.BOOKS, self._corrections[first.id], what)

    def _reread(self) -> Iterator[Any]:
        for committed in self._store.read(LEDGER.name):
            try:
                yield LEDGER.read(committed.envelope)
            except CodecError:
                continue  # Reported when the ledger was read.

    def _booked(self) -> Iterator[tuple[str, Booked]]:
        """Under the streams of their games; a table that has only rounds noted is one of poker."""
        streams = {table_of(stream) or stream: stream for stream in self._sums}
        holds: dict[str, set[str]] = {}
        for hold, each in self._holds.items():
            holds.setdefault(each.table, set()).add(hold)
        for table in streams.keys() | self._rounds.keys() | holds.keys():
            stream = streams.get(table) or TABLES.named(table)
            sums = self._sums.get(stream) or Sum()
            rounds, last = self._rounds.get(table, (0, 0))
            said = self._reported.get(table, TableFigures())
            open_ = frozenset(holds.get(table, ()))
            yield stream, Booked(sums.count, sums.digest, rounds, last, holds=open_, reported=said)
