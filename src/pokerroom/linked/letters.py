"""What travels: letters of a casino to the host, and notices of the host to all casinos.

Letters of a casino are numbered from 1 without gaps, and each names the digest of the one before it. Notices are one
sequence for all casinos. Neither names a player: `A:3` is the third of those whom casino A has on its own list.
"""

from datetime import date, datetime
from typing import Any

import msgspec

from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.sharing import Award
from pokerroom.linked.people import Official

FIRST = ""
"""What the first of a sequence names as the one before it."""


class LetterBody(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a casino tells the host."""


class Joining(LetterBody, frozen=True, tag=True, kw_only=True):
    """A casino takes part by these rules; other rules than the host's are refused, 14.20(a)."""

    rules: str
    """The digest of its rules."""
    agreement: str
    """The digest of the agreement that it executed."""
    software: str
    posted: bool = False
    """Whether its rooms post what 14.20(d)1 asks for."""


class Contributed(LetterBody, frozen=True, tag=True, kw_only=True):
    """Pots of a round of play contributed so much, 14.19(c)."""

    table: str
    round: int
    at: datetime
    primary: int
    secondary: int = 0
    gaming_day: date | None = None


class Claimed(LetterBody, frozen=True, tag=True, kw_only=True):
    """A round of play had a bad beat: a claim, with the time at which the round was completed."""

    hit: int
    """The casino's own number of it."""
    level: Level
    table: str
    round: int
    game: str
    completed_at: datetime
    """By the casino's clock."""
    offset_seconds: float = 0.0
    """What host time was ahead of that clock when it was last measured."""
    error_seconds: float = 0.0
    """By how much that measurement may be wrong."""
    losing_hands: tuple[str, ...] = ()
    winning_hands: tuple[str, ...] = ()
    """Each as its cards."""
    losing: tuple[str, ...] = ()
    winning: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Everybody else dealt in; all three by number on the casino's own list."""


class CensusTaken(LetterBody, frozen=True, tag=True, kw_only=True):
    """Who was dealt in at a casino's participating tables at the moment of a hit, by number."""

    claim: str
    players: tuple[str, ...]


class ClaimVerified(LetterBody, frozen=True, tag=True, kw_only=True):
    """The casino's poker shift supervisor has verified the hand, 14.19(i)."""

    claim: str
    by: Official


class ClaimRejected(LetterBody, frozen=True, tag=True, kw_only=True):
    claim: str
    by: Official
    reason: str


class PayoutAuthorised(LetterBody, frozen=True, tag=True, kw_only=True):
    """An employee of the casino authorises the payout that was decided, 14.20(e)4ii."""

    claim: str
    by: Official


class AwardsPaid(LetterBody, frozen=True, tag=True, kw_only=True):
    """Players of the casino have been paid."""

    claim: str
    awards: tuple[Award, ...]
    by: Official


class CoverAsked(LetterBody, frozen=True, tag=True, kw_only=True):
    """A casino would pay patrons of a member that does not, 14.20(d)2; it does once the host has agreed."""

    claim: str
    awards: tuple[Award, ...]
    by: Official


class SettlementPaid(LetterBody, frozen=True, tag=True, kw_only=True):
    """A casino has paid another what it owed it."""

    to: str
    amount: int
    reference: str


class SettlementConfirmed(LetterBody, frozen=True, tag=True, kw_only=True):
    """The money that another casino said it had paid has come."""

    announced: int
    """The notice that said so."""
    debtor: str
    amount: int


class DisplayVerified(LetterBody, frozen=True, tag=True, kw_only=True):
    """Accounting has compared the display with the record, in a poker supervisor's presence, 14.19(k)."""

    shown: tuple[int, int]
    by: Official
    beside: Official


Body = (
    Joining
    | Contributed
    | Claimed
    | CensusTaken
    | ClaimVerified
    | ClaimRejected
    | PayoutAuthorised
    | AwardsPaid
    | CoverAsked
    | SettlementPaid
    | SettlementConfirmed
    | DisplayVerified
)


class Letter(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A letter as the casino has recorded it; it is signed when it is sent."""

    system: str
    casino: str
    number: int
    before: str
    """The digest of the casino's letter before it."""
    written_at: datetime
    body: Body


class SignedLetter(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    letter: Letter
    key: str
    """Which of the casino's keys signed it."""
    signature: bytes


class NoticeBody(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What the host tells all casinos."""


class Shown(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What displays say, in cents."""

    primary: int = 0
    secondary: int = 0

    def of(self, level: Level) -> int:
        return self.primary if level is Level.PRIMARY else self.secondary


class SystemRunning(NoticeBody, frozen=True, tag=True, kw_only=True):
    """The system has been put into operation, with these members."""

    agreement: str
    rules: str
    members: tuple[str, ...]
    shown: Shown


class AgreementInForce(NoticeBody, frozen=True, tag=True, kw_only=True):
    """A changed agreement is in force: members join again by it."""

    agreement: str
    rules: str
    members: tuple[str, ...]
    shown: Shown


class MemberJoined(NoticeBody, frozen=True, tag=True, kw_only=True):
    casino: str
    shown: Shown


class JoiningRefused(NoticeBody, frozen=True, tag=True, kw_only=True):
    """A casino that would join was turned away, 14.20(a)."""

    casino: str
    why: str
    """A code of `host/refusals.py`."""


class MeterSet(NoticeBody, frozen=True, tag=True, kw_only=True):
    shown: Shown


class PayoutPending(NoticeBody, frozen=True, tag=True, kw_only=True):
    """A payout is pending at a casino, 14.20(e)4i. `census` asks who was dealt in elsewhere."""

    claim: str
    casino: str
    level: Level
    jackpot: int
    amount: int
    completed_at: datetime
    """In host time."""
    census: bool = False


class Verdict(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    claim: str
    casino: str
    amount: int
    """Nothing where the filed rules give a later claim nothing."""


class ClaimsDecided(NoticeBody, frozen=True, tag=True, kw_only=True):
    """Who is paid what of a payout that was claimed, by the filed rule, 14.20(e)4iii."""

    jackpot: int
    level: Level
    verdicts: tuple[Verdict, ...]


class ClaimWithdrawn(NoticeBody, frozen=True, tag=True, kw_only=True):
    """The casino did not verify the hand: the payout is pending no more, unless another claims it."""

    claim: str
    casino: str
    reason: str
    otherwise: bool = False
    """Whether the host was told so by other means, and not by a letter of that casino."""


class Owing(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One member owes another: what it holds of a fund that the other pays out."""

    debtor: str
    creditor: str
    amount: int


class PayoutConfirmed(NoticeBody, frozen=True, tag=True, kw_only=True):
    """A payout with everything that 14.20(e)4ii asks for, who is paid, and who owes whom for it."""

    claim: str
    jackpot: int
    level: Level
    at: datetime
    amount: int
    winning_hands: tuple[str, ...]
    losing_hands: tuple[str, ...]
    casino: str
    table: str
    verified_by: Official
    authorised_by: Official
    awards: tuple[Award, ...]
    parts: tuple[tuple[str, int], ...]
    """By casino: what it holds of the fund and gives for this payout."""
    owed: tuple[Owing, ...]


class PayoutPaid(NoticeBody, frozen=True, tag=True, kw_only=True):
    """Every award of a payout is paid: the display falls by it, 14.19(o)."""

    claim: str
    jackpot: int
    level: Level
    amount: int
    shown: Shown


class AwardsReserved(NoticeBody, frozen=True, tag=True, kw_only=True):
    """A member is to pay another's awards: from now on their own casino does not, so that nobody is paid twice."""

    claim: str
    payer: str
    awards: tuple[Award, ...]


class AwardsTakenOver(NoticeBody, frozen=True, tag=True, kw_only=True):
    """A member pays another's awards, and is owed them; those that their own casino had paid are not among them."""

    claim: str
    payer: str
    awards: tuple[Award, ...]
    owed: tuple[Owing, ...]
    reserved: int = 0
    """The notice by which they were reserved."""


class AwardsFoundPaid(NoticeBody, frozen=True, tag=True, kw_only=True):
    """A member asked to pay awards of which these are paid: nobody pays them again."""

    claim: str
    asked_by: str
    paid: tuple[tuple[str, str], ...]
    """By player: the casino that has paid the award."""


class SettlementAnnounced(NoticeBody, frozen=True, tag=True, kw_only=True):
    """A member says that it has paid another, which is owed it until it says that the money has come."""

    debtor: str
    creditor: str
    amount: int
    reference: str


class SettlementNoted(NoticeBody, frozen=True, tag=True, kw_only=True):
    """What a member owed another is settled."""

    debtor: str
    creditor: str
    amount: int
    reference: str
    announced: int = 0
    """The notice by which it was announced, before the creditor confirmed it; by earlier versions the debtor's word
    was enough."""


class Suspended(NoticeBody, frozen=True, tag=True, kw_only=True):
    """No multi-casino payout is offered until the system is operational again, 14.20(e)4i."""

    why: str
    """A key of `words/en/detail-linked.toml`."""
    casinos: tuple[str, ...]
    """Those that could not be reached."""
    since: datetime


class Operational(NoticeBody, frozen=True, tag=True, kw_only=True):
    shown: Shown


class KeyRevoked(NoticeBody, frozen=True, tag=True, kw_only=True):
    casino: str
    key: str
    why: str


Told = (
    SystemRunning
    | AgreementInForce
    | MemberJoined
    | JoiningRefused
    | MeterSet
    | PayoutPending
    | ClaimsDecided
    | ClaimWithdrawn
    | PayoutConfirmed
    | PayoutPaid
    | AwardsReserved
    | AwardsTakenOver
    | AwardsFoundPaid
    | SettlementAnnounced
    | SettlementNoted
    | Suspended
    | Operational
    | KeyRevoked
)


class Notice(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A notice as the host has recorded it; it is signed when it is sent."""

    system: str
    number: int
    before: str
    issued_at: datetime
    body: Told


class SignedNotice(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    notice: Notice
    key: str
    signature: bytes


def claim_of(casino: str, hit: int, level: Level) -> str:
    """The name of a claim, the same at the casino and at the host."""
    return f"{casino}.{hit}.{level.value}"


def elsewhere(casino: str, number: str) -> str:
    """How a player of a casino is called outside it."""
    return f"{casino}:{number}"


def at_home(called: str) -> tuple[str, str]:
    """The casino and the number of a player who is called so."""
    casino, _, number = called.rpartition(":")
    return casino, number


ENCODER = msgspec.json.Encoder(order="deterministic")


def canonical(value: Any) -> bytes:
    """The bytes that are signed and digested: the same for the same values."""
    return ENCODER.encode(value)
