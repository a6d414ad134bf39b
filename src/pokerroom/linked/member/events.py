"""What has happened in a casino's own record of the system."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from pokerroom.jackpot.census import TableCensus
from pokerroom.jackpot.sharing import Award
from pokerroom.linked.agreement import Agreement
from pokerroom.linked.letters import Letter, Notice
from pokerroom.linked.people import SYSTEM, Official
from pokerroom.rules.citation import Citation


class MemberFact(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    rule: Citation
    at: datetime
    by: Official = SYSTEM


class JoinedSystem(MemberFact, frozen=True, tag=True, kw_only=True):
    casino: str
    payout: str
    rules: str
    agreement: Agreement
    software: str
    host_keys: Mapping[str, str]
    signs: tuple[str, ...]


class HostKeyTrusted(MemberFact, frozen=True, tag=True, kw_only=True):
    key: str
    public: str


class LetterWritten(MemberFact, frozen=True, tag=True, kw_only=True):
    """A letter is in the record before it is sent."""

    letter: Letter
    digest: str
    event: int = 0
    """The event of the casino's payouts that it follows from, by its number."""


class LettersReceived(MemberFact, frozen=True, tag=True, kw_only=True):
    letters: int
    offset_seconds: float = 0.0
    error_seconds: float = 0.0


class NoticeTaken(MemberFact, frozen=True, tag=True, kw_only=True):
    notice: Notice
    digest: str


class NoticeRefused(MemberFact, frozen=True, tag=True, kw_only=True):
    """A notice that is not the host's, or was changed: for the record."""

    number: int
    code: str
    digest: str


class HostLost(MemberFact, frozen=True, tag=True, kw_only=True):
    """The host was not heard for too long: no payout is offered here, and no contribution taken (AMB-139)."""


class HostHeard(MemberFact, frozen=True, tag=True, kw_only=True):
    """The host is heard, and its time has been measured."""

    offset_seconds: float = 0.0
    error_seconds: float = 0.0


class HostTimeMeasured(MemberFact, frozen=True, tag=True, kw_only=True):
    """The host was heard before, and its time is ahead of the casino's by something else than was known."""

    offset_seconds: float
    error_seconds: float


class CensusRecorded(MemberFact, frozen=True, tag=True, kw_only=True):
    """Who the numbers of a census are: that stays in the casino's own record."""

    claim: str
    players: tuple[str, ...]
    tables: tuple[TableCensus, ...] = ()
    """The evidence, table by table (R-56)."""


class AwardsCovered(MemberFact, frozen=True, tag=True, kw_only=True):
    """The host has agreed: patrons of another member are paid out of this casino's cage, and that member owes it."""

    claim: str
    casino: str
    awards: tuple[Award, ...]


class SettlementMade(MemberFact, frozen=True, tag=True, kw_only=True):
    """Money goes from this casino's cage to another member."""

    to: str
    amount: int
    reference: str


class SettlementReceived(MemberFact, frozen=True, tag=True, kw_only=True):
    """Money that another member said it had paid has come to this casino's cage."""

    debtor: str
    amount: int
    reference: str
    announced: int
    """The notice that said so."""


Event = (
    JoinedSystem
    | HostKeyTrusted
    | LetterWritten
    | LettersReceived
    | NoticeTaken
    | NoticeRefused
    | HostLost
    | HostHeard
    | HostTimeMeasured
    | CensusRecorded
    | AwardsCovered
    | SettlementMade
    | SettlementReceived
)
