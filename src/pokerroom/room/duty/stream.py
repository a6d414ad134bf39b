"""The stream of duty: who came on in which position, who went off, and who was taken off by whom.

A person is on duty in one position at a time. Going by that, a supervisor sees who is there, and anybody later who was.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import reduce

import msgspec
from msgspec.structs import replace

from pokerroom.ledger import Signature
from pokerroom.log import Codec
from pokerroom.room.duty import commands
from pokerroom.room.keeping import kept_whole
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.streams import Stream, kinds_of
from pokerroom.rules.wording import is_said


class DutyBegun(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    who: str
    position: str
    at: datetime


class DutyEnded(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    who: str
    position: str
    at: datetime
    by: Signature
    """Themselves, or whoever took them off."""
    reason: str = ""


Event = DutyBegun | DutyEnded


class OnDuty(msgspec.Struct, frozen=True, gc=False):
    who: str
    position: str
    since: datetime


class Duty(msgspec.Struct, frozen=True, gc=False):
    now: Mapping[str, OnDuty] = {}
    """By the name of the person, in the order in which they came."""


Answer = tuple[Event, ...] | Refusal


def decide(duty: Duty, command: commands.Command) -> Answer:
    match command:
        case commands.GoOnDuty():
            return go_on(duty, command)
        case commands.GoOffDuty():
            return ended(duty, command.by.name, command)
        case commands.TakeOffDuty():
            return take_off(duty, command)


def go_on(duty: Duty, command: commands.GoOnDuty) -> Answer:
    by, now = command.by, duty.now.get(command.by.name)
    if now is not None and now.position == by.role:
        return Refusal(Code.ON_DUTY, None, {"who": by.name, "position": now.position})
    before = () if now is None else (DutyEnded(who=now.who, position=now.position, at=command.at, by=by),)
    return (*before, DutyBegun(who=by.name, position=by.role, at=command.at))


def take_off(duty: Duty, command: commands.TakeOffDuty) -> Answer:
    if not is_said(command.reason):
        return Refusal(Code.NO_REASON, None, {})
    return ended(duty, command.who, command, command.reason)


def ended(
    duty: Duty, who: str, command: commands.GoOffDuty | commands.TakeOffDuty, reason: str = ""
) -> tuple[DutyEnded] | Refusal:
    now = duty.now.get(who)
    if now is None:
        return Refusal(Code.NOT_ON_DUTY, None, {"who": who})
    return (DutyEnded(who=who, position=now.position, at=command.at, by=command.by, reason=reason),)


def apply(duty: Duty, event: Event) -> Duty:
    others = {who: each for who, each in duty.now.items() if who != event.who}
    if isinstance(event, DutyEnded):
        return replace(duty, now=others)
    return replace(duty, now={**others, event.who: OnDuty(event.who, event.position, event.at)})


def perform(duty: Duty, command: commands.Command) -> tuple[Duty, tuple[Event, ...]] | Refusal:
    answer = decide(duty, command)
    return answer if isinstance(answer, Refusal) else (reduce(apply, answer, duty), answer)


DUTY: Stream[Duty] = Stream(
    name="duty",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Duty(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Duty),
)
