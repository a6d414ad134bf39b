"""Why transfers may not be posted. A batch is refused as a whole, and nothing has changed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from msgspec import UNSET

from pokerroom.ledger.accounts import Account, Kind, held_for
from pokerroom.ledger.refusals import Code, Refusal
from pokerroom.ledger.state import Books, Hold, Record
from pokerroom.ledger.transfers import MOST, ROUTES, Reason, RecordId, Transfer
from pokerroom.rules.citation import Citation
from pokerroom.rules.wording import is_blank
from pokerroom.words import Value, term


def is_count(value: object, *, least: int, most: int = MOST) -> bool:
    """Whether this is a whole number in range; bools and floats count as numbers in Python, but not here."""
    return type(value) is int and least <= value <= most


def money_refusal(id_: RecordId, value: object, *, least: int, rule: Citation | None = None) -> Refusal | None:
    if is_count(value, least=least):
        return None
    return Refusal(Code.NOT_MONEY, rule, {"id": str(id_), "value": repr(value), "least": least, "most": MOST})


def zone_refusal(at: datetime, rule: Citation | None = None) -> Refusal | None:
    return Refusal(Code.NO_TIME_ZONE, rule, {"at": str(at)}) if at.utcoffset() is None else None


def batch_refusal(transfers: Sequence[Transfer]) -> Refusal | None:
    """Why these could not be posted together in any books."""
    if not transfers:
        return Refusal(Code.NOTHING_TO_POST, None, {})
    first = transfers[0]
    for transfer in transfers:
        if transfer.id.stream != first.id.stream:
            return Refusal(Code.SEVERAL_STREAMS, transfer.rule, {"id": str(transfer.id), "first": str(first.id)})
    for before, after in pairwise(transfers):
        if after.id <= before.id:
            return Refusal(Code.IDS_DO_NOT_RISE, after.rule, {"id": str(after.id), "before": str(before.id)})
    for transfer in transfers:
        refusal = money_refusal(transfer.id, transfer.amount, least=1, rule=transfer.rule)
        refusal = refusal or zone_refusal(transfer.at, transfer.rule)
        if refusal is not None:
            return refusal
    return None


def note_refusal(transfer: Transfer) -> Refusal | None:
    """A note must have content, or be left out."""
    blank = is_blank(transfer.note)
    return Refusal(Code.BLANK_NOTE, transfer.rule, {"id": str(transfer.id)}) if blank else None


def recorded(books: Books, records: Sequence[Record]) -> bool | Refusal:
    """Whether these records, of one stream and in rising order, are already in the books."""
    seen = books.seen.get(records[0].id.stream)
    if seen is None or records[0].id > seen.last:
        return False
    known = {record.id: record for record in seen.recent}
    for record in records:
        if record.id > seen.last:
            facts = {"id": str(record.id), "first": str(records[0].id)}
            return Refusal(Code.PARTLY_RECORDED, rule_of(record), facts)
        if record.id not in known:
            return Refusal(Code.TOO_LATE, rule_of(record), {"id": str(record.id), "last": str(seen.last)})
        if known[record.id] != record:
            return Refusal(Code.ID_TAKEN, rule_of(record), {"id": str(record.id)})
    return True


def rule_of(record: Record) -> Citation | None:
    return record.rule if isinstance(record, Transfer) else None


def time_refusal(books: Books, records: Iterable[Record], *, may_be_late: bool = False) -> Refusal | None:
    """Why nothing with these times can be recorded now."""
    day, begins = books.open_day, books.begins
    for record in records:
        if day is None or begins is None:
            return Refusal(Code.NO_DAY, rule_of(record), {})
        if record.at < begins and not may_be_late:
            facts = {"id": str(record.id), "at": str(record.at), "date": str(day.date), "begins": str(begins)}
            return Refusal(Code.BEFORE_THE_DAY, rule_of(record), facts)
    return None


def move_refusal(books: Books, transfers: Iterable[Transfer]) -> Refusal | None:
    """Why this money cannot go this way, or is not there at that point."""
    transfers = tuple(transfers)
    for transfer in transfers:
        refusal = note_refusal(transfer) or route_refusal(transfer)
        if refusal is not None:
            return refusal
    return hold_refusal(books.holds, transfers) or overdraft_refusal(books.balances, transfers)


def hold_refusal(holds: Mapping[str, Hold], transfers: Iterable[Transfer]) -> Refusal | None:
    """Held money names its hold: made once, and used or released once, all of it, for the table it was held for."""
    used: set[str] = set()
    for transfer in transfers:
        debit, credit = transfer.debit, transfer.credit
        if transfer.hold is UNSET and Kind.HELD not in (debit.kind, credit.kind):
            continue
        name = transfer.hold or ""
        facts: dict[str, Value] = {"id": str(transfer.id), "hold": repr(name), "amount": transfer.amount}
        known = None if name in used else holds.get(name)
        if credit.kind is Kind.HELD:
            if not name or name in holds:
                return Refusal(Code.HELD_ALREADY, transfer.rule, facts)
        elif known is None or (debit, transfer.amount) != (held_for(known.table, known.player), known.amount):
            return Refusal(Code.NOT_HELD, transfer.rule, facts)
        used.add(name)
    return None


def is_route(transfer: Transfer) -> bool:
    source, target = transfer.route
    return (source.kind, target.kind) in ROUTES[transfer.reason]


def crosses_players(transfer: Transfer) -> bool:
    return differ(transfer.debit.player, transfer.credit.player)


def crosses_tables(transfer: Transfer) -> bool:
    return not may_cross(transfer) and differ(transfer.debit.table, transfer.credit.table)


def may_cross(transfer: Transfer) -> bool:
    """Stakes change tables with their owner, and a bad beat box may be counted at another table, which explains what
    it differs by from there on, 14.19(d)1.
    """
    kinds = {transfer.debit.kind, transfer.credit.kind}
    if transfer.reason is Reason.VARIANCE:
        return Kind.BAD_BEAT_BOX in kinds
    return transfer.reason is Reason.TABLE_CHANGE


def differ(one: str, other: str) -> bool:
    """Whether both are named and they differ."""
    return bool(one) and bool(other) and one != other


WRONG_WAYS: Mapping[Code, Callable[[Transfer], bool]] = {
    Code.WRONG_ACCOUNTS: lambda transfer: not is_route(transfer),
    Code.OTHER_PLAYER: crosses_players,
    Code.OTHER_TABLE: crosses_tables,
}


def route_refusal(transfer: Transfer) -> Refusal | None:
    """Money goes where its reason says, from player to player never, from table to table only with its owner."""
    facts: dict[str, Value] = {"id": str(transfer.id), "reason": term(transfer.reason)}
    if transfer.debit == transfer.credit:
        return Refusal(Code.SAME_ACCOUNT, transfer.rule, facts | {"account": str(transfer.debit)})
    for code, wrong in WRONG_WAYS.items():
        if wrong(transfer):
            facts |= {"debit": str(transfer.debit), "credit": str(transfer.credit)}
            return Refusal(code, transfer.rule, facts)
    return None


def overdraft_refusal(balances: Mapping[Account, int], transfers: Iterable[Transfer]) -> Refusal | None:
    """Checked in the order given: what one transfer brings, the next may spend."""
    now: dict[Account, int] = {}
    for transfer in transfers:
        debit, credit, amount = transfer.debit, transfer.credit, transfer.amount
        balance = now.get(debit, balances.get(debit, 0))
        if balance < amount and not debit.may_be_overdrawn:
            facts: dict[str, int | str] = {"id": str(transfer.id), "account": str(debit)}
            return Refusal(Code.OVERDRAWN, transfer.rule, facts | {"balance": balance, "amount": amount})
        now[debit] = balance - amount
        now[credit] = now.get(credit, balances.get(credit, 0)) + amount
    return None
