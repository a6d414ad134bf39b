"""What each event does to the host, and nothing else."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pokerroom.jackpot.rules import WHOLE, Level
from pokerroom.linked.host import events
from pokerroom.linked.host.debts import netted
from pokerroom.linked.host.state import (
    Access,
    Claim,
    ClaimStanding,
    Cover,
    DivisionNotice,
    Host,
    Key,
    MemberAtHost,
    Offering,
)
from pokerroom.linked.letters import (
    Contributed,
    Notice,
    Owing,
    PayoutPending,
    SettlementAnnounced,
    SettlementNoted,
)
from pokerroom.linked.people import STRANGER
from pokerroom.linked.signing import digest

RECENT = 256
"""So many of a casino's last letters are known by their digests."""
REFUSED = 200


def apply(host: Host, event: events.Event) -> Host:
    return FOLDS[type(event)](host, event)


def unchanged(host: Host, _event: Any) -> Host:
    return host


# Agreement, access and keys.


def access_granted(host: Host, event: events.AccessGranted) -> Host:
    entry = Access(who=event.who, role=event.role, since=event.at)
    return replace(host, access={**host.access, event.who.id: entry})


def access_withdrawn(host: Host, event: events.AccessWithdrawn) -> Host:
    return replace(host, access={id_: each for id_, each in host.access.items() if id_ != event.who})


def division_notified(host: Host, event: events.DivisionNotified) -> Host:
    notice = DivisionNotice(written_on=event.written_on, reference=event.reference, recorded_at=event.at)
    return replace(host, notices_given={**host.notices_given, event.subject: notice})


def software_installed(host: Host, event: events.SoftwareInstalled) -> Host:
    return replace(host, software=event.software)


def agreement_filed(host: Host, event: events.AgreementFiled) -> Host:
    return with_members(replace(host, agreement=event.agreement))


def with_members(host: Host) -> Host:
    """A new member begins with the next notice: what it is told first says how things stand."""
    now = host.notices
    known = {
        each: host.members.get(each) or MemberAtHost(casino=each, since=now, acknowledged=now) for each in host.casinos
    }
    return replace(host, members={**host.members, **known})


def system_started(host: Host, _event: events.SystemStarted) -> Host:
    return replace(host, started=True)


def change_proposed(host: Host, event: events.ChangeProposed) -> Host:
    return replace(host, proposed=event.agreement, approved_by=())


def change_approved(host: Host, event: events.ChangeApproved) -> Host:
    return replace(host, approved_by=(*host.approved_by, event.casino))


def change_in_force(host: Host, _event: events.ChangeInForce) -> Host:
    return with_members(replace(host, agreement=host.proposed, proposed=None, approved_by=()))


def key_registered(host: Host, event: events.KeyRegistered) -> Host:
    member = host.member(event.casino)
    key = Key(public=event.public, since=event.at)
    return with_member(host, replace(member, keys={**member.keys, event.key: key}))


def key_withdrawn(host: Host, event: events.KeyWithdrawn) -> Host:
    member = host.member(event.casino)
    key = replace(member.keys[event.key], revoked_at=event.at)
    return with_member(host, replace(member, keys={**member.keys, event.key: key}))


def with_member(host: Host, member: MemberAtHost) -> Host:
    return replace(host, members={**host.members, member.casino: member})


# Letters.


def letter_taken(host: Host, event: events.LetterTaken) -> Host:
    letter, member = event.letter, host.member(event.letter.casino)
    recent = {**member.recent, letter.number: event.digest}
    recent.pop(letter.number - RECENT, None)
    host = with_member(host, replace(member, letters=letter.number, last=event.digest, recent=recent))
    return (
        contributed(host, letter.casino, letter.body, late=event.late) if isinstance(letter.body, Contributed) else host
    )


def contributed(host: Host, casino: str, body: Contributed, *, late: bool) -> Host:
    member = host.member(casino)
    amounts = {Level.PRIMARY: body.primary, Level.SECONDARY: body.secondary}
    host = with_member(
        host,
        replace(
            member,
            contributed={level: member.contributed.get(level, 0) + amount for level, amount in amounts.items()},
            late=member.late + (sum(amounts.values()) if late else 0),
        ),
    )
    for level, amount in amounts.items():
        aside = for_reset(host, level, amount)
        host = metered(host, level, contributed=amount, current=amount - aside, reset=aside)
    return host


def for_reset(host: Host, level: Level, amount: int) -> int:
    """What of a contribution begins the next payout, 14.19(p): exact over all contributions, not cent by cent."""
    rules = None if host.agreement is None else host.agreement.rules
    if rules is None or rules.reset is None or level is not Level.PRIMARY:
        return 0
    before, percent = host.meters[level].contributed, rules.reset.percent
    return (before + amount) * percent // WHOLE - before * percent // WHOLE


def metered(host: Host, level: Level, **by: int) -> Host:
    """The meter of one level, changed by so much."""
    meter = host.meters[level]
    changed = replace(meter, **{name: getattr(meter, name) + change for name, change in by.items()})
    return replace(host, meters={**host.meters, level: changed})


