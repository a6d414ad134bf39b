"""Opening a sealed deck for a person: only after its round of play, and never without a record of who and why."""

from datetime import datetime

from pokerroom.room.ports import EventStore
from pokerroom.room.room import Change, Room
from pokerroom.room.streams import OPENINGS, codec_of, table_stream
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
        number = self.room.head(OPENINGS).sequence + 1
        change = Change(OPENINGS, (opened,), lambda: None)
        self.room.finish(self.room.record(f"opening/{number}", [change], at=opened.at, by=str(opened.by)))


def open_deck(
    room: Room, store: EventStore, table: str, sequence: int, *, by: Official, reason: str, at: datetime
) -> Opened:
    """The deck stored as this event of a table's record. While its round of play goes on, no role may see it."""
    stream = table_stream(table)
    sealed: Sealed | None = None
    for committed in store.read(stream, after=sequence - 1):
        envelope = committed.envelope
        event = codec_of(stream).decode(envelope.tag, envelope.version, envelope.body)
        if envelope.sequence == sequence:
            if not isinstance(event, Sealed):
                raise DeckStaysSealed(f"event {sequence} of {stream} is no deck")
            sealed = event
        elif isinstance(event, RoundFinished):
            break
    else:
        raise DeckStaysSealed(f"event {sequence} of {stream} is no deck of a round of play that is over")
    if sealed is None:
        raise DeckStaysSealed(f"{stream} has no event {sequence}")
    return open_for(sealed, Place(stream, sequence), room.keys, by=by, reason=reason, at=at, journal=DeckJournal(room))
