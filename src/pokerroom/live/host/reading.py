"""The host as people read it: what anybody may see, 14.20(d)1, and what those on the access list do."""

from datetime import datetime

import msgspec

from pokerroom.jackpot.rules import Level
from pokerroom.linked.agreement import Agreement, agreement_digest, missing, without_effect
from pokerroom.linked.host.state import Claim, Host, MemberAtHost, Meter
from pokerroom.live.host.changes import TermRead, changed
from pokerroom.live.host.happening import HappenedRead
from pokerroom.live.host.host import LinkedHost
from pokerroom.words import said, saying

LAST_CLAIMS = 50


class MemberPosted(msgspec.Struct, frozen=True, kw_only=True):
    casino: str
    name: str
    address: str


class HostPosted(msgspec.Struct, frozen=True, kw_only=True):
    """What every poker room posts of the system, 14.20(d)1, and how it stands."""

    system: str
    information: str
    host: MemberPosted | None
    members: tuple[MemberPosted, ...]
    offering: str
    primary: int
    secondary: int
    pending: tuple[str, ...]
    """Where a payout is pending."""
    now: datetime


class KeyRead(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    since: datetime
    revoked_at: datetime | None


class MemberRead(msgspec.Struct, frozen=True, kw_only=True):
    casino: str
    name: str
    is_heard: bool
    heard_at: datetime | None
    joined: bool
    letters: int
    acknowledged: int
    behind: int
    """Notices that it has not acknowledged."""
    contributed: int
    held: int
    late: int
    skew_alarm: bool
    keys: tuple[KeyRead, ...]
    representatives: tuple[str, ...]


class MeterRead(msgspec.Struct, frozen=True, kw_only=True):
    level: str
    shown: int
    current: int
    reset: int
    committed: int
    contributed: int
    paid: int


class ClaimRead(msgspec.Struct, frozen=True, kw_only=True):
    claim: str
    casino: str
    level: str
    standing: str
    completed_at: datetime
    table: str
    losing_hands: tuple[str, ...]
    winning_hands: tuple[str, ...]
    amount: int
    verified_by: str
    authorised_by: str
    too_late: bool
    paid: int
    unpaid: int
    told_otherwise: dict[str, str]


class DebtRead(msgspec.Struct, frozen=True, kw_only=True):
    debtor: str
    creditor: str
    amount: int


class AnnouncedDebtRead(msgspec.Struct, frozen=True, kw_only=True):
    """What a debtor says it has paid, and its creditor has not confirmed."""

    debtor: str
    creditor: str
    amount: int
    reference: str


class AccessRead(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    role: str
    casino: str
    since: datetime


class DivisionNoticeRead(msgspec.Struct, frozen=True, kw_only=True):
    subject: str
    written_on: str
    reference: str


class HostRead(msgspec.Struct, frozen=True, kw_only=True):
    posted: HostPosted
    why_suspended: str
    suspended_at: datetime | None
    software: str
    running_software: str
    agreement: str
    """The digest of the agreement that is filed."""
    file: str
    """The digest of the one in the file of the settings."""
    missing: tuple[str, ...]
    without_effect: tuple[str, ...]
    started: bool
    proposed: str
    changes: tuple[TermRead, ...]
    """What the proposed agreement says otherwise than the one in force."""
    proposed_without_effect: tuple[str, ...]
    approved_by: tuple[str, ...]
    members: tuple[MemberRead, ...]
    meters: tuple[MeterRead, ...]
    claims: tuple[ClaimRead, ...]
    debts: tuple[DebtRead, ...]
    announced: tuple[AnnouncedDebtRead, ...]
    notices: int
    access: tuple[AccessRead, ...]
    notices_given: tuple[DivisionNoticeRead, ...]
    refused_calls: int
    trouble: str
    happened: tuple[HappenedRead, ...]


def posted(host: LinkedHost) -> HostPosted:
    state = host.state
    agreement = state.agreement
    members = () if agreement is None else tuple(member_posted(agreement, each) for each in agreement.casinos)
    shown = state.shown
    return HostPosted(
        system="" if agreement is None else agreement.system,
        information="" if agreement is None else agreement.posted,
        host=None if agreement is None else member_posted(agreement, agreement.host),
        members=members,
        offering=state.offering.value,
        primary=shown.primary,
        secondary=shown.secondary,
        pending=tuple(each.casino for each in state.pending),
        now=host.clock.now(),
    )


def member_posted(agreement: Agreement, casino: str) -> MemberPosted:
    found = agreement.member(casino)
    assert found is not None
    return MemberPosted(casino=casino, name=found.name, address=found.address)


def read(host: LinkedHost, filed: Agreement | None, software: str) -> HostRead:
    """Everything; `filed` is the agreement in the file that the settings name."""
    state = host.state
    agreement = state.agreement
    shown = filed if agreement is None else agreement
    return HostRead(
        posted=posted(host),
        why_suspended=said(saying(f"detail-linked.{state.why_suspended}")) if state.why_suspended else "",
        suspended_at=state.suspended_at,
        software=state.software,
        running_software=software,
        agreement="" if agreement is None else agreement_digest(agreement),
        file="" if filed is None else agreement_digest(filed),
        missing=() if shown is None else missing_of(shown),
        without_effect=() if shown is None else titles_without_effect(shown),
        started=state.started,
        proposed="" if state.proposed is None else agreement_digest(state.proposed),
        changes=() if agreement is None or state.proposed is None else changed(agreement, state.proposed),
        proposed_without_effect=() if state.proposed is None else titles_without_effect(state.proposed),
        approved_by=state.approved_by,
        members=members_of(host, state),
        meters=tuple(meter_read(level, state.meters[level]) for level in Level),
        claims=tuple(claim_read(each) for each in reversed(list(state.claims.values())[-LAST_CLAIMS:])),
        debts=tuple(DebtRead(debtor=each.debtor, creditor=each.creditor, amount=each.amount) for each in state.debts),
        announced=tuple(
            AnnouncedDebtRead(debtor=each.debtor, creditor=each.creditor, amount=each.amount, reference=each.reference)
            for each in state.announced.values()
        ),
        notices=state.notices,
        access=tuple(
            AccessRead(name=each.who.name, role=each.role.value, casino=each.who.casino, since=each.since)
            for each in state.access.values()
        ),
        notices_given=tuple(
            DivisionNoticeRead(subject=subject, written_on=each.written_on.isoformat(), reference=each.reference)
            for subject, each in state.notices_given.items()
        ),
        refused_calls=host.refused_calls,
        trouble=" and ".join(host.unready),
        happened=tuple(reversed(host.happened)),
    )


def titles_without_effect(agreement: Agreement) -> tuple[str, ...]:
    return tuple(each.title for each in without_effect(agreement))


def missing_of(agreement: Agreement) -> tuple[str, ...]:
    """What keeps the agreement from running, each with its paragraph."""
    return tuple(f"{said(saying(f'detail-linked.{each.what}'))} ({each.rule.paragraph})" for each in missing(agreement))


def members_of(host: LinkedHost, state: Host) -> tuple[MemberRead, ...]:
    lost = host.silent
    return tuple(member_read(host, state, state.member(each), is_heard=each not in lost) for each in state.casinos)


def member_read(host: LinkedHost, state: Host, member: MemberAtHost, *, is_heard: bool) -> MemberRead:
    assert state.agreement is not None
    filed = state.agreement.member(member.casino)
    assert filed is not None
    return MemberRead(
        casino=member.casino,
        name=filed.name,
        is_heard=is_heard,
        heard_at=host.lines.heard.get(member.casino),
        joined=bool(member.joined),
        letters=member.letters,
        acknowledged=member.acknowledged,
        behind=state.notices - member.acknowledged,
        contributed=sum(member.contributed.values()),
        held=sum(member.held(level) for level in Level),
        late=member.late,
        skew_alarm=member.skew_alarm,
        keys=tuple(
            KeyRead(key=name, since=each.since, revoked_at=each.revoked_at) for name, each in member.keys.items()
        ),
        representatives=tuple(f"{each.name} ({each.licence})" for each in filed.representatives),
    )


def meter_read(level: Level, meter: Meter) -> MeterRead:
    return MeterRead(
        level=level.value,
        shown=meter.shown,
        current=meter.current,
        reset=meter.reset,
        committed=meter.committed,
        contributed=meter.contributed,
        paid=meter.paid,
    )


def claim_read(claim: Claim) -> ClaimRead:
    return ClaimRead(
        claim=claim.claim,
        casino=claim.casino,
        level=claim.level.value,
        standing=claim.standing.value,
        completed_at=claim.stamp,
        table=claim.body.table,
        losing_hands=claim.body.losing_hands,
        winning_hands=claim.body.winning_hands,
        amount=claim.amount,
        verified_by="" if claim.verified_by is None else claim.verified_by.name,
        authorised_by="" if claim.authorised_by is None else claim.authorised_by.name,
        too_late=claim.too_late,
        paid=len(claim.paid),
        unpaid=len(claim.unpaid),
        told_otherwise=dict(claim.told_otherwise),
    )
