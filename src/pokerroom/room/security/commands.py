"""What is asked of security's record. Each hand-over has two signatures: of who gives and of who takes."""

from datetime import datetime

import msgspec

from pokerroom.ledger import Signature


class TakeOver(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Take something over to carry it; whoever gives it signs."""

    what: str
    origin: str
    destination: str
    reference: str = ""
    """The slip it goes with, by its number."""
    by: Signature
    second: Signature | None = None
    at: datetime


class HandOver(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Hand over what was carried; whoever receives it signs."""

    carriage: int
    by: Signature
    second: Signature | None = None
    at: datetime


class ReportIncident(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Record something that happened in the room, and what was done."""

    where: str
    what: str
    done: str = ""
    about: str = ""
    """Whom it concerns, as far as somebody can say."""
    by: Signature
    at: datetime


Command = TakeOver | HandOver | ReportIncident


class OnSecurity(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