def told_as(host: Host, casino: str, what: str) -> str:
    """Under which name a refusal is remembered: of strangers only what it was, for they could have any name."""
    return f"{casino if casino in host.casinos else ''}: {what}"


def letter_refused(host: Host, event: events.LetterRefused) -> Host:
    return noted(host, told_as(host, event.casino, f"{event.code} {event.number}"), event)


def call_refused(host: Host, event: events.CallRefused) -> Host:
    return noted(host, told_as(host, event.casino, f"call {event.why}"), event)


def entry_denied(host: Host, event: events.EntryDenied) -> Host:
    return noted(host, told_as(host, "", f"entry {event.what}"), event) if event.by == STRANGER else host


def noted(host: Host, what: str, event: events.HostFact) -> Host:
    kept = {name: at for name, at in host.refused.items() if name != what}
    last = list(kept.items())[-REFUSED + 1 :]
    return replace(host, refused={**dict(last), what: event.at})


def admitted(host: Host, event: events.MemberAdmitted) -> Host:
    member = host.member(event.casino)
    joined = replace(member, joined=event.rules, agreement=event.agreement, software=event.software)
    return with_member(host, joined)


def turned_away(host: Host, event: events.MemberTurnedAway) -> Host:
    return with_member(host, replace(host.member(event.casino), joined="", agreement=""))


def acknowledged(host: Host, event: events.NoticesAcknowledged) -> Host:
    member = replace(host.member(event.casino), acknowledged=event.notice, wrote=event.wrote)
    host = with_member(host, member)
    by_all = min(host.member(each).acknowledged for each in host.casinos)
    return replace(host, out={number: notice for number, notice in host.out.items() if number > by_all})


def skew_measured(host: Host, event: events.SkewMeasured) -> Host:
    return with_member(host, replace(host.member(event.casino), skew_alarm=event.is_alarm))


# Notices.


def notice_issued(host: Host, event: events.NoticeIssued) -> Host:
    notice = event.notice
    host = replace(host, notices=notice.number, last_notice=digest(notice), out={**host.out, notice.number: notice})
    return noticed(host, notice)


def noticed(host: Host, notice: Notice) -> Host:
    match notice.body:
        case PayoutPending(claim=claim):
            return with_claim(host, replace(host.claims[claim], notice=notice.number))
        case SettlementAnnounced():
            return replace(host, announced={**host.announced, notice.number: notice.body})
        case SettlementNoted():
            return settled(host, notice.body)
        case _:
            return host


def settled(host: Host, body: SettlementNoted) -> Host:
    back = Owing(debtor=body.creditor, creditor=body.debtor, amount=body.amount)
    announced = {number: each for number, each in host.announced.items() if number != body.announced}
    return replace(host, debts=netted(host.debts, (back,)), announced=announced)


def meters_read(host: Host, event: events.MetersRead) -> Host:
    for level, shown in ((Level.PRIMARY, event.primary), (Level.SECONDARY, event.secondary)):
        host = metered(host, level, shown=shown - host.meters[level].shown)
    return replace(host, metered_at=event.at)


# Claims.


def with_claim(host: Host, claim: Claim) -> Host:
    return replace(host, claims={**host.claims, claim.claim: claim})


def claim_made(host: Host, event: events.ClaimMade) -> Host:
    claim = Claim(
        claim=event.claim,
        casino=event.casino,
        level=event.body.level,
        body=event.body,
        stamp=event.stamp,
        taken_at=event.at,
        jackpot=event.jackpot,
        next=event.next,
    )
    return with_claim(staked(host, claim.level, event.amount), claim)


def staked(host: Host, level: Level, amount: int) -> Host:
    reserved = {level: host.meters[level].reset, **host.reserved}
    return replace(host, at_stake={level: amount, **host.at_stake}, reserved=reserved)


def claim_too_late(host: Host, event: events.ClaimTooLate) -> Host:
    return with_claim(host, replace(host.claims[event.claim], too_late=True))


def claim_signed(host: Host, event: events.ClaimSigned) -> Host:
    claim = host.claims[event.claim]
    return with_claim(
        host,
        replace(
            claim,
            verified_by=event.verified_by or claim.verified_by,
            authorised_by=event.authorised_by or claim.authorised_by,
        ),
    )


def census_counted(host: Host, event: events.CensusCounted) -> Host:
    claim = host.claims[event.claim]
    return with_claim(host, replace(claim, census={**claim.census, event.casino: event.players}))


def claim_ended(host: Host, event: events.ClaimEnded) -> Host:
    claim = host.claims[event.claim]
    standing = ClaimStanding.NOTHING if claim.too_late else ClaimStanding.REJECTED
    host = with_claim(host, replace(claim, standing=standing))
    if any(each.level is claim.level for each in host.pending):
        return host
    return unstaked(host, claim.level)


def unstaked(host: Host, level: Level) -> Host:
    """Nothing of this level is pending."""
    at_stake, reserved = (
        {each: amount for each, amount in of.items() if each is not level} for of in (host.at_stake, host.reserved)
    )
    return replace(host, at_stake=at_stake, reserved=reserved)


