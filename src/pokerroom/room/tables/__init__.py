"""Poker tables in the room: their streams, and what is asked of them."""

from pokerroom.room.tables.streams import DEALS, TABLES, DeckCommitted

__all__ = ["DEALS", "TABLES", "DeckCommitted"]
