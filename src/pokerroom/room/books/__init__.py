"""The books in the room: their stream, and what staff and the cage order in them."""

from pokerroom.room.books.stream import LEDGER

__all__ = ["LEDGER"]
