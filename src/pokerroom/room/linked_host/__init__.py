"""The host of a multi-casino bad beat system as a stream: its events are those of `linked.host`."""

from pokerroom.room.linked_host.stream import HOST

__all__ = ["HOST"]
