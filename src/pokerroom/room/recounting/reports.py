"""Reads the record once, in the order of its commits, and holds every report of a gaming day against what happened.

Where a table and the books belong to two shards, a day may be closed before what happened at the table is known at the
desk: it counts in the day in which it is booked.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from pokerroom.ledger import (
    DayClosed,
    DayOpened,
    DayReport,
    DrawerClosed,
    DrawerOpened,
    Figures,
    RoundsNoted,
    Shift,
    TableCounted,
    TransferCorrected,
    TransfersPosted,
    Where,
)
from pokerroom.log import CodecError, Envelope
from pokerroom.money import dollars
from pokerroom.room.auditing import Check, Examined, Notes
from pokerroom.room.auditing.findings import UNFIT, reason
from pokerroom.room.books import LEDGER
from pokerroom.room.dice import DICE
from pokerroom.room.keno import KENO
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.recounting import banked, payouts, poker
from pokerroom.room.recounting.adding import Added
from pokerroom.room.recounting.books import BooksSum
from pokerroom.room.shards import layout_at
from pokerroom.room.streams import Stream, kind_of, table_of
from pokerroom.room.tables import TABLES

ROUNDS = "rounds_dealt"
Tally = dict[tuple[Where, str], int]
"""Cents, or rounds, by line and figure."""


class Unbooked(NamedTuple):
    """What an event of a table adds, and the number by which the books come to it."""

    added: Added
    at: datetime
    number: int


class Recount:
    """The record while it is read."""

    def __init__(self) -> None:
        self.notes = Notes()
        self._tables: dict[str, poker.PokerTable] = {}
        self._keno = banked.KenoTickets()
        self._payouts = payouts.PayoutBoxes(self._contributed)
        self._books = BooksSum()
        self._day: DayOpened | None = None
        self._tally: Tally = {}
        self._between: list[tuple[Added, datetime]] = []
        """What happened since the last gaming day was closed: it counts in the next."""
        self._unbooked: dict[str, list[Unbooked]] = {}
        """By table, what happened there and the desk has not booked yet, where they belong to two shards."""

    def take(self, envelope: Envelope, *, apart: bool) -> None:
        """`apart` where a table and the books belong to two shards."""
        stream, hear = HEARD[kind_of(envelope.stream)]
        event, table = stream.read(envelope), table_of(envelope.stream)
        for added in hear(self, table, event):
            if apart and stream is TABLES:
                number = event.number if added.figure == ROUNDS else envelope.sequence
                self._unbooked.setdefault(table, []).append(Unbooked(added, envelope.at, number))
            else:
                self._add(added, envelope.at)
        for source in (self._keno, self._payouts, self._books):
            for what in source.wrong:
                self.notes.find(Check.REPORTS, envelope, what)
            source.wrong.clear()
        if isinstance(event, DayClosed):
            self._close(event.report, envelope)

    def _add(self, added: Added, at: datetime) -> None:
        if self._day is None:
            self._between.append((added, at))
            return
        where = Where(added.table, added.game, shift_of(self._day.shifts, at))
        line = where, added.figure
        self._tally[line] = self._tally.get(line, 0) + added.amount

    def _contributed(self, table: str, number: int) -> int:
        found = self._tables.get(table)
        return 0 if found is None else found.contributed.pop(number, 0)

    def at_table(self, table: str, event: Any) -> Iterator[Added]:
        found = self._tables.setdefault(table, poker.PokerTable(table))
        return found.added(event)

    def at_dice(self, table: str, event: Any) -> Iterator[Added]:
        return banked.added_at_dice(table, event)

    def at_keno(self, _table: str, event: Any) -> Iterator[Added]:
        return self._keno.added(event)

    def of_payouts(self, _table: str, event: Any) -> Iterator[Added]:
        return self._payouts.added(event)

    def _booked(self, table: str, up_to: int, *, rounds: bool) -> None:
        """The books have come so far with a table, by its events or by its rounds of play."""
        left: list[Unbooked] = []
        for each in self._unbooked.pop(table, ()):
            if (each.added.figure == ROUNDS) is rounds and each.number <= up_to:
                self._add(each.added, each.at)
            else:
                left.append(each)
        if left:
            self._unbooked[table] = left

    def in_books(self, _table: str, event: Any) -> Iterator[Added]:
        match event:
            case RoundsNoted(dealt=dealt):
                self._booked(dealt.table, dealt.id.sequence, rounds=True)
            case DayOpened():
                self._open(event)
            case TransfersPosted(transfers=transfers):
                last = transfers[-1].id
                if TABLES.holds(last.stream):
                    self._booked(table_of(last.stream), last.sequence, rounds=False)
                for transfer in transfers:
                    self._books.by_cashier(transfer, transfer.by.name)
                    yield from self._books.moved(transfer)
            case TransferCorrected(original=original, transfers=transfers):
                for transfer in transfers:
                    self._books.by_cashier(transfer, original.by.name)
                    yield from self._books.moved(transfer)
            case TableCounted():
                assert self._day is not None, "a table was counted while no gaming day was open"
                yield from self._books.counted(event, self._day.thresholds)
            case DrawerOpened(drawer=drawer):
                self._books.drawer_opened(drawer)
            case DrawerClosed(slip=slip):
                self.notes.counts["drawers"] += 1
                self._books.drawer_closed(slip)

    def _open(self, event: DayOpened) -> None:
        self._day = event
        between, self._between = self._between, []
        for added, at in between:
            self._add(added, at)

    def _close(self, report: DayReport, envelope: Envelope) -> None:
        self.notes.counts["reports"] += 1
        self.notes.counts["figures of reports"] += len(self._tally)
        for what in (*differing(said_by(report), self._tally), *self._books.differences(report)):
            self.notes.find(Check.REPORTS, envelope, f"the report of {report.day.date}: {what}")
        self._day, self._tally = None, {}
        self._books.next_day()


def shift_of(shifts: Iterable[Shift], at: datetime) -> str:
    """The shift that had started last; what happened before the first belongs to it."""
    first, *others = shifts
    name = first.name
    for shift in others:
        if shift.starts <= at:
            name = shift.name
    return name


def said_by(report: DayReport) -> Tally:
    names = Figures.__struct_fields__
    return {(line.where, name): getattr(line.figures, name) for line in report.lines for name in names}


def differing(said: Tally, found: Tally) -> Iterator[str]:
    for line in sorted(said.keys() | found.keys()):
        one, other = said.get(line, 0), found.get(line, 0)
        if one != other and line[1] in RECOUNTED:
            where, figure = line
            place = ", ".join(filter(None, (where.table and f"table {where.table}", where.game, where.shift)))
            texts = (f"{one:,}", f"{other:,}") if figure == ROUNDS else (dollars(one), dollars(other))
            yield f"{figure.replace('_', ' ')} of {place} is {texts[0]}, and what happened comes to {texts[1]}"


RECOUNTED = frozenset(
    {
        ROUNDS,
        *("drop", "percentage_rake", "incremental_rake", "time_charges"),
        *("bad_beat_contributions", "bad_beat_payouts", "unmatched_forms", "forms_found", "house_win", "variance"),
    }
)
"""The figures of a line."""

OF_BOOKS = (
    DayOpened,
    DayClosed,
    TransfersPosted,
    RoundsNoted,
    TransferCorrected,
    TableCounted,
    DrawerOpened,
    DrawerClosed,
)
KINDS: Mapping[str, Iterable[type[Any]]] = {
    TABLES.name: poker.HEARD,
    DICE.name: banked.DICE_HEARD,
    KENO.name: banked.KENO_HEARD,
    PAYOUTS.name: payouts.HEARD,
    LEDGER.name: OF_BOOKS,
}
HEARD: Mapping[str, tuple[Stream[Any], Callable[[Recount, str, Any], Iterator[Added]]]] = {
    TABLES.name: (TABLES, Recount.at_table),
    DICE.name: (DICE, Recount.at_dice),
    KENO.name: (KENO, Recount.at_keno),
    PAYOUTS.name: (PAYOUTS, Recount.of_payouts),
    LEDGER.name: (LEDGER, Recount.in_books),
}
TAGS = {name: frozenset(map(HEARD[name][0].codec.tag_of, kinds)) for name, kinds in KINDS.items()}
EVERY_TAG = frozenset().union(*TAGS.values())


def recounted(store: EventStore) -> Examined:
    """Every report of the record beside what happened, as far as the record can be read."""
    recount, layouts = Recount(), store.layouts()
    last: Envelope | None = None
    try:
        for committed in store.read_all(tags=EVERY_TAG):
            envelope = committed.envelope
            if envelope.tag in TAGS.get(kind_of(envelope.stream), ()):
                last = envelope
                recount.take(envelope, apart=layout_at(committed.position, layouts).shards > 1)
    except StoreError:
        pass  # The chain of the stream says where.
    except (CodecError, *UNFIT) as error:
        assert last is not None
        what = f"no report from here on was compared, because {last.tag} does not fit what came before it"
        recount.notes.find(Check.REPORTS, last, f"{what}: {reason(error)}")
    return recount.notes.told()
