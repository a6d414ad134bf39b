"""Orders about payouts, and what payouts have to say about the end of a gaming day and the closing of a table."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pokerroom.jackpot import Code, Payout
from pokerroom.jackpot.commands import (
    AccountForBoxes,
    AwardBonus,
    Command,
    CountAtClosedTable,
    CountAtTable,
    Discontinue,
    PayAward,
    PreparePayout,
    RecordDay,
)
from pokerroom.jackpot.counting import boxes_due
from pokerroom.jackpot.duties import boxes_refusal, duties
from pokerroom.jackpot.hits import undelivered
from pokerroom.jackpot.rules import cite
from pokerroom.ledger import Signature, Transfer
from pokerroom.ledger.posting import batch_refusal, route_refusal
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.division import DIVISION
from pokerroom.room.division.commands import SendNotice
from pokerroom.room.link import LINK
from pokerroom.room.orders.agreed import not_alone
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.processes.paying import PAYING
from pokerroom.room.room import Change, Room, recorded_as
from pokerroom.room.tables import TABLES
from pokerroom.rules.refusal import Refusal
from pokerroom.table.seating.commands import CloseTable, DealtBy
from pokerroom.words import Value, said, saying

NOTIFIED = (CountAtClosedTable, AccountForBoxes)
"""Counts that are made upon notice to the Division, 14.19(d) (R-54)."""


def on_payouts(room: Room, order: OnPayouts) -> list[Change] | Refusal:
    """What an order about a payout leads to; a count under (d) in one commit with the notice of it."""
    asked = ASKED_FIRST.get(type(order.command))
    refusal = not_alone(room, order.command) or (asked and asked(room, order.command))
    change = refusal or room.ask(PAYOUTS, closed_as_recorded(room, order.command))
    if not isinstance(change, Change):
        return change
    refusal = unbookable(room, change, order.command.at)
    if refusal is not None:
        return refusal
    if not order.notifies or not isinstance(order.command, NOTIFIED):
        return [change]
    notice = room.ask(DIVISION, notice_of(order.command))
    return [change, notice] if isinstance(notice, Change) else notice


def unbookable(room: Room, change: Change, at: datetime) -> Refusal | None:
    """Nothing is recorded whose money the books could not move afterwards: they would stand still from then on."""
    first = room.head(change.name).sequence + 1
    moved = list(PAYING.due(recorded_as(change, at, first=first), room.state(LEDGER)))
    transfers = [each for each in moved if isinstance(each, Transfer)]
    if not transfers:
        return None
    return batch_refusal(transfers) or next((each for each in map(route_refusal, transfers) if each is not None), None)


def paid_elsewhere(room: Room, command: PayAward) -> Refusal | None:
    """Nobody is paid twice: an award that another member of a system is to pay is not paid here, 14.20(d)2 (R-74)."""
    payout, link = room.state(PAYOUTS).by_name.get(command.payout), room.state(LINK)
    hit = None if payout is None else payout.hits.get(command.hit)
    called = () if hit is None else hit.called
    payers = (link.payer_of(claim, each.called) for claim, each in called if each.player == command.player)
    payer = next((each for each in payers if each), "")
    if not payer:
        return None
    return Refusal(Code.PAID_ELSEWHERE, cite("14.20(d)2", reading="R-74"), {"payer": payer, "player": command.player})


def authorised_it(room: Room, command: PreparePayout | PayAward) -> Refusal | None:
    """Whoever authorised a payout of a system takes no later step of it (R-80)."""
    payout, link = room.state(PAYOUTS).by_name.get(command.payout), room.state(LINK)
    hit = None if payout is None else payout.hits.get(command.hit)
    claims = () if hit is None else {claim for claim, _ in hit.called}
    confirmed = (link.confirmed[claim] for claim in claims if claim in link.confirmed)
    authorisers = {each.authorised_by.id for each in confirmed if each.casino == link.casino}
    if command.by.id not in authorisers:
        return None
    rule = cite("14.19(j)", reading="R-80")
    return Refusal(Code.SAME_PERSON, rule, {"who": command.by.saying})


def not_theirs_to_pay(room: Room, command: PayAward) -> Refusal | None:
    return paid_elsewhere(room, command) or authorised_it(room, command)


def closed_as_recorded(room: Room, command: Command) -> Command:
    """Whether a table of the room is closed, its own record says; of any other place, whoever counts there says it."""
    if not isinstance(command, CountAtClosedTable):
        return command
    table = room.states(TABLES).get(command.place)
    return command if table is None else replace(command, closed=not table.is_open)


def another_deals(room: Room, command: CountAtTable) -> Refusal | None:
    """The dealer assigned to a table counts its container: where a person deals, that is who is signed on there."""
    table, decks = room.states(TABLES).get(command.table), room.state(BOXES, command.table).decks
    if table is None or table.dealt_by is not DealtBy.DEALER or decks is None:
        return None
    if decks.dealer is None or decks.dealer.name == command.by.name:
        return None
    facts: dict[str, Value] = {"table": command.table, "dealer": decks.dealer.name, "who": command.by.saying}
    return Refusal(Code.ANOTHER_DEALER, cite("14.19(f)2"), facts)


def unplayed(room: Room, command: AwardBonus) -> Refusal | None:
    """An award for a round of play is for one that has been dealt, 14.19(b)4."""
    table = room.states(TABLES).get(command.table)
    if table is not None and 1 <= command.round <= table.rounds:
        return None
    rule = cite("14.19(b)4", reading="R-81")
    return Refusal(Code.NO_SUCH_ROUND, rule, {"table": command.table, "round": command.round})


def of_another_day(room: Room, command: RecordDay) -> Refusal | None:
    """The official record is of daily contributions: they are entered for the gaming day that is open, 14.19(k)."""
    day = room.state(LEDGER).open_day
    if day is None or day.date == command.day:
        return None
    return Refusal(Code.ANOTHER_DAY, cite("14.19(k)"), {"open": str(day.date), "day": str(command.day)})


def round_under_way(room: Room, command: Discontinue) -> Refusal | None:
    """A round that was dealt while a payout could be won is played to its end before that payout ends, 14.19(l)."""
    payout = room.state(PAYOUTS).by_name.get(command.payout)
    if payout is None:
        return None
    for table in (*payout.rules.tables, *payout.left):
        if is_played_for(room, payout, table):
            rule = cite("14.19(l)", reading="R-100")
            return Refusal(Code.ROUND_UNDER_WAY, rule, {"payout": command.payout, "table": table})
    return None


def is_played_for(room: Room, payout: Payout, table: str) -> bool:
    """Whether a round in progress at a table is a payout's, or may be begun by an order that is not durable yet."""
    state = room.states(TABLES).get(table)
    if state is None or state.dealing is None:
        return table in payout.rules.tables and TABLES.named(table) in room.under_way
    began = None if state.dealt_in is None else state.dealt_in.began
    return table in payout.rules.tables if began is None else payout.takes_part(table, began)


