"""What the record of the books alone can tell: fills, drops, counts of trays and drawers, corrections and balances.

A tray is followed as a sum, and a count of it compared with that sum; which figure of the slip a movement belongs to is
told by its reason, where the books go by the account at its other end.
"""

from collections.abc import Iterator, Mapping

import msgspec

from pokerroom.ledger import Account, DrawerSlip, Flag, Kind, Reason, Slip, TableCounted, Thresholds, Transfer
from pokerroom.ledger.days import DayReport
from pokerroom.ledger.drawers import Drawer
from pokerroom.money import dollars
from pokerroom.room.recounting.adding import Added
from pokerroom.room.streams import kind_of

AT_TABLES = frozenset({"table", "dice", "keno", "payouts"})
"""Streams whose events tell themselves what they come to."""

IN_PLAY = frozenset({Kind.POT, Kind.WAGERS, Kind.RAKE_AREA})


class TraySum(msgspec.Struct):
    """A tray since it was counted."""

    opener: int = 0
    holds: int = 0
    fills: int = 0
    credits: int = 0
    rake: int = 0
    won: int = 0


class BooksSum:
    """Money by account, tray and drawer, while the record is read."""

    def __init__(self) -> None:
        self._balances: dict[Account, int] = {}
        self._trays: dict[str, TraySum] = {}
        self._drawers: dict[str, Drawer] = {}
        self.slips: list[Slip] = []
        self.drawer_slips: list[DrawerSlip] = []
        """Of the gaming day."""
        self.wrong: list[str] = []

    def next_day(self) -> None:
        self.slips, self.drawer_slips = [], []

    def moved(self, transfer: Transfer) -> Iterator[Added]:
        for account, amount in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
            self._balances[account] = self._balances.get(account, 0) + amount
            if account.kind is Kind.INVENTORY:
                self._tray_moved(self._trays.setdefault(account.owner, TraySum()), transfer, amount)
        if kind_of(transfer.id.stream) not in AT_TABLES:
            yield from by_hand(transfer)

    def _tray_moved(self, tray: TraySum, transfer: Transfer, amount: int) -> None:
        tray.holds += amount
        match transfer.reason:
            case Reason.FILL:
                tray.fills += amount
            case Reason.RAKE_COLLECTED:
                tray.rake += amount
            case Reason.WAGER_LOST | Reason.WAGER_WON:
                tray.won += amount
            case _ if Kind.CAGE in (transfer.debit.kind, transfer.credit.kind):
                tray.credits -= amount

    def counted(self, event: TableCounted, thresholds: Thresholds) -> Iterator[Added]:
        """The slip, as the chips in the tray and the notes in the box make it, before the books are set right."""
        count = event.count
        tray = self._trays.pop(count.table, TraySum())
        box = self._balances.get(Account(Kind.DROP_BOX, count.table), 0)
        found = (tray.opener, tray.fills, tray.credits, tray.rake, tray.won, tray.holds, count.closer, box)
        slip = event.slip
        said = slip.tray
        figures = (said.opener, said.fills, said.credits, said.rake, said.won, slip.expected)
        if (*figures, slip.closer, slip.drop_expected) != found:
            self.wrong.append(
                f"the slip of table {count.table} says {figures}, and its movements come to {found[: len(figures)]}"
            )
        drop = 0 if count.drop is None else count.drop - box
        if (slip.flag, slip.drop_flag) != (flag(count.closer - tray.holds, thresholds), flag(drop, thresholds)):
            self.wrong.append(f"the slip of table {count.table} is not flagged as its differences are")
        for transfer in event.transfers:
            for _ in self.moved(transfer):
                pass  # What the count differs by is added below, from the count itself.
        self._trays[count.table] = TraySum(opener=count.closer, holds=count.closer)
        self.slips.append(slip)
        yield Added("variance", count.closer - tray.holds + drop, count.table, count.game)

    def drawer_opened(self, drawer: Drawer) -> None:
        self._drawers[drawer.cashier.name] = drawer

    def by_cashier(self, transfer: Transfer, cashier: str) -> None:
        """A drawer follows its cashier's transfers, and the correction of one of them."""
        drawer, figure = self._drawers.get(cashier), DRAWN.get(transfer.reason)
        if drawer is not None and figure is not None:
            amount = transfer.amount if transfer.corrects is None else -transfer.amount
            changed = {figure: getattr(drawer, figure) + amount}
            self._drawers[cashier] = msgspec.structs.replace(drawer, **changed)

    def drawer_closed(self, slip: DrawerSlip) -> None:
        if slip.drawer != self._drawers.pop(slip.drawer.cashier.name, None):
            self.wrong.append(f"drawer {slip.drawer.id} is not what the transfers of its cashier come to")
        self.drawer_slips.append(slip)

    def differences(self, report: DayReport) -> Iterator[str]:
        """Where a report says other than this of counts, drawers, what was in play and the trial balance."""
        if report.slips != tuple(self.slips):
            yield "the counts of its tables are not those that were made in it"
        if tuple(report.drawers or ()) != tuple(self.drawer_slips):
            yield "the drawers closed in it are not those of the report"
        playing = {str(each): amount for each, amount in self._balances.items() if each.kind in IN_PLAY and amount}
        if {str(line.account): line.balance for line in report.in_play} != playing:
            yield "what was in play when it ended is not what the report says"
        owed = sum(amount for amount in self._balances.values() if amount > 0)
        if (report.debits, report.credits) != (owed, owed):
            yield f"the trial balance is {dollars(owed)} on each side, not {dollars(report.credits)}"


DRAWN: Mapping[Reason, str] = {
    Reason.DEPOSIT: "paid_in",
    Reason.WITHDRAWAL: "paid_out",
    Reason.FILL: "fills",
    Reason.CREDIT: "credits",
    Reason.BAD_BEAT_PAYOUT: "paid_out",
}


def by_hand(transfer: Transfer) -> Iterator[Added]:
    """What a transfer adds that follows from no event of a table."""
    if transfer.reason is Reason.DROP:
        amount = transfer.amount if transfer.corrects is None else -transfer.amount
        yield Added("drop", amount, transfer.table, transfer.game)
    if transfer.reason is Reason.VARIANCE:
        amount = transfer.amount if transfer.debit.kind is Kind.VARIANCE else -transfer.amount
        yield Added("variance", amount, transfer.table, transfer.game)


def flag(difference: int, thresholds: Thresholds) -> Flag:
    if abs(difference) >= thresholds.report_from:
        return Flag.REPORTED
    return Flag.NOTED if abs(difference) > thresholds.note_above else Flag.NONE
