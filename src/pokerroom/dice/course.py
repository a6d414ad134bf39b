"""One command on its way through a mini-dice table: the table so far, and what has come of it."""

from datetime import datetime
from typing import Any

from pokerroom.dice.apply import apply
from pokerroom.dice.commands import By
from pokerroom.dice.events import Event
from pokerroom.dice.refusals import Code, Refusal
from pokerroom.dice.state import DiceTable
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F

cite = NJAC_13_69F.cite
SEATED = cite("13.4(b)")


class Course:
    def __init__(self, table: DiceTable, by: By, at: datetime) -> None:
        self.table, self.by, self.at = table, by, at
        self.events: tuple[Event, ...] = ()

    def note(self, kind: type[Any], rule: Citation, **fields: Any) -> None:
        """Something happens."""
        event = kind(rule=rule, by=self.by, at=self.at, **fields)
        self.events = (*self.events, event)
        self.table = apply(self.table, event)

    def seat(self, player: str) -> int | Refusal:
        """The seat of a player, without whom nothing is wagered or shaken, 13.4(b)."""
        found = self.table.seat_of(player)
        return Refusal(Code.NOT_SEATED, SEATED, {"player": player}) if found is None else found
