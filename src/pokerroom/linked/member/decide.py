"""`perform` chooses: the events a command leads to in a casino's own record of the system, or why it is refused."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pokerroom.linked.agreement import agreement_digest, rules_digest
from pokerroom.linked.letters import (
    AgreementInForce,
    AwardsTakenOver,
    Body,
    CensusTaken,
    Claimed,
    ClaimRejected,
    ClaimVerified,
    CoverAsked,
    Joining,
    Letter,
    PayoutAuthorised,
    SettlementConfirmed,
    SettlementPaid,
    SignedNotice,
    SystemRunning,
    Told,
    at_home,
)
from pokerroom.linked.member import commands, events
from pokerroom.linked.member.apply import apply
from pokerroom.linked.member.posting import lacking
from pokerroom.linked.member.refusals import MemberCode, Refusal
from pokerroom.linked.member.state import Member
from pokerroom.linked.signing import digest, is_notice_of, is_public_key
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.wording import is_said
from pokerroom.words import saying

cite = NJAC_13_69F.cite
MemberOutcome = tuple[Member, tuple[events.Event, ...]] | Refusal


class Keeping:
    """A command being answered: the casino's record as it is so far, and what has happened."""

    def __init__(self, member: Member, command: commands.MemberAsking) -> None:
        self.member, self.at, self.by = member, command.at, command.by
        self.events: list[events.Event] = []

    def does(self, kind: type[Any], paragraph: str, /, **fields: Any) -> None:
        event = kind(rule=cite(paragraph), at=self.at, by=self.by, **fields)
        self.member = apply(self.member, event)
        self.events.append(event)

    def writes(self, body: Body, *, event: int = 0) -> None:
        """A letter to the host, in the record before it is sent."""
        member = self.member
        letter = Letter(
            system=member.system,
            casino=member.casino,
            number=member.written + 1,
            before=member.last_letter,
            written_at=self.at,
            body=completed(member, body),
        )
        self.does(events.LetterWritten, "14.20(e)2", letter=letter, digest=digest(letter), event=event)


def completed(member: Member, body: Body) -> Body:
    """A claim says how host time was measured here; what a process writes leaves the casino's name to its record."""
    match body:
        case Claimed():
            return replace(body, offset_seconds=member.offset_seconds, error_seconds=member.error_seconds)
        case ClaimVerified(claim=claim) | ClaimRejected(claim=claim) if claim.startswith("."):
            return replace(body, claim=f"{member.casino}{claim}")
        case _:
            return body


def join(keeping: Keeping, command: commands.Join) -> Refusal | None:
    agreement = command.agreement
    if agreement.member(command.casino) is None:
        return Refusal(MemberCode.NOT_A_MEMBER, cite("14.20(b)"), {"casino": command.casino})
    if command.rules != rules_digest(agreement.rules):
        return Refusal(MemberCode.RULES_DIFFER, cite("14.20(a)"), {"system": agreement.system})
    if not command.host_keys or not all(map(is_public_key, command.host_keys.values())):
        return Refusal(MemberCode.NO_HOST_KEY, cite("14.20(e)2"), {"system": agreement.system})
    first = next(lacking(agreement, command.signs), None)
    if first is not None:
        return Refusal(MemberCode.SIGN_INCOMPLETE, cite("14.20(d)1"), {"line": first or agreement.system})
    keeping.does(
        events.JoinedSystem,
        "14.20(a)",
        casino=command.casino,
        payout=command.payout,
        rules=command.rules,
        agreement=agreement,
        software=command.software,
        host_keys=command.host_keys,
        signs=command.signs,
    )
    keeping.writes(
        Joining(rules=command.rules, agreement=agreement_digest(agreement), software=command.software, posted=True)
    )
    return None


def trust_host_key(keeping: Keeping, command: commands.TrustHostKey) -> Refusal | None:
    if command.public and not is_public_key(command.public):
        return Refusal(MemberCode.NO_HOST_KEY, cite("14.20(e)2"), {"system": keeping.member.system})
    keeping.does(events.HostKeyTrusted, "14.20(e)2", key=command.key, public=command.public)
    return None


