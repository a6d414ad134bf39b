"""The count of a table: what its inventory slip says compared with what the books expect, and which difference is too
large.

The two thresholds are those of N.J.A.C. 13:69D-1.21, a rule outside the texts we have: the amounts are configured, and
the reference is external (AMB-07).
"""

from datetime import datetime
from enum import StrEnum

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pokerroom.ledger.accounts import CAGE, Account, Kind, drop_box, inventory, variance
from pokerroom.ledger.transfers import Reason, RecordId, Signature, Transfer
from pokerroom.rules.citation import Citation

SLIP_RULE = Citation("13:69D-external", "1.21", reading="AMB-07")


class Thresholds(msgspec.Struct, frozen=True, gc=False):
    """Differences in cents from which a count is flagged."""

    note_above: int = 2_500
    """A larger difference is noted."""
    report_from: int = 10_000
    """A difference at least as large is reported."""


class Flag(StrEnum):
    NONE = "none"
    NOTED = "noted"
    REPORTED = "reported"


def flagged(difference: int, thresholds: Thresholds) -> Flag:
    if abs(difference) >= thresholds.report_from:
        return Flag.REPORTED
    return Flag.NOTED if abs(difference) > thresholds.note_above else Flag.NONE


class Count(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What was counted at a table: the chips in its tray, and the drop box if it was opened."""

    id: RecordId
    table: str
    closer: int
    drop: int | None = None
    game: str = ""
    at: datetime
    by: Signature
    second: Signature | UnsetType = UNSET
    """Who counted with them, where two sign."""


class Tray(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table inventory since it was last counted. Every movement is in exactly one figure."""

    opener: int = 0
    fills: int = 0
    credits: int = 0
    rake: int = 0
    sold: int = 0
    """Chips that went to players, minus those taken back."""
    other: int = 0
    won: int = 0
    """Wagers that the house won, minus what it paid on those it lost."""

    @property
    def expected(self) -> int:
        return self.opener + self.fills - self.credits + self.rake - self.sold + self.other + self.won


# Which figure a movement belongs to, by the account at its other end, and whether it rises when chips come in.
FIGURES_IN = {Kind.CAGE: "fills", Kind.RAKE_AREA: "rake"}
FIGURES_OUT = {Kind.CAGE: "credits", Kind.STAKES: "sold", Kind.BANK: "sold"}


# A wager is none of these, wherever its player's money lies: whoever wins at keno may be paid by the cage.
OF_WAGERS = {Reason.WAGER_LOST, Reason.WAGER_WON}
RISE_WHEN_CHIPS_COME_IN = {"other", "won"}


def moved(tray: Tray, transfer: Transfer) -> Tray:
    """The tray after a transfer into or out of it. A correction lowers the figure that the mistake raised."""
    sign = 1 if transfer.corrects is None else -1
    source, target = transfer.route
    comes_in = target.kind is Kind.INVENTORY
    by_account = FIGURES_IN.get(source.kind, "other") if comes_in else FIGURES_OUT.get(target.kind, "other")
    figure = "won" if transfer.reason in OF_WAGERS else by_account
    amount = -transfer.amount if not comes_in and figure in RISE_WHEN_CHIPS_COME_IN else transfer.amount
    return replace(tray, **{figure: getattr(tray, figure) + sign * amount})


class Slip(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A reconciled table inventory slip: what each figure was, what was expected, what was counted."""

    table: str
    at: datetime
    by: Signature
    second: Signature | UnsetType = UNSET
    tray: Tray
    closer: int
    flag: Flag
    drop_expected: int
    drop: int | None = None
    """The drop as counted; None if the box was not opened."""
    drop_flag: Flag = Flag.NONE

    @property
    def expected(self) -> int:
        return self.tray.expected

    @property
    def difference(self) -> int:
        """Positive for too much, negative for too little."""
        return self.closer - self.expected

    @property
    def drop_difference(self) -> int:
        return 0 if self.drop is None else self.drop - self.drop_expected


def reconciled(count: Count, tray: Tray, drop_expected: int, thresholds: Thresholds) -> Slip:
    drop_difference = 0 if count.drop is None else count.drop - drop_expected
    return Slip(
        table=count.table,
        at=count.at,
        by=count.by,
        second=count.second,
        tray=tray,
        closer=count.closer,
        flag=flagged(count.closer - tray.expected, thresholds),
        drop_expected=drop_expected,
        drop=count.drop,
        drop_flag=flagged(drop_difference, thresholds),
    )


def settling(count: Count, slip: Slip) -> tuple[Transfer, ...]:
    """Transfers that make the books agree with the count, and move the drop of an opened box to the cage."""
    table = count.table
    moves = [
        (Reason.VARIANCE, *towards(inventory(table), slip.difference, variance(table)), abs(slip.difference)),
        (Reason.VARIANCE, *towards(drop_box(table), slip.drop_difference, variance(table)), abs(slip.drop_difference)),
        (Reason.DROP_COUNTED, drop_box(table), CAGE, slip.drop or 0),
    ]
    return tuple(
        Transfer(
            id=count.id.after(line),
            debit=debit,
            credit=credit,
            amount=amount,
            at=count.at,
            by=count.by,
            reason=reason,
            rule=SLIP_RULE,
            game=count.game,
        )
        for line, (reason, debit, credit, amount) in enumerate((move for move in moves if move[-1]), start=1)
    )


def towards(account: Account, difference: int, other: Account) -> tuple[Account, Account]:
    """Which account gives and which receives, for one of them to change by this much."""
    return (other, account) if difference > 0 else (account, other)
