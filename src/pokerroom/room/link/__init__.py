"""A casino's record of the multi-casino system that it takes part in, as a stream of its room."""

from pokerroom.room.link.stream import LINK

__all__ = ["LINK"]
