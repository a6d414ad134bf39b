"""What is asked about tables among friends. Ids come with a command, as a deck does: `perform` draws nothing."""

from datetime import datetime

import msgspec


class MakeTable(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Make a table that only those find who have its link. Whoever makes it is its host."""

    by: str
    at: datetime
    id: str
    key: str
    """The key of the room that its link is made with."""
    settings: str
    """The subject under which what it posts is filed."""
    bots: bool


class Hosted(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    by: str
    at: datetime
    table: str


class Pause(Hosted, frozen=True, tag=True, kw_only=True):
    """Deal no further round until the host resumes; the one in progress is played out."""


class Resume(Hosted, frozen=True, tag=True, kw_only=True):
    pass


class End(Hosted, frozen=True, tag=True, kw_only=True):
    """Close the table once the round in progress is over: by its host, or by the room where nobody is any more."""


Command = MakeTable | Pause | Resume | End


class OnFriends(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
