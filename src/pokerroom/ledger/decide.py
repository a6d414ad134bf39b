"""`decide` chooses: what a command adds to the books, or why it is refused. It changes nothing.

A command whose records are already in the books adds nothing: the answer is no events and no refusal.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from pokerroom.ledger.accounts import drop_box, is_name
from pokerroom.ledger.apply import fold
from pokerroom.ledger.commands import (
    CloseDay,
    CloseDrawer,
    Command,
    Correct,
    CountTable,
    NoteRounds,
    OpenDay,
    OpenDrawer,
    Post,
)
from pokerroom.ledger.correcting import correction_refusal, second_refusal
from pokerroom.ledger.counting import SLIP_RULE, reconciled, settling
from pokerroom.ledger.drawers import Drawer, Pieces, closing_slip
from pokerroom.ledger.events import (
    DayClosed,
    DayOpened,
    DrawerClosed,
    DrawerOpened,
    Event,
    RoundsNoted,
    TableCounted,
    TransferCorrected,
    TransfersPosted,
)
from pokerroom.ledger.posting import (
    batch_refusal,
    is_count,
    money_refusal,
    move_refusal,
    recorded,
    time_refusal,
    zone_refusal,
)
from pokerroom.ledger.refusals import Code, Refusal
from pokerroom.ledger.state import Books, day_report
from pokerroom.rules.citation import Citation
from pokerroom.rules.wording import is_said


class Outcome(NamedTuple):
    books: Books
    events: tuple[Event, ...]


def perform(books: Books, command: Command) -> Outcome | Refusal:
    """The books after a command, and what was recorded."""
    events = decide(books, command)
    return events if isinstance(events, Refusal) else Outcome(fold(books, events) if events else books, events)


def decide(books: Books, command: Command) -> tuple[Event, ...] | Refusal:
    return HANDLERS[type(command)](books, command)


def open_day(books: Books, command: OpenDay) -> tuple[Event, ...] | Refusal:
    moments = (command.at, *(shift.starts for shift in command.shifts))
    for refusal in map(zone_refusal, moments):
        if refusal is not None:
            return refusal
    day = books.day
    if books.open_day is not None and day is not None:
        return () if is_same_day(books, command) else Refusal(Code.DAY_OPEN, None, {"date": str(day.date)})
    if day is not None and command.date <= day.date:
        return Refusal(Code.DAY_NOT_LATER, None, {"asked": str(command.date), "date": str(day.date)})
    starts = [shift.starts for shift in command.shifts]
    if not starts or starts[0] > command.at or any(one >= other for one, other in pairwise(starts)):
        return Refusal(Code.SHIFTS_OUT_OF_ORDER, None, {"at": str(command.at)})
    unnamed = [shift for shift in command.shifts if not is_said(shift.name)]
    if unnamed:
        return Refusal(Code.SHIFT_UNNAMED, None, {"starts": str(unnamed[0].starts)})
    if books.latest is not None and command.at < books.latest:
        return Refusal(Code.RECORDED_LATER, None, {"at": str(command.at), "latest": str(books.latest)})
    return (
        DayOpened(
            date=command.date, shifts=command.shifts, thresholds=command.thresholds, at=command.at, by=command.by
        ),
    )


def is_same_day(books: Books, command: OpenDay) -> bool:
    day = books.day
    assert day is not None
    asked = (command.date, command.at, command.shifts, command.thresholds)
    return asked == (day.date, day.opened, day.shifts, day.thresholds)


def close_day(books: Books, command: CloseDay) -> tuple[Event, ...] | Refusal:
    refusal = zone_refusal(command.at)
    if refusal is not None:
        return refusal
    day = books.day
    if day is None or day.closed is not None:
        repeated = day is not None and (day.date, day.closed) == (command.date, command.at)
        return () if repeated else Refusal(Code.NO_DAY, None, {})
    if day.date != command.date:
        return Refusal(Code.OTHER_DAY, None, {"date": str(day.date), "asked": str(command.date)})
    if books.latest is not None and command.at < books.latest:
        return Refusal(Code.RECORDED_LATER, None, {"at": str(command.at), "latest": str(books.latest)})
    report = replace(day_report(books), day=replace(day, closed=command.at))
    return (DayClosed(date=command.date, report=report, at=command.at, by=command.by),)


def post(books: Books, command: Post) -> tuple[Event, ...] | Refusal:
    transfers = command.transfers
    refusal = batch_refusal(transfers)
    if refusal is not None:
        return refusal
    known = recorded(books, transfers)
    if known is not False:
        return () if known is True else known
    refusal = time_refusal(books, transfers, may_be_late=command.may_be_late)
    refusal = refusal or second_refusal(transfers) or move_refusal(books, transfers)
    return refusal or (TransfersPosted(transfers),)


def correct(books: Books, command: Correct) -> tuple[Event, ...] | Refusal:
    transfers = command.transfers
    refusal = batch_refusal(transfers)
    if refusal is not None:
        return refusal
    known = recorded(books, transfers)
    if known is not False:
        return () if known is True else known
    refusal = time_refusal(books, transfers) or correction_refusal(books, command) or move_refusal(books, transfers)
    return refusal or (TransferCorrected(original=command.original, transfers=transfers, checker=command.checker),)


def note_rounds(books: Books, command: NoteRounds) -> tuple[Event, ...] | Refusal:
    dealt = command.dealt
    if not is_count(dealt.rounds, least=1):
        return Refusal(Code.NOT_A_NUMBER, None, {"id": str(dealt.id), "value": repr(dealt.rounds)})
    if not is_name(dealt.table):
        return Refusal(Code.NOT_A_TABLE, None, {"id": str(dealt.id), "table": repr(dealt.table)})
    refusal = zone_refusal(dealt.at)
    if refusal is not None:
        return refusal
    known = recorded(books, (dealt,))
    if known is not False:
        return () if known is True else known
    return time_refusal(books, (dealt,), may_be_late=command.may_be_late) or (RoundsNoted(dealt),)


def count_table(books: Books, command: CountTable) -> tuple[Event, ...] | Refusal:
    count = command.count
    refusal = money_refusal(count.id, count.closer, least=0, rule=SLIP_RULE)
    if count.drop is not None:
        refusal = refusal or money_refusal(count.id, count.drop, least=0, rule=SLIP_RULE)
    if refusal is not None:
        return refusal
    if not is_name(count.table):
        return Refusal(Code.NOT_A_TABLE, SLIP_RULE, {"id": str(count.id), "table": repr(count.table)})
    if count.second is not UNSET and count.by.same_person(count.second):
        return Refusal(Code.SAME_PERSON, SLIP_RULE, {"who": str(count.second), "maker": str(count.by)})
    refusal = zone_refusal(count.at, SLIP_RULE)
    if refusal is not None:
        return refusal
    known = recorded(books, (count,))
    if known is not False:
        return () if known is True else known
    refusal = time_refusal(books, (count,))
    if refusal is not None:
        return refusal
    refusal = moved_refusal(books.tray(count.table).expected, command.expected, SLIP_RULE)
    if refusal is not None:
        return refusal
    day = books.open_day
    assert day is not None
    in_the_box = books.balance(drop_box(count.table))
    slip = reconciled(count, books.tray(count.table), in_the_box, day.thresholds)
    return (TableCounted(rule=SLIP_RULE, count=count, slip=slip, transfers=settling(count, slip)),)


def open_drawer(books: Books, command: OpenDrawer) -> tuple[Event, ...] | Refusal:
    cashier = command.by
    refusal = drawer_refusal(books, command)
    if refusal is not None:
        return refusal
    there = books.drawers.get(cashier.name)
    if there is not None:
        return Refusal(Code.DRAWER_OPEN, None, {"who": cashier.name, "since": str(there.opened)})
    return (DrawerOpened(Drawer(id=command.id, cashier=cashier, opened=command.at, pieces=command.pieces)),)


def close_drawer(books: Books, command: CloseDrawer) -> tuple[Event, ...] | Refusal:
    refusal = drawer_refusal(books, command)
    if refusal is not None:
        return refusal
    drawer, second = books.drawers.get(command.by.name), command.second
    if drawer is None:
        return Refusal(Code.NO_DRAWER, None, {"who": command.by.name})
    if second is not None and command.by.same_person(second):
        return Refusal(Code.SAME_PERSON, None, {"who": str(second), "maker": str(command.by)})
    refusal = moved_refusal(drawer.expected, command.expected)
    if refusal is not None:
        return refusal
    day = books.open_day
    assert day is not None
    slip = closing_slip(drawer, command.pieces, at=command.at, second=second, thresholds=day.thresholds)
    return (DrawerClosed(slip),)


def moved_refusal(expected: int, shown: int | None, rule: Citation | None = None) -> Refusal | None:
    """A count is compared with what ought to be there at this moment: nobody signs for another figure than they saw."""
    if shown is None or shown == expected:
        return None
    return Refusal(Code.MOVED_SINCE, rule, {"expected": expected, "shown": shown})


def drawer_refusal(books: Books, command: OpenDrawer | CloseDrawer) -> Refusal | None:
    refusal = zone_refusal(command.at) or pieces_refusal(command.pieces)
    if refusal is not None:
        return refusal
    if books.open_day is None:
        return Refusal(Code.NO_DAY, None, {})
    if books.latest is not None and command.at < books.latest:
        return Refusal(Code.RECORDED_LATER, None, {"at": str(command.at), "latest": str(books.latest)})
    return None


def pieces_refusal(pieces: tuple[Pieces, ...]) -> Refusal | None:
    kinds = [(each.tender, each.value) for each in pieces]
    for each in pieces:
        fits = is_count(each.value, least=1) and is_count(each.count, least=0)
        if not fits or kinds.count((each.tender, each.value)) > 1:
            return Refusal(Code.NOT_PIECES, None, {"value": f"{each.count} of {each.value}"})
    return None


HANDLERS: Mapping[type[Any], Callable[[Books, Any], tuple[Event, ...] | Refusal]] = {
    OpenDay: open_day,
    CloseDay: close_day,
    Post: post,
    Correct: correct,
    NoteRounds: note_rounds,
    CountTable: count_table,
    OpenDrawer: open_drawer,
    CloseDrawer: close_drawer,
}
