"""A casino's own record of a multi-casino bad beat system: its events are those of `linked.member`."""

from pokerroom.room.link.stream import LINK

__all__ = ["LINK"]
