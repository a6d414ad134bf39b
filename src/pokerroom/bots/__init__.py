"""Opponents: clients like any other, who see only their own seat's view. `choose` plays plainly, `Opponent` to win."""

from pokerroom.bots.opponent import Opponent
from pokerroom.bots.personality import PERSONALITIES, Personality, personality_of
from pokerroom.bots.plain import choose
from pokerroom.bots.warming import is_warm, is_warming, warm, warm_in_background
from pokerroom.bots.whims import whims

__all__ = [
    "PERSONALITIES",
    "Opponent",
    "Personality",
    "choose",
    "is_warm",
    "is_warming",
    "personality_of",
    "warm",
    "warm_in_background",
    "whims",
]
