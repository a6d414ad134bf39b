"""A payout as its events leave it: rules in force, funds with their meters, boxes, containers, forms and hits."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Literal

import msgspec
from msgspec.structs import replace

from pokerroom.jackpot.census import RoundNoted, TableCensus, as_it_stood
from pokerroom.jackpot.commands import Chips, Instrument, PaidAt, SystemAward
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
    """The money of one level, by meters: `contributed + made_up = paid + held + left`."""

    contributed: int = 0
    """Counted since the payout was first offered, or received from another."""
    counted: int = 0
    """Counted, and not in the official record yet."""
    current: int = 0
    """The official amount of the payout, 14.19(k)."""
    reset: int = 0
    """What begins the next payout, 14.19(p)."""
    overflow: int = 0
    """Contributed beyond the limit that the rules set: for the next payouts."""
    shown: int = 0
    """What patrons see."""
    at_stake: int = 0
    """What can be won now: what is displayed, less what has been won of it since; and where the primary payout has been
    won, what the next one begins with (R-98)."""
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
    advanced: int = 0
    """What has been counted since the last official record, and had been paid before it was counted."""

    @property
    def held(self) -> int:
        return self.counted + self.current + self.reset + self.overflow

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
    packed_at: datetime
    signed: tuple[Person, ...]
    """The dealer who counted and the supervisor who was present, or the supervisor who accounted for the boxes."""
    counts: tuple[tuple[str, int], ...] = ()
    """What was counted of each table's box before it left, and travels with it."""
    place: str = ""
    recording: str = ""
    carried_by: Person | None = None
    verified_by: Person | None = None
    verified_at: datetime | None = None
    amount: int = 0
    """A cashier's count."""
    found: tuple[tuple[str, int], ...] = ()
    """What was found in each table's box."""
    variance: int = 0

    @property
    def said(self) -> int | None:
        """The count that travels with it; None where boxes are carried locked."""
        return sum(found for _, found in self.counts) if self.counts else None

    @property
    def differing(self) -> tuple[tuple[str, int], ...]:
        """The tables whose boxes held other than the record says, with how much more."""
        by_table = ((table, found - self.boxes[table].amount) for table, found in self.found)
        return tuple((table, more) for table, more in by_table if more)

    @property
    def hands(self) -> frozenset[str]:
        """Everybody who has had it in their hands, or seen it counted: none of them does the next step."""
        carried = () if self.carried_by is None else (self.carried_by,)
        return frozenset(each.id for each in (*self.signed, *carried))

    @property
    def carried(self) -> bool:
        return self.carried_by is not None

    @property
    def verified(self) -> bool:
        return self.verified_by is not None

    @property
    def expected(self) -> ContributionBox:
        return ContributionBox(
            primary=sum(box.primary for box in self.boxes.values()),
            secondary=sum(box.secondary for box in self.boxes.values()),
            chips=sum(box.chips for box in self.boxes.values()),
        )


class Part(StrEnum):
    """Where a part of a form is."""

    WITH_SIGNER = "with who signed it"
    PLACED = "in its box"
    AT_ACCOUNTING = "at accounting"
    MISSING = "missing"


