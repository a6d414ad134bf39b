"""The stream between the house and the Division: every notice once, numbered, with who acknowledged it and when."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.ledger import Signature
from pokerroom.log import Codec
from pokerroom.room.division.commands import Acknowledge, Command, NoteCheck, SendNotice
from pokerroom.room.keeping import kept_whole
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.streams import Stream, kinds_of
from pokerroom.rules.wording import is_in_words

INSPECTOR = "Division"
REMEMBERED = 200
"""Checks that consoles show; the record holds them all."""


class NoticeSent(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    number: int
    subject: str
    text: str
    paragraph: str
    answers: int | None
    by: Signature
    at: datetime


class NoticeAcknowledged(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    number: int
    by: Signature
    at: datetime


class CheckNoted(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    kind: str
    asked_by: str
    sound: bool | None
    """None where there was nothing to compare with."""
    digest: str
    detail: str
    at: datetime


Checked = CheckNoted
Event = NoticeSent | NoticeAcknowledged | CheckNoted


class Notice(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    sent: NoticeSent
    acknowledged: NoticeAcknowledged | None = None

    @property
    def from_division(self) -> bool:
        return self.sent.by.role == INSPECTOR


class Oversight(msgspec.Struct, frozen=True, gc=False):
    notices: Mapping[int, Notice] = {}
    checks: tuple[CheckNoted, ...] = ()

    def last_check(self, kind: str) -> CheckNoted | None:
        return next((each for each in reversed(self.checks) if each.kind == kind), None)


def perform(state: Oversight, command: Command) -> Any:
    event = decide(state, command)
    return event if isinstance(event, Refusal) else (apply(state, event), (event,))


def decide(state: Oversight, command: Command) -> Event | Refusal:
    match command:
        case SendNotice():
            return send(state, command)
        case Acknowledge():
            return acknowledge(state, command)
        case NoteCheck():
            said = {name: getattr(command, name) for name in ("kind", "asked_by", "sound", "digest", "detail", "at")}
            return CheckNoted(**said)


def send(state: Oversight, command: SendNotice) -> Event | Refusal:
    if not is_in_words(command.subject) or not is_in_words(command.text):
        return Refusal(Code.NOT_SAID)
    if command.answers is not None and command.answers not in state.notices:
        return Refusal(Code.NO_SUCH_NOTICE, facts={"number": command.answers})
    said = {name: getattr(command, name) for name in ("subject", "text", "paragraph", "answers", "by", "at")}
    return NoticeSent(number=len(state.notices) + 1, **said)


def acknowledge(state: Oversight, command: Acknowledge) -> Event | Refusal:
    """By the other side, and once."""
    found = state.notices.get(command.notice)
    if found is None or found.acknowledged is not None:
        return Refusal(Code.NO_SUCH_NOTICE, facts={"number": command.notice})
    if found.from_division == (command.by.role == INSPECTOR):
        return Refusal(Code.OWN_NOTICE, facts={"number": command.notice})
    return NoticeAcknowledged(number=command.notice, by=command.by, at=command.at)


def apply(state: Oversight, event: Event) -> Oversight:
    match event:
        case NoticeSent():
            return replace(state, notices={**state.notices, event.number: Notice(sent=event)})
        case NoticeAcknowledged():
            found = replace(state.notices[event.number], acknowledged=event)
            return replace(state, notices={**state.notices, event.number: found})
        case CheckNoted():
            return replace(state, checks=(*state.checks, event)[-REMEMBERED:])


DIVISION: Stream[Oversight] = Stream(
    name="division",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Oversight(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Oversight),
)
