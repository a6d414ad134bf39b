"""Looks: which member of staff looked at what that is not theirs, when, and for what reason."""

from pokerroom.room.looks.stream import LOOKS, Look, Looks

__all__ = ["LOOKS", "Look", "Looks"]