class Form(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A Bad Beat Payout Contribution Form of two parts; its content is that of the event which completed it."""

    serial: int
    table: str
    at: datetime
    amount: int
    dealer: Person
    witness: Person
    chips: tuple[Chips, ...] = ()
    variance: int = 0
    recording: str = ""
    voided: str = ""
    """Why it was spoiled; a form that counts says nothing here."""
    original_dropped: bool = False
    duplicate_boxed: bool = False
    original_received: bool = False
    duplicate_collected: bool = False

    @property
    def signed_by(self) -> frozenset[str]:
        return frozenset({self.dealer.id, self.witness.id})

    @property
    def matched(self) -> bool:
        return self.original_received and self.duplicate_collected

    @property
    def original(self) -> Part:
        return where(self.original_dropped, self.original_received, self.duplicate_collected)

    @property
    def duplicate(self) -> Part:
        return where(self.duplicate_boxed, self.duplicate_collected, self.original_received)


def where(placed: bool, here: bool, other_here: bool) -> Part:
    """A part is missing once accounting has the other one and not this."""
    if here:
        return Part.AT_ACCOUNTING
    if other_here:
        return Part.MISSING
    return Part.PLACED if placed else Part.WITH_SIGNER


class Handed(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One player's part of a payout, as it was handed over."""

    player: str
    by: Person
    at: datetime
    payer: str = ""
    """The other member of the system, where one has paid it, 14.20(d)2."""
    on_account: bool = False
    """Whether the player left it in their bank."""


class Hit(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    number: int
    at: datetime
    showdown: Showdown
    beats: tuple[BadBeat, ...]
    room: tuple[str, ...]
    census: tuple[TableCensus, ...] = ()
    reported_by: Person | None = None
    verified_by: Person | None = None
    rejected: str = ""
    amounts: tuple[tuple[Level, int], ...] = ()
    awards: tuple[Award, ...] = ()
    instrument: Instrument | None = None
    paid_at: PaidAt | None = None
    prepared_by: Person | None = None
    cashier: Person | None = None
    """Out of whose drawer it is taken to the table."""
    handed: tuple[Handed, ...] = ()
    settled: bool = False
    claim: str = ""
    """The name of the claim, where the hit was in another casino of a system."""
    called: tuple[tuple[str, SystemAward], ...] = ()
    """By claim: the awards as the host of a system calls them."""
    awarded: bool = False
    """Whether the host of a system has confirmed what it is worth."""
    begun: bool = False
    """Whether the next payout has begun with its verification; by earlier versions it began with the last award."""
    began: datetime | None = None
    """When the round was dealt, where that is known."""

    @property
    def is_without_award(self) -> bool:
        """Whether it is over and nobody here receives anything of it."""
        return self.settled and not self.awards

    @property
    def hands(self) -> frozenset[str]:
        """Everybody who has declared, verified or prepared it: none of them does the next step."""
        steps = (self.reported_by, self.verified_by, self.prepared_by)
        return frozenset(each.id for each in steps if each is not None)

    @property
    def players(self) -> frozenset[str]:
        """Everybody who may have a part in it."""
        awarded = (award.player for award in self.awards)
        return frozenset((*self.showdown.dealt_in, *self.room, *awarded))

    @property
    def is_elsewhere(self) -> bool:
        """Whether it was in another casino of a system; players here have a part of it at most."""
        return bool(self.claim)

    @property
    def paid(self) -> tuple[str, ...]:
        return tuple(each.player for each in self.handed)

    @property
    def is_open(self) -> bool:
        return not self.settled and not self.rejected

    @property
    def step(self) -> Literal["reported", "verified", "prepared", "paid"]:
        """How far it has come."""
        if self.settled:
            return "paid"
        if self.paid_at is not None:
            return "prepared"
        return "reported" if self.verified_by is None else "verified"

    @property
    def unpaid(self) -> tuple[Award, ...]:
        return tuple(award for award in self.awards if award.player not in self.paid)


class BonusGiven(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Another award of the fund: which, to whom, and for which round of play."""

    bonus: str
    player: str
    table: str
    round: int


class SystemStanding(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How a multi-casino system stands, as this casino was last told: not offered before it is."""

    offered: bool = False
    why: str = ""
    pending: tuple[str, ...] = ()


class Former(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What rules asked of a hand before a change asked more: it counts for rounds that were dealt until then."""

    rules: PayoutRules
    until: datetime


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
    reached: int = 0
    """The most that has been at stake since it was last won: a ladder descends by it, and never rises before that."""
    funds: Mapping[Level, Fund] = msgspec.field(default_factory=lambda: dict.fromkeys(Level, Fund()))
    boxes: Mapping[str, ContributionBox] = {}
    emptied_at: Mapping[str, datetime] = {}
    """By table: when its box was last counted, or taken away to be counted."""
    containers: Mapping[int, Container] = {}
    forms: Mapping[int, Form] = {}
    hits: Mapping[int, Hit] = {}
    announced: Announced | None = None
    former: Former | None = None
    """What a hand had to be before more was asked of it: of the last change that did."""
    displayed_at: datetime | None = None
    is_pending: bool = False
    """Whether the sign says that the display is pending adjustment, 14.19(i)1."""
    in_revenue: frozenset[int] = frozenset()
    """Serials of forms whose value has been added to poker revenue, and whose original was not found since."""
    system: SystemStanding = SystemStanding()
    to_revenue: int = 0
    """What unmatched forms have added to poker revenue, 14.19(h): the fund is not lowered by it."""
    joined: Mapping[str, datetime] = {}
    """By table: since when it takes part. Rounds that ended before are none of this payout's."""
    left: Mapping[str, datetime] = {}
    """By table: since when it takes part no more. A round that was dealt before is still this payout's."""
    rounds: Mapping[str, RoundNoted] = {}
    """By table: who is dealt in, or was last, where the room has a share (R-56)."""
    earlier: Mapping[str, tuple[RoundNoted, ...]] = {}
    """By table: the rounds before that, as long as the host of a system may ask who was dealt in (R-86)."""
    bonuses_given: frozenset[BonusGiven] = frozenset()
    held: Mapping[str, int] = {}
    """Tables that are kept as evidence, with the hit."""

    @property
    def primary(self) -> Fund:
        return self.funds[Level.PRIMARY]

    @property
    def secondary(self) -> Fund:
        return self.funds[Level.SECONDARY]

    @property
    def open_hits(self) -> tuple[Hit, ...]:
        return tuple(hit for hit in self.hits.values() if hit.is_open)

    @property
    def undecided(self) -> Hit | None:
        """The first hit that nobody has verified or rejected yet."""
        return next((hit for hit in self.open_hits if hit.verified_by is None), None)

    def claimed(self, level: Level) -> int:
        """What has been won of a fund and is not paid in full yet."""
        return sum(amount for hit in self.open_hits for of, amount in hit.amounts if self.rules.paying(of) is level)

    def official(self, level: Level) -> int:
        """The amount of a payout by the record of accounting, 14.19(k): what is there and nobody has won."""
        return self.funds[level].current - self.claimed(level)

    def shown(self, level: Level) -> int:
        """What the display says; a secondary payout out of the primary is never more than that."""
        if level is Level.SECONDARY and self.rules.carved_out:
            return min(self.rules.carved_out, self.primary.shown)
        return self.funds[level].shown

    def at_stake(self, level: Level) -> int:
        """What a hand of this level would win now, R-98."""
        if level is Level.SECONDARY and self.rules.carved_out:
            return min(self.rules.carved_out, self.primary.at_stake)
        return self.funds[level].at_stake

    def unwon(self, level: Level) -> int:
        """What is displayed and nobody has won: while there is any, no more is asked of a hand, 14.19(q)."""
        paying = self.rules.paying(level)
        fund = self.funds[paying]
        taken = 0 if self.rules.system else fund.may_fall + self.claimed(paying)
        left = max(0, fund.shown - taken)
        return left if paying is level else min(self.rules.carved_out, left)

    def as_dealt(self, began: datetime | None) -> "Payout":
        """With what was asked of a hand when a round was dealt: players knew that, 14.19(q) (R-100)."""
        if self.former is None or began is None or began >= self.former.until:
            return self
        return replace(self, rules=self.former.rules)

    def takes_part(self, table: str, began: datetime) -> bool:
        """Whether a round that was dealt at a table at this moment is this payout's."""
        if table not in self.rules.tables and began >= self.left.get(table, began):
            return False
        return began >= self.joined.get(table, began)

    @property
    def to_count(self) -> tuple[str, ...]:
        """The tables whose boxes are counted: those that take part, and where something was put in before they left."""
        filled = (table for table, box in self.boxes.items() if box != ContributionBox())
        return tuple(dict.fromkeys((*self.rules.tables, *filled)))

    def rounds_at(self, moment: datetime) -> dict[str, RoundNoted]:
        """By table: the round in progress at a moment that has passed, or the last one before it (R-86)."""
        kept = {table: (*self.earlier.get(table, ()), last) for table, last in self.rounds.items()}
        stood = {table: as_it_stood(rounds, moment) for table, rounds in kept.items()}
        return {table: noted for table, noted in stood.items() if noted is not None}

    def box(self, table: str) -> ContributionBox:
        return self.boxes.get(table, ContributionBox())

    def qualifier(self, at: datetime) -> Qualifier:
        """The primary qualifier as it stands: the last step of its ladder that has been reached."""
        return self.rules.qualifier_at(self.reached, self.days(at))

    def days(self, at: datetime) -> float:
        """Since it was first offered, or last won."""
        return (at - self.since).total_seconds() / DAY

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

    def of_table(self, table: str) -> tuple[Payout, ...]:
        """The payouts that name a table, the one that collects there first; others may still be won."""
        named = [each for each in self.by_name.values() if table in each.rules.tables]
        return tuple(each for standing in CAN_BE_WON for each in named if each.standing is standing)

    def concern(self, table: str) -> bool:
        """Whether a round at a table may be for one of them."""
        return any(table in each.joined for each in self.by_name.values() if each.standing in CAN_BE_WON)

    def at_table(self, table: str) -> Payout | None:
        """The payout that pots at a table contribute to, or else one that took them before."""
        return next(iter(self.of_table(table)), None)

    def of_round(self, table: str, began: datetime) -> tuple[Payout, ...]:
        """The payouts that a round dealt at this moment is for: what its pots give is the first's, and any can be hit.

        A payout that was offered later has no part in it, and one that the table has left since then still has.
        """
        there = [each for each in self.by_name.values() if each.takes_part(table, began)]
        found = tuple(each for standing in CAN_BE_WON for each in there if each.standing is standing)
        return found or self.of_table(table)


CAN_BE_WON = (Standing.OFFERED, Standing.STOPPED)
