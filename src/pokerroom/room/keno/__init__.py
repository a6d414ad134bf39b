"""Keno in the record: its stream, its money in the books, and the serial numbers of its tickets."""

from pokerroom.room.keno.stream import KENO

__all__ = ["KENO"]
