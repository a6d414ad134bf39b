"""Mini-dice in the room: a stream for each table, one for the odds of the house, and what both move in the books."""

from pokerroom.room.dice.stream import DICE, DICE_ODDS

__all__ = ["DICE", "DICE_ODDS"]
