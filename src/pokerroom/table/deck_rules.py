"""How the house keeps its decks. A limit of the regulation may be made stricter here, never looser."""

from typing import Literal

import msgspec

from pokerroom.cards import DECK
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F

cite = NJAC_13_69F.cite


class DeckRulesError(ValueError):
    """House rules that would allow what the regulation forbids, or that nobody could follow."""


class DeckRules(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """The choices of the licensee about cards, counts and clocks."""

    cut_min: int = 10  # AMB-61
    cut_max: int = 42  # AMB-61
    count_minutes: int = 15
    sort_hours: int = 3
    change_hours: int = 6
    deck_clock: Literal["wall", "in-play"] = "wall"  # AMB-68
    wash: Literal["both", "in-use"] = "both"
    """Whether the second deck is prepared at the opening or when it is rotated into play, 14.4(c)1."""
    idle_minutes: int = 15
    """How long one player may wait alone before the table counts as without gaming activity."""
    relief_minutes: int = 60
    """How long a dealer deals before another relieves them: the practice of the house, which no paragraph asks for."""
    notify_minutes: int = 15
    """When a notification owed to the Division counts as late; the text only says as fast as possible."""

    def __post_init__(self) -> None:
        _within("cut_min", self.cut_min, 10, len(DECK) - 1, cite("14.5(b)2"))
        _within("cut_max", self.cut_max, self.cut_min, len(DECK) - 1, cite("14.5(b)3"))
        _within("count_minutes", self.count_minutes, 1, 15, cite("14.6(e)4"))
        _within("sort_hours", self.sort_hours, 1, 3, cite("14.2(b)"))
        _within("change_hours", self.change_hours, 1, 6, cite("14.2(b)"))
        for name in ("idle_minutes", "relief_minutes", "notify_minutes"):
            if getattr(self, name) < 0:
                raise DeckRulesError(f"{name} is {getattr(self, name)}, a time before the event")


def _within(name: str, value: int, least: int, most: int, rule: Citation) -> None:
    if not least <= value <= most:
        raise DeckRulesError(f"{name} is {value}: the regulation allows {least} to {most} ({rule})")
