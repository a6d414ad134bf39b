"""What is heard by other means of a casino out of reach: its claim is verified or rejected, its payout authorised.

Nobody decides in its place: who said so, and how, is entered by an operator, as a notice by telephone is, (e)4i. So a
casino that has disappeared keeps neither its own patrons nor another's waiting for ever, 14.20(d)2 (R-84).
"""

from datetime import timedelta

from pokerroom.linked.host import commands, events
from pokerroom.linked.host.acting import Acting, cite
from pokerroom.linked.host.refusals import HostCode, Refusal
from pokerroom.linked.host.state import Claim, ClaimStanding, Host
from pokerroom.linked.letters import ClaimWithdrawn
from pokerroom.linked.people import Official
from pokerroom.rules.wording import is_said
from pokerroom.words import saying

UNDECIDED = frozenset({ClaimStanding.PENDING, ClaimStanding.DECIDED})


def verify_otherwise(acting: Acting, command: commands.VerifyByOtherMeans) -> Refusal | None:
    refusal = unentered(acting, command, UNDECIDED)
    if refusal is None:
        by = who_said_so(acting.host.claims[command.claim], command)
        acting.does(events.ClaimSigned, "14.20(e)4ii", claim=command.claim, verified_by=by, means=command.means)
    return refusal


def authorise_otherwise(acting: Acting, command: commands.AuthoriseByOtherMeans) -> Refusal | None:
    refusal = unentered(acting, command, frozenset({ClaimStanding.DECIDED}))
    if refusal is None:
        by = who_said_so(acting.host.claims[command.claim], command)
        acting.does(events.ClaimSigned, "14.20(e)4ii", claim=command.claim, authorised_by=by, means=command.means)
    return refusal


def reject_otherwise(acting: Acting, command: commands.RejectByOtherMeans) -> Refusal | None:
    refusal = unentered(acting, command, frozenset({ClaimStanding.PENDING}))
    if refusal is not None:
        return refusal
    if not is_said(command.reason):
        return Refusal(HostCode.NOT_SAID, cite("14.19(i)"), {"what": saying("detail-linked.why-rejected")})
    casino = acting.host.claims[command.claim].casino
    said = f"{command.reason} ({command.person}, {command.means})"
    acting.does(events.ClaimEnded, "14.19(i)", claim=command.claim, reason=said)
    acting.tells(ClaimWithdrawn(claim=command.claim, casino=casino, reason=said, otherwise=True))
    return None


def unentered(acting: Acting, command: commands.OfSilentCasino, standings: frozenset[ClaimStanding]) -> Refusal | None:
    """Why it is not entered: its own people can still say it, or nobody is named who did."""
    claim = acting.host.claims.get(command.claim)
    if claim is None:
        return Refusal(HostCode.NO_SUCH_CLAIM, cite("14.20(e)4ii"), {"claim": command.claim})
    if claim.standing not in standings:
        return Refusal(HostCode.CLAIM_DECIDED, cite("14.20(e)4iii"), {"claim": command.claim})
    if not is_out_of_reach(acting, claim):
        return Refusal(HostCode.SAYS_SO_ITSELF, cite("14.20(e)4i", reading="R-84"), {"casino": claim.casino})
    if not is_said(command.person) or not is_said(command.means):
        return Refusal(HostCode.NOT_SAID, cite("14.20(e)4i"), {"what": saying("detail-linked.who-was-heard")})
    return None


def is_out_of_reach(acting: Acting, claim: Claim) -> bool:
    """Whether it was waited for as long as agreed, and has not acknowledged what everybody was told last."""
    host: Host = acting.host
    assert host.agreement is not None
    waited = acting.at - claim.taken_at >= timedelta(seconds=host.agreement.claim_wait_seconds)
    return waited and host.member(claim.casino).acknowledged < host.notices


def who_said_so(claim: Claim, command: commands.OfSilentCasino) -> Official:
    return Official(id=command.person, name=command.person, casino=claim.casino)
