"""What a table remembers about people beyond their seats: preferences, time, since when they are missing."""

from collections import defaultdict

import msgspec


class Preferences(msgspec.Struct):
    """What the room does automatically for a player."""

    muck_losers: bool = True
    auto_time_bank: bool = True
    auto_top_up: bool = False


class Person(msgspec.Struct):
    bank: float
    """Seconds of time bank."""
    lost_at: float | None = None
    """Since when the player has had no connection."""
    late: list[bool] = []
    """For each of the player's turns, whether the time ran out."""
    out_since: float | None = None
    kept_until: float | None = None
    """Until when the seat is kept, while the player has too few chips to be dealt in."""

    def give_back(self, since: float, until: float) -> None:
        """In this time nobody was heard: it does not count as theirs."""
        self.lost_at = None if self.lost_at is None else self.lost_at + until - max(since, self.lost_at)
        self.out_since = None if self.out_since is None else self.out_since + until - max(since, self.out_since)
        self.kept_until = None if self.kept_until is None else self.kept_until + until - since


People = defaultdict[str, Person]
"""Everybody at one table, by player."""


def people_with(bank: float) -> People:
    """Somebody new has a full time bank."""
    return defaultdict(lambda: Person(bank))