def write_letters(keeping: Keeping, command: commands.WriteLetters) -> Refusal | None:
    for body in command.bodies:
        keeping.writes(body, event=command.event)
    return None


def take_notices(keeping: Keeping, command: commands.TakeNotices) -> Refusal | None:
    """In order and once: what is missing is asked for again by the next call."""
    for signed in command.notices:
        notice, member = signed.notice, keeping.member
        code = notice_refusal(member, signed)
        if code is not None:
            found = digest(notice)
            keeping.does(events.NoticeRefused, "14.20(e)2", number=notice.number, code=code.value, digest=found)
            break
        if is_next(member, signed):
            keeping.does(events.NoticeTaken, "14.20(e)4i", notice=notice, digest=digest(notice))
            cover_agreed(keeping, notice.body)
    return None


def cover_agreed(keeping: Keeping, body: Told) -> None:
    """The host has agreed that this casino pays patrons of another."""
    if isinstance(body, AwardsTakenOver) and body.payer == keeping.member.casino and body.awards:
        (casino,) = {at_home(each.player)[0] for each in body.awards}
        keeping.does(events.AwardsCovered, "14.20(d)2", casino=casino, claim=body.claim, awards=body.awards)


def is_next(member: Member, signed: SignedNotice) -> bool:
    """A casino that has taken none begins with one that says how things stand."""
    notice = signed.notice
    if member.notices == 0:
        return isinstance(notice.body, SystemRunning | AgreementInForce)
    return notice.number == member.notices + 1


def notice_refusal(member: Member, signed: SignedNotice) -> MemberCode | None:
    public = member.host_keys.get(signed.key)
    if public is None:
        return MemberCode.UNKNOWN_KEY
    if signed.notice.system != member.system:
        return MemberCode.OTHER_SYSTEM
    if not is_notice_of(signed, public):
        return MemberCode.ALTERED
    broken = member.notices and is_next(member, signed) and signed.notice.before != member.last_notice
    return MemberCode.CHAIN_BROKEN if broken else None


def note_received(keeping: Keeping, command: commands.NoteReceived) -> Refusal | None:
    if keeping.member.received < command.letters <= keeping.member.written:
        keeping.does(
            events.LettersReceived,
            "14.20(e)2",
            letters=command.letters,
            offset_seconds=command.offset_seconds,
            error_seconds=command.error_seconds,
        )
    return None


def note_standing(keeping: Keeping, command: commands.NoteStanding) -> Refusal | None:
    member = keeping.member
    times = {"offset_seconds": command.offset_seconds, "error_seconds": command.error_seconds}
    if command.heard and not member.heard:
        keeping.does(events.HostHeard, "14.20(e)4i", **times)
    elif command.heard and command.offset_seconds != member.offset_seconds:
        keeping.does(events.HostTimeMeasured, "14.20(e)4iii", **times)
    elif member.heard and not command.heard:
        keeping.does(events.HostLost, "14.20(e)4i")
    return None


def answer_census(keeping: Keeping, command: commands.AnswerCensus) -> Refusal | None:
    asked = keeping.member.pending.get(command.claim)
    if asked is None or not asked.census or command.claim in keeping.member.census:
        return Refusal(MemberCode.NO_CENSUS_ASKED, cite("14.19(b)3"), {"claim": command.claim})
    of = {"claim": command.claim, "players": command.players, "tables": command.tables}
    keeping.does(events.CensusRecorded, "14.19(b)3", **of)
    numbers = tuple(in_the_room(place) for place in range(1, len(command.players) + 1))
    keeping.writes(CensusTaken(claim=command.claim, players=numbers))
    return None


def in_the_room(place: int) -> str:
    """The number of somebody in a census; those at the table of the hit are numbered without the word."""
    return f"room {place}"


def authorise(keeping: Keeping, command: commands.Authorise) -> Refusal | None:
    if command.claim not in keeping.member.decided:
        return Refusal(MemberCode.NO_SUCH_PAYOUT, cite("14.20(e)4ii"), {"claim": command.claim})
    if not is_said(command.by.name):
        return Refusal(MemberCode.NOT_SAID, cite("14.20(e)4ii"), {"what": saying("detail-linked.authoriser")})
    keeping.writes(PayoutAuthorised(claim=command.claim, by=command.by))
    return None


