"""Orders about payouts, and what payouts have to say about the end of a gaming day and the closing of a table."""

from pokerroom.jackpot import Code, Payout
from pokerroom.jackpot.commands import AccountForBoxes, CountAtClosedTable
from pokerroom.jackpot.counting import boxes_due, not_counted_since
from pokerroom.jackpot.rules import cite
from pokerroom.ledger import Signature
from pokerroom.room.books import LEDGER
from pokerroom.room.division import DIVISION
from pokerroom.room.division.commands import SendNotice
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.room import Change, Room
from pokerroom.rules.refusal import Refusal
from pokerroom.table.seating.commands import CloseTable
from pokerroom.words import said, saying

NOTIFIED = (CountAtClosedTable, AccountForBoxes)
"""Counts that are made upon notice to the Division, 14.19(d) (R-54)."""


def on_payouts(room: Room, order: OnPayouts) -> list[Change] | Refusal:
    """What an order about a payout leads to; a count under (d) in one commit with the notice of it."""
    change = room.ask(PAYOUTS, order.command)
    if not isinstance(change, Change):
        return change
    if not order.notifies or not isinstance(order.command, NOTIFIED):
        return [change]
    notice = room.ask(DIVISION, notice_of(order.command))
    return [change, notice] if isinstance(notice, Change) else notice


def notice_of(command: CountAtClosedTable | AccountForBoxes) -> SendNotice:
    tables, where = counted_where(command)
    told = saying("detail-jackpot.notice-text", payout=command.payout, tables=tables, where=where)
    return SendNotice(
        subject=said(saying("detail-jackpot.notice-subject", payout=command.payout)),
        text=said(told),
        paragraph="14.19(d)",
        by=Signature(command.by.name, command.by.acts_as.value),
        at=command.at,
    )


def counted_where(command: CountAtClosedTable | AccountForBoxes) -> tuple[str, str]:
    if isinstance(command, CountAtClosedTable):
        return ", ".join(box.table for box in command.boxes), f"closed table {command.place}"
    return ", ".join(command.tables), "the cage"


def uncounted_day(room: Room) -> Refusal | None:
    """A gaming day does not end before every box was counted in it, 14.19(d), (f)1."""
    day = room.state(LEDGER).open_day
    if day is None:
        return None
    for payout in room.state(PAYOUTS).by_name.values():
        tables = not_counted_since(payout, day.opened)
        if tables:
            return boxes_refusal(payout, tables, "14.19(f)1" if payout.rules.route.is_at_the_table else "14.19(d)")
    return None


def boxes_refusal(payout: Payout, tables: tuple[str, ...], paragraph: str) -> Refusal:
    return Refusal(Code.BOXES_DUE, cite(paragraph), {"payout": payout.rules.name, "tables": ", ".join(tables)})


def counted_before_closing(room: Room, name: str, command: CloseTable, _subject: str) -> CloseTable | Refusal:
    """Where containers are counted at their tables, one is counted upon table closing, 14.19(f)1."""
    for payout in room.state(PAYOUTS).by_name.values():
        if payout.rules.route.is_at_the_table and name in boxes_due(payout):
            return boxes_refusal(payout, (name,), "14.19(f)1")
    return command
