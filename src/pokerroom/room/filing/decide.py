"""`decide` chooses: what a command adds to the register, or why it is refused.

Versions of a subject take effect in the order in which they were approved, so each can say what it changes; and at no
future moment does a table rake what the house has not filed for that moment.
"""

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from pokerroom.ledger import Signature
from pokerroom.room.filing.commands import Approve, Command, Propose, Withdraw
from pokerroom.room.filing.difference import FieldChange, difference
from pokerroom.room.filing.events import Event, SettingsApproved, SettingsProposed, SettingsWithdrawn
from pokerroom.room.filing.settings import (
    FILED,
    KINDS,
    RAKE,
    RakeSubmission,
    TableSettings,
    rake_refusal,
    rule_of,
    settings_refusal,
)
from pokerroom.room.filing.state import Register, Signed, Version, in_force, rake_in_force
from pokerroom.room.refusals import Code, Facts, Refusal
from pokerroom.rules.staff import Position
from pokerroom.rules.wording import is_said
from pokerroom.table.seating.posting import Rotation
from pokerroom.words import saying, term

ACCOUNTING = "accounting"

MAY_FILE = frozenset({Position.SHIFT_SUPERVISOR.value, Position.SHIFT_MANAGER.value, ACCOUNTING})
"""The roles whose holders may answer for what is filed."""

NEEDED = saying("detail-room.may-file", position=term(Position.SHIFT_SUPERVISOR))

Outcome = tuple[Register, tuple[Event, ...]] | Refusal


def perform(register: Register, command: Command) -> Outcome:
    """`decide`, with its events already applied."""
    answer = decide(register, command)
    if isinstance(answer, Refusal):
        return answer
    for event in answer:
        register = apply(register, event)
    return register, answer


def decide(register: Register, command: Command) -> tuple[Event, ...] | Refusal:
    """The events a command leads to, or why it is refused."""
    refusal = _time_refusal(register, command) or _authority_refusal(command.by)
    if refusal is not None:
        return refusal
    match command:
        case Propose():
            return propose(register, command)
        case Approve():
            return approve(register, command)
        case Withdraw():
            return withdraw(register, command)


def replay(events: Iterable[Event]) -> Register:
    """The register after a whole log."""
    register = Register()
    for event in events:
        register = apply(register, event)
    return register


def propose(register: Register, command: Propose) -> tuple[Event, ...] | Refusal:
    refusal = _form_refusal(command) or _kind_refusal(register, command)
    refusal = refusal or settings_refusal(command.subject, command.settings)
    if refusal is not None:
        return refusal
    return (
        SettingsProposed(
            rule=rule_of(command.settings),
            subject=command.subject,
            version=1 + len(register.versions.get(command.subject, ())),
            settings=command.settings,
            document=command.document,
            filed_on=command.filed_on,
            effective=command.effective,
            at=command.at,
            by=command.by,
        ),
    )


def approve(register: Register, command: Approve) -> tuple[Event, ...] | Refusal:
    version = _standing(register, command)
    if isinstance(version, Refusal):
        return version
    refusal = _approval_refusal(register, version, command)
    if refusal is not None:
        return refusal
    before = in_force(register, version.subject, version.effective)
    event = SettingsApproved(
        rule=rule_of(version.settings),
        subject=version.subject,
        version=version.number,
        replaces=None if before is None else before.number,
        changes=preview(register, version),
        at=command.at,
        by=command.by,
    )
    return unfiled_rake(apply(register, event), version, version.effective) or (event,)


def preview(register: Register, version: Version) -> tuple[FieldChange, ...]:
    """What a proposed version would change in what is in force when it takes effect: for whoever is to approve it."""
    before = in_force(register, version.subject, version.effective)
    return difference(None if before is None else before.settings, version.settings)


