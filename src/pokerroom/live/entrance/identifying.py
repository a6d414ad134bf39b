"""Whose session a socket belongs to. A server that has the desk knows; any other asks (`live/between/sessions.py`)."""

from typing import Protocol

from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.sessions import LONGEST_TOKEN, key_of


class Entrance(Protocol):
    """A session's key is the hash of its token (`sessions.py`)."""

    async def identify(self, token: str | None) -> Identity | None:
        """Whose it is; None if it is nobody's. Raises `Unanswered` where nobody can say."""

    def is_open(self, key: str, *, used: bool = False) -> bool:
        """Whether it goes on; `used` by a person."""


class AtDesk:
    """The entrance of the server that has the desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.is_open = desk.is_open

    async def identify(self, token: str | None) -> Identity | None:
        # A page opens its socket by itself: only what a person does keeps their session from being idle.
        return self._desk.holder_of(key_of(token)) if token and len(token) <= LONGEST_TOKEN else None
