"""The stream of looks. It only grows: whoever looked at something cannot have it forgotten."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.ledger import Signature
from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.looks.commands import Command, NoteRecording
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.streams import Stream, kinds_of
from pokerroom.rules.wording import is_in_words, is_said

REMEMBERED = 500
"""The last looks, for the log that consoles show; the record holds them all."""

A_FORTNIGHT = timedelta(days=14)
"""For which every recording that was noted is remembered: longer than counts are asked about."""


class LookTaken(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    by: Signature
    at: datetime
    table: str
    round: int
    hidden: bool
    reason: str


class RecordingNoted(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    subject: str
    reference: str
    by: Signature
    at: datetime


Look = LookTaken
Event = LookTaken | RecordingNoted


class Looks(msgspec.Struct, frozen=True, gc=False):
    taken: int = 0
    last: tuple[LookTaken, ...] = ()
    recordings: tuple[RecordingNoted, ...] = ()


def perform(looks: Looks, command: Command) -> Any:
    if isinstance(command, NoteRecording):
        return note(looks, command)
    if command.hidden and not is_in_words(command.reason):
        return Refusal(Code.NO_REASON)
    event = LookTaken(**msgspec.structs.asdict(command))
    return apply(looks, event), (event,)


def note(looks: Looks, command: NoteRecording) -> Any:
    if not is_said(command.subject) or not is_said(command.reference):
        return Refusal(Code.NOT_SAID)
    event = RecordingNoted(**msgspec.structs.asdict(command))
    return apply(looks, event), (event,)


def apply(looks: Looks, event: Event) -> Looks:
    if isinstance(event, RecordingNoted):
        return replace(looks, recordings=(*lately(looks.recordings, event.at), event))
    return replace(looks, taken=looks.taken + 1, last=(*looks.last, event)[-REMEMBERED:])


def lately(noted: tuple[RecordingNoted, ...], now: datetime) -> tuple[RecordingNoted, ...]:
    """The last of them, and all of the last fortnight."""
    older = (each for each in noted[: 1 - REMEMBERED] if each.at >= now - A_FORTNIGHT)
    return (*older, *noted[1 - REMEMBERED :])


LOOKS: Stream[Looks] = Stream(
    name="looks",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Looks(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Looks),
)
