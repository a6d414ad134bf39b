"""What a paragraph decided lately, by the record: the compliance matrix stands beside what really happened."""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice, takewhile
from typing import Any

import msgspec

from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.gaming_days import MOST_READ, Search, lines_to_search
from pokerroom.room.ports import ArchiveAway, Committed
from pokerroom.room.projections import incidents
from pokerroom.room.projections.days import latest_days
from pokerroom.room.projections.incidents import IncidentRecord
from pokerroom.room.projections.journal import JournalLine
from pokerroom.room.registry import REGISTRY
from pokerroom.room.streams import kind_of, table_of
from pokerroom.room.tables import TABLES
from pokerroom.rules.citation import Citation

SHOWN = 5
SEARCHED, AT_A_TIME = 60_000, 10_000
"""Positions of the record that are gone through from its end, so many at a time, until enough is found."""
DAYS_SEARCHED = 14


class CitedParagraphs(msgspec.Struct, frozen=True, kw_only=True):
    """Some paragraphs: of one edition, or of whichever has them where none is named."""

    paragraphs: tuple[str, ...]
    edition: str = ""

    def has(self, edition: str | None, paragraph: str | None) -> bool:
        return paragraph in self.paragraphs and self.edition in {"", edition}

    def takes(self, event: Any) -> bool:
        rule = getattr(event, "rule", None)
        return isinstance(rule, Citation) and self.has(rule.edition, rule.paragraph)

    def may_be_in(self, body: bytes) -> bool:
        """A quick look at an event as it is stored: most cite other paragraphs, and need not be read."""
        return any(b'"paragraph":' + msgspec.json.encode(each) in body for each in self.paragraphs)


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """An event that names one of them as its rule: when and where it was recorded, and which member of staff did it."""

    position: int
    sequence: int
    at: datetime
    stream: str
    table: str
    what: str
    """The kind of event, as the record names it."""
    by: str
    paragraph: str


def decisions(live: LiveRoom, of: CitedParagraphs) -> Iterator[Decision]:
    """The latest first, of every stream of the record. An archive that is away ends the search."""
    end = live.store.end()
    for last in range(end, max(0, end - SEARCHED), -AT_A_TIME):
        try:
            page = committed_between(live, max(0, last - AT_A_TIME), last)
        except ArchiveAway:
            return
        for each in reversed(page):
            if of.may_be_in(each.envelope.body):
                yield from decision(each, of)


def committed_between(live: LiveRoom, after: int, last: int) -> list[Committed]:
    return list(takewhile(lambda each: each.position <= last, live.store.read_all(after=after)))


def decision(committed: Committed, of: CitedParagraphs) -> Iterator[Decision]:
    envelope = committed.envelope
    event = REGISTRY.stream(envelope.stream).face(envelope)
    if of.takes(event):
        yield Decision(
            position=committed.position,
            sequence=envelope.sequence,
            at=envelope.at,
            stream=kind_of(envelope.stream),
            table=table_of(envelope.stream),
            what=type(event).__name__,
            by=getattr(getattr(event, "by", None), "name", ""),
            paragraph=event.rule.paragraph,
        )


def last_decisions(
    live: LiveRoom, of: CitedParagraphs, *, told: frozenset[tuple[str, int]], positions: frozenset[int]
) -> tuple[Decision, ...]:
    """But for events of tables that are told in words, by their numbers, and for those at these positions."""
    found = (
        each
        for each in decisions(live, of)
        if each.position not in positions and (each.stream != TABLES.name or (each.table, each.sequence) not in told)
    )
    return tuple(islice(found, SHOWN))


def last_incidents(live: LiveRoom, of: CitedParagraphs) -> tuple[IncidentRecord, ...]:
    """The latest first, of the last gaming days."""
    rows = live.store.projected.caught_up()
    days = latest_days(rows, most=DAYS_SEARCHED)
    found = (each for day in days for each in reversed(incidents.of_day(rows, day.date)))
    return tuple(islice((each for each in found if each.paragraph in of.paragraphs), SHOWN))


def last_transfers(live: LiveRoom, of: CitedParagraphs) -> tuple[JournalLine, ...]:
    """The latest first, of the last lines of the journal."""
    lines = islice(lines_to_search(live.store.projected.caught_up(), Search(), None), MOST_READ)
    return tuple(islice((each for each in lines if of.has(each.edition, each.paragraph)), SHOWN))
