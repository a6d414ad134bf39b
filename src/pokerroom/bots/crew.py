"""Who works at a table that a scripted crew deals, and what they have before them."""

from datetime import date, datetime
from random import Random
from typing import Any, NamedTuple

from pokerroom import play
from pokerroom.room.box.commands import AtBox
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.staff import Official
from pokerroom.table.box import Box
from pokerroom.table.decks import Decks
from pokerroom.table.seating import Table, commands as at_table

Command = AtBox | AtTable


class Crew(NamedTuple):
    """Who works at the table."""

    dealers: tuple[Official, ...]
    floor: Official
    supervisor: Official


class Felt(NamedTuple):
    """The table and its box at one moment, and the chance of it."""

    table: Table
    box: Box
    at: datetime
    day: date
    chance: Random
    crew: Crew

    @property
    def decks(self) -> Decks:
        assert self.box.decks is not None
        return self.box.decks

    @property
    def dealer(self) -> Official:
        return self.decks.dealer or self.crew.dealers[0]

    @property
    def lineup(self) -> tuple[int, ...]:
        """The seats of the table that are dealt in, in the order of the round."""
        assert self.table.dealing is not None
        return self.table.dealing.lineup

    def in_box(self, kind: type[Any], by: Official | None = None, **fields: Any) -> AtBox:
        return AtBox(self.table.name, kind(by=by or self.dealer, at=self.at, **fields))

    def at_table(self, kind: type[Any], by: Official | None = None, **fields: Any) -> AtTable:
        return AtTable(self.table.name, kind(by=by or self.dealer, at=self.at, **fields))

    def entered(self, command: play.Command, by: Official | None = None) -> AtTable:
        return self.at_table(at_table.Play, by, command=command)
