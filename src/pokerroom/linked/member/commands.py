"""What is asked of a casino's own record of the system."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from pokerroom.jackpot.census import TableCensus
from pokerroom.jackpot.sharing import Award
from pokerroom.linked.agreement import Agreement
from pokerroom.linked.letters import Body, SignedNotice
from pokerroom.linked.people import SYSTEM, Official


class MemberAsking(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    at: datetime
    by: Official = SYSTEM


class Join(MemberAsking, frozen=True, tag=True, kw_only=True):
    """Take part in a system, or again by a changed agreement: its rules are the casino's own, 14.20(a)."""

    casino: str
    payout: str
    """The casino's own payout that is the system's."""
    rules: str
    """The digest of that payout's rules as they are in force here."""
    agreement: Agreement
    software: str
    host_keys: Mapping[str, str]
    """The host's public keys by their names."""
    signs: tuple[str, ...] = ()
    """What is posted in the casino's poker rooms: payout information, all members, host's name and address, (d)1."""


class TrustHostKey(MemberAsking, frozen=True, tag=True, kw_only=True):
    """Another key of the host; or one that is trusted no more, where `public` is empty."""

    key: str
    public: str


class WriteLetters(MemberAsking, frozen=True, tag=True, kw_only=True):
    """Letters that follow from an event of the casino's own record, by its number; none of somebody's own order."""

    bodies: tuple[Body, ...]
    event: int = 0


class TakeNotices(MemberAsking, frozen=True, tag=True, kw_only=True):
    """Notices as they came in."""

    notices: tuple[SignedNotice, ...]


class NoteReceived(MemberAsking, frozen=True, tag=True, kw_only=True):
    """The host has taken the casino's letters up to this number."""

    letters: int
    offset_seconds: float = 0.0
    """What host time is ahead of the casino's clock, as measured."""
    error_seconds: float = 0.0


class NoteStanding(MemberAsking, frozen=True, tag=True, kw_only=True):
    """Whether the host is heard: without that no payout is offered here (AMB-139)."""

    heard: bool
    offset_seconds: float = 0.0
    error_seconds: float = 0.0


class AnswerCensus(MemberAsking, frozen=True, tag=True, kw_only=True):
    """Who was dealt in at the casino's participating tables, for a payout that is pending elsewhere or here.

    Who that was comes from what the casino noted of its rounds, and not from whoever asks.
    """

    claim: str
    players: tuple[str, ...] = ()
    tables: tuple[TableCensus, ...] = ()


class Authorise(MemberAsking, frozen=True, tag=True, kw_only=True):
    """An employee authorises the payout that the host decided, 14.20(e)4ii."""

    claim: str


class CoverAwards(MemberAsking, frozen=True, tag=True, kw_only=True):
    """Ask to pay patrons of another member that does not: every member is liable for all of it, 14.20(d)2."""

    claim: str
    awards: tuple[Award, ...]


class Settle(MemberAsking, frozen=True, tag=True, kw_only=True):
    """Accounting pays another member what is owed to it."""

    to: str
    amount: int
    reference: str


class ConfirmReceipt(MemberAsking, frozen=True, tag=True, kw_only=True):
    """Accounting has found that the money has come that another member said it had paid."""

    announced: int
    """The notice that said so."""


Command = (
    Join
    | TrustHostKey
    | WriteLetters
    | TakeNotices
    | NoteReceived
    | NoteStanding
    | AnswerCensus
    | Authorise
    | CoverAwards
    | Settle
    | ConfirmReceipt
)
