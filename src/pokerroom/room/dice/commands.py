"""What is asked of mini-dice through the room."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from pokerroom.dice.commands import Command
from pokerroom.rules.staff import Official


class AtDice(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A command to one table."""

    table: str
    command: Command


class PostOdds(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """The odds that the house offers at all its tables from now on, as they are printed, 13.6."""

    odds: Mapping[str, str]
    commission: int = 0
    """In percent. None may be charged, 13.6(b)2."""
    by: Official
    at: datetime


class OnDiceOdds(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: PostOdds
