"""Opening a sealed deck for a person: only after its round of play, and never without a record of who and why."""

from datetime import datetime

from pokerroom.room.openings import OPENINGS
from pokerroom.room.ports import EventStore
from pokerroom.room.room import Room
from pokerroom.room.tables import TABLES
from pokerroom.rules.staff import Official
from pokerroom.shuffle.seal import DeckOpened, Opened, Place, Sealed, open_for
from pokerroom.table.seating.events import RoundFinished


class DeckStaysSealed(Exception):
    """There is no such deck, or nobody may see it yet."""


class DeckJournal:
    """Records openings in a stream of the room's own record."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def record(self, opened: DeckOpened) -> None:
        """Returns once the record is durable."""
        number = self.room.head(OPENINGS.name).sequence + 1
        change = self.room.noted(OPENINGS, opened)
        self.room.finish(self.room.record(f"opening/{number}", [change], at=opened.at, by=str(opened.by)))


def open_deck(
    room: Room, store: EventStore, table: str, sequence: int, *, by: Official, reason: str, at: datetime
) -> Opened:
    """The deck stored as this event of a table's record. Until its round of play is over, no role may see it."""
    stream = TABLES.named(table)
    sealed: Sealed | None = None
    for committed in store.read(stream, after=sequence - 1):
        envelope = committed.envelope
        event = TABLES.read(envelope)
        if envelope.sequence == sequence:
            if not (isinstance(event, Sealed) and event.is_deck):
                raise DeckStaysSealed(f"event {sequence} of {stream} is no deck")
            sealed = event
        elif isinstance(event, RoundFinished):
            break
    else:
        raise DeckStaysSealed(f"event {sequence} of {stream} is no deck of a round of play that is over")
    if sealed is None:
        raise DeckStaysSealed(f"{stream} has no event {sequence}")
    return open_for(sealed, Place(stream, sequence), room.keys, by=by, reason=reason, at=at, journal=DeckJournal(room))
