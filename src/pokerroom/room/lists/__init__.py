"""Waiting lists: who is called to which seat, in an order that the house has set and that every offer can explain.

`perform` answers a command and applies it, `decide` and `apply` do one of the two, `replay` folds a log. `due` says
when the next offer expires, `lengths` which lists there are and how long, `turn` who is next for a table, and
`expected` how long a newcomer may wait.
"""

from pokerroom.room.lists.apply import apply, replay
from pokerroom.room.lists.commands import Command, Wanted
from pokerroom.room.lists.decide import Outcome, decide, due, perform
from pokerroom.room.lists.events import Event, How, Passed, PassedFor
from pokerroom.room.lists.order import Candidate, Turn, turn
from pokerroom.room.lists.rules import Fate, ListRules, Queue
from pokerroom.room.lists.state import Hold, ListLength, Lists, Place, lengths
from pokerroom.room.lists.waits import expected, minutes_expected

__all__ = [
    "Candidate",
    "Command",
    "Event",
    "Fate",
    "Hold",
    "How",
    "ListLength",
    "ListRules",
    "Lists",
    "Outcome",
    "Passed",
    "PassedFor",
    "Place",
    "Queue",
    "Turn",
    "Wanted",
    "apply",
    "decide",
    "due",
    "expected",
    "lengths",
    "minutes_expected",
    "perform",
    "replay",
    "turn",
]
