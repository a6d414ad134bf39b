"""The stream of security: carriages and incidents, each with a number of its own."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.ledger import Signature
from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.security.commands import Command, HandOver, ReportIncident, TakeOver
from pokerroom.room.streams import Stream, kinds_of
from pokerroom.rules.wording import is_said

REMEMBERED = 300
"""Carriages and incidents that consoles show; the record holds them all."""

A_WEEK = timedelta(days=7)
"""For which it is remembered that something was carried: longer than a slip waits for somebody to take its chips."""


class TakenOver(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    number: int
    what: str
    origin: str
    destination: str
    reference: str
    by: Signature
    given_by: Signature
    at: datetime


class HandedOver(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    number: int
    by: Signature
    received_by: Signature
    at: datetime


class IncidentReported(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    number: int
    where: str
    what: str
    done: str
    about: str
    by: Signature
    at: datetime


Event = TakenOver | HandedOver | IncidentReported


class Carriage(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    taken: TakenOver
    handed: HandedOver | None = None


class Guarding(msgspec.Struct, frozen=True, gc=False):
    carriages: Mapping[int, Carriage] = {}
    incidents: tuple[IncidentReported, ...] = ()
    taken: int = 0
    reported: int = 0

    def carries(self, reference: str) -> bool:
        """Whether what goes with this slip was taken over."""
        return any(each.taken.reference == reference for each in self.carriages.values())


def perform(state: Guarding, command: Command) -> Any:
    event = decide(state, command)
    return event if isinstance(event, Refusal) else (apply(state, event), (event,))


def decide(state: Guarding, command: Command) -> Event | Refusal:
    match command:
        case TakeOver():
            return take_over(state, command)
        case HandOver():
            return hand_over(state, command)
        case ReportIncident():
            return report(state, command)


def take_over(state: Guarding, command: TakeOver) -> Event | Refusal:
    if not all(map(is_said, (command.what, command.origin, command.destination))):
        return Refusal(Code.NOT_SAID)
    if command.reference and state.carries(command.reference):
        return Refusal(Code.CARRIED_ALREADY, facts={"reference": command.reference})
    why = signature_refusal(command.by, command.second)
    if why is not None or command.second is None:
        return why or Refusal(Code.NEEDS_TWO_PEOPLE)
    return TakenOver(
        number=state.taken + 1,
        what=command.what,
        origin=command.origin,
        destination=command.destination,
        reference=command.reference,
        by=command.by,
        given_by=command.second,
        at=command.at,
    )


def signature_refusal(by: Signature, second: Signature | None) -> Refusal | None:
    if second is None:
        return Refusal(Code.NEEDS_TWO_PEOPLE)
    return Refusal(Code.SAME_PERSON, facts={"who": second.name, "maker": by.name}) if by.same_person(second) else None


def hand_over(state: Guarding, command: HandOver) -> Event | Refusal:
    found = state.carriages.get(command.carriage)
    if found is None or found.handed is not None:
        return Refusal(Code.NOT_CARRIED, facts={"number": command.carriage})
    why = signature_refusal(command.by, command.second)
    if why is not None or command.second is None:
        return why or Refusal(Code.NEEDS_TWO_PEOPLE)
    return HandedOver(number=command.carriage, by=command.by, received_by=command.second, at=command.at)


def report(state: Guarding, command: ReportIncident) -> Event | Refusal:
    if not is_said(command.where) or not is_said(command.what):
        return Refusal(Code.NOT_SAID)
    said = {name: getattr(command, name) for name in ("where", "what", "done", "about", "by", "at")}
    return IncidentReported(number=state.reported + 1, **said)


def apply(state: Guarding, event: Event) -> Guarding:
    match event:
        case TakenOver():
            return replace(
                state,
                carriages=latest({**state.carriages, event.number: Carriage(taken=event)}, event.at),
                taken=event.number,
            )
        case HandedOver():
            found = replace(state.carriages[event.number], handed=event)
            return replace(state, carriages={**state.carriages, event.number: found})
        case IncidentReported():
            return replace(state, incidents=(*state.incidents, event)[-REMEMBERED:], reported=event.number)


def latest(carriages: dict[int, Carriage], now: datetime) -> dict[int, Carriage]:
    """All that are under way, all of the last week, and the last of those that have arrived."""
    arrived = [number for number, each in carriages.items() if each.handed is not None]
    forgotten = {number for number in arrived[:-REMEMBERED] if carriages[number].taken.at < now - A_WEEK}
    return {number: each for number, each in carriages.items() if number not in forgotten}


SECURITY: Stream[Guarding] = Stream(
    name="security",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Guarding(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Guarding),
)
