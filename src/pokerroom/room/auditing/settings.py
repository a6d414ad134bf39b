"""Whether the settings that a round was dealt by were filed and in force at the time, 14.14(a)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pokerroom.room.auditing.findings import Check
from pokerroom.room.filing import RAKE, Register, TableSettings, Version, in_force, rake_in_force
from pokerroom.room.filing.settings import rake_refusal
from pokerroom.table.seating import Posting, Rotation, Table
from pokerroom.table.seating.events import RoundStarted

Wrong = tuple[Check, str]


class Filed:
    """The register during the audit of a table; what was found in order is not checked
    again until something differs.
    """

    def __init__(self, register: Register) -> None:
        self._register = register
        self._sound: tuple[object, ...] = ()

    def wrong(self, table: Table, event: RoundStarted) -> Iterator[Wrong]:
        version = self._named(event.settings)
        if version is None:
            named = f"version {event.settings!r}" if event.settings else "no version"
            yield Check.SETTINGS, f"round {event.number} names {named} of filed settings, and there is none such"
            return
        if in_force(self._register, version.subject, event.at) is not version:
            yield Check.SETTINGS, f"round {event.number} was dealt by {version.id}, which was not in force then"
        known = (version, in_force(self._register, RAKE, event.at), table.rotation, table.turn, event.rulebook)
        if self._sound and all(each is other for each, other in zip(known, self._sound, strict=True)):
            return
        found = [*self._posting_wrong(table, version), *self._rake_wrong(version, event)]
        self._sound = () if found else known
        yield from found

    def _named(self, settings: str) -> Version | None:
        subject, _, number = settings.rpartition("/")
        return self._register.version(subject, int(number)) if number.isdecimal() else None

    def _posting_wrong(self, table: Table, version: Version) -> Iterator[Wrong]:
        filed: Rotation = version.settings.rotation if isinstance(version.settings, TableSettings) else ()
        if table.turn >= len(filed) or not is_as_filed(table.posting, filed[table.turn]):
            yield Check.SETTINGS, f"the table posts {table.posting.game} otherwise than {version.id} files it"

    def _rake_wrong(self, version: Version, event: RoundStarted) -> Iterator[Wrong]:
        if isinstance(version.settings, TableSettings):
            filed = rake_in_force(self._register, event.at)
            refusal = rake_refusal(version.subject, version.settings.rotation, filed, event.rulebook)
            if refusal is not None:
                yield Check.SETTINGS, str(refusal)


def is_as_filed(posting: Posting, filed: Posting) -> bool:
    """Except for the limits: the players may have agreed on a higher minimum, 14.17."""
    return replace(posting, house=replace(posting.house, limits=filed.house.limits)) == filed
