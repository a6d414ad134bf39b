"""The record of the host of a multi-casino system: a room of its own with one stream of substance."""

from pokerroom.room.linked_host.stream import LINKED_HOST

__all__ = ["LINKED_HOST"]
