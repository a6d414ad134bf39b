"""What each event does to a casino's own record of the system, and nothing else."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from pokerroom.jackpot.sharing import Award
from pokerroom.linked import letters
from pokerroom.linked.host.state import Offering
from pokerroom.linked.letters import Owing, at_home
from pokerroom.linked.member import events
from pokerroom.linked.member.state import Member


def apply(member: Member, event: events.Event) -> Member:
    return FOLDS[type(event)](member, event)


def joined(member: Member, event: events.JoinedSystem) -> Member:
    return replace(
        member,
        casino=event.casino,
        payout=event.payout,
        agreement=event.agreement,
        rules=event.rules,
        software=event.software,
        host_keys=event.host_keys,
        signs=event.signs,
        is_to_join=False,
        turned_away="",
    )


def key_trusted(member: Member, event: events.HostKeyTrusted) -> Member:
    others = {key: public for key, public in member.host_keys.items() if key != event.key}
    return replace(member, host_keys=others | ({event.key: event.public} if event.public else {}))


def written(member: Member, event: events.LetterWritten) -> Member:
    letter = event.letter
    return replace(
        member,
        written=letter.number,
        last_letter=event.digest,
        out={**member.out, letter.number: letter},
        followed=max(member.followed, event.event),
    )


def received(member: Member, event: events.LettersReceived) -> Member:
    out = {number: letter for number, letter in member.out.items() if number > event.letters}
    return replace(measured(member, event), received=event.letters, out=out)


def taken(member: Member, event: events.NoticeTaken) -> Member:
    notice = event.notice
    member = replace(member, notices=notice.number, last_notice=event.digest)
    does = TOLD.get(type(notice.body))
    return member if does is None else does(member, notice.body)


def unchanged(member: Member, _event: Any) -> Member:
    return member


def lost(member: Member, event: events.HostLost) -> Member:
    since = member.suspended_since or event.at
    return replace(member, heard=False, suspended_since=since, why_suspended=member.why_suspended or "not-heard")


def heard(member: Member, event: events.HostHeard) -> Member:
    member = replace(measured(member, event), heard=True)
    return offered_again(member) if member.told is Offering.OFFERED else member


def measured(member: Member, event: events.HostHeard | events.HostTimeMeasured | events.LettersReceived) -> Member:
    return replace(member, offset_seconds=event.offset_seconds, error_seconds=event.error_seconds)


def offered_again(member: Member) -> Member:
    return replace(member, suspended_since=None, why_suspended="")


def census_recorded(member: Member, event: events.CensusRecorded) -> Member:
    return replace(member, census={**member.census, event.claim: event.players})


def settlement_made(member: Member, event: events.SettlementMade) -> Member:
    return replace(member, settling={**member.settling, event.to: member.on_the_way(event.to) + event.amount})


def settlement_received(member: Member, event: events.SettlementReceived) -> Member:
    left = {number: each for number, each in member.announced.items() if number != event.announced}
    member = replace(member, announced=left)
    return owing(member, (Owing(debtor=member.casino, creditor=event.debtor, amount=event.amount),))


# Notices.


def show(member: Member, body: Any) -> Member:
    return replace(member, shown=body.shown)


def suspend(member: Member, body: letters.Suspended) -> Member:
    return replace(member, told=Offering.SUSPENDED, suspended_since=body.since, why_suspended=body.why)


def operational(member: Member, body: letters.Operational) -> Member:
    member = replace(member, told=Offering.OFFERED, shown=body.shown)
    return offered_again(member) if member.heard else member


def changed(member: Member, body: letters.AgreementInForce) -> Member:
    """Until every member has joined again nothing is offered."""
    told = Offering.NOT_YET if member.told is Offering.NOT_YET else Offering.SUSPENDED
    member = replace(member, told=told, shown=body.shown, why_suspended="not-joined", is_to_join=True)
    return in_force(member, body)


def in_force(member: Member, body: letters.SystemRunning | letters.AgreementInForce) -> Member:
    return replace(member, shown=body.shown, system_rules=body.rules, system_agreement=body.agreement)


def joining_refused(member: Member, body: letters.JoiningRefused) -> Member:
    return replace(member, turned_away=body.why) if body.casino == member.casino else member


def pending(member: Member, body: letters.PayoutPending) -> Member:
    return replace(member, pending={**member.pending, body.claim: body})


def decided(member: Member, body: letters.ClaimsDecided) -> Member:
    own = {each.claim: each.amount for each in body.verdicts if each.casino == member.casino and each.amount}
    nothing = [each.claim for each in body.verdicts if not each.amount]
    return no_more_pending(replace(member, decided={**member.decided, **own}), nothing)


def withdrawn(member: Member, body: letters.ClaimWithdrawn) -> Member:
    return no_more_pending(member, [body.claim])


def no_more_pending(member: Member, claims: Iterable[str]) -> Member:
    ended = set(claims)
    left = {claim: each for claim, each in member.pending.items() if claim not in ended}
    return replace(member, pending=left)


def confirmed(member: Member, body: letters.PayoutConfirmed) -> Member:
    member = no_more_pending(member, [body.claim])
    waiting = {claim: amount for claim, amount in member.decided.items() if claim != body.claim}
    member = replace(member, decided=waiting, confirmed={**member.confirmed, body.claim: body})
    return owing(member, body.owed)


def owing(member: Member, debts: Iterable[Owing]) -> Member:
    owed = dict(member.owed)
    for each in debts:
        if each.creditor == member.casino:
            owed[each.debtor] = owed.get(each.debtor, 0) + each.amount
        elif each.debtor == member.casino:
            owed[each.creditor] = owed.get(each.creditor, 0) - each.amount
    return replace(member, owed={casino: amount for casino, amount in owed.items() if amount})


def paid(member: Member, body: letters.PayoutPaid) -> Member:
    left = {claim: each for claim, each in member.confirmed.items() if claim != body.claim}
    known = {claim: each for claim, each in member.paid.items() if claim != body.claim}
    return replace(member, confirmed=left, paid=known, shown=body.shown)


def reserved(member: Member, body: letters.AwardsReserved) -> Member:
    """By the number of the notice, which is the last one taken."""
    return replace(member, reserved={**member.reserved, member.notices: body})


def taken_over(member: Member, body: letters.AwardsTakenOver) -> Member:
    """What was reserved and is not the other's to pay, its own casino had paid."""
    left = {number: each for number, each in member.reserved.items() if number != body.reserved}
    asked = member.reserved.get(body.reserved)
    at_first = {each.player: at_home(each.player)[0] for each in (() if asked is None else asked.awards)}
    paid = at_first | {each.player: body.payer for each in body.awards}
    return owing(known_paid(replace(member, reserved=left), body.claim, paid), body.owed)


