"""What is asked about shared rounds. Ids come with a command, as a deck does: `perform` draws nothing."""

from datetime import datetime

import msgspec


class ShareRound(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Let whoever has the link see a round that is over, as a spectator saw it and no more than its owner chooses."""

    by: str
    at: datetime
    id: str
    key: str
    """The key of the room that its link is made with."""
    table: str
    round: int
    cards: bool
    """Whether the owner's own cards are shown, too."""
    names: bool
    """Whether the others are called by their names; if not, by their seats."""


class TakeBackShare(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    by: str
    at: datetime
    id: str


Command = ShareRound | TakeBackShare


class OnShares(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
