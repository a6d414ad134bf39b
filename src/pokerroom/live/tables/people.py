"""What a table remembers of people beyond their seats: their wishes, their time, since when they are missing."""

from collections import defaultdict

import msgspec


class Preferences(msgspec.Struct):
    """What the room does by itself for a player."""

    muck_losers: bool = True
    auto_time_bank: bool = True
    auto_top_up: bool = False


class Person(msgspec.Struct):
    bank: float
    """Seconds of time bank."""
    lost_at: float | None = None
    """Since when he has no connection."""
    late: list[bool] = []
    """For each of his turns, whether his time ran out."""
    out_since: float | None = None


People = defaultdict[str, Person]
"""Everybody at one table, by player."""


def people_with(bank: float) -> People:
    """Whoever is new has a full bank."""
    return defaultdict(lambda: Person(bank))
