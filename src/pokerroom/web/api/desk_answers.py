"""What the desks of cage and accounting are answered."""

from datetime import date, datetime

from pokerroom.ledger import Figures, Pieces, Tray
from pokerroom.live.staff.people import PlayerFound
from pokerroom.web.api.answers import Answer, Moved


class PlayersFound(Answer, frozen=True, kw_only=True):
    players: tuple[PlayerFound, ...]


class DrawerNow(Answer, frozen=True, kw_only=True):
    """A drawer that is open: what ought to be in it."""

    id: str
    cashier: str
    opened: datetime
    opener: int
    paid_in: int
    paid_out: int
    fills: int
    credits: int
    expected: int
    mine: bool


class DrawerCounted(Answer, frozen=True, kw_only=True):
    """A drawer that was closed in the gaming day."""

    key: str
    """Under which its form is printed."""
    cashier: str
    second: str
    opened: datetime
    closed: datetime
    expected: int
    counted: int
    difference: int
    flag: str
    pieces: tuple[Pieces, ...]


class TableBank(Answer, frozen=True, kw_only=True):
    """The chips in a table's tray as the books have them, and what players have on the table."""

    table: str
    open: bool
    tray: Tray
    expected: int
    stakes: int
    drop: int


class CageNow(Answer, frozen=True, kw_only=True):
    day: date | None
    """The gaming day; None while none is open."""
    play_chips: bool
    drawers: tuple[DrawerNow, ...]
    closed: tuple[DrawerCounted, ...]
    tables: tuple[TableBank, ...]
    lately: tuple[Moved, ...]
    """What the cage did last, the latest first."""
    names: dict[str, str]
    """Of the players in it, by their accounts."""


class DayLine(Answer, frozen=True, kw_only=True):
    table: str
    game: str
    shift: str
    figures: Figures


class PartSum(Answer, frozen=True, kw_only=True):
    part: str
    name: str
    figures: Figures


class TableCount(Answer, frozen=True, kw_only=True):
    """An inventory slip: what each figure was, what was expected, what was counted."""

    key: str
    table: str
    at: datetime
    by: str
    second: str
    tray: Tray
    expected: int
    counted: int
    difference: int
    flag: str
    drop_expected: int
    drop: int | None
    drop_difference: int
    drop_flag: str


class DaySum(Answer, frozen=True, kw_only=True):
    date: date
    opened: datetime
    closed: datetime | None
    opened_by: str
    closed_by: str | None
    total: Figures
    rake: int


class GamingDays(Answer, frozen=True, kw_only=True):
    today: date
    """The date of the gaming day that this moment is in, by the zone and the hour of the house."""
    days: tuple[DaySum, ...]


class DayTold(Answer, frozen=True, kw_only=True):
    """The report of a gaming day; `total` and `sums` are of its lines."""

    date: date
    opened: datetime
    closed: datetime | None
    lines: tuple[DayLine, ...]
    sums: tuple[PartSum, ...]
    total: Figures
    rake: int
    counts: tuple[TableCount, ...]
    drawers: tuple[DrawerCounted, ...]
    in_play: dict[str, int]
    debits: int
    credits: int


class JournalFound(Answer, frozen=True, kw_only=True):
    lines: tuple[Moved, ...]
    before: str | None
    """Search on from this id; None where everything was read."""
    names: dict[str, str]
    """Of the players in it, by their accounts."""
