"""What accounting reads: gaming days with their reports, and the journal searched by anything that stands in it."""

from collections.abc import Callable, Iterator
from datetime import date

import msgspec

from pokerroom.ledger import DayReport, Kind, day_report
from pokerroom.ledger.accounts import Account, bank
from pokerroom.live.room import LiveRoom
from pokerroom.money import dollars
from pokerroom.room.books import LEDGER
from pokerroom.room.projections import journal
from pokerroom.room.projections.days import GAMING_DAYS, GamingDay, closed_report, latest_days
from pokerroom.room.projections.declaring import Reading
from pokerroom.room.projections.journal import JournalLine

MOST_READ = 50_000
"""Lines of the journal that one search reads: it says from where to go on."""


class NoSuchDay(LookupError):
    """There was no gaming day of this date."""


def days_of(live: LiveRoom, *, most: int, before: date | None = None) -> tuple[tuple[GamingDay, DayReport], ...]:
    """The latest first, each with what it came to, or has so far."""
    rows = live.store.projected.caught_up()
    return tuple((each, report_of_day(live, each)) for each in latest_days(rows, before=before, most=most))


def report_of(live: LiveRoom, day: date) -> DayReport:
    found = live.store.projected.caught_up().get(GAMING_DAYS, day)
    if found is None:
        raise NoSuchDay(f"there was no gaming day {day}")
    return report_of_day(live, found)


def report_of_day(live: LiveRoom, day: GamingDay) -> DayReport:
    """A day that is closed has its report in the record; one that is open has come to something so far."""
    return day_report(live.room.state(LEDGER)) if day.last is None else closed_report(live.store, day.last)


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked for; what is left empty may be anything."""

    day: date | None = None
    account: str = ""
    player: str = ""
    table: str = ""
    reason: str = ""
    by: str = ""
    text: str = ""
    """In any part of the line: a player's name, an id, a note, a paragraph, an amount in dollars or cents."""
    least: int | None = None
    greatest: int | None = None
    corrections: bool = False
    """Only corrections."""

    def takes(self, line: JournalLine, name_of: Callable[[str], str]) -> bool:
        return (
            (not self.reason or line.reason == self.reason)
            and (not self.by or self.by.casefold() in line.by.casefold())
            and (self.least is None or line.amount >= self.least)
            and (self.greatest is None or line.amount <= self.greatest)
            and (not self.corrections or line.corrects is not None)
            and (not self.account or self.account in {line.debit, line.credit})
            and (not self.table or self.table in tables_of(line))
            and (not self.player or self.player in players_of(line))
            and (not self.text or self.text.casefold() in text_of(line, name_of))
        )


def accounts_of(line: JournalLine) -> tuple[Account, Account]:
    return Account.parse(line.debit), Account.parse(line.credit)


def tables_of(line: JournalLine) -> set[str]:
    return {each.table for each in accounts_of(line)}


def players_of(line: JournalLine) -> set[str]:
    return {each.player for each in accounts_of(line)}


def text_of(line: JournalLine, name_of: Callable[[str], str]) -> str:
    parts = (line.id, line.debit, line.credit, line.amount, dollars(line.amount), line.reason, line.paragraph, line.by)
    names = map(name_of, players_of(line))
    return " ".join(map(str, (*parts, line.role, line.game, line.note, line.corrects, *names))).casefold()


class Found(msgspec.Struct, frozen=True, kw_only=True):
    lines: tuple[JournalLine, ...]
    before: str | None
    """The id from which to search further back; None where everything was read."""


def search(live: LiveRoom, wanted: Search, *, before: str | None = None, most: int = 100) -> Found:
    """The latest first. It reads only the lines of the narrowest index that fits, and not too many at once."""
    rows = live.store.projected.caught_up()
    found: list[JournalLine] = []
    last: JournalLine | None = None
    for number, line in enumerate(lines_to_search(rows, wanted, before), start=1):
        last = line
        found += [line] if wanted.takes(line, live.name_of) else []
        if len(found) == most or number == MOST_READ:
            return Found(lines=tuple(found), before=last.id)
    return Found(lines=tuple(found), before=None)


def lines_to_search(rows: Reading, wanted: Search, before: str | None) -> Iterator[JournalLine]:
    """An account's lines, or else a day's, or else the whole journal, a page in memory at a time."""
    accounts = narrowed(wanted)
    place = journal.place_before(rows, before)
    while page := journal.page_before(rows, accounts, wanted.day, place):
        yield from page
        place = journal.place_of(page[-1])


def narrowed(wanted: Search) -> tuple[Account, ...]:
    if wanted.account:
        return (Account.parse(wanted.account),)
    return (bank(wanted.player),) if wanted.player and wanted.reason in AT_THE_BANK else ()


AT_THE_BANK = frozenset({"deposit", "withdrawal"})


def on_tables(live: LiveRoom) -> dict[str, int]:
    """What players have on each table."""
    sums: dict[str, int] = {}
    for account, balance in live.room.state(LEDGER).balances.items():
        if account.kind is Kind.STAKES:
            sums[account.table] = sums.get(account.table, 0) + balance
    return sums
