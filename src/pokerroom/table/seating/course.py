"""The events of one decision as they are made, and the table they lead to."""

from datetime import datetime
from typing import Any, TypeVar

import msgspec

from pokerroom.rules.citation import Citation
from pokerroom.rules.rulebook import CURRENT, Rulebook
from pokerroom.table.seating.apply import apply
from pokerroom.table.seating.commands import Asked, By
from pokerroom.table.seating.events import Event, Fact
from pokerroom.table.seating.posting import law
from pokerroom.table.seating.state import Table

Kind = TypeVar("Kind", bound=Fact)


class Course(msgspec.Struct, eq=False):
    """Collects events and applies each at once, so that every step decides on what has just happened."""

    table: Table
    by: By
    at: datetime
    rulebook: Rulebook = CURRENT
    """Of a round of play that this starts."""
    events: list[Event] = []

    def note(self, kind: type[Kind], rule: Citation, /, **facts: Any) -> Kind:
        """Record a fact of the table, with who asked for it and when."""
        event = kind(rule=rule, by=self.by, at=self.at, **facts)
        self.happen(event)  # type: ignore[arg-type]  # every kind of fact is an event of the table
        return event

    def as_asked(self, kind: type[Kind], rule: Citation, command: Asked, /) -> Kind:
        """A fact that says what was asked, field by field."""
        said = [name for name in command.__struct_fields__ if name not in Asked.__struct_fields__]
        return self.note(kind, rule, **{name: getattr(command, name) for name in said})

    def of_player(self, kind: type[Kind], rule: Citation, seat: int, /, **facts: Any) -> Kind:
        return self.note(kind, rule, seat=seat, player=self.table.place(seat).player, **facts)

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.table = apply(self.table, event)

    def cite(self, paragraph: str, reading: str | None = None) -> Citation:
        """The paragraph in the edition of the posted game."""
        return law(self.table.posting.edition, paragraph, reading)
