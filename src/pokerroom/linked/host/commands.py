"""What is asked of the host: by people on its access list, by letters that arrive, and by time that passes."""

from collections.abc import Mapping
from datetime import date, datetime

import msgspec

from pokerroom.linked.agreement import Agreement
from pokerroom.linked.host.state import AccessRole
from pokerroom.linked.letters import SignedLetter
from pokerroom.linked.people import SYSTEM, Official


class HostAsking(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    at: datetime
    by: Official = SYSTEM


# Agreement, installation and people.


class GrantAccess(HostAsking, frozen=True, tag=True, kw_only=True):
    """Put somebody on the access list, 14.20(e)3: an operator does, or the system that reads it in the settings."""

    who: Official
    role: AccessRole


class WithdrawAccess(HostAsking, frozen=True, tag=True, kw_only=True):
    who: str


class Enter(HostAsking, frozen=True, tag=True, kw_only=True):
    """Somebody opens the host's data; whoever is not on the list for it is denied, and that is recorded."""

    what: str


class RecordNotice(HostAsking, frozen=True, tag=True, kw_only=True):
    """The written notice to the Division of an installation or a change, 14.20(e)5."""

    subject: str
    """The digest of the software, or of the agreement."""
    written_on: date
    reference: str


class InstallSoftware(HostAsking, frozen=True, tag=True, kw_only=True):
    """Put software into use on the host: only after advance written notice, 14.20(e)5."""

    software: str


class FileAgreement(HostAsking, frozen=True, tag=True, kw_only=True):
    """Enter the agreement before the system runs; a running one is changed by `ProposeChange`."""

    agreement: Agreement


class StartSystem(HostAsking, frozen=True, tag=True, kw_only=True):
    """Put the system into operation: approved, executed by all, complete, and notified, 14.20(a) to (g)."""


class ProposeChange(HostAsking, frozen=True, tag=True, kw_only=True):
    """Propose another agreement: it is in force once every member has approved it, 14.20(c)1."""

    agreement: Agreement


class ApproveChange(HostAsking, frozen=True, tag=True, kw_only=True):
    """A member's representative approves what was proposed, 14.20(c)1, (f): the change that they have read, by name."""

    casino: str
    change: str = ""
    """The digest of the agreement that is approved."""


class PutInForce(HostAsking, frozen=True, tag=True, kw_only=True):
    """Put the change into force that all have approved, after notice to the Division, 14.20(e)5."""


class RegisterKey(HostAsking, frozen=True, tag=True, kw_only=True):
    """A casino's key, by which its letters are told apart, 14.20(e)2; a second one replaces the first step by step."""

    casino: str
    public: str


class RevokeKey(HostAsking, frozen=True, tag=True, kw_only=True):
    """From now on nothing that this key signs is taken, whenever it was signed."""

    casino: str
    key: str
    why: str


# What arrives.


class TakeLetters(HostAsking, frozen=True, tag=True, kw_only=True):
    """Letters as they came in, from whoever says to be `casino`."""

    casino: str
    letters: tuple[SignedLetter, ...]
    offset_seconds: float = 0.0
    """What host time is ahead of the clock by which they say when they were written."""


class NoteAcknowledged(HostAsking, frozen=True, tag=True, kw_only=True):
    """A casino has taken the notices up to this number, and had written so many letters by then."""

    casino: str
    notice: int
    wrote: int
    skew_seconds: float = 0.0
    """What its clock is ahead of host time, as measured."""


class Watch(HostAsking, frozen=True, tag=True, kw_only=True):
    """Time has passed: what is overdue, decided, suspended or operational again. `heard` is when each casino was last
    heard from, in host time; a host that has just started has heard nobody yet.
    """

    heard: Mapping[str, datetime]
    software: str = ""
    """What the host runs, by its digest; empty where nobody knows."""


class RefuseCall(HostAsking, frozen=True, tag=True, kw_only=True):
    """A call that was not from whom it says, or too many of them: for the record, 14.20(e)1 to 3."""

    casino: str
    why: str


# Payouts.


class NotifyByOtherMeans(HostAsking, frozen=True, tag=True, kw_only=True):
    """Notice of a pending payout to a casino that the system does not reach, 14.20(e)4i."""

    claim: str
    casino: str
    person: str
    """Who was told there."""
    means: str


class OfSilentCasino(HostAsking, frozen=True, kw_only=True):
    """What somebody of a casino that the system does not reach has said of its claim, by other means."""

    claim: str
    person: str
    """Who said so there."""
    means: str


class VerifyByOtherMeans(OfSilentCasino, frozen=True, tag=True, kw_only=True):
    """Enter that the shift supervisor of a casino out of reach has verified the hand, 14.19(i)."""


class AuthoriseByOtherMeans(OfSilentCasino, frozen=True, tag=True, kw_only=True):
    """Enter that an employee of a casino out of reach has authorised the payout, 14.20(e)4ii."""


class RejectByOtherMeans(OfSilentCasino, frozen=True, tag=True, kw_only=True):
    """Enter that the shift supervisor of a casino out of reach has rejected the hand, 14.19(i)."""

    reason: str


class ConfirmPayout(HostAsking, frozen=True, tag=True, kw_only=True):
    """Confirm a payout whose record is complete, 14.20(e)4ii; by itself it is as soon as that is so."""

    claim: str


Command = (
    GrantAccess
    | WithdrawAccess
    | Enter
    | RecordNotice
    | InstallSoftware
    | FileAgreement
    | StartSystem
    | ProposeChange
    | ApproveChange
    | PutInForce
    | RegisterKey
    | RevokeKey
    | TakeLetters
    | NoteAcknowledged
    | Watch
    | RefuseCall
    | NotifyByOtherMeans
    | VerifyByOtherMeans
    | AuthoriseByOtherMeans
    | RejectByOtherMeans
    | ConfirmPayout
)
