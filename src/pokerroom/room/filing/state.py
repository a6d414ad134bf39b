"""The filing register: every version of every subject, and which of them was in force when."""

from collections.abc import Mapping
from datetime import date, datetime

import msgspec

from pokerroom.ledger import Signature
from pokerroom.room.filing.difference import FieldChange
from pokerroom.room.filing.settings import RAKE, RakeSubmission, Settings


class Signed(msgspec.Struct, frozen=True, gc=False):
    by: Signature
    at: datetime

    def __str__(self) -> str:
        return f"{self.by} at {self.at}"


class Version(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    subject: str
    number: int
    settings: Settings
    document: str
    filed_on: date
    effective: datetime
    proposed: Signed
    approved: Signed | None = None
    withdrawn: Signed | None = None
    changes: tuple[FieldChange, ...] = ()

    @property
    def id(self) -> str:
        """What a round of play records about the settings it was dealt under."""
        return f"{self.subject}/{self.number}"

    @property
    def took_effect(self) -> bool:
        """Whether it is, was or will be in force at any moment."""
        return self.approved is not None and (self.withdrawn is None or self.withdrawn.at > self.effective)

    def covers(self, moment: datetime) -> bool:
        """Whether it is in force at that time, unless a later version is."""
        return self.took_effect and self.effective <= moment and (self.withdrawn is None or moment < self.withdrawn.at)


class Register(msgspec.Struct, frozen=True, gc=False):
    versions: Mapping[str, tuple[Version, ...]] = {}
    """By subject, in the order of their numbers."""
    at: datetime | None = None
    """The time of the last record."""

    def version(self, subject: str, number: int) -> Version | None:
        found = self.versions.get(subject, ())
        return found[number - 1] if 1 <= number <= len(found) else None

    def approved(self, subject: str) -> tuple[Version, ...]:
        """The versions that count, in the order in which they take effect."""
        found = [version for version in self.versions.get(subject, ()) if version.took_effect]
        return tuple(sorted(found, key=lambda version: version.effective))


class InForce(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One line of a report: settings in force, their filing, and who is responsible for them."""

    subject: str
    version: int
    settings: Settings
    document: str
    filed_on: date
    effective: datetime
    proposed: Signed
    approved: Signed

    def __str__(self) -> str:
        return (
            f"{self.subject}: version {self.version}, document {self.document} filed on {self.filed_on}, "
            f"in force since {self.effective}; proposed by {self.proposed}, approved by {self.approved}"
        )


def in_force(register: Register, subject: str, moment: datetime) -> Version | None:
    """The version in force at a moment."""
    started = [version for version in register.approved(subject) if version.effective <= moment]
    return started[-1] if started and started[-1].covers(moment) else None


def rake_in_force(register: Register, moment: datetime) -> RakeSubmission | None:
    version = in_force(register, RAKE, moment)
    if version is None:
        return None
    assert isinstance(version.settings, RakeSubmission)
    return version.settings


def report(register: Register, moment: datetime) -> tuple[InForce, ...]:
    """All settings in force at a moment, by subject. For a past moment the answer never changes."""
    found = (in_force(register, subject, moment) for subject in sorted(register.versions))
    return tuple(_line(version) for version in found if version is not None)


def _line(version: Version) -> InForce:
    assert version.approved is not None
    return InForce(
        subject=version.subject,
        version=version.number,
        settings=version.settings,
        document=version.document,
        filed_on=version.filed_on,
        effective=version.effective,
        proposed=version.proposed,
        approved=version.approved,
    )
