"""The gaming day: its shifts, and what each table, game and shift did in it."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pokerroom.ledger.accounts import Account, Kind
from pokerroom.ledger.counting import Slip, Thresholds
from pokerroom.ledger.drawers import DrawerSlip
from pokerroom.ledger.transfers import Reason, RecordId, Signature, Transfer

Part = Literal["table", "game", "shift"]
PARTS: tuple[Part, ...] = ("table", "game", "shift")


class Shift(msgspec.Struct, frozen=True, gc=False):
    """A shift lasts until the next one starts, the last of a day until the day is closed."""

    name: str
    starts: datetime


class Dealt(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The number of rounds of play dealt at a table."""

    id: RecordId
    table: str
    game: str
    rounds: int = 1
    at: datetime
    by: Signature


class Day(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A gaming day, open until it has a closing time."""

    date: date
    opened: datetime
    shifts: tuple[Shift, ...]
    thresholds: Thresholds
    closed: datetime | None = None

    def shift_at(self, at: datetime) -> str:
        return shift_at(self.shifts, at)


def shift_at(shifts: Sequence[Shift], at: datetime) -> str:
    started = [shift.name for shift in shifts if shift.starts <= at]
    return started[-1] if started else shifts[0].name


class Figures(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What was done, in rounds of play and in cents."""

    rounds_dealt: int = 0
    drop: int = 0
    percentage_rake: int = 0
    incremental_rake: int = 0
    time_charges: int = 0
    bad_beat_contributions: int = 0
    bad_beat_payouts: int = 0
    unmatched_forms: int = 0
    """Added to poker revenue: contribution forms whose original is missing, 14.19(h)."""
    forms_found: int = 0
    """Taken out of it again: their originals were found later."""
    house_win: int = 0
    """Of the games that the house banks: wagers that were lost, less what was paid on those that won."""
    variance: int = 0
    """Positive for too much counted, negative for too little."""

    def plus(self, figure: str, amount: int) -> "Figures":
        return replace(self, **{figure: getattr(self, figure) + amount})

    @property
    def rake(self) -> int:
        return self.percentage_rake + self.incremental_rake + self.time_charges

    @property
    def poker_revenue(self) -> int:
        """With the forms whose original is missing, and without those that have been found, 14.19(h)."""
        return self.rake + self.unmatched_forms - self.forms_found


FIGURES = Figures.__struct_fields__


def total(lines: Iterable[Figures]) -> Figures:
    rows = [msgspec.structs.astuple(line) for line in lines]
    return Figures(**dict(zip(FIGURES, map(sum, zip(*rows, strict=True)), strict=True))) if rows else Figures()


class Gauge(NamedTuple):
    """A figure that rises with what enters an account of this kind, or with what leaves it."""

    figure: str
    kind: Kind
    entering: int = 1


GAUGES = {
    Reason.DROP: Gauge("drop", Kind.DROP_BOX),
    Reason.PERCENTAGE_RAKE: Gauge("percentage_rake", Kind.RAKE_AREA),
    Reason.INCREMENTAL_RAKE: Gauge("incremental_rake", Kind.RAKE_AREA),
    Reason.TIME_CHARGE: Gauge("time_charges", Kind.RAKE_AREA),
    Reason.BAD_BEAT_CONTRIBUTION: Gauge("bad_beat_contributions", Kind.BAD_BEAT_BOX),
    Reason.BAD_BEAT_PAYOUT: Gauge("bad_beat_payouts", Kind.BAD_BEAT_FUND, entering=-1),
    Reason.FORM_UNMATCHED: Gauge("unmatched_forms", Kind.REVENUE),
    Reason.FORM_FOUND: Gauge("forms_found", Kind.REVENUE, entering=-1),
    Reason.WAGER_LOST: Gauge("house_win", Kind.INVENTORY),
    Reason.WAGER_WON: Gauge("house_win", Kind.INVENTORY),
    Reason.VARIANCE: Gauge("variance", Kind.VARIANCE, entering=-1),
}
"""Which transfers count in the day report. A reversal or correction leaves the account again, and lowers the figure."""


def gauged(transfer: Transfer) -> tuple[str, int] | None:
    """The figure that a transfer changes, and by how much."""
    gauge = GAUGES.get(transfer.reason)
    if gauge is None:
        return None
    sign = gauge.entering if transfer.credit.kind is gauge.kind else -gauge.entering
    return gauge.figure, sign * transfer.amount


class Where(msgspec.Struct, frozen=True, gc=False, order=True):
    """A line of the day report. The table is empty for what happened at no table, and so is the game."""

    table: str
    game: str
    shift: str


class Line(msgspec.Struct, frozen=True, gc=False):
    where: Where
    figures: Figures


class Held(msgspec.Struct, frozen=True, gc=False):
    """What an account holds."""

    account: Account
    balance: int


class DayReport(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The result of a gaming day. It also exists for a day on which nothing happened."""

    day: Day
    lines: tuple[Line, ...] = ()
    slips: tuple[Slip, ...] = ()
    in_play: tuple[Held, ...] = ()
    """What pots and rake areas held: a round of play may be in progress when the day ends."""
    debits: int = 0
    credits: int = 0
    drawers: tuple[DrawerSlip, ...] | UnsetType = UNSET
    """Of cashiers' drawers closed in the day, if any was."""

    @property
    def is_empty(self) -> bool:
        return not self.lines and not self.slips and not self.drawers

    @property
    def total(self) -> Figures:
        return total(line.figures for line in self.lines)

    def by(self, part: Part) -> dict[str, Figures]:
        """The figures of each table, of each game or of each shift."""
        return by_part(self.lines, part)


def by_part(lines: Sequence[Line], part: Part) -> dict[str, Figures]:
    names = dict.fromkeys(getattr(line.where, part) for line in lines)
    return {name: total(line.figures for line in lines if getattr(line.where, part) == name) for name in names}
