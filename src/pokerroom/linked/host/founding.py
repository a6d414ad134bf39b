"""The agreement, installation, keys and the access list: what must be so before a system runs, 14.20(a) to (g)."""

from datetime import date, datetime, timedelta

from pokerroom.jackpot.rules import Level, increased
from pokerroom.linked.agreement import (
    Agreement,
    Representative,
    agreement_digest,
    missing,
    rules_digest,
    without_effect,
)
from pokerroom.linked.host import commands, events
from pokerroom.linked.host.acting import Acting, cite
from pokerroom.linked.host.apply import told_as
from pokerroom.linked.host.refusals import HostCode, Refusal
from pokerroom.linked.host.standing_in import UNDECIDED
from pokerroom.linked.host.state import AccessRole, Host
from pokerroom.linked.host.taking import is_news
from pokerroom.linked.letters import AgreementInForce, KeyRevoked, SystemRunning
from pokerroom.linked.people import STRANGER, Official
from pokerroom.linked.signing import is_public_key, key_id
from pokerroom.rules.wording import is_said
from pokerroom.words import Saying, saying

FIRST_ZONE = timedelta(hours=14)
"""By which the first place on earth is ahead: where the host runs it is no later a day than there."""


def grant_access(acting: Acting, command: commands.GrantAccess) -> Refusal | None:
    if not is_said(command.who.id) or not is_said(command.who.name):
        return Refusal(HostCode.NOT_SAID, cite("14.20(e)3"), {"what": saying("detail-linked.who-has-access")})
    acting.does(events.AccessGranted, "14.20(e)3", who=command.who, role=command.role)
    return None


def withdraw_access(acting: Acting, command: commands.WithdrawAccess) -> Refusal | None:
    if command.who not in acting.host.access:
        return Refusal(HostCode.NO_ACCESS, cite("14.20(e)3"), {"who": command.who})
    acting.does(events.AccessWithdrawn, "14.20(e)3", who=command.who)
    return None


def enter(acting: Acting, command: commands.Enter) -> Refusal | None:
    """Denied or not, it is recorded: an access log, 14.20(e)1, (e)3. Strangers who come again do not fill it."""
    known = command.by.id in acting.host.access
    if command.by != STRANGER or is_news(acting, told_as(acting.host, "", f"entry {command.what}")):
        acting.does(events.Entered if known else events.EntryDenied, "14.20(e)3", what=command.what)
    return None


def record_notice(acting: Acting, command: commands.RecordNotice) -> Refusal | None:
    if not is_said(command.reference) or not is_said(command.subject):
        return Refusal(HostCode.NOT_SAID, cite("14.20(e)5"), {"what": saying("detail-linked.notice-reference")})
    refusal = not_yet(acting.at, command.written_on, "14.20(e)5", saying("detail-linked.notice-day"))
    if refusal is not None:
        return refusal
    acting.does(
        events.DivisionNotified,
        "14.20(e)5",
        subject=command.subject,
        written_on=command.written_on,
        reference=command.reference,
    )
    return None


def not_yet(now: datetime, day: date, paragraph: str, what: Saying) -> Refusal | None:
    """What is only to come has not been done, and is nothing in advance."""
    if day <= (now + FIRST_ZONE).date():
        return None
    return Refusal(HostCode.NOT_YET, cite(paragraph), {"what": what, "day": day.isoformat()})


def not_notified(host: Host, subject: str) -> Refusal | None:
    """An installation or a change happens only after advance written notice to the Division, 14.20(e)5."""
    if subject in host.notices_given:
        return None
    return Refusal(HostCode.NO_DIVISION_NOTICE, cite("14.20(e)5"), {"subject": subject[:16]})


def install(acting: Acting, command: commands.InstallSoftware) -> Refusal | None:
    refusal = not_notified(acting.host, command.software)
    if refusal is None:
        notice = acting.host.notices_given[command.software].reference
        acting.does(events.SoftwareInstalled, "14.20(e)5", software=command.software, notice=notice)
    return refusal


def file_agreement(acting: Acting, command: commands.FileAgreement) -> Refusal | None:
    if acting.host.started:
        return Refusal(HostCode.RUNNING, cite("14.20(c)1"))
    marked = titles(command.agreement)
    acting.does(events.AgreementFiled, "14.20(b)", agreement=command.agreement, without_effect=marked)
    return None


