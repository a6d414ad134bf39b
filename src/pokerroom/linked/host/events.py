"""What has happened at the host: who, when, and the paragraph it rests on."""

from datetime import date, datetime

import msgspec

from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.sharing import Award
from pokerroom.linked.agreement import Agreement
from pokerroom.linked.host.state import AccessRole
from pokerroom.linked.letters import Claimed, Letter, Notice, Owing, Verdict
from pokerroom.linked.people import SYSTEM, Official
from pokerroom.rules.citation import Citation


class HostFact(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    rule: Citation
    at: datetime
    by: Official = SYSTEM


class AccessGranted(HostFact, frozen=True, tag=True, kw_only=True):
    who: Official
    role: AccessRole


class AccessWithdrawn(HostFact, frozen=True, tag=True, kw_only=True):
    who: str


class Entered(HostFact, frozen=True, tag=True, kw_only=True):
    what: str


class EntryDenied(HostFact, frozen=True, tag=True, kw_only=True):
    """Somebody who may not asked for something: denied and recorded, 14.20(e)1, (e)3."""

    what: str


class DivisionNotified(HostFact, frozen=True, tag=True, kw_only=True):
    subject: str
    written_on: date
    reference: str


class SoftwareInstalled(HostFact, frozen=True, tag=True, kw_only=True):
    software: str
    notice: str
    """The reference of the advance written notice."""


class AgreementFiled(HostFact, frozen=True, tag=True, kw_only=True):
    agreement: Agreement
    without_effect: tuple[str, ...] = ()
    """Titles of clauses that would limit liability, 14.20(d)2."""


class SystemStarted(HostFact, frozen=True, tag=True, kw_only=True):
    agreement: str


class ChangeProposed(HostFact, frozen=True, tag=True, kw_only=True):
    agreement: Agreement
    without_effect: tuple[str, ...] = ()


class ChangeApproved(HostFact, frozen=True, tag=True, kw_only=True):
    casino: str
    agreement: str = ""
    """The digest of what was approved; empty where that was not recorded yet."""


class ChangeInForce(HostFact, frozen=True, tag=True, kw_only=True):
    agreement: str
    notice: str


class KeyRegistered(HostFact, frozen=True, tag=True, kw_only=True):
    casino: str
    key: str
    public: str


class KeyWithdrawn(HostFact, frozen=True, tag=True, kw_only=True):
    casino: str
    key: str
    why: str


class LetterTaken(HostFact, frozen=True, tag=True, kw_only=True):
    """A casino's next letter: what it says is the host's from here on. `late` marks what was written before a
    suspension and came after it.
    """

    letter: Letter
    digest: str
    key: str
    late: bool = False


class LetterRefused(HostFact, frozen=True, tag=True, kw_only=True):
    """A letter that was not taken, and why: a code of `refusals.py`."""

    casino: str
    number: int
    code: str
    digest: str
    key: str = ""


class CallRefused(HostFact, frozen=True, tag=True, kw_only=True):
    casino: str
    why: str


class MemberAdmitted(HostFact, frozen=True, tag=True, kw_only=True):
    """A casino takes part, by the same rules as all others, 14.20(a)."""

    casino: str
    rules: str
    agreement: str
    software: str


class MemberTurnedAway(HostFact, frozen=True, tag=True, kw_only=True):
    """A casino whose rules or agreement differ, or that has posted nothing: why is a code of `refusals.py`."""

    casino: str
    why: str


class LetterWithoutEffect(HostFact, frozen=True, tag=True, kw_only=True):
    """A letter that was taken, and says something that cannot be."""

    casino: str
    number: int
    code: str


class NoticesAcknowledged(HostFact, frozen=True, tag=True, kw_only=True):
    casino: str
    notice: int
    wrote: int


class SkewMeasured(HostFact, frozen=True, tag=True, kw_only=True):
    """A casino's clock differs from host time by more than the agreement allows, or no longer does."""

    casino: str
    seconds: float
    is_alarm: bool


class NoticeIssued(HostFact, frozen=True, tag=True, kw_only=True):
    """A notice to all casinos at once."""

    notice: Notice


class MetersRead(HostFact, frozen=True, tag=True, kw_only=True):
    """What displays say from here on."""

    primary: int
    secondary: int


class ClaimMade(HostFact, frozen=True, tag=True, kw_only=True):
    """A claim has its stamp in host time, and the payout that it claims."""

    claim: str
    casino: str
    body: Claimed
    stamp: datetime
    jackpot: int
    amount: int
    """What is claimed: as displayed when the payout became pending."""
    next: int | None = None
    """What the next payout would begin with at that moment, for a claim that turns out to be a later one (R-99)."""


class ClaimSigned(HostFact, frozen=True, tag=True, kw_only=True):
    """Who verified the hand, or who authorised the payout."""

    claim: str
    verified_by: Official | None = None
    authorised_by: Official | None = None
    means: str = ""
    """By which the host was told so, where the system did not reach the casino."""


class CensusCounted(HostFact, frozen=True, tag=True, kw_only=True):
    claim: str
    casino: str
    players: tuple[str, ...]


class ClaimTooLate(HostFact, frozen=True, tag=True, kw_only=True):
    """A claim came in when the payout that it was first for had been decided."""

    claim: str
    casino: str
    stamp: datetime
    jackpot: int


class JackpotDecided(HostFact, frozen=True, tag=True, kw_only=True):
    """Who gets what of a payout: the first all of it, equal stamps a part each, a later claim nothing.

    Where the filed rules give a later claim the reset amount, it is the first of the next payout, which begins with
    that.
    """

    level: Level
    jackpot: int
    amount: int
    verdicts: tuple[Verdict, ...]


class ClaimCarriedOver(HostFact, frozen=True, tag=True, kw_only=True):
    """A later claim is for the next payout, which begins with the reset amount."""

    claim: str
    jackpot: int
    amount: int
    next: int | None = None
    """What is left for it of that, should it be a later one of this payout, too."""


class ClaimEnded(HostFact, frozen=True, tag=True, kw_only=True):
    """The casino did not verify the hand, or the claim gets nothing."""

    claim: str
    reason: str


class PayoutDocumented(HostFact, frozen=True, tag=True, kw_only=True):
    """The record of a payout is complete, and it is confirmed."""

    claim: str
    amount: int
    awards: tuple[Award, ...]
    parts: tuple[tuple[str, int], ...]
    owed: tuple[Owing, ...]


class CoverReserved(HostFact, frozen=True, tag=True, kw_only=True):
    """A casino has asked to pay these awards of another member, which is told not to."""

    claim: str
    casino: str
    awards: tuple[Award, ...]


class AwardsNoted(HostFact, frozen=True, tag=True, kw_only=True):
    """A casino has paid these awards; where they were another's, it is owed them."""

    claim: str
    casino: str
    awards: tuple[Award, ...]
    owed: tuple[Owing, ...] = ()
    reserved: int = 0
    """The notice by which they were reserved for it, where they were another's."""


class PayoutCompleted(HostFact, frozen=True, tag=True, kw_only=True):
    """Every award is paid: the display may fall by the amount, 14.19(o)."""

    claim: str


class OtherMeansUsed(HostFact, frozen=True, tag=True, kw_only=True):
    claim: str
    casino: str
    person: str
    means: str


class OfferSuspended(HostFact, frozen=True, tag=True, kw_only=True):
    """The whole system offers no payout from here on, 14.20(e)4i (AMB-139)."""

    why: str
    casinos: tuple[str, ...]


class OfferResumed(HostFact, frozen=True, tag=True, kw_only=True):
    """Every member has acknowledged everything and is heard again."""


Event = (
    AccessGranted
    | AccessWithdrawn
    | Entered
    | EntryDenied
    | DivisionNotified
    | SoftwareInstalled
    | AgreementFiled
    | SystemStarted
    | ChangeProposed
    | ChangeApproved
    | ChangeInForce
    | KeyRegistered
    | KeyWithdrawn
    | LetterTaken
    | LetterRefused
    | CallRefused
    | MemberAdmitted
    | MemberTurnedAway
    | LetterWithoutEffect
    | NoticesAcknowledged
    | SkewMeasured
    | NoticeIssued
    | MetersRead
    | ClaimMade
    | ClaimSigned
    | CensusCounted
    | ClaimTooLate
    | JackpotDecided
    | ClaimCarriedOver
    | ClaimEnded
    | PayoutDocumented
    | CoverReserved
    | AwardsNoted
    | PayoutCompleted
    | OtherMeansUsed
    | OfferSuspended
    | OfferResumed
)
