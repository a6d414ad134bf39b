"""The drawer of a cashier: what it was opened with, what went in and out since, and what was counted at its close.

What moves a drawer are the cashier's own transfers, so what ought to be in it follows from the books and nobody enters
it. The forms and the thresholds are the house's: the texts we have say nothing about a cage (AMB-07).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pokerroom.ledger.counting import Flag, Thresholds, flagged
from pokerroom.ledger.transfers import Reason, RecordId, Signature, Transfer


class Tender(StrEnum):
    """What a piece is: both lie in the drawer, and a player is paid in either."""

    CASH = "cash"
    CHIPS = "chips"


class Pieces(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """So many bills, coins or chips of one value in cents."""

    tender: Tender
    value: int
    count: int

    @property
    def amount(self) -> int:
        return self.value * self.count


def worth(pieces: Sequence[Pieces]) -> int:
    return sum(each.amount for each in pieces)


class Drawer(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An open drawer. Every movement is in exactly one figure."""

    id: RecordId
    cashier: Signature
    opened: datetime
    pieces: tuple[Pieces, ...]
    """As it was handed over."""
    paid_in: int = 0
    paid_out: int = 0
    fills: int = 0
    credits: int = 0

    @property
    def opener(self) -> int:
        return worth(self.pieces)

    @property
    def expected(self) -> int:
        return self.opener + self.paid_in - self.paid_out - self.fills + self.credits


FIGURES = {
    Reason.DEPOSIT: "paid_in",
    Reason.WITHDRAWAL: "paid_out",
    Reason.FILL: "fills",
    Reason.CREDIT: "credits",
    Reason.BAD_BEAT_PAYOUT: "paid_out",
}
"""Which figure of a drawer the transfers of its cashier belong to."""


def moved(drawers: Mapping[str, Drawer], transfer: Transfer, cashier: str) -> Drawer | None:
    """The drawer after a transfer of its cashier. A correction lowers the figure that the mistake raised."""
    drawer, figure = drawers.get(cashier), FIGURES.get(transfer.reason)
    if drawer is None or figure is None:
        return None
    sign = 1 if transfer.corrects is None else -1
    return replace(drawer, **{figure: getattr(drawer, figure) + sign * transfer.amount})


class DrawerSlip(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A drawer at its close: what was expected, what was counted, and who counted it with the cashier."""

    drawer: Drawer
    pieces: tuple[Pieces, ...]
    at: datetime
    second: Signature | UnsetType = UNSET
    flag: Flag = Flag.NONE

    @property
    def counted(self) -> int:
        return worth(self.pieces)

    @property
    def difference(self) -> int:
        """Positive for too much, negative for too little."""
        return self.counted - self.drawer.expected


def closing_slip(
    drawer: Drawer, pieces: tuple[Pieces, ...], *, at: datetime, second: Signature | None, thresholds: Thresholds
) -> DrawerSlip:
    slip = DrawerSlip(drawer=drawer, pieces=pieces, at=at, second=UNSET if second is None else second)
    return replace(slip, flag=flagged(slip.difference, thresholds))
