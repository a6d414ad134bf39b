"""What each event does to the books, and nothing else.

The events of a day are folded into one mutable set of books that nobody else holds, so that replaying millions of them
copies nothing; `apply` is the same fold over a single event.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.ledger.accounts import Account, Kind
from pokerroom.ledger.counting import Slip, Tray, moved
from pokerroom.ledger.days import Day, Figures, Where, gauged
from pokerroom.ledger.drawers import Drawer, DrawerSlip, moved as moved_in_drawer
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
from pokerroom.ledger.state import KEPT, Books, Hold, Record, Seen
from pokerroom.ledger.transfers import CARRIED, RecordId, Transfer


class OpenBooks(msgspec.Struct):
    """Books being written: the fields of `Books`, private until they are handed over."""

    balances: dict[Account, int]
    seen: dict[str, Seen]
    holds: dict[str, Hold]
    corrected: set[RecordId]
    day: Day | None
    since: datetime | None
    latest: datetime | None
    figures: dict[Where, Figures]
    slips: tuple[Slip, ...]
    trays: dict[str, Tray]
    drawers: dict[str, Drawer]
    drawer_slips: tuple[DrawerSlip, ...]
    drawers_opened: int
    chips_moved: tuple[Transfer, ...]


def apply(books: Books, event: Event) -> Books:
    """The books after an event."""
    return fold(books, (event,))


def replay(events: Iterable[Event]) -> Books:
    """The books after a whole log."""
    return fold(Books(), events)


def fold(books: Books, events: Iterable[Event]) -> Books:
    """The books after these events."""
    ours = OpenBooks(
        balances=dict(books.balances),
        seen=dict(books.seen),
        holds=dict(books.holds),
        corrected=set(books.corrected),
        day=books.day,
        since=books.since,
        latest=books.latest,
        figures=dict(books.figures),
        slips=books.slips,
        trays=dict(books.trays),
        drawers=dict(books.drawers),
        drawer_slips=books.drawer_slips,
        drawers_opened=books.drawers_opened,
        chips_moved=books.chips_moved,
    )
    for event in events:
        FOLDS[type(event)](ours, event)
    return Books(**msgspec.structs.asdict(ours))


def day_opened(books: OpenBooks, event: DayOpened) -> None:
    if books.day is not None:
        since = books.day.opened
        books.chips_moved = tuple(each for each in books.chips_moved if each.at >= since)
    books.day = Day(date=event.date, opened=event.at, shifts=event.shifts, thresholds=event.thresholds)
    books.figures.clear()
    books.slips = ()
    books.drawer_slips = ()
    note_time(books, event.at)


def day_closed(books: OpenBooks, event: DayClosed) -> None:
    assert books.day is not None
    books.day = replace(books.day, closed=event.at)
    books.since = event.at
    note_time(books, event.at)


def transfers_posted(books: OpenBooks, event: TransfersPosted) -> None:
    remember(books, event.transfers)
    move(books, event.transfers)
    books.chips_moved += tuple(filter(moves_chips, event.transfers))
    if books.drawers:
        for transfer in event.transfers:
            move_drawer(books, transfer, transfer.by.name)


def transfer_corrected(books: OpenBooks, event: TransferCorrected) -> None:
    books.corrected.add(event.original.id)
    remember(books, event.transfers)
    move(books, event.transfers)
    still = (each for each in books.chips_moved if each.id != event.original.id)
    books.chips_moved = (*still, *filter(moves_chips, event.transfers))
    for transfer in event.transfers:
        # The drawer of whoever made the mistake: what is put right is what their transfer had said of it.
        move_drawer(books, transfer, event.original.by.name)


def rounds_noted(books: OpenBooks, event: RoundsNoted) -> None:
    dealt = event.dealt
    remember(books, (dealt,))
    note_time(books, dealt.at)
    tally(books, (dealt.table, dealt.game, dealt.at), "rounds_dealt", dealt.rounds)


def table_counted(books: OpenBooks, event: TableCounted) -> None:
    count = event.count
    remember(books, (count, *event.transfers))
    note_time(books, count.at)
    move(books, event.transfers)
    books.trays[count.table] = Tray(opener=count.closer)
    books.slips = (*books.slips, event.slip)


def drawer_opened(books: OpenBooks, event: DrawerOpened) -> None:
    drawer = event.drawer
    books.drawers[drawer.cashier.name] = drawer
    books.drawers_opened += 1
    note_time(books, drawer.opened)


def drawer_closed(books: OpenBooks, event: DrawerClosed) -> None:
    slip = event.slip
    del books.drawers[slip.drawer.cashier.name]
    books.drawer_slips = (*books.drawer_slips, slip)
    note_time(books, slip.at)


def moves_chips(transfer: Transfer) -> bool:
    """Whether somebody carries chips for it. Nobody carries a reversal: the slip that it names is void."""
    return transfer.reason in CARRIED and transfer.corrects is None


def move_drawer(books: OpenBooks, transfer: Transfer, cashier: str) -> None:
    after = moved_in_drawer(books.drawers, transfer, cashier)
    if after is not None:
        books.drawers[cashier] = after


def remember(books: OpenBooks, records: tuple[Record, ...]) -> None:
    stream = records[0].id.stream
    before = books.seen[stream].recent if stream in books.seen else ()
    books.seen[stream] = Seen(records[-1].id, (*before, *records)[-max(KEPT, len(records)) :])


def move(books: OpenBooks, transfers: tuple[Transfer, ...]) -> None:
    for transfer in transfers:
        add(books.balances, transfer.debit, -transfer.amount)
        add(books.balances, transfer.credit, transfer.amount)
        note_time(books, transfer.at)
        gauge = gauged(transfer)
        if gauge is not None:
            tally(books, (transfer.table, transfer.game, transfer.at), *gauge)
        if transfer.hold:
            hold_moved(books, transfer, transfer.hold)
        for account in (transfer.debit, transfer.credit):
            if account.kind is Kind.INVENTORY:
                books.trays[account.owner] = moved(books.trays.get(account.owner, Tray()), transfer)


def hold_moved(books: OpenBooks, transfer: Transfer, hold: str) -> None:
    """It is made, or it is over: what was held is at the table, or back in the bank."""
    account = transfer.credit
    if account.kind is Kind.HELD:
        books.holds[hold] = Hold(account.player, account.table, transfer.amount, transfer.at)
    else:
        books.holds.pop(hold, None)


def add(balances: dict[Account, int], account: Account, amount: int) -> None:
    balance = balances.get(account, 0) + amount
    if balance:
        balances[account] = balance
    else:
        del balances[account]


def tally(books: OpenBooks, place: tuple[str, str, datetime], figure: str, amount: int) -> None:
    assert books.day is not None
    table, game, at = place
    where = Where(table, game, books.day.shift_at(at))
    books.figures[where] = books.figures.get(where, Figures()).plus(figure, amount)


def note_time(books: OpenBooks, at: datetime) -> None:
    books.latest = at if books.latest is None else max(books.latest, at)


FOLDS: Mapping[type[Any], Callable[[OpenBooks, Any], None]] = {
    DayOpened: day_opened,
    DayClosed: day_closed,
    TransfersPosted: transfers_posted,
    TransferCorrected: transfer_corrected,
    RoundsNoted: rounds_noted,
    TableCounted: table_counted,
    DrawerOpened: drawer_opened,
    DrawerClosed: drawer_closed,
}
