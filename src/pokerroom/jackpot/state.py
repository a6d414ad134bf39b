"""A payout as its events leave it: rules in force, funds with their meters, boxes, containers, forms and hits."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

import msgspec

from pokerroom.jackpot.commands import Instrument, PaidAt, SystemAward
from pokerroom.jackpot.people import Person
from pokerroom.jackpot.qualifying import BadBeat, Showdown
from pokerroom.jackpot.rules import Level, PayoutRules
from pokerroom.jackpot.sharing import Award
from pokerroom.ranking.bad_beats import Qualifier

DAY = 86_400
SYSTEM = "/system"
"""Under which it is noted how far notices of a system are followed: no table is called so."""


class Standing(StrEnum):
    OFFERED = "offered"
    STOPPED = "stopped"
    """No pot contributes any more; what is in the fund can still be won."""
    DISCONTINUED = "discontinued"


class Fund(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The money of one level, by meters: what came in is what was paid, is held, or was left to another."""

    contributed: int = 0
    """Counted since the payout was first offered, or received from another."""
    counted: int = 0
    """Counted, and not in the official record yet."""
    current: int = 0
    """The official amount of the payout, 14.19(k)."""
    reset: int = 0
    """What begins the next payout, 14.19(p)."""
    shown: int = 0
    """What patrons see."""
    may_fall: int = 0
    """By how much the display may be lowered, because it has been paid, 14.19(o)."""
    paid: int = 0
    made_up: int = 0
    """What the house added where the display promised more than the fund held."""
    left: int = 0
    """What a discontinued payout left to another."""
    from_members: int = 0
    """What other members of a multi-casino system give for payouts here, less what is given for theirs."""
    uncounted: int = 0
    """What the fund has paid of contributions that were still in boxes: it leaves again when they are counted."""

    @property
    def held(self) -> int:
        return self.counted + self.current + self.reset

    @property
    def is_balanced(self) -> bool:
        came = self.contributed + self.made_up + self.from_members + self.uncounted
        return came == self.paid + self.held + self.left


class ContributionBox(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What pots have put in at a table and nobody has counted yet."""

    primary: int = 0
    secondary: int = 0
    chips: int = 0

    @property
    def amount(self) -> int:
        return self.primary + self.secondary


class Container(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Boxes on their way to a cage: counted at a closed table, or locked and uncounted."""

    number: int
    boxes: Mapping[str, ContributionBox]
    said: int | None
    """The count that travels with it."""
    carried: bool = False
    verified: bool = False

    @property
    def expected(self) -> ContributionBox:
        return ContributionBox(
            primary=sum(box.primary for box in self.boxes.values()),
            secondary=sum(box.secondary for box in self.boxes.values()),
            chips=sum(box.chips for box in self.boxes.values()),
        )


class Form(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A Bad Beat Payout Contribution Form of two parts."""

    serial: int
    table: str
    at: datetime
    amount: int
    dealer: Person
    witness: Person
    original_dropped: bool = False
    duplicate_boxed: bool = False
    matched: bool = False


class Hit(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    number: int
    at: datetime
    showdown: Showdown
    beats: tuple[BadBeat, ...]
    room: tuple[str, ...]
    verified_by: Person | None = None
    rejected: str = ""
    amounts: tuple[tuple[Level, int], ...] = ()
    awards: tuple[Award, ...] = ()
    instrument: Instrument | None = None
    paid_at: PaidAt | None = None
    paid: tuple[str, ...] = ()
    settled: bool = False
    claim: str = ""
    """The name of the claim, where the hit was in another casino of a system."""
    called: tuple[tuple[str, SystemAward], ...] = ()
    """By claim: the awards as the host of a system calls them."""
    awarded: bool = False
    """Whether the host of a system has confirmed what it is worth."""

    @property
    def is_open(self) -> bool:
        return not self.settled and not self.rejected

    @property
    def unpaid(self) -> tuple[Award, ...]:
        return tuple(award for award in self.awards if award.player not in self.paid)


class SystemStanding(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How a multi-casino system stands, as this casino was last told: not offered before it is."""

    offered: bool = False
    why: str = ""
    pending: tuple[str, ...] = ()


class Announced(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    rules: PayoutRules
    filing: str
    at: datetime


class Payout(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    rules: PayoutRules
    filing: str
    since: datetime
    """When it was first offered, or last won: a ladder counts its days from here."""
    standing: Standing = Standing.OFFERED
    funds: Mapping[Level, Fund] = msgspec.field(default_factory=lambda: dict.fromkeys(Level, Fund()))
    boxes: Mapping[str, ContributionBox] = {}
    containers: Mapping[int, Container] = {}
    forms: Mapping[int, Form] = {}
    hits: Mapping[int, Hit] = {}
    announced: Announced | None = None
    displayed_at: datetime | None = None
    is_pending: bool = False
    """Whether the sign says that the display is pending adjustment, 14.19(i)1."""
    system: SystemStanding = SystemStanding()
    to_revenue: int = 0
    """What unmatched forms have added to poker revenue, 14.19(h): the fund is not lowered by it."""

    @property
    def primary(self) -> Fund:
        return self.funds[Level.PRIMARY]

    @property
    def secondary(self) -> Fund:
        return self.funds[Level.SECONDARY]

    @property
    def open_hits(self) -> tuple[Hit, ...]:
        return tuple(hit for hit in self.hits.values() if hit.is_open)

    def shown(self, level: Level) -> int:
        """What the display says; a secondary payout out of the primary is never more than that."""
        if level is Level.SECONDARY and self.rules.carved_out:
            return min(self.rules.carved_out, self.primary.shown)
        return self.funds[level].shown

    def box(self, table: str) -> ContributionBox:
        return self.boxes.get(table, ContributionBox())

    def qualifier(self, at: datetime) -> Qualifier:
        """The primary qualifier as it stands: the last step of its ladder that has been reached."""
        days = (at - self.since).total_seconds() / DAY
        found = self.rules.qualifier
        for step in self.rules.ladder:
            by_amount = step.from_amount and self.primary.shown >= step.from_amount
            by_days = step.after_days and days >= step.after_days
            if by_amount or by_days:
                found = step.qualifier
        return found

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it is left to be paid to players."""
        boxed = sum(box.amount for box in self.boxes.values())
        on_the_way = sum(each.expected.amount for each in self.containers.values() if not each.verified)
        return not (boxed or on_the_way or any(fund.held for fund in self.funds.values()))


class Payouts(msgspec.Struct, frozen=True, gc=False):
    """Every payout of a room by name."""

    by_name: Mapping[str, Payout] = {}
    followed: Mapping[str, int] = {}
    """By table: the last of its events that something here follows from."""

    def at_table(self, table: str) -> Payout | None:
        """The payout that pots at a table contribute to."""
        offered = (each for each in self.by_name.values() if each.standing is Standing.OFFERED)
        return next((each for each in offered if table in each.rules.tables), None)
