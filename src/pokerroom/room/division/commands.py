"""What is asked of the record between the house and the Division."""

from datetime import datetime

import msgspec

from pokerroom.ledger import Signature


class SendNotice(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """A notice, a request or an approval: to the Division, or from it where its inspector sends it."""

    subject: str
    text: str
    paragraph: str = ""
    """The paragraph that asks for it, if one does."""
    answers: int | None = None
    """The number of the notice that it answers."""
    by: Signature
    at: datetime


class Acknowledge(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Say that a notice of the other side has been received."""

    notice: int
    by: Signature
    at: datetime


class NoteCheck(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """What a check of the software or an audit came to; the room itself notes it."""

    kind: str
    """`software` or `audit`."""
    asked_by: str
    sound: bool | None
    """None where there was nothing to compare with."""
    digest: str
    """Of the software, or of the report of the audit."""
    detail: str
    by: Signature
    at: datetime


Command = SendNotice | Acknowledge | NoteCheck


class WithDivision(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
