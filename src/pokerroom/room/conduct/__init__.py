"""Conduct in the room: its stream, and the order that removes a player from every table and list."""

from pokerroom.room.conduct.stream import CONDUCT

__all__ = ["CONDUCT"]
