"""Claims, from the letter to the last award: who is first, who shares, what is confirmed and who pays, 14.20(e)4.

A claim is stamped with the time at which its round of play was completed, in host time (R-58). It is decided when every
member has acknowledged the pending notice and all that it had written by then is taken, so that no earlier claim can be
under way; or else when the agreed time is over (R-59).
"""

from datetime import datetime, timedelta

from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.sharing import exactly
from pokerroom.linked.agreement import SecondClaim
from pokerroom.linked.host import events
from pokerroom.linked.host.acting import Acting
from pokerroom.linked.host.refusals import HostCode
from pokerroom.linked.host.state import Claim, ClaimStanding, Host
from pokerroom.linked.letters import (
    CensusTaken,
    Claimed,
    ClaimRejected,
    ClaimsDecided,
    ClaimVerified,
    ClaimWithdrawn,
    Letter,
    MeterSet,
    PayoutAuthorised,
    PayoutPending,
    Verdict,
    claim_of,
)

TENTH = 100_000
"""Microseconds: host time is compared in tenths of a second (R-58)."""


def stamped(body: Claimed, now: datetime) -> datetime:
    """When the round of play was completed, in host time; never later than the letter that says so came."""
    moment = min(body.completed_at + timedelta(seconds=body.offset_seconds), now)
    return moment.replace(microsecond=moment.microsecond // TENTH * TENTH)


def set_meters(acting: Acting) -> None:
    """Displays are told what can be won, where that is more than they say."""
    before = acting.host.shown
    told = {level: max(meter.shown, meter.free) for level, meter in acting.host.meters.items()}
    if any(told[level] != meter.shown for level, meter in acting.host.meters.items()):
        acting.does(events.MetersRead, "14.19(o)", primary=told[Level.PRIMARY], secondary=told[Level.SECONDARY])
    if acting.host.shown != before:
        acting.tells(MeterSet(shown=acting.host.shown), "14.19(k)1")


def at_stake(host: Host, level: Level) -> int:
    """What a claim of this level is for: what can be won, less what another pending payout takes of it."""
    paying = host.paying(level)
    others = sum(
        amount for other, amount in host.at_stake.items() if other is not level and host.paying(other) is paying
    )
    free = max(0, host.meters[paying].free - others)
    return min(host.carved_out, free) if paying is not level else free


def make_claim(acting: Acting, letter: Letter) -> HostCode | None:
    body = letter.body
    assert isinstance(body, Claimed)
    claim = claim_of(letter.casino, body.hit, body.level)
    if claim in acting.host.claims:
        return HostCode.CLAIM_KNOWN
    if not (body.losing and body.winning):
        return HostCode.NO_HANDS
    if body.level not in levels(acting.host):
        return HostCode.NO_SUCH_LEVEL
    set_meters(acting)
    stamp = stamped(body, acting.at)
    late = is_too_late(acting.host, body.level, stamp)
    amount = stake_now(acting.host, body.level)
    acting.does(
        events.ClaimMade,
        "14.20(e)4iii",
        "R-58",
        claim=claim,
        casino=letter.casino,
        body=body,
        stamp=stamp,
        jackpot=acting.host.jackpots[body.level],
        amount=amount,
        next=after_it(acting.host, body.level, amount),
    )
    if late:
        note_too_late(acting, acting.host.claims[claim])
    if acting.host.claims[claim].standing is ClaimStanding.PENDING:
        tell_pending(acting, claim)
    return None


def levels(host: Host) -> tuple[Level, ...]:
    """Those that the rules of the system have."""
    assert host.agreement is not None
    return tuple(Level) if host.agreement.rules.secondary is not None else (Level.PRIMARY,)


def stake_now(host: Host, level: Level) -> int:
    return host.at_stake[level] if level in host.at_stake else at_stake(host, level)


def after_it(host: Host, level: Level, amount: int) -> int:
    """What a payout would begin with if this one, of this amount, were won now, 14.19(p) (R-99)."""
    paying = host.paying(level)
    taken = {**host.at_stake, level: amount}
    others = sum(each for other, each in taken.items() if host.paying(other) is paying)
    left = max(0, host.meters[paying].free - others)
    reset = host.reserved.get(level, host.meters[level].reset) if level is Level.PRIMARY else 0
    return left + reset if paying is level else min(host.carved_out, left)


def is_too_late(host: Host, level: Level, stamp: datetime) -> bool:
    """Whether the payout that it was for has been decided."""
    decided = host.decided_at.get(level)
    return decided is not None and stamp <= decided


def note_too_late(acting: Acting, claim: Claim) -> None:
    """A claim of a payout that was decided without it: it is a later one, whatever its stamp."""
    acting.does(
        events.ClaimTooLate,
        "14.20(e)4iii",
        "R-59",
        claim=claim.claim,
        casino=claim.casino,
        stamp=claim.stamp,
        jackpot=claim.jackpot - 1,
    )
    if second_claim(acting.host) is SecondClaim.NONE:
        acting.does(events.ClaimEnded, "14.20(e)4iii", "AMB-138", claim=claim.claim, reason="too late")
        nothing = Verdict(claim=claim.claim, casino=claim.casino, amount=0)
        told = ClaimsDecided(jackpot=claim.jackpot - 1, level=claim.level, verdicts=(nothing,))
        acting.tells(told, "14.20(e)4iii")


def second_claim(host: Host) -> SecondClaim | None:
    assert host.agreement is not None
    return host.agreement.second_claim


def tell_pending(acting: Acting, name: str) -> None:
    host, claim = acting.host, acting.host.claims[name]
    assert host.agreement is not None
    acting.tells(
        PayoutPending(
            claim=name,
            casino=claim.casino,
            level=claim.level,
            jackpot=claim.jackpot,
            amount=host.at_stake[claim.level],
            completed_at=claim.stamp,
            census=host.agreement.rules.shares_of(claim.level).room > 0,
        )
    )


# What the claiming casino says of its claim.


def own_claim(host: Host, letter: Letter, name: str, *standings: ClaimStanding) -> HostCode | None:
    claim = host.claims.get(name)
    if claim is None:
        return HostCode.NO_SUCH_CLAIM
    if claim.casino != letter.casino:
        return HostCode.NOT_THEIR_CLAIM
    return None if claim.standing in standings else HostCode.CLAIM_DECIDED


def verify_claim(acting: Acting, letter: Letter) -> HostCode | None:
    body = letter.body
    assert isinstance(body, ClaimVerified)
    code = own_claim(acting.host, letter, body.claim, ClaimStanding.PENDING, ClaimStanding.DECIDED)
    if code is None:
        acting.does(events.ClaimSigned, "14.20(e)4ii", claim=body.claim, verified_by=body.by)
    return code


def reject_claim(acting: Acting, letter: Letter) -> HostCode | None:
    body = letter.body
    assert isinstance(body, ClaimRejected)
    code = own_claim(acting.host, letter, body.claim, ClaimStanding.PENDING)
    if code is None:
        acting.does(events.ClaimEnded, "14.19(i)", claim=body.claim, reason=body.reason)
        acting.tells(ClaimWithdrawn(claim=body.claim, casino=letter.casino, reason=body.reason))
    return code


def authorise_claim(acting: Acting, letter: Letter) -> HostCode | None:
    body = letter.body
    assert isinstance(body, PayoutAuthorised)
    code = own_claim(acting.host, letter, body.claim, ClaimStanding.DECIDED)
    if code is None:
        acting.does(events.ClaimSigned, "14.20(e)4ii", claim=body.claim, authorised_by=body.by)
    return code


def take_census(acting: Acting, letter: Letter) -> HostCode | None:
    body = letter.body
    assert isinstance(body, CensusTaken)
    claim = acting.host.claims.get(body.claim)
    if claim is None:
        return HostCode.NO_SUCH_CLAIM
    if claim.confirmed_at is not None or letter.casino in claim.census:
        return HostCode.CLAIM_DECIDED
    acting.does(events.CensusCounted, "14.19(b)3", claim=body.claim, casino=letter.casino, players=body.players)
    return None


# Deciding.


def claiming(host: Host, level: Level) -> list[Claim]:
    """The claims of the payout that is to be won next, the earliest first."""
    found = [each for each in host.pending if each.level is level and each.jackpot == host.jackpots[level]]
    return sorted(found, key=lambda each: (each.too_late, each.stamp, each.claim))


def leading(claims: list[Claim]) -> list[Claim]:
    """The first, and those with an equal stamp."""
    return [each for each in claims if (each.too_late, each.stamp) == (claims[0].too_late, claims[0].stamp)]


def is_ready(acting: Acting, level: Level) -> bool:
    host, claims = acting.host, claiming(acting.host, level)
    if not claims or any(each.verified_by is None for each in leading(claims)):
        return False
    assert host.agreement is not None
    waited = acting.at - min(each.taken_at for each in claims)
    if waited >= timedelta(seconds=host.agreement.claim_wait_seconds):
        return True
    told = min(each.notice for each in claims)
    members = [host.member(casino) for casino in host.casinos]
    return all(each.acknowledged >= told and each.letters >= each.wrote for each in members)


def decide_jackpot(acting: Acting, level: Level) -> None:
    host, claims = acting.host, claiming(acting.host, level)
    first, amount, jackpot = leading(claims), host.at_stake[level], host.jackpots[level]
    shares = dict(zip((each.claim for each in first), exactly(amount, len(first)), strict=True))
    gets_nothing = second_claim(host) is SecondClaim.NONE
    verdicts = tuple(
        Verdict(claim=each.claim, casino=each.casino, amount=shares.get(each.claim, 0))
        for each in claims
        if each.claim in shares or gets_nothing
    )
    acting.does(
        events.JackpotDecided,
        "14.20(e)4iii",
        "AMB-138",
        level=level,
        jackpot=jackpot,
        amount=amount,
        verdicts=verdicts,
    )
    acting.tells(ClaimsDecided(jackpot=jackpot, level=level, verdicts=verdicts), "14.20(e)4iii")
    for each in claims:
        if each.claim not in shares and not gets_nothing:
            carry_over(acting, each, amount if each.carried else 0)


def carry_over(acting: Acting, claim: Claim, won: int) -> None:
    """A later claim is the first of the next payout, which begins with the reset amount: with what it would have begun
    with when this was claimed, less what has been won of that since, however late the payout before is decided (R-99).
    """
    amount = stake_now(acting.host, claim.level)
    left = None if claim.next is None else max(0, claim.next - won)
    acting.does(
        events.ClaimCarriedOver,
        "14.20(e)4iii",
        "AMB-138",
        claim=claim.claim,
        jackpot=acting.host.jackpots[claim.level],
        amount=amount if left is None else min(amount, left),
        next=left,
    )
