"""The journal: every transfer of the books, to be looked up by account, by player, by gaming day and by its id."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from heapq import merge
from itertools import islice

import msgspec

from pokerroom.ledger.accounts import Account, bank, stakes
from pokerroom.ledger.events import TableCounted, TransferCorrected, TransfersPosted
from pokerroom.ledger.transfers import Reason, RecordId, Signature, Transfer
from pokerroom.room.books import LEDGER
from pokerroom.room.projections.days import day_under_way
from pokerroom.room.projections.declaring import Occurrence, Projection, Reading, Rows, RowTable
from pokerroom.room.projections.people import PLAYERS_AT_TABLES
from pokerroom.rules.citation import Citation


class JournalLine(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    position: int
    """Of the event in the record, in the order of commits."""
    line: int
    """Of the transfers of one event, from 1 on."""
    id: str
    day: date | None
    at: datetime
    debit: str
    credit: str
    amount: int
    reason: str
    edition: str | None
    paragraph: str | None
    reading: str | None
    by: str
    role: str
    game: str
    note: str
    corrects: str | None


PAGE = 1000

BY_ID = ("id", "position", "line")
BY_DAY = ("day", "position", "line")
BY_DEBIT = ("debit", "position", "line")
BY_CREDIT = ("credit", "position", "line")

JOURNAL_LINES = RowTable(
    name="journal", row=JournalLine, key=("position", "line"), indexes=(BY_ID, BY_DAY, BY_DEBIT, BY_CREDIT)
)


def posted(rows: Rows, told: Occurrence) -> Iterable[JournalLine]:
    day = day_under_way(rows)
    for line, transfer in enumerate(told.event.transfers, start=1):
        yield line_of(transfer, told.position, line, day)


def line_of(transfer: Transfer, position: int, line: int, day: date | None) -> JournalLine:
    rule, corrects = transfer.rule, transfer.corrects
    return JournalLine(
        position=position,
        line=line,
        id=str(transfer.id),
        day=day,
        at=transfer.at,
        debit=str(transfer.debit),
        credit=str(transfer.credit),
        amount=transfer.amount,
        reason=transfer.reason.value,
        edition=None if rule is None else rule.edition,
        paragraph=None if rule is None else rule.paragraph,
        reading=None if rule is None else rule.reading,
        by=transfer.by.name,
        role=transfer.by.role,
        game=transfer.game,
        note=transfer.note,
        corrects=None if corrects is None else str(corrects),
    )


def transfer_of(line: JournalLine) -> Transfer:
    """The transfer that the line was made of."""
    cited = line.edition is not None and line.paragraph is not None
    return Transfer(
        id=RecordId.parse(line.id),
        debit=Account.parse(line.debit),
        credit=Account.parse(line.credit),
        amount=line.amount,
        at=line.at,
        by=Signature(line.by, line.role),
        reason=Reason(line.reason),
        rule=Citation(str(line.edition), str(line.paragraph), line.reading) if cited else None,
        game=line.game,
        note=line.note,
        corrects=None if line.corrects is None else RecordId.parse(line.corrects),
    )


JOURNAL = Projection(
    name="journal",
    version=1,
    tables=(JOURNAL_LINES,),
    folds={LEDGER: {TransfersPosted: posted, TransferCorrected: posted, TableCounted: posted}},
)


class NotInJournal(LookupError):
    """No transfer of this id has been posted."""


def by_id(rows: Reading, wanted: RecordId) -> Transfer | None:
    line = line_by_id(rows, str(wanted))
    return None if line is None else transfer_of(line)


def line_by_id(rows: Reading, wanted: str) -> JournalLine | None:
    return next(iter(rows.find(JOURNAL_LINES, BY_ID, wanted, most=1)), None)


def of_account(
    rows: Reading, account: Account, *, before: str | None = None, most: int = 200
) -> tuple[JournalLine, ...]:
    """The last transfers to or from an account, oldest first; those before the one of an id, where that is given."""
    return of_accounts(rows, [account], before=before, most=most)


def of_player(rows: Reading, player: str, *, before: str | None = None, most: int = 200) -> tuple[JournalLine, ...]:
    """The last transfers to or from a player's bank and stakes, oldest first."""
    tables = rows.find(PLAYERS_AT_TABLES, PLAYERS_AT_TABLES.key, player)
    accounts = [bank(player), *(stakes(each.table, player) for each in tables)]
    return of_accounts(rows, accounts, before=before, most=most)


def of_accounts(
    rows: Reading, accounts: Sequence[Account], *, before: str | None, most: int
) -> tuple[JournalLine, ...]:
    """As many lines are read of each side of each account as are asked for, and no more."""
    place = place_before(rows, before)
    sides = [
        rows.find(JOURNAL_LINES, order, str(account), before=place, most=most, latest_first=True)
        for account in accounts
        for order in (BY_DEBIT, BY_CREDIT)
    ]
    latest_first = merge(*sides, key=place_of, reverse=True)
    # A transfer between two of them is found twice.
    once = dict.fromkeys(islice(latest_first, 2 * most))
    return tuple(reversed(list(once)[:most]))


def place_before(rows: Reading, before: str | None) -> tuple[int, int] | None:
    if before is None:
        return None
    line = line_by_id(rows, before)
    if line is None:
        raise NotInJournal(f"the journal has no transfer {before!r}")
    return place_of(line)


def place_of(line: JournalLine) -> tuple[int, int]:
    return line.position, line.line


def of_day(rows: Reading, day: date) -> Iterator[JournalLine]:
    """The transfers of a gaming day in the order of posting, a page in memory at a time."""
    return paged(rows, BY_DAY, day)


def history_of(rows: Reading, account: Account) -> Iterator[JournalLine]:
    """All transfers to or from an account in the order of posting, a page in memory at a time."""
    return merge(paged(rows, BY_DEBIT, str(account)), paged(rows, BY_CREDIT, str(account)), key=place_of)


def paged(rows: Reading, order: tuple[str, ...], equal: object) -> Iterator[JournalLine]:
    since: tuple[int, int] | None = None
    while page := rows.find(JOURNAL_LINES, order, equal, since=since, most=PAGE):
        yield from page
        since = (page[-1].position, page[-1].line + 1)


def page_before(
    rows: Reading, accounts: Sequence[Account], day: date | None, place: tuple[int, int] | None
) -> Sequence[JournalLine]:
    """The next lines further back, the latest first: of these accounts, or else of a day, or else of all."""
    if accounts:
        sides = (
            rows.find(JOURNAL_LINES, order, str(account), before=place, most=PAGE, latest_first=True)
            for account in accounts
            for order in (BY_DEBIT, BY_CREDIT)
        )
        return tuple(islice(merge(*sides, key=place_of, reverse=True), PAGE))
    if day is not None:
        return rows.find(JOURNAL_LINES, BY_DAY, day, before=place, most=PAGE, latest_first=True)
    return rows.find(JOURNAL_LINES, JOURNAL_LINES.key, before=place, most=PAGE, latest_first=True)