def jackpot_decided(host: Host, event: events.JackpotDecided) -> Host:
    """The amount is the first's; the reset amount begins the next payout, 14.19(p)."""
    level, paying = event.level, host.paying(event.level)
    for verdict in event.verdicts:
        standing = ClaimStanding.DECIDED if verdict.amount else ClaimStanding.NOTHING
        host = with_claim(host, replace(host.claims[verdict.claim], standing=standing, amount=verdict.amount))
    reset = host.meters[level].reset if level is Level.PRIMARY else 0
    host = metered(host, level, current=reset, reset=-reset)
    host = metered(host, paying, committed=event.amount)
    return replace(
        unstaked(host, level),
        jackpots={**host.jackpots, level: event.jackpot + 1},
        decided_at={**host.decided_at, level: event.at},
    )


def carried_over(host: Host, event: events.ClaimCarriedOver) -> Host:
    claim = replace(host.claims[event.claim], jackpot=event.jackpot, carried=True, next=event.next)
    return with_claim(staked(host, claim.level, event.amount), claim)


def documented(host: Host, event: events.PayoutDocumented) -> Host:
    claim = replace(
        host.claims[event.claim],
        standing=ClaimStanding.CONFIRMED,
        awards=event.awards,
        parts=event.parts,
        confirmed_at=event.at,
    )
    paying = host.paying(claim.level)
    for casino, part in event.parts:
        member = host.member(casino)
        given = {**member.given, paying: member.given.get(paying, 0) + part}
        host = with_member(host, replace(member, given=given))
    return replace(with_claim(host, claim), debts=netted(host.debts, event.owed))


def cover_reserved(host: Host, event: events.CoverReserved) -> Host:
    claim = host.claims[event.claim]
    cover = Cover(payer=event.casino, awards=event.awards, asked_at=event.at, notice=host.notices + 1)
    return with_claim(host, replace(claim, covers=(*claim.covers, cover)))


def awards_noted(host: Host, event: events.AwardsNoted) -> Host:
    claim = host.claims[event.claim]
    paid = {**claim.paid, **{each.player: event.casino for each in event.awards}}
    covers = tuple(each for each in claim.covers if each.notice != event.reserved)
    return replace(with_claim(host, replace(claim, paid=paid, covers=covers)), debts=netted(host.debts, event.owed))


def completed(host: Host, event: events.PayoutCompleted) -> Host:
    claim = replace(host.claims[event.claim], standing=ClaimStanding.PAID)
    paying = host.paying(claim.level)
    host = metered(with_claim(host, claim), paying, committed=-claim.amount, current=-claim.amount, paid=claim.amount)
    meter = host.meters[paying]
    return metered(host, paying, shown=max(meter.shown - claim.amount, meter.free) - meter.shown)


def other_means(host: Host, event: events.OtherMeansUsed) -> Host:
    claim = host.claims[event.claim]
    told = {**claim.told_otherwise, event.casino: f"{event.person}, {event.means}"}
    return with_claim(host, replace(claim, told_otherwise=told))


def suspended(host: Host, event: events.OfferSuspended) -> Host:
    return replace(host, offering=Offering.SUSPENDED, suspended_at=event.at, why_suspended=event.why)


def resumed(host: Host, _event: events.OfferResumed) -> Host:
    return replace(host, offering=Offering.OFFERED, suspended_at=None, why_suspended="")


FOLDS: Mapping[type[Any], Callable[[Host, Any], Host]] = {
    events.AccessGranted: access_granted,
    events.AccessWithdrawn: access_withdrawn,
    events.Entered: unchanged,
    events.EntryDenied: entry_denied,
    events.DivisionNotified: division_notified,
    events.SoftwareInstalled: software_installed,
    events.AgreementFiled: agreement_filed,
    events.SystemStarted: system_started,
    events.ChangeProposed: change_proposed,
    events.ChangeApproved: change_approved,
    events.ChangeInForce: change_in_force,
    events.KeyRegistered: key_registered,
    events.KeyWithdrawn: key_withdrawn,
    events.LetterTaken: letter_taken,
    events.LetterRefused: letter_refused,
    events.CallRefused: call_refused,
    events.MemberAdmitted: admitted,
    events.MemberTurnedAway: turned_away,
    events.LetterWithoutEffect: unchanged,
    events.NoticesAcknowledged: acknowledged,
    events.SkewMeasured: skew_measured,
    events.NoticeIssued: notice_issued,
    events.MetersRead: meters_read,
    events.ClaimMade: claim_made,
    events.ClaimTooLate: claim_too_late,
    events.ClaimSigned: claim_signed,
    events.CensusCounted: census_counted,
    events.JackpotDecided: jackpot_decided,
    events.ClaimCarriedOver: carried_over,
    events.ClaimEnded: claim_ended,
    events.PayoutDocumented: documented,
    events.CoverReserved: cover_reserved,
    events.AwardsNoted: awards_noted,
    events.PayoutCompleted: completed,
    events.OtherMeansUsed: other_means,
    events.OfferSuspended: suspended,
    events.OfferResumed: resumed,
}
