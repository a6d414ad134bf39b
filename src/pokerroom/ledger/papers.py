"""The papers of the books, as plain text for people and as CSV for programs. Text shows dollars, CSV holds cents."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from msgspec import UNSET
from msgspec.structs import astuple

from pokerroom.ledger.counting import Flag, Slip
from pokerroom.ledger.days import FIGURES, PARTS, DayReport, Figures, Line, by_part, total
from pokerroom.ledger.statements import Statement, TrialBalance
from pokerroom.ledger.transfers import Transfer
from pokerroom.money import dollars

NO_ACTIVITY = "no activity"


def day_report_text(report: DayReport) -> str:
    day = report.day
    until = "still open" if day.closed is None else f"closed {moment(day.closed)}"
    head = f"Gaming day {day.date}, opened {moment(day.opened)}, {until}"
    papers = [NO_ACTIVITY] if report.is_empty else [figures_text(report.lines), *map(slip_text, report.slips)]
    if report.in_play:
        lines = [
            ["in play when reported", ""],
            *([str(line.account), dollars(line.balance)] for line in report.in_play),
        ]
        papers.append(columns(lines, left=1))
    difference = report.credits - report.debits
    sums = f"Trial balance: debits {dollars(report.debits)}, credits {dollars(report.credits)}"
    return "\n\n".join([head, *papers, f"{sums}, difference {dollars(difference)}"]) + "\n"


def figures_text(lines: Sequence[Line]) -> str:
    rows = [[*PARTS, *(name.replace("_", " ") for name in FIGURES)]]
    rows += [[*map(named, astuple(line.where)), *amounts(line.figures)] for line in lines]
    for place, part in enumerate(PARTS):
        for name, figures in sorted(by_part(lines, part).items()):
            rows.append([*("all" if other != place else named(name) for other in range(3)), *amounts(figures)])
    rows.append(["all", "all", "all", *amounts(total(line.figures for line in lines))])
    return columns(rows, left=3)


def named(name: str) -> str:
    return name or "-"


def amounts(figures: Figures) -> list[str]:
    rounds, *money = astuple(figures)
    return [f"{rounds:,}", *map(dollars, money)]


def day_report_csv(report: DayReport) -> str:
    return figures_csv(report.day.date, report.lines)


def figures_csv(day: date, lines: Sequence[Line]) -> str:
    """A line for each table, game and shift; a day without activity has one that says so."""
    rows = [[str(day), *map(cell, astuple(line.where)), *astuple(line.figures)] for line in lines]
    nothing = [str(day), NO_ACTIVITY, "", "", *astuple(Figures())]
    return csv_text([["day", *PARTS, *FIGURES], *(rows or [nothing])])


def slip_text(slip: Slip) -> str:
    tray = slip.tray
    signers = slip.by if slip.second is UNSET else f"{slip.by} and {slip.second}"
    rows = [
        [f"Inventory slip of {slip.table}, {moment(slip.at)}, {signers}", ""],
        ["opener", dollars(tray.opener)],
        ["fills", dollars(tray.fills)],
        ["credits", dollars(-tray.credits)],
        ["rake", dollars(tray.rake)],
        ["chips sold", dollars(-tray.sold)],
        ["wagers won", dollars(tray.won)],
        ["other", dollars(tray.other)],
        ["closer, expected", dollars(slip.expected)],
        ["closer, counted", dollars(slip.closer)],
        ["difference", flagged_text(slip.difference, slip.flag)],
        ["drop, expected", dollars(slip.drop_expected)],
    ]
    if slip.drop is None:
        rows.append(["drop, counted", "not counted"])
    else:
        rows.append(["drop, counted", dollars(slip.drop)])
        rows.append(["difference", flagged_text(slip.drop_difference, slip.drop_flag)])
    head, *lines = rows
    return "\n".join([head[0], columns(lines, left=1)])


def flagged_text(difference: int, flag: Flag) -> str:
    return dollars(difference) if flag is Flag.NONE else f"{dollars(difference)} ({flag.value})"


def trial_balance_text(trial: TrialBalance) -> str:
    rows = [["account", "debit", "credit"]]
    for line in trial.lines:
        amount = dollars(abs(line.balance))
        rows.append([str(line.account), *((amount, "") if line.balance < 0 else ("", amount))])
    rows.append(["total", dollars(trial.debits), dollars(trial.credits)])
    return columns(rows, left=1) + "\n"


def statement_text(paper: Statement) -> str:
    head = f"Statement of {paper.account} from {moment(paper.start)} to {moment(paper.end)}"
    rows = [["at", "id", "reason", "with", "change", "balance"], ["", "", "opening", "", "", dollars(paper.opening)]]
    for line in paper.lines:
        transfer = line.transfer
        other = transfer.debit if paper.account == transfer.credit else transfer.credit
        what = [moment(transfer.at), str(transfer.id), reason_text(transfer), str(other)]
        rows.append([*what, dollars(line.change), dollars(line.balance)])
    rows.append(["", "", "closing", "", "", dollars(paper.closing)])
    return f"{head}\n{columns(rows, left=4)}\n"


def journal_text(transfers: Iterable[Transfer]) -> Iterator[str]:
    """Line by line: a day's journal can be longer than memory."""
    for transfer in transfers:
        accounts = f"{transfer.debit} -> {transfer.credit}"
        why = reason_text(transfer) + ("" if transfer.rule is None else f", {transfer.rule}")
        yield f"{moment(transfer.at)}  {transfer.id}  {accounts}  {dollars(transfer.amount)}  {why}  {transfer.by}\n"


JOURNAL_COLUMNS = ("at", "id", "debit", "credit", "cents", "reason", "rule", "by", "role", "game", "corrects", "note")


def journal_csv(transfers: Iterable[Transfer]) -> Iterator[str]:
    yield csv_text([JOURNAL_COLUMNS])
    for transfer in transfers:
        texts = (
            transfer.reason.value,
            "" if transfer.rule is None else str(transfer.rule),
            transfer.by.name,
            transfer.by.role,
            transfer.game,
            "" if transfer.corrects is None else str(transfer.corrects),
            transfer.note,
        )
        where = (transfer.at.isoformat(), str(transfer.id), str(transfer.debit), str(transfer.credit))
        yield csv_text([(*map(cell, where), transfer.amount, *map(cell, texts))])


def reason_text(transfer: Transfer) -> str:
    return (
        transfer.reason.value if transfer.corrects is None else f"{transfer.reason.value}, corrects {transfer.corrects}"
    )


def moment(at: datetime) -> str:
    return at.isoformat(sep=" ", timespec="seconds")


def cell(text: str) -> str:
    """Text that a spreadsheet will not compute."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t", "\r"} else text


def printable(text: str) -> str:
    """Without control characters: a reason that somebody wrote moves nobody's cursor."""
    return text if text.isprintable() else "".join(each if each.isprintable() else "�" for each in text)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def columns(rows: Sequence[Sequence[str]], *, left: int) -> str:
    """Rows in columns: so many aligned left, the others right. What a terminal would obey is not printed."""
    rows = [[printable(each) for each in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if place < left else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
