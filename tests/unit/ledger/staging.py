"""A small room's books for tests: short ways to say who, when and which transfer."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from pokerroom.ledger import (
    Account,
    Books,
    Command,
    Count,
    CountTable,
    Dealt,
    Event,
    NoteRounds,
    OpenDay,
    Outcome,
    Post,
    Reason,
    RecordId,
    Refusal,
    Shift,
    Signature,
    Transfer,
    perform,
)

DAY = date(2026, 3, 14)
OPENING = datetime(2026, 3, 14, 10, 0, tzinfo=UTC)
DANA = Signature("Dana", "dealer")
FLO = Signature("Flo", "floorperson")
CARL = Signature("Carl", "cage cashier")
SHIFTS = (Shift("day", OPENING), Shift("swing", OPENING + timedelta(hours=8)))


def after(minutes: float) -> datetime:
    return OPENING + timedelta(minutes=minutes)


OPEN_DAY = OpenDay(date=DAY, shifts=SHIFTS, at=OPENING, by=FLO)


def transfer(sequence: int, debit: Account, credit: Account, amount: int, reason: Reason, **other: Any) -> Transfer:
    """A transfer of the stream `table/4`, one minute after the one before."""
    stream, line = other.pop("stream", "table/4"), other.pop("line", 1)
    fields: dict[str, Any] = {"at": after(sequence), "by": DANA} | other
    return Transfer(
        id=RecordId(stream, sequence, line), debit=debit, credit=credit, amount=amount, reason=reason, **fields
    )


def dealt(sequence: int, **other: Any) -> NoteRounds:
    fields: dict[str, Any] = {"table": "table-4", "game": "hold-em", "at": after(sequence), "by": DANA} | other
    return NoteRounds(Dealt(id=RecordId("table/4", sequence), **fields))


def count(sequence: int, closer: int, **other: Any) -> CountTable:
    fields: dict[str, Any] = {"table": "table-4", "at": after(sequence), "by": FLO} | other
    return CountTable(Count(id=RecordId("table/4", sequence), closer=closer, **fields))


class Desk:
    """Books, and the log of all that was recorded in them."""

    def __init__(self, *commands: Command) -> None:
        self.books = Books()
        self.log: list[Event] = []
        self.do(OPEN_DAY, *commands)

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Perform commands none of which may be refused; what the last recorded."""
        events: tuple[Event, ...] = ()
        for command in commands:
            outcome = perform(self.books, command)
            assert isinstance(outcome, Outcome), str(outcome)
            self.books, events = outcome
            self.log += events
        return events

    def post(self, *transfers: Transfer) -> tuple[Event, ...]:
        return self.do(Post(transfers))

    def refuse(self, command: Command) -> Refusal:
        """The refusal of a command that must be refused."""
        outcome = perform(self.books, command)
        assert isinstance(outcome, Refusal), f"not refused: {command}"
        return outcome
