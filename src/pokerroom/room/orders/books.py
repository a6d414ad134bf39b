"""Orders to the books. They follow the tables and the cage: what follows from those is never written by hand."""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType

from pokerroom.ledger import (
    CAGE,
    Account,
    CloseDay,
    CloseDrawer,
    Correct,
    CountTable,
    Post,
    Reason,
    RecordId,
    Transfer,
    agreed_by,
    bank,
    held_for,
    inventory,
)
from pokerroom.room.books.commands import Deposit, Fill, HoldMoney, InBooks, ReleaseMoney, Withdraw
from pokerroom.room.books.stream import LEDGER
from pokerroom.room.commands import ACROSS_DAYS
from pokerroom.room.orders.entrances import hold_refusal
from pokerroom.room.orders.payouts import not_delivered, unfinished_day
from pokerroom.room.processes.booking import OF_TABLES
from pokerroom.room.processes.posting import ROUNDS
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.room import Change, Room
from pokerroom.room.streams import kind_of

Way = tuple[Reason, Account, Account]
"""Why money moves, from where and to where."""


def of_the_cage(room: Room, command: Deposit | Withdraw | Fill) -> list[Change] | Refusal:
    """Money between the cage and a bank or a tray."""
    note = agreed_by(command.agreed) if isinstance(command, Withdraw) else ""
    return transferred(room, command, way_of(command), command.amount, note=note)


def set_aside(room: Room, command: HoldMoney) -> list[Change] | Refusal:
    """A hold is decided where conduct and lists are kept, too: whoever may not enter the game pays for no seat."""
    way = Reason.HOLD, bank(command.player), held_for(command.table, command.player)
    return hold_refusal(room, command) or transferred(room, command, way, command.amount, hold=command.hold)


def released(room: Room, command: ReleaseMoney) -> list[Change] | Refusal:
    found = room.state(LEDGER).holds.get(command.hold)
    if found is None:
        return Refusal(Code.NO_SUCH_HOLD, None, {"hold": repr(command.hold)})
    way = Reason.RELEASE, held_for(found.table, found.player), bank(found.player)
    return transferred(room, command, way, found.amount, hold=command.hold)


def transferred(
    room: Room,
    command: Deposit | Withdraw | Fill | HoldMoney | ReleaseMoney,
    way: Way,
    amount: int,
    *,
    note: str = "",
    hold: str | UnsetType = UNSET,
) -> list[Change] | Refusal:
    room.post()  # The transfer is named after the event that records it, which is the next one.
    reason, debit, credit = way
    transfer = Transfer(
        id=RecordId(LEDGER.name, room.head(LEDGER.name).sequence + 1),
        debit=debit,
        credit=credit,
        amount=amount,
        at=command.at,
        by=command.by,
        reason=reason,
        note=note,
        hold=hold,
    )
    return booked(room, Post((transfer,)))


def way_of(command: Deposit | Withdraw | Fill) -> Way:
    match command:
        case Deposit(player=player):
            return Reason.DEPOSIT, CAGE, bank(player)
        case Withdraw(player=player):
            return Reason.WITHDRAWAL, bank(player), CAGE
        case Fill(table=table, credit=back):
            tray = inventory(table)
            return (Reason.CREDIT, tray, CAGE) if back else (Reason.FILL, CAGE, tray)


def in_the_books(room: Room, order: InBooks) -> list[Change] | Refusal:
    return books_refusal(room, order.command) or booked(room, order.command)


def booked(room: Room, command: Any) -> list[Change] | Refusal:
    """Post into the books, after everything that the tables have recorded so far."""
    room.post()
    change = room.ask(LEDGER, command)
    return [change] if isinstance(change, Change) else change


def books_refusal(room: Room, command: Any) -> Refusal | None:
    """Why a day or a drawer may not be closed yet, or something may not be written by hand, or under such an id."""
    match command:
        case CloseDay():
            return unfinished_day(room)
        case CloseDrawer(by=cashier):
            return not_delivered(room, cashier.name)
        case CountTable(count=count):
            return name_refusal(room, [count.id])
        case Correct(original=original, transfers=transfers):
            accounts = [account for each in (original, *transfers) for account in (each.debit, each.credit)]
            return of_a_table(room, original.id, accounts) or name_refusal(room, [each.id for each in transfers])
    return None


def of_a_table(room: Room, original: RecordId, accounts: Iterable[Account]) -> Refusal | None:
    """Why a correction of this record, between these accounts, is left to a table."""
    if kind_of(original.stream) in room.sources:
        return Refusal(Code.NOT_BY_HAND, ACROSS_DAYS, {"what": str(original)})
    for account in accounts:
        if account.kind in OF_TABLES:
            return Refusal(Code.NOT_BY_HAND, ACROSS_DAYS, {"what": str(account)})
    return None


def name_refusal(room: Room, ids: Iterable[RecordId]) -> Refusal | None:
    """Ids of a stream only rise: one used by hand would keep the table, or the cage, from booking its next."""
    for id_ in ids:
        if kind_of(id_.stream) in {LEDGER.name, *room.sources} or id_.stream.startswith(ROUNDS):
            return Refusal(Code.NOT_BY_HAND, ACROSS_DAYS, {"what": str(id_)})
    return None
