"""The protocol between a casino and the host, without a network: what is sent next, and what comes of an answer.

A casino calls and the host answers. A call carries the next letters, how far the casino has taken notices, and how many
letters it had written by then; an answer carries how far the letters are taken, the next notices, host time, and
whether the payout is offered. Everything is signed. Calls may be lost, come twice or in another order: letters and
notices count once, by their numbers.

That a casino is *heard*, and hears the host, counts only by what is fresh. The host gives a new token with each answer
to a fresh call, and a call with the last one shows that it was made after that answer. Whoever has no token is given
one that waits beside it: a call that is played back gets that, and the casino keeps its own. The casino counts an
answer only to the call it waits for, and from the moment at which that was sent: the lease ends `heartbeat_seconds`
after it, on its own clock that only passes. So a host that says "offered" at a time knows that none offers it longer
than that afterwards.

Both sides keep a little that is not in the record and may be lost (`Line`, `Lines`): then nobody is heard at first.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from pokerroom.linked import signing
from pokerroom.linked.host import commands as to_host
from pokerroom.linked.host.state import Host, Offering
from pokerroom.linked.letters import SignedLetter, SignedNotice
from pokerroom.linked.member import commands as to_member
from pokerroom.linked.member.state import Member
from pokerroom.linked.signing import Signer, is_signed, sign_letter, sign_notice, signed_bytes

LETTERS_AT_ONCE = 100
NOTICES_AT_ONCE = 100
"""The most that travels in one call or answer."""


LEAST_OFFSET = 0.05
"""Seconds by which a clock must have moved before that is recorded; stamps are in tenths."""


# What travels.


Count = Annotated[int, Meta(ge=0, le=2**53)]
"""What is counted from one, in a call that anybody may have written."""


class Call(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    system: str
    casino: str
    number: Count
    """Of this call, since the casino's side was started."""
    token: str
    """The last one that the host gave; empty at first."""
    sent_at: datetime
    """By the casino's clock."""
    letters: tuple[SignedLetter, ...]
    notices: Count
    """The last notice taken."""
    wrote: Count
    """How many letters were written when it had been taken."""
    offset_seconds: float = 0.0
    """What host time is ahead of the casino's clock, as it was last measured."""


