"""What stands in a form, from the record: receipts and slips of transfers, counts, drawers, and a gaming day."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import quote

from msgspec import UNSET
from msgspec.structs import asdict

from pokerroom.ledger.counting import Flag, Slip
from pokerroom.ledger.days import FIGURES, PARTS, DayReport, Figures
from pokerroom.ledger.drawers import DrawerSlip, Pieces
from pokerroom.ledger.papers import named
from pokerroom.ledger.transfers import Reason, Transfer
from pokerroom.live.forms.form import Form
from pokerroom.money import dollars

TEMPLATES = {
    Reason.DEPOSIT: "receipt",
    Reason.WITHDRAWAL: "receipt",
    Reason.FILL: "fill-slip",
    Reason.CREDIT: "credit-slip",
}
"""Which form a transfer of the cage has; any other is a voucher."""


class Letterhead(NamedTuple):
    """What every form of a room bears, and how it says whose and when."""

    room: str
    address: str
    """Under which its page is reached."""
    name_of: Callable[[str], str]
    zone: Callable[[datetime], datetime] = lambda at: at

    def moment(self, at: datetime) -> str:
        return self.zone(at).strftime("%Y-%m-%d %H:%M:%S %Z")

    def leads_to(self, place: str, console: str = "accounting") -> str:
        return f"{self.address}#/staff/{console}/{quote(place, safe='/:')}"


def of_transfer(transfer: Transfer, head: Letterhead) -> Form:
    player = transfer.debit.player or transfer.credit.player
    values = {
        "room": head.room,
        "at": head.moment(transfer.at),
        "reason": transfer.reason.value,
        "player": head.name_of(player) if player else "",
        "account": player,
        "table": transfer.table,
        "amount": dollars(transfer.amount),
        "debit": str(transfer.debit),
        "credit": str(transfer.credit),
        "by": str(transfer.by),
        "note": transfer.note,
        "corrects": "" if transfer.corrects is None else str(transfer.corrects),
        "rule": "" if transfer.rule is None else str(transfer.rule),
    }
    number = str(transfer.id)
    return Form(TEMPLATES.get(transfer.reason, "voucher"), number, values, head.leads_to(f"record/{number}"))


def of_count(slip: Slip, number: str, head: Letterhead) -> Form:
    tray = slip.tray
    values = {
        "room": head.room,
        "at": head.moment(slip.at),
        "table": slip.table,
        "by": str(slip.by),
        "second": "" if slip.second is UNSET else str(slip.second),
        "opener": dollars(tray.opener),
        "fills": dollars(tray.fills),
        "credits": dollars(-tray.credits),
        "rake": dollars(tray.rake),
        "sold": dollars(-tray.sold),
        "won": dollars(tray.won),
        "other": dollars(tray.other),
        "expected": dollars(slip.expected),
        "counted": dollars(slip.closer),
        "difference": dollars(slip.difference),
        "flag": flag_text(slip.flag),
        "drop": "not counted" if slip.drop is None else dollars(slip.drop),
        "drop_expected": dollars(slip.drop_expected),
        "drop_difference": dollars(slip.drop_difference),
    }
    return Form("count-slip", number, values, head.leads_to(f"count/{number}"))


def flag_text(flag: Flag) -> str:
    return "" if flag is Flag.NONE else flag.value


def of_drawer(slip: DrawerSlip, number: str, head: Letterhead) -> Form:
    drawer = slip.drawer
    values = {
        "room": head.room,
        "at": head.moment(slip.at),
        "opened": head.moment(drawer.opened),
        "by": str(drawer.cashier),
        "second": "" if slip.second is UNSET else str(slip.second),
        "opener": dollars(drawer.opener),
        "paid_in": dollars(drawer.paid_in),
        "paid_out": dollars(-drawer.paid_out),
        "fills": dollars(-drawer.fills),
        "credits": dollars(drawer.credits),
        "expected": dollars(drawer.expected),
        "counted": dollars(slip.counted),
        "difference": dollars(slip.difference),
        "flag": flag_text(slip.flag),
        "pieces": [piece_row(each) for each in slip.pieces if each.count],
    }
    return Form("drawer-slip", number, values, head.leads_to(f"drawer/{number}"))


def piece_row(pieces: Pieces) -> list[str]:
    return [pieces.tender.value, dollars(pieces.value), f"{pieces.count:,}", dollars(pieces.amount)]


def of_day(report: DayReport, head: Letterhead) -> Form:
    """The master game report: every figure by table, by game and by shift."""
    day, number = report.day, f"{report.day.date}"
    values: dict[str, Any] = {
        "room": head.room,
        "day": number,
        "opened": head.moment(day.opened),
        "closed": "still open" if day.closed is None else head.moment(day.closed),
        "columns": [name.replace("_", " ") for name in FIGURES],
        "lines": [[*map(named, asdict(line.where).values()), *cells(line.figures)] for line in report.lines],
        "sums": [
            [part, named(name), *cells(figures)] for part in PARTS for name, figures in sorted(report.by(part).items())
        ],
        "total": cells(report.total),
        "rake": dollars(report.total.rake),
        "poker_revenue": dollars(report.total.poker_revenue),
        "slips": [count_row(each) for each in report.slips],
        "drawers": [drawer_row(each) for each in report.drawers or ()],
        "in_play": [[str(each.account), dollars(each.balance)] for each in report.in_play],
        "debits": dollars(report.debits),
        "credits": dollars(report.credits),
    }
    return Form("day-report", f"day/{number}", values, head.leads_to(f"day/{number}"))


def cells(figures: Figures) -> list[str]:
    rounds, *money = asdict(figures).values()
    return [f"{rounds:,}", *map(dollars, money)]


def count_row(slip: Slip) -> list[str]:
    expected, counted = dollars(slip.expected), dollars(slip.closer)
    return [slip.table, expected, counted, dollars(slip.difference), flag_text(slip.flag)]


def drawer_row(slip: DrawerSlip) -> list[str]:
    expected, counted = dollars(slip.drawer.expected), dollars(slip.counted)
    return [slip.drawer.cashier.name, expected, counted, dollars(slip.difference), flag_text(slip.flag)]


__all__ = ["Letterhead", "of_count", "of_day", "of_drawer", "of_transfer"]
