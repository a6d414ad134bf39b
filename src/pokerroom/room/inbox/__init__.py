"""Orders that wait for a second signature: who proposed what, and how each was settled."""

from pokerroom.room.inbox.stream import INBOX, Inbox, Waiting

__all__ = ["INBOX", "Inbox", "Waiting"]