ASKED_FIRST: dict[type[Any], Callable[[Room, Any], Refusal | None]] = {
    CountAtTable: another_deals,
    PreparePayout: authorised_it,
    PayAward: not_theirs_to_pay,
    AwardBonus: unplayed,
    RecordDay: of_another_day,
    Discontinue: round_under_way,
}
"""What a payout cannot know by itself, and is asked before it."""


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


def unfinished_day(room: Room) -> Refusal | None:
    """A gaming day does not end before every box was counted in it, 14.19(d), (f)1, and accounting has done its part,
    (h), (k).
    """
    day = room.state(LEDGER).open_day
    if day is None:
        return None
    payouts = room.state(PAYOUTS).by_name.values()
    owed = [refusal for payout in payouts for refusal in duties(payout, day.opened)]
    # Whatever else is owed, contributions are counted before they are recorded.
    return min(owed, key=lambda each: each.code is not Code.BOXES_DUE, default=None)


def not_delivered(room: Room, cashier: str) -> Refusal | None:
    """A drawer is not closed while a payout out of it is on its way: it is booked as players receive it (R-75)."""
    for payout in room.state(PAYOUTS).by_name.values():
        hit = undelivered(payout, cashier)
        if hit is not None:
            facts: dict[str, Value] = {"payout": payout.rules.name, "hit": hit.number}
            return Refusal(Code.NOT_DELIVERED_YET, cite("14.19(j)", reading="R-75"), facts)
    return None


def counted_before_closing(room: Room, name: str, command: CloseTable, _subject: str) -> CloseTable | Refusal:
    """Where containers are counted at their tables, one is counted upon table closing, 14.19(f)1."""
    for payout in room.state(PAYOUTS).by_name.values():
        if payout.rules.route.is_at_the_table and name in boxes_due(payout):
            return boxes_refusal(payout, (name,), "14.19(f)1")
    return command
