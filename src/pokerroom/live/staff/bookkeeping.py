"""What two people write into the books by hand: the count of a table, and the correction of a transfer they read there.

The books follow the tables, so what happened at a table is put right there, and the accounts that its events move are
left to them.
"""

from typing import NamedTuple

from pokerroom.ledger import Account, Count, RecordId, Signature, Transfer, compensation
from pokerroom.ledger.accounts import AccountError
from pokerroom.ledger.commands import Correct, CountTable, OpenDrawer
from pokerroom.ledger.counting import SLIP_RULE
from pokerroom.ledger.decide import moved_refusal
from pokerroom.live import house_orders
from pokerroom.live.refusals import Code, Refusal
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import InBooks
from pokerroom.room.orders.books import of_a_table
from pokerroom.room.projections import journal
from pokerroom.room.projections.declaring import Projected
from pokerroom.room.room import Room
from pokerroom.room.tables import TABLES

COUNTS, CORRECTIONS, DRAWERS = "count/", "correction", "drawer"
"""The streams that name these records."""


def counted(room: Room, order: house_orders.CountTable) -> InBooks | Refusal:
    why = table_refusal(room, order.table)
    if why is not None:
        return why
    assert order.second is not None, "two people sign a count"
    table = room.states(TABLES)[order.table]
    return InBooks(
        CountTable(
            Count(
                id=next_id(room, f"{COUNTS}{order.table}"),
                table=order.table,
                closer=order.closer,
                drop=order.drop,
                game=table.posting.game if table.is_open else "",
                at=order.at,
                by=order.by,
                second=order.second,
            ),
            expected=order.expected,
        )
    )


def drawer_opened(room: Room, order: house_orders.OpenDrawer) -> InBooks:
    id_ = RecordId(DRAWERS, room.state(LEDGER).drawers_opened + 1)
    return InBooks(OpenDrawer(id=id_, pieces=order.pieces, at=order.at, by=order.by))


def table_refusal(room: Room, name: str) -> Refusal | None:
    return None if name in room.states(TABLES) else Refusal(Code.NO_TABLE_IN_ROOM, facts={"table": repr(name)})


def tray_refusal(room: Room, order: house_orders.CountTable) -> Refusal | None:
    """Why nobody is asked to sign this count: the tray has moved since it was made."""
    return moved_refusal(room.state(LEDGER).tray(order.table).expected, order.expected, SLIP_RULE)


def next_id(room: Room, stream: str) -> RecordId:
    last = room.state(LEDGER).last_from(stream)
    return RecordId(stream, 1 if last is None else last.sequence + 1)


class Correction(NamedTuple):
    """A correction that has been read: the transfer it takes back, and the accounts of those made instead."""

    original: Transfer
    instead: tuple[tuple[Account, Account, house_orders.Instead], ...]

    @property
    def players(self) -> frozenset[str]:
        accounts = [account for debit, credit, _ in self.instead for account in (debit, credit)]
        return frozenset(account.player for account in accounts if account.player)


def understood(room: Room, projected: Projected, order: house_orders.Correct) -> Correction | Refusal:
    """What a correction is about. It reads the journal, and is called beside the loop."""
    try:
        original = RecordId.parse(order.original)
        instead = tuple((Account.parse(each.debit), Account.parse(each.credit), each) for each in order.instead)
    except (ValueError, AccountError) as error:
        return Refusal(Code.ORDER_UNFIT, facts={"order": house_orders.Correct.__name__, "error": str(error)})
    accounts = [account for debit, credit, _ in instead for account in (debit, credit)]
    if of_a_table(room, original, accounts) is not None:
        return Refusal(Code.OF_A_TABLE)
    found = journal.by_id(projected.caught_up(), original)
    return Refusal(Code.NOT_POSTED) if found is None else Correction(found, instead)


def corrected(room: Room, order: house_orders.Correct, correction: Correction) -> InBooks:
    assert order.second is not None, "two people sign a correction"
    original, id_ = correction.original, next_id(room, CORRECTIONS)
    first = compensation(original, id=id_, at=order.at, by=order.by, note=order.note)
    others = tuple(
        Transfer(
            id=id_.after(line),
            debit=debit,
            credit=credit,
            amount=each.amount,
            at=order.at,
            by=order.by,
            reason=each.reason,
            rule=original.rule,
            game=original.game,
            note=order.note,
        )
        for line, (debit, credit, each) in enumerate(correction.instead, start=1)
    )
    checker: Signature = order.second
    return InBooks(Correct(original=original, transfers=(first, *others), checker=checker))