def _approval_refusal(register: Register, version: Version, command: Approve) -> Refusal | None:
    rule = rule_of(version.settings)
    facts: Facts = {"subject": version.subject, "version": version.number, "effective": str(version.effective)}
    if version.approved is not None:
        return Refusal(Code.ALREADY_APPROVED, rule, facts)
    if command.by.same_person(version.proposed.by):
        return Refusal(Code.SAME_PERSON, rule, {"who": str(command.by), "maker": str(version.proposed.by)})
    if version.effective < command.at:
        return Refusal(Code.EFFECTIVE_PASSED, rule, facts)
    # What could be proposed once may be something that no table can post by now.
    return settings_refusal(version.subject, version.settings) or _order_refusal(register, version)


def _order_refusal(register: Register, version: Version) -> Refusal | None:
    """Why it cannot take effect when another version does so at that time or later."""
    others = [each for each in register.approved(version.subject) if each.number != version.number]
    if not others or others[-1].effective < version.effective:
        return None
    facts: Facts = {"subject": version.subject, "other": others[-1].number, "effective": str(others[-1].effective)}
    return Refusal(Code.FOLLOWED_BY_ANOTHER, rule_of(version.settings), facts)


def withdraw(register: Register, command: Withdraw) -> tuple[Event, ...] | Refusal:
    version = _standing(register, command)
    if isinstance(version, Refusal):
        return version
    rule = rule_of(version.settings)
    if not is_said(command.reason):
        return Refusal(Code.NO_REASON, rule, {})
    refusal = None if version.approved is None else _second_refusal(command, version)
    refusal = refusal or (None if version.approved is None else _order_refusal(register, version))
    if refusal is not None:
        return refusal
    event = SettingsWithdrawn(
        rule=rule,
        subject=version.subject,
        version=version.number,
        reason=command.reason,
        second=command.second,
        at=command.at,
        by=command.by,
    )
    return unfiled_rake(apply(register, event), version, command.at) or (event,)


def _second_refusal(command: Withdraw, version: Version) -> Refusal | None:
    rule = rule_of(version.settings)
    if command.second is None:
        return Refusal(Code.NEEDS_TWO_PEOPLE, rule, {"subject": version.subject, "version": version.number})
    refusal = _authority_refusal(command.second)
    if refusal is not None:
        return refusal
    if command.second.same_person(command.by):
        return Refusal(Code.SAME_PERSON, rule, {"who": str(command.second), "maker": str(command.by)})
    return None


def unfiled_rake(register: Register, changed: Version, since: datetime) -> Refusal | None:
    """The first settings of a table that a change would let rake what is not filed, at any moment from its effect on.

    A table's version can do so itself; a version of the rake, or its end, can do so to any table's.
    """
    subjects = register.versions if changed.subject == RAKE else (changed.subject,)
    for subject in subjects:
        for version in register.approved(subject):
            affected = changed.subject == RAKE or version.number == changed.number
            if affected and isinstance(version.settings, TableSettings):
                refusal = _unfiled_rake_of(register, version, version.settings.rotation, since)
                if refusal is not None:
                    return refusal
    return None


def _unfiled_rake_of(register: Register, version: Version, rotation: Rotation, since: datetime) -> Refusal | None:
    # What is filed changes only when a version of the rake takes effect or is withdrawn.
    turns = {max(version.effective, since)}
    for rake in register.approved(RAKE):
        turns |= {rake.effective} | (set() if rake.withdrawn is None else {rake.withdrawn.at})
    for moment in sorted(turn for turn in turns if turn >= since):
        if in_force(register, version.subject, moment) == version:
            refusal = rake_refusal(version.subject, rotation, rake_in_force(register, moment))
            if refusal is not None:
                return refusal
    return None


