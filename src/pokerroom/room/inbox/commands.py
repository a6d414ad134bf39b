"""What is asked about orders that two people sign. Ids come with a command, as a deck does: `perform` draws nothing."""

from datetime import datetime
from enum import StrEnum

import msgspec


class Signer(msgspec.Struct, frozen=True, gc=False):
    """A person, and the position they acted in. They are one person in all of their positions."""

    id: str
    name: str
    position: str
    scope: str = ""
    """The only room in which the position counts; empty for all."""

    def __str__(self) -> str:
        return f"{self.name} ({self.position})"


class Settled(StrEnum):
    """How a proposal came to its end."""

    SIGNED = "signed"
    TAKEN_BACK = "taken back"
    DECLINED = "declined"
    """By the player whose money it would have moved."""


class ProposeOrder(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Have an order wait until another person has signed it."""

    by: Signer
    at: datetime
    id: str
    counter: str
    order: str
    """Its type at that counter."""
    says: str
    """Its fields as JSON, numbers as they were written."""
    where: str
    """The table it is about, if any."""
    subject: str
    given_as: str
    """The id under which it will be carried out, once."""
    until: datetime


class SettleProposal(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    by: Signer
    at: datetime
    id: str
    how: Settled


Command = ProposeOrder | SettleProposal


class OnInbox(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
