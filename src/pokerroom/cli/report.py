"""`pokerroom report`: what the record of a room comes to, on paper for people or as CSV for programs.

Each report is a function from the projections and what was asked to lines of text; `REPORTS` is the list of them.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, NamedTuple

import typer

from pokerroom.cli.audited import address_of
from pokerroom.cli.shuffle import mistake
from pokerroom.ledger import Account, Books, trial_balance
from pokerroom.ledger.accounts import AccountError
from pokerroom.ledger.papers import (
    cell,
    columns,
    csv_text,
    day_report_csv,
    day_report_text,
    figures_csv,
    figures_text,
    journal_csv,
    journal_text,
    moment,
    statement_text,
    trial_balance_text,
)
from pokerroom.ledger.statements import statement_of
from pokerroom.money import dollars
from pokerroom.room.books.stream import BALANCE
from pokerroom.room.ports import StoreError
from pokerroom.room.projections import days, incidents, journal, people, rounds, rulings, tables
from pokerroom.room.projections.days import GAMING_DAYS, GamingDay
from pokerroom.room.projections.declaring import ProjectingStore, Reading
from pokerroom.store import open_store


class ReportKind(StrEnum):
    DAY = "day"
    JOURNAL = "journal"
    STATEMENT = "statement"
    BALANCE = "balance"
    INCIDENTS = "incidents"
    RULINGS = "rulings"
    ROUNDS = "rounds"
    TABLES = "tables"
    PEOPLE = "people"


class AskedReport(NamedTuple):
    store: ProjectingStore
    rows: Reading
    day: date | None
    account: Account | None
    table: str
    player: str
    most: int
    csv: bool

    @property
    def gaming_day(self) -> GamingDay:
        """The day asked for, or the last one."""
        if self.day is None:
            last = days.latest_days(self.rows, most=1)
            found = last[0] if last else None
        else:
            found = self.rows.get(GAMING_DAYS, self.day)
        if found is None:
            raise mistake(f"the record has no gaming day {self.day or ''}".rstrip())
        return found


def report(
    database: Annotated[
        str, typer.Argument(metavar="DB", help="A SQLite file, sqlite:///PATH or postgresql://...", show_default=False)
    ],
    kind: Annotated[ReportKind, typer.Argument(help="What to report.", show_default=False)],
    *,
    day: Annotated[str, typer.Option(metavar="DATE", help="A gaming day.", show_default="the last one")] = "",
    account: Annotated[str, typer.Option(help="Of a journal or statement: `bank:<player>`, `cage`.")] = "",
    table: Annotated[str, typer.Option(help="Of rounds, incidents or rulings: only those of this table.")] = "",
    player: Annotated[str, typer.Option(help="Of rounds, incidents or a journal: only those of this player.")] = "",
    most: Annotated[int, typer.Option(min=1, help="How many lines at most, where the latest come first.")] = 50,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV; amounts are cents.")] = False,
) -> None:
    """Print a report of a room: day, journal, statement, balance, incidents, rulings, rounds, tables, people.

    Rulings are those that nobody has witnessed, or with --table all of a table.

    The tables that reports read are brought up to the record first; nothing else in it is changed.
    """
    wanted_day, wanted_account = date_in(day), account_in(account)
    try:
        with closing(open_store(address_of(database))) as store:
            rows = store.projected.caught_up(however_long=True)
            asked = AskedReport(store, rows, wanted_day, wanted_account, table, player, most, as_csv)
            for text in REPORTS[kind](asked):
                sys.stdout.write(text)
    except StoreError as error:
        raise mistake(str(error)) from None


def date_in(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise mistake(f"{text!r} is no date: one is written like 2026-01-31") from None


def account_in(text: str) -> Account | None:
    try:
        return Account.parse(text) if text else None
    except AccountError as error:
        raise mistake(str(error)) from None


def of_day(asked: AskedReport) -> Iterator[str]:
    """A day that is closed has its report in the record; one that is open has come to something so far."""
    gaming_day = asked.gaming_day
    closed = None if gaming_day.last is None else days.closed_report(asked.store, gaming_day.last)
    if closed is not None:
        yield day_report_csv(closed) if asked.csv else day_report_text(closed)
        return
    lines = days.lines_of(asked.rows, gaming_day.date)
    if asked.csv:
        yield figures_csv(gaming_day.date, lines)
    else:
        yield f"Gaming day {gaming_day.date}, opened {moment(gaming_day.opened)}, still open\n\n{figures_text(lines)}\n"


def of_journal(asked: AskedReport) -> Iterator[str]:
    transfers = map(journal.transfer_of, journal_lines(asked))
    return journal_csv(transfers) if asked.csv else journal_text(transfers)


def journal_lines(asked: AskedReport) -> Iterable[journal.JournalLine]:
    if asked.account is not None:
        return journal.of_account(asked.rows, asked.account, most=asked.most)
    if asked.player:
        return journal.of_player(asked.rows, asked.player, most=asked.most)
    return journal.of_day(asked.rows, asked.gaming_day.date)


def of_account(asked: AskedReport) -> Iterator[str]:
    """The account over a gaming day, or from its first transfer on."""
    if asked.account is None:
        raise mistake("a statement is of an account: name it with --account")
    transfers = [journal.transfer_of(each) for each in journal.history_of(asked.rows, asked.account)]
    now = datetime.now(UTC)
    start, end = (transfers[0].at if transfers else now), now
    if asked.day is not None:
        start, end = asked.gaming_day.opened, asked.gaming_day.closed or now
    paper = statement_of(asked.account, transfers, start=start, end=end)
    yield from journal_csv(line.transfer for line in paper.lines) if asked.csv else [statement_text(paper)]


def of_balance(asked: AskedReport) -> Iterator[str]:
    """What every account holds, from the rows that are kept with the ledger."""
    held = {Account.parse(name): int(cents) for name, cents in asked.store.rows(BALANCE)}
    trial = trial_balance(Books(balances={account: cents for account, cents in held.items() if cents}))
    lines = [(str(line.account), line.balance) for line in trial.lines]
    yield csv_text([("account", "cents"), *lines]) if asked.csv else trial_balance_text(trial)


def of_incidents(asked: AskedReport) -> Iterator[str]:
    heads = ("at", "table", "round", "kind", "player", "by", "paragraph", "reason")
    found = [
        (moment(each.at), each.table, each.round or "", each.kind, each.player, each.by, each.paragraph, each.reason)
        for each in incidents_asked(asked)
    ]
    yield sheet(asked, heads, found)


def incidents_asked(asked: AskedReport) -> Sequence[incidents.IncidentRecord]:
    if asked.table:
        return incidents.of_table(asked.rows, asked.table, most=asked.most)
    if asked.player:
        return incidents.of_player(asked.rows, asked.player, most=asked.most)
    return incidents.of_day(asked.rows, asked.gaming_day.date)


def of_rulings(asked: AskedReport) -> Iterator[str]:
    """Those that nobody has witnessed, or all of a table."""
    heads = ("at", "table", "ruling", "round", "by", "paragraph", "moved", "witness", "reason")
    records = (
        rulings.of_table(asked.rows, asked.table, most=asked.most)
        if asked.table
        else rulings.without_witness(asked.rows, most=asked.most)
    )
    found = [
        (
            moment(each.at), each.table, each.number, each.round or "", each.by, each.paragraph, each.moved,
            each.witness or "nobody yet", each.reason,
        )
        for each in records
    ]  # fmt: skip
    yield sheet(asked, heads, found, money=("moved",))


def of_rounds(asked: AskedReport) -> Iterator[str]:
    heads = ("ended", "table", "round", "game", "ending", "players", "pot", "rake")
    found = [
        (moment(each.ended), each.table, each.number, each.game, each.ending, len(each.players), each.pot, each.rake)
        for each in rounds_asked(asked)
    ]
    yield sheet(asked, heads, found, money=("pot", "rake"))


def rounds_asked(asked: AskedReport) -> Sequence[rounds.RoundPlayed]:
    if asked.player:
        return rounds.of_player(asked.rows, asked.player, most=asked.most)
    if asked.table:
        return rounds.of_table(asked.rows, asked.table, most=asked.most)
    gaming_day = asked.gaming_day
    return rounds.between(asked.rows, gaming_day.opened, gaming_day.closed)


def of_tables(asked: AskedReport) -> Iterator[str]:
    heads = ("table", "area", "game", "settings", "seats", "seated", "rounds", "opened", "closed", "last activity")
    found = [
        (
            each.table, each.area, each.game, each.settings, each.seats, each.seated, each.rounds,
            moment(each.opened), "" if each.closed is None else moment(each.closed), moment(each.last_activity),
        )
        for each in tables.all_tables(asked.rows)
    ]  # fmt: skip
    yield sheet(asked, heads, found)


def of_people(asked: AskedReport) -> Iterator[str]:
    heads = ("player", "first seen", "last seen", "rounds", "net", "deposits", "withdrawals", "buy-ins", "cash-outs")
    found = [
        (
            each.player, moment(each.first_seen), moment(each.last_seen), each.rounds, each.net,
            each.deposits, each.withdrawals, each.buy_ins, each.cash_outs,
        )
        for each in people.lately(asked.rows, most=asked.most)
    ]  # fmt: skip
    yield sheet(asked, heads, found, money=heads[4:])


def sheet(
    asked: AskedReport, heads: Sequence[str], lines: Sequence[Sequence[str | int]], *, money: Sequence[str] = ()
) -> str:
    """Rows under their heads: cents in CSV, dollars on paper."""
    if asked.csv:
        return csv_text([heads, *([each if isinstance(each, int) else cell(each) for each in line] for line in lines)])
    paper = [[on_paper(each, head in money) for head, each in zip(heads, line, strict=True)] for line in lines]
    return columns([list(heads), *paper], left=len(heads)) + "\n"


def on_paper(value: str | int, is_money: bool) -> str:
    return dollars(int(value)) if is_money else str(value)


REPORTS: Mapping[ReportKind, Callable[[AskedReport], Iterator[str]]] = {
    ReportKind.DAY: of_day,
    ReportKind.JOURNAL: of_journal,
    ReportKind.STATEMENT: of_account,
    ReportKind.BALANCE: of_balance,
    ReportKind.INCIDENTS: of_incidents,
    ReportKind.RULINGS: of_rulings,
    ReportKind.ROUNDS: of_rounds,
    ReportKind.TABLES: of_tables,
    ReportKind.PEOPLE: of_people,
}
