"""What an audit has found, and how much it has looked at."""

from collections import Counter
from datetime import UTC, datetime
from enum import StrEnum
from typing import Self

import msgspec

from pokerroom.log import Envelope

MOST_FINDINGS = 20
"""How many findings of one kind in one stream are reported one by one; the rest are counted."""

UNFIT = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What folding raises for an event that does not fit what came before it."""


def reason(error: BaseException) -> str:
    return str(error) or type(error).__name__


class Check(StrEnum):
    """What is checked, in the order of the report."""

    CHAINS = "hash chains"
    HEADS = "signed heads"
    TABLES = "tables"
    ROUNDS = "rounds of play"
    RULES = "rules"
    CARDS = "cards"
    AWARDS = "awards"
    RAKE = "rake"
    SETTINGS = "filed settings"
    DECKS = "committed decks"
    BOXES = "dealers' boxes"
    BANKED = "games against the house"
    CONDUCT = "conduct"
    BOOKS = "books"
    REPORTS = "reports"
    BALANCES = "balances"
    REGISTERS = "other streams"
    TALK = "names and talk"
    ACCOUNTS = "accounts"
    SESSIONS = "sessions"
    PROJECTIONS = "projections"


class Finding(msgspec.Struct, frozen=True, gc=False):
    """One thing that is wrong, and where: the stream, the number of the event there, and the time it was recorded.

    A projection is named in place of a stream, and has no events: the number is 0.
    """

    check: Check
    stream: str
    sequence: int
    at: datetime | None
    what: str

    def __str__(self) -> str:
        if not self.sequence:
            return f"{self.stream}: {self.what}"
        time = "at no known time" if self.at is None else moment_text(self.at)
        return f"{self.stream}, event {self.sequence}, {time}: {self.what}"


def moment_text(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


class Notes:
    """Collects findings and counts; of similar findings only the first are kept, so memory stays bounded."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.counts: Counter[str] = Counter()
        self._alike: Counter[tuple[Check, str]] = Counter()
        self._last: dict[tuple[Check, str], Finding] = {}

    def find(self, check: Check, envelope: Envelope, what: str) -> None:
        self.add(Finding(check, envelope.stream, envelope.sequence, envelope.at, what))

    def add(self, finding: Finding) -> None:
        kind = finding.check, finding.stream
        self._alike[kind] += 1
        if self._alike[kind] <= MOST_FINDINGS:
            self.findings.append(finding)
        else:
            self._last[kind] = finding

    def told(self) -> "Examined":
        """What was noted, with one more finding for all similar ones that were only counted."""
        rest = [
            msgspec.structs.replace(last, what=f"and {self._alike[kind] - MOST_FINDINGS} more, the last: {last.what}")
            for kind, last in self._last.items()
        ]
        return Examined(tuple(self.findings + rest), dict(self.counts))


class Examined(msgspec.Struct, frozen=True, gc=False):
    """The result of one part of an audit."""

    findings: tuple[Finding, ...] = ()
    counts: dict[str, int] = {}

    def __add__(self, other: Self) -> "Examined":
        return Examined(self.findings + other.findings, dict(Counter(self.counts) + Counter(other.counts)))
