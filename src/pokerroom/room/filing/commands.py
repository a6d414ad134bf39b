"""What is asked of the filing register. A change takes two people: one proposes it, another approves it."""

from datetime import date, datetime

import msgspec

from pokerroom.ledger import Signature
from pokerroom.room.filing.settings import Settings


class Propose(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Enter settings as submitted to the Division. They get the next number of their subject, and never change."""

    subject: str
    settings: Settings
    document: str
    """How the submission can be found again."""
    filed_on: date
    effective: datetime
    at: datetime
    by: Signature


class Approve(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Let a proposed version take effect at its time."""

    subject: str
    version: int
    at: datetime
    by: Signature


class Withdraw(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Withdraw a version. An approved one needs a second person; nothing replaces it."""

    subject: str
    version: int
    reason: str
    second: Signature | None = None
    at: datetime
    by: Signature


Command = Propose | Approve | Withdraw


class InRegister(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One of these, as an order to the room."""

    command: Command
