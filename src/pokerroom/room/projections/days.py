"""Gaming days: when each was opened and closed and by whom, and what each table, game and shift did in it."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import islice

import msgspec
from msgspec.structs import replace

from pokerroom.ledger.days import FIGURES, DayReport, Figures, Line, Shift, Where, gauged, shift_at
from pokerroom.ledger.events import DayClosed, DayOpened, RoundsNoted, TableCounted, TransferCorrected, TransfersPosted
from pokerroom.room.books import LEDGER
from pokerroom.room.ports import EventStore
from pokerroom.room.projections.declaring import Occurrence, Projection, Reading, Removed, Rows, RowTable


class GamingDay(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    date: date
    opened: datetime
    opened_by: str
    shifts: tuple[Shift, ...]
    first: int
    """The event of the ledger that opened it."""
    closed: datetime | None = None
    closed_by: str | None = None
    last: int | None = None
    """The event of the ledger that closed it, with the report of the day."""


class DayUnderWay(msgspec.Struct, frozen=True, gc=False):
    """The gaming day that is open: one row at most."""

    room: str
    date: date


class DayFigures(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A line of the report of a day: `Figures` of a table, a game and a shift."""

    date: date
    table: str
    game: str
    shift: str
    rounds_dealt: int = 0
    drop: int = 0
    percentage_rake: int = 0
    incremental_rake: int = 0
    time_charges: int = 0
    bad_beat_contributions: int = 0
    bad_beat_payouts: int = 0
    unmatched_forms: int = 0
    forms_found: int = 0
    house_win: int = 0
    variance: int = 0


GAMING_DAYS = RowTable(name="gaming_day", row=GamingDay, key=("date",))
DAY_UNDER_WAY = RowTable(name="day_under_way", row=DayUnderWay, key=("room",))
DAY_FIGURES = RowTable(name="day_figures", row=DayFigures, key=("date", "table", "game", "shift"))

ROOM = ""


def day_under_way(rows: Rows) -> date | None:
    found = rows.get(DAY_UNDER_WAY, ROOM)
    return None if found is None else found.date


def opened(_rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    event: DayOpened = told.event
    yield GamingDay(date=event.date, opened=event.at, opened_by=str(event.by), shifts=event.shifts, first=told.sequence)
    yield DayUnderWay(ROOM, event.date)


def closed(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct | Removed]:
    event: DayClosed = told.event
    day = rows.get(GAMING_DAYS, event.date)
    if day is not None:
        yield replace(day, closed=event.at, closed_by=str(event.by), last=told.sequence)
    yield Removed(DAY_UNDER_WAY, (ROOM,))


def noted(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    dealt = told.event.dealt
    yield from counted(rows, (dealt.table, dealt.game, dealt.at), "rounds_dealt", dealt.rounds)


def posted(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    for transfer in told.event.transfers:
        gauge = gauged(transfer)
        if gauge is not None:
            yield from counted(rows, (transfer.table, transfer.game, transfer.at), *gauge)


def counted(rows: Rows, place: tuple[str, str, datetime], figure: str, amount: int) -> Iterable[msgspec.Struct]:
    under_way = day_under_way(rows)
    day = None if under_way is None else rows.get(GAMING_DAYS, under_way)
    if day is None:
        return
    table, game, at = place
    shift = shift_at(day.shifts, at)
    line = rows.get(DAY_FIGURES, day.date, table, game, shift)
    line = line or DayFigures(date=day.date, table=table, game=game, shift=shift)
    yield replace(line, **{figure: getattr(line, figure) + amount})


DAYS = Projection(
    name="days",
    version=3,
    tables=(GAMING_DAYS, DAY_UNDER_WAY, DAY_FIGURES),
    folds={
        LEDGER: {
            DayOpened: opened,
            DayClosed: closed,
            RoundsNoted: noted,
            TransfersPosted: posted,
            TransferCorrected: posted,
            TableCounted: posted,
        }
    },
)


def latest_days(rows: Reading, *, before: date | None = None, most: int = 50) -> Sequence[GamingDay]:
    """The latest first."""
    return rows.find(GAMING_DAYS, GAMING_DAYS.key, before=before, most=most, latest_first=True)


def lines_of(rows: Reading, day: date) -> tuple[Line, ...]:
    """What each table, game and shift has done in a gaming day so far."""
    found = rows.find(DAY_FIGURES, DAY_FIGURES.key, day)
    return tuple(
        Line(Where(each.table, each.game, each.shift), Figures(**{figure: getattr(each, figure) for figure in FIGURES}))
        for each in found
    )


def closed_report(store: EventStore, sequence: int) -> DayReport:
    """The report of a gaming day that is closed, from the event of the ledger that closed it."""
    ((_, event),) = islice(LEDGER.events(store, after=sequence - 1), 1)
    found: DayReport = event.report
    return found
