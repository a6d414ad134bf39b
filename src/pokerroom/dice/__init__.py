"""Mini-dice, N.J.A.C. 13:69F-13: wagers, odds, the shaker's way round the table, and the settlement of a shake.

`perform` answers a command and applies it, `apply` folds an event. Nothing here asks the time or draws a number.
"""

from pokerroom.dice.apply import apply
from pokerroom.dice.decide import perform
from pokerroom.dice.events import Event
from pokerroom.dice.state import DiceTable, Phase, new_table
from pokerroom.dice.wagers import Bet

__all__ = ["Bet", "DiceTable", "Event", "Phase", "apply", "new_table", "perform"]
