"""What people are called in the room, what they say at its tables, and who may not; their words lie beside it."""

from pokerroom.room.talk.stream import TALK

__all__ = ["TALK"]