class SignedCall(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    call: Call
    key: str
    signature: bytes


class Answer(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    system: str
    casino: str
    number: int
    """Of the call that it answers."""
    token: str
    """To be named in the next call."""
    received_at: datetime
    answered_at: datetime
    """Both in host time."""
    letters: int
    """The last letter taken."""
    notices: tuple[SignedNotice, ...]
    offered: bool
    """Whether the payout is offered, and the caller counts as heard."""
    refused: str = ""
    """Why a letter or the call was not taken: a code of `host/refusals.py`."""
    acknowledged: int = 0
    """The last notice that the host knows the casino has taken."""


class SignedAnswer(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    answer: Answer
    key: str
    signature: bytes


# The casino's side.


class Line(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a casino's side knows of its line to the host; lost when it stops."""

    number: int = 0
    """Of the last call."""
    token: str = ""
    sent: float = 0.0
    """When the last call was sent, by a clock that only passes."""
    sent_at: datetime | None = None
    heard: float | None = None
    """When the last call was sent that the host has answered as offered and heard."""
    offset_seconds: float = 0.0
    """What host time is ahead of the casino's clock."""
    error_seconds: float = 0.0
    resend_from: int | None = None
    """The last letter that the host said it has taken, where that differs from what the record says."""


def next_call(member: Member, line: Line, signer: Signer, *, now: datetime, passed: float) -> tuple[Line, SignedCall]:
    """The call to make now: at once when something is written or taken, and otherwise every third of a heartbeat."""
    after = member.received if line.resend_from is None else line.resend_from
    letters = member.letters_after(max(after, first_kept(member) - 1), LETTERS_AT_ONCE)
    call = Call(
        system=member.system,
        casino=member.casino,
        number=line.number + 1,
        token=line.token,
        sent_at=now,
        letters=tuple(sign_letter(each, signer) for each in letters),
        notices=member.notices,
        wrote=member.written,
        offset_seconds=line.offset_seconds,
    )
    signature = signer.sign(signed_bytes(signing.CALL, signer.key, call))
    after_it = replace(line, number=call.number, sent=passed, sent_at=now)
    return after_it, SignedCall(call=call, key=signer.key, signature=signature)


def first_kept(member: Member) -> int:
    """The first letter that is still kept to be sent."""
    return min(member.out, default=member.written + 1)


def is_hosts_answer(member: Member, line: Line, signed: SignedAnswer) -> bool:
    """Whether it is the host's answer to the last call of this casino, unchanged."""
    answer, public = signed.answer, member.host_keys.get(signed.key)
    return (
        public is not None
        and (answer.system, answer.casino, answer.number) == (member.system, member.casino, line.number)
        and is_signed(signing.ANSWER, answer, key=signed.key, signature=signed.signature, public=public)
    )


def take_answer(
    member: Member, line: Line, signed: SignedAnswer, *, now: datetime
) -> tuple[Line, tuple[to_member.Command, ...]]:
    """What an answer means: the line afterwards, and what to order of the casino's own record, in this order."""
    if not is_hosts_answer(member, line, signed):
        return line, ()
    answer = signed.answer
    offset, error = measured(line, answer, now)
    after = replace(
        line,
        token=answer.token,
        heard=line.sent if answer.offered else line.heard,
        offset_seconds=offset,
        error_seconds=error,
        resend_from=answer.letters if answer.letters != member.received else None,
    )
    return after, tuple(orders_of(member, after, answer, now))


def orders_of(member: Member, line: Line, answer: Answer, now: datetime) -> list[to_member.Command]:
    orders: list[to_member.Command] = []
    if answer.letters > member.received:
        orders.append(
            to_member.NoteReceived(
                at=now,
                letters=min(answer.letters, member.written),
                offset_seconds=line.offset_seconds,
                error_seconds=line.error_seconds,
            )
        )
    if answer.notices:
        orders.append(to_member.TakeNotices(at=now, notices=answer.notices))
    return orders


def measured(line: Line, answer: Answer, now: datetime) -> tuple[float, float]:
    """What host time is ahead of the casino's clock, from the four times of a call, and how wrong that may be."""
    assert line.sent_at is not None
    there, back = answer.received_at - line.sent_at, answer.answered_at - now
    away = (now - line.sent_at) - (answer.answered_at - answer.received_at)
    return (there + back).total_seconds() / 2, max(0.0, away.total_seconds() / 2)


def is_heard(member: Member, line: Line, passed: float) -> bool:
    """Whether the casino may go by the host's last word: its lease has not ended."""
    if member.agreement is None or line.heard is None:
        return False
    return passed - line.heard <= member.agreement.heartbeat_seconds


def may_offer(member: Member, line: Line, passed: float) -> bool:
    """Whether the payout is offered at this moment: asked before a round is dealt and when one is over."""
    return member.offering is Offering.OFFERED and is_heard(member, line, passed)


def standing_order(member: Member, line: Line, *, now: datetime, passed: float) -> to_member.NoteStanding | None:
    """What is to be recorded where the host is heard again, or no more."""
    heard = is_heard(member, line, passed)
    if heard == member.heard and not (heard and is_measured_anew(member, line)):
        return None
    return to_member.NoteStanding(
        at=now, heard=heard, offset_seconds=line.offset_seconds, error_seconds=line.error_seconds
    )


def is_measured_anew(member: Member, line: Line) -> bool:
    """Whether host time is another than the record says, by more than the measurement may be wrong; claims need it."""
    return abs(line.offset_seconds - member.offset_seconds) > max(LEAST_OFFSET, 2 * line.error_seconds)


# The host's side.


class Lines(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What the host's side knows of the lines to the casinos; lost when it stops."""

    tokens: Mapping[str, str] = {}
    """By casino: the token of the last answer to a fresh call."""
    numbers: Mapping[str, int] = {}
    """By casino: the number of the last call that named this token; the same call again is not fresh."""
    greetings: Mapping[str, str] = {}
    """By casino: the token for whoever has none. It is the same until a call names it, so that calls which are played
    back take nothing from the casino itself.
    """
    heard: Mapping[str, datetime] = {}
    """By casino: when a fresh call of it was last received, in host time."""
    software: str = ""
    """What the host runs, by its digest; empty where nobody knows."""


class Received(NamedTuple):
    """A call that came in: what to order of the host's record, and whether it was fresh."""

    orders: tuple[to_host.Command, ...]
    is_fresh: bool
    lines: Lines
    refused: str = ""


def receive_call(host: Host, lines: Lines, signed: SignedCall, *, now: datetime) -> Received:
    """What a call means for the host's record: nothing but a refusal where it is not from whom it says."""
    call, why = signed.call, call_refusal(host, signed)
    if why:
        return refused_call(lines, call, why, now=now)
    fresh = is_fresh(lines, call)
    lines = heard_from(lines, call, now) if fresh else lines
    return Received(tuple(host_orders(call, lines, now)), fresh, lines)


def refused_call(lines: Lines, call: Call, why: str, *, now: datetime) -> Received:
    """A call that counts for nothing, but stands in the record."""
    refusing = to_host.RefuseCall(at=now, casino=call.casino, why=why)
    return Received((refusing,), is_fresh=False, lines=lines, refused=why)


def is_fresh(lines: Lines, call: Call) -> bool:
    """Whether it was made after the last answer, and is not that call again."""
    if not call.token:
        return False
    if call.token == lines.greetings.get(call.casino):
        return True
    return call.token == lines.tokens.get(call.casino) and call.number > lines.numbers.get(call.casino, 0)


def heard_from(lines: Lines, call: Call, now: datetime) -> Lines:
    """A token that a fresh call has named greets nobody else."""
    greetings = {casino: token for casino, token in lines.greetings.items() if token != call.token}
    return replace(
        lines,
        heard={**lines.heard, call.casino: now},
        tokens={**lines.tokens, call.casino: call.token},
        numbers={**lines.numbers, call.casino: call.number},
        greetings=greetings,
    )


def host_orders(call: Call, lines: Lines, now: datetime) -> list[to_host.Command]:
    """Each is ordered only where it changes something. Time is looked at last, so that the answer says what is so."""
    orders: list[to_host.Command] = []
    if call.letters:
        orders.append(letters_of(call, now))
    orders.append(
        to_host.NoteAcknowledged(
            at=now,
            casino=call.casino,
            notice=call.notices,
            wrote=call.wrote,
            skew_seconds=-call.offset_seconds,
        )
    )
    orders.append(watch(lines, now=now))
    return orders


def letters_of(call: Call, now: datetime) -> to_host.TakeLetters:
    return to_host.TakeLetters(at=now, casino=call.casino, letters=call.letters, offset_seconds=call.offset_seconds)


def call_refusal(host: Host, signed: SignedCall) -> str:
    """Why a call is not listened to: an unknown casino or key, a revoked key, or a signature that does not fit."""
    call = signed.call
    key = host.member(call.casino).keys.get(signed.key)
    if host.agreement is None or call.system != host.agreement.system or call.casino not in host.correspondents:
        return "unknown casino"
    if key is None:
        return "unknown key"
    if key.revoked_at is not None:
        return "revoked key"
    fits = is_signed(signing.CALL, call, key=signed.key, signature=signed.signature, public=key.public)
    return "" if fits else "altered"


def answer_to(
    host: Host, received: Received, call: Call, signer: Signer, *, token: str, received_at: datetime, now: datetime
) -> tuple[Lines, SignedAnswer]:
    """The answer, once what was ordered is in the record. `token` is new and cannot be guessed."""
    member, lines = host.member(call.casino), received.lines
    if received.is_fresh:
        lines = replace(lines, tokens={**lines.tokens, call.casino: token}, numbers={**lines.numbers, call.casino: 0})
    elif not received.refused:
        token = lines.greetings.get(call.casino, token)
        lines = replace(lines, greetings={**lines.greetings, call.casino: token})
    after = host.told_after(call.casino, call.notices)
    notices = () if received.refused else host.notices_after(after)[:NOTICES_AT_ONCE]
    answer = Answer(
        system=call.system,
        casino=call.casino,
        number=call.number,
        token="" if received.refused else token,
        received_at=received_at,
        answered_at=now,
        letters=member.letters,
        notices=tuple(sign_notice(each, signer) for each in notices),
        offered=received.is_fresh and host.offering is Offering.OFFERED and call.casino in host.casinos,
        refused=received.refused,
        acknowledged=member.acknowledged,
    )
    signature = signer.sign(signed_bytes(signing.ANSWER, signer.key, answer))
    return lines, SignedAnswer(answer=answer, key=signer.key, signature=signature)


def watch(lines: Lines, *, now: datetime) -> to_host.Watch:
    """To be ordered of the host's record several times a second, where it would change something."""
    return to_host.Watch(at=now, heard=lines.heard, software=lines.software)