def found_paid(member: Member, body: letters.AwardsFoundPaid) -> Member:
    return known_paid(member, body.claim, dict(body.paid))


def known_paid(member: Member, claim: str, paid: Mapping[str, str]) -> Member:
    """Of a payout that is all paid there is nothing to remember."""
    if claim not in member.confirmed:
        return member
    return replace(member, paid={**member.paid, claim: {**member.paid.get(claim, {}), **paid}})


def announced(member: Member, body: letters.SettlementAnnounced) -> Member:
    """By the number of the notice, which is the last one taken."""
    if body.creditor != member.casino:
        return member
    return replace(member, announced={**member.announced, member.notices: body})


def settled(member: Member, body: letters.SettlementNoted) -> Member:
    """It counts when the host has noted it; with the creditor, once its own people have found it (R-103)."""
    if body.announced and body.creditor == member.casino:
        return member
    if body.debtor == member.casino:
        left = member.on_the_way(body.creditor) - body.amount
        member = replace(member, settling={**member.settling, body.creditor: left})
    return owing(member, (Owing(debtor=body.creditor, creditor=body.debtor, amount=body.amount),))


def revoked(member: Member, body: letters.KeyRevoked) -> Member:
    return replace(member, revoked=(*member.revoked, body.key)) if body.casino == member.casino else member


TOLD: Mapping[type[Any], Callable[[Member, Any], Member]] = {
    letters.SystemRunning: in_force,
    letters.AgreementInForce: changed,
    letters.MemberJoined: show,
    letters.JoiningRefused: joining_refused,
    letters.MeterSet: show,
    letters.PayoutPending: pending,
    letters.ClaimsDecided: decided,
    letters.ClaimWithdrawn: withdrawn,
    letters.PayoutConfirmed: confirmed,
    letters.PayoutPaid: paid,
    letters.AwardsReserved: reserved,
    letters.AwardsTakenOver: taken_over,
    letters.AwardsFoundPaid: found_paid,
    letters.SettlementAnnounced: announced,
    letters.SettlementNoted: settled,
    letters.Suspended: suspend,
    letters.Operational: operational,
    letters.KeyRevoked: revoked,
}

FOLDS: Mapping[type[Any], Callable[[Member, Any], Member]] = {
    events.JoinedSystem: joined,
    events.HostKeyTrusted: key_trusted,
    events.LetterWritten: written,
    events.LettersReceived: received,
    events.NoticeTaken: taken,
    events.NoticeRefused: unchanged,
    events.HostLost: lost,
    events.HostHeard: heard,
    events.HostTimeMeasured: measured,
    events.CensusRecorded: census_recorded,
    events.AwardsCovered: unchanged,
    events.SettlementMade: settlement_made,
    events.SettlementReceived: settlement_received,
}


def own_awards(member: Member, body: letters.PayoutConfirmed) -> list[tuple[str, Award]]:
    """The awards that this casino pays, each with its number on the casino's own list."""
    found = [(at_home(each.player), each) for each in body.awards]
    return [(number, award) for (casino, number), award in found if casino == member.casino]
