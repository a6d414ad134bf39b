"""Letters as they come in: each is taken once and in order, or refused and recorded, 14.20(e)2."""

from datetime import datetime, timedelta

from pokerroom.linked.agreement import agreement_digest, rules_digest
from pokerroom.linked.host import commands, events
from pokerroom.linked.host.acting import Acting, cite
from pokerroom.linked.host.apply import told_as
from pokerroom.linked.host.effects import EFFECTS, move_on
from pokerroom.linked.host.plausible import is_plausible
from pokerroom.linked.host.refusals import HostCode, Refusal
from pokerroom.linked.host.state import Host, MemberAtHost, Offering
from pokerroom.linked.letters import Joining, JoiningRefused, Letter, MemberJoined, SignedLetter
from pokerroom.linked.signing import digest, is_letter_of

REPEATED = timedelta(minutes=1)
"""After which the same refusal is recorded once more."""


def take_letters(acting: Acting, command: commands.TakeLetters) -> Refusal | None:
    for signed in command.letters:
        code = letter_refusal(acting.host, command.casino, signed, acting.at)
        if code is not None:
            note_refusal(acting, command.casino, signed, code)
            break
        if signed.letter.number > acting.host.member(command.casino).letters:
            take(acting, signed, command.offset_seconds)
    move_on(acting)
    return None


def take(acting: Acting, signed: SignedLetter, offset_seconds: float) -> None:
    letter = signed.letter
    late = is_late(acting, letter, offset_seconds)
    acting.does(events.LetterTaken, "14.20(e)2", letter=letter, digest=digest(letter), key=signed.key, late=late)
    if isinstance(letter.body, Joining):
        admit(acting, letter.casino, letter.body)
        return
    effect = EFFECTS.get(type(letter.body))
    code = None if effect is None else effect(acting, letter)
    if code is not None:
        acting.does(
            events.LetterWithoutEffect, "14.20(e)4iii", casino=letter.casino, number=letter.number, code=code.value
        )


def is_late(acting: Acting, letter: Letter, offset_seconds: float) -> bool:
    """Whether it was written before a suspension, or longer ago than a heartbeat: booked all the same, and marked.

    By host time, as far as it was measured: a clock that differs makes nothing late, and hides nothing that is.
    """
    agreement = acting.host.agreement
    assert agreement is not None
    allowed = agreement.heartbeat_seconds + agreement.most_skew_seconds
    ago = (acting.at - letter.written_at).total_seconds() - offset_seconds
    return acting.host.offering is not Offering.OFFERED or ago > allowed


def letter_refusal(host: Host, casino: str, signed: SignedLetter, now: datetime) -> HostCode | None:
    """Why a letter is not the next one of this casino, or one that it has sent before."""
    letter = signed.letter
    if host.agreement is None or letter.system != host.agreement.system or casino not in host.correspondents:
        return HostCode.UNKNOWN_CASINO
    if letter.casino != casino:
        return HostCode.WRONG_CASINO
    member = host.member(casino)
    code = key_refusal(member, signed)
    if code is None and not is_plausible(letter, now):
        code = HostCode.IMPLAUSIBLE
    return code or place_refusal(member, letter)


def key_refusal(member: MemberAtHost, signed: SignedLetter) -> HostCode | None:
    key = member.keys.get(signed.key)
    if key is None:
        return HostCode.UNKNOWN_KEY
    if key.revoked_at is not None:
        return HostCode.REVOKED_KEY
    return None if is_letter_of(signed, key.public) else HostCode.ALTERED


def place_refusal(member: MemberAtHost, letter: Letter) -> HostCode | None:
    if letter.number > member.letters + 1:
        return HostCode.GAP
    if letter.number <= member.letters:
        known = member.recent.get(letter.number)
        return HostCode.OTHER_CONTENT if known is not None and known != digest(letter) else None
    return None if letter.before == member.last else HostCode.CHAIN_BROKEN


def note_refusal(acting: Acting, casino: str, signed: SignedLetter, code: HostCode) -> None:
    number = signed.letter.number
    if is_news(acting, told_as(acting.host, casino, f"{code.value} {number}")):
        acting.does(
            events.LetterRefused,
            "14.20(e)2",
            casino=casino,
            number=number,
            code=code.value,
            digest=digest(signed.letter),
            key=signed.key,
        )


def is_news(acting: Acting, what: str) -> bool:
    """Whether it is to be recorded: whoever sends the same again and again does not fill the record."""
    before = acting.host.refused.get(what)
    return before is None or acting.at - before > REPEATED


def admit(acting: Acting, casino: str, body: Joining) -> None:
    code = turned_away(acting.host, casino, body)
    if code is not None:
        acting.does(events.MemberTurnedAway, "14.20(a)", casino=casino, why=code.value)
        if acting.host.started:
            acting.tells(JoiningRefused(casino=casino, why=code.value))
        return
    acting.does(
        events.MemberAdmitted,
        "14.20(a)",
        casino=casino,
        rules=body.rules,
        agreement=body.agreement,
        software=body.software,
    )
    if acting.host.started:
        acting.tells(MemberJoined(casino=casino, shown=acting.host.shown))


def turned_away(host: Host, casino: str, body: Joining) -> HostCode | None:
    """A casino whose rules differ from the others' cannot take part, 14.20(a)."""
    assert host.agreement is not None
    if casino not in host.casinos:
        return HostCode.UNKNOWN_CASINO
    if body.rules != rules_digest(host.agreement.rules):
        return HostCode.RULES_DIFFER
    if body.agreement != agreement_digest(host.agreement):
        return HostCode.AGREEMENT_DIFFERS
    return None if body.posted else HostCode.NOT_POSTED


def refuse_call(acting: Acting, command: commands.RefuseCall) -> Refusal | None:
    if is_news(acting, told_as(acting.host, command.casino, f"call {command.why}")):
        acting.does(events.CallRefused, "14.20(e)3", casino=command.casino, why=command.why)
    return None


def note_acknowledged(acting: Acting, command: commands.NoteAcknowledged) -> Refusal | None:
    host, member = acting.host, acting.host.member(command.casino)
    if command.casino not in host.correspondents:
        return Refusal(HostCode.UNKNOWN_CASINO, cite("14.20(e)2"), {"casino": command.casino})
    note_skew(acting, command)
    notice = min(command.notice, host.notices)
    if notice > member.acknowledged:
        acting.does(events.NoticesAcknowledged, "14.20(e)4i", casino=command.casino, notice=notice, wrote=command.wrote)
        move_on(acting)
    return None


def note_skew(acting: Acting, command: commands.NoteAcknowledged) -> None:
    """Recorded when a clock begins to differ by too much, and when it does no more."""
    assert acting.host.agreement is not None
    is_alarm = abs(command.skew_seconds) > acting.host.agreement.most_skew_seconds
    if is_alarm != acting.host.member(command.casino).skew_alarm:
        acting.does(
            events.SkewMeasured,
            "14.20(e)4",
            casino=command.casino,
            seconds=command.skew_seconds,
            is_alarm=is_alarm,
        )
