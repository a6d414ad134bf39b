"""A room from its record: every stream folded again, and what the books still lack found again."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from pokerroom import ledger
from pokerroom.log import Head
from pokerroom.room import filing, lists
from pokerroom.room.ports import EventStore
from pokerroom.room.room import Room
from pokerroom.room.streams import (
    CONDUCT,
    DEALS,
    FILING,
    LEDGER,
    LISTS,
    OPENINGS,
    TABLES,
    codec_of,
    table_of,
    table_stream,
)
from pokerroom.shuffle.seal import Place, Sealed, from_store
from pokerroom.table import conduct, seating
from pokerroom.table.seating.events import RoundFinished


def reopened(store: EventStore, room: Room) -> Room:
    """The room as its record has it: every stream folded, and what the books still lack found again."""
    for stream in sorted(store.heads(), key=lambda each: each != LEDGER):
        fold_stream(room, store, stream)
    return room


def fold_stream(room: Room, store: EventStore, stream: str) -> None:
    codec = codec_of(stream)
    for committed_event in store.read(stream):
        envelope = committed_event.envelope
        event = codec.decode(envelope.tag, envelope.version, envelope.body)
        if isinstance(event, Sealed):
            event = from_store(event, Place(stream, envelope.sequence), room.keys)
        fold_event(room, stream, event, envelope.sequence, envelope.at)
        room.heads[stream] = Head(stream, envelope.sequence, envelope.hash)
        room.remember(stream, envelope.cause)


def fold_event(room: Room, stream: str, event: Any, sequence: int, at: datetime) -> None:
    if stream.startswith(TABLES):
        fold_table_event(room, table_of(stream), event, sequence, at)
    elif stream.startswith(DEALS):
        room.decks[table_of(stream)] = event.commitment.context.deck
    else:
        FOLDS[stream](room, event)


def fold_table_event(room: Room, name: str, event: Any, sequence: int, at: datetime) -> None:
    table = room.tables.get(name) or seating.new_table(name)
    stream = table_stream(name)
    last = room.books.last_from(stream)
    if last is None or sequence > last.sequence:
        room.unposted += room.moved(table, (event,), at, first=sequence)
    counted = room.books.last_from(f"rounds/{name}")
    # A round is noted in the books after the transfers of its table, and may be there already.
    if not isinstance(event, RoundFinished) or counted is None or event.number > counted.sequence:
        room.note(table, event)
    room.tables[name] = seating.apply(table, event)


FOLDS: dict[str, Callable[[Room, Any], None]] = {
    LEDGER: lambda room, event: setattr(room, "books", ledger.apply(room.books, event)),
    FILING: lambda room, event: setattr(room, "register", filing.apply(room.register, event)),
    LISTS: lambda room, event: setattr(room, "lists", lists.apply(room.lists, event)),
    CONDUCT: lambda room, event: setattr(room, "conduct", conduct.apply(room.conduct, event)),
    OPENINGS: lambda room, event: None,  # noqa: ARG005  kept for those who look, not for the room
}