def may_post(register: Register, subject: str, rotation: Rotation, moment: datetime) -> Version | Refusal:
    """The version in force by which a table posts these games, or why it may not post them."""
    version = in_force(register, subject, moment)
    if version is None or not isinstance(version.settings, TableSettings):
        return Refusal(Code.NOTHING_IN_FORCE, FILED, {"subject": subject, "moment": str(moment)})
    changes = difference(version.settings, TableSettings(rotation))
    if changes:
        facts: Facts = {"subject": subject, "version": version.number, "what": "; ".join(map(str, changes))}
        return Refusal(Code.DIFFERS_FROM_FILED, FILED, facts)
    return rake_refusal(subject, rotation, rake_in_force(register, moment)) or version


def _time_refusal(register: Register, command: Command) -> Refusal | None:
    moments = (command.at, command.effective) if isinstance(command, Propose) else (command.at,)
    for moment in moments:
        if moment.utcoffset() is None:
            return Refusal(Code.NO_TIME_ZONE, None, {"at": str(moment)})
    if register.at is not None and command.at < register.at:
        return Refusal(Code.RECORDED_LATER, None, {"at": str(command.at), "last": str(register.at)})
    return None


def _authority_refusal(by: Signature) -> Refusal | None:
    if by.role in MAY_FILE and is_said(by.name):
        return None
    return Refusal(Code.NO_AUTHORITY, FILED, {"who": str(by), "needed": NEEDED})


def _form_refusal(command: Propose) -> Refusal | None:
    rule, subject = rule_of(command.settings), command.subject
    # The day is that of the clock the command was given by, and so is the day on which it was filed.
    today, first_day = command.at.date(), command.effective.astimezone(command.at.tzinfo).date()
    facts: Facts = {"subject": subject, "filed_on": str(command.filed_on)}
    if not is_said(subject):
        return Refusal(Code.NO_SUBJECT, rule, {})
    if not is_said(command.document):
        return Refusal(Code.NO_DOCUMENT, rule, facts)
    if command.filed_on > today:
        return Refusal(Code.FILED_LATER, rule, facts | {"today": str(today)})
    if first_day < command.filed_on:
        return Refusal(Code.EFFECTIVE_BEFORE_FILED, rule, facts | {"effective": str(command.effective)})
    return None


def _kind_refusal(register: Register, command: Propose) -> Refusal | None:
    """A subject is always filed as one kind of settings, and the rake is one subject."""
    subject, kind = command.subject, type(command.settings)
    if (subject == RAKE) != (kind is RakeSubmission):
        return Refusal(Code.WRONG_SUBJECT, FILED, {"subject": subject, "rake": RAKE})
    filed = register.versions.get(subject, ())
    if filed and type(filed[0].settings) is not kind:
        facts: Facts = {"subject": subject, "filed": KINDS[type(filed[0].settings)], "proposed": KINDS[kind]}
        return Refusal(Code.OTHER_KIND, FILED, facts)
    return None


def _standing(register: Register, command: Approve | Withdraw) -> Version | Refusal:
    """The version a command is about, unless there is none or it was withdrawn."""
    version = register.version(command.subject, command.version)
    facts: Facts = {"subject": command.subject, "version": command.version}
    if version is None:
        return Refusal(Code.NO_SUCH_VERSION, FILED, facts)
    return version if version.withdrawn is None else Refusal(Code.VERSION_WITHDRAWN, rule_of(version.settings), facts)


def apply(register: Register, event: Event) -> Register:
    """The register after an event."""
    filed = register.versions.get(event.subject, ())
    signed = Signed(event.by, event.at)
    match event:
        case SettingsProposed():
            version = _proposed(event, signed)
        case SettingsApproved():
            version = replace(filed[event.version - 1], approved=signed, changes=event.changes)
        case _:
            version = replace(filed[event.version - 1], withdrawn=signed)
    versions = (*filed[: event.version - 1], version, *filed[event.version :])
    return Register(versions={**register.versions, event.subject: versions}, at=event.at)


def _proposed(event: SettingsProposed, signed: Signed) -> Version:
    return Version(
        subject=event.subject,
        number=event.version,
        settings=event.settings,
        document=event.document,
        filed_on=event.filed_on,
        effective=event.effective,
        proposed=signed,
    )
