"""The dealer's boxes in the room: one for each table that a dealer deals, and what is asked of them."""

from pokerroom.room.box.stream import BOXES

__all__ = ["BOXES"]
