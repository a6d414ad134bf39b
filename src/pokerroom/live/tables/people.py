"""What a table remembers of people beyond their seats: their wishes, their time, since when they are missing."""

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


class People:
    """Everybody at one table; whoever is new has a full bank."""

    def __init__(self, bank: float) -> None:
        self._bank = bank
        self._known: dict[str, Person] = {}

    def of(self, player: str) -> Person:
        return self._known.setdefault(player, Person(self._bank))

    def forget(self, player: str) -> None:
        self._known.pop(player, None)
