"""The host as its events leave it: agreement, members and their keys, meters, notices, claims and debts."""

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum

import msgspec

from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.sharing import Award
from pokerroom.linked.agreement import Agreement
from pokerroom.linked.letters import FIRST, Claimed, Notice, Owing, SettlementAnnounced, Shown
from pokerroom.linked.people import Official


class AccessRole(StrEnum):
    """What somebody on the access list may do, 14.20(e)3."""

    OPERATOR = "operator"
    """Runs the host: keys, notices, installation, the agreement."""
    REPRESENTATIVE = "representative"
    """Acts for a member: approves changes, 14.20(f)."""
    AUDITOR = "auditor"
    """Reads everything and changes nothing."""


class Access(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    who: Official
    role: AccessRole
    since: datetime


class Key(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    public: str
    since: datetime
    revoked_at: datetime | None = None


class DivisionNotice(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    written_on: date
    reference: str
    recorded_at: datetime


class Meter(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The money of one level in all casinos: `contributed = paid + current + reset`."""

    contributed: int = 0
    current: int = 0
    """What can be won, confirmed payouts that are not paid yet included."""
    reset: int = 0
    """What begins the next payout, 14.19(p)."""
    committed: int = 0
    """What of the current amount is decided to be somebody's, and not paid yet."""
    paid: int = 0
    shown: int = 0
    """What displays say: it falls only by what has been paid, 14.19(o)."""

    @property
    def is_balanced(self) -> bool:
        return self.contributed == self.paid + self.current + self.reset

    @property
    def free(self) -> int:
        """What a new claim could be for."""
        return self.current - self.committed


class MemberAtHost(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What the host knows of a casino."""

    casino: str
    keys: Mapping[str, Key] = {}
    letters: int = 0
    """The number of the last letter taken."""
    last: str = FIRST
    """Its digest."""
    since: int = 0
    """The last notice before it was a member: what was told earlier is not told to it."""
    acknowledged: int = 0
    """The last notice that it has taken."""
    wrote: int = 0
    """How many letters it had written when it took that."""
    joined: str = ""
    """The digest of the rules it has joined by; empty before that."""
    agreement: str = ""
    software: str = ""
    contributed: Mapping[Level, int] = {}
    given: Mapping[Level, int] = {}
    """What of its contributions has gone to players, wherever they were paid."""
    recent: Mapping[int, str] = {}
    """The digests of its last letters: one that comes again is compared with them."""
    late: int = 0
    """What came in after a suspension though it was collected before."""
    skew_alarm: bool = False

    def held(self, level: Level) -> int:
        """What it holds of the fund of a level."""
        return self.contributed.get(level, 0) - self.given.get(level, 0)


class Cover(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Awards that another member has asked to pay, 14.20(d)2, until it is certain that their own casino did not."""

    payer: str
    awards: tuple[Award, ...]
    asked_at: datetime
    notice: int
    """By which their casino is told not to pay them."""


class ClaimStanding(StrEnum):
    PENDING = "pending"
    REJECTED = "rejected"
    DECIDED = "decided"
    CONFIRMED = "confirmed"
    PAID = "paid"
    NOTHING = "nothing"


class Claim(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    claim: str
    casino: str
    level: Level
    body: Claimed
    stamp: datetime
    """When its round of play was completed, in host time, to a tenth of a second."""
    taken_at: datetime
    jackpot: int
    carried: bool = False
    """Whether it was for the payout before, which another claim has won."""
    notice: int = 0
    """The notice by which all casinos were told that it is pending."""
    standing: ClaimStanding = ClaimStanding.PENDING
    too_late: bool = False
    next: int | None = None
    """What it is for at most, where another has won the payout: what the next began with when this was claimed."""
    verified_by: Official | None = None
    authorised_by: Official | None = None
    amount: int = 0
    census: Mapping[str, tuple[str, ...]] = {}
    awards: tuple[Award, ...] = ()
    parts: tuple[tuple[str, int], ...] = ()
    paid: Mapping[str, str] = {}
    """By player, the casino that has paid the award."""
    covers: tuple[Cover, ...] = ()
    confirmed_at: datetime | None = None
    told_otherwise: Mapping[str, str] = {}
    """By casino, who was told by other means."""

    @property
    def unpaid(self) -> tuple[Award, ...]:
        return tuple(each for each in self.awards if each.player not in self.paid)

    @property
    def reserved(self) -> frozenset[str]:
        """Players whose awards another member is to pay."""
        return frozenset(award.player for cover in self.covers for award in cover.awards)


class Offering(StrEnum):
    NOT_YET = "not yet"
    OFFERED = "offered"
    SUSPENDED = "suspended"


class Host(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    agreement: Agreement | None = None
    started: bool = False
    proposed: Agreement | None = None
    approved_by: tuple[str, ...] = ()
    notices_given: Mapping[str, DivisionNotice] = {}
    """Written notices to the Division, by what they are about."""
    software: str = ""
    access: Mapping[str, Access] = {}
    members: Mapping[str, MemberAtHost] = {}
    offering: Offering = Offering.NOT_YET
    suspended_at: datetime | None = None
    why_suspended: str = ""
    meters: Mapping[Level, Meter] = msgspec.field(default_factory=lambda: dict.fromkeys(Level, Meter()))
    jackpots: Mapping[Level, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Level, 1))
    """The number of the payout that is to be won next, by level."""
    at_stake: Mapping[Level, int] = {}
    """What the pending payout of a level is for, from its first claim to its decision."""
    reserved: Mapping[Level, int] = {}
    """What was in reserve for the payout after it at its first claim: contributions since then are not yet."""
    decided_at: Mapping[Level, datetime] = {}
    """When the payout before that was decided."""
    claims: Mapping[str, Claim] = {}
    notices: int = 0
    """The number of the last notice."""
    last_notice: str = FIRST
    metered_at: datetime | None = None
    """When displays were last set."""
    out: Mapping[int, Notice] = {}
    """Notices that not every member has acknowledged."""
    refused: Mapping[str, datetime] = {}
    """What was refused lately and when that was recorded, so that the same does not fill the record."""
    debts: tuple[Owing, ...] = ()
    """Who owes whom, not settled yet."""
    announced: Mapping[int, SettlementAnnounced] = {}
    """By the number of its notice: what was paid of that by the debtor's word alone."""

    @property
    def shown(self) -> Shown:
        return Shown(primary=self.meters[Level.PRIMARY].shown, secondary=self.secondary_shown)

    @property
    def secondary_shown(self) -> int:
        """A secondary payout out of the primary is never more than that, 14.19(m)2."""
        carved = self.carved_out
        return min(carved, self.meters[Level.PRIMARY].shown) if carved else self.meters[Level.SECONDARY].shown

    @property
    def carved_out(self) -> int:
        return 0 if self.agreement is None else self.agreement.rules.carved_out

    def paying(self, level: Level) -> Level:
        """Whose money a payout of this level is, 14.19(m)2ii."""
        return level if self.agreement is None else self.agreement.rules.paying(level)

    @property
    def pending(self) -> tuple[Claim, ...]:
        return tuple(each for each in self.claims.values() if each.standing is ClaimStanding.PENDING)

    @property
    def casinos(self) -> tuple[str, ...]:
        return () if self.agreement is None else self.agreement.casinos

    @property
    def correspondents(self) -> tuple[str, ...]:
        """The members, and whoever has left: what it had collected, holds and owes is still to be told and given."""
        left = (each.casino for each in self.members.values() if each.letters and each.casino not in self.casinos)
        return (*self.casinos, *left)

    def member(self, casino: str) -> MemberAtHost:
        return self.members.get(casino) or MemberAtHost(casino=casino)

    def told_after(self, casino: str, number: int) -> int:
        """After which notice a casino is told, that has taken notices up to this number."""
        return max(number, self.member(casino).since)

    def notices_after(self, number: int) -> tuple[Notice, ...]:
        """What a casino that has taken notices up to that number is told next; older ones are in the record."""
        return tuple(self.out[each] for each in range(number + 1, self.notices + 1) if each in self.out)