def titles(agreement: Agreement) -> tuple[str, ...]:
    return tuple(each.title for each in without_effect(agreement))


def incomplete(agreement: Agreement, now: datetime) -> Refusal | None:
    first = next(missing(agreement), None)
    if first is None:
        return to_come(agreement, now)
    return Refusal(
        HostCode.AGREEMENT_INCOMPLETE,
        first.rule,
        {"system": agreement.system, "what": saying(f"detail-linked.{first.what}")},
    )


def to_come(agreement: Agreement, now: datetime) -> Refusal | None:
    """What the agreement dates in the future: it is approved in advance, and executed by each member, 14.20(b)."""
    days = [(each.executed_on, saying("detail-linked.execution-day", casino=each.name)) for each in agreement.members]
    if agreement.approval is not None:
        days.append((agreement.approval.on, saying("detail-linked.approval-day")))
    refusals = (not_yet(now, day, "14.20(b)", what) for day, what in days if day is not None)
    return next((each for each in refusals if each is not None), None)


def start(acting: Acting, _command: commands.StartSystem) -> Refusal | None:
    host = acting.host
    if host.agreement is None:
        return Refusal(HostCode.NO_AGREEMENT, cite("14.20(b)"))
    if host.started:
        return Refusal(HostCode.RUNNING, cite("14.20(b)"))
    digest = agreement_digest(host.agreement)
    refusal = incomplete(host.agreement, acting.at) or not_notified(host, digest)
    if refusal is not None:
        return refusal
    if not host.software:
        return Refusal(HostCode.NO_SOFTWARE, cite("14.20(e)5"))
    acting.does(events.SystemStarted, "14.20(b)", agreement=digest)
    acting.tells(
        SystemRunning(
            agreement=digest, rules=rules_digest(host.agreement.rules), members=host.casinos, shown=acting.host.shown
        )
    )
    return None


def propose(acting: Acting, command: commands.ProposeChange) -> Refusal | None:
    host = acting.host
    if not host.started:
        return Refusal(HostCode.NOT_RUNNING, cite("14.20(c)1"))
    if command.agreement == host.agreement:
        return Refusal(HostCode.NO_CHANGE, cite("14.20(c)1"))
    refusal = incomplete(command.agreement, acting.at) or approved_before(host, command.agreement)
    if refusal is None:
        marked = titles(command.agreement)
        acting.does(events.ChangeProposed, "14.20(c)1", agreement=command.agreement, without_effect=marked)
    return refusal


def approved_before(host: Host, proposed: Agreement) -> Refusal | None:
    """The Division approves what the members agree, in advance: its approval of other terms does not do, 14.20(b)."""
    assert host.agreement is not None
    approval = host.agreement.approval
    if approval is None or proposed.approval is None or proposed.approval.reference != approval.reference:
        return None
    return Refusal(HostCode.SAME_APPROVAL, cite("14.20(b)", reading="R-85"), {"reference": approval.reference})


def approve(acting: Acting, command: commands.ApproveChange) -> Refusal | None:
    host = acting.host
    if host.proposed is None:
        return Refusal(HostCode.NOTHING_PROPOSED, cite("14.20(c)1"))
    if representative(host, command.casino, command.by) is None:
        return Refusal(HostCode.NOT_A_REPRESENTATIVE, cite("14.20(f)"), {"who": str(command.by)})
    if command.change != agreement_digest(host.proposed):
        return Refusal(HostCode.OTHER_CHANGE, cite("14.20(c)1"), {"change": command.change[:16]})
    if command.casino in host.approved_by:
        return Refusal(HostCode.HAS_APPROVED, cite("14.20(c)1"), {"casino": command.casino})
    acting.does(events.ChangeApproved, "14.20(c)1", casino=command.casino, agreement=command.change)
    return None


def representative(host: Host, casino: str, who: Official) -> Representative | None:
    """Whoever the agreement names to represent the interests of a casino, 14.20(f): as it calls them, or by name."""
    found = host.agreement.member(casino) if host.agreement is not None else None
    named = () if found is None else found.representatives
    return next((each for each in named if who.id in (each.id, each.name)), None)