def cover(keeping: Keeping, command: commands.CoverAwards) -> Refusal | None:
    """Only what was confirmed for patrons of one other member. Whether it is paid already is asked of the host."""
    confirmed = keeping.member.confirmed.get(command.claim)
    casinos = {at_home(each.player)[0] for each in command.awards}
    owed = () if confirmed is None else confirmed.awards
    if len(casinos) != 1 or keeping.member.casino in casinos or not set(command.awards) <= set(owed):
        return Refusal(MemberCode.NOT_TO_COVER, cite("14.20(d)2"), {"claim": command.claim})
    paid = next((by for each in command.awards if (by := keeping.member.paid_by(command.claim, each.player))), "")
    if paid:
        return Refusal(MemberCode.IS_PAID, cite("14.20(d)2"), {"casino": paid, "claim": command.claim})
    if any(keeping.member.payer_of(command.claim, each.player) for each in command.awards):
        return Refusal(MemberCode.IS_COVERED, cite("14.20(d)2"), {"claim": command.claim})
    keeping.writes(CoverAsked(claim=command.claim, awards=command.awards, by=command.by))
    return None


def settle(keeping: Keeping, command: commands.Settle) -> Refusal | None:
    """Only what is owed, and never out of the fund: it is the casino's own debt, 14.20(c)2."""
    owed = -keeping.member.owed.get(command.to, 0)
    if command.amount <= 0 or command.amount > owed - keeping.member.on_the_way(command.to):
        return Refusal(MemberCode.NOTHING_OWED, cite("14.20(c)2"), {"casino": command.to, "amount": max(0, owed)})
    if not is_said(command.reference):
        return Refusal(MemberCode.NOT_SAID, cite("14.20(c)2"), {"what": saying("detail-linked.settlement-reference")})
    told = SettlementPaid(to=command.to, amount=command.amount, reference=command.reference)
    keeping.does(events.SettlementMade, "14.20(c)2", to=told.to, amount=told.amount, reference=told.reference)
    keeping.writes(told)
    return None


def confirm_receipt(keeping: Keeping, command: commands.ConfirmReceipt) -> Refusal | None:
    """Nobody's word but that of this casino's own people says what has come to its cage (R-103)."""
    said = keeping.member.announced.get(command.announced)
    if said is None:
        return Refusal(MemberCode.NOT_ANNOUNCED, cite("14.20(c)2", reading="R-103"), {"notice": command.announced})
    of = {"announced": command.announced, "debtor": said.debtor, "amount": said.amount}
    keeping.does(events.SettlementReceived, "14.20(c)2", reference=said.reference, **of)
    keeping.writes(SettlementConfirmed(announced=command.announced, debtor=said.debtor, amount=said.amount))
    return None


HANDLERS: Mapping[type[Any], Callable[[Keeping, Any], Refusal | None]] = {
    commands.Join: join,
    commands.TrustHostKey: trust_host_key,
    commands.WriteLetters: write_letters,
    commands.TakeNotices: take_notices,
    commands.NoteReceived: note_received,
    commands.NoteStanding: note_standing,
    commands.AnswerCensus: answer_census,
    commands.Authorise: authorise,
    commands.CoverAwards: cover,
    commands.Settle: settle,
    commands.ConfirmReceipt: confirm_receipt,
}


def perform(member: Member, command: commands.Command) -> MemberOutcome:
    """The record afterwards and the events that led there, or why nothing happened."""
    keeping = Keeping(member, command)
    refusal = not_joined(member, command) or HANDLERS[type(command)](keeping, command)
    return refusal if refusal is not None else (keeping.member, tuple(keeping.events))


def not_joined(member: Member, command: commands.Command) -> Refusal | None:
    if member.agreement is not None or isinstance(command, commands.Join):
        return None
    return Refusal(MemberCode.NOT_JOINED, cite("14.20(b)"))
