"""What is asked about looks: nothing is shown before the look is recorded."""

from datetime import datetime

import msgspec

from pokerroom.ledger import Signature


class TakeLook(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Look at a round of play that is over."""

    by: Signature
    at: datetime
    table: str
    round: int
    hidden: bool = False
    """Whether the cards that were dealt and never shown are shown: that takes a reason."""
    reason: str = ""


class NoteRecording(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Say which recording shows something, such as a count: `subject` is the number of its slip."""

    subject: str
    reference: str
    by: Signature
    at: datetime


Command = TakeLook | NoteRecording


class OnLooks(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