def put_in_force(acting: Acting, _command: commands.PutInForce) -> Refusal | None:
    host, proposed = acting.host, acting.host.proposed
    if proposed is None:
        return Refusal(HostCode.NOTHING_PROPOSED, cite("14.20(c)1"))
    waiting = [each for each in host.casinos if each not in host.approved_by]
    if waiting:
        return Refusal(HostCode.NOT_APPROVED, cite("14.20(c)1"), {"casinos": ", ".join(waiting)})
    digest = agreement_digest(proposed)
    refusal = not_notified(host, digest) or still_open(host, proposed)
    if refusal is not None:
        return refusal
    acting.does(events.ChangeInForce, "14.20(e)5", agreement=digest, notice=host.notices_given[digest].reference)
    acting.tells(
        AgreementInForce(
            agreement=digest,
            rules=rules_digest(proposed.rules),
            members=proposed.casinos,
            shown=acting.host.shown,
        )
    )
    return None


def still_open(host: Host, proposed: Agreement) -> Refusal | None:
    """What the agreement in force has still to finish before another takes its place (R-85)."""
    assert host.agreement is not None
    rule = cite("14.20(c)1", reading="R-85")
    undecided = next((each for each in host.claims.values() if each.standing in UNDECIDED), None)
    if undecided is not None:
        return Refusal(HostCode.CLAIM_OPEN, rule, {"claim": undecided.claim})
    behind = next((each for each in host.correspondents if host.member(each).letters < host.member(each).wrote), None)
    if behind is not None:
        return Refusal(HostCode.LETTERS_DUE, rule, {"casino": behind})
    # The host keeps no account of days: a ladder by days must ask no more on any of them.
    levels = increased(host.agreement.rules, proposed.rules, amount=host.shown.of(Level.PRIMARY), days=0)
    if any(host.shown.of(level) > 0 for level in levels):
        return Refusal(HostCode.REQUIREMENTS_INCREASED, cite("14.19(q)", reading="AMB-140"))
    lesser = host.meters[Level.SECONDARY]
    if proposed.rules.own_secondary is None and lesser.current + lesser.reset > 0:
        return Refusal(HostCode.FUND_NOT_EMPTY, cite("14.19(a)"), {"amount": lesser.current + lesser.reset})
    return None


def register_key(acting: Acting, command: commands.RegisterKey) -> Refusal | None:
    if command.casino not in acting.host.correspondents:
        return Refusal(HostCode.UNKNOWN_CASINO, cite("14.20(e)2"), {"casino": command.casino})
    if not is_public_key(command.public):
        return Refusal(HostCode.NOT_A_KEY, cite("14.20(e)2"), {"casino": command.casino})
    key = key_id(command.public)
    if any(key in each.keys for each in acting.host.members.values()):
        return Refusal(HostCode.KEY_KNOWN, cite("14.20(e)2"), {"key": key})
    acting.does(events.KeyRegistered, "14.20(e)2", casino=command.casino, key=key, public=command.public)
    return None


def revoke_key(acting: Acting, command: commands.RevokeKey) -> Refusal | None:
    key = acting.host.member(command.casino).keys.get(command.key)
    if key is None:
        return Refusal(HostCode.UNKNOWN_KEY, cite("14.20(e)2"), {"casino": command.casino, "key": command.key})
    if key.revoked_at is not None:
        return Refusal(HostCode.REVOKED_KEY, cite("14.20(e)2"), {"casino": command.casino, "key": command.key})
    acting.does(events.KeyWithdrawn, "14.20(e)2", casino=command.casino, key=command.key, why=command.why)
    if acting.host.started:
        acting.tells(KeyRevoked(casino=command.casino, key=command.key, why=command.why), "14.20(e)2")
    return None


OPERATORS = frozenset({AccessRole.OPERATOR})
REPRESENTATIVES = frozenset({AccessRole.REPRESENTATIVE})


def not_on_the_list(host: Host, who: Official, roles: frozenset[AccessRole]) -> Refusal | None:
    """Only whom the access list gives such a part, 14.20(e)3."""
    found = host.access.get(who.id)
    if found is not None and found.role in roles:
        return None
    return Refusal(HostCode.NO_ACCESS, cite("14.20(e)3"), {"who": str(who)})
